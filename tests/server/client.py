"""A player for tests: talks HTTP and the socket to a real server, and remembers every byte it was told."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from ssl import create_default_context
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

_ids = count()
TLS = create_default_context()
"""Made once for all clients: it takes longer than most tests, and none of them needs it."""


class Player:
    """One person with one device."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.http = httpx.AsyncClient(base_url=base, timeout=30, verify=TLS)
        self.socket: ClientConnection | None = None
        self.heard: list[dict[str, Any]] = []
        self.bytes: list[str] = []
        """All that the server has sent to this player, over HTTP too."""
        self._waiters: list[tuple[Callable[[dict[str, Any]], bool], asyncio.Future[dict[str, Any]]]] = []
        self._reader: asyncio.Task[None] | None = None

    # HTTP

    async def call(self, method: str, path: str, body: Any = None, expect: int | None = None, **more: Any) -> Any:
        response = await self.http.request(method, f"/api/v1{path}", json=body, **more)
        self.bytes.append(response.text)
        if expect is None:
            assert response.is_success, (response.status_code, response.text)
        else:
            assert response.status_code == expect, (response.status_code, response.text)
        return response.json() if response.content else None

    async def get(self, path: str, expect: int | None = None) -> Any:
        return await self.call("GET", path, None, expect)

    async def post(self, path: str, body: Any = None, expect: int | None = None) -> Any:
        return await self.call("POST", path, body, expect)

    async def name(self, name: str) -> "Player":
        await self.post("/me", {"name": name})
        return self

    async def elsewhere(self, base: str) -> "Player":
        """The same person in another window, perhaps at another node, plugged in."""
        other = Player(base)
        other.http.cookies.update(self.http.cookies)
        return await other.plug_in()

    async def open_table(self, game: str, seats: int, **more: Any) -> str:
        table: str = (await self.post("/tables", {"game": game, "seats": seats, **more}))["id"]
        return table

    async def sit(self, table: str, seat: int, **more: Any) -> Any:
        return await self.post(f"/tables/{table}/seats/{seat}", {"type": "me", **more})

    # The socket

    async def plug_in(self, **headers: str) -> "Player":
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        sent = {**({"Cookie": cookies} if cookies else {}), **headers}
        self.socket = await connect(
            self.base.replace("http", "ws", 1) + "/api/v1/socket",
            additional_headers=sent,
            compression=None,
            max_size=None,
        )
        self._reader = asyncio.create_task(self._read(self.socket))
        return self

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for data in socket:
                text = data if isinstance(data, str) else data.decode()
                self.bytes.append(text)
                message = msgspec.json.decode(text)
                self.heard.append(message)
                for waiter in list(self._waiters):
                    wanted, found = waiter
                    if wanted(message) and not found.done():
                        found.set_result(message)
                        self._waiters.remove(waiter)
        finally:
            for _, found in self._waiters:
                if not found.done():
                    found.set_exception(ConnectionError("the socket was closed"))
            self._waiters.clear()

    async def say(self, message: dict[str, Any]) -> None:
        assert self.socket is not None
        await self.socket.send(msgspec.json.encode(message).decode())

    def expect(self, wanted: Callable[[dict[str, Any]], bool]) -> "asyncio.Future[dict[str, Any]]":
        """The next message that is wanted."""
        found: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiters.append((wanted, found))
        return found

    async def ask(self, message: dict[str, Any], wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        answer = self.expect(wanted)
        await self.say(message)
        return await asyncio.wait_for(answer, 60)

    async def watch(self, table: str, **more: Any) -> dict[str, Any]:
        return await self.ask(
            {"type": "watch", "table": table, **more},
            lambda told: told.get("table") == table and ("info" in told or told["type"] == "refused"),
        )

    async def move(
        self, table: str, seat: int, version: int, move: Any, key: str | None = None, **more: Any
    ) -> dict[str, Any]:
        """The update that contains the move, its acknowledgement, the refusal, or what is asked back."""
        key = key or f"m{next(_ids)}"
        return await self.ask(
            {"type": "move", "id": key, "table": table, "seat": seat, "version": version, "move": move, **more},
            lambda told: told.get("ack") == key or told.get("id") == key,
        )

    async def undo(self, table: str, seat: int, version: int, key: str | None = None) -> dict[str, Any]:
        """The update without the last choice, its acknowledgement, or the refusal."""
        key = key or f"u{next(_ids)}"
        return await self.ask(
            {"type": "undo", "id": key, "table": table, "seat": seat, "version": version},
            lambda told: told.get("ack") == key or told.get("id") == key,
        )

    async def ping(self) -> None:
        """Return when everything is heard that was told before."""
        await self.ask({"type": "ping"}, lambda told: told["type"] == "pong")

    def latest(self, table: str) -> dict[str, Any]:
        """How a table stands, as far as it was told."""
        return next(told for told in reversed(self.heard) if told.get("table") == table and told["type"] == "update")

    async def unplug(self) -> None:
        if self.socket is not None:
            await self.socket.close()
            self.socket = None
        if self._reader is not None:
            await asyncio.gather(self._reader, return_exceptions=True)
            self._reader = None

    async def gone(self) -> None:
        await self.unplug()
        await self.http.aclose()


@asynccontextmanager
async def players(base: str, *names: str) -> AsyncIterator[list[Player]]:
    """People with names, plugged in."""
    here = [Player(base) for _ in names]
    try:
        for player, name in zip(here, names, strict=True):
            await player.name(name)
            await player.plug_in()
        yield here
    finally:
        for player in here:
            await player.gone()


async def raw(base: str, method: str, path: str, **more: Any) -> httpx.Response:
    """One request by somebody unknown."""
    player = Player(base)
    try:
        return await player.http.request(method, path, **more)
    finally:
        await player.gone()
