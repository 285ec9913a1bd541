"""What is read from a whole log: the table with its latest steps, and the record of its match with the proof of its
dice."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from pasch.engine.record import Hints, Proof, Proof1, Proof2, Record
from pasch.server.table.log import Entry
from pasch.server.table.seats import Person
from pasch.server.table.steps import BESIDE, Step
from pasch.server.table.table import Table


def record_of(code: str, secret: bytes, entries: Iterable[Entry]) -> Record:
    """The record of a match that has begun, with the proof of its dice, which reveals the secret at the end."""
    table, events, stood_in = Table(code, secret), [], Counter[int]()
    for step in table.read(entries):
        if not isinstance(step.event.what, BESIDE):
            events.append(step.event)
            stood_in.update(seat for seat in (step.event.seat,) if seat is not None and _stands_in(table, seat))
    by_seat = tuple([stood_in[seat] for seat in range(table.playing.players)]) if stood_in else msgspec.UNSET
    return replace(Record.of(table.playing, events), proof=_proof(table), hints=_hints(table), stood_in=by_seat)


def _stands_in(table: Table, seat: int) -> bool:
    """Whether a bot plays the seat of a person."""
    return isinstance(table.chairs[seat].sitter, Person) and table.level(seat) is not None


def _hints(table: Table) -> Hints | msgspec.UnsetType:
    if table.setup.hints == "off":
        return msgspec.UNSET
    counts = table.given.counts
    return Hints(kind=table.setup.hints, taken=tuple([counts.get(seat, 0) for seat in range(table.playing.players)]))


def _proof(table: Table) -> Proof:
    drawn: Any = {name: table.game.lots[name] for name in table.lots} or msgspec.UNSET
    secret = msgspec.UNSET if table.stage == "playing" else table.secret.hex()
    common: dict[str, Any] = {"seal": table.seal, "lot": table.lot, "lots": drawn, "secret": secret}
    if table.mixing is None:
        return Proof1(words=table.words, **common)
    return Proof2(table=table.id, seats=tuple(table.mixing.parts), **common)


def refolded(code: str, secret: bytes, entries: Iterable[Entry], since: int) -> tuple[Table, list[Step]]:
    """The table computed from a log, and the steps since a version, with those that were still concealed then."""
    table, begin, steps = Table(code, secret), since, []
    for step in table.read(entries):
        if table.version <= since:
            begin = min([since, *(hidden.n for hidden in table.concealed)])
        steps.append(step)
    table.revealed.clear()
    return table, [step for step in steps if step.n >= begin]
