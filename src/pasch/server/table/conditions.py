"""Conditions that permissions share: each `must_…` raises a refusal where it is not met."""

from typing import TypeGuard

from pasch.engine.language import Text
from pasch.server.table import refusals as no
from pasch.server.table.refusals import NotAllowed
from pasch.server.table.seats import Chair, Person, Sitter
from pasch.server.table.table import Table


def chair_at(table: Table, seat: int) -> Chair:
    if seat not in range(len(table.chairs)):
        raise no.Missing(no.NO_SEAT)
    return table.chairs[seat]


def is_seat_of(sitter: Sitter, person: str) -> TypeGuard[Person]:
    return isinstance(sitter, Person) and sitter.id == person


def own_seats(table: Table, person: str) -> list[int]:
    """The chair that a person sits on themselves; guests on their device sit on others."""
    return [at for at, sitter in enumerate(table.sitters) if is_seat_of(sitter, person) and not sitter.guest]


def must_be_lobby(table: Table, why: Text = no.NOT_NOW_BEGUN) -> None:
    if table.stage == "closed":
        raise NotAllowed(no.IS_CLOSED)
    if table.stage != "lobby":
        raise NotAllowed(why)
    must_not_be_mixing(table)


def must_not_be_mixing(table: Table) -> None:
    """Between the tap that begins and the beginning nobody changes anything: the terms are settled."""
    if table.mixing is not None and table.match is None:
        raise NotAllowed(no.IS_MIXING)


def must_not_be_over(table: Table) -> None:
    if table.stage in ("over", "closed"):
        raise NotAllowed(no.IS_OVER if table.stage == "over" else no.IS_CLOSED)


def must_be_host(table: Table, person: str) -> None:
    if person != table.host:
        raise NotAllowed(no.NOT_HOST)


def must_be_seated(table: Table, person: str) -> None:
    if not table.seats_of(person) and person != table.host:
        raise NotAllowed(no.NOT_SEATED)


def is_lost(sitter: Sitter) -> bool:
    return isinstance(sitter, Person) and sitter.presence == "lost"


def must_not_be_lost(sitter: Sitter) -> None:
    if is_lost(sitter):
        raise NotAllowed(no.SEAT_LOST)
