"""Who may do what at a table: each function says what would be written into the log, or why not. No I/O."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal
from unicodedata import category

from msgspec.structs import replace

from pasch.bots.levels import USUAL, check_level
from pasch.bots.naming import bot_name
from pasch.engine.fair import Sealed
from pasch.engine.game import Seat
from pasch.engine.record import game_named, options_from_json, start
from pasch.games import GAMES
from pasch.server.table import refusals as no
from pasch.server.table.model import (
    COLOURS,
    LONGEST_NAME,
    LONGEST_WORDS,
    Begun,
    Bot,
    Chair,
    Closed,
    ColourName,
    Hosted,
    Open,
    Person,
    Sat,
    SetUp,
    Setup,
    Sitter,
    What,
)
from pasch.server.table.refusals import NotAllowed, Stale
from pasch.server.table.table import Table

BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters by their kind that nobody sees."""
MOST_ENTRIES = 50_000
"""Where a match is given up: the rules let people pass for ever (K18)."""
PATIENCE = 60.0
"""How long the table waits for a person before the host may let a bot play."""


def plain(text: str, longest: int) -> str:
    """Text from people: one line, nothing that could move, hide or turn other text."""
    visible = "".join([letter if letter.isprintable() else " " for letter in text])
    return " ".join(visible.split())[:longest].strip()


def plain_name(text: str) -> str:
    name = plain(text, LONGEST_NAME)
    if not any(category(letter)[0] in "LNPS" and letter not in BLANKS for letter in name):
        raise NotAllowed(no.NAME_EMPTY)
    return name


def colours(seats: int, favourite: str | None) -> list[ColourName]:
    """The colours of a new table's seats, the first seat in the favourite one."""
    usual: list[ColourName] = list(COLOURS[:seats])
    wanted = next((colour for colour in COLOURS if colour == favourite), usual[0])
    at = usual.index(wanted) if wanted in usual else 0
    usual[at], usual[0] = usual[0], wanted
    return usual


def may_watch(table: Table, person: str | None) -> bool:
    return bool(table.setup.spectators or table.seats_of(person) or table.stage == "lobby")


def check_watcher(table: Table, person: str | None) -> None:
    if not may_watch(table, person):
        raise NotAllowed(no.NO_SPECTATORS)


def settled(setup: Setup) -> Setup:
    """The setup with nothing left open; raise where no match could begin at such a table."""
    game = game_named(setup.game, GAMES)
    stand_in = setup.stand_in or USUAL
    check_level(stand_in)
    start(game, setup.seats, options_from_json(game, setup.options))
    return replace(setup, stand_in=stand_in)


def set_up(table: Table, person: str, setup: Setup) -> Iterator[What]:
    _lobby(table)
    _host(table, person)
    setup = settled(setup)
    if any(not table.is_open(seat) for seat in range(setup.seats, len(table.chairs))):
        raise NotAllowed(no.LOCKED_SETUP)
    yield SetUp(setup, table.host)


# Sitting down, standing up


def sit(
    table: Table, person: str, seat: int, name: str, colour: ColourName | None, words: str | None, guest: bool
) -> Iterator[What]:
    """A person, or a guest on the same device, takes a chair that is open or a bot's, or changes their own."""
    _not_over(table)
    chair = _chair(table, seat)
    mine = _is(chair.sitter, person)
    if isinstance(chair.sitter, Person) and not mine:
        raise NotAllowed(no.TAKEN)
    if table.match is not None and not mine:
        _check_knows_nothing(table, person, seat, guest)
    _check_not_lost(chair.sitter)
    name = plain_name(name)
    left = [] if guest else [old for old in _own(table, person) if old != seat]
    if colour is not None and colour != chair.colour:
        chair, changed = _recoloured(table, seat, colour, left)
        yield from changed
    yield from (Sat(old, replace(table.chairs[old], sitter=Open(), words="")) for old in left)
    if table.match is None and words is not None:
        chair = replace(chair, words=plain(words, LONGEST_WORDS))
    yield Sat(seat, replace(chair, sitter=Person(person, name, guest)))
    if not _host_sits(table):
        yield Hosted(person)


def put_bot(table: Table, person: str, seat: int, level: str, now: float) -> Iterator[What]:
    others = [chair for at, chair in enumerate(table.chairs) if at != seat]
    yield from _put(table, person, seat, new_bot(level, others), now)


def new_bot(level: str, others: Iterable[Chair]) -> Bot:
    """A bot with a name that nobody else at the table has."""
    check_level(level)
    return Bot(level, bot_name(level, {one.sitter.name for one in others if isinstance(one.sitter, Bot | Person)}))


def open_seat(table: Table, person: str, seat: int, now: float) -> Iterator[What]:
    yield from _put(table, person, seat, Open(), now)


def _put(table: Table, person: str, seat: int, sitter: Sitter, now: float) -> Iterator[What]:
    _not_over(table)
    chair = _chair(table, seat)
    if not _is(chair.sitter, person):
        _host(table, person)
        if isinstance(chair.sitter, Person) and table.match is not None and not _is_patience_over(table, seat, now):
            raise NotAllowed(no.STILL_THERE)
    _check_not_lost(chair.sitter)
    words = chair.words if table.match is not None else ""
    leaves = person == table.host and _own(table, person) == [seat]
    yield Sat(seat, replace(chair, sitter=sitter, words=words))
    if leaves:
        yield from _next_host(table, person)


def _recoloured(table: Table, seat: int, colour: ColourName, left: Sequence[int]) -> tuple[Chair, list[Sat]]:
    """The chair in another colour; a chair without a person, or left by this one, gets the old one."""
    chair = table.chairs[seat]
    other = next((at for at, one in enumerate(table.chairs) if one.colour == colour), None)
    if other is None:
        return replace(chair, colour=colour), []
    if (isinstance(table.chairs[other].sitter, Person) and other not in left) or table.match is not None:
        raise NotAllowed(no.COLOUR_TAKEN)
    return replace(chair, colour=colour), [Sat(other, replace(table.chairs[other], colour=chair.colour))]


def _is_patience_over(table: Table, seat: int, now: float) -> bool:
    return table.level(seat) is not None or (seat in table.waiting and now - table.since_at[seat] >= PATIENCE)


def _next_host(table: Table, leaving: str) -> Iterator[What]:
    others = [chair.sitter.id for chair in table.chairs if isinstance(chair.sitter, Person)]
    yield from (Hosted(other) for other in [one for one in others if one != leaving][:1])


def _host_sits(table: Table) -> bool:
    """Whoever opened the table keeps it as long as they sit there, or until somebody else sits down."""
    sitters = [chair.sitter for chair in table.chairs]
    return any(_is(sitter, table.host) for sitter in sitters) or not any(isinstance(one, Person) for one in sitters)


def _check_knows_nothing(table: Table, person: str, seat: int, guest: bool) -> None:
    if seat not in table.held.get(person, {seat}) or (_own(table, person) and not guest):
        raise NotAllowed(no.KNOWS_TOO_MUCH)


def _check_not_lost(sitter: Sitter) -> None:
    if _is_lost(sitter):
        raise NotAllowed(no.SEAT_LOST)


# The match


def begin(table: Table, person: str) -> Iterator[What]:
    _lobby(table)
    _seated(table, person)
    chairs = tuple(at for at in range(len(table.chairs)) if not table.is_open(at))
    game, players = table.game, len(chairs)
    if players not in game.seats:
        raise no.too_few(game.title, game.seats[0], game.seats[-1], players)
    options = table.setup.options
    lot = options.get("first") not in chairs
    if lot:
        words = tuple(table.chairs[at].words for at in chairs)
        options = {**options, "first": Sealed(table.secret, words).lot(players)}
    else:
        options = {**options, "first": chairs.index(options["first"])}
    start(game, players, options_from_json(game, options))
    yield Begun(chairs, options, lot)


def check_mover(table: Table, person: str | None, seat: int) -> Seat:
    """Raise where this person may not move for this seat."""
    if table.match is None:
        raise NotAllowed(no.NOT_BEGUN if table.stage == "lobby" else no.IS_CLOSED)
    if seat not in table.seats_of(person):
        raise NotAllowed(no.NOT_YOURS)
    if table.stage != "playing":
        raise NotAllowed(no.IS_CLOSED if table.stage == "closed" else no.IS_OVER)
    if table.level(seat) is not None:
        _check_not_lost(table.chairs[seat].sitter)
        raise NotAllowed(no.BOT_PLAYS)
    if table.version >= MOST_ENTRIES:
        raise NotAllowed(no.TOO_LONG)
    return Seat(seat)


def check_undo(table: Table, seat: Seat, version: int, now: float) -> None:
    """Raise where a choice cannot be taken back by somebody who knew the table at this version."""
    if not table.setup.undo:
        raise NotAllowed(no.UNDO_OFF)
    if not table.can_undo(seat):
        raise NotAllowed(no.NO_UNDO)
    chosen, since = table.chosen[seat]
    if version <= chosen:
        raise Stale
    end = table.deadline(seat, since)
    if end is not None and end <= now:
        raise NotAllowed(no.NO_TIME)


def come_back(table: Table, person: str) -> Iterator[What]:
    """Whoever was away takes their seats back from the bots."""
    if table.stage == "playing":
        for seat in table.seats_of(person):
            sitter = table.chairs[seat].sitter
            if isinstance(sitter, Person) and sitter.away:
                yield Sat(seat, replace(table.chairs[seat], sitter=replace(sitter, away=False)))


def run_out(table: Table, now: float) -> Iterator[What]:
    """What follows for those whose clock has run out."""
    late = [seat for seat in table.waiting if (end := table.deadline(seat)) is not None and end <= now]
    for seat in late:
        chair = table.chairs[seat]
        assert isinstance(chair.sitter, Person)
        forfeit = table.setup.late == "forfeit"
        yield Sat(seat, replace(chair, sitter=replace(chair.sitter, away=not forfeit, lost=forfeit)))
    if late and table.setup.late == "forfeit":
        left = [chair for at, chair in enumerate(table.chairs) if at not in late and not _is_lost(chair.sitter)]
        if len(left) <= 1:
            yield Closed("forfeit")


def _is_lost(sitter: Sitter) -> bool:
    return isinstance(sitter, Person) and sitter.lost


def close(table: Table, person: str | None, why: Literal["host", "idle"]) -> Iterator[What]:
    _not_over(table)
    if person is not None:
        _host(table, person)
    yield Closed(why)


def abandon(table: Table) -> Iterator[What]:
    """A table that nobody needs: all stand up, and it is closed."""
    yield from (Sat(seat, replace(chair, sitter=Open())) for seat, chair in enumerate(table.chairs))
    yield Closed("idle")


def rematch_setup(table: Table, person: str) -> tuple[Setup, Sequence[Chair]]:
    """The same people again, the first seat moving on."""
    if table.stage == "lobby" or table.stage == "playing":
        raise NotAllowed(no.IS_RUNNING if table.stage == "playing" else no.NOT_BEGUN)
    if table.match is None:
        raise NotAllowed(no.NOT_BEGUN)
    _seated(table, person)
    players = len(table.chairs)
    first = (int(getattr(table.match.options, "first", 0)) + 1) % players
    setup = replace(table.setup, seats=players, options={**table.setup.options, "first": first})
    return setup, [replace(chair, sitter=_rested(chair.sitter), words="") for chair in table.chairs]


def _rested(sitter: Sitter) -> Sitter:
    return replace(sitter, away=False, lost=False) if isinstance(sitter, Person) else sitter


# Conditions


def _chair(table: Table, seat: int) -> Chair:
    if seat not in range(len(table.chairs)):
        raise no.Missing(no.NO_SEAT)
    return table.chairs[seat]


def _is(sitter: Sitter, person: str) -> bool:
    return isinstance(sitter, Person) and sitter.id == person


def _own(table: Table, person: str) -> list[int]:
    """The chair that a person sits on themselves; guests on their device sit on others."""
    return [
        at
        for at, chair in enumerate(table.chairs)
        if isinstance(chair.sitter, Person) and chair.sitter.id == person and not chair.sitter.guest
    ]


def _lobby(table: Table) -> None:
    if table.stage == "closed":
        raise NotAllowed(no.IS_CLOSED)
    if table.stage != "lobby":
        raise NotAllowed(no.NOT_NOW_BEGUN)


def _not_over(table: Table) -> None:
    if table.stage in ("over", "closed"):
        raise NotAllowed(no.IS_OVER if table.stage == "over" else no.IS_CLOSED)


def _host(table: Table, person: str) -> None:
    if person != table.host:
        raise NotAllowed(no.NOT_HOST)


def _seated(table: Table, person: str) -> None:
    if not table.seats_of(person) and person != table.host:
        raise NotAllowed(no.NOT_SEATED)
