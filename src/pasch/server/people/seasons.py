"""Evenings and seasons: an evening lasts until five in the morning, a season is a quarter of the year."""

from datetime import date, timedelta
from typing import Literal, NamedTuple, get_args

from pasch.server.clock import DAY

Quarter = Literal["spring", "summer", "autumn", "winter"]
QUARTERS: tuple[Quarter, ...] = get_args(Quarter)
FIRST_MONTH = 3
"""Spring begins in March, the others three months apart."""
NIGHT = 5 * 3600.0
"""Seconds after midnight that still belong to the evening before."""
MINUTE = 60.0


def evening_of(at: float, east: int) -> date:
    """The day on which an evening began, where clocks are so many minutes ahead of those in Greenwich."""
    return date(1970, 1, 1) + timedelta(days=int((at + east * MINUTE - NIGHT) // DAY))


def begins(day: date, east: int) -> float:
    """The first moment of an evening."""
    return (day - date(1970, 1, 1)).days * DAY + NIGHT - east * MINUTE


class Season(NamedTuple):
    """A quarter, and the year in which it begins: the winter of 2026 ends in February 2027."""

    year: int
    quarter: Quarter

    @property
    def first(self) -> date:
        return date(self.year, FIRST_MONTH + 3 * QUARTERS.index(self.quarter), 1)

    @property
    def last(self) -> date:
        return self.after.first - timedelta(days=1)

    @property
    def after(self) -> "Season":
        at = QUARTERS.index(self.quarter) + 1
        return Season(self.year + at // len(QUARTERS), QUARTERS[at % len(QUARTERS)])

    def __str__(self) -> str:
        return f"{self.year}-{self.quarter}"

    def __lt__(self, other: tuple[object, ...]) -> bool:
        """The names of the quarters are not in the order of the year."""
        return isinstance(other, Season) and self.first < other.first


def season_of(day: date) -> Season:
    at = (day.month - FIRST_MONTH) // 3
    return Season(day.year + at // len(QUARTERS), QUARTERS[at])


def season_named(name: str) -> Season:
    """What `str` made of it."""
    year, _, quarter = name.partition("-")
    return Season(int(year), next(one for one in QUARTERS if one == quarter))
