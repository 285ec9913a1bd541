"""The nouns of Karten-Kniffel: hands, sheets, moves, outcomes, and the numbers of its rulebook."""

from collections.abc import Callable
from enum import Enum, StrEnum
from typing import Annotated, Any

import msgspec
from msgspec.structs import force_setattr

from pasch.engine.game import CommonOptions, Seat, Value

SEATS = range(2, 6)
VALUES = range(1, 7)
CARDS_PER_VALUE = 18
ALL_CARDS = tuple(value for value in VALUES for _ in range(CARDS_PER_VALUE))
HAND = 5
MOST_DISCARDED = 5
MOST_DRAWN = MOST_DISCARDED + 1
MOST_IN_HAND = 10
PENALTY_PER_CARD = 2
PENALTY_FOR_SILENCE = 10
BONUS_FROM, BONUS = 63, 35
MALUS_BELOW, MALUS = 43, -20

Where = Callable[[Any, Any, Any], Any]


def _where(condition: Any, yes: Any, no: Any) -> Any:
    """One of two numbers, also where the condition is a NumPy array; JAX has its own, which is faster on a GPU."""
    return condition * yes + (1 - condition) * no


def penalty_for_cards(held: Any, where: Where = _where) -> Any:
    """K9, of a number of cards in hand or an array of such numbers."""
    return where(held > HAND, PENALTY_PER_CARD * (held - HAND), 0)


def bonus(upper: Any, where: Where = _where) -> Any:
    """K14, of the points in the upper part or an array of such points."""
    return where(upper >= BONUS_FROM, BONUS, where(upper < MALUS_BELOW, MALUS, 0))


FULL_HOUSE = 25
SMALL_STRAIGHT = 30
LARGE_STRAIGHT = 40
KNIFFEL = 50


class Field(StrEnum):
    ONES = "ones"
    TWOS = "twos"
    THREES = "threes"
    FOURS = "fours"
    FIVES = "fives"
    SIXES = "sixes"
    THREE_OF_A_KIND = "three-of-a-kind"
    FOUR_OF_A_KIND = "four-of-a-kind"
    FULL_HOUSE = "full-house"
    SMALL_STRAIGHT = "small-straight"
    LARGE_STRAIGHT = "large-straight"
    KNIFFEL = "kniffel"


FIELDS = tuple(Field)
UPPER = FIELDS[:6]
LOWER = FIELDS[6:]
INDEX = {field: index for index, field in enumerate(FIELDS)}

CardValue = Annotated[int, msgspec.Meta(ge=1, le=6)]
Hand = tuple[int, ...]
"""Cards in ascending order; their order means nothing."""
Sheet = tuple[int | None, ...]
"""The points in each field, in the order of `Field`; None where nothing is entered."""


def is_full(sheet: Sheet) -> bool:
    """K13"""
    return None not in sheet


def fills_the_11th(sheet: Sheet) -> bool:
    """K11, K21: whether the next field is the last but one."""
    return sheet.count(None) == 2


class Options(CommonOptions, frozen=True, forbid_unknown_fields=True):
    """Who begins: there is nothing else to choose."""


class Phase(Enum):
    """What the seat on turn is about to do."""

    DEAL = "deal"
    ACT = "act"
    DRAW = "draw"
    TRIM = "trim"
    OVER = "over"


class Scoring(Value, frozen=True):
    """A field that was filled."""

    seat: Seat
    field: Field
    cards: Hand
    points: int
    penalty: int
    silent: bool
    """Whether the penalty counts a forgotten announcement (K11)."""


class State(Value, frozen=True, kw_only=True):
    first: Seat
    seat: Seat
    phase: Phase
    hands: tuple[Hand, ...]
    pile: Hand
    """The cards of the pile, sorted: which comes next is not decided."""
    discards: tuple[int, ...]
    """The discarded and played cards, the latest last."""
    sheets: tuple[Sheet, ...]
    penalties: tuple[int, ...]
    due: int = 0
    """How many cards the seat on turn is about to draw."""
    news: Scoring | None = None
    """What followed from the last event by the rules alone."""


# Cards stand in ascending order in moves and outcomes, however they were written.


class Swap(Value, frozen=True, tag="swap", forbid_unknown_fields=True):
    discard: tuple[CardValue, ...]
    draw: int

    def __post_init__(self) -> None:
        force_setattr(self, "discard", tuple(sorted(self.discard)))


class Score(Value, frozen=True, tag="score", forbid_unknown_fields=True):
    field: Field
    cards: tuple[CardValue, ...]
    announce: bool = False

    def __post_init__(self) -> None:
        force_setattr(self, "cards", tuple(sorted(self.cards)))


class Trim(Value, frozen=True, tag="trim", forbid_unknown_fields=True):
    discard: tuple[CardValue, ...]

    def __post_init__(self) -> None:
        force_setattr(self, "discard", tuple(sorted(self.discard)))


Move = Swap | Score | Trim

FACE_DOWN = 0
"""A card that is not shown."""
SeenCard = Annotated[int, msgspec.Meta(ge=FACE_DOWN, le=6)]


class Deal(Value, frozen=True, tag="deal", forbid_unknown_fields=True):
    hands: tuple[tuple[SeenCard, ...], ...]

    def __post_init__(self) -> None:
        force_setattr(self, "hands", tuple([tuple(sorted(hand)) for hand in self.hands]))


class Draw(Value, frozen=True, tag="draw", forbid_unknown_fields=True):
    cards: tuple[SeenCard, ...]

    def __post_init__(self) -> None:
        force_setattr(self, "cards", tuple(sorted(self.cards)))


Outcome = Deal | Draw


class Total(Value, frozen=True):
    """A sheet added up (K14, K15). The malus counts as soon as nothing can avert it; until then it only threatens."""

    upper: int
    bonus: int
    lower: int
    penalties: int
    total: int
    lacking: int = 0
    """How many points the upper part still needs, or else the malus follows at the end; 0 where that is settled."""


class Effect(Value, frozen=True):
    """What a move brings: points, penalty points, cards to draw, and the sheet added up after it."""

    points: int = 0
    penalty: int = 0
    draws: int = 0
    held: int = 0
    """How many cards the seat holds after it, those drawn too."""
    total: Total | None = None
    """Where a field is filled."""
    price: int = 0
    """The penalty points for scoring with the cards held after it (K9)."""


class View(Value, frozen=True, kw_only=True):
    """What a seat may know: its own hand, the size of the others', all that lies open."""

    first: Seat
    seat: Seat
    phase: Phase
    hands: tuple[Hand | None, ...]
    """The hands that the viewer sees; None for a hidden one."""
    hand_sizes: tuple[int, ...]
    pile_size: int
    discards: tuple[int, ...]
    sheets: tuple[Sheet, ...]
    penalties: tuple[int, ...]
    due: int
    news: Scoring | None
    totals: tuple[Total, ...]
    best: tuple[int | None, ...]
    """For each field, the most points that the visible hand of the seat on turn would bring there now; None where
    it is filled, cannot be met, or the hand is hidden."""
    penalty: int
    """The penalty points for scoring now (K9), without K11."""
