"""The golden games are still played as they were."""

import pytest

from pasch.engine.game import AnyGame
from tests import golden, longest

TABLES = [(game, players) for game, players in golden.TABLES if golden.path(game, players).exists()]


@pytest.mark.parametrize(("game", "players"), TABLES, ids=[f"{game.id}-{players}" for game, players in TABLES])
def test_golden_game(game: AnyGame, players: int) -> None:
    written = golden.path(game, players).read_text(encoding="utf-8")
    assert golden.transcript(game, players) == written, "if the change is wanted: make golden, and read the diff"


def test_there_are_golden_games_of_every_game() -> None:
    found = {path.stem.rsplit("-", 1)[0] for path in golden.FOLDER.glob("*.txt")}
    assert found == {game.id for game, _ in golden.TABLES} - {"hilo"}


def test_the_page_is_tried_with_the_longest_sentences() -> None:
    assert longest.FILE.read_text(encoding="utf-8") == longest.written(), "make golden"
