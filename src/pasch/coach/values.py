"""What the coach says of a match, as values: chances, luck, judged decisions, balances.

Chances, luck and losses are shares of the win from 0 to 1; a *point* is a hundredth of it. `docs/coach.md` has the
definitions in plain words.
"""

from typing import Any, Literal

from pasch.engine.game import Seat, Value
from pasch.engine.language import Text

POINT = 0.01
COUNTS_FROM = 1 * POINT
"""A decision is counted where the best move is at least so much better than the worst."""

MarkName = Literal["inaccuracy", "mistake", "blunder"]
MARKS: tuple[tuple[MarkName, float], ...] = (("blunder", 10 * POINT), ("mistake", 5 * POINT), ("inaccuracy", 2 * POINT))
"""Each with the loss from which it is given, the worst first."""
MARK_NAMES: dict[MarkName, Text] = {
    "inaccuracy": Text("ungenau", "inaccuracy"),
    "mistake": Text("Fehler", "mistake"),
    "blunder": Text("Patzer", "blunder"),
}

Ungraded = Literal["hints", "stand-in"]
"""Why a match says nothing of how well a seat plays: there were hints at the table, or a bot chose for its person."""

Shares = tuple[float, ...]
"""One for each seat."""


class Candidate(Value, frozen=True):
    """A move, and the chance of its seat to win after it."""

    move: Any
    chance: float


class Judgement(Value, frozen=True, kw_only=True):
    """A decision as its seat could judge it, knowing what it knew."""

    seat: Seat
    played: Candidate
    best: Candidate
    """The move played, where no other is better."""
    candidates: tuple[Candidate, ...]
    """The best moves, at most three, the best first."""
    rank: int
    """The place of the move played among all, from 1; equals share one."""
    moves: int
    """How many there were."""
    lead: float
    """How much the best move is better than the second best."""
    loss: float
    """How much the best is better than the one played."""
    counted: bool
    mark: MarkName | None
    why: Text | None
    """What the best move gains over the one played or, where it was played, over the second best. None where nothing
    is to be said."""


class Luck(Value, frozen=True):
    """What a stroke of chance brought each seat; it adds up to 0."""

    brought: Shares
    error: float
    """The largest standard error among them; 0 where all outcomes were enumerated."""


class Step(Value, frozen=True, kw_only=True):
    """An event, and the chances after it. It has luck or a judgement, or neither where a seat had no choice."""

    n: int
    """Which event of the record it is, from 0."""
    seat: Seat | None
    chances: Shares
    """Of each seat to win after the event; they add up to 1."""
    percent: tuple[int, ...]
    """The same in whole per cent that add up to 100."""
    luck: Luck | None = None
    judgement: Judgement | None = None


class Parts(Value, frozen=True):
    """start + luck + own + others + rest = result"""

    start: float
    luck: float
    own: float
    """What the seat's own decisions lost."""
    others: float
    """What the others' decisions brought it."""
    rest: float
    """What cannot be clearly attributed."""
    result: float


class Balance(Value, frozen=True):
    exact: Parts
    points: Parts
    """In whole points that add up; what rounding leaves is in the rest."""
    says: Text
    """Luck or skill, in a few words."""


class Grade(Value, frozen=True, kw_only=True):
    """The level whose loss for each counted decision is nearest, and those between which it may lie (95 %)."""

    like: str
    low: str
    """The weakest it may be."""
    high: str
    """The best it may be."""
    mean_loss: float
    error: float
    """Half the width of its 95 % interval."""
    decisions: int
    provisional: bool


class SeatReview(Value, frozen=True, kw_only=True):
    seat: Seat
    balance: Balance
    decisions: int
    """How many it made where it had a choice."""
    counted: int
    mean_loss: float
    """For each counted decision; 0 where there is none."""
    grade: Grade | None
    """None where nothing was counted, the match does not count, or the game's levels have not been measured."""
    ungraded: Ungraded | None
    """Why the match does not count for the grade; None: it does."""
    turning_points: tuple[int, ...]
    """The events with the largest changes of its chance, in order: at most three."""
    worst: tuple[int, ...]
    """The events with its marked decisions of the largest loss, the worst first: at most three."""
    best: int | None
    """The event with its best move: the only good one among its decisions."""


class Review(Value, frozen=True, kw_only=True):
    game: str
    players: int
    weights: str
    """Which weights judged it: the same record and the same weights give the same review."""
    start: Shares
    """The chances before the first event."""
    percent: tuple[int, ...]
    seats: tuple[SeatReview, ...]
    steps: tuple[Step, ...]
