"""Where the levels of the bots stand as anchors of ratings: measured (`benchmarks/anchors.py`), beside the weights."""

from functools import cache
from math import log, sqrt

import msgspec
from openskill.models import PlackettLuce

from pasch.bots.levels import LADDER, STEP_WINS, USUAL
from pasch.engine.game import Value
from pasch.games import GAMES, folder

FILE = "learning/anchors.json"
MODEL = PlackettLuce()


class Anchor(Value, frozen=True):
    mu: float
    sigma: float


class Anchors(Value, frozen=True):
    """Of one game."""

    matches: dict[int, int]
    """By which they were found, at tables of each size."""
    levels: dict[str, Anchor]


def intended() -> dict[str, Anchor]:
    """Where nobody has measured: apart by what `benchmarks/calibrate.py` aims at, and so much less certain."""
    step = sqrt(2) * MODEL.beta * log(STEP_WINS / (1 - STEP_WINS))
    return {level: Anchor(MODEL.mu + step * (LADDER.index(level) - LADDER.index(USUAL)), 1.0) for level in LADDER}


@cache
def measured(game: str) -> Anchors | None:
    file = folder(GAMES[game]) / FILE
    return msgspec.json.decode(file.read_bytes(), type=Anchors) if file.exists() else None


@cache
def anchors(game: str) -> dict[str, Anchor]:
    found = measured(game)
    return intended() if found is None else found.levels
