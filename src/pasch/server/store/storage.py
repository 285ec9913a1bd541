"""The database queries, without any logic."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from pasch.server.store.database import insert_into
from pasch.server.store.schema import (
    chat,
    circle_tables,
    devices,
    events,
    people,
    reviews,
    seatings,
    settings,
    tables,
    tries,
)
from pasch.server.store.trouble import reading
from pasch.server.table.log import Entry, Stored, entries_in


class Profile(NamedTuple):
    """What is stored of a person."""

    id: str
    name: str
    colour: str | None


class Device(NamedTuple):
    """A device of a person, as far as it said what it is."""

    id: str
    person: str
    kind: str
    name: str
    created: float
    seen: float


class Said(NamedTuple):
    at: float
    name: str
    text: str
    person: str | None = None
    """Who said it; lines from before this was noted have none."""


class Stop(NamedTuple):
    """A time in which no node ran."""

    begin: float
    end: float


ALIVE, STOPS = "alive", "stops"
"""Settings: when a node last said that it runs; when none did, as JSON."""
PAGE = 2000
"""Entries that are read at once: with more, others would wait."""


class Reviewed(NamedTuple):
    """A match that is over."""

    id: str
    game: str
    secret: bytes
    touched: float
    judge: str | None
    """Who reviewed it; None: nobody yet."""


class Tried(NamedTuple):
    """What somebody answered in an exercise that was due."""

    person: str
    match: str
    event: int
    n: int
    """Which try of this exercise it is, from 0."""
    at: float
    loss: float


NEW_TABLE = {"stage": "lobby", "version": 0, "waiting": 0, "chairs": "[]", "due": None}
_profile_columns = (people.c.id, people.c.name, people.c.colour)
_entry_columns = (events.c.n, events.c.at, events.c.what, events.c.key)


class Storage:
    """Questions to the database. Logs grow through the writer alone."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    # Tables

    async def create(self, code: str, game: str, secret: bytes, now: float, circle: str = "") -> bool:
        """Whether the id was free."""
        row = {"id": code, "game": game, "secret": secret, "created": now, "touched": now}
        async with self.engine.begin() as connection:
            is_free = await self._insert_new(connection, tables, row | NEW_TABLE)
            if is_free and circle:
                await connection.execute(sa.insert(circle_tables).values(circle=circle, match=code))
            return is_free

    async def _insert_new(self, connection: AsyncConnection, table: sa.Table, row: dict[str, Any]) -> bool:
        statement = insert_into(connection, table).values(row).on_conflict_do_nothing()
        return (await connection.execute(statement)).rowcount == 1

    async def secret(self, code: str) -> bytes | None:
        with reading(code):
            async with self.engine.connect() as connection:
                found = await connection.execute(sa.select(tables.c.secret).where(tables.c.id == code))
                secret: bytes | None = found.scalar_one_or_none()
                return secret

    async def entries(self, code: str, begin: int = 0) -> list[Entry]:
        stored = await self.log(code, begin)
        with reading(code):
            return entries_in(stored)

    async def log(self, code: str, begin: int = 0) -> list[Stored]:
        """The entries of a table as they are stored."""
        query = sa.select(*_entry_columns).where(events.c.match == code).order_by(events.c.n).limit(PAGE)
        log: list[Stored] = []
        with reading(code):
            async with self.engine.connect() as connection:
                while True:
                    first = log[-1][0] + 1 if log else begin
                    rows = (await connection.execute(query.where(events.c.n >= first))).all()
                    log += [(n, at, what, key) for n, at, what, key in rows]
                    if len(rows) < PAGE:
                        break
            if log and log[-1][0] != begin + len(log) - 1:
                raise LookupError("entries are missing")
            return log

    async def versions(self, ids: Sequence[str]) -> dict[str, int]:
        query = sa.select(tables.c.id, tables.c.version).where(tables.c.id.in_(ids))
        async with self.engine.connect() as connection:
            return {row.id: row.version for row in await connection.execute(query)}

    async def latest(self) -> float:
        """When the newest entry of any log was made."""
        async with self.engine.connect() as connection:
            return (await connection.execute(sa.select(sa.func.max(tables.c.touched)))).scalar() or 0.0

    async def due(self, now: float, limit: int) -> list[tuple[str, float]]:
        query = sa.select(tables.c.id, tables.c.due).where(tables.c.due <= now).order_by(tables.c.due).limit(limit)
        async with self.engine.connect() as connection:
            return [(code, due) for code, due in (await connection.execute(query)).all()]

    async def claim(self, code: str, due: float, until: float) -> bool:
        """Whether this node is the one that does what is due; the others leave it alone until then."""
        claim = sa.update(tables).where(tables.c.id == code, tables.c.due == due).values(due=until)
        async with self.engine.begin() as connection:
            return (await connection.execute(claim)).rowcount == 1

    async def tables_of(self, person: str, limit: int) -> Sequence[Any]:
        """The tables at which somebody sits: those waiting for them first, then those touched last."""
        mine = seatings.c.seats.op("&")(tables.c.waiting) != 0
        running = sa.case((mine, 0), (tables.c.stage.in_(("lobby", "playing")), 1), else_=2)
        query = (
            sa.select(*tables.c["id", "game", "stage", "waiting", "chairs", "touched", "asked"], seatings.c.seats)
            .join(seatings, seatings.c.match == tables.c.id)
            .where(seatings.c.person == person)
            .order_by(running, tables.c.touched.desc())
            .limit(limit)
        )
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).all()

    async def matches_of(self, person: str) -> int:
        """How many matches somebody has begun."""
        query = (
            sa.select(sa.func.count())
            .select_from(seatings)
            .join(tables, seatings.c.match == tables.c.id)
            .where(seatings.c.person == person, tables.c.stage != "lobby")
        )
        async with self.engine.connect() as connection:
            return int((await connection.execute(query)).scalar_one())

    # Nodes

    async def revive(self, now: float, least: float, since: float) -> list[Stop]:
        """A node runs. If none has for more than so many seconds, that was a stop; all stops since a time."""
        for name, value in ((ALIVE, f"{now}"), (STOPS, "[]")):
            await self.setting(name, value)
        lock = sa.select(settings.c.name, settings.c.value).where(settings.c.name.in_((ALIVE, STOPS))).with_for_update()
        async with self.engine.begin() as connection:
            found: dict[str, str] = {row.name: row.value for row in await connection.execute(lock)}
            alive, stops = float(found[ALIVE]), msgspec.json.decode(found[STOPS], type=list[Stop])
            stops = [stop for stop in stops if stop.end > since]
            if now - alive > least:
                stops.append(Stop(alive, now))
            for name, value in ((ALIVE, f"{max(alive, now)}"), (STOPS, msgspec.json.encode(stops).decode())):
                await connection.execute(sa.update(settings).where(settings.c.name == name).values(value=value))
        return stops

    async def beat(self, now: float) -> None:
        """A node still runs."""
        async with self.engine.begin() as connection:
            await connection.execute(sa.update(settings).where(settings.c.name == ALIVE).values(value=f"{now}"))

    # People

    async def setting(self, name: str, value: str) -> str:
        """A setting that all nodes share; the first who asks makes it."""
        async with self.engine.begin() as connection:
            await self._insert_new(connection, settings, {"name": name, "value": value})
            found = await connection.execute(sa.select(settings.c.value).where(settings.c.name == name))
            return str(found.scalar_one())

    async def profile_on(self, device: str) -> Profile | None:
        """Whose device it is; nobody's, where it was signed out."""
        query = sa.select(*_profile_columns).join(devices, devices.c.person == people.c.id)
        return await self._profile(query.where(devices.c.id == device))

    async def profile(self, person: str) -> Profile | None:
        return await self._profile(sa.select(*_profile_columns).where(people.c.id == person))

    async def profile_by_link(self, link: str) -> Profile | None:
        return await self._profile(sa.select(*_profile_columns).where(people.c.link == link))

    async def _profile(self, query: sa.Select[Any]) -> Profile | None:
        async with self.engine.connect() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else Profile(*row)

    async def use_link(self, link: str) -> bool:
        """Whether a link is valid: from now on it is no more."""
        statement = sa.update(people).where(people.c.link == link).values(link=None)
        async with self.engine.begin() as connection:
            return (await connection.execute(statement)).rowcount == 1

    async def add_profile(self, profile: Profile, now: float) -> None:
        async with self.engine.begin() as connection:
            row = {"id": profile.id, "name": profile.name, "colour": profile.colour, "created": now}
            await connection.execute(sa.insert(people).values(row))

    async def change_profile(self, person: str, **changes: str | None) -> None:
        async with self.engine.begin() as connection:
            await connection.execute(sa.update(people).where(people.c.id == person).values(changes))

    async def add_device(self, device: Device) -> None:
        async with self.engine.begin() as connection:
            await connection.execute(sa.insert(devices).values(device._asdict()))

    async def devices_of(self, person: str) -> list[Device]:
        """The device that was used last comes first."""
        query = sa.select(devices).where(devices.c.person == person).order_by(devices.c.seen.desc(), devices.c.id)
        async with self.engine.connect() as connection:
            return [Device(*row) for row in (await connection.execute(query)).all()]

    async def devices_among(self, some: Sequence[str]) -> set[str]:
        """Which of them have not been signed out."""
        query = sa.select(devices.c.id).where(devices.c.id.in_(some))
        async with self.engine.connect() as connection:
            return {row.id for row in await connection.execute(query)}

    async def see_device(self, device: str, now: float, every: float) -> None:
        """Note when a device was used, from time to time."""
        due = sa.update(devices).where(devices.c.id == device, devices.c.seen <= now - every).values(seen=now)
        async with self.engine.begin() as connection:
            await connection.execute(due)

    async def remove_device(self, device: str) -> None:
        async with self.engine.begin() as connection:
            await connection.execute(sa.delete(devices).where(devices.c.id == device))

    # Chat

    async def say(self, match: str, said: Said, keep: int) -> None:
        """Keep what was said, and of each table only the latest."""
        row = {"match": match, **said._asdict()}
        latest = sa.select(chat.c.id).where(chat.c.match == match).order_by(chat.c.id.desc()).limit(keep)
        async with self.engine.begin() as connection:
            await connection.execute(sa.insert(chat).values(row))
            await connection.execute(sa.delete(chat).where(chat.c.match == match, chat.c.id.not_in(latest)))

    async def said(self, match: str) -> list[Said]:
        columns = (chat.c[column] for column in Said._fields)
        query = sa.select(*columns).where(chat.c.match == match).order_by(chat.c.id)
        async with self.engine.connect() as connection:
            return [Said(*row) for row in (await connection.execute(query)).all()]

    # Reviews

    async def review(self, match: str, part: str, judge: str) -> str | None:
        query = sa.select(reviews.c.body).where(
            reviews.c.match == match, reviews.c.part == part, reviews.c.judge == judge
        )
        async with self.engine.connect() as connection:
            found: str | None = (await connection.execute(query)).scalar_one_or_none()
            return found

    async def reviewed(self, person: str, since: float, part: str, judges: Sequence[str], limit: int) -> list[Reviewed]:
        """Somebody's matches that are over since then, the latest first, and which of these has reviewed them."""
        is_one = sa.and_(reviews.c.match == tables.c.id, reviews.c.part == part, reviews.c.judge.in_(judges))
        query: sa.Select[Any] = (
            sa.select(*tables.c["id", "game", "secret", "touched"], reviews.c.judge)
            .join(seatings, seatings.c.match == tables.c.id)
            .outerjoin(reviews, is_one)
            .where(seatings.c.person == person, tables.c.stage == "over", tables.c.touched >= since)
            .order_by(tables.c.touched.desc(), tables.c.id)
            .limit(limit)
        )
        async with self.engine.connect() as connection:
            return [Reviewed(*row) for row in (await connection.execute(query)).all()]

    # Exercises

    async def keep_tried(self, tried: Tried) -> None:
        """On two nodes at once, the first counts."""
        async with self.engine.begin() as connection:
            await self._insert_new(connection, tries, tried._asdict())

    async def tried(self, person: str) -> list[Tried]:
        """All that somebody answered, exercise by exercise, in order."""
        query = sa.select(tries).where(tries.c.person == person).order_by(tries.c.match, tries.c.event, tries.c.n)
        async with self.engine.connect() as connection:
            return [Tried(*row) for row in (await connection.execute(query)).all()]
