"""`pasch rebuild`: whatever lists and statistics read is computed anew from the logs, and what differed is said."""

import argparse
import asyncio
import logging
import sys
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from pasch.engine.errors import PaschError
from pasch.engine.language import Lang, Text
from pasch.server.store.appending import asked_of, bits, chairs_of, reseat
from pasch.server.store.database import database_of, locked, opened
from pasch.server.store.schema import events, listings, rating_marks, results, reviews, seatings, settings, tables
from pasch.server.store.trouble import reading
from pasch.server.store.verdicts import WHOLE, verdicts_in
from pasch.server.table.log import Entry, decode_what
from pasch.server.table.results import SeatResult, results_of
from pasch.server.table.table import Table

AT_A_TIME = 100
MOST_AT_START = 500
"""Tables that a server reads before it opens: some seconds."""
DUE = "rebuild"
"""The setting by which a migration says that there is something to compute."""
NAMES = {
    "tables": Text("Tische", "tables"),
    "seatings": Text("Plätze", "seatings"),
    "results": Text("Ergebnisse", "results"),
    "damaged": Text("unlesbar", "damaged"),
}
"""What may differ, and in how many matches it did."""

log = logging.getLogger("pasch.rebuild")


def rebuild_all(args: argparse.Namespace) -> int:
    url = database_of(args)
    with locked(url):
        read, differed = asyncio.run(_rebuild(url))
    print(told(read, differed, args.lang), file=sys.stderr)
    return 1 if differed["damaged"] else 0


def told(read: int, differed: Counter[str], lang: Lang) -> str:
    parts = ", ".join(f"{NAMES[name].to(lang)} {count}" for name, count in differed.items())
    if not parts:
        return Text(f"{read} Tische gelesen. Alles war so.", f"{read} tables read. Nothing differed.").to(lang)
    return Text(f"{read} Tische gelesen. Anders waren: {parts}.", f"{read} tables read. Differed: {parts}.").to(lang)


async def _rebuild(url: str) -> tuple[int, Counter[str]]:
    async with opened(url) as engine:
        return await rebuild(engine)


async def catch_up(engine: AsyncEngine) -> None:
    """After the migration that made these tables: a few matches are read at once, many when somebody has the time."""
    async with engine.connect() as connection:
        is_due = (await connection.execute(sa.select(settings).where(settings.c.name == DUE))).first() is not None
        count = (await connection.execute(sa.select(sa.func.count()).select_from(tables))).scalar_one() if is_due else 0
    if is_due and count > MOST_AT_START:
        log.warning("statistics do not know the %d tables from before this version: run `pasch rebuild`", count)
    elif is_due:
        await rebuild(engine)


async def rebuild(engine: AsyncEngine) -> tuple[int, Counter[str]]:
    """How many tables were read, and in how many of them what differed. Others may write in the meantime."""
    differed: Counter[str] = Counter()
    read, last = 0, ""
    async with engine.begin() as connection:
        await connection.execute(sa.delete(rating_marks))
    while True:
        query = sa.select(tables).where(tables.c.id > last).order_by(tables.c.id).limit(AT_A_TIME).with_for_update()
        async with engine.begin() as connection:
            rows = (await connection.execute(query)).all()
            if rows:
                differed += await connection.run_sync(_rebuild_some, rows)
            else:
                await connection.execute(sa.delete(settings).where(settings.c.name == DUE))
        if not rows:
            return read, differed
        read, last = read + len(rows), rows[-1].id


def _rebuild_some(connection: sa.Connection, rows: Sequence[Any]) -> Counter[str]:
    ids, differed = [row.id for row in rows], Counter[str]()
    entries_of = sa.select(events).where(events.c.match.in_(ids)).order_by(events.c.match, events.c.n)
    logs = {match: list(log) for match, log in groupby(connection.execute(entries_of), key=lambda one: str(one.match))}
    stored = {table.name: _of_matches(connection, table, ids) for table in (seatings, listings, results)}
    for row in rows:
        try:
            with reading(row.id):
                table = Table(row.id, row.secret)
                found = logs.get(row.id, [])
                deque(table.read([Entry(one.n, one.at, decode_what(one.what), one.key) for one in found]), maxlen=0)
        except PaschError:
            differed["damaged"] += 1
            continue
        if table.version:
            differed.update(_differences(connection, row, table, {name: of[row.id] for name, of in stored.items()}))
    return differed


def _of_matches(connection: sa.Connection, table: sa.Table, ids: Sequence[str]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {match: [] for match in ids}
    for row in connection.execute(sa.select(table).where(table.c.match.in_(ids)).order_by(*table.primary_key)):
        found[row.match].append(row)
    return found


def _differences(connection: sa.Connection, row: Any, table: Table, stored: dict[str, list[Any]]) -> Iterator[str]:
    """What is stored otherwise than the log has it; it is written anew."""
    now = {"stage": table.stage, "version": table.version, "waiting": bits(table.waiting), "asked": asked_of(table)}
    if any(getattr(row, name) != value for name, value in now.items()):
        yield "tables"
        connection.execute(sa.update(tables).where(tables.c.id == row.id).values(now))
    chairs = chairs_of(table)
    seated = {one.person: one.seats for one in stored["seatings"]}
    listed = [(one.game, one.setup) for one in stored["listings"]]
    if (row.chairs, seated, listed) != (chairs.infos, chairs.seatings, [chairs.listing] if chairs.listing else []):
        yield "seatings"
        reseat(connection, {row.id: chairs})
    ended, kept = list(results_of(table)), [SeatResult(*one) for one in stored["results"]]
    if ended:
        ended = _reviewed(connection, ended, kept)
    if kept != ended:
        yield "results"
        connection.execute(sa.delete(results).where(results.c.match == row.id))
        if ended:
            connection.execute(sa.insert(results), [one._asdict() for one in ended])


def _reviewed(connection: sa.Connection, ended: Sequence[SeatResult], kept: Sequence[SeatResult]) -> list[SeatResult]:
    """With the word of a review: of several that whose word it was."""
    whole = sa.select(reviews.c.judge, reviews.c.body).where(reviews.c.match == ended[0].match, reviews.c.part == WHOLE)
    bodies: dict[str, str] = {row.judge: row.body for row in connection.execute(whole)}
    if not bodies:
        return list(ended)
    judge = next((one.judge for one in kept if one.judge in bodies), max(bodies))
    verdicts = verdicts_in(judge, bodies[judge])
    return [one._replace(**verdicts[one.seat]._asdict()) for one in ended]
