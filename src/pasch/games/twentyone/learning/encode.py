"""twenty one as numbers: fields of the current row from left to right, whatever their colours."""

from pasch.engine.game import Seat
from pasch.games.encoding import Actions, Field, clockwise_from, from_seat
from pasch.games.twentyone.model import (
    COLOURS,
    EMPTY_ROW,
    FACES,
    FIELDS,
    NUMBERS,
    ROWS,
    SHEETS,
    Keep,
    Mark,
    Move,
    Page,
    Phase,
    Reroll,
    View,
)

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
    pages = clockwise_from(seat, view.pages)
    dice = view.dice or (0,) * len(COLOURS)
    rows = [_row(page) for page in pages]
    printed = [_printed(page) for page in pages]
    own = view.choices[seat]
    return [
        PHASES.index(view.phase),
        from_seat(seat, view.first, players),
        from_seat(seat, view.active, players),
        *dice,
        *(LETTERS.index(page.sheet) for page in pages),
        *(page.at for page in pages),
        *(FREE if entered is None else entered for row in rows for entered in row),
        *(most for fields in printed for most, _ in fields),
        *(die for fields in printed for _, die in fields),
        *(dice[die] for fields in printed for _, die in fields),
        *(
            sum(score.points for score in scores[: page.at])
            for page, scores in zip(pages, clockwise_from(seat, view.scores), strict=True)
        ),
        *clockwise_from(seat, view.totals),
        *(view.phase is Phase.MARK and other not in view.waiting for other in clockwise_from(seat, range(players))),
        UNDECIDED if own is None else action(view, seat, own),
    ]


def _row(page: Page) -> tuple[int | None, ...]:
    return page.rows[page.at] if page.at < ROWS else EMPTY_ROW


def _printed(page: Page) -> list[tuple[int, int]]:
    """The number and the die of each field of the current row."""
    if page.at == ROWS:
        return [(0, 0)] * len(COLOURS)
    return [(field.most, field.die) for field in FIELDS[page.sheet][page.at]]
