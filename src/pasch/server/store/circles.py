"""The database queries about circles, without any logic."""

from collections.abc import AsyncIterator, Iterable, Sequence
from itertools import groupby, islice
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from pasch.server.people.circle_log import Entry, Joined, Left, Linked, decode_what, encode_what, without
from pasch.server.people.points import Played
from pasch.server.store.database import AT_A_TIME, rows_of
from pasch.server.store.schema import (
    circle_log,
    circle_members,
    circle_tables,
    circles,
    hooks,
    people,
    results,
    seatings,
    tables,
)

_facts = msgspec.json.Decoder(dict[str, int]).decode


class Called(NamedTuple):
    """What a person is called, and their colour."""

    name: str
    colour: str | None


class Extent(NamedTuple):
    """How many seats have results, and when the latest match ended: as long as this is the same, they are."""

    seats: int
    latest: float | None


class CircleStorage:
    """Logs grow by `append`: of two nodes that write the same entry, one succeeds."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def create(self, circle: str, link: str, entries: Sequence[Entry], now: float) -> bool:
        """Whether id and link were free."""
        row = {"id": circle, "link": link, "version": 0, "created": now}
        try:
            async with self._engine.begin() as connection:
                await connection.execute(sa.insert(circles).values(row))
                await _write(connection, circle, entries)
        except sa.exc.IntegrityError:
            return False
        return True

    async def append(self, circle: str, entries: Sequence[Entry]) -> bool:
        """Whether nobody else has written meanwhile."""
        try:
            async with self._engine.begin() as connection:
                await _write(connection, circle, entries)
        except sa.exc.IntegrityError:
            return False
        return True

    async def entries(self, circle: str, begin: int = 0) -> AsyncIterator[Entry]:
        query = (
            sa.select(circle_log.c.n, circle_log.c.at, circle_log.c.what)
            .where(circle_log.c.circle == circle, circle_log.c.n >= begin)
            .order_by(circle_log.c.n)
        )
        async for n, at, what in rows_of(self._engine, query):
            yield Entry(n, at, decode_what(what))

    async def by_link(self, link: str) -> str | None:
        query = sa.select(circles.c.id).where(circles.c.link == link)
        async with self._engine.connect() as connection:
            found: str | None = (await connection.execute(query)).scalar_one_or_none()
            return found

    async def of(self, person: str) -> list[str]:
        """The circles somebody is in, the oldest first."""
        query = (
            sa.select(circles.c.id)
            .join(circle_members, circle_members.c.circle == circles.c.id)
            .where(circle_members.c.person == person)
            .order_by(circles.c.created, circles.c.id)
        )
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def called(self, persons: Iterable[str]) -> dict[str, Called]:
        found, wanted = dict[str, Called](), iter(persons)
        query = sa.select(people.c.id, people.c.name, people.c.colour)
        async with self._engine.connect() as connection:
            while some := list(islice(wanted, AT_A_TIME)):
                rows = await connection.execute(query.where(people.c.id.in_(some)))
                found |= {row.id: Called(row.name, row.colour) for row in rows}
        return found

    async def forget(self, person: str) -> None:
        """Take the name that somebody had out of the logs of the circles that they have left."""
        left = [circle_log.c.what.contains(one, autoescape=True) for one in (f'"{Left.__struct_config__.tag}"', person)]
        query = sa.select(circle_log).where(*left)
        async with self._engine.begin() as connection:
            for row in (await connection.execute(query)).all():
                what = encode_what(without(decode_what(row.what), person)).decode()
                if what != row.what:
                    one = sa.and_(circle_log.c.circle == row.circle, circle_log.c.n == row.n)
                    await connection.execute(sa.update(circle_log).where(one).values(what=what))

    # Tables

    async def open_tables(self, circle: str, person: str, limit: int) -> Sequence[Any]:
        """The tables of a circle that have not ended, the newest first, and the seats of this person there."""
        mine = sa.and_(seatings.c.match == tables.c.id, seatings.c.person == person)
        query = (
            sa.select(*tables.c["id", "game", "stage", "waiting", "chairs", "touched"], seatings.c.seats)
            .join(circle_tables, circle_tables.c.match == tables.c.id)
            .outerjoin(seatings, mine)
            .where(circle_tables.c.circle == circle, tables.c.stage.in_(("lobby", "playing")))
            .order_by(tables.c.created.desc())
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            return (await connection.execute(query)).all()

    async def done(self, matches: Iterable[str]) -> dict[str, bool]:
        """Which of these tables are over or closed."""
        query = sa.select(tables.c.id, tables.c.stage).where(tables.c.id.in_(list(matches)))
        async with self._engine.connect() as connection:
            return {row.id: row.stage in ("over", "closed") for row in await connection.execute(query)}

    # Results

    async def played(self, circle: str, begin: float, end: float) -> list[Played]:
        """The matches of a circle that ended in this time and in which somebody played, seat by seat."""
        return await self._played(results.c.match.in_(_season(circle, begin, end)))

    async def extent(self, circle: str, begin: float, end: float) -> Extent:
        query = sa.select(sa.func.count(), sa.func.max(results.c.ended)).where(*_in_time(circle, begin, end))
        async with self._engine.connect() as connection:
            return Extent(*(await connection.execute(query)).one())

    async def played_at(self, matches: Iterable[str]) -> list[Played]:
        return await self._played(results.c.match.in_(list(matches)))

    async def _played(self, *which: sa.ColumnElement[bool]) -> list[Played]:
        columns = results.c["match", "seat", "person", "bot", "game", "place", "score", "ended", "facts"]
        rows = rows_of(self._engine, sa.select(*columns).where(*which))
        return [Played(*row)._replace(facts=_facts(row.facts)) async for row in rows]

    async def first_match(self, circle: str) -> float | None:
        query = sa.select(sa.func.min(results.c.ended)).where(results.c.circle == circle)
        async with self._engine.connect() as connection:
            found: float | None = (await connection.execute(query)).scalar_one_or_none()
            return found

    async def luck(self, circle: str, begin: float, end: float, judges: Sequence[str]) -> dict[str, list[float]]:
        """Of its matches in this time that one of these has reviewed, what luck brought each seat."""
        query = (
            sa.select(results.c.match, results.c.seat, results.c.luck)
            .where(results.c.match.in_(_season(circle, begin, end)), results.c.judge.in_(judges))
            .order_by(results.c.match, results.c.seat)
        )
        rows = [row async for row in rows_of(self._engine, query)]
        return {match: [row.luck for row in some] for match, some in groupby(rows, key=lambda row: str(row.match))}

    async def chairs(self, matches: Sequence[str]) -> dict[str, str]:
        """Who sat there, as everybody may know it, as JSON."""
        query = sa.select(tables.c.id, tables.c.chairs).where(tables.c.id.in_(matches))
        async with self._engine.connect() as connection:
            return {row.id: row.chairs for row in await connection.execute(query)}


def _season(circle: str, begin: float, end: float) -> sa.Select[Any]:
    """The matches of a circle that ended in this time; not those in which bots were among themselves."""
    return sa.select(results.c.match).where(*_in_time(circle, begin, end), results.c.person.is_not(None))


def _in_time(circle: str, begin: float, end: float) -> tuple[sa.ColumnElement[bool], ...]:
    return results.c.circle == circle, results.c.ended >= begin, results.c.ended < end


async def _write(connection: AsyncConnection, circle: str, entries: Sequence[Entry]) -> None:
    rows = [{"circle": circle, "n": one.n, "at": one.at, "what": encode_what(one.what).decode()} for one in entries]
    await connection.execute(sa.insert(circle_log), rows)
    here = circle_members.c.circle == circle
    for entry in entries:
        match entry.what:
            case Joined(person):
                await connection.execute(sa.insert(circle_members).values(person=person, circle=circle))
            case Left(person):
                await connection.execute(sa.delete(circle_members).where(here, circle_members.c.person == person))
                theirs = sa.and_(hooks.c.circle == circle, hooks.c.person == person)
                await connection.execute(sa.delete(hooks).where(theirs))
            case Linked(link):
                await connection.execute(sa.update(circles).where(circles.c.id == circle).values(link=link))
            case _:
                pass
    version = entries[-1].n + 1
    await connection.execute(sa.update(circles).where(circles.c.id == circle).values(version=version))
