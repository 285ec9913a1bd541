"""What people notice while somebody reads a very long match: how long their pings take.

python -m benchmarks.reading [--entries 49000] [--before FOLDER]

The match of Karten-Kniffel, all passing, is written into the database by hand: no server lets one grow so long now.
It is read whole, as its record, as its story, and by somebody who has missed everything; then all of it once more.
"""

import argparse
import asyncio
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec
from rich.console import Console
from rich.table import Table

from benchmarks.flood import PATH, in_ms, served
from benchmarks.peers.pasch import ROOT, known
from benchmarks.process import Process
from benchmarks.wire import Requests, Socket

PASS = {"type": "swap", "discard": [], "draw": 0}
EVERY = 0.06
"""Seconds between pings: fewer than a socket may send."""
PARTS = ("record", "story", "story?views=true&lang=de")


class Line:
    """A socket, whose answers are waited for one by one."""

    def __init__(self, port: int, cookie: dict[str, str]) -> None:
        self._told: asyncio.Queue[bytes] = asyncio.Queue()
        self._socket = Socket(f"ws://127.0.0.1:{port}{PATH}", self._told.put_nowait, cookie)

    async def open(self) -> "Line":
        await self._socket.open()
        return self

    async def ask(self, message: dict[str, Any], answer: bytes) -> float:
        """Seconds until an answer of this type comes; where it takes the server too long, it is asked again."""
        begin = perf_counter()
        self._socket.send(msgspec.json.encode(message))
        while not (told := await self._told.get()).startswith(b'{"type":"%s"' % answer):
            if told.startswith(b'{"type":"refused"'):
                self._socket.send(msgspec.json.encode(message))
        return perf_counter() - begin


async def pinged(line: Line, took: list[float]) -> None:
    while True:
        took.append(await line.ask({"type": "ping"}, b"pong"))
        await asyncio.sleep(EVERY)


async def played(port: int) -> tuple[str, dict[str, str]]:
    """A match that has begun, and who sits there."""
    cookie, requests = {"Cookie": await asyncio.to_thread(known, port, "Ann")}, Requests("127.0.0.1", port)
    new = {"game": "kniffel", "seats": 2, "options": {"first": 0}}
    table = str((await requests.post("/api/v1/tables", new, cookie))["id"])
    await requests.post(f"/api/v1/tables/{table}/seats/1", {"type": "guest", "name": "Guest"}, cookie)
    await requests.post(f"/api/v1/tables/{table}/begin", {}, cookie)
    requests.close()
    return table, cookie


def lengthen(database: Path, table: str, entries: int) -> None:
    """Both pass until the log is so long, then the table is closed."""
    with closing(sqlite3.connect(database)) as connection:
        ((first, at),) = connection.execute("SELECT max(n) + 1, max(at) FROM events WHERE match = ?", [table])
        last = max(first, entries - 1)
        whats = [{"type": "moved", "seat": (n - first) % 2, "move": PASS} for n in range(first, last)]
        rows = enumerate([*whats, {"type": "closed", "why": "host"}], first)
        connection.executemany(
            "INSERT INTO events (match, n, at, what) VALUES (?, ?, ?, ?)",
            [(table, n, at, msgspec.json.encode(what).decode()) for n, what in rows],
        )
        changed = "UPDATE tables SET version = ?, stage = 'closed', waiting = 0, due = NULL WHERE id = ?"
        connection.execute(changed, [last + 1, table])
        connection.commit()


async def started(tree: Path, folder: str) -> tuple[Process, int]:
    server = served(tree, folder)
    return server, int((await server.line()).decode().rpartition(":")[2])


async def measure(tree: Path, args: argparse.Namespace) -> dict[str, list[float]]:
    """Pings while nobody reads, while everything is read for the first time, and for the second."""
    with tempfile.TemporaryDirectory(prefix="pasch-") as folder:
        server, port = await started(tree, folder)
        try:
            table, cookie = await played(port)
        finally:
            server.stop()
        lengthen(Path(folder) / "pasch.db", table, args.entries)
        server, port = await started(tree, folder)
        try:
            other, reader = await Line(port, {}).open(), await Line(port, cookie).open()
            took: dict[str, list[float]] = {name: [] for name in ("nobody reads", "read", "read again")}
            for name, pings in took.items():
                pinging = asyncio.create_task(pinged(other, pings))
                await (asyncio.sleep(args.seconds) if name == "nobody reads" else read(port, cookie, reader, table))
                pinging.cancel()
                await asyncio.gather(pinging, return_exceptions=True)
        finally:
            server.stop()
    return took


async def read(port: int, cookie: dict[str, str], line: Line, table: str) -> None:
    for part in PARTS:
        await asyncio.to_thread(fetch, f"http://127.0.0.1:{port}/api/v1/tables/{table}/{part}", cookie)
    await line.ask({"type": "watch", "table": table, "version": 0}, b"update")


def fetch(url: str, headers: dict[str, str]) -> None:
    try:
        with urlopen(Request(url, headers=headers), timeout=300) as answer:  # noqa: S310 our own server
            answer.read()
    except HTTPError as error:
        raise RuntimeError(f"{url}: {error.code}") from error


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reading", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--entries", type=int, default=49_000, help="of the match (default: 49000)")
    parser.add_argument("--seconds", type=float, default=5, help="in which nobody reads (default: 5)")
    parser.add_argument("--before", type=Path, metavar="FOLDER", help="another checkout to compare with")
    args = parser.parse_args()
    trees = {"before": args.before.resolve()} if args.before else {}
    shown = Table(title=f"Pings of others while a match of {args.entries:,} entries is read")
    shown.add_column("")
    for column in ("pings", "p50 ms", "p99 ms", "longest ms"):
        shown.add_column(column, justify="right")
    try:
        for name, tree in {**trees, "now": ROOT}.items():
            for when, took in asyncio.run(measure(tree, args)).items():
                shown.add_row(f"{name}, {when}", f"{len(took):,}", *in_ms(took))
    finally:  # what was measured is told even where a later server fails
        Console().print(shown)


if __name__ == "__main__":
    main()
