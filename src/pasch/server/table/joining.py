"""Sitting down at an open table: on whatever chair is free. No I/O."""

from collections.abc import Iterator

from pasch.server.table import refusals as no
from pasch.server.table.log import What
from pasch.server.table.refusals import NotAllowed
from pasch.server.table.seating import sit
from pasch.server.table.seats import COLOURS, Person
from pasch.server.table.table import Table


def join(table: Table, person: str, name: str, favourite: str | None) -> Iterator[What]:
    """Somebody sits down, in their favourite colour where nobody else has it; whoever sits here already stays."""
    if table.seats_of(person):
        return
    if table.stage == "closed":
        raise NotAllowed(no.IS_CLOSED)
    free = [seat for seat in range(len(table.chairs)) if table.is_open(seat)]
    if table.stage != "lobby" or table.mixing is not None or not free:
        raise NotAllowed(no.SOMEBODY_FASTER)
    worn = {chair.colour for chair in table.chairs if isinstance(chair.sitter, Person)}
    colour = next((one for one in COLOURS if one == favourite and one not in worn), None)
    yield from sit(table, person, free[0], name, colour, guest=False)
