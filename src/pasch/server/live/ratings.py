"""Ratings as a node knows them: computed from the results of matches, and only the new ones are computed again."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from functools import partial

from pasch.server.clock import Clock
from pasch.server.live.desk import Desk
from pasch.server.people.rating import Ranked, Ratings, rate
from pasch.server.store.marks import Mark, Marks, decoded, encoded

SETTLED = 300.0
"""Seconds after which no match that ended before appears any more: other nodes' clocks may differ."""
AT_A_TIME = 1000
"""Seats that are read and computed at once: tables that are to be opened wait for the desk, too."""
STORED_EVERY = 3000
"""Seats after which it is stored how far it is: what a node has to compute when it starts."""
SERVER = ""
"""The pool of all tables that belong to no circle."""


class Book:
    def __init__(self, storage: Marks, desk: Desk, clock: Clock) -> None:
        self._storage, self._desk, self._clock = storage, desk, clock
        self._kept: dict[str, Mark] = {}
        self._new: Counter[str] = Counter()
        """For each pool, the seats since it was stored how far it is."""
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        """Whoever asks for the ratings of a circle does not wait for those of the server."""

    async def of(self, pool: str) -> Ratings:
        async with self._locks[pool]:
            settled, mark = self._clock() - SETTLED, self._kept.get(pool) or await self._stored(pool)
            ratings, recent = mark.ratings, list[Ranked]()
            async for rows in self._pieces(pool, mark.until):
                old = [row for row in rows if row.ended < settled]
                recent += rows[len(old) :]
                ratings = dict(ratings) if ratings is mark.ratings else ratings
                self._new[pool] += len(old)
                await self._desk.write(partial(rate, ratings, old))
            self._kept[pool] = mark = Mark(max(mark.until, settled), ratings)
            if self._new[pool] >= STORED_EVERY:
                await self._storage.keep(pool, mark.until, await self._desk.write(partial(encoded, ratings)))
                self._new[pool] = 0
            return await self._desk.write(lambda: rate(dict(ratings), recent)) if recent else ratings

    async def _stored(self, pool: str) -> Mark:
        found = await self._storage.mark(pool)
        if found is None:
            return Mark(0.0, {})
        return Mark(found[0], await self._desk.write(partial(decoded, pool, found[1])))

    async def _pieces(self, pool: str, since: float) -> AsyncIterator[list[Ranked]]:
        last = since, ""
        while rows := await self._storage.ranked(pool, last, AT_A_TIME):
            yield rows
            last = rows[-1].ended, rows[-1].match
