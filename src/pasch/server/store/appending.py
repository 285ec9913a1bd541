"""What is written when a log grows, in one transaction: the entries, and what follows from them for lists.

All but the entries is computed from the log, and can be computed anew (`pasch rebuild`).
"""

from collections.abc import Sequence
from secrets import token_hex
from typing import NamedTuple

import sqlalchemy as sa

from pasch.server.store.schema import listings, results, seatings, settings, tables
from pasch.server.table.clocks import Slow
from pasch.server.table.log import Closed, Entry, Fell, Moved, changes_chairs, encode_what
from pasch.server.table.results import SeatResult, results_of
from pasch.server.table.seats import Person
from pasch.server.table.table import Table

ENDED = ("over", "closed")
"""The stages of tables that may have results."""


class Chairs(NamedTuple):
    """Who sits where, since somebody sat down or stood up."""

    infos: str
    """As everybody may know it, as JSON."""
    seatings: dict[str, int]
    """The people with their seats as bits."""
    listing: tuple[str, str] | None
    """Game and setup, as JSON, where anybody may sit down."""


class Summary(NamedTuple):
    """What is known of a table without reading its log."""

    stage: str
    version: int
    waiting: int
    due: float | None
    touched: float
    asked: str = "[]"
    """Seat, since when, until when, as JSON: of the people who have something to decide."""
    chairs: Chairs | None = None
    """Where that has changed."""
    results: Sequence[SeatResult] = ()
    """Where the match has just ended."""


class Append(NamedTuple):
    """New entries of one table's log, to be stored together or not at all."""

    match: str
    entries: Sequence[Entry]
    summary: Summary


def append_of(table: Table, entries: Sequence[Entry], due: float | None) -> Append:
    """The newest entries of a table, which has folded them already."""
    summary = Summary(
        table.stage,
        table.version,
        bits(table.waiting),
        due,
        table.touched,
        asked_of(table),
        chairs_of(table) if changes_chairs(entries) else None,
        results_of(table) if table.stage in ENDED and _ends(entries) else (),
    )
    return Append(table.id, entries, summary)


def _ends(entries: Sequence[Entry]) -> bool:
    """Whether these may be what ended the match; whatever is entered later did not."""
    return any(isinstance(entry.what, Moved | Fell | Closed) for entry in entries)


def asked_of(table: Table) -> str:
    """Where all sit at the table now, no clock is told: it would run out before anybody reads it."""
    is_slow = isinstance(table.setup.pace, Slow)
    since, people = table.clocks.since, [seat for seat in table.waiting if table.level(seat) is None]
    return (
        encode_what([(seat, since[seat], table.deadline(seat) if is_slow else None) for seat in people]).decode()
        if people
        else "[]"
    )


def chairs_of(table: Table) -> Chairs:
    infos = encode_what(table.chair_infos()).decode()
    return Chairs(infos, {person: bits(seats) for person, seats in table.people().items()}, _listing(table))


def _listing(table: Table) -> tuple[str, str] | None:
    is_open = table.stage == "lobby" and table.setup.listed and table.mixing is None
    has_room = any(table.is_open(seat) for seat in range(len(table.chairs)))
    has_people = any(isinstance(sitter, Person) for sitter in table.sitters)
    return (table.setup.game, encode_what(table.setup).decode()) if is_open and has_room and has_people else None


def bits(seats: Sequence[int]) -> int:
    return sum(1 << seat for seat in seats)


# Bulk inserts as statements of the driver itself, which caches prepared statements.

_PLACEHOLDERS = {"sqlite": ("?",) * 7, "postgresql": ("$1", "$2", "$3", "$4", "$5", "$6", "$7")}
_INSERT = 'INSERT INTO events ("match", n, at, "key", what) VALUES ({}, {}, {}, {}, {})'
_UPDATE = "UPDATE tables SET stage = {}, version = {}, waiting = {}, due = {}, touched = {}, asked = {} WHERE id = {}"
_OF_SUMMARY = 6
"""How many of its fields are columns."""

_set_chairs = sa.update(tables).where(tables.c.id == sa.bindparam("code")).values(chairs=sa.bindparam("new_chairs"))
_list = sa.insert(listings).values(
    match=sa.bindparam("code"),
    game=sa.bindparam("of_game"),
    since=sa.select(tables.c.created).where(tables.c.id == sa.bindparam("code")).scalar_subquery(),
    setup=sa.bindparam("as_json"),
)


def write(connection: sa.Connection, appends: Sequence[Append]) -> None:
    """Store the entries of several tables; raise IntegrityError where one of them is there already.

    All nodes lock the tables in the same order, which prevents deadlocks.
    """
    appends = sorted(appends, key=lambda append: append.match)
    placeholders = _PLACEHOLDERS[connection.dialect.name]
    entries = [
        (append.match, one.n, one.at, one.key, encode_what(one.what).decode())
        for append in appends
        for one in append.entries
    ]
    connection.exec_driver_sql(_INSERT.format(*placeholders), entries)
    summaries = [(*append.summary[:_OF_SUMMARY], append.match) for append in appends]
    connection.exec_driver_sql(_UPDATE.format(*placeholders), summaries)
    moved = {append.match: append.summary.chairs for append in appends if append.summary.chairs is not None}
    if moved:
        reseat(connection, moved)
    ended = [one._asdict() for append in appends for one in append.summary.results]
    if ended:
        connection.execute(sa.insert(results), ended)


def reseat(connection: sa.Connection, moved: dict[str, Chairs]) -> None:
    """Store who sits where at some tables."""
    chairs = [{"code": match, "new_chairs": now.infos} for match, now in moved.items()]
    connection.execute(_set_chairs, chairs)
    connection.execute(sa.delete(seatings).where(seatings.c.match.in_(list(moved))))
    rows = [
        {"person": person, "match": match, "seats": seats, "seen": False}
        for match, now in moved.items()
        for person, seats in now.seatings.items()
    ]
    if rows:
        connection.execute(sa.insert(seatings), rows)
    connection.execute(sa.delete(listings).where(listings.c.match.in_(list(moved))))
    open_to_all = [
        {"code": match, "of_game": now.listing[0], "as_json": now.listing[1]}
        for match, now in moved.items()
        if now.listing is not None
    ]
    if open_to_all:
        connection.execute(_list, open_to_all)


def try_out(connection: sa.Connection) -> None:
    """Write something that the same commit takes away again."""
    name = f"try {token_hex(8)}"
    connection.execute(sa.insert(settings).values(name=name, value=""))
    connection.execute(sa.delete(settings).where(settings.c.name == name))
