"""Documents that do not change are made once, in the desk's thread, and kept: those last asked for, to some size."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable

from pasch.server.http.pages import File, document
from pasch.server.live.desk import Desk

MOST_BYTES = 32_000_000

Write = Callable[[], bytes]
"""Writes a document: takes long, and needs nothing from the event loop."""


class Kept:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._files: OrderedDict[Hashable, File] = OrderedDict()
        self._making: dict[Hashable, asyncio.Future[File]] = {}
        self._bytes = 0

    async def file(self, key: Hashable, prepare: Callable[[], Awaitable[Write]]) -> File:
        """The document of this key. However many ask for it at once, it is made once."""
        if key in self._files:
            self._files.move_to_end(key)
            return self._files[key]
        making = self._making.get(key)
        if making is None:
            making = self._making[key] = asyncio.ensure_future(self._make(prepare))
            making.add_done_callback(lambda done: self._keep(key, done))
        return await asyncio.shield(making)

    def forget(self, name: Hashable) -> None:
        """Throw away all whose key has this in it, also what is being made: the next one who asks has it made anew."""
        for key in [key for key in {*self._files, *self._making} if isinstance(key, tuple) and name in key]:
            self._making.pop(key, None)
            if (kept := self._files.pop(key, None)) is not None:
                self._bytes -= kept.size

    async def _make(self, prepare: Callable[[], Awaitable[Write]]) -> File:
        write = await prepare()
        return await self._desk.write(lambda: document(write()))

    def _keep(self, key: Hashable, done: asyncio.Future[File]) -> None:
        if self._making.get(key) is not done:
            return  # it was forgotten meanwhile
        del self._making[key]
        if done.cancelled() or done.exception() is not None:
            return
        self._files[key] = done.result()
        self._bytes += done.result().size
        while self._bytes > MOST_BYTES:
            self._bytes -= self._files.popitem(last=False)[1].size
