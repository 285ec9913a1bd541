"""The bots by name: levels, the strong one with other weights or noise, and custom bots."""

from collections.abc import Sequence
from typing import Any

import pytest

from pasch.bots.blunders import Blundering
from pasch.bots.levels import CHARACTERS, LADDER, LEVELS, NAMES, USUAL, bot, bot_from_spec
from pasch.bots.strong import Strong
from pasch.engine.draws import Below, chance
from pasch.engine.errors import Malformed
from pasch.engine.game import AnyGame, Seat
from pasch.games import GAMES

HILO = GAMES["hilo"]


class First:
    """A bot of one's own: always the first move."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def choose(self, view: Any, seat: Seat, moves: Sequence[Any], below: Below) -> Any:  # noqa: ARG002
        return moves[0]


class Counting:
    """Says how many moves it is given to choose from."""

    def choose(self, view: Any, seat: Seat, moves: Sequence[Any], below: Below) -> Any:  # noqa: ARG002
        return len(moves)


def test_there_are_five_levels_with_names_and_characters() -> None:
    assert len(LADDER) == 5
    assert LADDER[2] == USUAL
    assert list(CHARACTERS) == list(LADDER)
    assert len(set(CHARACTERS.values())) == 5
    assert set(NAMES) == set(LEVELS)
    assert len({name.de for name in NAMES.values()}) == len({name.en for name in NAMES.values()}) == len(LEVELS)


@pytest.mark.parametrize("level", LEVELS)
def test_every_name_makes_a_bot(level: str) -> None:
    assert type(bot(HILO, level)) is type(bot_from_spec(HILO, level))


def test_a_move_is_overlooked_as_often_as_said() -> None:
    below, player = chance("overlooked"), Blundering(Counting(), 0.3)
    seen = [player.choose(None, Seat(0), range(10), below) for _ in range(1000)]
    assert sum(seen) == pytest.approx(7000, rel=0.05)


def test_whoever_overlooks_all_moves_looks_again() -> None:
    assert Blundering(Counting(), 1.0).choose(None, Seat(0), range(3), chance("")) == 3


def test_a_bot_of_ones_own_plays_in_the_arena() -> None:
    player = bot_from_spec(HILO, "tests.test_levels:First")
    assert isinstance(player, First)
    assert player.game is HILO


def test_the_strong_bot_with_noise() -> None:
    game = next(game for game in GAMES.values() if game is not HILO)
    assert isinstance(bot_from_spec(game, "strong~0.2~0.5"), Blundering)
    assert isinstance(bot_from_spec(game, "strong~0~0.5"), Strong)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("genius", "There is no bot 'genius', only: random, greedy, beginner, easy, medium, good, strong"),
        ("strong~0.2", "two numbers, as in strong~0.2~0.5"),
        ("tests.nothing:Here", "There is no bot tests.nothing:Here: No module named"),
        ("tests.test_levels:Last", "There is no bot tests.test_levels:Last"),
    ],
)
def test_names_that_mean_nothing_are_refused(name: str, says: str) -> None:
    with pytest.raises(Malformed, match=says):
        bot_from_spec(GAMES["twentyone"], name)
