"""Which matches count for ratings, and how: a pure fold over the log, as the table is."""

from collections.abc import Sequence

from pasch.bots.levels import LADDER
from pasch.games.weights import is_learned
from pasch.server.table.seats import Bot, Person
from pasch.server.table.table import Table

FIRST_THIRD = 1 / 3


def ranks_of(table: Table, places: Sequence[int]) -> Sequence[int] | None:
    """The places for ratings, where whoever has left comes last; None where the match does not count: the table does
    not want it or has hints, somebody lost their seat in the first third, there is a guest, who is nobody, or a bot
    that has no level."""
    if not table.setup.rated or table.setup.hints != "off" or len(places) < 2:
        return None
    if any(share < FIRST_THIRD for share in table.course.forfeited.values()):
        return None
    if not all(_is_somebody(table, seat) for seat in range(len(places))):
        return None
    return [len(places) + 1 if _has_left(table, seat) else place for seat, place in enumerate(places)]


def _is_somebody(table: Table, seat: int) -> bool:
    match table.chairs[seat].sitter:
        case Person(guest=guest):
            return not guest
        case Bot(level):
            return level in LADDER and is_learned(table.game)
    return False


def _has_left(table: Table, seat: int) -> bool:
    sitter = table.chairs[seat].sitter
    return isinstance(sitter, Person) and sitter.presence != "here"
