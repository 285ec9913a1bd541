"""Storage that lies: a full disk, deleted files, damaged pages. No move is acknowledged that is not stored."""

import asyncio
import logging
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from pasch.server.store.database import engine_for, sqlite_engine
from pasch.server.store.trouble import Files, Replaced
from tests.server.client import Player, players, raw
from tests.server.hostile.conftest import attacked
from tests.server.nodes import Process, node
from tests.server.scenes import HIGH, LOW, watched
from tests.services import Postgres

pytestmark = pytest.mark.anyio


@contextmanager
def full_disk(server: Process, postgres: Postgres | None) -> Iterator[str]:
    """Nothing more can be written, but everything can be read; what the database says then.

    SQLite: the kernel lets the process write no file any more. PostgreSQL: it is read-only, as where a disk fills up.
    """
    if postgres is None:
        assert server.process is not None
        limited, free = (1, resource.RLIM_INFINITY), (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limited)
        yield "disk I/O error"
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, free)
    else:
        read_only(postgres, "on")
        try:
            yield "read-only transaction"
        finally:
            read_only(postgres, "off")


def read_only(postgres: Postgres, state: str) -> None:
    postgres.sql(f"ALTER SYSTEM SET default_transaction_read_only = {state}")
    postgres.sql("SELECT pg_reload_conf()")
    while postgres.sql("SHOW default_transaction_read_only") != state:
        pass


async def health(server: Process) -> tuple[int, bool]:
    answer = await raw(server.base, "GET", "/health")
    return answer.status_code, answer.json()["ok"]


async def stored(player: Player, table: str, seat: int, version: int, move: Any, key: str) -> dict[str, Any]:
    """A move sent again under its id until it is stored, as the page does it."""
    while (told := await player.move(table, seat, version, move, key)).get("rule") == "unavailable":
        pass
    return told


async def test_on_a_full_disk_health_says_so_and_a_move_waits_until_it_is_stored_once(
    storage: str, request: pytest.FixtureRequest
) -> None:
    postgres = request.getfixturevalue("postgres") if storage.startswith("postgresql") else None
    with attacked(storage, says=True) as server:
        async with players(server.base, "Ann", "Ben") as (ann, ben):
            table, version = await watched("hilo", [ann, ben])
            tabs = {"one": ann, "other": await ann.elsewhere(server.base)}
            assert await health(server) == (200, True)
            with full_disk(server, postgres) as cause:
                told = asyncio.gather(*(tab.move(table, 0, version, HIGH, key) for key, tab in tabs.items()))
                assert await health(server) == (503, False)
                assert [one["rule"] for one in await told] == ["unavailable", "unavailable"]
                await ann.ping()
                assert ben.latest(table)["version"] == version
            told = asyncio.gather(*(stored(tab, table, 0, version, HIGH, key) for key, tab in tabs.items()))
            assert sorted(one["type"] == "refused" for one in await told) == [False, True], "one of two tabs was first"
            await tabs["other"].gone()
            assert (await ben.move(table, 1, version, LOW))["result"]
            assert await health(server) == (200, True)
            moves = [event for event in (await ann.get(f"/tables/{table}/record"))["events"] if "seat" in event]
            assert [event["seat"] for event in moves] == [0, 1]
        assert cause in server.killed()


async def test_no_move_goes_into_files_that_were_deleted(tmp_path: Path) -> None:
    with attacked(f"sqlite:///{tmp_path / 'pasch.db'}", says=True) as server:
        async with players(server.base, "Ann", "Ben") as (ann, ben):
            table, version = await watched("hilo", [ann, ben])
            for file in tmp_path.iterdir():
                file.unlink()
            told = await asyncio.gather(ann.move(table, 0, version, HIGH), ben.move(table, 1, version, HIGH))
            assert [one["rule"] for one in told] == ["unavailable", "unavailable"]
            assert await health(server) == (503, False)
            await ann.post("/tables", {"game": "hilo", "seats": 2}, expect=503)
        assert list(tmp_path.iterdir()) == [], "no empty database in its place"
        assert "deleted or replaced under the running server: pasch.db, pasch.db-wal, pasch.db-shm" in server.killed()


@pytest.mark.parametrize("name", ["pasch.db", "pasch.db-wal", "pasch.db-shm"])
def test_a_database_whose_files_are_replaced_is_used_again_when_they_are_back(tmp_path: Path, name: str) -> None:
    engine = sqlite_engine(sa.make_url(f"sqlite:///{tmp_path / 'pasch.db'}"))
    with engine.begin() as connection:
        connection.execute(sa.text("CREATE TABLE marks (mark)"))
    Files(str(tmp_path / "pasch.db"), engine)
    kept = (tmp_path / name).rename(tmp_path / "kept")
    for _ in range(2):
        with pytest.raises(Replaced, match=name), engine.begin():
            pass
        (tmp_path / name).write_bytes(kept.read_bytes())
    kept.rename(tmp_path / name)
    with engine.begin() as connection:
        connection.execute(sa.text("INSERT INTO marks VALUES (1)"))
    engine.dispose()


# Damage


async def garble(database: str, table: str) -> None:
    """An entry of a table's log is cut off, as after a bad write."""
    engine = engine_for(database)
    async with engine.begin() as connection:
        await connection.execute(
            sa.text("UPDATE events SET what = '{\"type\":' WHERE match = :id AND n = 1"), {"id": table}
        )
    await engine.dispose()


def tear(file: Path, table: str) -> None:
    """A table's log grows over several pages of the file; then one that holds nothing else is overwritten."""
    with closing(sqlite3.connect(file)) as connection:
        last = "SELECT n, what FROM events WHERE match = ? ORDER BY n DESC LIMIT 1"
        n, what = connection.execute(last, [table]).fetchone()
        connection.executemany(
            "INSERT INTO events VALUES (?, ?, 0, NULL, ?)", [(table, n + more, what) for more in range(1, 300)]
        )
        connection.commit()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    pages = file.read_bytes()
    full = [at for at in range(0, len(pages), size) if pages[at : at + size].count(table.encode()) > 10]
    with file.open("r+b") as damaged:
        damaged.seek(full[len(full) // 2])
        damaged.write(b"\xff" * size)


async def test_a_damaged_table_is_named_and_harms_no_other(storage: str, caplog: pytest.LogCaptureFixture) -> None:
    is_file = storage.startswith("sqlite")
    async with node(storage) as before, players(before.base, "Ann") as (ann,):
        tables = [await ann.open_table("hilo", 2) for _ in range(3)]
    await garble(storage, tables[0])
    if is_file:
        tear(Path(storage.removeprefix("sqlite:///")), tables[1])
    bad = tables[: 1 + is_file]
    async with node(storage) as after:
        ann = await ann.elsewhere(after.base)
        for table in bad:
            caplog.clear()
            with caplog.at_level(logging.ERROR):
                refused = await ann.get(f"/tables/{table}", expect=500)
            assert refused["rule"] == "damaged"
            assert refused["reason"] == (
                f"Table {table} can no longer be read: its data is damaged. "
                "Please tell whoever runs the server; they may have a backup."
            )
            assert [record.table for record in caplog.records] == [table]  # type: ignore[attr-defined]
            german = await ann.call("GET", f"/tables/{table}", expect=500, headers={"Accept-Language": "de"})
            assert german["reason"] == (
                f"Der Tisch {table} lässt sich nicht mehr lesen: Seine Daten sind beschädigt. "
                "Sag bitte denen Bescheid, die den Server betreiben; vielleicht haben sie eine Sicherung."
            )
            assert (await ann.watch(table))["reason"] == refused["reason"]
        for table in set(tables) - set(bad):
            assert (await ann.watch(table))["info"]["stage"] == "lobby"
            await ann.post(f"/tables/{table}/seats/1", {"type": "bot", "level": "random"})
        await ann.gone()
