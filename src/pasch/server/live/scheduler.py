"""Looking after tables: bots move, clocks run out, idle tables are closed, forgotten ones leave the memory."""

import asyncio
import logging
from collections.abc import Coroutine, Iterator
from secrets import SystemRandom
from time import time
from typing import Any

import msgspec

from pasch.engine.errors import PaschError
from pasch.engine.game import Seat
from pasch.server import metrics
from pasch.server.live.bot_pool import Thinkers
from pasch.server.live.messages import encode
from pasch.server.live.notices import Notice
from pasch.server.live.open_tables import Hall, Place
from pasch.server.live.pauses import human_time
from pasch.server.table import permissions as manners
from pasch.server.table.model import DAY, Moved, What
from pasch.server.table.table import Table

AT_ONCE = 200
LOOK_AGAIN = 5.0
"""Seconds after which a node looks for itself, in case that a notice was lost."""
CATCH_UP = 500

log = logging.getLogger("pasch.care")


class Care:
    """What a node does without being asked. Every node may do all of it: the log takes each entry once."""

    def __init__(self, hall: Hall, thinkers: Thinkers) -> None:
        self.hall = hall
        self.thinkers = thinkers
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopping = False
        self._look_again = 0.0
        hall.drive = self.drive

    async def start(self) -> None:
        self._spawn(self._sweep())
        await self.hall.notices.start(self.heard, self.catch_up)

    async def stop(self) -> None:
        self._stopping = True
        await self.hall.notices.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.thinkers.stop()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            level = logging.WARNING if isinstance(error, PaschError) else logging.ERROR
            log.log(level, "something was left undone, the sweep will find it", exc_info=error)

    # Bots

    def drive(self, place: Place) -> None:
        """Let the bots of a table that have something to decide think about it."""
        table = place.table
        for seat in table.waiting:
            level = table.level(seat)
            if level is not None and seat not in place.thinking and not self._stopping:
                place.thinking.add(seat)
                self._spawn(self._think(place, seat, level))

    async def _think(self, place: Place, seat: Seat, level: str) -> None:
        loop, table = asyncio.get_running_loop(), place.table
        try:
            if seat not in table.waiting or table.level(seat) is None:
                return
            version, view = table.version, table.game.view(table.playing.state, seat)
            moves = tuple(table.playing.moves(seat))
            ready = loop.time() + self._pause(place, level, len(moves))
            move = await self.thinkers.choose(table.setup.game, level, view, seat, moves)
            await asyncio.sleep(max(0.0, ready - loop.time()))
            await self.hall.act(place, lambda table, _: self._if_still(table, seat, version, move))
        finally:
            place.thinking.discard(seat)
        self.drive(place)

    def _pause(self, place: Place, level: str, choices: int) -> float:
        """How long a bot takes, thinking included; where nobody looks on, no longer than it has to think."""
        if not place.listeners:
            return 0.0
        return self.hall.settings.bot_pause * human_time(level, choices, SystemRandom().random())

    @staticmethod
    def _if_still(table: Table, seat: Seat, version: int, move: msgspec.Struct) -> Iterator[What]:
        if table.level(seat) is not None and table.is_fresh(seat, version):
            yield Moved(seat, msgspec.Raw(encode(move)))

    # What is due

    async def _sweep(self) -> None:
        while not self._stopping:
            await asyncio.sleep(self.hall.settings.sweep)
            try:
                await self.sweep()
            except Exception as error:
                log.warning("the sweep was broken off: %s", type(error).__name__)

    async def sweep(self) -> None:
        now, settings, storage = time(), self.hall.settings, self.hall.storage
        for code, due in await storage.due(now, AT_ONCE):
            until = now + settings.lease
            if await storage.claim(code, due, until):
                self._spawn(self._look_after(code, until))
        if not self.hall.notices.is_connected or (self.hall.notices.is_shared and now >= self._look_again):
            self._look_again = now + LOOK_AGAIN
            await self.catch_up()
        self._forget(now)
        metrics.TABLES.set(len(self.hall.places))
        metrics.REDIS.set(self.hall.notices.is_connected)

    async def _look_after(self, code: str, until: float) -> None:
        place = await self.hall.open(code)
        await self.hall.refresh(place)
        await self.hall.act(place, manners.run_out)
        await self.hall.act(place, self._if_idle)
        self.drive(place)
        due = self.hall.due(place.table)
        if due is not None:
            await self.hall.storage.claim(code, until, due)

    def _if_idle(self, table: Table, now: float) -> Iterator[What]:
        idle = now - table.touched >= self.hall.settings.idle_days * DAY
        if idle and table.stage in ("lobby", "playing"):
            yield from manners.close(table, None, "idle")

    def _forget(self, now: float) -> None:
        """Nobody listens and nobody thinks: the log keeps the table."""
        for code, place in list(self.hall.places.items()):
            in_use = place.listeners or place.thinking or place.lock.locked()
            if not in_use and now - place.used > self.hall.settings.keep:
                del self.hall.places[code]

    # Other nodes

    async def heard(self, notice: Notice) -> None:
        place = self.hall.places.get(notice.table)
        if place is None:
            return
        if notice.said is not None:
            self.hall.tell_chat(place, notice.said)
        elif notice.version > place.told or place.dirty:
            self._spawn(self.hall.refresh(place))

    async def catch_up(self) -> None:
        """Nobody told us for a while: look at all tables that somebody here listens to."""
        ids = [code for code, place in self.hall.places.items() if place.listeners]
        for at in range(0, len(ids), CATCH_UP):
            for code, version in (await self.hall.storage.versions(ids[at : at + CATCH_UP])).items():
                place = self.hall.places.get(code)
                if place is not None and (version > place.told or place.dirty):
                    await self.hall.refresh(place)
