"""How the bots look at twenty one: points written now against what a free field may still become."""

from collections.abc import Sequence

from pasch.engine.game import Seat
from pasch.games.twentyone.model import (
    BONUS,
    COLOURS,
    LOCKED,
    NUMBERS,
    SHEETS,
    STRUCK,
    Keep,
    Mark,
    Move,
    Page,
    Row,
    View,
)

FACES = range(1, 7)

NUMBER_TO_COME = 0.7
"""What a free field still brings, as a part of its printed number: seldom all of it."""
HIT_TO_COME = 0.3
"""How likely a free field becomes a hit: one in six for each of the two rounds it stays free, about."""
WAITING = 2.0
"""What a free field costs: it takes time, and the first to fill five rows ends the match for all."""


def willing(moves: Sequence[Move]) -> Sequence[Move]:
    return moves


def worth(view: View, seat: Seat, moves: Sequence[Move]) -> list[float]:
    return [
        _worth_of_mark(view, seat, move) if isinstance(move, Mark) else _worth_of_roll(view, seat, move)
        for move in moves
    ]


# Enter or strike


def _worth_of_mark(view: View, seat: Seat, mark: Mark) -> float:
    page = view.pages[seat]
    return _row_worth(_entered(page, view.dice, mark), page.at)


def _entered(page: Page, dice: tuple[int, ...], mark: Mark) -> Row:
    row = list(page.rows[page.at])
    for colour in mark.colours:
        index = COLOURS.index(colour)
        row[SHEETS[page.sheet][page.at].index(index)] = dice[index]
    if not mark.colours:
        row[row.index(None)] = STRUCK
    return tuple(row)


def _row_worth(row: Row, at: int) -> float:
    """What a row will bring: its numbers and bonus as they stand, and what may come of its free fields."""
    printed = NUMBERS[at]
    hits = sum(entered == number for entered, number in zip(row, printed, strict=True))
    to_come = sum(_hope(number, hits) for entered, number in zip(row, printed, strict=True) if entered is None)
    return sum(entered or 0 for entered in row) + BONUS[hits] + to_come


def _hope(number: int, hits: int) -> float:
    """What a free field is worth: more with every hit in its row, because the bonus grows (T10)."""
    return NUMBER_TO_COME * number + HIT_TO_COME * (hits + 1) - WAITING


# Keep or roll again


def _worth_of_roll(view: View, seat: Seat, move: Move) -> float:
    """What a seat gains from the dice, less what the others gain on average: they enter the same roll (T5)."""
    faces = [_faces(value, move) for value in view.dice]
    gains = [_gain(page, faces) for page in view.pages]
    rivals = [gain for owner, gain in enumerate(gains) if owner != seat]
    return gains[seat] - sum(rivals) / len(rivals)


def _faces(value: int, move: Move) -> Sequence[int]:
    """What a die can show, each face as likely as the others."""
    return (value,) if isinstance(move, Keep) or value == LOCKED else FACES


def _gain(page: Page, faces: Sequence[Sequence[int]]) -> float:
    """What entering brings over leaving the fields free, field by field; nobody enters where that loses."""
    row, printed, colours = page.rows[page.at], NUMBERS[page.at], SHEETS[page.sheet][page.at]
    hits = sum(entered == number for entered, number in zip(row, printed, strict=True))
    total = 0.0
    for entered, number, colour in zip(row, printed, colours, strict=True):
        if entered is None:
            stays = _hope(number, hits)
            gains = [face + (face == number) * (hits + 1) - stays for face in faces[colour] if face <= number]
            total += sum(gain for gain in gains if gain > 0) / len(faces[colour])
    return total
