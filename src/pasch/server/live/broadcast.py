"""What goes out to those who listen to an open table: updates when something has happened, and chat."""

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Protocol

from pasch.engine.errors import PaschError
from pasch.engine.language import Lang
from pasch.server.live.messages import Acknowledged, Chatted, encode
from pasch.server.live.notices import Notices
from pasch.server.live.updates import NO_EXTRAS, Extras, Updates, refusal, table_info
from pasch.server.store.storage import Said, Storage
from pasch.server.table import permissions
from pasch.server.table.table import Step, Table

CHAT_KEPT = 200
KEYS_KEPT = 500


class Listener(Protocol):
    """Somebody who watches tables: a socket."""

    person: str | None
    lang: Lang

    def send(self, message: bytes) -> None:
        """Pass a message on without ever waiting."""


class OpenTable:
    """A table in memory on this node: the state folded from its log, a write lock, and its listeners."""

    __slots__ = ("dirty", "id", "listeners", "lock", "sent", "table", "thinking", "used")

    def __init__(self, table: Table, now: float) -> None:
        self.id = table.id
        self.table = table
        self.lock = asyncio.Lock()
        self.dirty = False
        """The table may be ahead of the log: read it again before use."""
        self.listeners: dict[Listener, Extras] = {}
        self.sent = table.version
        """The version up to which the listeners know what happened."""
        self.thinking: set[int] = set()
        """Seats whose bots think."""
        self.used = now


class Broadcast:
    def __init__(self, notices: Notices) -> None:
        self._notices = notices

    def join(self, opened: OpenTable, listener: Listener, extras: Extras) -> None:
        opened.listeners[listener] = extras
        self._notices.listen(opened.id)

    def leave(self, opened: OpenTable, listener: Listener) -> None:
        if opened.listeners.pop(listener, None) is not None and not opened.listeners:
            self._notices.forget(opened.id)

    def update(
        self,
        opened: OpenTable,
        steps: Sequence[Step],
        now: float,
        *,
        changed: bool,
        by: Listener | None = None,
        key: str | None = None,
    ) -> None:
        """Send all who listen how it stands and what happened; with who sits where if that has changed."""
        table = opened.table
        updates = Updates(table, [*table.revealed, *steps], now, opened.sent)
        table.revealed.clear()
        opened.sent = table.version
        if changed:
            self._send_away(opened)
        for listener, extras in opened.listeners.items():
            info = table_info(table, listener.person) if changed or table.stage != "playing" else None
            ack = key if listener is by else None
            listener.send(updates.for_reader(table.seats_of(listener.person), extras, info=info, ack=ack))
        if by is not None and key is not None and by not in opened.listeners:
            acknowledge(by, opened, key)

    def _send_away(self, opened: OpenTable) -> None:
        """Those who watched before the match, where nobody may watch it."""
        for listener in list(opened.listeners):
            try:
                permissions.check_watcher(opened.table, listener.person)
            except PaschError as error:
                self.leave(opened, listener)
                listener.send(encode(refusal(error, listener.lang, table=opened.id)))

    def show(
        self, opened: OpenTable, listener: Listener, now: float, steps: Sequence[Step] = (), since: int = 0
    ) -> None:
        """Send one listener how it stands, and what happened since a version."""
        table = opened.table
        info, extras = table_info(table, listener.person), opened.listeners.get(listener, NO_EXTRAS)
        updates = Updates(table, steps, now, since)
        listener.send(updates.for_reader(table.seats_of(listener.person), extras, info=info))

    def chat(self, opened: OpenTable, said: Said) -> None:
        message = encode(Chatted(table=opened.id, at=said.at, name=said.name, text=said.text))
        for listener in opened.listeners:
            listener.send(message)


def acknowledge(listener: Listener, opened: OpenTable, key: str) -> None:
    listener.send(encode(Acknowledged(id=key, table=opened.id, version=opened.table.version)))


class Chat:
    def __init__(self, storage: Storage, broadcast: Broadcast, notices: Notices) -> None:
        self._storage, self._broadcast, self._notices = storage, broadcast, notices
        self._known: deque[tuple[str | None, str, str]] = deque(maxlen=KEYS_KEPT)
        """The ids of what was said lately: a client that missed the answer says it again."""

    async def say(self, opened: OpenTable, listener: Listener, text: str, key: str, now: float) -> None:
        name = permissions.speaker(opened.table, listener.person)
        known = listener.person, opened.id, key
        if known not in self._known:
            said = Said(now, name, permissions.plain_chat(text))
            await self._storage.say(opened.id, said, CHAT_KEPT)
            self._broadcast.chat(opened, said)
            self._notices.said(opened.id, said)
            self._known.append(known)
        acknowledge(listener, opened, key)
