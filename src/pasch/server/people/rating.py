"""Ratings: how strong people are believed to be at a game, from the places of their matches (see docs/rating.md).

Plackett–Luce after Weng and Lin 2011. The levels of the bots do not move: they are what all others are measured by.
"""

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from itertools import groupby
from typing import NamedTuple

from pasch.bots.levels import LADDER
from pasch.games import GAMES
from pasch.server.people.anchors import MODEL, anchors

PROVISIONAL = 10
"""Matches until which a rating is provisional."""
MIDDLE = MODEL.mu
SHOWN = 40
"""So many points are shown for one of the model: everybody begins at 1000."""
SURE = 1.96
"""So many standard deviations to both sides hold 19 of 20."""


class Rating(NamedTuple):
    """Everybody begins at 25 ± 8.3."""

    mu: float = MIDDLE
    sigma: float = MODEL.sigma
    matches: int = 0

    @property
    def shown(self) -> int:
        return round(SHOWN * self.mu)

    @property
    def give(self) -> int:
        """By how much it may be off."""
        return round(SHOWN * SURE * self.sigma)

    @property
    def is_provisional(self) -> bool:
        return self.matches < PROVISIONAL


class Ranked(NamedTuple):
    """A seat in a match that counts."""

    match: str
    ended: float
    pool: str
    """The circle, or nothing: all tables of the server that count and belong to none."""
    game: str
    person: str | None
    bot: str | None
    """The level; None for a person."""
    rank: int
    """Whoever has left comes last."""


Ratings = dict[tuple[str, str, str], Rating]
"""By pool, game and person."""


def anchor(game: str, level: str) -> Rating:
    """A level's own rating."""
    found = anchors(game)[level]
    return Rating(found.mu, found.sigma)


@cache
def formula() -> str:
    """Its name: what was computed by another, or beside other levels, is worth nothing."""
    numbers = MODEL.mu, MODEL.sigma, MODEL.beta, MODEL.kappa, MODEL.tau
    levels = [(game, level, anchor(game, level)) for game in sorted(GAMES) for level in LADDER]
    return sha256(repr((numbers, levels)).encode()).hexdigest()[:40]


def in_order(rows: Iterable[Ranked]) -> list[Ranked]:
    return sorted(rows, key=lambda row: (row.ended, row.match))


def rate(ratings: Ratings, rows: Iterable[Ranked]) -> Ratings:
    """The ratings after these matches, one after the other in the order in which they ended."""
    for _, seats in groupby(in_order(rows), key=lambda row: row.match):
        _rate(ratings, list(seats))
    return ratings


def _rate(ratings: Ratings, seats: list[Ranked]) -> None:
    before = [anchor(one.game, one.bot) if one.bot else ratings.get(_key(one), Rating()) for one in seats]
    teams = [[MODEL.rating(one.mu, one.sigma)] for one in before]
    after = MODEL.rate(teams, ranks=[float(one.rank) for one in seats])
    for seat, old, (new,) in zip(seats, before, after, strict=True):
        if seat.person is not None:
            ratings[_key(seat)] = Rating(new.mu, new.sigma, old.matches + 1)


def _key(seat: Ranked) -> tuple[str, str, str]:
    return seat.pool, seat.game, seat.person or ""
