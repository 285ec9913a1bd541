"""What people notice of a flood: how long their moves take while others send `{}` as fast as they can.

python -m benchmarks.flood [--sockets 20] [--before FOLDER]

The flood comes from another address, by a process of its own, and comes back as soon as it is cut off. With --before,
the server of another checkout is measured too, in the same run.
"""

import argparse
import asyncio
import contextlib
import os
import socket
import sys
import tempfile
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from statistics import quantiles
from threading import Thread
from time import perf_counter, sleep
from typing import Any, NamedTuple

import msgspec
from rich.console import Console
from rich.table import Table

from benchmarks.peers.pasch import FOLDER, ROOT, known
from benchmarks.process import Process, cpu_seconds
from benchmarks.wire import Requests, Socket

FROM = "127.0.0.2"
"""Where the flood comes from."""
FRAME = b"\x81\x82\0\0\0\0{}"
"""A message that says nothing, masked with zeros."""
AT_ONCE = FRAME * 4096
PATH = "/api/v1/socket"
HANDSHAKE = (
    f"GET {PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
).encode()


def flood(port: int, sockets: int) -> None:
    """Send as fast as the server reads, for ever."""
    for _ in range(sockets):
        Thread(target=_pour, args=(port,), daemon=True).start()
    sleep(86_400)


def _pour(port: int) -> None:
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 10, (FROM, 0)) as line:
            line.sendall(HANDSHAKE)
            line.recv(4096)
            while True:
                line.sendall(AT_ONCE)
        sleep(0.1)  # refused at once: whoever asks again without a pause only measures their own processor


DICE_WAIT = "--dice-wait"


@contextlib.contextmanager
def flooded(port: int, sockets: int) -> Iterator[None]:
    process = get_context("spawn").Process(target=flood, args=(port, sockets), daemon=True)
    process.start()
    try:
        yield
    finally:
        process.kill()
        process.join()


class Mover:
    """Somebody who plays against a guest on the same device, at a steady pace."""

    def __init__(self, port: int, requests: Requests, number: int) -> None:
        self._port, self._requests, self._number = port, requests, number
        self.took: list[float] = []
        self._told: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def sit(self) -> None:
        cookie = {"Cookie": await asyncio.to_thread(known, self._port, f"P{self._number}")}
        new = {"game": "counter", "seats": 2, "options": {"first": 0}}
        self._table = (await self._requests.post("/api/v1/tables", new, cookie))["id"]
        path = f"/api/v1/tables/{self._table}"
        await self._requests.post(f"{path}/seats/1", {"type": "guest", "name": "Guest"}, cookie)
        await self._requests.post(f"{path}/begin", {}, cookie)
        hear = lambda message: self._told.put_nowait(msgspec.json.decode(message))  # noqa: E731
        self._socket = Socket(f"ws://127.0.0.1:{self._port}{PATH}", hear, cookie)
        await self._socket.open()
        self._socket.send(msgspec.json.encode({"type": "watch", "table": self._table}))
        await self._heard(lambda told: any(news["moves"] for news in told.get("seats", ())))

    async def play(self, pause: float) -> None:
        while True:
            news = next(news for news in self._now["seats"] if news["moves"])
            move = {"type": "move", "id": f"{len(self.took)}", "table": self._table, "seat": news["seat"]}
            begin = perf_counter()
            more = {"version": self._now["version"], "move": news["moves"][0]}
            self._socket.send(msgspec.json.encode(move | more))
            await self._heard(lambda told, key=move["id"]: told.get("ack") == key)
            self.took.append(perf_counter() - begin)
            await asyncio.sleep(pause)

    async def _heard(self, wanted: Any) -> None:
        while not wanted(told := await self._told.get()):
            assert told["type"] != "refused", told
        self._now = told


class Measured(NamedTuple):
    """Seconds for each move, and the share of a core that the server needed."""

    took: list[float]
    busy: float


def served(tree: Path, folder: str) -> Process:
    """The server of a checkout, with the game of the benchmarks."""
    words = [sys.executable, "-m", "pasch", "serve", "--host", "127.0.0.1", "--port", "0", "--data", folder]
    if DICE_WAIT in (tree / "src" / "pasch" / "server" / "commands.py").read_text(encoding="utf-8"):
        words += [DICE_WAIT, "0"]  # nobody here adds to the dice
    environment = {"PASCH_GAMES": str(FOLDER), "PASCH_LANG": "en", "PYTHONPATH": str(tree / "src")}
    return Process(words, min(os.sched_getaffinity(0)), tree, environment)


async def measure(tree: Path, args: argparse.Namespace) -> dict[str, Measured]:
    """Without a flood, and with it."""
    with tempfile.TemporaryDirectory(prefix="pasch-") as folder:
        server = served(tree, folder)
        requests = None
        try:
            port = int((await server.line()).decode().rpartition(":")[2])
            requests = Requests("127.0.0.1", port)
            movers = [Mover(port, requests, number) for number in range(args.matches)]
            for mover in movers:
                await mover.sit()
            playing = [asyncio.create_task(mover.play(args.matches / args.rate)) for mover in movers]
            quiet = await _watch(server.pid, movers, playing, args.seconds)
            with flooded(port, args.sockets):
                await asyncio.sleep(args.warm_up)
                loud = await _watch(server.pid, movers, playing, args.seconds)
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
        finally:
            if requests is not None:
                requests.close()
            server.stop()
    return {"quiet": quiet, f"{args.sockets} sockets flood": loud}


async def _watch(pid: int, movers: list[Mover], playing: list[asyncio.Task[None]], seconds: float) -> Measured:
    before, begin, spent = [len(mover.took) for mover in movers], perf_counter(), cpu_seconds([pid])
    await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    for task in playing:
        if task.done():
            task.result()
    busy = (cpu_seconds([pid]) - spent) / (perf_counter() - begin)
    return Measured([took for mover, at in zip(movers, before, strict=True) for took in mover.took[at:]], busy)


def in_ms(took: list[float]) -> list[str]:
    """The median, the 99th percentile and the longest."""
    cuts = quantiles(took, n=100) if len(took) > 1 else [float("nan")] * 99
    return [f"{1000 * figure:.1f}" for figure in (cuts[49], cuts[98], max(took, default=float("nan")))]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.flood", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--sockets", type=int, default=20, help="that flood (default: 20)")
    parser.add_argument("--matches", type=int, default=8, help="that are played (default: 8)")
    parser.add_argument("--rate", type=float, default=80, help="moves a second of all together (default: 80)")
    parser.add_argument("--seconds", type=float, default=15, help="of each measurement (default: 15)")
    parser.add_argument("--warm-up", type=float, default=1, help="seconds of flood before it counts (default: 1)")
    parser.add_argument("--before", type=Path, metavar="FOLDER", help="another checkout to compare with")
    args = parser.parse_args()
    trees = {"before": args.before.resolve()} if args.before else {}
    shown = Table(title=f"Moves of {args.matches} matches on one node, {args.rate:g} a second")
    shown.add_column("")
    for column in ("moves", "p50 ms", "p99 ms", "longest ms", "server busy"):
        shown.add_column(column, justify="right")
    try:
        for name, tree in {**trees, "now": ROOT}.items():
            for when, (took, busy) in asyncio.run(measure(tree, args)).items():
                shown.add_row(f"{name}, {when}", f"{len(took):,}", *in_ms(took), f"{busy:.0%}")
    finally:  # what was measured is told even where a later server fails
        Console().print(shown)


if __name__ == "__main__":
    main()
