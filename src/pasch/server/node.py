"""All that a running node has: storage, writer, hall, bots, clients. Made when it starts, put away when it ends."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import time
from typing import Any

from litestar.connection import ASGIConnection

from pasch.server.http.identity import COOKIE, Signer, new_key
from pasch.server.http.limits import Buckets
from pasch.server.http.socket import Client
from pasch.server.live.bot_pool import Thinkers
from pasch.server.live.messages import Goodbye, encode
from pasch.server.live.notices import Notices, RedisNotices
from pasch.server.live.open_tables import Hall
from pasch.server.live.scheduler import Care
from pasch.server.settings import Settings
from pasch.server.store.database import answers, engine_for, upgrade
from pasch.server.store.storage import Storage
from pasch.server.store.writer import Writer

COME_BACK_AFTER = 1.0
FLUSH = 0.2
SECONDS_TO_CLOSE = 20

log = logging.getLogger("pasch.house")


class House:
    """Handed to everything that answers requests."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.engine = engine_for(settings.database)
        self.storage = Storage(self.engine)
        self.writer = Writer(self.engine)
        self.notices = RedisNotices(settings.redis) if settings.redis else Notices()
        self.hall = Hall(settings, self.storage, self.writer, self.notices)
        self.care = Care(self.hall, Thinkers(settings.bot_workers))
        self.clients: set[Client] = set()
        self.requests = Buckets(settings.http_rate * settings.limits, 10)
        self.tables = Buckets(settings.tables_rate * settings.limits, 60)
        self.guesses = Buckets(settings.guesses * settings.limits, 60)
        self.newcomers = Buckets(settings.newcomers * settings.limits, 60)
        self.signer = Signer(new_key())
        self.since = time()
        self.is_ending = False

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        await upgrade(self.engine)
        self.signer = Signer(await self.storage.setting("cookie_key", new_key()))
        self.writer.start()
        await self.care.start()
        log.info("the table is open")
        try:
            yield
        finally:
            try:
                async with asyncio.timeout(SECONDS_TO_CLOSE):
                    await self.care.stop()
                    await self.writer.stop()
                    await self.engine.dispose()
                log.info("the table is closed")
            except TimeoutError:
                log.warning("something did not end in time; what was acknowledged is stored")

    def person(self, connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
        """Whom the cookie names."""
        return self.signer.person(connection.cookies.get(COOKIE))

    def is_full_for(self, who: str) -> bool:
        """Whether somebody has as many connections as one may have."""
        return sum(client.who == who for client in self.clients) >= self.settings.sockets * self.settings.limits

    async def goodbye(self) -> None:
        """Tell everybody to come back in a moment."""
        self.is_ending = True
        message = encode(Goodbye(wait=COME_BACK_AFTER))
        for client in self.clients:
            client.tell(message)
        if self.clients:
            await asyncio.sleep(FLUSH)

    async def is_healthy(self) -> bool:
        try:
            async with asyncio.timeout(3), self.engine.connect() as connection:
                return await answers(connection) and not self.is_ending
        except Exception as error:
            log.warning("not well: %s", type(error).__name__)
            return False
