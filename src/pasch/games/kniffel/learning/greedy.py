"""The greedy bot in Karten-Kniffel: the gain of a field now, against its expected gain after one more swap."""

from collections.abc import Sequence
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from pasch.engine.game import Seat, put
from pasch.games.kniffel.hands import HandMoves, is_silent, penalty, points, swaps, without
from pasch.games.kniffel.learning.encode import EMPTY, NUMBER, fewer_than, joined, points_table, row
from pasch.games.kniffel.learning.heuristic import MOST_HELD, TURN, gains
from pasch.games.kniffel.model import (
    CARDS_PER_VALUE,
    FIELDS,
    HAND,
    INDEX,
    KNIFFEL,
    MOST_DISCARDED,
    VALUES,
    Hand,
    Move,
    Score,
    Sheet,
    Swap,
    Trim,
    View,
    is_full,
    penalty_for_cards,
)
from pasch.games.kniffel.rules import total

UNWANTED = -100.0
"""The worth of keeping more cards than `MOST_HELD`: less than anything else."""

Values = NDArray[np.float64]
Rows = NDArray[np.intp]


def willing(moves: Sequence[Move]) -> Sequence[Move]:
    """The scores, if there are any: swaps without a plan could go on for ever (K18)."""
    return moves.scores or moves if isinstance(moves, HandMoves) else moves


def worth(view: View, seat: Seat, moves: Sequence[Move]) -> list[float]:
    hand, sheet = view.hands[seat], view.sheets[seat]
    assert hand is not None
    ends = any(map(is_full, view.sheets))
    of_swaps = [0.0] * len(swaps(hand)) if ends else _worth_of_swaps(sheet, hand, _odds(view, hand))
    if isinstance(moves, HandMoves):
        return [_worth_of_score(sheet, hand, score, ends) for score in moves.scores] + of_swaps
    worth_of_swap, values = dict(zip(swaps(hand), of_swaps, strict=True)), []
    for move in moves:
        match move:
            case Swap():
                values.append(worth_of_swap[move])
            case Score():
                values.append(_worth_of_score(sheet, hand, move, ends))
            case Trim():
                values.append(_hand_values(sheet, HAND).item(row(without(hand, move.discard))))
    return values


# Score: the gain of filling a field


def _worth_of_score(sheet: Sheet, hand: Hand, score: Score, ends: bool) -> float:
    at, amount = INDEX[score.field], points(score.field, score.cards) or 0
    gain = _gain_at_the_end(sheet, at, amount) if ends else _gains(sheet).item(amount, at)
    return gain - penalty(len(hand), is_silent(sheet, score))


def _gain_at_the_end(sheet: Sheet, at: int, amount: int) -> float:
    """When a field that is left free brings nothing."""
    return float(total(put(sheet, at, amount), 0).total - total(sheet, 0).total)


@lru_cache(256)
def _gains(sheet: Sheet) -> Values:
    """For each number of points and each field: the gain of filling it with them."""
    entered = np.array([EMPTY if entry is None else entry for entry in sheet])
    found: Values = gains(np, entered, np.arange(KNIFFEL + 1)[:, None].repeat(len(FIELDS), axis=1))
    return found


@lru_cache(256)
def _hand_values(sheet: Sheet, size: int) -> Values:
    """For every hand of this size, in a column: the gain of the field that it fills best."""
    found: Values = _gains(sheet).take(_entries(size)).max(axis=0)
    return found[:, None]


@cache
def _entries(size: int) -> Rows:
    """For each field and every hand of this size: where the gain of the points stands that it brings there."""
    return np.arange(len(FIELDS))[:, None] + len(FIELDS) * points_table(size).T


# Swap: the expected gain of the next turn


def _worth_of_swaps(sheet: Sheet, hand: Hand, odds: Values) -> list[float]:
    rows, penalties = _after_swaps(hand)
    values = _after_draw(sheet, len(hand), odds).take(rows) - penalties - TURN
    found: list[float] = np.where(rows < 0, UNWANTED, values).tolist()
    return found


def _after_draw(sheet: Sheet, size: int, odds: Values) -> Values:
    """For every hand that may be kept of one of this size: the expected gain of the best field in the next turn.

    One column is for drawing up to the old size; another for one card more, if that is thought about.
    """
    size, fewest = min(size, MOST_HELD), _fewest_kept(size)
    values = _hand_values(sheet, size)
    if size < MOST_HELD:
        values = np.concatenate([values, _expected(_hand_values(sheet, size + 1), size, odds)], axis=1)
    levels = [values]
    for kept in range(size - 1, fewest - 1, -1):
        levels.append(_expected(levels[-1], kept, odds))
    return np.concatenate(levels[::-1])


def _fewest_kept(size: int) -> int:
    return max(0, size - MOST_DISCARDED)


def _expected(values: Values, size: int, odds: Values) -> Values:
    """For every hand of this size: its expected value after one more card; `values`: of all that it may become.

    Added up value by value, not as a product of matrices: that could round differently on other machines.
    """
    each = values.take(_one_card_more(size), axis=0)
    each *= odds
    found: Values = np.add.reduce(each)
    return found


def _odds(view: View, hand: Hand) -> Values:
    """The probability that the next card is a 1, a 2, …: of all cards those that lie neither open nor in the hand."""
    seen = bytes(view.discards + hand)
    unseen = [CARDS_PER_VALUE - seen.count(value) for value in VALUES]
    cards = sum(unseen)
    return np.array([number / cards for number in unseen])[:, None, None]  # beside hands and columns


@cache
def _after_swaps(hand: Hand) -> tuple[Rows, Values]:
    """For all swaps of a hand: where their expected values stand in `_after_draw`, −1 where too many cards are kept;
    and their penalties (K9)."""
    found = [(_after_swap(hand, swap), len(hand) - len(swap.discard) + swap.draw) for swap in swaps(hand)]
    rows, held = np.array(found).T
    return rows, penalty_for_cards(held).astype(float)


def _after_swap(hand: Hand, swap: Swap) -> int:
    if len(hand) - len(swap.discard) > MOST_HELD:
        return -1
    kept = NUMBER[without(hand, swap.discard)] - fewer_than(_fewest_kept(len(hand)))
    return 2 * kept + swap.draw - len(swap.discard) if len(hand) < MOST_HELD else kept


@cache
def _one_card_more(size: int) -> Rows:
    """For each value, and every hand of this size: the row of the hand that it becomes by such a card."""
    return np.ascontiguousarray(joined(size, 1).T, np.intp)
