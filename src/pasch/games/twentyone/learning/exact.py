"""A lone sheet of twenty one solved exactly: what the best play of each row, and of all, is worth on average.

Nobody hurries a lone player, so the rows do not depend on each other, and of a row only three things count: which
fields are free, how many hits there are, and the points so far, which are simply added.
"""

from collections.abc import Iterable
from functools import cache
from itertools import product
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pasch.games.twentyone.model import BONUS, COLOURS, FACES, LOCKED, NUMBERS, ROWS

ALL_FREE: int = 2 ** len(COLOURS) - 1


@cache
def _rolls(dice: int) -> NDArray[np.int64]:
    """Every roll of so many dice, a line each."""
    return np.array(list(product(FACES, repeat=dice)), np.int64).reshape(-1, dice)


def _fields(free: int) -> list[int]:
    return [field for field in range(len(COLOURS)) if free >> field & 1]


@cache
def worth(row: int, free: int = ALL_FREE, hits: int = 0) -> float:
    """What a row still brings on average, with its bonus: before the dice are rolled, one bit for each free field."""
    if not free:
        return float(BONUS[hits])
    return float(np.maximum(_marked(row, free, hits), rolled_again(row, free, hits)).mean())


@cache
def rolled_again(row: int, free: int, hits: int) -> NDArray[np.float64]:
    """For every roll of the dice of the free fields, what it leads to on average to roll once more (T4)."""
    marked, rolls = _marked(row, free, hits), _rolls(len(_fields(free)))
    found = np.empty(len(rolls))
    for ones in product((False, True), repeat=rolls.shape[1]):
        now = ((rolls == LOCKED) == ones).all(axis=1)
        then = (rolls[:, ones] == LOCKED).all(axis=1)
        found[now] = marked[then].mean()
    return found


@cache
def _marked(row: int, free: int, hits: int) -> NDArray[np.float64]:
    """For every roll of the dice of the free fields, what the best mark leads to (T5–T7)."""
    fields = _fields(free)
    rolls, printed = _rolls(len(fields)), np.array([NUMBERS[row][field] for field in fields])
    best = np.full(len(rolls), worth(row, free & free - 1, hits))
    for choice in range(1, 1 << len(fields)):
        places = [place for place in range(len(fields)) if choice >> place & 1]
        best = np.maximum(best, _entered(row, free, hits, rolls[:, places], printed[places], places))
    return best


def _entered(row: int, free: int, hits: int, dice: Any, printed: Any, places: list[int]) -> NDArray[np.float64]:
    """The same for entering the dice of certain fields, where they fit."""
    fields = _fields(free)
    left = free - sum(1 << fields[place] for place in places)
    after = np.array([worth(row, left, hits + more) for more in range(len(places) + 1)])
    fits = (dice <= printed).all(axis=1)
    return np.where(fits, dice.sum(axis=1) + after[(dice == printed).sum(axis=1)], -np.inf)


def sheet() -> float:
    """What the best play of a whole sheet brings on average."""
    return sum(worth(row) for row in range(ROWS))


# What the coach tells


def chance_of_hits(dice: int, hits: int) -> float:
    """The chance that a roll of so many dice, each for a free field, brings at least so many hits."""
    misses = len(FACES) - 1
    ways = sum(comb(dice, more) * misses ** (dice - more) for more in range(max(0, hits), dice + 1))
    return float(ways / len(FACES) ** dice)


def chance_to_fit(printed: Iterable[int]) -> float:
    """The chance that a roll of the dice of these free fields fits at least one of them."""
    return 1 - prod(1 - most / len(FACES) for most in printed)
