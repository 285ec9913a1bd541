"""Questions to the database about finished matches, and about tables at which anybody may sit down."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from pasch.server.store.schema import listings, results, seatings, tables
from pasch.server.table.results import SeatResult


class Finished(NamedTuple):
    """A finished match of a person."""

    mine: SeatResult
    chairs: str
    """Who sat where, as JSON."""
    seen: bool
    seats: Sequence[SeatResult]
    """All of them."""


class Played(NamedTuple):
    """What statistics need of a result."""

    match: str
    game: str
    players: int
    place: int
    score: int | None
    ended: float
    stood_in: int
    facts: str
    met: str
    judge: str
    luck: float
    counted: int
    loss: float
    squares: float


class Open(NamedTuple):
    """A table at which anybody may sit down."""

    match: str
    game: str
    since: float
    setup: str
    chairs: str


class Results:
    """Only reads: what is asked here grows with the logs."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def _all(self, query: sa.Executable) -> Sequence[Any]:
        async with self._engine.connect() as connection:
            found: Sequence[Any] = (await connection.execute(query)).all()
            return found

    # Somebody's own matches

    async def finished(self, person: str, game: str | None, after: str | None, limit: int) -> list[Finished]:
        """Their matches, the latest first, after one of them."""
        rows = await self._all(finished_query(person, game, await self._end(person, after), limit))
        seats: dict[str, list[SeatResult]] = {row.match: [] for row in rows}
        for one in await self._all(seats_query(list(seats))) if seats else ():
            seats[one.match].append(SeatResult(*one))
        width = len(SeatResult._fields)
        return [Finished(SeatResult(*row[:width]), row.chairs, row.seen, seats[row.match]) for row in rows]

    async def _end(self, person: str, match: str | None) -> tuple[float, str] | None:
        if match is None:
            return None
        found = await self._all(
            sa.select(results.c.ended).where(results.c.match == match, results.c.person == person).limit(1)
        )
        return (found[0].ended, match) if found else (0.0, "")

    async def all_of(self, person: str) -> list[SeatResult]:
        """All that they have finished, the first one first."""
        return [SeatResult(*row) for row in await self._all(all_query(person))]

    async def played(self, person: str) -> list[Played]:
        """The same, for statistics."""
        return [Played(*row) for row in await self._all(all_query(person, Played._fields))]

    async def extent(self, person: str) -> tuple[int, float | None]:
        """How many they have finished, and when the first."""
        found = await self._all(extent_query(person))
        return int(found[0][0]), found[0][1]

    async def see(self, person: str, match: str) -> None:
        """Somebody has seen how a match ended."""
        own = sa.update(seatings).where(seatings.c.person == person, seatings.c.match == match, ~seatings.c.seen)
        async with self._engine.begin() as connection:
            await connection.execute(own.values(seen=True))

    # Open tables

    async def open(self, game: str | None, since: float, after: str | None, limit: int) -> list[Open]:
        """Tables at which anybody may sit down and that were touched since, the latest first, after one of them."""
        last = None
        if after is not None:
            found = await self._all(sa.select(tables.c.created).where(tables.c.id == after))
            last = (found[0].created, after) if found else (0.0, "")
        return [Open(*row) for row in await self._all(open_query(game, since, last, limit))]


def finished_query(person: str, game: str | None, last: tuple[float, str] | None, limit: int) -> sa.Select[Any]:
    query = (
        sa.select(results, tables.c.chairs, sa.func.coalesce(seatings.c.seen, sa.true()).label("seen"))
        .join(tables, tables.c.id == results.c.match)
        .outerjoin(seatings, sa.and_(seatings.c.match == results.c.match, seatings.c.person == results.c.person))
        .where(results.c.person == person)
        .order_by(results.c.ended.desc(), results.c.match.desc())
        .limit(limit)
    )
    if game is not None:
        query = query.where(results.c.game == game)
    return query if last is None else query.where(sa.tuple_(results.c.ended, results.c.match) < sa.tuple_(*last))


def extent_query(person: str) -> sa.Select[int, float]:
    extent = sa.select(sa.func.count(), sa.func.min(results.c.ended))
    return extent.where(results.c.person == person)


def seats_query(matches: Sequence[str]) -> sa.Select[Any]:
    return sa.select(results).where(results.c.match.in_(matches)).order_by(results.c.match, results.c.seat)


def all_query(person: str, columns: tuple[str, ...] = SeatResult._fields) -> sa.Select[Any]:
    return sa.select(*results.c[columns]).where(results.c.person == person).order_by(results.c.ended, results.c.match)


def open_query(game: str | None, since: float, last: tuple[float, str] | None, limit: int) -> sa.Select[Any]:
    query = (
        sa.select(listings, tables.c.chairs)
        .join(tables, tables.c.id == listings.c.match)
        .where(tables.c.touched >= since)
        .order_by(listings.c.since.desc(), listings.c.match.desc())
        .limit(limit)
    )
    if game is not None:
        query = query.where(listings.c.game == game)
    return query if last is None else query.where(sa.tuple_(listings.c.since, listings.c.match) < sa.tuple_(*last))
