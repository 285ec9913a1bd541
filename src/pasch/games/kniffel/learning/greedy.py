"""How the bots look at Karten-Kniffel: what a field brings now, against what it may bring after one more swap."""

from collections.abc import Sequence
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from pasch.engine.game import Seat, put
from pasch.games.kniffel.hands import MOST_HELD, HandMoves, all_hands, fills_the_11th, points, possible
from pasch.games.kniffel.learning.encode import EMPTY
from pasch.games.kniffel.learning.heuristic import TURN, gains, most_points
from pasch.games.kniffel.learning.odds import counts, next_places
from pasch.games.kniffel.model import (
    CARDS_PER_VALUE,
    FIELDS,
    HAND,
    INDEX,
    KNIFFEL,
    MOST_DISCARDED,
    PENALTY_FOR_SILENCE,
    VALUES,
    Hand,
    Move,
    Score,
    Sheet,
    Swap,
    View,
)
from pasch.games.kniffel.rules import penalty_for_cards, total

UNWANTED = -100.0
"""Keeping more cards than `MOST_HELD`: worse than anything else."""

Numbers = NDArray[np.float64]
Places = NDArray[np.intp]


def willing(moves: Sequence[Move]) -> Sequence[Move]:
    """The scores, if there are any: swaps without a plan could go on for ever (K18)."""
    return moves.scores or moves if isinstance(moves, HandMoves) else moves


def worth(view: View, seat: Seat, moves: Sequence[Move]) -> list[float]:
    hand, sheet = view.hands[seat], view.sheets[seat]
    assert hand is not None
    ends = any(None not in other for other in view.sheets)
    after_draw = None if ends else _after_draw(sheet, len(hand), _odds(view, hand))
    if isinstance(moves, HandMoves) and after_draw is not None and len(hand) <= MOST_HELD:
        scores = [_worth_of_score(sheet, hand, score, ends) for score in moves.scores]
        return scores + _worth_of_all_swaps(hand, after_draw)
    values = []
    for move in moves:
        match move:
            case Swap():
                values.append(_worth_of_swap(hand, move, after_draw))
            case Score():
                values.append(_worth_of_score(sheet, hand, move, ends))
            case _:
                values.append(_promised(sheet, HAND).item(_place(hand, move.discard) - _begin(HAND)))
    return values


# Score: what filling a field brings


def _worth_of_score(sheet: Sheet, hand: Hand, score: Score, ends: bool) -> float:
    at, amount = INDEX[score.field], points(score.field, score.cards) or 0
    gain = _gain_at_the_end(sheet, at, amount) if ends else _gains(sheet).item(amount, at)
    silent = fills_the_11th(sheet) and not score.announce
    return gain - (penalty_for_cards(len(hand)) + (PENALTY_FOR_SILENCE if silent else 0))


def _gain_at_the_end(sheet: Sheet, at: int, amount: int) -> float:
    """What the points bring when a field that is left free brings nothing."""
    return float(total(put(sheet, at, amount), 0).total - total(sheet, 0).total)


@lru_cache(256)
def _gains(sheet: Sheet) -> Numbers:
    """For each number of points and each field: what filling it with them brings by the rule of thumb."""
    entered = np.array([EMPTY if entry is None else entry for entry in sheet])
    found: Numbers = gains(np, entered, np.arange(KNIFFEL + 1)[:, None].repeat(len(FIELDS), axis=1))
    return found


@lru_cache(256)
def _promised(sheet: Sheet, size: int) -> Numbers:
    """For every hand of this size, in a column: the gain of the field that it fills best."""
    found: Numbers = _gains(sheet).take(_entries(size)).max(axis=0)
    return found[:, None]


@cache
def _entries(size: int) -> Places:
    """For each field and every hand of this size: where the gain of the points stands that it brings there."""
    found: Places = np.arange(len(FIELDS))[:, None] + len(FIELDS) * most_points(np, counts(size)).T
    return found


# Swap: what drawing brings on average


def _worth_of_swap(hand: Hand, swap: Swap, after_draw: Numbers | None) -> float:
    kept = len(hand) - len(swap.discard)
    if after_draw is None:
        return 0.0
    if kept > MOST_HELD:
        return UNWANTED
    return after_draw.item(_after_swap(hand, swap)) - penalty_for_cards(kept + swap.draw) - TURN


def _worth_of_all_swaps(hand: Hand, after_draw: Numbers) -> list[float]:
    places, penalties = _after_swaps(hand)
    values: list[float] = (after_draw.take(places) - penalties - TURN).tolist()
    return values


def _after_draw(sheet: Sheet, size: int, odds: Numbers) -> Numbers:
    """For every hand that may be kept of one of this size: what the best field brings on average in the next turn.

    One column is for drawing up to the old size; another for one card more, if that is thought about.
    """
    size, fewest = min(size, MOST_HELD), max(0, size - MOST_DISCARDED)
    values = _promised(sheet, size)
    if size < MOST_HELD:
        values = np.concatenate([values, _averages(_promised(sheet, size + 1), size, odds)], axis=1)
    levels = [values]
    for kept in range(size - 1, fewest - 1, -1):
        levels.append(_averages(levels[-1], kept, odds))
    return np.concatenate(levels)


def _averages(values: Numbers, size: int, odds: Numbers) -> Numbers:
    """For every hand of this size: what it becomes on average by one more card; `values`: of all that it may become.

    Added up value by value, not as a product of matrices: that could round differently on other machines.
    """
    each = values.take(_one_card_more(size), axis=0)
    each *= odds
    found: Numbers = np.add.reduce(each)
    return found


def _odds(view: View, hand: Hand) -> Numbers:
    """How likely the next card is a 1, a 2, …: of all cards those that lie neither open nor in the hand."""
    seen = bytes(view.discards + hand)
    unseen = [CARDS_PER_VALUE - seen.count(value) for value in VALUES]
    cards = sum(unseen)
    return np.array([number / cards for number in unseen])[:, None, None]  # beside hands and columns


# All hands, in the same order everywhere, the larger first


@cache
def _key(cards: Hand) -> int:
    """A hand as one number with a digit for each value, so that cards are added and taken away in one step."""
    return sum(16**value for value in cards)


@cache
def _places() -> dict[int, int]:
    hands = [hand for size in range(MOST_HELD, -1, -1) for hand in all_hands(size)]
    return {_key(hand): place for place, hand in enumerate(hands)}


@cache
def _begin(size: int) -> int:
    """Where the hands of a size begin."""
    return _place(all_hands(size)[0], ())


def _place(hand: Hand, discard: Hand) -> int:
    """Where the rest of the hand stands."""
    return _places()[_key(hand) - _key(discard)]


def _after_swap(hand: Hand, swap: Swap) -> int:
    """Where the average stands that follows from a swap."""
    place = _place(hand, swap.discard) - _begin(min(len(hand), MOST_HELD))
    return 2 * place + swap.draw - len(swap.discard) if len(hand) < MOST_HELD else place


@cache
def _after_swaps(hand: Hand) -> tuple[Places, Numbers]:
    """The same for all swaps of a hand; and their penalties (K9)."""
    swaps = possible(hand).swaps
    penalties = [penalty_for_cards(len(hand) - len(swap.discard) + swap.draw) for swap in swaps]
    return np.array([_after_swap(hand, swap) for swap in swaps]), np.array(penalties, float)


@cache
def _one_card_more(size: int) -> Places:
    """For each value, and every hand of this size: where the hand stands that it becomes by such a card."""
    return np.ascontiguousarray(next_places(size).T, np.intp)
