"""Storage and writer on both databases: every entry of a log is stored once, or not at all, whatever goes wrong."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from time import time
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.ext.asyncio import AsyncEngine

from pasch.server.store import writer as writing
from pasch.server.store.appending import Append, Summary
from pasch.server.store.database import engine_for, migrate, upgrade
from pasch.server.store.schema import metadata, settings
from pasch.server.store.storage import Device, Profile, Storage
from pasch.server.store.writer import Conflict, Writer
from pasch.server.table.log import Closed, Entry
from pasch.server.table.refusals import Unavailable
from tests.server.client import Player, players
from tests.server.nodes import Node, laid_out, node
from tests.server.scenes import HIGH, LOW, watched
from tests.services import Postgres

pytestmark = pytest.mark.anyio
NEVER = 3600.0
"""Seconds: a sweep would take the fault that is meant for a move."""


class Faults:
    """What can go wrong with the driver of some engines, from the moment it is asked for."""

    def __init__(self, patch: pytest.MonkeyPatch, *engines: sa.Engine) -> None:
        self.lost_answers = 0
        """How many commits are stored without anybody being told."""
        self.is_away = False
        self.fails_at = ""
        """The beginning of a statement that fails, once."""
        for dialect in {engine.dialect for engine in engines}:
            driver: Any = dialect.loaded_dbapi
            patch.setattr(dialect, "do_commit", self._committing(driver, dialect.do_commit))
            patch.setattr(dialect, "do_execute", self._executing(driver, dialect.do_execute))
            patch.setattr(dialect, "do_executemany", self._executing(driver, dialect.do_executemany))

    def _committing(self, driver: Any, commit: Any) -> Any:
        def do_commit(connection: Any) -> None:
            if self.is_away:
                raise driver.OperationalError("nobody answers")
            commit(connection)
            if self.lost_answers:
                self.lost_answers -= 1
                raise driver.OperationalError("the answer got lost")

        return do_commit

    def _executing(self, driver: Any, execute: Any) -> Any:
        def do_execute(cursor: Any, statement: str, *more: Any) -> None:
            if self.fails_at and statement.strip().startswith(self.fails_at):
                self.fails_at = ""
                raise driver.OperationalError("the line is cut")
            execute(cursor, statement, *more)

        return do_execute


@contextmanager
def impatient() -> Iterator[pytest.MonkeyPatch]:
    """A writer that gives up soon, and what a test breaks, mended afterwards."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writing, "PAUSES", (0.01,) * 3)
        yield patch


# Storage and writer alone


@asynccontextmanager
async def writers(database: str, number: int) -> AsyncIterator[list[Writer]]:
    """Writers of nodes that share a database in which the tables A, B, C… wait for their first entry."""
    engines = [engine_for(database) for _ in range(number)]
    await upgrade(engines[0])
    for code in CODES:
        assert await Storage(engines[0]).create(code, "hilo", bytes(32), 0.0)
    at_work = [Writer(engine) for engine in engines]
    for one in at_work:
        one.start()
    try:
        yield at_work
    finally:
        for one in at_work:
            await one.stop()
        for engine in engines:
            await engine.dispose()


CODES = [chr(ord("A") + at) for at in range(26)]


def append_to(code: str, key: str, *numbers: int) -> Append:
    entries = [Entry(n, 0.0, Closed("host"), key) for n in numbers or (0,)]
    return Append(code, entries, Summary("closed", entries[-1].n + 1, 0, None, time()))


async def logs(database: str) -> dict[str, list[tuple[int, str | None]]]:
    """The numbers and keys of all entries, straight from the database."""
    engine = engine_for(database)
    async with engine.connect() as connection:
        rows = (await connection.execute(sa.text("SELECT match, n, key FROM events ORDER BY match, n"))).all()
        versions = {row.id: row.version for row in await connection.execute(sa.text("SELECT id, version FROM tables"))}
    await engine.dispose()
    found: dict[str, list[tuple[int, str | None]]] = {code: [] for code in versions}
    for match, n, key in rows:
        found[match].append((n, key))
    for code, log in found.items():
        assert [n for n, _ in log] == list(range(versions[code])), "gaps, or a summary without its log"
    return found


async def test_of_two_writers_that_append_the_same_entry_exactly_one_succeeds(database: str) -> None:
    contested, own = CODES[:20], {"one": CODES[20:23], "two": CODES[23:]}
    async with writers(database, 2) as (one, two):
        tries = {
            (key, code): asyncio.ensure_future(by.append(append_to(code, key)))
            for key, by in (("one", one), ("two", two))
            for code in [*contested, *own[key]]
        }
        await asyncio.wait(tries.values())
    found = await logs(database)
    for code in contested:
        errors = {key: tries[key, code].exception() for key in own}
        winner = next(key for key, error in errors.items() if error is None)
        assert sorted(type(error).__name__ for error in errors.values()) == ["Conflict", "NoneType"]
        assert found[code] == [(0, winner)]
    for key, codes in own.items():
        assert all(tries[key, code].exception() is None for code in codes), "the others of the batch are stored"
        assert all(found[code] == [(0, key)] for code in codes)


async def test_two_writers_never_wait_for_each_other_in_a_circle(postgres: Postgres) -> None:
    async with writers(postgres.fresh_database(), 2) as (one, two):
        for n in range(20):
            orders = ((one, CODES), (two, CODES[::-1]))
            tries = [by.append(append_to(code, "k", n)) for by, codes in orders for code in codes]
            told = await asyncio.gather(*tries, return_exceptions=True)
            assert sum(error is None for error in told) == len(CODES)
    assert "deadlock detected" not in postgres.written()


async def test_entries_that_belong_together_are_stored_together_or_not_at_all(database: str) -> None:
    async with writers(database, 1) as (one,):
        await one.append(append_to("A", "first", 0, 1))
        with pytest.raises(Conflict):
            await one.append(append_to("A", "late", 1, 2, 3))
        await one.append(append_to("B", "first", 0))
    assert {code: log for code, log in (await logs(database)).items() if log} == {
        "A": [(0, "first"), (1, "first")],
        "B": [(0, "first")],
    }


async def test_an_entry_that_no_database_takes_harms_no_other(database: str) -> None:
    with impatient():
        async with writers(database, 1) as (one,):
            bad = asyncio.gather(one.append(append_to("A", "\0")), return_exceptions=True)
            await asyncio.gather(*(one.append(append_to(code, "k")) for code in CODES[1:]))
            await bad


async def test_what_is_stored_beside_logs_goes_into_the_same_commits_and_harms_none(database: str) -> None:
    mark = sa.insert(settings).values(name="mark", value="")
    async with writers(database, 1) as (one,):
        await one.beside(lambda connection: connection.execute(mark))
        tries = [one.append(append_to(code, "k")) for code in CODES]
        again = one.beside(lambda connection: connection.execute(mark))
        told = await asyncio.gather(again, *tries, return_exceptions=True)
        assert [type(error) for error in told] == [Conflict] + [type(None)] * len(CODES)
    assert all(log == [(0, "k")] for log in (await logs(database)).values())


async def test_a_writer_that_stops_stores_first_what_has_arrived(database: str) -> None:
    async with writers(database, 1) as (one,):
        tries = [asyncio.ensure_future(one.append(append_to(code, "k"))) for code in CODES]
        await asyncio.sleep(0)
        await one.stop()
        assert all(one_try.done() and one_try.exception() is None for one_try in tries)


@pytest.mark.parametrize("statement", ["INSERT INTO events", "UPDATE tables"])
async def test_a_commit_that_breaks_off_in_the_middle_is_made_anew(database: str, statement: str) -> None:
    with impatient() as patch:
        async with writers(database, 1) as (one,):
            faults = Faults(patch, one.store.engine)
            faults.fails_at = statement
            await one.append(append_to("A", "k", 0, 1))
            assert faults.fails_at == ""
    assert (await logs(database))["A"] == [(0, "k"), (1, "k")]


async def test_a_connection_that_cannot_be_opened_anew_at_once_is_opened_later(tmp_path: Path) -> None:
    sqlite = f"sqlite:///{tmp_path / 'pasch.db'}"
    with impatient() as patch:
        async with writers(sqlite, 1) as (one,):
            engine, tried = one.store.engine, []
            connect = engine.connect

            def not_yet() -> sa.Connection:
                tried.append(1)
                if len(tried) == 1:
                    raise OSError("too many open files")
                return connect()

            patch.setattr(engine, "connect", not_yet)
            Faults(patch, engine).fails_at = "INSERT INTO events"
            await one.append(append_to("A", "k"))
            assert len(tried) == 2
    assert (await logs(sqlite))["A"] == [(0, "k")]


async def test_where_nothing_can_be_stored_all_are_told_and_nothing_is_half_stored(database: str) -> None:
    with impatient() as patch:
        async with writers(database, 1) as (one,):
            faults = Faults(patch, one.store.engine)
            faults.is_away = True
            tries = [asyncio.ensure_future(one.append(append_to(code, "k", 0, 1))) for code in CODES]
            await asyncio.wait(tries)
            assert all(isinstance(one_try.exception(), Unavailable) for one_try in tries)
            assert not any((await logs(database)).values())
            faults.is_away = False
            await one.append(append_to("A", "k"))


# A node whose database answers late, or not at all


@asynccontextmanager
async def at_a_table(here: Node, game: str = "hilo") -> AsyncIterator[tuple[Player, Player, str, int]]:
    """Ann and Ben at a match that has just begun; its version."""
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        table, version = await watched(game, [ann, ben])
        yield ann, ben, table, version


def answers(player: Player, key: str) -> list[dict[str, Any]]:
    """All that was said about a move."""
    return [told for told in player.heard if key in (told.get("ack"), told.get("id"))]


async def keys(here: Node, table: str) -> list[str]:
    return [entry.key for entry in await here.node.storage.entries(table) if entry.key is not None]


async def test_a_move_whose_commit_was_stored_without_an_answer_counts_once(database: str) -> None:
    with impatient() as patch:
        async with node(database, sweep=NEVER) as here, at_a_table(here) as (ann, ben, table, version):
            faults = Faults(patch, here.node.engine.sync_engine, here.node.writer.store.engine)
            for player, seat, key in ((ann, 0, "first"), (ben, 1, "last")):
                faults.lost_answers = 1
                told = await player.move(table, seat, version, HIGH, key)
                assert (faults.lost_answers, told["type"]) == (0, "ack"), told
                await player.ping()
                assert len(answers(player, key)) == 1
            assert await keys(here, table) == ["first", "last"]
            assert ann.latest(table)["result"] == ben.latest(table)["result"]


async def test_a_whole_batch_that_was_stored_without_an_answer_counts_once(database: str) -> None:
    with impatient() as patch:
        async with node(database, sweep=NEVER) as here, players(here.base, "Ann", "Ben") as (ann, ben):
            matches = [await watched("hilo", [ann, ben]) for _ in range(8)]
            faults = Faults(patch, here.node.engine.sync_engine, here.node.writer.store.engine)
            faults.lost_answers = 3
            told = await asyncio.gather(*(ann.move(table, 0, version, LOW, table) for table, version in matches))
            assert {one["type"] for one in told} <= {"ack", "update"}
            for table, _ in matches:
                assert await keys(here, table) == [table]


async def test_the_last_move_may_be_sent_again_when_the_match_is_over(database: str) -> None:
    async with node(database) as here, at_a_table(here) as (ann, ben, table, version):
        await ann.move(table, 0, version, HIGH, "first")
        await ben.move(table, 1, version, HIGH, "last")
        for player, seat, key in ((ann, 0, "first"), (ben, 1, "last")):
            assert (await player.move(table, seat, version, HIGH, key))["type"] == "ack"
        assert await keys(here, table) == ["first", "last"]


async def test_while_nothing_can_be_stored_a_move_is_refused_and_may_be_sent_again(database: str) -> None:
    with impatient() as patch:
        async with node(database) as here, at_a_table(here) as (ann, ben, table, version):
            faults = Faults(patch, here.node.engine.sync_engine, here.node.writer.store.engine)
            faults.is_away = True
            refused = await ann.move(table, 0, version, HIGH, "key")
            assert (refused["type"], refused["rule"]) == ("refused", "unavailable")
            assert (await here.node.storage.versions([table]), await keys(here, table)) == ({table: version}, [])
            faults.is_away = False
            told = await ann.move(table, 0, version, HIGH, "key")
            assert told["ack"] == "key"
            assert (await ben.move(table, 1, version, LOW, "other"))["result"]
            assert await keys(here, table) == ["key", "other"]


async def test_a_request_that_cannot_be_stored_is_refused_as_unavailable(database: str) -> None:
    with impatient() as patch:
        async with node(database) as here, at_a_table(here) as (ann, _, table, _):
            faults = Faults(patch, here.node.engine.sync_engine, here.node.writer.store.engine)
            faults.is_away = True
            for path, body in (
                ("/tables", {"game": "hilo", "seats": 2}),
                (f"/tables/{table}/close", None),
                ("/me", {"name": "A"}),
            ):
                refused = await ann.post(path, body, expect=503)
                assert refused["rule"] == "unavailable"
            faults.is_away = False
            assert (await ann.get(f"/tables/{table}"))["stage"] == "playing"


async def test_a_move_waits_for_a_database_that_restarts(postgres: Postgres) -> None:
    async with node(laid_out(postgres)) as here, at_a_table(here) as (ann, ben, table, version):
        with trying_again() as tried:
            postgres.stop("immediate")
            try:
                move = asyncio.ensure_future(ann.move(table, 0, version, HIGH, "key"))
                await asyncio.wait_for(tried.wait(), 60)
            finally:
                postgres.start()
            while "ack" not in await move:  # the database was away for longer than a move waits
                move = asyncio.ensure_future(ann.move(table, 0, version, HIGH, "key"))
            assert (await ben.move(table, 1, version, LOW, "other"))["result"]
        assert await keys(here, table) == ["key", "other"]


@contextmanager
def trying_again() -> Iterator[asyncio.Event]:
    """Set when the writer has noticed that the database is away."""
    tried = asyncio.Event()

    class Notice(logging.Handler):
        def emit(self, _: logging.LogRecord) -> None:
            tried.set()

    notice = Notice()
    writing.log.addHandler(notice)
    yield tried
    writing.log.removeHandler(notice)


async def test_a_move_waits_for_a_database_that_somebody_else_has_locked(tmp_path: Path) -> None:
    file = tmp_path / "pasch.db"
    async with node(f"sqlite:///{file}") as here, at_a_table(here) as (ann, ben, table, version):
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            move = asyncio.ensure_future(ann.move(table, 0, version, HIGH, "key"))
            await ben.ping()
            assert answers(ann, "key") == []
            other.execute("ROLLBACK")
        assert (await move)["ack"] == "key"
        assert await keys(here, table) == ["key"]


# The schema


async def differences(engine: AsyncEngine) -> list[Any]:
    async with engine.connect() as connection:
        return await connection.run_sync(
            lambda one: list(compare_metadata(MigrationContext.configure(one, opts={"compare_type": True}), metadata))
        )


async def names(engine: AsyncEngine) -> set[str]:
    async with engine.connect() as connection:
        return set(await connection.run_sync(lambda one: sa.inspect(one).get_table_names()))


async def test_an_empty_database_is_brought_up_to_date_and_back(empty: str) -> None:
    engine = engine_for(empty)
    await upgrade(engine)
    await upgrade(engine)
    assert await differences(engine) == []
    async with engine.begin() as connection:
        await connection.run_sync(migrate(lambda config: command.downgrade(config, "base")))
    assert await names(engine) <= {"alembic_version"}
    await upgrade(engine)
    assert await differences(engine) == []
    assert await names(engine) == {*metadata.tables, "alembic_version"}
    await engine.dispose()


async def test_whoever_was_known_before_there_were_devices_still_is(empty: str) -> None:
    engine = engine_for(empty)
    async with engine.begin() as connection:
        await connection.run_sync(migrate(lambda config: command.upgrade(config, "0001")))
        await connection.execute(sa.text("INSERT INTO people (id, name, created) VALUES ('ann', 'Ann', 1.5)"))
    await upgrade(engine)
    storage = Storage(engine)
    assert await storage.profile_on("ann") == Profile("ann", "Ann", None)
    assert await storage.devices_of("ann") == [Device("ann", "ann", "old", "", 1.5, 1.5)]
    await engine.dispose()


@pytest.mark.parametrize("statement", ["CREATE TABLE people", "CREATE TABLE chat", "INSERT INTO alembic_version"])
async def test_an_upgrade_that_is_broken_off_can_be_made_anew(empty: str, statement: str) -> None:
    engine = engine_for(empty)
    with pytest.MonkeyPatch.context() as patch:
        Faults(patch, engine.sync_engine).fails_at = statement
        with pytest.raises(sa.exc.DBAPIError, match="the line is cut"):
            await upgrade(engine)
    await upgrade(engine)
    assert await differences(engine) == []
    await engine.dispose()
