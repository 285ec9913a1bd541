"""A database from before there were lists: brought up to date with all its matches, and back by restore."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from sqlalchemy.ext.asyncio import AsyncEngine

from pasch.server.store.database import engine_for, migrate, upgrade
from pasch.server.store.rebuild import rebuild
from pasch.server.store.results import Results
from pasch.server.store.schema import events
from pasch.server.table.log import encode_what
from pasch.server.table.results import results_of
from tests.scale import scaled
from tests.server.scenes import HIGH, LOW, SECRET, hilo, moved, person
from tests.services import Postgres

pytestmark = pytest.mark.anyio

BEFORE = "0004"
MATCHES = scaled(20, 10_000)


def rows(number: int) -> Iterator[dict[str, tuple[Any, ...]]]:
    """What was stored of so many matches, of which every other one goes on."""
    log = hilo(person("ann"), person("ben"))
    log.write(moved(0, HIGH), at=5.0)
    going = list(log.entries)
    log.write(moved(1, LOW), at=6.0)
    log.fall(at=7.0)
    for at in range(number):
        code, entries = f"T{at:06}", (log.entries, going)[at % 2]
        stage, waiting = (("over", 0), ("playing", 2))[at % 2]
        yield {
            "tables": (code, "hilo", stage, SECRET, len(entries), waiting, "[]", 0.0, 7.0, None),
            "seatings": ("ann", code, 1),
            "events": tuple((code, one.n, one.at, one.key, encode_what(one.what).decode()) for one in entries),
        }


async def fill(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        await connection.run_sync(migrate(lambda config: command.upgrade(config, BEFORE)))
        people = sa.text("INSERT INTO people (id, name, created) VALUES (:who, :who, 0)")
        await connection.execute(people, [{"who": "ann"}, {"who": "ben"}])
        old = sa.MetaData()
        await connection.run_sync(lambda to: old.reflect(to, only=["tables", "seatings", "events"]))
        named = {name: [column.name for column in old.tables[name].columns] for name in old.tables}
        for name in ("tables", "seatings", "events"):
            found = (one for row in rows(MATCHES) for one in (row[name] if name == "events" else (row[name],)))
            while some := [dict(zip(named[name], one, strict=True)) for one in islice(found, 1000)]:
                await connection.execute(sa.insert(old.tables[name]), some)


async def logs(engine: AsyncEngine) -> list[Any]:
    async with engine.connect() as connection:
        return list(await connection.execute(sa.select(events).order_by(*events.primary_key)))


async def test_an_old_database_keeps_every_match_and_gets_its_lists(empty: str) -> None:
    engine = engine_for(empty)
    await fill(engine)
    before = await logs(engine)
    await upgrade(engine)
    assert (await rebuild(engine))[0] == MATCHES
    assert await logs(engine) == before
    ended = hilo(person("ann"), person("ben"))
    ended.write(moved(0, HIGH), moved(1, LOW), at=7.0)
    ended.fall(at=7.0)
    expected = results_of(ended.table)[0]
    found = await Results(engine).all_of("ann")
    assert len(found) == MATCHES // 2
    assert {one._replace(match="") for one in found} == {expected._replace(match="")}
    assert await rebuild(engine) == (MATCHES, {}), "nothing differs any more"
    await engine.dispose()


async def test_a_backup_brings_the_old_database_back(tmp_path: Path) -> None:
    file, backup = tmp_path / "pasch.db", tmp_path / "backup.db"
    engine = engine_for(f"sqlite:///{file}")
    await fill(engine)
    with closing(sqlite3.connect(file)) as here, closing(sqlite3.connect(backup)) as there:
        before = list(here.iterdump())
        here.backup(there)
    await upgrade(engine)
    await engine.dispose()
    with closing(sqlite3.connect(file)) as here, closing(sqlite3.connect(backup)) as there:
        assert list(here.iterdump()) != before
        there.backup(here)
        assert list(here.iterdump()) == before
    again = engine_for(f"sqlite:///{file}")
    await upgrade(again)
    assert (await rebuild(again))[0] == MATCHES, "and it can be brought up to date again"
    await again.dispose()


async def everything(engine: AsyncEngine) -> dict[str, list[str]]:
    """All rows of all tables that there are, whatever their columns."""
    found = sa.MetaData()
    async with engine.connect() as connection:
        await connection.run_sync(found.reflect)
        return {
            name: sorted(repr(row) for row in await connection.execute(sa.select(table)))
            for name, table in found.tables.items()
        }


async def test_a_dump_brings_the_old_database_back_on_postgresql_too(postgres: Postgres) -> None:
    url = postgres.fresh_database()
    engine = engine_for(url)
    await fill(engine)
    before, dumped = await everything(engine), postgres.dump(url)
    await upgrade(engine)
    assert await everything(engine) != before
    await engine.dispose()
    again = engine_for(postgres.restore(dumped))
    assert await everything(again) == before
    await upgrade(again)
    assert (await rebuild(again))[0] == MATCHES, "and it can be brought up to date again"
    await again.dispose()
