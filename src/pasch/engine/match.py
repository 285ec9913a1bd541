"""A match: the events so far and the state they lead to. It changes only by events that pass the gate."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import msgspec

from pasch.engine.draws import Below, Draw
from pasch.engine.errors import Malformed, Refused
from pasch.engine.game import AnyGame, Chance, CommonOptions, Decision, Over, Seat, Turn, Value


class Event(Value, frozen=True):
    """A move of a seat, or, where `seat` is None, an outcome of chance."""

    seat: Seat | None
    what: msgspec.Struct


class Match:
    """One playing of a game. Nothing changes where an event is refused."""

    __slots__ = ("_events", "_moves", "game", "options", "players", "state", "turn")

    game: AnyGame
    players: int
    options: CommonOptions
    state: Any
    turn: Turn
    drawn: ClassVar[Callable[["Match"], str] | None] = None
    """How notebooks show a match: the games say so, the engine knows no pictures."""

    def __init__(self, game: AnyGame, players: int, options: CommonOptions | None = None) -> None:
        self.game = game
        self.players = players
        self.options = game.options() if options is None else options
        self.state = start(game, players, self.options)
        self.turn = game.turn(self.state)
        self._events: list[Event] = []
        self._moves: dict[Seat, Sequence[Any]] = {}

    def __copy__(self) -> "Match":
        """A copy of the match, independent from now on."""
        twin = object.__new__(Match)
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        twin._events = self._events.copy()
        return twin

    def _repr_html_(self) -> str | None:
        """What a notebook shows, as a spectator sees it."""
        return None if Match.drawn is None else Match.drawn(self)

    # What is

    def moves(self, seat: Seat) -> Sequence[Any]:
        """All that a seat may do now."""
        found = self._moves.get(seat)
        if found is None:
            found = self._moves[seat] = self.game.legal_moves(self.state, seat)
        return found

    def check(self, seat: Seat, move: msgspec.Struct) -> None:
        """Raise `Refused` if the rules do not allow a seat this move."""
        check_move(self.game, self.state, self.turn, seat, move, self.moves(seat))

    # What happens

    def play(self, seat: Seat, move: msgspec.Struct) -> None:
        """Let a seat move."""
        if move not in self.moves(seat):
            raise _refusal(self.game, self.state, self.turn, seat, move)
        self.play_legal(seat, move)

    def play_legal(self, seat: Seat, move: msgspec.Struct) -> None:
        """The same for a move that is known to be among `moves`, as an outcome is that was drawn here."""
        self._advance(Event(seat, move), self.game.play(self.state, seat, move))

    def settle(self, outcome: msgspec.Struct) -> None:
        """Apply a given outcome of chance."""
        check_outcome(self.turn, outcome)
        self._advance(Event(None, outcome), self.game.settle(self.state, outcome))

    def draw(self, below: Below) -> msgspec.Struct:
        """Sample an outcome of chance and apply it."""
        draw = current_draw(self.turn)
        outcome: msgspec.Struct = draw.fall(below(draw.ways))
        self._advance(Event(None, outcome), self.game.settle(self.state, outcome))
        return outcome

    def apply(self, event: Event) -> None:
        if event.seat is None:
            self.settle(event.what)
        else:
            self.play(event.seat, event.what)

    def _advance(self, event: Event, state: Any) -> None:
        self._events.append(event)
        self.state = state
        self.turn = self.game.turn(state)
        self._moves = {}

    # What was

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(self._events)

    @property
    def count(self) -> int:
        """How many events there have been."""
        return len(self._events)

    @property
    def last(self) -> Event:
        """The latest event."""
        return self._events[-1]

    def forget(self) -> None:
        """Drop the events, for a caller that stores them elsewhere."""
        self._events.clear()


# The gate


def apply(game: AnyGame, state: Any, event: Event) -> Any:
    """The state after an event: the gate as a pure function."""
    turn, seat, what = game.turn(state), event.seat, event.what
    if seat is None:
        check_outcome(turn, what)
        return game.settle(state, what)
    check_move(game, state, turn, seat, what, game.legal_moves(state, seat))
    return game.play(state, seat, what)


def check_move(game: AnyGame, state: Any, turn: Turn, seat: Seat, move: msgspec.Struct, legal: Sequence[Any]) -> None:
    """Raise `Refused` where a move is not among the legal ones of its seat."""
    if move not in legal:
        raise _refusal(game, state, turn, seat, move)


def check_outcome(turn: Turn, outcome: msgspec.Struct) -> None:
    """Raise `Refused` if this outcome of chance is impossible."""
    if not current_draw(turn).admits(outcome):
        raise Refused(
            turn.rule, "So können Würfel oder Karten hier nicht fallen.", "Dice or cards cannot fall like this here."
        )


def current_draw(turn: Turn) -> Draw[Any]:
    """The current draw; raise `Refused` if the match waits for none."""
    if isinstance(turn, Chance):
        return turn.draw
    if isinstance(turn, Over):
        raise _is_over(turn)
    who = _listed(turn.seats)
    raise Refused(
        turn.rule,
        f"Hier wird nicht gewürfelt oder gezogen: Platz {who} entscheidet.",
        f"Nothing is drawn here: seat {who} decides.",
    )


def start(game: AnyGame, players: int, options: CommonOptions) -> Any:
    """The state before the first event; raise if the players or options are invalid."""
    if players not in game.seats:
        few, many = game.seats[0], game.seats[-1]
        raise Malformed(
            f"{game.title.de} ist ein Spiel für {few} bis {many}, nicht für {players}.",
            f"{game.title.en} is for {few} to {many} players, not {players}.",
        )
    return game.start(players, options)


# Why not


def _refusal(game: AnyGame, state: Any, turn: Turn, seat: Seat, move: msgspec.Struct) -> Refused:
    match turn:
        case Over():
            return _is_over(turn)
        case Chance(rule=rule):
            return Refused(rule, "Erst wird gewürfelt oder gezogen.", "First the dice or cards must fall.")
        case Decision(rule=rule, seats=seats) if seat not in seats:
            who = _listed(seats)
            return Refused(
                rule, f"Jetzt entscheidet Platz {who}, nicht Platz {seat}.", f"Seat {who} decides now, not seat {seat}."
            )
        case _:
            return game.explain(state, seat, move)


def _is_over(turn: Over) -> Refused:
    return Refused(turn.rule, "Die Partie ist zu Ende.", "The match is over.")


def _listed(seats: Sequence[Seat]) -> str:
    return ", ".join(map(str, seats))
