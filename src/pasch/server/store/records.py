"""The record of a match, from the log of its table."""

from collections.abc import Iterable

from msgspec.structs import replace

from pasch.engine.fair import Sealed
from pasch.engine.record import Record
from pasch.server.store.storage import Storage
from pasch.server.table import refusals as no
from pasch.server.table.model import Entry
from pasch.server.table.refusals import NotAllowed
from pasch.server.table.table import Table, TakenBack


async def record_of(storage: Storage, table: Table) -> Record:
    """The record of a match that is over or closed: before that it would show what is hidden."""
    if table.match is None:
        raise NotAllowed(no.NOT_BEGUN)
    if table.stage == "playing":
        raise NotAllowed(no.NOT_OPEN_YET)
    return written(table.id, table.secret, await storage.entries(table.id))


def written(code: str, secret: bytes, entries: Iterable[Entry]) -> Record:
    """The record of a match that has begun, with the proof of its dice: opened when nobody plays any more."""
    table = Table(code, secret)
    steps = list(table.read(entries))
    table.playing.events = [step.event for step in steps if not isinstance(step.event.what, TakenBack)]
    proof = Sealed(secret, table.words).proof(lot=table.lot, opened=table.stage != "playing")
    return replace(table.playing.record(), proof=proof)
