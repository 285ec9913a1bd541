"""Who may do what at a table: each function yields the entries to write into the log, or raises a refusal. No I/O."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeGuard
from unicodedata import category

import msgspec
from msgspec.structs import replace

from pasch.bots.levels import USUAL, check_level
from pasch.engine.fair import Sealed
from pasch.engine.game import ALL_SEATS, Seat
from pasch.engine.language import Text
from pasch.engine.match import start
from pasch.engine.record import game_named, options_from_json
from pasch.games import GAMES
from pasch.server.table import refusals as no
from pasch.server.table.log import DECODE_MOVE, Begun, Closed, Hosted, Sat, SetupChosen, Undone, What, moved
from pasch.server.table.refusals import NotAllowed, Repeated, Stale, understood
from pasch.server.table.seats import (
    LONGEST_CHAT,
    LONGEST_NAME,
    LONGEST_WORDS,
    Chair,
    ColourName,
    Open,
    Person,
    Setup,
    Sitter,
    new_bot,
    plain,
)
from pasch.server.table.table import Table

MOST_ENTRIES = 50_000
"""The longest log: some games allow passing forever."""
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters that Unicode counts as letters or symbols although they show nothing."""
NO_SUCH_MOVE = Text("Diesen Zug gibt es nicht", "There is no such move")

Proposal = Callable[[Table, float], Iterable[What]]
"""Given a table and the time, yields the entries that somebody wants to write into its log, or raises a refusal."""


def plain_name(text: str) -> str:
    name = plain(text, LONGEST_NAME)
    if not any(category(letter)[0] in "LNPS" and letter not in BLANKS for letter in name):
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
    if table.stage == "playing" and seat not in table.seats_of(person):
        raise NotAllowed(no.NOT_YOURS)
    return ALL_SEATS[seat]


def check_record(table: Table) -> None:
    """Raise while the record would reveal hidden information."""
    if table.match is None:
        raise NotAllowed(no.NOT_BEGUN)
    if table.stage == "playing":
        raise NotAllowed(no.NOT_OPEN_YET)


def speaker(table: Table, person: str | None) -> str:
    """The name under which somebody chats."""
    if not table.setup.chat:
        raise NotAllowed(no.CHAT_OFF)
    if not (seats := table.seats_of(person)):
        raise NotAllowed(no.NOT_SEATED)
    sitter = table.chairs[seats[0]].sitter
    return sitter.name if isinstance(sitter, Person) else ""


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
    start(game, setup.seats, options_from_json(game, setup.options))
    return replace(setup, stand_in=stand_in)


def set_up(table: Table, person: str, setup: Setup) -> Iterator[What]:
    _must_be_lobby(table)
    _must_be_host(table, person)
    setup = settled(setup)
    if any(not table.is_open(seat) for seat in range(setup.seats, len(table.chairs))):
        raise NotAllowed(no.LOCKED_SETUP)
    yield SetupChosen(setup, table.host)


# Sitting down, standing up


def sit(
    table: Table, person: str, seat: int, name: str, colour: ColourName | None, words: str | None, *, guest: bool
) -> Iterator[What]:
    """A person, or a guest on the same device, takes a chair that is open or a bot's, or changes their own."""
    _must_not_be_over(table)
    chair = _chair(table, seat)
    mine = _is(chair.sitter, person)
    if isinstance(chair.sitter, Person) and not mine:
        raise NotAllowed(no.TAKEN)
    if table.match is not None and not mine:
        has_seen_others = seat not in table.held.get(person, {seat})
        if has_seen_others or (_own(table, person) and not guest):
            raise NotAllowed(no.KNOWS_TOO_MUCH)
    _must_not_be_lost(chair.sitter)
    name = plain_name(name)
    left = [] if guest else [old for old in _own(table, person) if old != seat]
    if colour is not None and colour != chair.colour:
        yield from _free_colour(table, colour, chair.colour, left)
        chair = replace(chair, colour=colour)
    yield from (Sat(old, replace(table.chairs[old], sitter=Open(), words="")) for old in left)
    if table.match is None and words is not None:
        chair = replace(chair, words=plain(words, LONGEST_WORDS))
    yield Sat(seat, replace(chair, sitter=Person(person, name, guest)))
    if not _host_sits(table):
        yield Hosted(person)


def replace_sitter(table: Table, person: str, seat: int, level: str | None, now: float) -> Iterator[What]:
    """A bot of this level, or nobody, takes the place of whoever sits on a chair."""
    others = [chair for at, chair in enumerate(table.chairs) if at != seat]
    sitter: Sitter = Open() if level is None else new_bot(level, others)
    _must_not_be_over(table)
    chair = _chair(table, seat)
    if not _is(chair.sitter, person):
        _must_be_host(table, person)
        if isinstance(chair.sitter, Person) and table.match is not None and not table.is_patience_over(seat, now):
            raise NotAllowed(no.STILL_THERE)
    _must_not_be_lost(chair.sitter)
    words = chair.words if table.match is not None else ""
    leaves = person == table.host and _own(table, person) == [seat]
    yield Sat(seat, replace(chair, sitter=sitter, words=words))
    people = [one.id for one in table.sitters if isinstance(one, Person) and one.id != person]
    if leaves and people:
        yield Hosted(people[0])


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


def _must_not_be_lost(sitter: Sitter) -> None:
    if _is_lost(sitter):
        raise NotAllowed(no.SEAT_LOST)


# The match


def begin(table: Table, person: str) -> Iterator[What]:
    _must_be_lobby(table)
    _must_be_seated(table, person)
    chairs = tuple(at for at in range(len(table.chairs)) if not table.is_open(at))
    game, players = table.game, len(chairs)
    if players not in game.seats:
        raise no.too_few(game.title, game.seats[0], game.seats[-1], players)
    first = table.setup.options.get("first")
    lot = first not in chairs
    words = tuple(table.chairs[at].words for at in chairs)
    sealed = Sealed(table.secret, words)
    drawn = sealed.lots({name: pool for name, pool in game.lots.items() if name not in table.setup.options})
    options = table.setup.options | {"first": sealed.lot(players) if lot else chairs.index(first)} | drawn
    start(game, players, options_from_json(game, options))
    yield Begun(chairs, options, lot, tuple(drawn))


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


def bot_move(table: Table, seat: Seat, version: int, chosen: msgspec.Struct) -> Iterator[What]:
    """A move that a bot chose at this version; nothing, if that bot does not have to move any more."""
    if table.level(seat) is not None and table.is_fresh(seat, version):
        yield moved(seat, chosen)


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


def _must_be_new(table: Table, person: str | None, seat: int, key: str) -> None:
    """Raise `Repeated` for an id that is in the log, even if the move would not be allowed any more."""
    if seat in table.seats_of(person) and key in table.keys.get(seat, ()):
        raise Repeated


def check_mover(table: Table, person: str | None, seat: int) -> Seat:
    """Raise where this person may not move for this seat."""
    if table.match is None:
        raise NotAllowed(no.NOT_BEGUN if table.stage == "lobby" else no.IS_CLOSED)
    if seat not in table.seats_of(person):
        raise NotAllowed(no.NOT_YOURS)
    if table.stage != "playing":
        raise NotAllowed(no.IS_CLOSED if table.stage == "closed" else no.IS_OVER)
    if table.level(seat) is not None:
        _must_not_be_lost(table.chairs[seat].sitter)
        raise NotAllowed(no.BOT_PLAYS)
    if table.version >= MOST_ENTRIES:
        raise NotAllowed(no.TOO_LONG)
    return Seat(seat)


def come_back(table: Table, person: str) -> Iterator[What]:
    """A person who was away takes their seats back from the bots."""
    if table.stage == "playing":
        for seat in table.seats_of(person):
            sitter = table.chairs[seat].sitter
            if isinstance(sitter, Person) and sitter.presence == "away":
                yield Sat(seat, replace(table.chairs[seat], sitter=sitter.becoming("here")))


def run_out(table: Table, now: float) -> Iterator[What]:
    """Where a clock has run out, a bot takes over; at a table where that costs the seat, the match may end."""
    late = [seat for seat in table.waiting if (end := table.deadline(seat)) is not None and end <= now]
    is_forfeit = table.setup.late == "forfeit"
    for seat in late:
        chair = table.chairs[seat]
        assert isinstance(chair.sitter, Person)
        yield Sat(seat, replace(chair, sitter=chair.sitter.becoming("lost" if is_forfeit else "away")))
    if late and is_forfeit:
        left = [chair for at, chair in enumerate(table.chairs) if at not in late and not _is_lost(chair.sitter)]
        if len(left) <= 1:
            yield Closed("forfeit")


def _is_lost(sitter: Sitter) -> bool:
    return isinstance(sitter, Person) and sitter.presence == "lost"


def close(table: Table, person: str) -> Iterator[What]:
    _must_not_be_over(table)
    _must_be_host(table, person)
    yield Closed("host")


def close_idle(table: Table, now: float, after: float) -> Iterator[What]:
    """A table that nobody has touched for so many seconds is closed."""
    if table.stage in ("lobby", "playing") and now - table.touched >= after:
        yield Closed("idle")


def abandon(table: Table) -> Iterator[What]:
    """Everybody stands up and the table is closed: another node has set up the rematch."""
    yield from (Sat(seat, replace(chair, sitter=Open())) for seat, chair in enumerate(table.chairs))
    yield Closed("idle")


def rematch_setup(table: Table, person: str) -> tuple[Setup, Sequence[Chair]]:
    """The setup and chairs of a rematch: the same people, and the next seat begins."""
    if table.stage == "playing":
        raise NotAllowed(no.IS_RUNNING)
    if table.match is None:
        raise NotAllowed(no.NOT_BEGUN)
    _must_be_seated(table, person)
    players = len(table.chairs)
    first = (table.match.options.first + 1) % players
    setup = replace(table.setup, seats=players, options={**table.setup.options, "first": first})
    sitters = [one.becoming("here") if isinstance(one, Person) else one for one in table.sitters]
    return setup, [Chair(chair.colour, sitter) for chair, sitter in zip(table.chairs, sitters, strict=True)]


# Conditions


def _chair(table: Table, seat: int) -> Chair:
    if seat not in range(len(table.chairs)):
        raise no.Missing(no.NO_SEAT)
    return table.chairs[seat]


def _is(sitter: Sitter, person: str) -> TypeGuard[Person]:
    return isinstance(sitter, Person) and sitter.id == person


def _own(table: Table, person: str) -> list[int]:
    """The chair that a person sits on themselves; guests on their device sit on others."""
    return [at for at, sitter in enumerate(table.sitters) if _is(sitter, person) and not sitter.guest]


def _must_be_lobby(table: Table) -> None:
    if table.stage == "closed":
        raise NotAllowed(no.IS_CLOSED)
    if table.stage != "lobby":
        raise NotAllowed(no.NOT_NOW_BEGUN)


def _must_not_be_over(table: Table) -> None:
    if table.stage in ("over", "closed"):
        raise NotAllowed(no.IS_OVER if table.stage == "over" else no.IS_CLOSED)


def _must_be_host(table: Table, person: str) -> None:
    if person != table.host:
        raise NotAllowed(no.NOT_HOST)


def _must_be_seated(table: Table, person: str) -> None:
    if not table.seats_of(person) and person != table.host:
        raise NotAllowed(no.NOT_SEATED)
