"""The truth about a table, by its log and the rules alone: what each reader may be told, in whichever world."""

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import msgspec

from pasch.coach import Hint, hint
from pasch.engine.errors import Refused
from pasch.engine.game import ALL_SEATS, AnyGame, Chance, CommonOptions, Decision, Over, Seat, Turn
from pasch.engine.language import Lang, Text
from pasch.engine.match import Event, Match, apply
from pasch.engine.record import options_from_json
from pasch.games import GAMES
from pasch.games.address import addressed, marks
from pasch.games.parts import text_of
from pasch.server.live.changes import told_of
from pasch.server.live.hints import Teller
from pasch.server.table.hints import Choice
from pasch.server.table.log import Begun, Closed, Entry, Fell, Hinted, Hosted, Moved, Sat, SetupChosen, Undone
from pasch.server.table.seats import Chair, Person, names_of
from pasch.server.table.steps import Change

IMAGINED = 3
"""How many other worlds are tried for each thing that is told."""


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


class Moment(NamedTuple):
    """A table at one version."""

    state: Any
    turn: Turn | None
    sitters: tuple[str | None, ...]
    """The person on each seat."""
    pending: frozenset[int]
    """The entries that are choices made at once with some that are not made yet."""
    is_closed: bool
    chairs: tuple[Chair, ...]
    course: dict[int, tuple[Any, Any]]
    """The states before and after each event, without the choices that are taken back by now."""


class Fact(NamedTuple):
    """An entry of the log that is told: whose (None: chance), out of what, and which (None: the last is undone)."""

    seat: Seat | None
    turn: Turn
    what: msgspec.Struct | None


class Truth:
    """A table at each of its versions."""

    game: AnyGame
    options: CommonOptions

    def __init__(self, code: str, secret: bytes, entries: Iterable[Entry], counts: Counter[str]) -> None:
        self.secret, self.counts = secret, counts
        self.facts: dict[int, Fact] = {}
        self._below = Random(code).randrange
        self._match: Match | None = None
        self._line: list[tuple[int, Event]] = []
        self._sitters: list[str | None] = []
        self._chairs: list[Chair] = []
        self._course: dict[int, tuple[Any, Any]] = {}
        self._pending: set[int] = set()
        self._never_shown: set[int] = set()
        self._is_closed = False
        self._host = ""
        self._hinted: dict[int, set[str]] = {}
        """The kinds of hints that each seat was given about its current decision."""
        self._known: dict[tuple[int, Seat | None], dict[str, Any]] = {}
        self._hints: dict[tuple[int, Seat, Any], Hint] = {}
        self.moments = [self._moment()]
        for entry in entries:
            self._fold(entry)
            self.moments.append(self._moment())

    # The log

    def _moment(self) -> Moment:
        state, turn = (None, None) if self._match is None else (self._match.state, self._match.turn)
        is_closed, chairs = self._is_closed, tuple(self._chairs)
        return Moment(state, turn, tuple(self._sitters), frozenset(self._pending), is_closed, chairs, self._course)

    def _fold(self, entry: Entry) -> None:
        match entry.what:
            case SetupChosen(setup, host):
                self._host = host
                self.game = GAMES[setup.game]
                self._sitters = [*self._sitters, *[None] * setup.seats][: setup.seats]
                self._chairs = [*self._chairs, *[Chair("red")] * setup.seats][: setup.seats]
            case Sat(seat, chair, by):
                before, self._chairs[seat] = self._chairs[seat], chair
                if self._match is None:
                    self._sitters[seat] = chair.sitter.id if isinstance(chair.sitter, Person) else None
                else:
                    assert self._of(chair) == self._sitters[seat] == self._of(before), "a seat changed hands"
                    self._aside(entry.n, seat, self._change(before, chair, by))
            case Begun(chairs, options):
                self._sitters = [self._sitters[at] for at in chairs]
                self._chairs = [self._chairs[at] for at in chairs]
                self.options = options_from_json(self.game, options)
                self._match = Match(self.game, len(chairs), self.options)
            case Moved(seat, raw):
                self._happen(entry.n, Event(ALL_SEATS[seat], msgspec.json.decode(raw, type=self.game.moves)))
            case Fell(raw):
                self._happen(entry.n, Event(None, msgspec.json.decode(raw, type=self.game.outcomes)))
            case Undone(seat):
                self._take_back(entry.n, ALL_SEATS[seat])
            case _:
                self._tell_aside(entry)

    def _tell_aside(self, entry: Entry) -> None:
        match entry.what:
            case Hinted(seat, kind):
                given = self._hinted.setdefault(seat, set())
                if kind != "question" and not given - {"question"}:
                    self._aside(entry.n, seat, Change("hinted"))
                given.add(kind)
            case Hosted(host):
                self._host = host
                self._aside(entry.n, self._seat_of(host), Change("hosted"))
            case Closed(why):
                self._is_closed = True
                self._aside(entry.n, self._seat_of(self._host) if why == "host" else None, Change("closed", why=why))

    @staticmethod
    def _of(chair: Chair) -> str | None:
        return chair.sitter.id if isinstance(chair.sitter, Person) else None

    def _seat_of(self, person: str) -> int | None:
        return self._sitters.index(person) if person in self._sitters else None

    def _change(self, before: Chair, now: Chair, by: str) -> Change:
        assert isinstance(before.sitter, Person)
        assert isinstance(now.sitter, Person)
        if now.sitter.away and not before.sitter.away:
            return Change("left") if by == now.sitter.id else Change("called", by=self._seat_of(by))
        if before.sitter.away:
            return Change("back")
        assert before.sitter.name != now.sitter.name
        return Change("named", why=before.sitter.name)

    def _aside(self, n: int, seat: int | None, change: Change) -> None:
        """Something is told that is no event of the match."""
        if self._match is not None:
            state = self._match.state
            self._course[n] = state, state
            self.facts[n] = Fact(None if seat is None else ALL_SEATS[seat], self._match.turn, change)

    def _happen(self, n: int, event: Event) -> None:
        assert self._match is not None
        before, state = self._match.turn, self._match.state
        self._match.apply(event)
        after = self._match.turn
        self._course[n] = state, self._match.state
        self._line.append((n, event))
        self.facts[n] = Fact(event.seat, before, event.what)
        at_once = isinstance(before, Decision) and isinstance(after, Decision)
        if at_once and set(after.seats) == set(before.seats) - {event.seat}:  # type: ignore[union-attr]
            self._pending.add(n)
            self._hinted.pop(event.seat or 0, None)
        else:
            self._pending.clear()
            self._hinted.clear()

    def _take_back(self, n: int, seat: Seat) -> None:
        """Everything happens again without the last choice of the seat."""
        assert self._match is not None
        last = max(at for at, (_, event) in enumerate(self._line) if event.seat == seat)
        self._never_shown |= self._pending & {self._line[last][0]}
        line = dict(self._line[:last] + self._line[last + 1 :])
        undone = [at for at, fact in self.facts.items() if fact.what is None or isinstance(fact.what, Change)]
        self._match, self._line, self._pending = Match(self.game, self._match.players, self.options), [], set()
        self._course, hinted = {}, {one: kinds for one, kinds in self._hinted.items() if one != seat}
        for at in sorted([*line, *undone, n]):
            if at in line:
                self._happen(at, line[at])
            else:
                self._course[at] = self._match.state, self._match.state
        self.facts[n], self._hinted = Fact(seat, self._match.turn, None), hinted

    # What may be told

    def seats_of(self, version: int, person: str | None) -> list[Seat]:
        sitters = self.moments[version].sitters
        return [seat for seat, sitter in zip(ALL_SEATS, sitters, strict=False) if person and sitter == person]

    def _worlds(self, version: int, seat: Seat | None) -> list[Any]:
        """The true state, and some that a seat cannot tell from it."""
        state = self.moments[version].state
        view = self.game.view(state, seat)
        others = [self.game.imagine(view, self._below) for _ in range(IMAGINED)]
        self.counts["other worlds"] += sum(other != state for other in others)
        return [state, *others]

    def known(self, version: int, seat: Seat | None) -> dict[str, Any]:
        """All that may be told a seat of a moment: the same in every world."""
        found = self._known.get((version, seat))
        if found is None:
            tellings = [self._telling(state, seat) for state in self._worlds(version, seat)]
            assert all(telling == tellings[0] for telling in tellings), "the view itself gives something away"
            found = self._known[version, seat] = plain(tellings[0])
            if self.moments[version].is_closed:
                found |= {"waiting": [], "moves": [], "effects": []}
        return found

    def _telling(self, state: Any, seat: Seat | None) -> dict[str, Any]:
        game, turn = self.game, self.game.turn(state)
        moves = [] if seat is None else list(game.legal_moves(state, seat))
        return {
            "view": game.view(state, seat),
            "moves": moves,
            "effects": [game.effect(state, seat, move) for move in moves if seat is not None],
            "rule": turn.rule,
            "waiting": turn.seats if isinstance(turn, Decision) else (),
            "result": turn.result if isinstance(turn, Over) else None,
        }

    def event(self, n: int, version: int, seat: Seat | None) -> dict[str, Any]:
        """Entry `n` as a seat may know it at a version."""
        assert n < version, "told before it happened"
        fact = self.facts[n]
        if fact.what is None:
            return {"n": n, "seat": fact.seat, "type": "undone"}
        if isinstance(fact.what, Change):
            return {"n": n, **({} if fact.seat is None else {"seat": fact.seat}), **plain(fact.what)}
        if fact.seat is None:
            return {"n": n, **self._witnessed(n, fact, seat)}
        if fact.seat != seat and n in self.moments[version].pending | self._never_shown:
            self._check_concealed(n, fact.seat, seat)
            return {"n": n, "seat": fact.seat, "type": "concealed"}
        return {"n": n, "seat": fact.seat, **plain(fact.what)}

    def scene(self, n: int, version: int, seat: Seat | None, lang: Lang) -> dict[str, Any]:
        """Entry `n` as it is shown to a seat at a version: from its own views alone."""
        assert n < version, "shown before it happened"
        before, after = (self.game.view(state, seat) for state in self.moments[version].course[n])
        self.counts["scenes"] += 1
        names = names_of(self.moments[version].chairs, lang)

        def tell(names: Sequence[str]) -> list[str]:
            return self._told(n, version, seat, (before, after), names, lang)

        return {
            "n": n,
            "view": plain(after),
            "told": tell(names),
            "pieces": addressed(tell(marks(len(names))), seat, lang),
        }

    def _told(
        self, n: int, version: int, seat: Seat | None, views: tuple[Any, Any], names: Sequence[str], lang: Lang
    ) -> list[str]:
        fact = self.facts[n]
        if isinstance(fact.what, Change):
            return [told_of(fact.seat, fact.what, names).to(lang)]
        match self.event(n, version, seat):
            case {"type": "undone", "seat": chooser}:
                name = names[chooser]
                return [Text(f"{name} nimmt den letzten Zug zurück.", f"{name} takes back the last move.").to(lang)]
            case {"type": "concealed", "seat": chooser}:
                return [Text(f"{names[chooser]} hat gewählt.", f"{names[chooser]} has chosen.").to(lang)]
        seen = fact.turn.seen_by(seat, fact.what) if isinstance(fact.turn, Chance) else fact.what
        assert seen is not None
        told: list[str] = text_of(self.game).tell(Event(fact.seat, seen), *views, names, lang)
        return told

    def story(self, version: int, seat: Seat | None, lang: Lang, *, views: bool) -> dict[str, Any]:
        """All that may be told a seat at a version, from the beginning."""
        moment = self.moments[version]
        scenes: list[dict[str, Any]] = []
        for n in [n for n in moment.course if n < version and self.facts[n].what is not None]:
            event, shown = self.event(n, version, seat), self.scene(n, version, seat, lang)
            about = {"n": event.pop("n"), "seat": event.pop("seat", None), "event": event}
            others_choose = {"partial": True} if n in self.moments[n + 1].pending else {}
            scenes.append({**about, **{name: shown[name] for name in ("view", "told", "pieces")}, **others_choose})
        if moment.state is not None:
            start = moment.course[scenes[0]["n"]][0] if scenes else moment.state
            view = plain(self.game.view(start, seat))
            scenes.insert(0, {"n": None, "seat": None, "event": None, "view": view, "told": [], "pieces": []})
        if not views:
            scenes = [{name: value for name, value in one.items() if name != "view"} for one in scenes]
        result = plain(moment.turn.result) if isinstance(moment.turn, Over) else None
        return {"version": version, "names": names_of(moment.chairs, lang), "scenes": scenes, "result": result}

    def _check_concealed(self, n: int, chooser: Seat, seat: Seat | None) -> None:
        """Had the other chosen differently, the seat would not know."""
        self.counts["concealed"] += 1
        before = self.moments[n].state
        moves = self.game.legal_moves(before, chooser)
        views = {self.game.view(self.game.play(before, chooser, moves[at]), seat) for at in (0, len(moves) // 2, -1)}
        assert views == {self.game.view(self.moments[n + 1].state, seat)}, "what is chosen unseen gives something away"

    def _witnessed(self, n: int, fact: Fact, seat: Seat | None) -> dict[str, Any]:
        """Chance as a seat sees it. Had it fallen in another way: either the seat sees and knows that, or neither."""
        assert isinstance(fact.turn, Chance)
        seen, before = fact.turn.seen_by(seat, fact.what), self.moments[n].state
        view = self.game.view(self.game.settle(before, fact.what), seat)
        for _ in range(IMAGINED):
            other = fact.turn.draw.fall(self._below(fact.turn.draw.ways))
            is_seen = fact.turn.seen_by(seat, other) != seen
            self.counts["other falls"] += other != fact.what and not is_seen
            is_known = self.game.view(self.game.settle(before, other), seat) != view
            assert is_seen == is_known, "what falls unseen gives something away"
        told: dict[str, Any] = plain(seen)
        return told

    def hint(self, version: int, seat: Seat, told: dict[str, Any], meant: Any, lang: Lang) -> None:
        """What the coach says: from what the seat knows alone, and the same in every world."""
        self.counts["hints"] += 1
        for state in self._worlds(version, seat):
            moves = tuple(self.game.legal_moves(state, seat))
            choice = Choice(seat, self.game.view(state, seat), moves, meant if meant in moves else None)
            playing: Any = SimpleNamespace(players=len(self.moments[version].sitters), state=state)
            table: Any = SimpleNamespace(game=self.game, id=told["table"], playing=playing)
            found = self._coach(version, seat, choice)
            again = Teller(table, choice, lang).told(told["id"], told["kind"], found, told["number"])
            assert told == plain(again), "hint"

    def _coach(self, version: int, seat: Seat, choice: Choice) -> Hint:
        """Computed once, from the view of which `known` has shown that it is the same in every world."""
        key = version, seat, choice.meant
        if key not in self._hints:
            self._hints[key] = hint(self.game, choice.view, seat, choice.moves, choice.meant)
        return self._hints[key]

    def refusal(self, version: int, seat: Seat, move: Any) -> tuple[str, str] | None:
        """What the rules say to a move: the same in every world."""
        said = {self._gate(state, seat, move) for state in self._worlds(version, seat)}
        assert len(said) == 1, f"the refusal gives something away: {said}"
        return said.pop()

    def _gate(self, state: Any, seat: Seat, move: Any) -> tuple[str, str] | None:
        try:
            apply(self.game, state, Event(seat, move))
        except Refused as error:
            return error.rule, error.reason.en
        return None
