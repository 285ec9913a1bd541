"""twenty one as numbers: fields of the current row from left to right, whatever their colours."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from pasch.engine.game import Seat
from pasch.engine.remembered import Remembered
from pasch.games.encoding import Actions, Field, clockwise_from, from_seat
from pasch.games.twentyone.model import (
    COLOURS,
    EMPTY_ROW,
    FACES,
    FIELDS,
    NUMBERS,
    ROWS,
    SHEETS,
    Colour,
    Keep,
    Mark,
    Move,
    Page,
    Phase,
    Reroll,
    View,
)
from pasch.games.twentyone.rules import marks, scores

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
PHASE_NUMBER = {phase: number for number, phase in enumerate(PHASES)}
LETTERS = tuple(SHEETS)
LETTER_NUMBER = {letter: number for number, letter in enumerate(LETTERS)}
FREE = -1
UNDECIDED = -1
MOST_POINTS = sum(map(sum, NUMBERS)) + ROWS * 21


def action(view: View, seat: Seat, move: Move) -> int:
    match move:
        case Mark():
            page = view.pages[seat]
            fields = FIELDS[page.sheet][page.at]
            return sum(1 << at for at, field in enumerate(fields) if field.colour in move.colours)
        case Keep():
            return KEEP
        case _:
            return REROLL


def actions(view: View, seat: Seat, moves: Sequence[Move]) -> Sequence[int]:
    """The first mark has all colours that can be entered, the others are all that can be made of them."""
    widest = moves[0] if moves else None
    if isinstance(widest, Mark) and len(moves) == 1 << len(widest.colours):
        page = view.pages[seat]
        return _mark_numbers(page.sheet, page.at, widest.colours)
    return [action(view, seat, move) for move in moves]


@lru_cache(4096)
def _mark_numbers(sheet: str, at: int, colours: tuple[Colour, ...]) -> tuple[int, ...]:
    bits = {field.colour: 1 << place for place, field in enumerate(FIELDS[sheet][at]) if field.colour in colours}
    return tuple(sum(bits[colour] for colour in mark.colours) for mark in marks(tuple(bits)))


def move(view: View, seat: Seat, action: int) -> Move:
    if action in range(CHOICES) and view.pages[seat].at < ROWS:
        page = view.pages[seat]
        fields = FIELDS[page.sheet][page.at]
        return Mark(tuple(field.colour for at, field in enumerate(fields) if action >> at & 1))
    if action in (KEEP, REROLL):
        return Keep() if action == KEEP else Reroll()
    raise ValueError(f"an action from 0 to {REROLL} was expected, not {action}")


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


def observe(view: View, seat: Seat) -> list[int]:
    players = len(view.pages)
    dice = view.dice or (0,) * len(COLOURS)
    pages = _pages(seat)(view.pages)
    own = view.choices[seat]
    numbers = [PHASE_NUMBER[view.phase], from_seat(seat, view.first, players), from_seat(seat, view.active, players)]
    numbers += dice
    numbers += pages.before_dice
    numbers += [dice[die] for die in pages.colours]
    numbers += pages.finished
    numbers += clockwise_from(seat, view.totals)
    marks = view.phase is Phase.MARK
    numbers += [marks and other not in view.waiting for other in clockwise_from(seat, range(players))]
    numbers.append(UNDECIDED if own is None else action(view, seat, own))
    return numbers


class Pages(NamedTuple):
    """What the pages say for a seat; they stay as they are until everybody has chosen."""

    before_dice: list[int]
    colours: list[int]
    """The dice of the fields of each row that is being filled."""
    finished: list[int]


@cache
def _pages(seat: Seat) -> Remembered[tuple[Page, ...], Pages]:
    return Remembered(lambda pages: _said(clockwise_from(seat, pages)))


def _said(pages: Sequence[Page]) -> Pages:
    printed = [_printed(page.sheet, page.at) for page in pages]
    numbers = [LETTER_NUMBER[page.sheet] for page in pages]
    numbers += [page.at for page in pages]
    for page in pages:
        numbers += [FREE if entered is None else entered for entered in _row(page)]
    for most, _ in printed:
        numbers += most
    colours = [die for _, dice in printed for die in dice]
    finished = [sum([score.points for score in scores(page)[: page.at]]) for page in pages]
    return Pages(numbers + colours, colours, finished)


def _row(page: Page) -> tuple[int | None, ...]:
    return page.rows[page.at] if page.at < ROWS else EMPTY_ROW


@cache
def _printed(sheet: str, at: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The numbers and the dice of the fields of a row."""
    if at == ROWS:
        return (0,) * len(COLOURS), (0,) * len(COLOURS)
    fields = FIELDS[sheet][at]
    return tuple(field.most for field in fields), tuple(field.die for field in fields)
