"""Pasch as a peer, as a family runs it: one process, every move on disk before it is answered."""

import asyncio
import http.client
import signal
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from benchmarks.process import Process
from benchmarks.wire import Requests, Seat, Socket
from pasch import __version__

MOVES = {"sack": 40, "kniffel": 80, "twentyone": 50}
"""How many moves a match of random play has at least, where it ends at all."""
FOLDER = Path(__file__).parent / "games"
"""Where the counter is, a game of two that does not end."""
GAMES = ("counter", *MOVES)
ROOT = Path(__file__).parent.parent.parent


class News(msgspec.Struct):
    events: list[msgspec.Raw] = []
    moves: list[msgspec.Raw] = []


class Update(msgspec.Struct):
    """What the load reads of an update."""

    type: str
    table: str = ""
    version: int = 0
    seats: list[News] = []
    ack: str | None = None
    result: dict[str, list[int]] | None = None
    reason: str = ""


_update = msgspec.json.Decoder(Update)


class Playing(Seat):
    """One player's connection, for one match after the other."""

    is_leaving = False
    _is_under_way = False

    def __init__(self, seat: int, ended: Callable[[str], None]) -> None:
        self.seat, self.ended = seat, ended
        self.table = ""
        self.version = 0
        self.sent = 0
        self.moves: list[msgspec.Raw] = []
        self.rng = Random(seat)
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def watch(self, table: str) -> None:
        """From now on this table: what is still told of the one before, such as the answer to its last move, is
        not heard."""
        self.table, self.version = table, 0
        self.to_move = self._is_under_way = False
        self.ready = asyncio.get_running_loop().create_future()
        self.socket.send(msgspec.json.encode({"type": "watch", "table": table}))

    def begin(self) -> None:
        """Both know the table: nothing of the one before can be mistaken for a move here."""
        self.to_move = bool(self.moves)

    def move(self) -> None:
        self.to_move, self._is_under_way = False, True
        self.sent += 1
        move = bytes(self.moves[self.rng.randrange(len(self.moves))])
        self.socket.send(
            b'{"type":"move","id":"%d","table":"%b","seat":%d,"version":%d,"move":%b}'
            % (self.sent, self.table.encode(), self.seat, self.version, move)
        )

    def close(self) -> None:
        self.is_leaving = True
        self.socket.close()

    def hear(self, message: bytes) -> None:
        told = _update.decode(message)
        if told.type == "refused":
            raise RuntimeError(f"refused: {told.reason}")
        if told.type != "update" or told.table != self.table or told.version == self.version:
            return
        self.version = told.version
        self.moves = told.seats[0].moves if told.seats else []
        if not self.ready.done():
            self.ready.set_result(None)
            return
        self._is_under_way &= told.ack is None
        self.to_move = bool(self.moves) and not self._is_under_way
        if told.ack is not None:
            self.on_ack()
        elif told.seats[0].events:
            self.on_update()
        if told.result is not None and self.seat == 0:
            self.ended(self.table)


class Pasch:
    """A Pasch server over SQLite, with a game. Where a match ends, its players go on to one that is ready."""

    name = "Pasch"

    def __init__(self, game: str, samples: Path | None = None) -> None:
        self.game = game
        self.samples = samples
        """Where the server writes what it spent its time on, if that is wanted."""
        self.storage = game
        self.versions: dict[str, str] = {}
        self._process: Process | None = None
        self._seats: dict[str, list[Playing]] = {}
        self._spare: list[str] = []
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def pids(self) -> Sequence[int]:
        return (self._running.pid,)

    async def start(self, core: int) -> None:
        self._files = tempfile.TemporaryDirectory(prefix="pasch-")
        program = "pasch" if self.samples is None else "benchmarks.sampled"
        words = [
            sys.executable,
            "-m",
            program,
            "serve",
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--limits",
            "1000000",
            "--dice-wait",
            "0",
        ]
        words += ["--data", self._files.name]
        environment = {"PASCH_GAMES": str(FOLDER), "PASCH_LANG": "en", "PASCH_SAMPLES": str(self.samples)}
        self._process = Process(words, core, ROOT, environment)
        self._port = int((await self._process.line()).decode().rpartition(":")[2])
        self._cookies = [known(self._port, name) for name in ("Ann", "Ben")]
        self._requests = Requests("127.0.0.1", self._port)
        self.versions = {"pasch": __version__, "sqlite": sqlite3.sqlite_version}

    async def stop(self) -> None:
        process, self._process = self._process, None
        for task in self._tasks:
            task.cancel()
        if process:
            self._requests.close()
            process.stop()
            self._files.cleanup()

    async def create_match(self) -> str:
        table = (await self._post(0, "", {"game": self.game, "seats": 2, "options": {"first": 0}}))["id"]
        await self._post(1, f"/{table}/seats/1", {"type": "me"})
        await self._post(0, f"/{table}/begin", {})
        return str(table)

    async def prepare(self, moves: int) -> None:
        """Matches for so many moves: what is measured is moving, not opening tables."""
        for _ in range(moves // MOVES[self.game] if self.game in MOVES else 0):
            self._spare.append(await self.create_match())

    async def connect(self, match: str, seat: int) -> Playing:
        player = Playing(seat, self._ended)
        uri = f"ws://127.0.0.1:{self._port}/api/v1/socket"
        player.socket = Socket(uri, player.hear, {"Cookie": self._cookies[seat]})
        await player.socket.open()
        self._seats.setdefault(match, []).append(player)
        player.watch(match)
        await player.ready
        player.begin()
        return player

    async def settle(self) -> None:
        """Python frees what nobody holds at once. What was sampled so far is forgotten."""
        if self.samples is not None:
            self._running.signal(signal.SIGUSR2)

    async def _post(self, person: int, path: str, body: object) -> Any:
        return await self._requests.post(f"/api/v1/tables{path}", body, {"Cookie": self._cookies[person]})

    def _ended(self, table: str) -> None:
        if table in self._seats:
            task = asyncio.create_task(self._again(self._seats.pop(table)))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _again(self, seats: list[Playing]) -> None:
        new = self._spare.pop() if self._spare else await self.create_match()
        if any(seat.lost or seat.is_leaving for seat in seats):
            return
        self._seats[new] = seats
        for seat in seats:
            seat.watch(new)
        await asyncio.gather(*(seat.ready for seat in seats))
        for seat in seats:
            seat.begin()
        seats[0].on_ready()

    @property
    def _running(self) -> Process:
        assert self._process, "Pasch is not running"
        return self._process


class Reviewed(Pasch):
    """The same while the coach always has something to do: matches that have ended are reviewed one after the other."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.storage = f"{game} with reviews"
        self._over: asyncio.Queue[str] = asyncio.Queue()

    async def start(self, core: int) -> None:
        """One match is played and reviewed before anything is measured: the coach's process has started then."""
        await super().start(core)
        reviewing = asyncio.create_task(self._review())
        self._tasks.add(reviewing)
        match = await self.create_match()
        seats = [await self.connect(match, seat) for seat in (0, 1)]
        del self._seats[match]
        while "reviews" not in self.versions:
            if reviewing.done():
                reviewing.result()
            for seat in seats:
                if seat.to_move:
                    seat.move()
            await asyncio.sleep(0.001)
        for seat in seats:
            seat.close()

    async def _review(self) -> None:
        asking, reviews = Requests("127.0.0.1", self._port), 0
        try:
            while True:
                path = f"/api/v1/tables/{await self._over.get()}/review"
                while "seats" not in await asking.get(path, {"Cookie": self._cookies[0]}):
                    pass
                reviews += 1
                self.versions["reviews"] = str(reviews)
        finally:
            asking.close()

    def _ended(self, table: str) -> None:
        super()._ended(table)
        self._over.put_nowait(table)


def known(port: int, name: str) -> str:
    """The cookie of a new person."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("POST", "/api/v1/me", msgspec.json.encode({"name": name}), {"Content-Type": "application/json"})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return str(answer.headers["Set-Cookie"]).partition(";")[0]
