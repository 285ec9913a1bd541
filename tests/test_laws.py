"""Every law on every game and every number of seats."""

import pytest

from pasch.engine.draws import chance
from pasch.engine.game import AnyGame
from pasch.games import GAMES
from tests.laws import LAWS, Law
from tests.scale import scaled

TABLES = [(game, players) for game in GAMES.values() for players in game.seats]


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize(("game", "players"), TABLES, ids=[f"{game.id}-{players}" for game, players in TABLES])
def test_law(law: Law, game: AnyGame, players: int) -> None:
    for match in range(scaled(1, 2)):
        law(game, players, chance(f"{game.id}/{players}/{match}"))


def test_the_games_are_found() -> None:
    assert set(GAMES) == {"hilo", "kniffel", "sack", "twentyone"}
    assert [game.id for game in GAMES.values()] == list(GAMES)
