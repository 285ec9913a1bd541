"""A node: all that one running server has. Made when it starts, put away when it ends."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from sqlalchemy.exc import SQLAlchemyError

from pasch.engine.errors import PaschError
from pasch.server.clock import Clock
from pasch.server.live.bot_pool import BotPool
from pasch.server.live.circle_word import CircleWord
from pasch.server.live.circles import Circles
from pasch.server.live.desk import Desk
from pasch.server.live.erasing import Erasing
from pasch.server.live.hints import Hints
from pasch.server.live.hooks import Hooks
from pasch.server.live.inviting import Invitations
from pasch.server.live.notices import Notices, RedisNotices
from pasch.server.live.nudging import Nudges
from pasch.server.live.open_tables import OpenTables
from pasch.server.live.practice import Practice
from pasch.server.live.ratings import Book
from pasch.server.live.reviews import Reviews
from pasch.server.live.scheduler import ALIVE_EVERY, Bots, Scheduler, Tasks
from pasch.server.settings import Settings
from pasch.server.store.belongings import Belongings
from pasch.server.store.circles import CircleStorage
from pasch.server.store.database import engine_for, upgrade
from pasch.server.store.hooking import Hooking
from pasch.server.store.inviting import Inviting
from pasch.server.store.marks import Marks
from pasch.server.store.rebuild import catch_up
from pasch.server.store.results import Results
from pasch.server.store.securing import Securing
from pasch.server.store.storage import Stop, Storage
from pasch.server.store.wishing import Wishing
from pasch.server.store.writer import Writer
from pasch.server.table.clocks import HOUR, MOST_HOURS

SECONDS_TO_CLOSE = 20
SECONDS_TO_STORE = 3
"""Seconds after which a node that has stored nothing counts as not well."""

log = logging.getLogger("pasch.node")


class Node:
    """Handed to everything that answers requests."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self.settings, self.clock = settings, clock
        self.engine = engine_for(settings.database)
        self.storage, self.results = Storage(self.engine), Results(self.engine)
        self.belongings = Belongings(self.engine)
        self.writer = Writer(self.engine)
        self.notices = RedisNotices(settings.redis) if settings.redis else Notices()
        self._pool, self._tasks = BotPool(settings.bot_workers), Tasks()
        drive = Bots(self._pool, self._tasks, settings.bot_pause).drive
        self.desk = Desk()
        self.tables = OpenTables(settings, self.storage, self.writer, self.notices, self.desk, drive, clock)
        self.reviews = Reviews(self.storage, self.writer, settings.coach_share)
        self.hints = Hints(self._pool, self.tables, self.storage, settings)
        self.practice = Practice(self.storage, self.desk, self._pool, clock, settings.try_seconds)
        self.wishing, self.securing = Wishing(self.engine), Securing(self.engine)
        self.nudges = Nudges(settings, self.storage, self.wishing, self.notices, clock, self._tasks.spawn)
        self.hooks = Hooks(settings, Hooking(self.engine), clock, self._tasks.spawn)
        circles = CircleStorage(self.engine)
        invitations = Invitations(Inviting(self.engine), circles, self.nudges, clock)
        word = CircleWord(circles, self.hooks, invitations)
        book = Book(Marks(self.engine), self.desk, clock)
        self.circles = Circles(circles, self.tables, self.practice, word, book, self.desk, clock)
        self.scheduler = Scheduler(settings, self.storage, self.notices, self.tables, self._tasks, clock)
        self.scheduler.nudge, self.scheduler.invite = self.nudges.look, invitations.look
        self.erasing = Erasing(self.belongings, self.tables, self.notices)

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        await upgrade(self.engine)
        await catch_up(self.engine)
        self.clock.join(await self.storage.latest())
        await self.nudges.start()
        self.hooks.start()
        self.writer.start()
        self.tables.stops = await self._stops(self.clock())
        await self.scheduler.start()
        log.info("the table is open")
        try:
            yield
        finally:
            try:
                async with asyncio.timeout(SECONDS_TO_CLOSE):
                    await self.notices.stop()
                    await self._tasks.stop()
                    await self.reviews.stop()
                    await self._pool.stop()
                    await self.nudges.stop()
                    self.hooks.stop()
                    self.desk.close()
                    await self.writer.stop()
                    with suppress(SQLAlchemyError, OSError):
                        await self.storage.beat(self.clock())
                    await self.engine.dispose()
                log.info("the table is closed")
            except TimeoutError:
                log.warning("something did not end in time; what was acknowledged is stored")

    async def _stops(self, now: float) -> list[Stop]:
        """When the whole house was closed. Where there may be other nodes, one of them has said a word meanwhile."""
        least = 1.5 * ALIVE_EVERY if self.notices.is_shared else 0.0
        return await self.storage.revive(now, least, now - MOST_HOURS * HOUR)

    def sign_out(self, device: str) -> None:
        """The sockets of a device are closed, here and on the other nodes."""
        self.scheduler.signed_out(device)
        self.notices.notify(device=device)

    async def erase(self, person: str) -> None:
        """Somebody is nobody any more, wherever their name stood."""
        gone = [one.id for one in await self.storage.devices_of(person)]
        async for table in self.erasing.unname(person):
            self.scheduler.erased(table)
        await self.circles.erase(person)
        await self.belongings.erase(person)
        for device in gone:
            self.sign_out(device)

    async def is_healthy(self) -> bool:
        """Whether a move could be stored now."""
        try:
            async with asyncio.timeout(SECONDS_TO_STORE):
                await self.writer.try_out()
        except (PaschError, TimeoutError):
            log.warning("not well: nothing can be stored")
            return False
        return True
