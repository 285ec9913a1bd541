"""Those who want it are told when their circle enters an evening: once, not at night, not while the page is open."""

from collections.abc import Awaitable, Callable

from pasch.engine.language import Lang, Text
from pasch.server.clock import Clock
from pasch.server.live.nudging import Message, Nudges, rest
from pasch.server.people import telling
from pasch.server.people.circle import Circle, Evening
from pasch.server.store.circles import CircleStorage
from pasch.server.store.inviting import Invited, Inviting
from pasch.server.store.wishing import Wish
from pasch.server.table.refusals import Missing

AT_ONCE = 100
SELDOM = 3600.0
"""Seconds between two such nudges by one circle: evenings can be entered and cancelled at will."""
AND_YOU = Text("Bist du dabei?", "Are you in?")


class Invitations:
    def __init__(self, storage: Inviting, circles: CircleStorage, nudges: Nudges, clock: Clock) -> None:
        self._storage, self._circles, self._nudges, self._clock = storage, circles, nudges, clock
        self.open: Callable[[str], Awaitable[Circle]]
        """A circle as its log is now."""

    async def entered(self, circle: Circle, evening: Evening) -> None:
        """All others are to be told, as soon as it is not quiet where they live."""
        if self._nudges.sender is None:
            return
        others, now = [who for who in circle.members if who != evening.by], self._clock()
        for person, wish in (await self._storage.wishes(others)).items():
            last = await self._storage.told(person, circle.id)
            at = max(now, last + SELDOM)
            await self._storage.keep(Invited(person, circle.id, evening.number, at + rest(wish, at), last))

    async def look(self) -> None:
        """Tell those whose time has come. Where there are other nodes, they may know first that somebody is there."""
        now, nudges = self._clock(), self._nudges
        patience = 4 * nudges.settings.sweep if nudges.notices.is_shared else 0.0
        for one in await self._storage.due(now, AT_ONCE) if nudges.sender else ():
            is_here = nudges.is_open(one.person)
            if not is_here and (one.due or now) + patience > now:
                continue
            if await self._storage.take(one, one.told if is_here else now) and not is_here:
                nudges.spawn(self._tell(one))

    async def _tell(self, one: Invited) -> None:
        wish = (await self._storage.wishes([one.person])).get(one.person)
        found = await self._asked(one)
        if wish is None or found is None:
            return
        circle, evening = found
        if quiet := rest(wish, self._clock()):
            await self._storage.keep(one._replace(due=self._clock() + quiet))
            return
        by = (await self._circles.called([evening.by]))[evening.by].name
        await self._nudges.push(one.person, circle.id, lambda lang: _message(circle, evening, by, wish, lang))

    async def _asked(self, one: Invited) -> tuple[Circle, Evening] | None:
        """Whether there still is something to say to them."""
        try:
            circle = await self.open(one.circle)
        except Missing:
            return None
        evening = circle.planned.get(one.evening)
        if evening is None or evening.at <= self._clock() or one.person not in circle.members:
            return None
        return None if one.person in evening.answers else (circle, evening)


def _message(circle: Circle, evening: Evening, by: str, wish: Wish, lang: Lang) -> Message:
    body = f"{telling.entered(by, evening.at, wish.zone, lang)} {AND_YOU.to(lang)}"
    return Message(circle.customs.name, body, circle=circle.id)
