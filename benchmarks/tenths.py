"""Chances compared with results: the slope of a line through them, and how far each tenth of the chances is off.

Chances of one match share a result, so errors are those of matches, not of chances (a sandwich estimator).
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

TENTHS = 10

Floats = NDArray[np.floating[Any]]
Numbers = NDArray[np.integer[Any]]


class Tenth(NamedTuple):
    off: float
    """The mean of results less chances."""
    error: float
    """Its standard error."""
    matches: int


class Calibration(NamedTuple):
    slope: float
    error: float
    """Its standard error."""
    tenths: list[Tenth]

    def worst(self, fewest: int) -> Tenth:
        """The one that is furthest off, of those that so many matches came to."""
        return max((one for one in self.tenths if one.matches >= fewest), key=lambda one: abs(one.off))


def calibration(chance: Floats, result: Floats, match: Numbers) -> Calibration:
    """`match`: the number of the match that each chance was in."""
    off = chance - chance.mean()
    squares = max(1e-12, float((off * off).sum()))
    slope = float((off * result).sum()) / squares
    error = _by_match(off * (result - result.mean() - slope * off), match) / squares
    of = np.minimum(TENTHS - 1, (chance * TENTHS).astype(int))
    return Calibration(slope, error, [_tenth((result - chance)[of == at], match[of == at]) for at in range(TENTHS)])


def _tenth(gaps: Floats, match: Numbers) -> Tenth:
    if not len(gaps):
        return Tenth(0.0, 0.0, 0)
    return Tenth(float(gaps.mean()), _by_match(gaps - gaps.mean(), match) / len(gaps), len(np.unique(match)))


def _by_match(each: Floats, match: Numbers) -> float:
    """The standard error of their sum, if only matches are independent of each other."""
    return float((np.bincount(match, each) ** 2).sum() ** 0.5)
