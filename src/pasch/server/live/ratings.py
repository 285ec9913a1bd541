"""Ratings as a node knows them: computed from the results of matches, and only the new ones are computed again."""

import asyncio
from collections.abc import Iterator, Sequence
from itertools import groupby, islice

from pasch.server.clock import Clock
from pasch.server.live.desk import Desk
from pasch.server.people.rating import Ranked, Ratings, in_order, rate
from pasch.server.store.circles import CircleStorage

SETTLED = 300.0
"""Seconds after which no match that ended before appears any more: other nodes' clocks may differ."""
AT_A_TIME = 200
"""Matches."""
SERVER = ""
"""The pool of all tables that belong to no circle."""


class Book:
    def __init__(self, storage: CircleStorage, desk: Desk, clock: Clock) -> None:
        self._storage, self._desk, self._clock = storage, desk, clock
        self._kept: dict[str, tuple[float, Ratings]] = {}
        """For each pool, the ratings after all matches that ended before then."""
        self._lock = asyncio.Lock()

    async def of(self, pool: str) -> Ratings:
        async with self._lock:
            since, ratings = self._kept.get(pool, (0.0, {}))
            rows, settled = await self._storage.ranked(pool, since), self._clock() - SETTLED
            if old := in_order(row for row in rows if row.ended < settled):
                ratings = dict(ratings)
            for some in _pieces(old):
                await self._desk.write(lambda some=some: rate(ratings, some))  # type: ignore[misc]
            self._kept[pool] = max(since, settled), ratings
            return await self._desk.write(lambda: rate(dict(ratings), [row for row in rows if row.ended >= settled]))


def _pieces(rows: Sequence[Ranked]) -> Iterator[list[Ranked]]:
    """Some matches at a time: tables that are to be opened wait for the desk, too."""
    matches = groupby(rows, key=lambda row: row.match)
    while some := [row for _, seats in islice(matches, AT_A_TIME) for row in seats]:
        yield some
