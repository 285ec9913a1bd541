"""What a game is: a frozen record of functions over immutable values."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NewType, TypeVar

import msgspec

from pasch.engine.draws import Below, Draw
from pasch.engine.errors import Refused
from pasch.engine.language import Text

Seat = NewType("Seat", int)
"""A place at the table, from 0, clockwise."""
ALL_SEATS = tuple(map(Seat, range(32)))
"""The seats in order: a lookup is cheaper than creating one."""


class Value(msgspec.Struct, frozen=True, gc=False):
    """An immutable value, the base of all types of a game. They form no cycles and need no garbage collection."""


class CommonOptions(Value, frozen=True, forbid_unknown_fields=True):
    """What can be agreed on before a match of any game; a game adds fields of its own."""

    first: int = 0
    """The seat that begins."""


S = TypeVar("S", bound=msgspec.Struct)
M = TypeVar("M", bound=msgspec.Struct)
O = TypeVar("O", bound=msgspec.Struct)  # noqa: E741
V = TypeVar("V", bound=msgspec.Struct)
P = TypeVar("P", bound=CommonOptions)
"""State, move, outcome, view and options (P as in *preferences*) of one game."""


class Result(Value, frozen=True, forbid_unknown_fields=True):
    """How a match ended: each seat's score and place (1 is best; equals share a place)."""

    scores: tuple[int, ...]
    places: tuple[int, ...]

    def share(self, seat: int) -> float:
        """A seat's share of the win: winners who share the first place share it."""
        return 1 / self.places.count(1) if self.places[seat] == 1 else 0.0


class Chance(msgspec.Struct, Generic[O], frozen=True):
    """Nobody acts: dice fall or cards are drawn.

    `witness` tells what one seat (None: a spectator) may see of the outcome; None means that all is open.
    """

    draw: Draw[O]
    rule: str
    witness: Callable[[O, Seat | None], O] | None = None

    def seen_by(self, seat: Seat | None, outcome: O) -> O:
        return outcome if self.witness is None else self.witness(outcome, seat)


class Decision(Value, frozen=True):
    """These seats choose; several choose simultaneously, without seeing each other's choices."""

    seats: tuple[Seat, ...]
    rule: str


class Over(Value, frozen=True):
    """The match is finished."""

    result: Result
    rule: str


Turn = Chance[Any] | Decision | Over
"""What a state waits for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[S, M, O, V, P]):
    """The rules of one game. `rule` numbers in what these functions return are those of its rulebook page."""

    id: str
    title: Text
    plain_title: Text
    """A neutral name, for tables that do not want to show the publisher's title."""
    seats: range
    options: type[P]
    moves: Any
    """The union of the move types, tagged by `type`."""
    outcomes: Any
    """The union of the outcome types, tagged by `type`."""
    views: type[V]

    start: Callable[[int, P], S]
    turn: Callable[[S], Turn]
    legal_moves: Callable[[S, Seat], Sequence[M]]
    """All that a seat may do: the only statement of legality. Empty for a seat that has nothing to decide."""
    play: Callable[[S, Seat, M], S]
    settle: Callable[[S, O], S]
    """How chance fell."""
    explain: Callable[[S, Seat, M], Refused]
    """Why this move, which is not among the legal ones, is refused."""
    effect: Callable[[S, Seat, M], msgspec.Struct]
    """The deterministic consequence of a legal move: points, a penalty, a card scored."""
    news: Callable[[S], object]
    """The deterministic consequence of the last event, known to everybody; empty or None if there is none."""
    view: Callable[[S, Seat | None], V]
    """What a seat, or a spectator, may know."""
    imagine: Callable[[V, Below], S]
    """A state consistent with a view, with hidden information filled in at random."""
    is_open: bool = False
    """Nothing is ever hidden: every seat's view, and a spectator's, is the same."""
    lots: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """Options that tables leave to the lot unless they choose: for each, the pool from which every seat gets one. A
    call of the library that leaves them out draws nothing; there the option's own default holds."""


AnyGame = Game[Any, Any, Any, Any, Any]


def first_seat(wanted: int, players: int, rule: str) -> Seat:
    """The seat that begins; `rule` is the one that speaks of it."""
    if wanted in range(players):
        return Seat(wanted)
    raise Refused(
        rule,
        f"Platz {wanted} kann nicht anfangen: Es gibt nur die Plätze 0 bis {players - 1}.",
        f"Seat {wanted} cannot be first: there are only the seats 0 to {players - 1}.",
    )


def clockwise(seat: Seat, players: int) -> Seat:
    return ALL_SEATS[(seat + 1) % players]


def places(ranks: Sequence[Any]) -> tuple[int, ...]:
    """Each seat's place: one more than the number of seats that did better."""
    return tuple(1 + sum(other > mine for other in ranks) for mine in ranks)


T = TypeVar("T")


def put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """The same tuple with one item changed."""
    changed = list(items)
    changed[at] = item
    return tuple(changed)


def add(numbers: tuple[int, ...], at: int, more: int) -> tuple[int, ...]:
    """The same tuple with one number increased."""
    return put(numbers, at, numbers[at] + more)
