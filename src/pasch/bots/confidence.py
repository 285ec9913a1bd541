"""Confidence intervals: means of what was seen in independent deals, and how sure they are (95 %)."""

from functools import lru_cache
from math import sqrt

Z95 = 1.959964
ROUNDING = 1e-20
"""A variance below this is rounding error and counts as 0."""


class Mean:
    """A running mean and variance (Welford)."""

    __slots__ = ("count", "squares", "value")

    def __init__(self, count: int = 0, value: float = 0.0, squares: float = 0.0) -> None:
        self.count = count
        self.value = value
        self.squares = squares
        """The sum of squared deviations from the mean."""

    def add(self, value: float) -> None:
        self.count += 1
        off = value - self.value
        self.value += off / self.count
        self.squares += off * (value - self.value)

    def join(self, other: "Mean") -> None:
        """As if all values of the other had been added here (Chan, Golub and LeVeque)."""
        off, count = other.value - self.value, self.count + other.count
        if count:
            self.squares += other.squares + off * off * self.count * other.count / count
            self.value += off * other.count / count
            self.count = count

    @property
    def variance(self) -> float:
        """Of a single value; 0 where there are too few to tell."""
        variance = self.squares / max(1, self.count - 1)
        return variance if variance > ROUNDING else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return sqrt(self.variance / max(1, self.count))


def half_width(mean: Mean) -> float:
    """Half the width of the 95 % interval of a mean."""
    return mean.error * t95(mean.count - 1)


def share_interval(shares: Mean, weighs_luck: bool = False) -> tuple[float, float]:
    """The 95 % interval of a mean of win shares, each from 0 to 1; adjusted for luck, single ones lie beyond.

    Wilson's, for as many independent trials as would leave the same standard error. Where all shares are equal they say
    nothing about that, and each counts as one trial: to win every time is not to win with certainty. Adjusted for
    luck, shares vary as much near 0 and 1 as elsewhere, and Student's interval fits.
    """
    if weighs_luck:
        off = half_width(shares) if shares.count > 1 else 1.0
        return max(0.0, shares.value - off), min(1.0, shares.value + off)
    rate, count = shares.value, float(shares.count)
    if shares.variance:
        count = rate * (1 - rate) * (Z95 / half_width(shares)) ** 2
    return wilson_interval(rate * count, count)


def wilson_interval(wins: float, count: float) -> tuple[float, float]:
    """The 95 % interval of a rate (Wilson)."""
    rate, z2 = wins / count, Z95**2
    middle = (rate + z2 / (2 * count)) / (1 + z2 / count)
    half = Z95 * sqrt(rate * (1 - rate) / count + z2 / (4 * count**2)) / (1 + z2 / count)
    return max(0.0, middle - half), min(1.0, middle + half)


@lru_cache(1024)
def t95(freedom: int) -> float:
    """What takes the place of `Z95` where the variance is itself an estimate (Student; Cornish and Fisher's series)."""
    z, v = Z95, float(max(1, freedom))
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return sum(term * v**-power for power, term in enumerate(terms))
