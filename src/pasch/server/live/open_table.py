"""A table that is in use on this node: its state, those who listen to it, and what they are sent."""

import asyncio
from collections.abc import Sequence
from typing import Protocol

from pasch.engine.errors import PaschError
from pasch.engine.language import Lang
from pasch.server.clock import Clock
from pasch.server.live.messages import Acknowledged, Chatted, Present, Reacted, encode
from pasch.server.live.notices import Notices
from pasch.server.live.presence import Here, Presence, connected
from pasch.server.live.updates import NO_EXTRAS, Extras, Updates, refusal, table_info
from pasch.server.store.storage import Said
from pasch.server.table import permissions
from pasch.server.table.steps import Step
from pasch.server.table.table import Table


class Listener(Protocol):
    """Somebody who watches tables: a socket."""

    person: str | None
    name: str | None
    lang: Lang

    def send(self, message: bytes) -> None:
        """Pass a message on without ever waiting."""


class OpenTable:
    """A table in memory on this node: the state folded from its log, a write lock, and its listeners."""

    __slots__ = (
        "_clock",
        "_notices",
        "dirty",
        "id",
        "listeners",
        "lock",
        "presence",
        "sent",
        "table",
        "thinking",
        "used",
    )

    def __init__(self, table: Table, notices: Notices, clock: Clock) -> None:
        self.id = table.id
        self.table = table
        self._notices, self._clock = notices, clock
        self.used = clock()
        self.lock = asyncio.Lock()
        self.dirty = False
        """The table may be ahead of the log: read it again before use."""
        self.listeners: dict[Listener, Extras] = {}
        self.presence = Presence()
        self.sent = table.version
        """The version up to which the listeners know what happened."""
        self.thinking: set[int] = set()
        """Seats whose bots think."""

    def join(self, listener: Listener, extras: Extras) -> None:
        self.listeners[listener] = extras
        self.presence.is_new = True
        self._notices.listen(self.id)

    def leave(self, listener: Listener) -> None:
        if self.listeners.pop(listener, None) is not None:
            self.presence.is_new = True
            if not self.listeners:
                self._notices.forget(self.id)

    def update(
        self, steps: Sequence[Step], *, changed: bool, by: Listener | None = None, key: str | None = None
    ) -> None:
        """Send all listeners how it stands and what happened; with who sits where if that has changed."""
        table = self.table
        updates = Updates(table, [*table.revealed, *steps], self._clock(), self.sent)
        table.revealed.clear()
        self.sent = table.version
        if changed:
            self.presence.is_new = True
            self._send_away()
        for listener, extras in self.listeners.items():
            info = table_info(table, listener.person) if changed or table.stage != "playing" else None
            ack = key if listener is by else None
            listener.send(updates.for_reader(table.seats_of(listener.person), extras, info=info, ack=ack))
        if by is not None and key is not None and by not in self.listeners:
            self.acknowledge(by, key)

    def _send_away(self) -> None:
        """Those who watched before the match, where nobody may watch it."""
        for listener in list(self.listeners):
            try:
                permissions.check_watcher(self.table, listener.person)
            except PaschError as error:
                self.leave(listener)
                listener.send(encode(refusal(error, listener.lang, table=self.id)))

    def show(self, listener: Listener, steps: Sequence[Step] = (), since: int = 0) -> None:
        """Send one listener how it stands, and what happened since a version."""
        info, extras = table_info(self.table, listener.person), self.listeners.get(listener, NO_EXTRAS)
        updates = Updates(self.table, steps, self._clock(), since)
        listener.send(updates.for_reader(self.table.seats_of(listener.person), extras, info=info))
        if extras.people:
            listener.send(encode(self._present(self._clock())))

    def chatted(self, said: Said) -> Chatted:
        seat = next(iter(self.table.seats_of(said.person)), None)
        return Chatted(table=self.id, at=said.at, name=said.name, text=said.text, seat=seat)

    def send(self, message: Chatted | Reacted) -> None:
        encoded = encode(message)
        for listener in self.listeners:
            listener.send(encoded)

    def tell_who_is_here(self, *, anew: bool) -> None:
        """Send those who asked who is here, if that has changed; and the other nodes, also where they want it anew."""
        now, here, presence = self._clock(), connected(self.table, self.listeners), self.presence
        if presence.changes_to(presence.at(now, here)):
            message = encode(self._present(now))
            for listener, extras in self.listeners.items():
                if extras.people:
                    listener.send(message)
            anew = True
        if anew or presence.asks or presence.answers:
            self._notices.notify(self.id, here=Here(here.people, here.watching, presence.asks))
            presence.asks = presence.answers = False

    def _present(self, now: float) -> Present:
        presence = self.presence
        watching = list(presence.at(now, connected(self.table, self.listeners)).watching)
        return Present(table=self.id, away=presence.away(self.table, now), watching=watching)

    def acknowledge(self, listener: Listener, key: str) -> None:
        listener.send(encode(Acknowledged(id=key, table=self.id, version=self.table.version)))
