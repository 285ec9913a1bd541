"""twenty one as numbers: fields of the current row from left to right, whatever their colours."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pasch.engine.game import Seat
from pasch.engine.remembered import Remembered
from pasch.games.encoding import Actions, Field, clockwise_from, from_seat, mask_of, observation, packed
from pasch.games.twentyone.model import (
    COLOURS,
    EMPTY_ROW,
    FACES,
    FIELDS,
    NUMBERS,
    ROWS,
    SHEETS,
    Colour,
    Mark,
    Move,
    Page,
    Phase,
    State,
    View,
)
from pasch.games.twentyone.rules import KEEP_OR_REROLL, marks, result, row_score

VERSION = 1
PICKS = FACES
LIMIT = None

CHOICES: int = 2 ** len(COLOURS)
KEEP: int = CHOICES
REROLL: int = CHOICES + 1
ACTIONS = (
    Actions("mark", CHOICES, "the fields of the current row to fill: bit f for the f-th from the left; 0: a strike"),
    Actions("keep", 1, "leave the dice as they lie"),
    Actions("reroll", 1, "roll once more all dice that do not show a 1"),
)
PHASES = tuple(Phase)
LETTERS = tuple(SHEETS)
LETTER_NUMBER = {letter: number for number, letter in enumerate(LETTERS)}
FREE = -1
UNDECIDED = -1
MOST_POINTS = sum(map(sum, NUMBERS)) + ROWS * 21


Position = State | View
"""What is read of a state is in every view of it: the others' choices only as made or not."""


def action(view: Position, seat: Seat, move: Move) -> int:
    match move:
        case Mark():
            page = view.pages[seat]
            fields = FIELDS[page.sheet][page.at]
            return sum(1 << at for at, field in enumerate(fields) if field.colour in move.colours)
        case _:
            return KEEP + KEEP_OR_REROLL.index(move)


def mask(view: Position, seat: Seat, moves: Sequence[Move]) -> bytes:
    """The first mark has all colours that can be entered, the others are all that can be made of them."""
    if moves is KEEP_OR_REROLL:
        return ROLLING
    widest = moves[0] if moves else None
    if isinstance(widest, Mark) and len(moves) == 1 << len(widest.colours):
        page = view.pages[seat]
        return _marking(page.sheet, page.at, widest.colours)
    return mask_of([action(view, seat, move) for move in moves], REROLL + 1)


ROLLING = mask_of((KEEP, REROLL), REROLL + 1)


@lru_cache(4096)
def _marking(sheet: str, at: int, colours: tuple[Colour, ...]) -> bytes:
    bits = {field.colour: 1 << place for place, field in enumerate(FIELDS[sheet][at]) if field.colour in colours}
    return mask_of((sum(bits[colour] for colour in mark.colours) for mark in marks(tuple(bits))), REROLL + 1)


def move(view: Position, seat: Seat, action: int) -> Move:
    if action in range(CHOICES) and view.pages[seat].at < ROWS:
        page = view.pages[seat]
        return _mark(page.sheet, page.at, action)
    if action in (KEEP, REROLL):
        return KEEP_OR_REROLL[action - KEEP]
    raise ValueError(f"an action from 0 to {REROLL} was expected, not {action}")


@cache
def _mark(sheet: str, at: int, action: int) -> Mark:
    fields = FIELDS[sheet][at]
    return Mark(tuple(field.colour for place, field in enumerate(fields) if action >> place & 1))


def fields(players: int) -> tuple[Field, ...]:
    most = max(map(max, NUMBERS))
    return (
        Field("phase", (), 0, len(PHASES) - 1, "what happens next: " + ", ".join(phase.value for phase in PHASES)),
        Field("first", (), 0, players - 1, "the seat that began"),
        Field("active", (), 0, players - 1, "the seat that rolls"),
        Field("dice", (6,), 0, 6, "what the dice show: " + ", ".join(COLOURS) + "; 0 before the first roll"),
        Field("sheet", (players,), 0, len(LETTERS) - 1, "each seat's sheet, A to F"),
        Field("row", (players,), 0, ROWS, "the row that each seat works on, from 0; 5: all are full"),
        Field("entered", (players, 6), FREE, 6, "its fields from the left: −1 free, 0 struck, or the number entered"),
        Field("printed", (players, 6), 0, most, "the numbers printed there"),
        Field("colour", (players, 6), 0, 5, "the colours printed there, as places in the order of the dice"),
        Field("shown", (players, 6), 0, 6, "what the dice of these colours show"),
        Field("finished", (players,), 0, MOST_POINTS, "the points of each seat's full rows"),
        Field("total", (players,), 0, MOST_POINTS, "the same with the current row as it stands"),
        Field("chosen", (players,), 0, 1, "whether each seat has made its mark in this round"),
        Field("choice", (), UNDECIDED, CHOICES - 1, "the observer's mark in this round, as an action; −1: none yet"),
    )


def scores(state: State) -> tuple[int, ...]:
    return result(state).scores


def observe(view: Position, seat: Seat) -> NDArray[np.int16]:
    players, dice, own = len(view.pages), view.dice or NO_DICE, view.choices[seat]
    pages = _pages(seat)(view.pages)
    begin = PHASES.index(view.phase), from_seat(seat, view.first, players), from_seat(seat, view.active, players)
    return observation(
        packed((*begin, *dice)),
        pages.before_dice,
        packed([dice[die] for die in pages.colours]),
        pages.points,
        packed((*_chosen(view, seat), UNDECIDED if own is None else action(view, seat, own))),
    )


NO_DICE = (0,) * len(COLOURS)


def _chosen(view: Position, seat: Seat) -> Sequence[bool]:
    """Whether each seat has made its mark in this round."""
    if isinstance(view, State):
        return clockwise_from(seat, [choice is not None for choice in view.choices])
    marks = view.phase is Phase.MARK
    return clockwise_from(seat, [marks and other not in view.waiting for other in range(len(view.pages))])


class Pages(NamedTuple):
    """What the pages say for a seat; they stay as they are until everybody has chosen."""

    before_dice: bytes
    colours: list[int]
    """The dice of the fields of each row that is being filled."""
    points: bytes
    """Of the full rows, then in total."""


@cache
def _pages(seat: Seat) -> Remembered[tuple[Page, ...], Pages]:
    return Remembered(lambda pages: _said(clockwise_from(seat, pages)))


def _said(pages: Sequence[Page]) -> Pages:
    rows = [_row(page) for page in pages]
    letters, places = [LETTER_NUMBER[page.sheet] for page in pages], [page.at for page in pages]
    entered, printed = [row.entered for row in rows], [row.printed.numbers for row in rows]
    colours = [row.printed.colours for row in rows]
    return Pages(
        b"".join((packed(letters + places), *entered, *printed, *colours)),
        [die for row in rows for die in row.printed.dice],
        packed([row.finished for row in rows] + [row.total for row in rows]),
    )


class Printed(NamedTuple):
    """The fields of a row as they are printed."""

    numbers: bytes
    colours: bytes
    dice: tuple[int, ...]


class CurrentRow(NamedTuple):
    """The row that a seat works on, and its points before and with it."""

    entered: bytes
    printed: Printed
    finished: int
    total: int


@Remembered
def _row(page: Page) -> CurrentRow:
    at = page.at
    points = [row_score(row, place).points for place, row in enumerate(page.rows)]
    row = page.rows[at] if at < ROWS else EMPTY_ROW
    entered = packed([FREE if number is None else number for number in row])
    return CurrentRow(entered, _printed(page.sheet, at), sum(points[:at]), sum(points))


@cache
def _printed(sheet: str, at: int) -> Printed:
    fields = FIELDS[sheet][at] if at < ROWS else ()
    dice = tuple(field.die for field in fields) or NO_DICE
    return Printed(packed([field.most for field in fields] or NO_DICE), packed(dice), dice)
