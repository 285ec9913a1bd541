"""The tables that are in use on this node: opened, written into, refreshed from their logs, and forgotten."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from secrets import token_bytes

from pasch.engine.errors import PaschError
from pasch.server import metrics
from pasch.server.live.broadcast import Broadcast, Listener, OpenTable
from pasch.server.live.codes import new_code
from pasch.server.live.notices import Notices
from pasch.server.live.updates import Extras
from pasch.server.settings import Clock
from pasch.server.store.storage import Storage, append_of
from pasch.server.store.writer import Conflict, Writer
from pasch.server.table import permissions
from pasch.server.table.log import Entry, Followed, Moved, Sat, SetupChosen, What, changes_table, takes_back
from pasch.server.table.permissions import Proposal
from pasch.server.table.refusals import NO_TABLE, Missing, Unavailable
from pasch.server.table.seats import Chair, Setup
from pasch.server.table.table import Step, Table, refolded

ATTEMPTS = 20

Write = Callable[[OpenTable, Proposal], Awaitable[None]]
Drive = Callable[[OpenTable, Write], None]
"""Lets the bots of a table think, who then write their moves."""


@dataclass(frozen=True)
class TableLogs:
    """Lets things happen at a table: in memory, then in its log, then for those who listen, here and elsewhere."""

    storage: Storage
    writer: Writer
    broadcast: Broadcast
    notices: Notices
    drive: Drive
    clock: Clock
    lease: float
    """Seconds that a bot has for its move before another node lets it think."""
    idle: float
    """Seconds after which a table that nobody touches is closed."""

    # Writing

    async def write(
        self, opened: OpenTable, propose: Proposal, *, key: str | None = None, by: Listener | None = None
    ) -> None:
        """Apply a proposal, if permitted; after a conflict, read what the other wrote and ask the proposal again."""
        async with opened.lock:
            for _ in range(ATTEMPTS):
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
                    steps = await self._taken_back(opened, entries)
                try:
                    await self.writer.append(append_of(opened.table, entries, self.due(opened.table)))
                except Conflict:
                    metrics.CONFLICTS.inc()
                    continue
                opened.dirty = False
                self._announce(opened, entries, steps, by, key)
                break
            else:
                raise Unavailable
        self.drive(opened, self.write)

    def _happened(self, opened: OpenTable, propose: Proposal, key: str | None) -> tuple[list[Entry], list[Step]]:
        """Let what is proposed happen in memory, and chance fall where it is due."""
        table, now = opened.table, self.clock()
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

    async def _taken_back(self, opened: OpenTable, entries: list[Entry]) -> list[Step]:
        """The table as it will be when these entries are stored: a choice in its log does not count any more."""
        begin = entries[0].n
        stored = await self.storage.entries(opened.id)
        log = [*stored[:begin], *entries]
        opened.table, steps = refolded(opened.id, opened.table.secret, log, begin)
        return [step for step in steps if step.n >= begin]

    def _announce(
        self, opened: OpenTable, entries: list[Entry], steps: list[Step], by: Listener | None, key: str | None
    ) -> None:
        if isinstance(entries[0].what, Moved):
            metrics.moves(opened.table.setup.game, "bot" if by is None else "person").inc()
        self.broadcast.update(opened, steps, self.clock(), changed=changes_table(entries), by=by, key=key)
        self.notices.changed(opened.id, opened.table.version)

    def due(self, table: Table) -> float | None:
        return table.due(self.clock(), self.lease, self.idle)

    # Reading what another node wrote

    async def refresh(self, opened: OpenTable) -> None:
        """Read what was added to the log elsewhere, and pass it on."""
        async with opened.lock:
            await self._refresh(opened)
        self.drive(opened, self.write)

    async def _refresh(self, opened: OpenTable) -> None:
        if opened.dirty:
            await self._recover(opened)
            return
        entries = await self.storage.entries(opened.id, opened.table.version)
        if takes_back(entries):
            await self._recover(opened)
        elif entries:
            steps = list(opened.table.read(entries))
            self.broadcast.update(opened, steps, self.clock(), changed=changes_table(entries))

    async def _has_grown(self, opened: OpenTable) -> bool:
        """Whether the log is longer than what a refusal rested on; then it is read."""
        if opened.dirty:
            return False
        version = opened.table.version
        await self._refresh(opened)
        return opened.table.version > version

    async def _recover(self, opened: OpenTable) -> None:
        """The table in memory is not what the log says: read it, and pass on what others have written."""
        steps = await self._reread(opened, opened.sent)
        if opened.table.version > opened.sent:
            self.broadcast.update(opened, steps, self.clock(), changed=True)

    async def _reread(self, opened: OpenTable, since: int) -> list[Step]:
        log = await self.storage.entries(opened.id)
        opened.table, steps = refolded(opened.id, opened.table.secret, log, since)
        opened.dirty = False
        return steps

    # Listening

    async def watch(self, opened: OpenTable, listener: Listener, version: int | None, extras: Extras) -> None:
        """Let somebody listen from now on; first how it stands, and what they missed since a version."""
        if (person := listener.person) is not None:
            await self.write(opened, lambda table, _: permissions.come_back(table, person))
        async with opened.lock:
            await self._refresh(opened)
            permissions.check_watcher(opened.table, listener.person)
            is_behind = version is not None and version < opened.table.version
            missed = await self._reread(opened, version or 0) if is_behind else []
            if opened.table.version > opened.sent:
                new = [step for step in missed if step.n >= opened.sent]
                self.broadcast.update(opened, new, self.clock(), changed=True)
            self.broadcast.join(opened, listener, extras)
            self.broadcast.show(opened, listener, self.clock(), missed, version or 0)
        self.drive(opened, self.write)

    async def show_again(self, opened: OpenTable, listener: Listener) -> None:
        """Send somebody who has missed something how it stands."""
        async with opened.lock:
            if opened.dirty:
                await self._recover(opened)
            self.broadcast.show(opened, listener, self.clock())


class OpenTables:
    def __init__(self, storage: Storage, logs: TableLogs, clock: Clock) -> None:
        self._storage, self._logs, self._clock = storage, logs, clock
        self.by_id: dict[str, OpenTable] = {}
        self._opening: dict[str, asyncio.Future[OpenTable]] = {}

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
        table, _ = refolded(code, secret, await self._storage.entries(code), 0)
        if table.version == 0:
            raise Missing(NO_TABLE)
        opened = self.by_id[code] = OpenTable(table, self._clock())
        return opened

    async def fresh(self, code: str) -> OpenTable:
        """The table as its log is now: no notice comes of a table that nobody here listens to."""
        opened = await self.open(code)
        await self._logs.refresh(opened)
        return opened

    async def create(self, setup: Setup, host: str, chairs: Sequence[Chair] = ()) -> OpenTable:
        setup = permissions.settled(setup)
        while True:
            code, secret, now = new_code(), token_bytes(32), self._clock()
            if await self._storage.create(code, setup.game, secret, now):
                break
        opened = self.by_id[code] = OpenTable(Table(code, secret), now)
        first: list[What] = [SetupChosen(setup, host), *(Sat(seat, chair) for seat, chair in enumerate(chairs))]
        await self._logs.write(opened, lambda *_: first)
        return opened

    async def rematch(self, opened: OpenTable, person: str) -> str:
        """The table of the rematch; the first request creates it."""
        if opened.table.next is None:
            setup, chairs = permissions.rematch_setup(opened.table, person)
            new = await self.create(setup, person, chairs)
            await self._logs.write(opened, lambda table, _: [] if table.next else [Followed(new.id)])
            if opened.table.next != new.id:
                await self._logs.write(new, lambda table, _: permissions.abandon(table))
        assert opened.table.next is not None
        return opened.table.next

    def forget(self, before: float) -> None:
        """Evict idle tables from memory; their logs stay in the database."""
        for code, opened in list(self.by_id.items()):
            in_use = opened.listeners or opened.thinking or opened.lock.locked()
            if not in_use and opened.used < before:
                del self.by_id[code]
