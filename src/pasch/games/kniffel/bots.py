"""How the bots look at Karten-Kniffel: what a field brings now, against what it may bring after one more swap."""

from collections.abc import Sequence
from functools import cache, lru_cache

from pasch.engine.game import Seat, put
from pasch.games.kniffel.hands import MOST_HELD, HandMoves, all_hands, fills_the_11th, points, scores
from pasch.games.kniffel.model import (
    BONUS,
    BONUS_FROM,
    CARDS_PER_VALUE,
    FIELDS,
    FULL_HOUSE,
    HAND,
    INDEX,
    KNIFFEL,
    LARGE_STRAIGHT,
    MALUS,
    MALUS_BELOW,
    PENALTY_FOR_SILENCE,
    SMALL_STRAIGHT,
    UPPER,
    VALUES,
    Field,
    Hand,
    Move,
    Score,
    Sheet,
    Swap,
    Trim,
    View,
)
from pasch.games.kniffel.rules import penalty_for_cards

TURN = 6.0
"""What a turn is worth: time counts, because the first to fill the sheet ends the match for all."""
USUAL = {
    Field.ONES: (2, 1.0),
    Field.TWOS: (5, 1.2),
    Field.THREES: (8, 1.5),
    Field.FOURS: (12, 2.0),
    Field.FIVES: (16, 2.5),
    Field.SIXES: (20, 3.0),
    Field.THREE_OF_A_KIND: (23, 2.0),
    Field.FOUR_OF_A_KIND: (24, 3.5),
    Field.FULL_HOUSE: (FULL_HOUSE, 2.2),
    Field.SMALL_STRAIGHT: (SMALL_STRAIGHT, 1.7),
    Field.LARGE_STRAIGHT: (LARGE_STRAIGHT, 2.4),
    Field.KNIFFEL: (KNIFFEL, 6.5),
}
"""The points that a field usually brings and the turns that they take: what is given up by filling it now. About what
these bots reach, 63 in the upper part (K14); the kniffel counts longer, so that one that is held is entered there."""
SURE_OF_MALUS, SURE_OF_BONUS = 25, 80
"""The upper parts one may be heading for: the nearer the second, the more of the bonus is counted in. So far apart
that an upper point counts twice, but no bonus is worth a whole match."""
NOTHING = -20.0
"""A hand that meets no free field: about three more turns."""
UNWANTED = -100.0
"""Keeping more cards than that: worse than anything else."""


def willing(moves: Sequence[Move]) -> Sequence[Move]:
    """The scores, if there are any: swaps without a plan could go on for ever (K18)."""
    return moves.scores or moves if isinstance(moves, HandMoves) else moves


def worth(view: View, seat: Seat, moves: Sequence[Move]) -> list[float]:
    hand, sheet = view.hands[seat], view.sheets[seat]
    assert hand is not None
    ends = any(None not in other for other in view.sheets)
    gains = _gains(sheet, ends)
    after_draw = {} if ends else _after_draw(sheet, hand, _odds(view, hand))
    values = []
    for move in moves:
        match move:
            case Swap():
                values.append(_worth_of_swap(hand, move, after_draw))
            case Score():
                values.append(gains[INDEX[move.field]][points(move.field, move.cards)] - _penalty(sheet, hand, move))
            case Trim():
                values.append(_best_gains(sheet, HAND)[_place(hand, move.discard)])
    return values


# Score: what filling a field brings


@lru_cache(64)
def _gains(sheet: Sheet, ends: bool) -> dict[int, dict[int | None, float]]:
    """For each free field: the gain of filling it, by its points; 0 points: it is not met."""
    return {at: _gain(sheet, at, ends) for at, entered in enumerate(sheet) if entered is None}


def _gain(sheet: Sheet, at: int, ends: bool) -> dict[int | None, float]:
    """What the points bring over leaving the field free, which is nothing when the match ends."""
    usual, turns = USUAL[FIELDS[at]]
    given_up = _bonus(sheet[: len(UPPER)], ends) + (0.0 if ends else usual - TURN * turns)
    gain: dict[int | None, float] = {0: NOTHING}
    for amount in _amounts(at):
        gain[amount] = amount + _bonus(put(sheet, at, amount)[: len(UPPER)], ends) - given_up
    return gain


@lru_cache(64)
def _bonus(upper: Sheet, ends: bool) -> float:
    """The bonus or malus (K14) that the upper part is heading for: its sum with what is usual in the free fields."""
    if ends or None not in upper:
        total = sum(entered or 0 for entered in upper)
        return BONUS if total >= BONUS_FROM else MALUS if total < MALUS_BELOW else 0.0
    total = sum(USUAL[field][0] if entered is None else entered for field, entered in zip(UPPER, upper, strict=True))
    way = (total - SURE_OF_MALUS) / (SURE_OF_BONUS - SURE_OF_MALUS)
    return MALUS + (BONUS - MALUS) * min(1.0, max(0.0, way))


def _penalty(sheet: Sheet, hand: Hand, score: Score) -> int:
    silent = fills_the_11th(sheet) and not score.announce
    return penalty_for_cards(len(hand)) + (PENALTY_FOR_SILENCE if silent else 0)


# Swap: what drawing brings on average

Averages = list[list[float]]
"""For every number of cards kept, and every hand of so many cards: what it is worth on average after the draw."""


def _worth_of_swap(hand: Hand, swap: Swap, after_draw: dict[int, Averages]) -> float:
    kept = len(hand) - len(swap.discard)
    held = kept + swap.draw
    if not after_draw:
        return 0.0
    if kept > MOST_HELD:
        return UNWANTED
    average = after_draw[min(held, MOST_HELD)][kept][_place(hand, swap.discard)]
    return average - penalty_for_cards(held) - TURN


def _after_draw(sheet: Sheet, hand: Hand, odds: Sequence[float]) -> dict[int, Averages]:
    """For the hand as large as it is, and for one card more: what the best field brings in the next turn."""
    sizes = {min(size, MOST_HELD) for size in (len(hand), len(hand) + 1)}
    return {size: _averages(_best_gains(sheet, size), size, odds) for size in sizes}


def _averages(values: list[float], size: int, odds: Sequence[float]) -> Averages:
    """From full hands down to none: each is worth the average of what it becomes by one more card."""
    one, two, three, four, five, six = odds
    averages = [values]
    for kept in range(size - 1, -1, -1):
        values = [
            one * values[a]
            + two * values[b]
            + three * values[c]
            + four * values[d]
            + five * values[e]
            + six * values[f]
            for a, b, c, d, e, f in _one_card_more(kept)
        ]
        averages.append(values)
    return averages[::-1]


def _odds(view: View, hand: Hand) -> list[float]:
    """How likely the next card is a 1, a 2, …: of all cards those that lie neither open nor in the hand."""
    unseen = [CARDS_PER_VALUE - view.discards.count(value) - hand.count(value) for value in VALUES]
    return [number / sum(unseen) for number in unseen]


@lru_cache(64)
def _best_gains(sheet: Sheet, size: int) -> list[float]:
    """For every hand of this size: the gain of the field that it fills best."""
    columns = [map(gain.__getitem__, _points(size)[at]) for at, gain in _gains(sheet, ends=False).items()]
    return list(map(max, zip([NOTHING] * len(all_hands(size)), *columns, strict=True)))


# All hands, in the same order everywhere


@cache
def _key(cards: Hand) -> int:
    """A hand as one number with a digit for each value, so that cards are added and taken away in one step."""
    return sum(16**value for value in cards)


@cache
def _places() -> dict[int, int]:
    return {_key(hand): place for size in range(MOST_HELD + 1) for place, hand in enumerate(all_hands(size))}


def _place(hand: Hand, discard: Hand) -> int:
    """Where the rest of the hand stands among all hands of its size."""
    return _places()[_key(hand) - _key(discard)]


@cache
def _one_card_more(size: int) -> tuple[tuple[int, ...], ...]:
    """For every hand of this size: the places of the hands that it becomes by a 1, a 2, …"""
    return tuple(tuple(_places()[_key(hand) + _key((value,))] for value in VALUES) for hand in all_hands(size))


@cache
def _points(size: int) -> list[list[int]]:
    """For each field and every hand of this size: the most points that it brings there; 0: it does not meet it."""
    columns = [[0] * len(all_hands(size)) for _ in FIELDS]
    for place, hand in enumerate(all_hands(size)):
        for at, ways in scores(hand):
            columns[at][place] = max(points(score.field, score.cards) or 0 for score in ways)
    return columns


@cache
def _amounts(at: int) -> frozenset[int]:
    """All the points that a field can bring; five cards are enough for each."""
    return frozenset(_points(HAND)[at]) - {0}
