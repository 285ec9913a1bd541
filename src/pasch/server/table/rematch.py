"""Once more: who asks for it, who is in, and when it begins. No I/O."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from pasch.server.table import refusals as no
from pasch.server.table.conditions import must_be_seated
from pasch.server.table.log import Again, What
from pasch.server.table.refusals import NotAllowed
from pasch.server.table.seats import Chair, Open, Person, Setup, Sitter
from pasch.server.table.table import Table


def answer(table: Table, person: str, *, joins: bool) -> Iterator[What]:
    """Somebody wants a rematch, joins the one that somebody else wants, or does not; they may change their mind."""
    if table.stage == "playing":
        raise NotAllowed(no.IS_RUNNING)
    if table.match is None:
        raise NotAllowed(no.NOT_BEGUN)
    must_be_seated(table, person)
    if table.next is None and table.again.get(person) is not joins and (joins or table.again):
        yield Again(person, joins)


def is_due(table: Table, now: float) -> bool:
    """Whether it begins: somebody is in, and all have answered or had the time to."""
    if table.next is not None or table.again_until is None or not any(table.again.values()):
        return False
    return now >= table.again_until or table.people().keys() <= table.again.keys()


def setup_of(table: Table, *, is_tutored: bool) -> tuple[Setup, Sequence[Chair], str]:
    """How it is played: all who are in on their seats, those who are not leave theirs open, the next one begins; and
    who runs the table. Who is not new any more has no tutor, nor the hints that came with it."""
    assert table.match is not None
    chairs = [Chair(chair.colour, _sitter(table, chair.sitter)) for chair in table.chairs]
    after = table.match.options.first + 1
    order = [*range(after, len(chairs)), *range(after)]
    first = next(seat for seat in order if not isinstance(chairs[seat % len(chairs)].sitter, Open))
    setup = replace(table.setup, seats=len(chairs), options={**table.setup.options, "first": first % len(chairs)})
    if setup.tutor and not is_tutored:
        setup = replace(setup, hints="off", tutor=False)
    host = table.host if table.again.get(table.host) else next(who for who, joins in table.again.items() if joins)
    return setup, chairs, host


def _sitter(table: Table, sitter: Sitter) -> Sitter:
    if not isinstance(sitter, Person):
        return sitter
    return sitter.becoming("here") if table.again.get(sitter.id) else Open()
