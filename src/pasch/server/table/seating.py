"""Who may sit where: before the match on any free chair; during it all keep their seats, and a bot may stand in."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from pasch.server.table import refusals as no
from pasch.server.table.conditions import (
    chair_at,
    is_seat_of,
    must_be_host,
    must_be_lobby,
    must_not_be_lost,
    must_not_be_mixing,
    must_not_be_over,
    own_seats,
)
from pasch.server.table.log import Closed, Hosted, Sat, What
from pasch.server.table.permissions import plain_name
from pasch.server.table.refusals import NotAllowed
from pasch.server.table.seats import Chair, ColourName, Open, Person, Sitter, new_bot
from pasch.server.table.table import Table


def sit(table: Table, person: str, seat: int, name: str, colour: ColourName | None, *, guest: bool) -> Iterator[What]:
    """A person, or a guest on the same device, takes a chair that is open or a bot's, or changes their own."""
    must_not_be_over(table)
    must_not_be_mixing(table)
    chair = chair_at(table, seat)
    if not is_seat_of(chair.sitter, person):
        must_be_lobby(table, no.SEATS_STAY)
        if isinstance(chair.sitter, Person):
            raise NotAllowed(no.TAKEN)
    name = plain_name(name)
    if table.match is not None:
        yield from _sit_again(table, person, seat, name, colour)
        return
    left = [] if guest else [old for old in own_seats(table, person) if old != seat]
    if colour is not None and colour != chair.colour:
        yield from _free_colour(table, colour, chair.colour, left)
        chair = replace(chair, colour=colour)
    yield from (Sat(old, replace(table.chairs[old], sitter=Open())) for old in left)
    yield Sat(seat, replace(chair, sitter=Person(person, name, guest)))
    if not _host_sits(table):
        yield Hosted(person)


def _sit_again(table: Table, person: str, seat: int, name: str, colour: ColourName | None) -> Iterator[What]:
    """During the match somebody takes their own seat: back from a bot, or under another name, in another colour."""
    before = table.chairs[seat].colour
    must_not_be_lost(table.chairs[seat].sitter)
    if colour is not None and colour != before:
        yield from _free_colour(table, colour, before, ())
    yield from _back(table, person, [seat])
    chair = table.chairs[seat]
    assert isinstance(chair.sitter, Person)
    if name != chair.sitter.name:
        yield Sat(seat, replace(chair, sitter=replace(chair.sitter, name=name)), person)
    if colour is not None and colour != before:
        yield Sat(seat, replace(table.chairs[seat], colour=colour), person)


def replace_sitter(table: Table, person: str, seat: int, level: str | None, now: float) -> Iterator[What]:
    """A bot of this level, or nobody, takes the place of whoever sits on a chair; during the match, see `stand_in`."""
    others = [chair for at, chair in enumerate(table.chairs) if at != seat]
    sitter: Sitter = Open() if level is None else new_bot(level, others)
    must_not_be_over(table)
    must_not_be_mixing(table)
    chair = chair_at(table, seat)
    if not is_seat_of(chair.sitter, person):
        must_be_host(table, person)
    leaves = person == table.host and own_seats(table, person) == [seat]
    yield from [Sat(seat, Chair(chair.colour, sitter))] if table.match is None else stand_in(table, person, seat, now)
    if leaves and (others_here := [one.id for one in _present(table) if one.id != person]):
        yield Hosted(others_here[0])


def stand_in(table: Table, person: str, seat: int, now: float) -> Iterator[What]:
    """A bot plays on for a person who gets up, or who lets all wait so long that the host calls it.

    The seat stays theirs: nobody else ever sees their cards, and they come back when they like.
    """
    chair = table.chairs[seat]
    if not isinstance(chair.sitter, Person):
        raise NotAllowed(no.SEATS_STAY)
    must_not_be_lost(chair.sitter)
    if chair.sitter.presence == "here":
        if chair.sitter.id != person and not table.is_patience_over(seat, now):
            raise NotAllowed(no.STILL_THERE)
        yield Sat(seat, replace(chair, sitter=chair.sitter.becoming("away")), person)


def _present(table: Table) -> list[Person]:
    return [one for one in table.sitters if isinstance(one, Person) and one.presence == "here"]


def _free_colour(table: Table, colour: ColourName, instead: ColourName, left: Sequence[int]) -> Iterator[What]:
    """A chair of this colour gets another one instead, if no person sits there but one who is leaving it."""
    for at, chair in enumerate(table.chairs):
        if chair.colour == colour:
            if (isinstance(chair.sitter, Person) and at not in left) or table.match is not None:
                raise NotAllowed(no.COLOUR_TAKEN)
            yield Sat(at, replace(chair, colour=instead))


def _host_sits(table: Table) -> bool:
    """Whether the host need not change: they sit here, or nobody does who could be the host instead."""
    people = [one.id for one in table.sitters if isinstance(one, Person)]
    return table.host in people or not people


def come_back(table: Table, person: str) -> Iterator[What]:
    """A person who was away takes their seats back from the bots."""
    if table.stage == "playing":
        yield from _back(table, person, table.seats_of(person))


def _back(table: Table, person: str, seats: Sequence[int]) -> Iterator[What]:
    for seat in seats:
        sitter = table.chairs[seat].sitter
        if isinstance(sitter, Person) and sitter.presence == "away":
            yield Sat(seat, replace(table.chairs[seat], sitter=sitter.becoming("here")), person)


def leave_for_good(table: Table, person: str) -> Iterator[What]:
    """Somebody is erased: before the match their chairs are free, during it bots play on. A table that nobody else sits
    at is closed."""
    if table.stage in ("over", "closed") or not (table.seats_of(person) or table.host == person):
        return
    must_not_be_mixing(table)
    others = [one.id for one in table.sitters if isinstance(one, Person) and one.name and one.id != person]
    for seat in table.seats_of(person):
        chair = table.chairs[seat]
        if table.match is None:
            yield Sat(seat, Chair(chair.colour))
        elif isinstance(chair.sitter, Person) and chair.sitter.presence == "here":
            yield Sat(seat, replace(chair, sitter=chair.sitter.becoming("away")), person)
    if table.host == person:
        yield Hosted(others[0]) if others else Closed("host")
