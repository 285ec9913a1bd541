"""The state of a table, computed from its log: who sits where, the match, the clocks. No I/O."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec.structs import replace

from pasch.engine.fair import Sealed, Terms, seal
from pasch.engine.game import ALL_SEATS, AnyGame, Chance, Decision, Over, Seat, Turn, Value
from pasch.engine.language import Lang
from pasch.engine.match import Event, Match
from pasch.engine.record import Part, options_from_json
from pasch.engine.witness import still_concealed
from pasch.games import GAMES
from pasch.server.table import log
from pasch.server.table.clocks import PATIENCE, Clocks, NoClock
from pasch.server.table.course import Course
from pasch.server.table.given import Given
from pasch.server.table.log import DECODE_MOVE, DECODE_OUTCOME, Entry, effective, encode_what
from pasch.server.table.mixing import Mixing
from pasch.server.table.seats import (
    COLOURS,
    LONGEST_WORDS,
    Bot,
    Chair,
    ChairInfo,
    Open,
    Person,
    Setup,
    Sitter,
    Stage,
    chair_info,
    is_same,
    kept,
    names_of,
    plain,
)
from pasch.server.table.steps import Change, Step, TakenBack

MOVE_KEYS_KEPT = 4
"""Ids of moves remembered for each seat. Few are enough: a client sends the next move after the last is answered."""


@dataclass(slots=True, eq=False, repr=False)
class Table:
    """The state computed from a log. Only `fold` changes it, and `fall`, which makes the entry that it folds."""

    id: str
    secret: bytes
    version: int = 0
    touched: float = 0.0
    """When the last entry was made."""
    stage: Stage = "lobby"
    setup: Setup = field(init=False)
    host: str = ""
    """The person who may change the setup, seat bots and close the table."""
    chairs: list[Chair] = field(default_factory=list)
    match: Match | None = None
    waiting: tuple[Seat, ...] = ()
    """The seats that have something to decide."""
    closed: log.Closing | None = None
    """Why it is closed."""
    still: int = 0
    """How many moves in a row were asked for in the very state in which the same seat was asked before."""
    next: str | None = None
    """The table of the rematch."""
    again: dict[str, bool] = field(default_factory=dict)
    """Who is in for a rematch and who is not, in the order of their answers."""
    again_until: float | None = None
    """When it begins without those who have not answered."""
    mixing: Mixing | None = None
    """What the devices have added to the dice, since somebody began."""
    lot: bool = False
    """Whether the first seat was drawn by lot."""
    lots: tuple[str, ...] = ()
    """The other options that were drawn."""
    seen: dict[str, float] = field(default_factory=dict)
    """For each person, when they last did something here."""
    keys: dict[int, deque[str]] = field(default_factory=dict)
    """The ids that clients gave to each seat's latest moves."""
    asked: list[int] = field(default_factory=list)
    """For each seat, the lowest version at which its current choice may have been made."""
    clocks: Clocks = field(default_factory=lambda: Clocks(NoClock(), 0, 0.0))
    chosen: dict[int, tuple[int, float]] = field(default_factory=dict)
    """For each seat, the number of its last choice's entry, and since when that choice had been asked for."""
    given: Given = field(default_factory=Given)
    """The hints that the seats were given."""
    course: Course = field(default_factory=Course)
    """How the match went, beside its events."""
    concealed: tuple[Step, ...] = ()
    """Choices of the current decision that nobody else may know yet."""
    revealed: list[Step] = field(default_factory=list)
    """Choices that are concealed no more; whoever sends them to the listeners clears this list."""
    _last: int | None = None
    """The seat that made the last event; None where it was chance."""
    _met: dict[Seat, Any] = field(default_factory=dict)
    """For each seat, the state in which it made its last move."""
    _draws: int = 0
    _dice: Sealed | None = None

    @property
    def game(self) -> AnyGame:
        return GAMES[self.setup.game]

    # Reading the log

    def read(self, entries: Iterable[Entry]) -> Iterator[Step]:
        """Fold a whole log, or more of one; the new entries must not undo a choice that is folded already."""
        for entry, counts in effective(entries):
            if counts:
                step = self.fold(entry)
                if step is not None:
                    yield step
            else:
                self._note(entry)

    def fold(self, entry: Entry) -> Step | None:
        """Apply an entry; raise, and change nothing, where the rules do not allow it."""
        step = self._change(entry)
        self._note(entry)
        return step

    def _change(self, entry: Entry) -> Step | None:
        match entry.what:
            case log.Moved(seat, raw):
                return self._play(entry, Seat(seat), DECODE_MOVE[self.setup.game](bytes(raw)))
            case log.Fell(raw):
                turn, before = self.playing.turn, self.playing.state
                self.playing.settle(DECODE_OUTCOME[self.setup.game](bytes(raw)))
                return self._fallen(entry.n, turn, before, entry.at)
            case log.SetupChosen(setup, host):
                self.setup, self.host = setup, host
                del self.chairs[setup.seats :]
                used = {chair.colour for chair in self.chairs}
                free = [colour for colour in COLOURS if colour not in used]
                self.chairs += map(Chair, free[: setup.seats - len(self.chairs)])
            case log.Sat(seat, chair, by):
                return self._sat(entry, seat, chair, by)
            case log.Agreed() | log.Committed() | log.Frozen() | log.Revealed() | log.Begun() as what:
                self._go_to_begin(entry, what)
            case log.Undone(seat):
                self.asked[seat] = entry.n + 1
                return self._beside(entry.n, seat, TakenBack())
            case log.Hinted(seat, kind):
                told = self.given.add(seat, self.asked[seat], kind, entry.key)
                return None if told is None else self._beside(entry.n, seat, told)
            case _:
                return self._change_table(entry)
        return None

    def _change_table(self, entry: Entry) -> Step | None:
        match entry.what:
            case log.Stood(seconds):
                self.clocks.stand(seconds)
                self.chosen = {seat: (n, since + seconds) for seat, (n, since) in self.chosen.items()}
                return self._beside(entry.n, None, Change("stood"))
            case log.Hosted(host):
                self.host = host
                return self._beside(entry.n, self._seat_of(host), Change("hosted"))
            case log.Again(person, joins):
                self.again[person] = joins
                self.again_until = self.again_until or entry.at + PATIENCE
            case log.Followed(table):
                self.next = table
            case log.Closed(why):
                self.stage, self.closed, self.course.ended, self.waiting = "closed", why, entry.at, ()
                closer = self._seat_of(self.host) if why == "host" else None
                return self._beside(entry.n, closer, Change("closed", why=why))
        return None

    def _beside(self, n: int, seat: int | None, what: Value) -> Step | None:
        """A step beside the events of the match; before the match there are none."""
        if self.match is None:
            return None
        event = Event(None if seat is None else Seat(seat), what)
        return Step(n, self.match.turn, event, self.match.state, self.match.state)

    def _seat_of(self, person: str) -> Seat | None:
        return next(iter(self.seats_of(person)), None)

    def _note(self, entry: Entry) -> None:
        """Update what depends on every entry, also on a choice that was undone later."""
        self.version = entry.n + 1
        self.touched = entry.at
        seat = getattr(entry.what, "seat", None)
        if seat is not None and isinstance(sitter := self.chairs[seat].sitter, Person) and sitter.presence == "here":
            self.seen[sitter.id] = entry.at
        if entry.key is not None and isinstance(entry.what, log.Moved | log.Undone):
            self.keys.setdefault(entry.what.seat, deque(maxlen=MOVE_KEYS_KEPT)).append(entry.key)

    def _sat(self, entry: Entry, seat: int, chair: Chair, by: str) -> Step | None:
        """Change a chair. For whoever comes back to a seat the clock starts now."""
        before, self.chairs[seat] = self.chairs[seat], chair
        if self.match is None:
            return None
        chair = self.chairs[seat] = replace(chair, sitter=kept(before.sitter, chair.sitter))
        if not is_same(before.sitter, chair.sitter):
            if seat in self.waiting and isinstance(before.sitter, Person) and before.sitter.presence == "here":
                self.clocks.stop(seat, entry.at)
            self.clocks.since[seat] = entry.at
        self.course.sat(seat, chair.sitter, self.match)
        change = self._change_of(before, chair, by)
        return None if change is None else self._beside(entry.n, seat, change)

    def _change_of(self, before: Chair, now: Chair, by: str) -> Change | None:
        match before.sitter, now.sitter:
            case Person() as was, Person() as sitter if was.presence != sitter.presence:
                if sitter.presence == "away" and by not in ("", sitter.id):
                    return Change("called", self._seat_of(by))
                how: Any = {"here": "back", "lost": "lost", "away": "left" if by else "late"}[sitter.presence]
                return Change(how)
            case Person(name=was), Person(name=name) if was != name:
                return Change("named", why=was)
        return None if before.colour == now.colour else Change("coloured")

    def _go_to_begin(self, entry: Entry, what: log.Beginning) -> None:
        match what, self.mixing:
            case log.Begun(), _:
                self._begin(entry, what)
            case log.Agreed(chairs, lots=lots, wait=wait), _:
                self.chairs = [replace(self.chairs[at], words="") for at in chairs]
                parts = [Part(bot=isinstance(sitter, Bot)) for sitter in self.sitters]
                pools = {name: self.game.lots[name] for name in lots}
                self.mixing = Mixing(what, parts, entry.at + wait, pools)
            case log.Frozen(), Mixing() as mixing:
                mixing.freeze(entry.at)
            case log.Committed() | log.Revealed(), Mixing() as mixing:
                mixing.add(what)
                if isinstance(what, log.Revealed):
                    self.chairs[what.seat] = replace(self.chairs[what.seat], words=plain(what.words, LONGEST_WORDS))

    def _begin(self, entry: Entry, begun: log.Begun) -> None:
        players = len(begun.chairs)
        self.match = Match(self.game, players, options_from_json(self.game, begun.options))
        self.chairs = [self.chairs[at] for at in begun.chairs]
        self.stage = "playing"
        self.lot, self.lots = begun.lot, begun.lots
        self.asked = [entry.n + 1] * players
        self.clocks = Clocks(self.setup.pace, players, entry.at)
        self._dice = (
            Sealed.with_words(self.secret, self.words)
            if self.mixing is None
            else Sealed.with_parts(self.secret, self.terms, self.mixing.parts)
        )
        self._turned(None, entry.n, entry.at)

    # The match goes on

    def fall(self, at: float) -> tuple[Step, Entry]:
        """Draw the next chance outcome from the sealed dice, and apply it."""
        turn, before = self.playing.turn, self.playing.state
        assert self._dice is not None
        outcome = self.playing.draw(self._dice.below(self._draws))
        entry = Entry(self.version, at, log.Fell(msgspec.Raw(encode_what(outcome))))
        step = self._fallen(entry.n, turn, before, at)
        self._note(entry)
        return step, entry

    def _play(self, entry: Entry, seat: Seat, move: msgspec.Struct) -> Step:
        match, turn, before = self.playing, self.playing.turn, self.playing.state
        match.play(seat, move)
        self.still = self.still + 1 if before == self._met.get(seat) else 0
        self._met[seat] = before
        if self.level(seat) is None:
            self.clocks.stop(seat, entry.at)
        self.course.played(seat, self.chairs[seat].sitter)
        self._last = seat
        self.chosen[seat] = entry.n, self.clocks.since[seat]
        step = self._step(entry.n, turn, before)
        self._turned(step, entry.n, entry.at)
        return step

    def _fallen(self, n: int, turn: Turn, before: Any, at: float) -> Step:
        self._draws += 1
        self._last = None
        self._turned(None, n, at)
        return self._step(n, turn, before)

    def _step(self, n: int, turn: Turn, before: Any) -> Step:
        """The step of the last event, which the match then forgets: to save memory, since the log has it."""
        event = self.playing.last
        self.playing.forget()
        return Step(n, turn, event, before, self.playing.state)

    def _turned(self, chosen: Step | None, n: int, at: float) -> None:
        """After an event: restart the clocks of the seats that decide now, and update what is concealed."""
        turn = self.playing.turn
        self.waiting = now = turn.seats if isinstance(turn, Decision) else ()
        seat = None if chosen is None else chosen.event.seat
        before, self.concealed = self.concealed, still_concealed(self.concealed, chosen, turn) if chosen else ()
        if not self.concealed:
            self.revealed += before
        for one in now:
            if not self.concealed or one == seat:
                self.asked[one], self.clocks.since[one] = n + 1, at
        if isinstance(turn, Over):
            self.stage, self.course.ended = "over", at

    # Questions

    def chair_infos(self) -> list[ChairInfo]:
        return [chair_info(chair) for chair in self.chairs]

    def names(self, lang: Lang) -> list[str]:
        return names_of(self.chairs, lang)

    def people(self) -> dict[str, tuple[Seat, ...]]:
        """The seats of each person at the table."""
        return {sitter.id: self.seats_of(sitter.id) for sitter in self.sitters if isinstance(sitter, Person)}

    @property
    def playing(self) -> Match:
        assert self.match is not None
        return self.match

    @property
    def seal(self) -> str:
        return seal(self.secret)

    @property
    def terms(self) -> Terms:
        assert self.mixing is not None
        return self.mixing.terms(self.id, self.setup.game, self.seal)

    @property
    def sitters(self) -> list[Sitter]:
        return [chair.sitter for chair in self.chairs]

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(chair.words for chair in self.chairs)

    @property
    def is_chance_due(self) -> bool:
        return self.stage == "playing" and isinstance(self.playing.turn, Chance)

    def seats_of(self, person: str | None) -> tuple[Seat, ...]:
        sitters = [chair.sitter for chair in self.chairs]
        return tuple([ALL_SEATS[at] for at, one in enumerate(sitters) if isinstance(one, Person) and one.id == person])

    def is_seat_of(self, seat: int, person: str | None) -> bool:
        sitter = self.chairs[seat].sitter if 0 <= seat < len(self.chairs) else None
        return isinstance(sitter, Person) and sitter.id == person

    def level(self, seat: int) -> str | None:
        """The level of the bot that plays a seat now; None where a person does, or nobody."""
        sitter = self.chairs[seat].sitter
        if isinstance(sitter, Person):
            return None if sitter.presence == "here" else self.setup.stand_in
        return sitter.level if isinstance(sitter, Bot) else None

    def deadline(self, seat: int, since: float | None = None) -> float | None:
        """When the clock of a waiting seat runs out; or would, had it been asked since a given time."""
        sitter = self.chairs[seat].sitter
        if not isinstance(sitter, Person) or sitter.presence != "here":
            return None
        return self.clocks.deadline(seat, self.clocks.since[seat] if since is None else since)

    def time_left(self, now: float) -> list[tuple[float | None, float | None]] | None:
        """The seconds that each seat has left, for the move and for the match; None without a clock."""
        if self.match is None or isinstance(self.setup.pace, NoClock):
            return None
        ends = [self.deadline(seat) if seat in self.waiting else None for seat in range(self.match.players)]
        return [self.clocks.left(seat, end, now) for seat, end in enumerate(ends)]

    def is_patience_over(self, seat: int, now: float) -> bool:
        """Whether the host may call a bot for a person who lets all wait. Where a clock runs, that alone decides."""
        return seat in self.waiting and self.deadline(seat) is None and now - self.clocks.since[seat] >= PATIENCE

    def due(self, now: float, lease: float, idle: float) -> float | None:
        """When the scheduler must process this table: a bot's move, a clock that runs out, or closing an idle table."""
        if self.stage in ("over", "closed"):
            return self.again_until if self.next is None and any(self.again.values()) else None
        if any(self.level(seat) is not None for seat in self.waiting):
            return now + lease
        clocks, asked = self.clocks, {seat: end for seat in self.waiting if (end := self.deadline(seat)) is not None}
        ends = [at for seat, end in asked.items() for at in clocks.ahead(clocks.since[seat], end, now)]
        if self.mixing is not None and self.stage == "lobby":
            ends = [self.mixing.until]
        return min([*ends, self.touched + idle])

    def is_fresh(self, seat: int, version: int) -> bool:
        """Whether a choice made at this version still answers the current decision."""
        return seat in self.waiting and self.asked[seat] <= version <= self.version

    def can_undo(self, seat: int) -> bool:
        """Whether a seat's last choice can be undone: no chance has followed, and no other seat has learned from it."""
        if not self.setup.undo or self.stage != "playing":
            return False
        if any(seat == step.event.seat for step in self.concealed):
            return True
        return self._last == seat and self.waiting == (seat,) and not self.game.news(self.playing.state)

    def is_open(self, seat: int) -> bool:
        return isinstance(self.chairs[seat].sitter, Open)
