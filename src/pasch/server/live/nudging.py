"""Nudges: who is away is told by the push service of their browser that it is their turn, and not too often."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, Protocol
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import msgspec

from pasch.engine.errors import Malformed
from pasch.engine.language import Lang
from pasch.server.clock import Clock
from pasch.server.live.notices import Notices
from pasch.server.live.open_table import OpenTable
from pasch.server.live.presence import connected
from pasch.server.settings import Settings
from pasch.server.store.storage import Storage
from pasch.server.store.wishing import Nudged, Subscription, Wish, Wishing
from pasch.server.table import nudging
from pasch.server.table.refusals import IS_HERE, POKED_ALREADY, NotAllowed
from pasch.server.table.table import Table

KNOWN = (
    "fcm.googleapis.com",
    "jmt17.google.com",
    "push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
)
"""The push services of the browsers; also what stands before these names."""
SECONDS = 10.0
GONE = (404, 410)
"""How a push service says that a browser is not there any more."""
DAY = 1440

log = logging.getLogger("pasch.nudges")


class Message(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a browser is sent, and shows; and what it leads to."""

    title: str
    body: str
    table: str = ""
    circle: str = ""


class Sender(Protocol):
    """The way to push services."""

    public: str

    def is_key(self, key: str, auth: str) -> bool:
        """Whether something can be encrypted for such a browser."""

    async def send(self, to: Subscription, message: bytes, topic: str, now: float) -> int:
        """The status that the push service answers; 0: none."""

    async def close(self) -> None:
        """No more is sent."""


def is_known(endpoint: str, services: Iterable[str]) -> bool:
    """Whether a browser's address is one of a push service that we may talk to: any other could be anything in our own
    network."""
    try:
        to = urlsplit(endpoint)
        host, is_plain = to.hostname or "", to.port in (None, 443) and to.username is None
    except ValueError:
        return False
    if f"{to.scheme}://{to.netloc}" in services:
        return True
    return to.scheme == "https" and is_plain and any(host == one or host.endswith(f".{one}") for one in KNOWN)


def rest(wish: Wish, now: float) -> float:
    """Seconds until somebody's quiet hours are over; 0: it is not quiet there."""
    there = datetime.fromtimestamp(now, ZoneInfo(wish.zone))
    minutes = there.hour * 60 + there.minute + there.second / 60
    into, whole = (minutes - wish.quiet_from) % DAY, (wish.quiet_to - wish.quiet_from) % DAY
    return (whole - into) * 60 if into < whole else 0.0


@dataclass
class Nudges:
    settings: Settings
    storage: Storage
    wishing: Wishing
    notices: Notices
    clock: Clock
    spawn: Callable[[Coroutine[Any, Any, None]], None]
    is_open: Callable[[str], bool] = lambda _: False
    """Whether somebody has the page open here."""
    sender: Sender | None = None
    """None: nobody is nudged, since nobody said whom to write to about it."""

    async def start(self) -> None:
        """Only where the operator has said how they can be reached: push services want to know."""
        if not self.settings.contact:
            return
        try:
            from pasch.server.live.webpush import WebPush, new_key
        except ModuleNotFoundError as error:
            raise Malformed(
                f"Zum Anstupsen fehlt {error.name}: pip install 'pasch[push]', im Projektordner '.[push]'.",
                f"Nudges need {error.name}: pip install 'pasch[push]', in a checkout '.[push]'.",
            ) from error
        self.sender = WebPush(await self.storage.setting("push_key", new_key()), self.settings.contact, SECONDS)

    async def stop(self) -> None:
        if self.sender is not None:
            await self.sender.close()

    async def look(self, opened: OpenTable) -> float | None:
        """Tell those who are asked at a table and away. When to look again because somebody is not to be disturbed."""
        table, again = opened.table, []
        for person, seats in table.people().items() if self.sender else ():
            seat = next(
                (one for one in seats if one in table.waiting and nudging.steps(table, one, self.clock())), None
            )
            if seat is not None and (until := await self._tell(opened, person, seat)):
                again.append(until)
        return min(again, default=None)

    async def _tell(self, opened: OpenTable, person: str, seat: int) -> float | None:
        now, table = self.clock(), opened.table
        step, before = nudging.steps(table, seat, now), await self._before(table, person, seat)
        wish = await self.wishing.wish(person)
        if before.step >= step or wish is None or not wish.turn:
            return None
        is_here = await self._is_here(opened, person)
        if not is_here and (quiet := rest(wish, now)):
            return now + quiet
        await self.wishing.keep_nudged(person, opened.id, before._replace(step=step))
        if not is_here:  # and known to be told from now on, whoever looks next
            self.spawn(self._send(opened, person, seat))
        return None

    async def _before(self, table: Table, person: str, seat: int) -> Nudged:
        """What somebody was told about this turn. Its time may be put back, its number stays."""
        before, asked = await self.wishing.nudged(person, table.id), table.asked[seat]
        return before if before is not None and before.asked == asked else Nudged(asked, 0, poked=False)

    async def poke(self, opened: OpenTable, by: str, seat: int) -> None:
        """Somebody at the table wants it. They do not learn whether the other wants it, too."""
        table, now = opened.table, self.clock()
        person = nudging.check_poke(table, by, seat, now)
        if await self._is_here(opened, person):
            raise NotAllowed(IS_HERE)
        if not await self.wishing.keep_poked(person, table.id, await self._before(table, person, seat)):
            raise NotAllowed(POKED_ALREADY)
        wish = await self.wishing.wish(person)
        if wish is not None and wish.turn and not rest(wish, now):
            self.spawn(self._send(opened, person, seat, table.seats_of(by)[0] if table.seats_of(by) else None))

    async def _is_here(self, opened: OpenTable, person: str) -> bool:
        """Whether somebody has the table open, at any node: the others are asked where they were not heard yet."""
        if self.is_open(person):
            return True
        if self.notices.is_shared and not opened.listeners:
            self.notices.listen(opened.id)
            await asyncio.sleep(4 * self.settings.sweep)
            if not opened.listeners:
                self.notices.forget(opened.id)
        return person in opened.presence.at(self.clock(), connected(opened.table, opened.listeners)).people

    async def _send(self, opened: OpenTable, person: str, seat: int, by: int | None = None) -> None:
        def message(lang: Lang) -> Message | None:
            is_asked = seat in opened.table.waiting
            return Message(*nudging.told(opened.table, seat, lang, self.clock(), by), opened.id) if is_asked else None

        await self.push(person, opened.id, message)

    async def push(self, person: str, about: str, message: Callable[[Lang], Message | None]) -> None:
        """To all devices that want it; those whose browser is gone want it no more. `about`: a later message about the
        same replaces one that still waits."""
        topic = sha256(about.encode()).hexdigest()[:32]
        for to in await self.wishing.subscriptions(person):
            told = message(to.lang)
            assert self.sender is not None
            if told is None or not is_known(to.endpoint, self.settings.push_services):
                continue
            status = await self.sender.send(to, msgspec.json.encode(told), topic, self.clock())
            if status in GONE:
                await self.wishing.unsubscribe(to.device)
            elif not 200 <= status < 300:
                log.warning("a push service answered %d", status)
