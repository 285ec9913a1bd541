"""twenty one as numbers: fields of the current row from left to right, whatever their colours."""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from pasch.engine.game import Seat
from pasch.engine.remembered import remembered
from pasch.games.encoding import Actions, Field, mask_of, observation, packed, packer
from pasch.games.twentyone.model import (
    COLOURS,
    EMPTY_ROW,
    FACES,
    FIELDS,
    NUMBERS,
    ROWS,
    SHEETS,
    STRUCK,
    Colour,
    Mark,
    Move,
    Page,
    Phase,
    Row,
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
ENTERED: dict[int | None, int] = {None: FREE} | {number: number for number in (STRUCK, *FACES)}
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
    page = view.pages[seat]
    if 0 <= action < CHOICES and page.at < ROWS:
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
    pages, dice, own = view.pages, view.dice or NO_DICE, view.choices[seat]
    players = len(pages)
    rows = map(_row, pages[seat:] + pages[:seat])
    letters, places, entered, printed, colours, shown, finished, totals = zip(*rows, strict=True)
    return observation(
        packer(9 + 2 * players)(
            PHASES.index(view.phase),
            (view.first - seat) % players,
            (view.active - seat) % players,
            *dice,
            *letters,
            *places,
        ),
        *entered,
        *printed,
        *colours,
        *[SIX(*show(dice)) for show in shown],
        packer(3 * players + 1)(
            *finished,
            *totals,
            *_chosen(view, seat),
            UNDECIDED if own is None else action(view, seat, own),
        ),
    )


NO_DICE = (0,) * len(COLOURS)
SIX = packer(len(COLOURS))


def _chosen(view: Position, seat: Seat) -> Sequence[bool]:
    """Whether each seat has made its mark in this round."""
    if isinstance(view, State):
        chosen = [choice is not None for choice in view.choices]
    else:
        marks = view.phase is Phase.MARK
        chosen = [marks and other not in view.waiting for other in range(len(view.pages))]
    return chosen[seat:] + chosen[:seat]


Show = Callable[[tuple[int, ...]], tuple[int, ...]]
"""What the dice of the fields of a row show."""
CurrentRow = tuple[int, int, bytes, bytes, bytes, Show, int, int]
"""A sheet and its row: what is entered and printed there, its colours and their dice, the points before and with it."""


@remembered
def _row(page: Page) -> CurrentRow:
    """Pages stay as they are until everybody has chosen."""
    at, finished = page.at, sum(map(_points_of_full, page.rows, range(page.at)))
    row = page.rows[at] if at < ROWS else EMPTY_ROW
    total = finished + row_score(row, at).points if at < ROWS else finished
    entered = SIX(*map(ENTERED.__getitem__, row))
    return (LETTER_NUMBER[page.sheet], at, entered, *_printed(page.sheet, at), finished, total)


@lru_cache(4096)
def _points_of_full(row: Row, at: int) -> int:
    return row_score(row, at).points


@cache
def _printed(sheet: str, at: int) -> tuple[bytes, bytes, Show]:
    """The numbers and colours of a row as they are printed."""
    fields = FIELDS[sheet][at] if at < ROWS else ()
    dice = tuple(field.die for field in fields) or NO_DICE
    return packed([field.most for field in fields] or NO_DICE), packed(dice), itemgetter(*dice)
