"""The hall: the tables that are in use on this node, who listens to them, and what is written into their logs."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from secrets import token_bytes
from time import time
from typing import Protocol

from pasch.engine.errors import PaschError
from pasch.engine.language import Lang
from pasch.server import metrics
from pasch.server.http.codes import new_code
from pasch.server.live.messages import Acknowledged, Chatted, encode
from pasch.server.live.notices import Notices
from pasch.server.live.updates import NOTHING, Teller, Wish, chair_info, refusal, table_info
from pasch.server.settings import Settings
from pasch.server.store.storage import Append, Said, Storage, Summary
from pasch.server.store.writer import Conflict, Writer
from pasch.server.table import permissions as manners
from pasch.server.table import refusals as no
from pasch.server.table.model import (
    CHAIRS,
    DAY,
    LONGEST_CHAT,
    PLAY,
    Chair,
    Entry,
    Followed,
    Moved,
    Person,
    Sat,
    SetUp,
    Setup,
    Sitter,
    Undone,
    What,
)
from pasch.server.table.refusals import Missing, NotAllowed, Unavailable
from pasch.server.table.table import Step, Table

ATTEMPTS = 20
CHAT_KEPT = 200
WORDS_KEPT = 500

Proposal = Callable[[Table, float], Iterable[What]]
"""What somebody wants to be written into a table's log, or a refusal."""


class Listener(Protocol):
    """Somebody who watches tables: a socket."""

    person: str | None
    lang: Lang

    def tell(self, message: bytes) -> None:
        """Pass a message on without ever waiting."""


class Repeated(Exception):
    """A move with this id is in the log already."""


class Place:
    """A table in use: its log folded, a lock for whoever writes, and those who listen."""

    __slots__ = ("dirty", "id", "listeners", "lock", "table", "thinking", "told", "used")

    def __init__(self, code: str, table: Table) -> None:
        self.id = code
        self.table = table
        self.lock = asyncio.Lock()
        self.dirty = False
        """The table may be ahead of the log: read it again before use."""
        self.listeners: dict[Listener, Wish] = {}
        """With what they want to be told besides."""
        self.told = 0
        """The version up to which the listeners know what happened."""
        self.thinking: set[int] = set()
        self.used = time()


class Hall:
    def __init__(self, settings: Settings, storage: Storage, writer: Writer, notices: Notices) -> None:
        self.settings = settings
        self.storage = storage
        self.writer = writer
        self.notices = notices
        self.places: dict[str, Place] = {}
        self._opening: dict[str, asyncio.Future[Place]] = {}
        self._heard: deque[tuple[str | None, str, str]] = deque(maxlen=WORDS_KEPT)
        """The latest words with their ids: a client that missed the answer says it again."""
        self.drive: Callable[[Place], None] = lambda _: None
        """Lets the bots of a table think; put here by whoever has bots."""

    # Finding a table

    async def open(self, code: str) -> Place:
        """The table with this id; raise `Missing` where there is none."""
        place = self.places.get(code)
        if place is not None:
            place.used = time()
            return place
        opening = self._opening.get(code)
        if opening is None:
            opening = self._opening[code] = asyncio.ensure_future(self._load(code))
            opening.add_done_callback(lambda _: self._opening.pop(code, None))
        return await asyncio.shield(opening)

    async def fresh(self, code: str) -> Place:
        """The table as its log is now: nobody tells this node of a table that nobody here listens to."""
        place = await self.open(code)
        await self.refresh(place)
        return place

    async def _load(self, code: str) -> Place:
        secret = await self.storage.secret(code) if code.isprintable() else None
        if secret is None:
            raise Missing(no.NO_TABLE)
        place = Place(code, Table(code, secret))
        await self._reread(place, 0)
        if place.table.version == 0:
            raise Missing(no.NO_TABLE)
        place.told = place.table.version
        self.places[code] = place
        return place

    async def _reread(self, place: Place, since: int) -> list[Step]:
        """Fold the whole log again; what happened since a version, with what was still concealed then."""
        steps = _folded(place, await self.storage.entries(place.id), since)
        place.dirty = False
        return steps

    async def _take_back(self, place: Place, entries: list[Entry]) -> list[Step]:
        """The table as it will be when these entries are stored: a choice in its log does not count any more."""
        begin = entries[0].n
        stored = await self.storage.entries(place.id)
        return [step for step in _folded(place, [*stored[:begin], *entries], begin) if step.n >= begin]

    async def _recover(self, place: Place) -> None:
        """The table in memory is not what the log says: read it, and tell what others have written."""
        steps = await self._reread(place, place.told)
        if place.table.version > place.told:
            self._tell(place, steps, changed=True)

    async def create(self, setup: Setup, host: str, chairs: Iterable[tuple[int, Chair]] = ()) -> Place:
        setup = manners.settled(setup)
        while True:
            code, secret, now = new_code(), token_bytes(32), time()
            if await self.storage.create(code, setup.game, secret, now):
                break
        place = self.places[code] = Place(code, Table(code, secret))
        await self.act(place, lambda *_: [SetUp(setup, host), *(Sat(seat, chair) for seat, chair in chairs)])
        return place

    # Writing into a log

    async def act(self, place: Place, propose: Proposal, *, key: str | None = None, by: Listener | None = None) -> None:
        """Let something happen at a table: in memory, then in the log, then for those who listen."""
        async with place.lock:
            for _ in range(ATTEMPTS):
                if place.dirty:
                    await self._recover(place)
                try:
                    entries, steps = self._proposed(place, propose, key)
                except PaschError:
                    if not await self._has_grown(place):
                        raise
                    continue
                if not entries:
                    return
                place.dirty = True
                if any(isinstance(entry.what, Undone) for entry in entries):
                    steps = await self._take_back(place, entries)
                try:
                    await self.writer.append(Append(place.id, entries, self._summary(place.table, entries)))
                except Conflict:
                    metrics.CONFLICTS.inc()
                    continue
                self._written(place, entries, steps, by, key)
                break
            else:
                raise Unavailable
        self.drive(place)

    def _written(
        self, place: Place, entries: list[Entry], steps: list[Step], by: Listener | None, key: str | None
    ) -> None:
        place.dirty = False
        if isinstance(entries[0].what, Moved):
            metrics.moves(place.table.setup.game, "bot" if by is None else "person").inc()
        self._tell(place, steps, changed=_changes_the_table(entries), by=by, key=key)
        self.notices.changed(place.id, place.table.version)

    def _proposed(self, place: Place, propose: Proposal, key: str | None) -> tuple[list[Entry], list[Step]]:
        table, now = place.table, time()
        entries: list[Entry] = []
        steps: list[Step] = []
        try:
            for what in propose(table, now):
                entry = Entry(table.version, now, what, key if not entries else None)
                step = table.fold(entry)
                entries.append(entry)
                if step is not None:
                    steps.append(step)
            while table.is_chance_due:
                step, entry = table.fall(now)
                entries.append(entry)
                steps.append(step)
        except (PaschError, Repeated):
            place.dirty = bool(entries)
            raise
        return entries, steps

    def _summary(self, table: Table, entries: Iterable[Entry]) -> Summary:
        chairs = seatings = None
        if any(isinstance(entry.what, CHAIRS) for entry in entries):
            chairs = encode([chair_info(chair) for chair in table.chairs]).decode()
            seatings = _seatings(table)
        waiting = sum(1 << seat for seat in table.waiting)
        due = self.due(table)
        return Summary(table.stage, table.version, waiting, due, table.touched, chairs, seatings)

    def due(self, table: Table) -> float | None:
        """When somebody must look after this table: to let a bot move, stop a clock, or close it."""
        if table.stage in ("over", "closed"):
            return None
        if any(table.level(seat) is not None for seat in table.waiting):
            return time() + self.settings.lease
        ends = [end for seat in table.waiting if (end := table.deadline(seat)) is not None]
        return min([*ends, table.touched + self.settings.idle_days * DAY])

    # What another node wrote

    async def _has_grown(self, place: Place) -> bool:
        """Whether the log is longer than what a refusal rested on; then it is read."""
        if place.dirty:
            return False
        version = place.table.version
        await self._refresh(place)
        return place.table.version > version

    async def refresh(self, place: Place) -> None:
        """Read what was added to the log elsewhere, and tell it."""
        async with place.lock:
            await self._refresh(place)
        self.drive(place)

    async def _refresh(self, place: Place) -> None:
        if place.dirty:
            await self._recover(place)
            return
        entries = await self.storage.entries(place.id, place.table.version)
        if not entries:
            return
        if any(isinstance(entry.what, Undone) for entry in entries):
            await self._recover(place)
        else:
            steps = list(place.table.read(entries))
            self._tell(place, steps, changed=_changes_the_table(entries))

    # Telling

    def _tell(
        self,
        place: Place,
        steps: list[Step],
        *,
        changed: bool,
        by: Listener | None = None,
        key: str | None = None,
    ) -> None:
        """Tell all who listen how it stands and what happened; with who sits where if that has changed."""
        table = place.table
        teller = Teller(table, [*table.revealed, *steps], time(), place.told)
        table.revealed.clear()
        place.told = table.version
        if changed:
            self._send_away(place)
        for listener, wish in place.listeners.items():
            info = table_info(table, listener.person) if changed or table.stage != "playing" else None
            ack = key if listener is by else None
            listener.tell(teller.update(table.seats_of(listener.person), wish, info=info, ack=ack))
        if by is not None and key is not None and by not in place.listeners:
            by.tell(encode(Acknowledged(id=key, table=place.id, version=table.version)))

    def _send_away(self, place: Place) -> None:
        """Those who watched before the match, where nobody may watch it."""
        away = [one for one in place.listeners if not manners.may_watch(place.table, one.person)]
        for listener in away:
            self.leave(listener, place.id)
            listener.tell(encode(refusal(NotAllowed(no.NO_SPECTATORS), listener.lang, table=place.id)))

    def show(self, place: Place, listener: Listener, steps: Sequence[Step] = (), since: int = 0) -> None:
        """Tell one listener how it stands."""
        table = place.table
        teller = Teller(table, steps, time(), since)
        info = table_info(table, listener.person)
        wish = place.listeners.get(listener, NOTHING)
        listener.tell(teller.update(table.seats_of(listener.person), wish, info=info))

    async def show_again(self, place: Place, listener: Listener) -> None:
        """Tell somebody who has missed something how it stands."""
        async with place.lock:
            if place.dirty:
                await self._recover(place)
            self.show(place, listener)

    async def watch(self, listener: Listener, code: str, version: int | None, wish: Wish) -> None:
        place = await self.open(code)
        person = listener.person
        if person is not None:
            await self.act(place, lambda table, _: manners.come_back(table, person))
        async with place.lock:
            await self._refresh(place)
            table = place.table
            manners.check_watcher(table, person)
            missed = [] if version is None or version >= table.version else await self._reread(place, version)
            if place.table.version > place.told:
                self._tell(place, [step for step in missed if step.n >= place.told], changed=True)
            place.listeners[listener] = wish
            self.notices.listen(code)
            self.show(place, listener, missed, version or 0)
        self.drive(place)

    def leave(self, listener: Listener, code: str) -> None:
        place = self.places.get(code)
        if place is not None and place.listeners.pop(listener, None) is not None and not place.listeners:
            self.notices.forget(code)

    # Chat

    async def say(self, place: Place, listener: Listener, text: str, key: str) -> None:
        table = place.table
        seats = table.seats_of(listener.person)
        if not table.setup.chat:
            raise NotAllowed(no.CHAT_OFF)
        if not seats:
            raise NotAllowed(no.NOT_SEATED)
        word = listener.person, place.id, key
        if word not in self._heard:
            await self._say(place, table.chairs[seats[0]].sitter, text)
            self._heard.append(word)
        listener.tell(encode(Acknowledged(id=key, table=place.id, version=table.version)))

    async def _say(self, place: Place, sitter: Sitter, text: str) -> None:
        said = Said(time(), sitter.name if isinstance(sitter, Person) else "", manners.plain(text, LONGEST_CHAT))
        if not said.text:
            raise NotAllowed(no.CHAT_EMPTY)
        await self.storage.say(place.id, said, CHAT_KEPT)
        self.tell_chat(place, said)
        self.notices.said(place.id, said)

    def tell_chat(self, place: Place, said: Said) -> None:
        message = encode(Chatted(table=place.id, at=said.at, name=said.name, text=said.text))
        for listener in place.listeners:
            listener.tell(message)

    # Rematch

    async def rematch(self, place: Place, person: str) -> str:
        """The table of the rematch; whoever asks first makes it."""
        if place.table.next is None:
            setup, chairs = manners.rematch_setup(place.table, person)
            new = await self.create(setup, person, enumerate(chairs))
            await self.act(place, lambda table, _: [] if table.next else [Followed(new.id)])
            if place.table.next != new.id:
                await self.act(new, lambda table, _: manners.abandon(table))
        assert place.table.next is not None
        return place.table.next


def _folded(place: Place, log: Iterable[Entry], since: int) -> list[Step]:
    """Put the table that a log makes into its place; what happened since a version, concealed choices included."""
    table, begin, steps = Table(place.id, place.table.secret), since, []
    for step in table.read(log):
        if table.version <= since:
            begin = min([since, *(hidden.n for hidden in table.concealed)])
        steps.append(step)
    table.revealed.clear()
    place.table = table
    return [step for step in steps if step.n >= begin]


def _changes_the_table(entries: Iterable[Entry]) -> bool:
    return not all(isinstance(entry.what, PLAY) for entry in entries)


def _seatings(table: Table) -> dict[str, int]:
    people = {chair.sitter.id for chair in table.chairs if isinstance(chair.sitter, Person)}
    return {person: sum(1 << seat for seat in table.seats_of(person)) for person in people}
