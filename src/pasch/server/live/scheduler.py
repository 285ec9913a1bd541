"""What a node does without being asked: bots move, clocks run out, idle tables are closed and leave the memory."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from dataclasses import dataclass
from secrets import SystemRandom
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from pasch.engine.errors import PaschError
from pasch.engine.game import Seat
from pasch.server import metrics
from pasch.server.clock import DAY, QUIET, Clock
from pasch.server.live.bot_pool import BotPool, thinking_time
from pasch.server.live.notices import NEWER, Notice, Notices
from pasch.server.live.open_table import OpenTable
from pasch.server.live.open_tables import OpenTables, Write
from pasch.server.live.presence import BEAT
from pasch.server.settings import Settings
from pasch.server.store.storage import Storage
from pasch.server.store.trouble import cause
from pasch.server.table import dice, permissions

AT_ONCE = 200
LOOK_AGAIN = 5.0
"""Seconds after which a node polls the database, in case a notice or an answer was lost."""
ALIVE_EVERY = 10.0
"""Seconds after which a node says again that it runs: what lies between the last word of all and the next start counts
against nobody."""
CATCH_UP = 500

log = logging.getLogger("pasch.scheduler")


class Tasks:
    """What runs beside the requests."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopping = False

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        if self._stopping:
            work.close()
            return
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            level = logging.WARNING if isinstance(error, PaschError) else logging.ERROR
            log.log(level, "something was left undone, the sweep will find it", exc_info=error)

    async def stop(self) -> None:
        self._stopping = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


class Bots:
    def __init__(self, pool: BotPool, tasks: Tasks, pause: float) -> None:
        self._pool, self._tasks, self._pause = pool, tasks, pause

    def drive(self, opened: OpenTable, write: Write) -> None:
        """Start the bots of a table that have a decision to make."""
        table = opened.table
        if table.setup.hints != "off" and table.waiting:
            self._pool.make_ready(table.setup.game, table.playing.players)
        for seat in table.waiting:
            level = table.level(seat)
            if level is not None and seat not in opened.thinking:
                opened.thinking.add(seat)
                self._tasks.spawn(self._think(opened, seat, level, write))

    async def _think(self, opened: OpenTable, seat: Seat, level: str, write: Write) -> None:
        loop, table = asyncio.get_running_loop(), opened.table
        try:
            if seat not in table.waiting or table.level(seat) is None:
                return
            version, view = table.version, table.game.view(table.playing.state, seat)
            moves = tuple(table.playing.moves(seat))
            pause = self._pause * thinking_time(level, len(moves), SystemRandom().random()) if opened.listeners else 0.0
            ready = loop.time() + pause
            move = await self._pool.choose(table.setup.game, level, view, seat, moves)
            await asyncio.sleep(max(0.0, ready - loop.time()))
            await write(opened, lambda table, _: permissions.bot_move(table, seat, version, move))
        finally:
            opened.thinking.discard(seat)
        self.drive(opened, write)


@dataclass
class Scheduler:
    """Looks at what is due. Every node may do all of it: the log takes each entry once."""

    settings: Settings
    storage: Storage
    notices: Notices
    tables: OpenTables
    tasks: Tasks
    clock: Clock
    signed_out: Callable[[str], None] = lambda _: None
    """Closes the sockets of a device."""
    devices: Callable[[], Iterable[str]] = tuple
    """Those that are connected to this node."""
    erased: Callable[[str], None] = lambda _: None
    """Throws away what was written of a table while it still had somebody's name."""
    nudge: Callable[[OpenTable], Awaitable[float | None]] | None = None
    """Tells those who are asked at a table and away; when to look again."""
    invite: Callable[[], Awaitable[None]] | None = None
    """Tells those whose circle has entered an evening."""
    _look_again: float = 0.0
    _beat: float = 0.0
    _alive: float = 0.0

    async def start(self) -> None:
        self.tasks.spawn(self._run())
        await self.notices.start(self.heard, self.catch_up)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(self.settings.sweep)
            try:
                await self.sweep()
            except Exception as error:
                log.warning("the sweep was broken off: %s", cause(error))

    async def sweep(self) -> None:
        """Do what is due; where nothing can be stored, nobody could move either."""
        self._tell_who_is_here(self.clock())
        try:
            await self._sweep(self.clock())
        except (SQLAlchemyError, OSError):
            self.clock.disturb("nothing could be looked after: no clock runs out because of that")
            raise

    def _tell_who_is_here(self, now: float) -> None:
        beats = self.notices.is_shared and now >= self._beat
        if beats:
            self._beat = now + BEAT
        self.tables.tell_who_is_here(anew=beats)
        self.tables.browsing.tell()

    async def _sweep(self, now: float) -> None:
        if self.notices.is_shared and self.clock.quiet() < QUIET:
            self.clock.join(await self.storage.latest())
        if now >= self._alive:
            await self.storage.beat(now)
            self._alive = now + ALIVE_EVERY
        for code, due in await self.storage.due(now, AT_ONCE):
            until = now + self.settings.lease
            if await self.storage.claim(code, due, until):
                self.tasks.spawn(self.look_after(code, until))
        if self.invite:
            await self.invite()
        looks_again = now >= self._look_again
        if looks_again:
            self._look_again = now + LOOK_AGAIN
            for opened in self.tables.torn():
                self.tasks.spawn(self.tables.refresh(opened))
        if not self.notices.connected.is_set() or (self.notices.is_shared and looks_again):
            await self.catch_up()
        self.tables.forget(now - self.settings.keep)
        metrics.TABLES.set(len(self.tables.by_id))
        metrics.REDIS.set(self.notices.connected.is_set())

    async def look_after(self, code: str, until: float) -> None:
        """Do what is due at a table that this node has claimed. Right after a disturbance it is left as it is, except
        that a match begins: it waits for devices only for seconds. What comes due meanwhile is due again at once."""
        opened, quiet, now = await self.tables.fresh(code), self.clock.quiet(), self.clock()
        await self.tables.write(opened, dice.mix)
        await self.tables.rematch(opened)
        if quiet < QUIET:
            return
        await self.tables.write(opened, permissions.run_out)
        if quiet >= DAY:
            await self.tables.write(opened, lambda table, now: permissions.close_idle(table, now, self.settings.idle))
        later = await self.nudge(opened) if self.nudge else None
        due = self.tables.due(opened.table, now)
        if due is not None:
            due = min(due, later or due)
            await self.storage.claim(code, until, due if due > now else now + DAY - quiet)

    # Other nodes

    async def heard(self, notice: Notice) -> None:
        if notice.device:
            self.signed_out(notice.device)
        if notice.erased:
            self.erased(notice.erased)
            self.tasks.spawn(self.tables.reread(notice.erased))
        if notice.open:
            self.tables.browsing.is_new = True
        opened = self.tables.by_id.get(notice.table)
        if opened is None:
            return
        if notice.version == NEWER:
            opened.presence.asks = opened.presence.is_new = True
        if notice.here is not None:
            opened.presence.hear(notice.node, notice.here, self.clock())
        elif notice.reacted is not None:
            opened.send(notice.reacted)
        elif notice.said is not None:
            opened.send(opened.chatted(notice.said))
        elif notice.version > opened.sent or opened.dirty:
            self.tasks.spawn(self.tables.refresh(opened))

    async def catch_up(self) -> None:
        """No notice came for a while: look at all tables that somebody here listens to, and at the devices of all."""
        ids = [code for code, opened in self.tables.by_id.items() if opened.listeners]
        for at in range(0, len(ids), CATCH_UP):
            for code, version in (await self.storage.versions(ids[at : at + CATCH_UP])).items():
                opened = self.tables.by_id.get(code)
                if opened is not None and (version > opened.sent or opened.dirty):
                    await self.tables.refresh(opened)
        devices = [*self.devices()]
        for at in range(0, len(devices), CATCH_UP):
            some = devices[at : at + CATCH_UP]
            for device in {*some} - await self.storage.devices_among(some):
                self.signed_out(device)
