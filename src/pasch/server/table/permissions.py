"""Who may do what at a table: each function yields the entries to write into the log, or raises a refusal. No I/O."""

from collections.abc import Callable, Iterable, Iterator
from unicodedata import category

import msgspec
from msgspec.structs import replace

from pasch.bots.levels import USUAL, check_level
from pasch.engine.game import ALL_SEATS, Over, Seat
from pasch.engine.language import Text
from pasch.engine.match import start
from pasch.engine.record import game_named, options_from_json
from pasch.games import GAMES
from pasch.server.table import refusals as no
from pasch.server.table.clocks import Slow
from pasch.server.table.conditions import (
    is_lost,
    must_be_host,
    must_be_lobby,
    must_be_seated,
    must_not_be_lost,
    must_not_be_over,
)
from pasch.server.table.dice import mix
from pasch.server.table.hints import check_hints
from pasch.server.table.log import DECODE_MOVE, Agreed, Closed, Sat, SetupChosen, Stood, Undone, What, moved
from pasch.server.table.refusals import NotAllowed, Repeated, Stale, understood
from pasch.server.table.seats import LONGEST_CHAT, LONGEST_NAME, Open, Person, Setup, plain
from pasch.server.table.table import Table

MOST_STILL = 300
"""Moves that change nothing before a match is ended: some games allow passing for ever."""
MOST_ENTRIES = 10_000
"""The longest log, many times that of the longest match: then the match is ended, too."""
MOST_REVIEWED = 3_000
"""Entries of the longest log that is reviewed, several times that of a long match: others wait for a review, too."""
SHORT = 60.0
"""Seconds that do not matter to somebody who has hours."""
NO_SUCH_MOVE = Text("Diesen Zug gibt es nicht", "There is no such move")

Proposal = Callable[[Table, float], Iterable[What]]
"""Given a table and the time, yields the entries that somebody wants to write into its log, or raises a refusal."""


def plain_name(text: str) -> str:
    name = plain(text, LONGEST_NAME)
    if not any(category(letter)[0] in "LNPS" for letter in name):
        raise NotAllowed(no.NAME_EMPTY)
    return name


# Looking on, and speaking


def check_watcher(table: Table, person: str | None) -> None:
    if not (table.setup.spectators or table.seats_of(person) or table.stage == "lobby"):
        raise NotAllowed(no.NO_SPECTATORS)


def eyes(table: Table, person: str | None, seat: int | None) -> Seat | None:
    """The seat whose view somebody asks for: during the match, only one of their own."""
    if seat is None:
        return None
    if seat not in range(table.playing.players):
        raise no.Missing(no.NO_SEAT)
    if table.stage == "playing" and not table.is_seat_of(seat, person):
        raise NotAllowed(no.NOT_YOURS)
    return ALL_SEATS[seat]


def check_record(table: Table) -> None:
    """Raise while the record would reveal hidden information."""
    if table.match is None:
        raise NotAllowed(no.NOT_BEGUN)
    if table.stage == "playing":
        raise NotAllowed(no.NOT_OPEN_YET)


def check_review(table: Table) -> None:
    """Raise where a review would reveal hidden information, or has nothing to look back on."""
    if table.match is None:
        raise no.NotReviewed(no.NOT_BEGUN)
    if not isinstance(table.match.turn, Over):
        raise no.NotReviewed(no.NOT_REVIEWED_YET if table.stage == "playing" else no.NOT_PLAYED_OUT)
    if table.version > MOST_REVIEWED:
        raise no.NotReviewed(no.TOO_LONG_TO_REVIEW)


def speaker(table: Table, person: str | None) -> Seat:
    """The seat from which somebody speaks."""
    if not table.setup.chat:
        raise NotAllowed(no.CHAT_OFF)
    if not (seats := table.seats_of(person)):
        raise NotAllowed(no.NOT_SEATED)
    return seats[0]


def plain_chat(text: str) -> str:
    line = plain(text, LONGEST_CHAT)
    if not line:
        raise NotAllowed(no.CHAT_EMPTY)
    return line


# Setting up


def settled(setup: Setup) -> Setup:
    """The setup with its defaults filled in; raise where no match could begin with it."""
    game = game_named(setup.game, GAMES)
    stand_in = setup.stand_in or USUAL
    check_level(stand_in)
    chosen = options_from_json(game, setup.options)
    start(game, setup.seats, chosen)
    if setup.hints != "off":
        check_hints(game, chosen)
    rated = setup.rated and setup.hints == "off" and (setup.listed or setup.circle != "")
    usual = {name: value for name, value in msgspec.to_builtins(chosen).items() if name != "first"}
    tutor, options = setup.tutor and setup.hints == "ask", usual | setup.options
    return replace(setup, stand_in=stand_in, tutor=tutor, rated=rated, options=options)


def set_up(table: Table, person: str, setup: Setup) -> Iterator[What]:
    must_be_lobby(table)
    must_be_host(table, person)
    setup = settled(replace(setup, circle=table.setup.circle))
    if any(not table.is_open(seat) for seat in range(setup.seats, len(table.chairs))):
        raise NotAllowed(no.LOCKED_SETUP)
    yield SetupChosen(setup, table.host)


# The match


def begin(table: Table, person: str, wait: float, now: float) -> Iterator[What]:
    """Settle how it is played. The match begins when the devices have added to the dice, or after the wait."""
    must_be_lobby(table)
    must_be_seated(table, person)
    chairs = tuple(at for at in range(len(table.chairs)) if not table.is_open(at))
    game, players = table.game, len(chairs)
    if players not in game.seats:
        raise no.too_few(game.title, game.seats[0], game.seats[-1], players)
    first = table.setup.options.get("first")
    lot = first not in chairs
    lots = tuple([name for name in game.lots if name not in table.setup.options])
    chosen = options_from_json(game, table.setup.options | {"first": 0 if lot else chairs.index(first)})
    start(game, players, chosen)
    drawn = {*lots, *(["first"] if lot else [])}
    options = {name: value for name, value in msgspec.to_builtins(chosen).items() if name not in drawn}
    yield Agreed(chairs, options, lot, lots, wait)
    yield from mix(table, now)


def move(table: Table, person: str | None, seat: int, version: int, raw: msgspec.Raw, key: str) -> Iterator[What]:
    """A move that somebody chose when the table was at this version."""
    _must_be_new(table, person, seat, key)
    mover = check_mover(table, person, seat)
    chosen: msgspec.Struct = understood(DECODE_MOVE[table.setup.game], bytes(raw), NO_SUCH_MOVE)
    if not table.is_fresh(mover, version):
        if version == table.version:
            table.playing.check(mover, chosen)
        raise Stale
    yield moved(mover, chosen)
    yield from _end_where_it_stands_still(table)


def bot_move(table: Table, seat: Seat, version: int, chosen: msgspec.Struct) -> Iterator[What]:
    """A move that a bot chose at this version; nothing, if that bot does not have to move any more."""
    if table.level(seat) is not None and table.is_fresh(seat, version):
        yield moved(seat, chosen)
        yield from _end_where_it_stands_still(table)


def _end_where_it_stands_still(table: Table) -> Iterator[What]:
    if table.stage == "playing" and (table.still >= MOST_STILL or table.version >= MOST_ENTRIES):
        yield Closed("standstill")


def undo(table: Table, person: str | None, seat: int, version: int, key: str, now: float) -> Iterator[What]:
    """Undo the last choice of a seat, asked for by somebody who knew the table at this version."""
    _must_be_new(table, person, seat, key)
    mover = check_mover(table, person, seat)
    if not table.setup.undo:
        raise NotAllowed(no.UNDO_OFF)
    if not table.can_undo(mover):
        raise NotAllowed(no.NO_UNDO)
    chosen, since = table.chosen[mover]
    if version <= chosen:
        raise Stale
    end = table.deadline(mover, since)
    if end is not None and end <= now:
        raise NotAllowed(no.NO_TIME)
    yield Undone(mover)
    yield from _end_where_it_stands_still(table)


def _must_be_new(table: Table, person: str | None, seat: int, key: str) -> None:
    """Raise `Repeated` for an id that is in the log, even if the move would not be allowed any more."""
    if table.is_seat_of(seat, person) and key in table.keys.get(seat, ()):
        raise Repeated


def check_mover(table: Table, person: str | None, seat: int) -> Seat:
    """Raise where this person may not move for this seat."""
    if table.match is None:
        raise NotAllowed(no.NOT_BEGUN if table.stage == "lobby" else no.IS_CLOSED)
    if not table.is_seat_of(seat, person):
        raise NotAllowed(no.NOT_YOURS)
    if table.stage != "playing":
        raise NotAllowed(no.IS_CLOSED if table.stage == "closed" else no.IS_OVER)
    if table.level(seat) is not None:
        must_not_be_lost(table.chairs[seat].sitter)
        raise NotAllowed(no.BOT_PLAYS)
    return Seat(seat)


def run_out(table: Table, now: float) -> Iterator[What]:
    """Where a clock has run out, a bot takes over; at a table where that costs the seat, the match may end."""
    late = [seat for seat in table.waiting if (end := table.deadline(seat)) is not None and end <= now]
    is_forfeit = table.setup.late == "forfeit"
    for seat in late:
        chair = table.chairs[seat]
        assert isinstance(chair.sitter, Person)
        yield Sat(seat, replace(chair, sitter=chair.sitter.becoming("lost" if is_forfeit else "away")))
    if late and is_forfeit:
        left = [chair for at, chair in enumerate(table.chairs) if at not in late and not is_lost(chair.sitter)]
        if len(left) <= 1:
            yield Closed("forfeit")


def stand_still(table: Table, stops: Iterable[tuple[float, float]]) -> Iterator[What]:
    """Time in which no node ran, from one moment to another, is given back where a clock runs; what lies before the
    newest entry was."""
    seconds = sum(max(0.0, end - max(begin, table.touched)) for begin, end in stops)
    least = SHORT if isinstance(table.setup.pace, Slow) else 0.0
    if seconds > least and any(table.deadline(seat) is not None for seat in table.waiting):
        yield Stood(seconds)


def close(table: Table, person: str) -> Iterator[What]:
    """Not while a match counts: whoever opens tables would never lose."""
    must_not_be_over(table)
    must_be_host(table, person)
    if table.setup.rated and table.stage == "playing":
        raise NotAllowed(no.COUNTS)
    yield Closed("host")


def close_idle(table: Table, now: float, after: float) -> Iterator[What]:
    """A table that nobody has touched for so many seconds is closed."""
    if table.stage in ("lobby", "playing") and now - table.touched >= after:
        yield Closed("idle")


def abandon(table: Table) -> Iterator[What]:
    """Everybody stands up and the table is closed: another node has set up the rematch."""
    yield from (Sat(seat, replace(chair, sitter=Open())) for seat, chair in enumerate(table.chairs))
    yield Closed("idle")
