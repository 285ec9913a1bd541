"""Servers for tests: in this process to look inside, or as a process of its own to be killed."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import cache
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, time
from typing import Any, NamedTuple, Self

from litestar import Litestar

from pasch.server.clock import Clock
from pasch.server.http.app import furnish, routed
from pasch.server.http.identity import Visitors
from pasch.server.http.pages import Pages
from pasch.server.node import Node as Inside
from pasch.server.serve import Server, config_for
from pasch.server.settings import Settings
from pasch.server.store.database import check_reachable
from tests.server.client import Player
from tests.services import Postgres

NO_CLIENT = Path(__file__).parent / "no client"
SQLITE = "sqlite:///"
QUICK: dict[str, Any] = {
    "bot_pause": 0.0,
    "dice_wait": 0.0,
    "coach_share": 1.0,
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
    "client": NO_CLIENT,
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
    lay_out(database)
    app = _routes(settings.client)
    furnish(app, settings, clock or Clock(time, monotonic))
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
        if settings.client == NO_CLIENT:
            _idle.append(app)


_idle: list[Litestar] = []
"""Routes without a client, behind which no node stands any more: the next one finds them ready."""


def _routes(client: Path) -> Litestar:
    return _idle.pop() if client == NO_CLIENT and _idle else routed(Pages(client))


# Databases as the migrations leave them, which run once, and in the tests of upgrading: all others are copies.


@cache
def _file() -> bytes:
    with TemporaryDirectory() as folder:
        _bring_up_to_date(f"{SQLITE}{folder}/pasch.db")
        return (Path(folder) / "pasch.db").read_bytes()


@cache
def _pattern(postgres: Postgres) -> str:
    database = postgres.fresh_database()
    _bring_up_to_date(database)
    return database.rpartition("/")[2]


def _bring_up_to_date(database: str) -> None:
    with ThreadPoolExecutor(1) as elsewhere:  # an event loop may run here
        elsewhere.submit(asyncio.run, check_reachable(database)).result()


def lay_out(database: str) -> str:
    """A database file, if it is not there yet."""
    if database.startswith(SQLITE) and not (file := Path(database.removeprefix(SQLITE))).exists():
        file.write_bytes(_file())
    return database


def laid_out(postgres: Postgres) -> str:
    """The address of a new database of this server."""
    return postgres.fresh_database(like=_pattern(postgres))


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

    def __init__(self, *arguments: str, says: bool = False, python: str = sys.executable) -> None:
        self.arguments = arguments
        self.python = python
        self.says = says
        """Whether its log is kept: `killed` returns it."""
        self.process: subprocess.Popen[str] | None = None
        self.base = ""

    def start(self) -> Self:
        """Start it, and wait until it says where it is."""
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            [
                self.python,
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
