"""Clients for stress tests: they play on whatever happens to the servers, and remember every acknowledgement."""

import asyncio
from collections.abc import Coroutine, Iterator, Sequence
from itertools import count
from random import Random
from typing import Any, NamedTuple

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.server.client import TLS

PAUSE = 0.05
"""Seconds before a node that is away is tried again."""
TRY_AGAIN = ("limit", "unavailable")
"""Refusals after which the same message is sent once more."""
SHORTER = "score"
"""Of what is offered, the kind of move that brings a match on."""


Chaos = Coroutine[Any, Any, None]


class Sent(NamedTuple):
    """A move that a device has made."""

    key: str
    table: str
    seat: int
    version: int
    move: dict[str, Any]

    def message(self) -> dict[str, Any]:
        where = {"table": self.table, "seat": self.seat, "version": self.version}
        return {"type": "move", "id": self.key, **where, "move": self.move}


class Seen:
    """What a device knows of one table: the latest update, the moves without an answer, and how the match ended."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.version = 0
        self.latest: dict[str, Any] = {"version": 0, "seats": []}
        self.pending: dict[int, Sent] = {}
        self.result: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()


class Device:
    """One person with one socket, at the first node that answers. What is lost on the way is sent again."""

    def __init__(self, storm: "Storm", name: str, nodes: Sequence[str]) -> None:
        self.storm = storm
        self.name = name
        self.nodes = list(nodes)
        self.http = httpx.AsyncClient(timeout=30, verify=TLS)
        self.socket: ClientConnection | None = None
        self.seen: dict[str, Seen] = {}
        self.connections = 0

    # HTTP

    async def call(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """Ask until somebody answers who is well."""
        while True:
            for base in self.nodes:
                try:
                    response = await self.http.request(method, f"{base}/api/v1{path}", json=body)
                except httpx.TransportError:
                    continue
                if response.status_code < 500 and response.status_code != 429:
                    return response
            await asyncio.sleep(PAUSE)

    async def done(self, path: str, body: Any) -> Any:
        response = await self.call("POST", path, body)
        assert response.is_success, (path, body, response.text)
        return response.json()

    async def begin(self, table: str) -> None:
        """Begin a match. A refusal may mean that it began when the last answer was lost."""
        while not (await self.call("POST", f"/tables/{table}/begin")).is_success:
            if (await self.call("GET", f"/tables/{table}")).json()["stage"] != "lobby":
                return
            await asyncio.sleep(PAUSE)

    # The socket

    async def stay(self) -> None:
        """Be connected, again and again."""
        while True:
            for base in self.nodes:
                try:
                    await self._talk(base)
                except (OSError, WebSocketException):
                    self.socket = None
            await asyncio.sleep(PAUSE)

    async def _talk(self, base: str) -> None:
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = base.replace("http", "ws", 1) + "/api/v1/socket"
        async with connect(
            address, additional_headers={"Cookie": cookies}, compression=None, max_size=None
        ) as self.socket:
            self.connections += 1
            await self._return()
            async for data in self.socket:
                await self._hear(msgspec.json.decode(data))

    async def _return(self) -> None:
        """Ask what was missed; what has no answer is sent again, as the coin says, before or after that."""
        for seen in list(self.seen.values()):
            if self.storm.chance.random() < 0.5:
                await self._repeat(seen)
            await self.watch(seen.table)

    async def watch(self, table: str) -> Seen:
        """From now on be told what happens at a table."""
        seen = self.seen.setdefault(table, Seen(table))
        known = {"version": seen.version} if seen.version else {}
        await self._say({"type": "watch", "table": table, **known})
        return seen

    async def _say(self, message: dict[str, Any]) -> None:
        """Where there is no socket, the next one will be told."""
        try:
            if self.socket is not None:
                await self.socket.send(msgspec.json.encode(message).decode())
        except WebSocketException:
            pass

    async def _hear(self, told: dict[str, Any]) -> None:
        seen = self.seen.get(told.get("table", ""))
        match told["type"]:
            case "update" if seen is not None:
                await self._update(seen, told)
            case "ack":
                self._acknowledged(told["id"])
                if seen is not None and seen.version >= told["version"]:
                    await self._go_on(seen)
            case "refused":
                self._refused(told)

    async def _update(self, seen: Seen, told: dict[str, Any]) -> None:
        if told["version"] < seen.version:
            self.storm.wrong.append(f"{self.name}: {seen.table} went back from {seen.version} to {told['version']}")
        seen.version, seen.latest = told["version"], told
        if "ack" in told:
            self._acknowledged(told["ack"])
        if "info" in told:
            await self._repeat(seen)
            self._begin_when_full(told)
        await self._go_on(seen)

    def _begin_when_full(self, told: dict[str, Any]) -> None:
        info = told["info"]
        if info["stage"] == "lobby" and info["hosting"] and all(one["kind"] != "open" for one in info["chairs"]):
            self.storm.spawn(self.begin(told["table"]))

    async def _repeat(self, seen: Seen) -> None:
        for sent in list(seen.pending.values()):
            await self._say(sent.message())

    async def _go_on(self, seen: Seen) -> None:
        """Make a move for each of my seats that is asked, or see that it is over."""
        for news in seen.latest["seats"]:
            if news["moves"] and news["seat"] not in seen.pending:
                sent = self.storm.choose(seen, news)
                seen.pending[sent.seat] = sent
                await self._say(sent.message())
        if "result" in seen.latest and not seen.pending and not seen.result.done():
            seen.result.set_result(seen.latest["result"])
            del self.seen[seen.table]
            await self._say({"type": "leave", "table": seen.table})

    def _acknowledged(self, key: str) -> None:
        sent = self.storm.sent[key]
        self.storm.acknowledged.add(key)
        seen = self.seen.get(sent.table)
        if seen is not None and seen.pending.get(sent.seat) is sent:
            del seen.pending[sent.seat]
        self.storm.moved()

    def _refused(self, told: dict[str, Any]) -> None:
        if told["rule"] in TRY_AGAIN:
            self.storm.spawn(self._later(told))
            return
        self.storm.wrong.append(f"{self.name}: {told}")
        sent = self.storm.sent.get(told.get("id", ""))
        if sent is not None and sent.table in self.seen:
            self.seen[sent.table].pending.pop(sent.seat, None)

    async def _later(self, told: dict[str, Any]) -> None:
        await asyncio.sleep(max(PAUSE, told.get("wait", 0)))
        if told["rule"] == "limit":
            await self._return()
        elif told.get("table") in self.seen:
            await self.watch(told["table"])


class Storm:
    """All people and what they know together. Matches are played as long as somebody wants the storm to go on."""

    def __init__(self, nodes: Sequence[str], people: int, seed: int) -> None:
        self.chance = Random(seed)
        self.sent: dict[str, Sent] = {}
        self.acknowledged: set[str] = set()
        self.wrong: list[str] = []
        """What should never have been said."""
        self.results: dict[str, list[dict[str, Any]]] = {}
        """How each match ended, as each of its people was told."""
        turned = [[*nodes[at:], *nodes[:at]] for at in range(len(nodes))]
        self.devices = [Device(self, f"P{number}", turned[number % len(nodes)]) for number in range(people)]
        self._keys = count()
        self._tasks: set[asyncio.Task[None]] = set()
        self._moved = asyncio.Condition()

    def spawn(self, work: Chaos) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.wrong.append(f"{error!r}")

    def choose(self, seen: Seen, news: dict[str, Any]) -> Sent:
        better = [move for move in news["moves"] if move["type"] == SHORTER]
        move = self.chance.choice(better or news["moves"])
        sent = Sent(f"key-{next(self._keys)}", seen.table, news["seat"], seen.latest["version"], move)
        self.sent[sent.key] = sent
        return sent

    # How it goes on

    def moved(self) -> None:
        self.spawn(self._notify())

    async def _notify(self) -> None:
        async with self._moved:
            self._moved.notify_all()

    async def moves(self, more: int) -> None:
        """Wait until so many more moves are acknowledged."""
        wanted = len(self.acknowledged) + more
        async with self._moved:
            await self._moved.wait_for(lambda: len(self.acknowledged) >= wanted)

    # Matches

    async def arrive(self) -> None:
        for device in self.devices:
            await device.done("/me", {"name": device.name})
            self.spawn(device.stay())

    async def match(self, game: str, seats: int, bots: int) -> None:
        """One match, from opening the table until everybody knows how it ended."""
        first = self.chance.randrange(len(self.devices))
        people = [self.devices[(first + at) % len(self.devices)] for at in range(seats - bots)]
        host, *guests = people
        table = (await host.done("/tables", {"game": game, "seats": seats, "bots": ["greedy"] * bots}))["id"]
        watching = [await host.watch(table)]
        for seat, guest in enumerate(guests, 1):
            await guest.done(f"/tables/{table}/seats/{seat}", {"type": "me"})
            watching.append(await guest.watch(table))
        self.results[table] = [await seen.result for seen in watching]

    async def play(self, kinds: Iterator[tuple[str, int, int]], at_once: int, at_least: int, chaos: Chaos) -> None:
        """Play matches of these kinds (game, seats, bots among them) as long as the chaos lasts, and to their end."""
        unrest = asyncio.create_task(chaos)
        begun = count(1)

        async def one_after_another() -> None:
            while next(begun) <= at_least or not unrest.done():
                await self.match(*next(kinds))

        async with asyncio.TaskGroup() as group:
            for _ in range(at_once):
                group.create_task(one_after_another())
            await unrest

    async def leave(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for device in self.devices:
            await device.http.aclose()

    def stuck(self) -> Iterator[str]:
        """Who waits for what."""
        for device in self.devices:
            for seen in device.seen.values():
                pending = [sent.key for sent in seen.pending.values()]
                waiting = seen.latest.get("waiting")
                yield f"{device.name} at {seen.table}: version {seen.version}, waiting for {waiting}, sent {pending}"
