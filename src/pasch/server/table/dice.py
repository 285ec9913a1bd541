"""How a match begins: devices commit, the list is frozen, devices reveal. Yields entries as `permissions` does."""

from collections.abc import Iterator

from pasch.engine.fair import Sealed, commitment
from pasch.server.table import refusals as no
from pasch.server.table.log import Begun, Committed, Frozen, Revealed, What
from pasch.server.table.mixing import Mixing
from pasch.server.table.refusals import NotAllowed
from pasch.server.table.table import Table


def mix(table: Table, now: float) -> Iterator[What]:
    """Go on where nothing is waited for any more: freeze the list, begin the match."""
    mixing = table.mixing
    if mixing is None or table.stage != "lobby":
        return
    if not mixing.is_frozen and mixing.is_complete(now):
        yield Frozen()
    if mixing.is_frozen and mixing.is_complete(now):
        yield _begun(table, mixing)


def _begun(table: Table, mixing: Mixing) -> Begun:
    sealed, agreed, players = (
        Sealed.with_parts(table.secret, table.terms, mixing.parts),
        mixing.agreed,
        len(mixing.parts),
    )
    first = {"first": sealed.lot(players)} if agreed.lot else {}
    options = agreed.options | first | sealed.lots(mixing.pools, players)
    return Begun(tuple(range(players)), options, agreed.lot, agreed.lots)


def commit(table: Table, person: str, seat: int, hashed: str, now: float) -> Iterator[What]:
    """The first commitment of a seat counts; one that comes too late is none."""
    mixing = _mixing(table, person, seat)
    if not mixing.is_frozen and mixing.is_due(seat):
        yield Committed(seat, hashed)
    yield from mix(table, now)


def reveal(table: Table, person: str, seat: int, random: str, words: str, now: float) -> Iterator[What]:
    mixing = _mixing(table, person, seat)
    if mixing.is_frozen and table.stage == "lobby" and mixing.is_due(seat):
        if commitment(table.seal, seat, random, words) != mixing.parts[seat].commitment:
            raise NotAllowed(no.OTHER_THAN_COMMITTED)
        yield Revealed(seat, random, words)
    yield from mix(table, now)


def _mixing(table: Table, person: str, seat: int) -> Mixing:
    if not table.is_seat_of(seat, person):
        raise NotAllowed(no.NOT_YOURS)
    if table.mixing is None:
        raise NotAllowed(no.NOT_BEGUN)
    return table.mixing
