"""The tables that are in use on this node: opened, written into, refreshed from their logs, and forgotten."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from secrets import choice, token_bytes

from msgspec.structs import replace

from pasch.engine.errors import PaschError
from pasch.server import metrics
from pasch.server.clock import Clock
from pasch.server.live.browsing import Browsing
from pasch.server.live.desk import Desk
from pasch.server.live.messages import Reacted, Word
from pasch.server.live.notices import Notices
from pasch.server.live.open_table import Listener, OpenTable
from pasch.server.live.updates import Extras
from pasch.server.settings import Settings
from pasch.server.store.appending import Append, append_of
from pasch.server.store.storage import Said, Stop, Storage
from pasch.server.store.trouble import reading
from pasch.server.store.writer import Conflict, Writer
from pasch.server.table import permissions, rematch
from pasch.server.table.log import Entry, Followed, Moved, Sat, SetupChosen, What, changes_table, takes_back
from pasch.server.table.permissions import Proposal
from pasch.server.table.records import refolded
from pasch.server.table.refusals import NO_TABLE, Missing, NotAllowed, Unavailable
from pasch.server.table.results import SeatResult
from pasch.server.table.seats import Chair, Setup
from pasch.server.table.steps import Step
from pasch.server.table.table import Table

NOUNS = """
ASS AUGE BANK BECHER BLATT BLOCK BLUFF BONUS BRETT BUBE DAME DAUS DREIER DUELL EINSER ECKE FELD FILZ FINTE FUCHS
GLUECK HAND HERZ JOKER KANTE KARO KARTE KASSE KEGEL KLEE KNOBEL KNIFF KOENIG LAUNE LEDER LOS MARKE MISCHER
MUENZE PASCH PAUSE PECH PIK PUNKT QUARTETT REIHE REVANCHE RUNDE SACHE SATZ SECHSER STAPEL STICH STRASSE TISCH
TREFFER TRICK TRUMPF TURM UHR VIERER WETTE WUERFEL WURF ZAHL ZETTEL ZUFALL ZUG ZWEIER
""".split()  # noqa: SIM905 a list of nouns is easier to read as nouns
SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without those that look alike."""
GROUPS, SIGNS_IN_GROUP = 2, 4
"""Read aloud like a telephone number: 32 signs eight times are 40 bits, and the noun six more."""
WRITE_ATTEMPTS = 20
MOST_MISSED = 1000
"""Events that somebody is told of who has missed them; of more, the last ones."""
CHAT_KEPT = 200
CHAT_KEYS_KEPT = 500
"""How many ids of lines of chat a node remembers: a client that missed the answer says it again."""


def new_code() -> str:
    """The id of a table: a word that is easy to say, and random characters that cannot be guessed."""
    groups = ("".join(choice(SIGNS) for _ in range(SIGNS_IN_GROUP)) for _ in range(GROUPS))
    return "-".join([choice(NOUNS), *groups])


Write = Callable[[OpenTable, Proposal], Awaitable[None]]
Drive = Callable[[OpenTable, Write], None]
"""Lets the bots of a table think, who then write their moves."""


class OpenTables:
    """Lets things happen at tables: in memory, then in the log, then for those who listen, here and elsewhere."""

    def __init__(
        self,
        settings: Settings,
        storage: Storage,
        writer: Writer,
        notices: Notices,
        desk: Desk,
        drive: Drive,
        clock: Clock,
    ) -> None:
        self._settings, self._storage, self._writer, self._notices = settings, storage, writer, notices
        self._desk, self._drive, self._clock = desk, drive, clock
        self.browsing = Browsing(notices)
        self.by_id: dict[str, OpenTable] = {}
        self._opening: dict[str, asyncio.Future[OpenTable]] = {}
        self.stops: Sequence[Stop] = ()
        """When no node ran."""
        self.is_of_circle: Callable[[str, Mapping[str, bool]], Awaitable[bool]] | None = None
        """Whether one of those who are in for a rematch is in the circle."""
        self.ended: Callable[[Table, Sequence[SeatResult]], None] = lambda *_: None
        """A match is over, and this node has written its end."""
        self._said: deque[tuple[str | None, str, str]] = deque(maxlen=CHAT_KEYS_KEPT)

    # Opening

    async def open(self, code: str) -> OpenTable:
        """The table with this id; raise `Missing` where there is none."""
        opened = self.by_id.get(code)
        if opened is not None:
            opened.used = self._clock()
            return opened
        opening = self._opening.get(code)
        if opening is None:
            opening = self._opening[code] = asyncio.ensure_future(self._load(code))
            opening.add_done_callback(lambda _: self._opening.pop(code, None))
        return await asyncio.shield(opening)

    async def _load(self, code: str) -> OpenTable:
        secret = await self._storage.secret(code) if code.isprintable() else None
        if secret is None:
            raise Missing(NO_TABLE)
        log = await self._storage.entries(code)
        with reading(code):
            table, _ = await self._desk.do(lambda: refolded(code, secret, log, 0))
        if table.version == 0:
            raise Missing(NO_TABLE)
        opened = OpenTable(table, self._notices, self._clock)
        await self.write(opened, lambda table, _: permissions.stand_still(table, self.stops))
        self.by_id[code] = opened
        return opened

    async def fresh(self, code: str) -> OpenTable:
        """The table as its log is now: no notice comes of a table that nobody here listens to."""
        opened = await self.open(code)
        await self.refresh(opened)
        return opened

    async def create(self, setup: Setup, host: str, chairs: Sequence[Chair] = ()) -> OpenTable:
        setup = permissions.settled(setup)
        while True:
            code, secret = new_code(), token_bytes(32)
            if await self._storage.create(code, setup.game, secret, self._clock(), setup.circle):
                break
        opened = self.by_id[code] = OpenTable(Table(code, secret), self._notices, self._clock)
        first: list[What] = [SetupChosen(setup, host), *(Sat(seat, chair) for seat, chair in enumerate(chairs))]
        await self.write(opened, lambda *_: first)
        return opened

    async def rematch(self, opened: OpenTable, *, is_tutored: bool = False) -> None:
        """Set the rematch up when it is due, and begin it where enough are in."""
        if not rematch.is_due(opened.table, self._clock()):
            return
        setup, chairs, host = rematch.setup_of(opened.table, is_tutored=is_tutored)
        if setup.circle and self.is_of_circle and not await self.is_of_circle(setup.circle, opened.table.again):
            setup = replace(setup, circle="")
        new = await self.create(setup, host, chairs)
        await self.write(opened, lambda table, _: [] if table.next else [Followed(new.id)])
        if opened.table.next != new.id:
            await self.write(new, lambda table, _: permissions.abandon(table))
            return
        with suppress(NotAllowed):
            await self.write(new, lambda at, now: permissions.begin(at, host, self._settings.dice_wait, now))

    def forget(self, before: float) -> None:
        """Evict idle tables from memory; their logs stay in the database."""
        for code, opened in list(self.by_id.items()):
            in_use = opened.listeners or opened.thinking or opened.lock.locked()
            if not in_use and opened.used < before:
                del self.by_id[code]

    # Writing

    async def write(
        self, opened: OpenTable, propose: Proposal, *, key: str | None = None, by: Listener | None = None
    ) -> None:
        """Apply a proposal, if permitted; after a conflict, read what the other wrote and ask the proposal again."""
        async with opened.lock:
            for _ in range(WRITE_ATTEMPTS):
                if opened.dirty:
                    await self._recover(opened)
                try:
                    entries, steps = self._happened(opened, propose, key)
                except PaschError:
                    if not await self._has_grown(opened):
                        raise
                    continue
                if not entries:
                    return
                opened.dirty = True
                if takes_back(entries):
                    begin = entries[0].n
                    steps = [step for step in await self._refold(opened, begin, entries) if step.n >= begin]
                new = append_of(opened.table, entries, self.due(opened.table, entries[-1].at))
                try:
                    await self._writer.append(new)
                except Conflict:
                    metrics.CONFLICTS.inc()
                    continue
                opened.dirty = False
                if isinstance(entries[0].what, Moved):
                    metrics.moves(opened.table.setup.game, "bot" if by is None else "person").inc()
                opened.update(steps, changed=changes_table(entries), by=by, key=key)
                self._written(opened, new)
                break
            else:
                raise Unavailable
        self._drive(opened, self.write)

    def _written(self, opened: OpenTable, new: Append) -> None:
        """Tell of what is in the log now all but those who listen at the table, who know it."""
        if new.summary.chairs is not None:
            self.browsing.written(opened.table, new.entries)
        if new.summary.results:
            self.ended(opened.table, new.summary.results)
        self._notices.notify(opened.id, version=opened.table.version)

    def _happened(self, opened: OpenTable, propose: Proposal, key: str | None) -> tuple[list[Entry], list[Step]]:
        """Let what is proposed happen in memory, and chance fall where it is due."""
        table, now = opened.table, self._clock()
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
        except Exception:
            opened.dirty = bool(entries)
            raise
        return entries, steps

    def due(self, table: Table, now: float) -> float | None:
        return table.due(now, self._settings.lease, self._settings.idle)

    # Reading what another node wrote

    def torn(self) -> list[OpenTable]:
        """Tables of which nobody knows whether what was written last is in their logs, and nobody looks."""
        return [opened for opened in self.by_id.values() if opened.dirty and not opened.lock.locked()]

    async def refresh(self, opened: OpenTable) -> None:
        """Read what was added to the log elsewhere, and pass it on."""
        async with opened.lock:
            await self._refresh(opened)
        self._drive(opened, self.write)

    async def _refresh(self, opened: OpenTable) -> None:
        if opened.dirty:
            await self._recover(opened)
            return
        if self._settings.is_alone:
            return
        entries = await self._storage.entries(opened.id, opened.table.version)
        if takes_back(entries):
            await self._recover(opened)
        elif entries:
            steps = list(opened.table.read(entries))
            opened.update(steps, changed=changes_table(entries))

    async def reread(self, code: str) -> None:
        """What stands in the log of a table has changed: somebody has no name any more."""
        if (opened := self.by_id.get(code)) is not None:
            async with opened.lock:
                steps = await self._refold(opened, opened.sent)
                opened.dirty = False
                opened.update(steps, changed=True)
            self._drive(opened, self.write)

    async def _has_grown(self, opened: OpenTable) -> bool:
        """Whether the log is longer than what a refusal rested on; then it is read."""
        if opened.dirty:
            return False
        version = opened.table.version
        await self._refresh(opened)
        return opened.table.version > version

    async def _recover(self, opened: OpenTable) -> None:
        """The table in memory is not what the log says: read it, and pass on what others have written."""
        steps = await self._refold(opened, opened.sent)
        opened.dirty = False
        if opened.table.version > opened.sent:
            opened.update(steps, changed=True)

    async def _refold(self, opened: OpenTable, since: int, new: Sequence[Entry] = ()) -> list[Step]:
        """Compute the table anew from its log, as it will be with new entries; the steps since a version."""
        log = await self._storage.entries(opened.id)
        log = [*log[: new[0].n], *new] if new else log
        with reading(opened.id):
            opened.table, steps = await self._desk.do(lambda: refolded(opened.id, opened.table.secret, log, since))
        return steps

    # Listening

    async def watch(self, opened: OpenTable, listener: Listener, version: int | None, extras: Extras) -> None:
        """Let somebody listen from now on; first how it stands, and what they missed since a version."""
        async with opened.lock:
            await self._refresh(opened)
            permissions.check_watcher(opened.table, listener.person)
            is_behind = version is not None and version < opened.table.version
            missed = await self._refold(opened, version or 0) if is_behind else []
            if opened.table.version > opened.sent:
                new = [step for step in missed if step.n >= opened.sent]
                opened.update(new, changed=True)
            opened.join(listener, extras)
            opened.show(listener, missed[-MOST_MISSED:], version or 0)
        self._drive(opened, self.write)

    async def show_again(self, opened: OpenTable, listener: Listener) -> None:
        """Send somebody who has missed something how it stands."""
        async with opened.lock:
            if opened.dirty:
                await self._recover(opened)
            opened.show(listener)

    async def say(self, opened: OpenTable, listener: Listener, text: str, key: str) -> None:
        seat = permissions.speaker(opened.table, listener.person)
        known = listener.person, opened.id, key
        if known not in self._said:
            name, plain = opened.table.names(listener.lang)[seat], permissions.plain_chat(text)
            said = Said(self._clock(), name, plain, listener.person)
            await self._storage.say(opened.id, said, CHAT_KEPT)
            opened.send(opened.chatted(said))
            self._notices.notify(opened.id, said=said)
            self._said.append(known)
        opened.acknowledge(listener, key)

    def react(self, opened: OpenTable, person: str | None, word: Word) -> None:
        reacted = Reacted(table=opened.id, seat=permissions.speaker(opened.table, person), word=word)
        opened.send(reacted)
        self._notices.notify(opened.id, reacted=reacted)

    def tell_who_is_here(self, *, anew: bool) -> None:
        """Where somebody has come or gone; anew: at all tables with somebody here."""
        for opened in self.by_id.values():
            if opened.presence.is_new or (anew and opened.listeners):
                opened.tell_who_is_here(anew=anew)
