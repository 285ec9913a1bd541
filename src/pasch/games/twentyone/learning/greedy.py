"""How the bots look at twenty one: points written now against what a free field may still become."""

from collections.abc import Sequence
from functools import cache, lru_cache

from pasch.engine.game import Seat
from pasch.games.twentyone.model import FACES, FIELDS, LOCKED, NUMBERS, Keep, Mark, Move, Page, Row, View
from pasch.games.twentyone.rules import entered_row, row_score

Faces = tuple[int, ...]

NUMBER_TO_COME = 0.7
"""What a free field still brings, as a part of its printed number: seldom all of it."""
HIT_TO_COME = 0.3
"""How likely a free field becomes a hit: one in six for each of the two rounds it stays free, about."""
WAITING = 2.0
"""What a free field costs: it takes time, and the first to fill five rows ends the match for all."""


def willing(moves: Sequence[Move]) -> Sequence[Move]:
    return moves


def worth(view: View, seat: Seat, moves: Sequence[Move]) -> list[float]:
    page = view.pages[seat]
    return [
        _row_worth(entered_row(page, view.dice, move), page.at)
        if isinstance(move, Mark)
        else _worth_of_roll(view, seat, move)
        for move in moves
    ]


# Enter or strike


@lru_cache(8192)
def _row_worth(row: Row, at: int) -> float:
    """What a row will bring: its numbers and bonus as they stand, and what may come of its free fields."""
    score = row_score(row, at)
    to_come = [_hope(number, score.hits) for entered, number in zip(row, NUMBERS[at], strict=True) if entered is None]
    return score.points + sum(to_come)


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


def _faces(value: int, move: Move) -> Faces:
    """What a die can show, each face as likely as the others."""
    return (value,) if isinstance(move, Keep) or value == LOCKED else FACES


def _gain(page: Page, faces: Sequence[Faces]) -> float:
    """What entering brings over leaving the fields free."""
    row, fields = page.rows[page.at], FIELDS[page.sheet][page.at]
    hits, free = row_score(row, page.at).hits, zip(row, fields, strict=True)
    return sum([_gain_of_field(field.most, hits, faces[field.die]) for entered, field in free if entered is None])


@cache
def _gain_of_field(number: int, hits: int, faces: Faces) -> float:
    """The same for one free field, the mean over the faces of its die; nobody enters where that loses."""
    gains = [face + (face == number) * (hits + 1) - _hope(number, hits) for face in faces if face <= number]
    return sum([gain for gain in gains if gain > 0]) / len(faces)
