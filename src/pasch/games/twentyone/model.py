"""The nouns of twenty one: dice, sheets, moves, outcomes, and the numbers of its rulebook."""

from enum import Enum
from pathlib import Path
from typing import Annotated, Literal, get_args

import msgspec

from pasch.engine.game import CommonOptions, Seat, Value

SEATS = range(2, 7)
FACES = (1, 2, 3, 4, 5, 6)
FaceValue = Annotated[int, msgspec.Meta(ge=FACES[0], le=FACES[-1])]
Colour = Literal["red", "yellow", "green", "blue", "white", "black"]
COLOURS: tuple[Colour, ...] = get_args(Colour)
LOCKED = 1
"""A die that shows this is not rolled again (T4)."""


class _Data(Value, frozen=True):
    numbers: tuple[tuple[int, ...], ...]
    bonus: tuple[int, ...]
    colours: dict[str, tuple[str, ...]]


_data = msgspec.json.decode((Path(__file__).parent / "sheets.json").read_bytes(), type=_Data)
NUMBERS = _data.numbers
"""The numbers printed in each row, the same on all sheets (T2)."""
BONUS = _data.bonus
"""The bonus for 0 to 6 hits (T10)."""
SHEETS: dict[str, tuple[tuple[int, ...], ...]] = {
    letter: tuple(tuple(COLOURS.index(colour) for colour in row.split()) for row in rows)
    for letter, rows in _data.colours.items()
}
"""For each sheet, row and field: which of `COLOURS` it has."""
ROWS = len(NUMBERS)


class Field(Value, frozen=True):
    """A field as it is printed."""

    colour: Colour
    die: int
    """The place of its colour in `COLOURS`."""
    most: int


FIELDS = {
    letter: tuple(
        tuple(Field(COLOURS[die], die, most) for die, most in zip(dice, numbers, strict=True))
        for dice, numbers in zip(rows, NUMBERS, strict=True)
    )
    for letter, rows in SHEETS.items()
}
"""For each sheet and row, its six fields."""

Row = tuple[int | None, ...]
"""The six fields of a row: the number entered, 0 for a strike, None where it is free."""
STRUCK = 0
EMPTY_ROW: Row = (None,) * len(COLOURS)


class Options(CommonOptions, frozen=True, forbid_unknown_fields=True):
    sheets: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """The sheet of each seat (T1). Left out, A, B, … in the order of the seats; tables draw them by lot."""


class Page(Value, frozen=True):
    """What a seat has written on its sheet."""

    sheet: str
    rows: tuple[Row, ...] = (EMPTY_ROW,) * ROWS
    at: int = 0
    """The row that the seat works on; 5 when all are full."""


class RowScore(Value, frozen=True):
    numbers: int
    hits: int
    bonus: int

    @property
    def points(self) -> int:
        return self.numbers + self.bonus


class Phase(Enum):
    """What happens next in the round."""

    ROLL = "roll"
    KEEP = "keep"
    AGAIN = "again"
    MARK = "mark"
    OVER = "over"


class Keep(Value, frozen=True, tag="keep", forbid_unknown_fields=True):
    pass


class Reroll(Value, frozen=True, tag="reroll", forbid_unknown_fields=True):
    pass


class Mark(Value, frozen=True, tag="mark", forbid_unknown_fields=True):
    """The colours whose numbers are entered, in the order of `COLOURS` however they were written; none: a strike."""

    colours: tuple[Colour, ...]

    def __post_init__(self) -> None:
        ordered = tuple(sorted(self.colours, key=COLOURS.index))
        if ordered != self.colours:
            msgspec.structs.force_setattr(self, "colours", ordered)


Move = Keep | Reroll | Mark


class SixDice(Value, frozen=True, forbid_unknown_fields=True):
    red: FaceValue
    yellow: FaceValue
    green: FaceValue
    blue: FaceValue
    white: FaceValue
    black: FaceValue


class Roll(Value, frozen=True, tag="roll", forbid_unknown_fields=True):
    dice: SixDice


Outcome = Roll


class Marked(Value, frozen=True):
    """What a seat did in a round that is over."""

    seat: Seat
    row: int
    """From 0."""
    before: Row
    after: Row
    score: RowScore
    """The row's worth after it."""


class State(Value, frozen=True, kw_only=True):
    first: Seat
    active: Seat
    phase: Phase
    dice: tuple[int, ...]
    """What the dice show, in the order of `COLOURS`; empty before the first roll."""
    pages: tuple[Page, ...]
    choices: tuple[Mark | None, ...]
    """What each seat has chosen in this round, unseen by the others until all have (T13)."""
    news: tuple[Marked, ...] = ()
    """What followed from the last event by the rules alone."""


class Effect(Value, frozen=True):
    """What a move brings: what the row is worth after it and whether it is full, or how many dice are rolled again."""

    row: RowScore | None = None
    full: bool = False
    rerolls: int = 0


class Fit(Value, frozen=True):
    """A die whose number fits into the current row of a seat."""

    colour: Colour
    hit: bool
    """Whether it would be a hit there."""


class View(Value, frozen=True, kw_only=True):
    """What a seat may know: everything but what the others have chosen in this round."""

    first: Seat
    active: Seat
    phase: Phase
    dice: tuple[int, ...]
    pages: tuple[Page, ...]
    choices: tuple[Mark | None, ...]
    """The viewer's own choice; None for a seat that has not chosen, and for the others'."""
    waiting: tuple[Seat, ...]
    """The seats that have not chosen yet."""
    fits: tuple[tuple[Fit, ...], ...]
    """The dice that each seat could enter as they lie; none before the roll."""
    locked: tuple[Colour, ...]
    """The dice that stay when the others are rolled again; none where that is not possible any more."""
    hits: tuple[tuple[tuple[int, ...], ...], ...]
    """For each seat and row its hits: places from the left, from 0."""
    scores: tuple[tuple[RowScore, ...], ...]
    """What each row of each seat is worth as it stands."""
    totals: tuple[int, ...]
    places: tuple[int, ...]
    """Each seat's place at the end; equals share one. Empty before."""
    news: tuple[Marked, ...]
