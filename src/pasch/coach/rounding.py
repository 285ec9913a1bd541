"""Numbers as they are shown: whole, and still adding up."""

from collections.abc import Sequence
from math import floor

from msgspec.structs import astuple

from pasch.coach.values import POINT, Parts

DIGITS = 6
"""Values are rounded to so many digits, so that the last bits of another machine's arithmetic change nothing."""


def steady(value: float) -> float:
    return round(float(value), DIGITS) + 0.0


def percent(shares: Sequence[float]) -> tuple[int, ...]:
    """Shares in whole per cent that add up to 100: the largest remainders are rounded up."""
    exact = [steady(share) / POINT for share in shares]
    whole = [floor(steady(part)) for part in exact]
    by_remainder = sorted(range(len(exact)), key=lambda at: (steady(whole[at] - exact[at]), at))
    for at in by_remainder[: 100 - sum(whole)]:
        whole[at] += 1
    return tuple(whole)


def points(parts: Parts) -> Parts:
    """In whole points that add up; what rounding leaves goes into the rest."""
    start, luck, own, others, _, result = (round(steady(part) / POINT) for part in astuple(parts))
    return Parts(start, luck, own, others, result - start - luck - own - others, result)
