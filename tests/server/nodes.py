"""Servers for tests: in this process to look inside, or as a process of its own to be killed."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from math import inf
from pathlib import Path
from typing import Any, NamedTuple, Self

from pasch.server.clock import Clock
from pasch.server.http.app import create_app
from pasch.server.http.identity import Visitors
from pasch.server.node import Node as Inside
from pasch.server.serve import Server, config_for
from pasch.server.settings import Settings
from tests.server.client import Player

QUICK: dict[str, Any] = {
    "bot_pause": 0.0,
    "dice_wait": 0.0,
    "lease": 1.0,
    "sweep": 0.1,
    "http_rate": 1e6,
    "reads": 1e6,
    "socket_rate": 1e6,
    "address_rate": 1e6,
    "door_rate": 1e6,
    "connections": 10**6,
    "newcomers": 1e6,
    "guesses": 1e6,
    "tables_rate": 1e6,
    "reread_rate": 1e6,
    "seats_rate": 1e6,
    "tries_rate": 1e6,
    "leaving_rate": 1e6,
    "listed_rate": 1e6,
    "passkey_rate": 1e6,
    "circle_rate": 1e6,
    "try_seconds": 60.0,
    "sockets": 10**6,
    "client": Path(__file__).parent / "no client",
}
"""Settings for tests: nobody waits, nobody is limited, and no page need be built."""


class StoppedClock(Clock):
    """It stands still until a test puts it ahead, and nothing has disturbed it."""

    ahead = 0.0

    def __init__(self) -> None:
        super().__init__(self, self)

    def __call__(self) -> float:
        return 1_700_000_000.0 + self.ahead

    def quiet(self) -> float:
        return inf


class Node(NamedTuple):
    """A node that is served: where, and what is inside."""

    base: str
    node: Inside
    visitors: Visitors


@asynccontextmanager
async def node(database: str, clock: Clock | None = None, **changes: Any) -> AsyncIterator[Node]:
    """A server in this event loop, on a port of its own."""
    settings = Settings(database=database, port=0, **{**QUICK, **changes})
    app = create_app(settings, clock)
    ready: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    server = Server(config_for(app, settings), app.state.clients, ready.set_result)
    task = asyncio.create_task(server.serve())
    try:
        either: set[asyncio.Future[Any]] = {task, ready}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            await task
        yield Node(f"http://127.0.0.1:{await ready}", app.state.node, app.state.visitors)
    finally:
        server.should_exit = True
        await task


@asynccontextmanager
async def tab(player: Player, here: Node) -> AsyncIterator[Player]:
    """The same person in another tab, at a node of its own."""
    other = await player.elsewhere(here.base)
    try:
        yield other
    finally:
        await other.gone()


class Process:
    """`pasch serve` as a process of its own."""

    def __init__(self, *arguments: str, says: bool = False) -> None:
        self.arguments = arguments
        self.says = says
        """Whether its log is kept: `killed` returns it."""
        self.process: subprocess.Popen[str] | None = None
        self.base = ""

    def start(self) -> Self:
        """Start it, and wait until it says where it is."""
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "pasch",
                "serve",
                "--host",
                "127.0.0.1",
                "--lang",
                "en",
                "--dice-wait",
                "0",
                *self.arguments,
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE if self.says else subprocess.DEVNULL,
            env=environment,
            text=True,
            close_fds=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "http://" in line, f"the server did not start: {line!r}"
        self.base = line[line.index("http://") :].strip()
        return self

    def kill(self) -> None:
        """As a power cut would end it."""
        self._end(signal.SIGKILL)

    def killed(self) -> str:
        """End it in the same way; what its log says."""
        assert self.process is not None
        assert self.process.stderr is not None
        self.process.kill()
        log = self.process.stderr.read()
        self.kill()
        return log

    def stop(self) -> int:
        """As its owner would end it; the exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        if self.process is None:
            return 0
        self.process.send_signal(how)
        code = self.process.wait(30)
        for pipe in filter(None, (self.process.stdout, self.process.stderr)):
            pipe.close()
        self.process = None
        return code

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.kill()
