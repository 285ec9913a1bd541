"""The database queries about what is somebody's own beside their matches; and how all of it goes."""

from collections.abc import AsyncIterator, Sequence
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from pasch.server.store.schema import (
    chat,
    circle_members,
    devices,
    events,
    hooks,
    invited,
    metadata,
    nudges,
    passkeys,
    people,
    seatings,
    subscriptions,
    tables,
    tickets,
    tries,
    wishes,
)
from pasch.server.table.log import Sat, decode_what, encode_what
from pasch.server.table.seats import ChairInfo, Person

AT_A_TIME = 500
NOBODY = ""
"""The name of somebody who is erased: no person can take it."""
ALWAYS = 1e12
"""Until when a ticket is valid that does not run out; files of exports know no infinity."""
DEVICE = "device"
"""The kind of tickets by which a device becomes somebody's."""
PRIVATE = (tickets, passkeys, tries, hooks, invited, circle_members, wishes, nudges, subscriptions, seatings, devices)
"""What goes with a person, in this order. Of what else names them, nothing but their random id is left."""

_chairs = msgspec.json.Decoder(list[ChairInfo]).decode


class Ticket(NamedTuple):
    """Something that is worth something once, and for a while."""

    id: str
    kind: str
    person: str | None
    until: float
    body: str


class Life(NamedTuple):
    """What is stored of a person."""

    name: str
    colour: str | None
    created: float


class Belongings:
    """Questions to the database about what is somebody's own."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    # Tickets

    async def issue(self, ticket: Ticket, now: float) -> None:
        """A new ticket; of this kind its owner has no other, and all that ran out are thrown away."""
        others = sa.and_(
            tickets.c.person == ticket.person, tickets.c.kind == ticket.kind, tickets.c.person.is_not(None)
        )
        async with self.engine.begin() as connection:
            await connection.execute(sa.delete(tickets).where(sa.or_(tickets.c.until <= now, others)))
            await connection.execute(sa.insert(tickets).values(ticket._asdict()))

    async def ticket(self, kind: str, name: str, now: float) -> Ticket | None:
        return await self._ticket(tickets.c.id == name, kind, now)

    async def ticket_of(self, kind: str, person: str, now: float) -> Ticket | None:
        return await self._ticket(tickets.c.person == person, kind, now)

    async def _ticket(self, which: sa.ColumnElement[bool], kind: str, now: float) -> Ticket | None:
        query = sa.select(tickets).where(which, tickets.c.kind == kind, tickets.c.until > now)
        async with self.engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else Ticket(*row)

    async def mark(self, ticket: Ticket, body: str) -> bool:
        """Whether a ticket is still as it was read: then this becomes of it."""
        same = sa.update(tickets).where(tickets.c.id == ticket.id, tickets.c.body == ticket.body)
        async with self.engine.begin() as connection:
            return (await connection.execute(same.values(body=body))).rowcount == 1

    async def take(self, ticket: Ticket) -> bool:
        """Whether somebody is the first to use it: it is worth nothing any more."""
        async with self.engine.begin() as connection:
            return (await connection.execute(sa.delete(tickets).where(tickets.c.id == ticket.id))).rowcount == 1

    async def shut(self, person: str) -> None:
        """By no link and no code that was made before does a device become somebody's any more."""
        async with self.engine.begin() as connection:
            await connection.execute(sa.update(people).where(people.c.id == person).values(link=None))
            await connection.execute(sa.delete(tickets).where(tickets.c.person == person, tickets.c.kind == DEVICE))

    # All that is somebody's

    async def life(self, person: str) -> Life:
        query = sa.select(people.c.name, people.c.colour, people.c.created).where(people.c.id == person)
        async with self.engine.connect() as connection:
            return Life(*(await connection.execute(query)).one())

    async def played(self, person: str) -> Sequence[Any]:
        """Somebody's matches that are over, the oldest first."""
        query = (
            sa.select(*tables.c["id", "game", "secret", "chairs", "touched"], seatings.c.seats)
            .join(seatings, seatings.c.match == tables.c.id)
            .where(seatings.c.person == person, tables.c.stage == "over")
            .order_by(tables.c.touched, tables.c.id)
        )
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).all()

    # Erasing

    async def mentions(self, person: str) -> AsyncIterator[tuple[str, str]]:
        """The tables whose logs name somebody, and their stages: also those that they left before it began."""
        last, since = "", (await self.life(person)).created
        names = events.c.what.like(f'%"{person}"%')
        there = sa.exists(sa.select(events.c.n).where(events.c.match == tables.c.id, names))
        query = sa.select(tables.c.id, tables.c.stage, there.label("there")).where(tables.c.touched >= since)
        while True:
            async with self.engine.connect() as connection:
                page = query.where(tables.c.id > last).order_by(tables.c.id).limit(AT_A_TIME)
                rows = (await connection.execute(page)).all()
            for code, stage, is_there in rows:
                if is_there:
                    yield code, stage
            if len(rows) < AT_A_TIME:
                return
            last = rows[-1].id

    async def unname(self, match: str, person: str) -> None:
        """Take somebody's name out of the log of a table, and all that they said there."""
        async with self.engine.begin() as connection:
            names = await self._unname_log(connection, match, person)
            theirs = sa.or_(chat.c.person == person, sa.and_(chat.c.person.is_(None), chat.c.name.in_(names)))
            await connection.execute(sa.delete(chat).where(chat.c.match == match, theirs))
            sits = sa.select(tables.c.chairs, seatings.c.seats).join(seatings, seatings.c.match == tables.c.id)
            mine = (await connection.execute(sits.where(tables.c.id == match, seatings.c.person == person))).first()
            if mine is not None:
                chairs = [
                    replace(chair, name=NOBODY) if mine.seats >> at & 1 else chair
                    for at, chair in enumerate(_chairs(mine.chairs))
                ]
                changed = sa.update(tables).where(tables.c.id == match).values(chairs=encode_what(chairs).decode())
                await connection.execute(changed)

    async def _unname_log(self, connection: AsyncConnection, match: str, person: str) -> set[str]:
        """The names that stood there."""
        entry = sa.and_(events.c.match == match, events.c.what.like(f'%"{person}"%'))
        names = set()
        for n, text in (await connection.execute(sa.select(events.c.n, events.c.what).where(entry))).all():
            what = decode_what(text)
            if isinstance(what, Sat) and isinstance(what.chair.sitter, Person) and what.chair.sitter.id == person:
                names.add(what.chair.sitter.name)
                sitter = replace(what.chair.sitter, name=NOBODY)
                changed = encode_what(replace(what, chair=replace(what.chair, sitter=sitter))).decode()
                one = sa.update(events).where(events.c.match == match, events.c.n == n)
                await connection.execute(one.values(what=changed))
        return names

    async def erase(self, person: str) -> None:
        """All that is private goes; what is left is a row without a name, which logs and results still point at. A file
        keeps nothing of it behind the back of the database."""
        nobody = {"name": NOBODY, "colour": None, "link": None, "created": 0.0}
        async with self.engine.begin() as connection:
            for table in PRIVATE:
                await connection.execute(sa.delete(table).where(table.c.person == person))
            await connection.execute(sa.update(people).where(people.c.id == person).values(nobody))
        if self.engine.dialect.name == "sqlite":
            async with self.engine.connect() as connection:
                await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")


def points_at_people() -> set[str]:
    """The tables that have rows of people."""
    return {
        str(one.name) for one in metadata.tables.values() if any(key.column is people.c.id for key in one.foreign_keys)
    }
