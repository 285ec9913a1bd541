"""boardgame.io as a peer: its lobby for creating and joining, its messages over socket.io for playing.

What it sends is written down in its `src/server/transport/socketio.ts` and `src/master/master.ts`. It has no answer for
a mover of its own: a move is answered when its update comes back. It sends that before it stores the move.
"""

import asyncio
import contextlib
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Self

import msgspec

from benchmarks.process import Process
from benchmarks.wire import Requests, Seat, Socket

FOLDER = Path(__file__).parent / "boardgameio"
GAME = "counter"
EVENT = f"42/{GAME},".encode()  # Engine.IO: 4 message; Socket.IO: 2 event, in the game's namespace
SYNC, UPDATE = EVENT + b'["sync"', EVENT + b'["update"'
JOIN_NAMESPACE, JOINED_NAMESPACE = f"40/{GAME},".encode(), f"40/{GAME},".encode()
PING, PONG = b"2", b"3"


class Context(msgspec.Struct):
    current_player: str = msgspec.field(name="currentPlayer")


class State(msgspec.Struct):
    ctx: Context
    state_id: int = msgspec.field(name="_stateID")


class Synced(msgspec.Struct):
    state: State


_update = msgspec.json.Decoder(tuple[str, str, State, msgspec.Raw])
_sync = msgspec.json.Decoder(tuple[str, str, Synced])


class Counting(Seat):
    """One player's connection."""

    def __init__(self, port: int, match: str, seat: int, credentials: str) -> None:
        self.id = str(seat)
        self.state_id = 0
        self.socket = Socket(f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket", self.hear)
        self._ready = asyncio.get_running_loop().create_future()
        self._sync = EVENT + msgspec.json.encode(["sync", match, self.id, credentials, 2])
        payload = {"type": "add", "args": [], "playerID": self.id, "credentials": credentials}
        action = msgspec.json.encode({"type": "MAKE_MOVE", "payload": payload})
        self._before_id = EVENT + b'["update",' + action + b","
        self._after_id = f',"{match}","{self.id}"]'.encode()

    async def connect(self) -> Self:
        async with asyncio.timeout(60):
            await self.socket.open()
            await self._ready
        return self

    def move(self) -> None:
        self.to_move = False
        self.socket.send(b"%b%d%b" % (self._before_id, self.state_id, self._after_id))

    def close(self) -> None:
        self.socket.close()

    def hear(self, message: bytes) -> None:
        if message.startswith(UPDATE):
            self._updated(_update.decode(message[len(EVENT) :])[2])
        elif message == PING:
            self.socket.send(PONG)
        elif message.startswith(b"0"):
            self.socket.send(JOIN_NAMESPACE)
        elif message.startswith(JOINED_NAMESPACE):
            self.socket.send(self._sync)
        elif message.startswith(SYNC):
            self._know(_sync.decode(message[len(EVENT) :])[2].state)
            self._ready.set_result(None)

    def _know(self, state: State) -> None:
        self.state_id = state.state_id
        self.to_move = state.ctx.current_player == self.id

    def _updated(self, state: State) -> None:
        """The turn has passed on: the update of one's own move is the one after which the other is to move."""
        self._know(state)
        if self.to_move:
            self.on_update()
        else:
            self.on_ack()


class BoardgameIO:
    """A boardgame.io server on Node."""

    name = "boardgame.io"

    def __init__(self, storage: str) -> None:
        self.storage = storage
        self.versions: dict[str, str] = {}
        self._process: Process | None = None

    @property
    def pids(self) -> Sequence[int]:
        return (self._running.pid,)

    async def start(self, core: int) -> None:
        install()
        node = shutil.which("node")
        assert node, "boardgame.io runs on node"
        self._port, self._files = free_port(), tempfile.TemporaryDirectory(prefix="boardgameio-")
        words = [node, "--expose-gc", "server.js", str(self._port), self.storage, self._files.name]
        self._process = Process(words, core, FOLDER, {"NODE_ENV": "production"})
        self.versions = msgspec.json.decode(await self._process.line(), type=dict[str, str])
        self._lobby = Requests("127.0.0.1", self._port)

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process:
            self._lobby.close()
            process.stop()
            self._files.cleanup()

    async def create_match(self) -> str:
        return str((await self._lobby.post(f"/games/{GAME}/create", {"numPlayers": 2}))["matchID"])

    async def connect(self, match: str, seat: int) -> Counting:
        wish = {"playerID": str(seat), "playerName": f"player {seat}"}
        joined = await self._lobby.post(f"/games/{GAME}/{match}/join", wish)
        return await Counting(self._port, match, seat, joined["playerCredentials"]).connect()

    async def prepare(self, moves: int) -> None:
        """Its game does not end."""

    async def settle(self) -> None:
        """V8 gives memory back little by little."""
        for _ in range(3):
            self._running.signal(signal.SIGUSR2)
            await self._running.line()
            await asyncio.sleep(0.2)

    @property
    def _running(self) -> Process:
        assert self._process, "boardgame.io is not running"
        return self._process


def install() -> None:
    """Once: what package.json names, beside it."""
    if not (FOLDER / "node_modules").exists():
        npm = shutil.which("npm")
        assert npm, "npm installs boardgame.io"
        words = ["install", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
        subprocess.run([npm, *words], cwd=FOLDER, check=True, stdout=subprocess.DEVNULL)  # noqa: S603


def is_possible() -> bool:
    return bool(shutil.which("node")) and bool(shutil.which("npm") or (FOLDER / "node_modules").exists())


def free_port() -> int:
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as probe:
        return int(probe.getsockname()[1])
