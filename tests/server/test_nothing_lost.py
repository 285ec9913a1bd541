"""Nothing lost: servers are killed, databases restarted, while hundreds of matches are played to their end."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from pasch.engine import record
from pasch.engine.fair import check
from pasch.engine.game import Result
from pasch.engine.record import Record
from pasch.games import GAMES
from pasch.server.store.database import engine_for
from pasch.server.table.log import Entry, decode_what
from pasch.server.table.records import record_of
from tests.scale import scaled
from tests.server.nodes import Process
from tests.server.storm import Storm
from tests.services import Postgres, Redis, free_ports, needed

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

PEOPLE = scaled(8, 16)
AT_ONCE = 20
MATCHES = scaled(6, 70)
PATIENCE = 200
"""Seconds after which a match that does not go on counts as stuck."""
SHORT = "hilo"
UNHURRIED = ("--bot-pause", "0", "--limits", "1000")
"""Bots do not wait, and nobody is limited."""


def kinds() -> Iterator[tuple[str, int, int]]:
    """Matches of all games, most of them short, with two or three seats, none or one of them a bot's."""
    games = [game for long in GAMES if long != SHORT for game in (long, *[SHORT] * 5)]
    seatings = [(2, 0), (2, 1), (3, 0), (3, 1), (2, 0)]
    return ((game, *seating) for game, seating in zip(cycle(games), cycle(seatings), strict=False))


@asynccontextmanager
async def played(storm: Storm, chaos: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """A storm until its last match is over; people stay until then."""
    try:
        try:
            async with asyncio.timeout(PATIENCE):
                await storm.arrive()
                await storm.play(kinds(), AT_ONCE, MATCHES, chaos)
        except TimeoutError:
            pytest.fail("\n".join(["stuck:", *storm.stuck(), *storm.wrong]))
        yield
    finally:
        await storm.leave()


# What must hold afterwards


async def rows(url: str, query: str) -> list[sa.Row[Any]]:
    engine = engine_for(url)
    async with engine.connect() as connection:
        found = list((await connection.execute(sa.text(query))).all())
    await engine.dispose()
    return found


class Stored:
    """What the database holds, read with plain SQL."""

    def __init__(self, tables: list[sa.Row[Any]], events: list[sa.Row[Any]]) -> None:
        self.tables = {table.id: table for table in tables}
        self.logs: dict[str, list[sa.Row[Any]]] = {table.id: [] for table in tables}
        for event in events:
            self.logs[event.match].append(event)

    @classmethod
    async def of(cls, url: str) -> "Stored":
        return cls(await rows(url, "SELECT * FROM tables"), await rows(url, "SELECT * FROM events ORDER BY match, n"))

    def begun(self) -> list[str]:
        return [code for code, log in self.logs.items() if any(_kind(event) == "begun" for event in log)]

    def record(self, code: str) -> Record:
        entries = [Entry(event.n, event.at, decode_what(event.what), event.key) for event in self.logs[code]]
        return record_of(code, self.tables[code].secret, entries)


def _what(event: sa.Row[Any]) -> dict[str, Any]:
    what: dict[str, Any] = msgspec.json.decode(event.what)
    return what


def _kind(event: sa.Row[Any]) -> str:
    return str(_what(event)["type"])


def check_logs(stored: Stored, storm: Storm) -> None:
    """Every acknowledged move, once, as it was sent; nothing that nobody sent; no gaps."""
    keys: list[str] = []
    for code, log in stored.logs.items():
        assert [event.n for event in log] == list(range(stored.tables[code].version)), code
        for event in log:
            if event.key is not None:
                sent = storm.sent[event.key]
                assert (sent.table, _what(event)) == (code, {"type": "moved", "seat": sent.seat, "move": sent.move})
                keys.append(event.key)
    assert len(keys) == len(set(keys)), "a move was applied twice"
    lost, unasked = storm.acknowledged - set(keys), set(keys) - storm.acknowledged
    assert lost == set(), f"{len(lost)} of {len(storm.acknowledged)} acknowledged moves are not in the log"
    assert unasked == set(), "a move was stored, but nobody was told"
    assert storm.wrong == []


def check_records(stored: Stored, storm: Storm) -> list[Record]:
    """Every match is over, as its people were told; its record is its log, and verifies."""
    assert set(stored.begun()) == set(storm.results)
    records = []
    for code, results in storm.results.items():
        table = stored.tables[code]
        assert (table.stage, table.waiting, table.due) == ("over", 0, None), code
        found = stored.record(code)
        assert msgspec.json.decode(record.encode(found))["events"] == list(_events(stored.logs[code]))
        assert Record.of(check(found, GAMES)).result == found.result
        assert all(msgspec.convert(result, Result) == found.result for result in results)
        records.append(found)
    return records


def _events(log: list[sa.Row[Any]]) -> Iterator[dict[str, Any]]:
    for event in log:
        what = _what(event)
        if what["type"] == "moved":
            yield {"seat": what["seat"], **what["move"]}
        elif what["type"] == "fell":
            yield what["outcome"]


async def check_all(url: str, storm: Storm, folder: Path) -> None:
    stored = await Stored.of(url)
    check_logs(stored, storm)
    records = check_records(stored, storm)
    for found, code in zip(records, storm.results, strict=True):
        shown = await storm.devices[0].call("GET", f"/tables/{code}/record")
        assert shown.content == record.encode(found)
    file = folder / "records.jsonl"
    file.write_bytes(b"".join(record.encode(found) + b"\n" for found in records))
    command = [sys.executable, "-m", "pasch", "verify", "--lang", "en", str(file)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, f"{len(records)} valid, 0 invalid")
    assert len(records) >= MATCHES


# SQLite: one process


class Nodes:
    """Nodes on ports that they keep, ended and started by a thread of their own."""

    def __init__(self, number: int, *arguments: str) -> None:
        self._hands = ThreadPoolExecutor(1)
        ports = free_ports()
        self.processes = [Process("--port", str(next(ports)), *UNHURRIED, *arguments) for _ in range(number)]

    async def do(self, *work: Callable[[], object]) -> None:
        """All of it, one after another, while people go on playing."""
        for one in work:
            await asyncio.get_running_loop().run_in_executor(self._hands, one)

    async def kill(self, process: Process) -> None:
        await self.do(process.kill, process.start)

    @property
    def bases(self) -> list[str]:
        return [process.base for process in self.processes]

    def close(self) -> None:
        for process in self.processes:
            process.kill()
        self._hands.shutdown()


@contextmanager
def running(number: int, *arguments: str) -> Iterator[Nodes]:
    nodes = Nodes(number, *arguments)
    try:
        for process in nodes.processes:
            process.start()
        yield nodes
    finally:
        nodes.close()


async def test_a_server_that_is_killed_again_and_again_loses_nothing(tmp_path: Path) -> None:
    with running(1, "--data", str(tmp_path)) as nodes:
        storm = Storm(nodes.bases, PEOPLE, seed=1)

        async def chaos() -> None:
            for _ in range(scaled(2, 10)):
                await storm.moves(storm.chance.randrange(1, scaled(40, 80)))
                await nodes.kill(nodes.processes[0])

        async with played(storm, chaos()):
            await check_all(f"sqlite:///{tmp_path / 'pasch.db'}", storm, tmp_path)


# PostgreSQL and Redis: two nodes


async def test_two_nodes_lose_nothing_with_their_database_and_redis(tmp_path: Path) -> None:
    needed("postgres")
    needed("redis")
    with Postgres() as postgres, Redis() as redis:
        database = postgres.fresh_database()
        with running(2, "--database", database, "--redis", redis.url) as nodes:
            storm = Storm(nodes.bases, PEOPLE, seed=2)
            one, other = nodes.processes

            async def without_redis() -> None:
                await nodes.do(redis.stop)
                await storm.moves(30)
                await nodes.do(redis.start)

            async def all_at_once() -> None:
                await nodes.do(one.kill, redis.stop, lambda: postgres.restart("immediate"), redis.start, one.start)

            disturbances: list[Callable[[], Coroutine[Any, Any, None]]] = [
                *[lambda: nodes.kill(one)] * scaled(0, 3),
                *[lambda: nodes.kill(other)] * scaled(1, 3),
                *[lambda: nodes.do(lambda: postgres.restart("immediate"))] * scaled(0, 1),
                lambda: nodes.do(lambda: postgres.restart("fast")),
                *[without_redis] * scaled(0, 1),
                all_at_once,
            ]
            storm.chance.shuffle(disturbances)
            disturbances += [without_redis, lambda: nodes.do(redis.stop, redis.start)]

            async def chaos() -> None:
                """At last Redis alone: nobody loses their connection, so nobody asks anew."""
                for disturb in disturbances:
                    await storm.moves(storm.chance.randrange(1, scaled(30, 60)))
                    await disturb()

            async with played(storm, chaos()):
                await check_all(database, storm, tmp_path)
