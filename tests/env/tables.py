"""Every game with every number of seats, and whole matches through an environment."""

from typing import Any

import numpy as np
import pytest

from pasch.engine.game import AnyGame
from pasch.games import GAMES
from pasch.games.parts import encoding_of

TABLES = [(game, players) for game in GAMES.values() for players in game.seats]
REAL_TABLES = [(game, players) for game, players in TABLES if game.id != "hilo"]
"""Matches of the toy game are over after one round."""


def for_each(tables: list[tuple[AnyGame, int]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("game", "players"), tables, ids=[f"{game.id}-{players}" for game, players in tables]
    )


every_table = for_each(TABLES)
every_real_table = for_each(REAL_TABLES)
every_game = pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))


def some_action(seen: dict[str, Any], source: np.random.Generator) -> int:
    return int(source.choice(np.flatnonzero(seen["action_mask"])))


def short_limit(game: AnyGame) -> int:
    """Enough steps for a match that ends by itself; few where a player without a plan would find no end."""
    return 5_000 if encoding_of(game).LIMIT is None else 40
