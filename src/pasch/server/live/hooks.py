"""Webhooks of circles: their members read elsewhere when an evening is entered, a match is over, a round is drawn."""

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from pasch.engine.errors import Malformed
from pasch.engine.language import Lang, Text
from pasch.server.clock import Clock
from pasch.server.live.circle_info import HookInfo
from pasch.server.people import circle_permissions as may
from pasch.server.people import telling
from pasch.server.people.circle import Circle
from pasch.server.settings import Settings
from pasch.server.store.hooking import Hook, Hooking
from pasch.server.table.refusals import Missing, NotAllowed

if TYPE_CHECKING:
    from pasch.server.live.webhooks import Way

MOST_HOOKS = 5
"""Of one circle."""
MOST_FAILED = 5
"""After so many times in a row that nothing has arrived, nothing is sent there any more."""
MOST_SENT, HOUR = 60, 3600.0
"""How often a circle sends word in an hour."""
MOST_KEPT = 1000
AT_ONCE = 4
"""Threads that wait for services."""

NO_HOOKS = Text("Dieser Server schickt nichts dorthin.", "This server sends nothing there.")
NOT_ARRIVED = Text(
    "Dort ist nichts angekommen. Stimmt die Adresse?", "Nothing has arrived there. Is the address right?"
)
ENOUGH = Text(f"Mehr als {MOST_HOOKS} sind zu viele.", f"More than {MOST_HOOKS} are too many.")
GONE = Text("Dorthin geht schon nichts mehr.", "Nothing goes there any more.")

Say = Callable[[Lang, str], str]
"""What to say in a language and a time zone."""

log = logging.getLogger("pasch.hooks")


def harmless(text: str) -> str:
    """Names of people call nobody and lead nowhere, in the ways in which services read that."""
    return text.replace("@", "@\u200b").replace("<", "‹").replace(">", "›").replace("://", ":\u200b//")


class Hooks:
    def __init__(
        self,
        settings: Settings,
        storage: Hooking,
        clock: Clock,
        spawn: Callable[[Coroutine[Any, Any, None]], None],
    ) -> None:
        self._storage, self._clock, self.spawn = storage, clock, spawn
        self.services = settings.webhooks
        self._threads = ThreadPoolExecutor(AT_ONCE, "hooks")
        self._sent: OrderedDict[str, deque[float]] = OrderedDict()

    def start(self) -> None:
        """Say at once what is missing."""
        if not self.services:
            return
        try:
            import pasch.server.live.webhooks  # noqa: F401
        except ModuleNotFoundError as error:
            raise Malformed(
                f"Für Webhooks fehlt {error.name}: pip install 'pasch[hooks]', im Projektordner '.[hooks]'.",
                f"Webhooks need {error.name}: pip install 'pasch[hooks]', in a checkout '.[hooks]'.",
            ) from error

    def stop(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    # Which there are

    async def infos(self, circle: str) -> list[HookInfo]:
        return [
            HookInfo(id=one.id, service=one.service, origin=one.origin, works=one.failed < MOST_FAILED)
            for one in await self._storage.of(circle)
        ]

    async def add(self, circle: Circle, person: str, url: str, lang: Lang, zone: str) -> None:
        """It is stored when something has arrived there."""
        may.must_be_host(circle, person)
        way = self._way(url)
        if way is None:
            raise NotAllowed(NO_HOOKS)
        if len(await self._storage.of(circle.id)) >= MOST_HOOKS:
            raise NotAllowed(ENOUGH)
        if not await self._arrived(way, circle, telling.GREETING.to(lang)):
            raise NotAllowed(NOT_ARRIVED)
        now = self._clock()
        hook = Hook(token_hex(8), circle.id, person, url, way.service, way.origin, lang, zone, 0, now)
        await self._storage.add(hook)

    async def remove(self, circle: Circle, person: str, hook: str) -> None:
        may.must_be_host(circle, person)
        if not hook.isprintable() or not await self._storage.remove(circle.id, hook):
            raise Missing(GONE)

    def _way(self, url: str) -> "Way | None":
        """Only to what the operator allows: anything else could be in our own network."""
        if not self.services:
            return None
        from pasch.server.live.webhooks import way_to

        way = way_to(url)
        return way if way is not None and way.origin in self.services else None

    # Sending

    async def tell(self, circle: Circle, say: Say) -> None:
        """Send word wherever the circle wants it, and not too often."""
        hooks = [one for one in await self._storage.of(circle.id) if one.failed < MOST_FAILED]
        if hooks and self.may_send(circle.id):
            for hook in hooks:
                self.spawn(self._send(hook, circle, say(hook.lang, hook.zone)))

    def may_send(self, circle: str) -> bool:
        times = self._sent.setdefault(circle, deque(maxlen=MOST_SENT))
        self._sent.move_to_end(circle)
        if len(self._sent) > MOST_KEPT:
            self._sent.popitem(last=False)
        now = self._clock()
        if len(times) == MOST_SENT and now - times[0] < HOUR:
            return False
        times.append(now)
        return True

    async def _send(self, hook: Hook, circle: Circle, body: str) -> None:
        way = self._way(hook.url)
        arrived = way is not None and await self._arrived(way, circle, body)
        if not arrived:
            log.warning("nothing arrived at %s", hook.origin)
        if not arrived or hook.failed:
            await self._storage.count(hook.id, arrived=arrived)

    async def _arrived(self, way: "Way", circle: Circle, body: str) -> bool:
        name, said = harmless(circle.customs.name), harmless(body)
        return await asyncio.get_running_loop().run_in_executor(self._threads, way.send, name, said)
