"""Nodes notify each other of changes through Redis, which may fail at any time: the log is the source of truth."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from secrets import token_hex
from typing import Any

import msgspec

from pasch.engine.errors import Malformed
from pasch.server.live.messages import Reacted
from pasch.server.live.presence import Here
from pasch.server.store.storage import Said

PREFIX = "pasch:"
MOST_WAITING = 10_000
PAUSE = 1.0
NEWER = 2**31
"""A version above all others: a new subscriber may have missed something."""

log = logging.getLogger("pasch.notices")


class Notice(msgspec.Struct, frozen=True):
    """A table has grown to a version, or somebody said something there, came or went; or a device was signed out, or
    somebody's name was erased from a table."""

    node: str
    table: str
    version: int = 0
    said: Said | None = None
    device: str = ""
    reacted: Reacted | None = None
    here: Here | None = None
    erased: str = ""
    open: bool = False
    """The list of open tables has changed."""


decode = msgspec.json.Decoder(Notice).decode

Heard = Callable[[Notice], Awaitable[None]]


class Notices:
    """One node alone has nobody to notify."""

    is_shared = False
    """Whether other nodes may write into the same logs."""

    def __init__(self) -> None:
        self.connected = asyncio.Event()
        """Set while the others are heard."""
        self.connected.set()

    def notify(self, table: str = "", **what: Any) -> None:
        """Tell the other nodes that a table has grown, what was said there, or which device was signed out: the fields
        of a notice."""

    def listen(self, table: str) -> None:
        """Somebody here listens to this table."""

    def forget(self, table: str) -> None:
        """Nobody here listens to it any more."""

    async def start(self, heard: Heard, reconnected: Callable[[], Awaitable[None]]) -> None:
        """Begin to listen."""

    async def stop(self) -> None:
        """End."""


class RedisNotices(Notices):
    """Two tasks publish and subscribe, so that a hanging Redis blocks nobody."""

    is_shared = True

    def __init__(self, url: str) -> None:
        super().__init__()
        try:
            from redis.asyncio import Redis
        except ModuleNotFoundError as error:
            raise Malformed(
                "Für Redis fehlt ein Paket: pip install 'pasch[postgres]'.",
                "Redis needs one more package: pip install 'pasch[postgres]'.",
            ) from error
        try:
            self._redis: Any = Redis.from_url(url, socket_connect_timeout=2, socket_timeout=5, health_check_interval=10)
        except ValueError as error:
            raise Malformed(
                "Die Adresse eines Redis beginnt mit redis://, rediss:// oder unix://.",
                "The address of a Redis begins with redis://, rediss:// or unix://.",
            ) from error
        self._node = token_hex(8)
        self._out: asyncio.Queue[Notice] = asyncio.Queue(MOST_WAITING)
        self._tables: set[str] = set()
        self._pubsub: Any = None
        self._changes: asyncio.Queue[tuple[bool, str]] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self.connected.clear()

    def notify(self, table: str = "", **what: Any) -> None:
        if not self._out.full():
            self._out.put_nowait(Notice(self._node, table, **what))

    def listen(self, table: str) -> None:
        if table not in self._tables:
            self._tables.add(table)
            self._changes.put_nowait((True, table))

    def forget(self, table: str) -> None:
        self._tables.discard(table)
        self._changes.put_nowait((False, table))

    async def start(self, heard: Heard, reconnected: Callable[[], Awaitable[None]]) -> None:
        self._tasks = [
            asyncio.create_task(self._publish(), name="notices out"),
            asyncio.create_task(self._hear(heard, reconnected), name="notices in"),
        ]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()

    async def _publish(self) -> None:
        while True:
            batch = [await self._out.get()]
            while not self._out.empty() and len(batch) < 200:
                batch.append(self._out.get_nowait())
            try:
                pipe = self._redis.pipeline(transaction=False)
                for notice in batch:
                    pipe.publish(PREFIX + notice.table, msgspec.json.encode(notice))
                await pipe.execute()
            except Exception as error:
                log.warning("Redis does not answer: %s", type(error).__name__)
                await asyncio.sleep(PAUSE)

    async def _hear(self, heard: Heard, reconnected: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                async with self._redis.pubsub() as pubsub:
                    await pubsub.subscribe(PREFIX, *(PREFIX + table for table in self._tables))
                    self.connected.set()
                    await reconnected()
                    async with asyncio.TaskGroup() as group:
                        group.create_task(self._follow(pubsub))
                        group.create_task(self._listen(pubsub, heard))
            except Exception as error:
                log.warning("Redis does not answer: %s", type(error).__name__)
            self.connected.clear()
            await asyncio.sleep(PAUSE)

    async def _follow(self, pubsub: Any) -> None:
        """Subscribe to what is listened to here, and to no more."""
        while True:
            wanted, table = await self._changes.get()
            if wanted == (table in self._tables):
                await (pubsub.subscribe if wanted else pubsub.unsubscribe)(PREFIX + table)

    async def _listen(self, pubsub: Any, heard: Heard) -> None:
        while True:
            message = await pubsub.get_message(timeout=1.0)
            if message is not None and message["type"] == "subscribe":
                await heard(Notice("", message["channel"].decode().removeprefix(PREFIX), NEWER))
            elif message is not None and message["type"] == "message":
                notice = decode(message["data"])
                if notice.node != self._node:
                    await heard(notice)
