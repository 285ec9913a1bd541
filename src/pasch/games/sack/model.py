"""The nouns of Blöder Sack: dice, boards, cards, moves, outcomes, and the numbers of its rulebook."""

from enum import Enum
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from pasch.engine.game import CommonOptions, Seat, Value

SEATS = range(2, 5)
DICE_PER_SEAT = 10
DICE_PER_ROLL = 2
BOARDS = range(1, 6)
FIELDS = 9
FIELDS_FOR_TWO = 6
FACES = (1, 2, 3, 4, 5, 6)
SIX = 6
CARDS_TO_END = 4
SACKS_OF_A_CARD = (1, 2)

FaceValue = Annotated[int, msgspec.Meta(ge=1, le=SIX)]
BoardNumber = Annotated[int, msgspec.Meta(ge=1, le=BOARDS[-1])]
FieldNumber = Annotated[int, msgspec.Meta(ge=1, le=FIELDS)]


def fields_for(players: int) -> int:
    """How many fields of each board are in play (S11)."""
    return FIELDS_FOR_TWO if players == 2 else FIELDS


# S16 The conditions of the sack cards


class Kind(Enum):
    """What is measured: the dice that count, the last one's field, the largest group, the values, the sum."""

    MOST = "most"
    LAST = "last"
    EQUAL = "equal"
    DIFFERENT = "different"
    SUM = "sum"


Parity = Literal["even", "odd"]
PARITIES: tuple[Parity, ...] = ("even", "odd")
"""By the remainder of a sum."""
LARGEST_SUM = SIX * FIELDS


class Condition(Value, frozen=True):
    """What a sack card asks for."""

    kind: Kind
    values: tuple[int, ...] = FACES
    """The values of the dice that count."""
    parity: Parity | None = None
    """What the sum must be, if that matters."""
    below: int | None = None
    """What the sum must not reach, if that matters."""

    def allows(self, total: int) -> bool:
        """Whether a sum counts (S17)."""
        return self.parity in (None, PARITIES[total % 2]) and (self.below is None or total < self.below)


LOW, HIGH = FACES[:3], FACES[3:]
ODD, EVEN = FACES[0::2], FACES[1::2]

CONDITIONS: dict[str, Condition] = {
    "most-dice": Condition(Kind.MOST),
    **{f"most-{n}": Condition(Kind.MOST, (n,)) for n in FACES},
    **{f"most-not-{n}": Condition(Kind.MOST, tuple(value for value in FACES if value != n)) for n in FACES},
    "most-123": Condition(Kind.MOST, LOW),
    "most-456": Condition(Kind.MOST, HIGH),
    "most-even": Condition(Kind.MOST, EVEN),
    "most-odd": Condition(Kind.MOST, ODD),
    "most-equal": Condition(Kind.EQUAL),
    "most-different": Condition(Kind.DIFFERENT),
    **{f"last-{n}": Condition(Kind.LAST, (n,)) for n in FACES},
    "last-123": Condition(Kind.LAST, LOW),
    "last-456": Condition(Kind.LAST, HIGH),
    "sum": Condition(Kind.SUM),
    "sum-even": Condition(Kind.SUM, parity="even"),
    "sum-odd": Condition(Kind.SUM, parity="odd"),
    "sum-under-10": Condition(Kind.SUM, below=10),
    "sum-under-15": Condition(Kind.SUM, below=15),
}
"""The one table of S16, by the ids of the cards. Judge, words, pictograms, the twin and the page follow from a new row;
a new kind must also be scored (`scoring.py`, `learning/value.py`, `learning/bitboards.py`) and named (`text/words.py`,
`picts.ts` and `texts.ts` of the page). The twin keeps the cards as bits of one word: there can be 32."""


# S3, S23 The sack cards


class Card(Value, frozen=True, forbid_unknown_fields=True):
    """A sack card: a condition (S16) and its worth."""

    id: str
    sacks: int


_data = msgspec.json.decode((Path(__file__).parent / "deck.json").read_bytes())
DECK = tuple(Card(card["id"], card["sacks"]) for card in _data["cards"])


# The table


class Options(CommonOptions, frozen=True, forbid_unknown_fields=True):
    deck: tuple[Card, ...] | msgspec.UnsetType = msgspec.UNSET


class Die(Value, frozen=True):
    """A die on a board: whose it is and what it shows."""

    seat: Seat
    value: int


Board = tuple[Die, ...]
"""The dice on a board, from field 1 up: fields fill without gaps (S10), and a replacing die keeps the field (S20)."""


class Verdict(Value, frozen=True):
    """How a card stands between the seats on its board."""

    winner: Seat | None
    strengths: tuple[int, ...]
    """How well each seat meets the condition: a number, a sum, or the field of the last die; 0: not at all."""
    by_last_die: bool
    """Whether the later last die decided between equals (S14)."""


class Scoring(Value, frozen=True):
    """A card that was scored, with the dice that lay there."""

    board: int
    card: Card
    dice: Board
    verdict: Verdict
    counting: tuple[int, ...]
    """The fields of the dice that counted, of the seats that meet the condition."""
    deciding: int
    """The field of the die that decided between equals (S14); 0: none had to."""


class Phase(Enum):
    """What the seat on turn is about to do."""

    DEAL = "deal"
    SHORT = "short"
    ROLL = "roll"
    SIXES = "sixes"
    ACT = "act"
    PLACE = "place"
    OVER = "over"


class State(Value, frozen=True, kw_only=True):
    first: Seat
    seat: Seat
    phase: Phase
    fields: int
    """How many fields of each board are in play (S11)."""
    supply: tuple[int, ...]
    boards: tuple[Board, ...]
    cards: tuple[Card | None, ...]
    """The card above each board; None where there is none (any more)."""
    pile: tuple[Card, ...]
    """The cards that nobody has seen yet, in the order of the deck: which comes next is not decided."""
    won: tuple[tuple[Card, ...], ...]
    hand: tuple[int, ...] = ()
    """The rolled dice that are still in hand."""
    refill: int = 0
    """The board whose card was just won and is about to get a new one; 0: none."""
    news: tuple[Scoring, ...] = ()
    """What followed from the last event by the rules alone."""


# Moves and outcomes


class Place(Value, frozen=True, tag="place", forbid_unknown_fields=True):
    die: FaceValue
    board: BoardNumber


class Replace(Value, frozen=True, tag="replace", forbid_unknown_fields=True):
    die: FaceValue
    board: BoardNumber
    field: FieldNumber


class Score(Value, frozen=True, tag="score", forbid_unknown_fields=True):
    board: BoardNumber | None


Move = Place | Replace | Score


class Deal(Value, frozen=True, tag="deal", forbid_unknown_fields=True):
    cards: tuple[str, ...]


class Roll(Value, frozen=True, tag="roll", forbid_unknown_fields=True):
    dice: tuple[FaceValue, ...]


class Refill(Value, frozen=True, tag="refill", forbid_unknown_fields=True):
    board: BoardNumber
    card: str


Outcome = Deal | Roll | Refill


# What is seen


class Effect(Value, frozen=True):
    """What a move brings: the card it scores, and how the card of the board it touches stands after it."""

    scored: Scoring | None = None
    standing: Verdict | None = None


class View(Value, frozen=True, kw_only=True):
    """All is open in this game: the state, and how every card stands now."""

    first: Seat
    seat: Seat
    phase: Phase
    fields: int
    supply: tuple[int, ...]
    boards: tuple[Board, ...]
    cards: tuple[Card | None, ...]
    pile: tuple[Card, ...]
    won: tuple[tuple[Card, ...], ...]
    sacks: tuple[int, ...]
    hand: tuple[int, ...]
    refill: int
    news: tuple[Scoring, ...]
    standings: tuple[Verdict | None, ...]
    """For each board, who would win its card now and by what; None where no die lies."""
    closed: tuple[bool, ...]
    """The boards on which no die may be placed any more, because no card is left for them (S22)."""
    last_round: bool
    """Somebody has enough cards, and the round is being finished (S18)."""


Position = State | View
"""Nothing is hidden in this game: what the rules say of a state they say of a view as well."""
