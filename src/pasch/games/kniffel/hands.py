"""Hands of cards: all of them in one order, what they bring (K4–K9, K11), and the moves they allow (K2, K3, K16)."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, combinations_with_replacement
from typing import NamedTuple, overload

from pasch.games.kniffel.model import (
    FIELDS,
    FULL_HOUSE,
    HAND,
    INDEX,
    KNIFFEL,
    LARGE_STRAIGHT,
    MOST_DISCARDED,
    MOST_IN_HAND,
    PENALTY_FOR_SILENCE,
    SMALL_STRAIGHT,
    UPPER,
    VALUES,
    Field,
    Hand,
    Score,
    Sheet,
    Swap,
    Trim,
    fills_the_11th,
    penalty_for_cards,
)

HANDS: tuple[Hand, ...] = tuple(
    chain.from_iterable(combinations_with_replacement(VALUES, size) for size in range(MOST_IN_HAND + 1))
)
"""Every hand there is, fewer cards first, then in ascending order: a hand's number is its index here."""


def without(cards: Hand, fewer: Hand) -> Hand:
    """Cards in ascending order with some of them taken out."""
    left = list(cards)
    for card in fewer:
        del left[bisect_left(left, card)]
    return tuple(left)


def holds(hand: Hand, cards: Hand) -> bool:
    """Whether cards, both in ascending order, are all part of a hand."""
    rest = iter(hand)
    for card in cards:  # noqa: SIM110, `all` takes three times as long
        if card not in rest:
            return False
    return True


@cache
def choices(hand: Hand, size: int) -> tuple[Hand, ...]:
    """The different ways to take so many cards out of a hand. Hands share the choices of their higher cards."""
    if size == 0:
        return ((),)
    if size > len(hand):
        return ()
    value, held = hand[0], hand.count(hand[0])
    return tuple(
        (value,) * taken + rest
        for taken in range(min(held, size), -1, -1)
        for rest in choices(hand[held:], size - taken)
    )


# K4 Upper field


@cache
def points(field: Field, cards: Hand) -> int | None:
    """What these cards, in ascending order, bring in a field; None: they do not meet it."""
    if field in UPPER:
        value = INDEX[field] + 1
        return sum(cards) if 1 <= len(cards) <= HAND and set(cards) == {value} else None
    if field is Field.SMALL_STRAIGHT:
        return SMALL_STRAIGHT if len(cards) == 4 and _is_sequence(cards) else None
    return _points_of_five(field, cards) if len(cards) == HAND else None


# K5–K8 Lower fields


def _points_of_five(field: Field, cards: Hand) -> int | None:
    groups = sorted(Counter(cards).values(), reverse=True)
    match field:
        case Field.THREE_OF_A_KIND:
            return sum(cards) if groups[0] >= 3 else None
        case Field.FOUR_OF_A_KIND:
            return sum(cards) if groups[0] >= 4 else None
        case Field.FULL_HOUSE:
            return FULL_HOUSE if groups == [3, 2] else None
        case Field.LARGE_STRAIGHT:
            return LARGE_STRAIGHT if _is_sequence(cards) else None
        case _:
            return KNIFFEL if groups == [5] else None


def _is_sequence(cards: Hand) -> bool:
    return cards == tuple(range(cards[0], cards[0] + len(cards)))


@cache
def best_points(hand: Hand) -> tuple[int, ...]:
    """For each field the most points that cards of this hand bring there; 0: none meet it."""
    found = [best_points(hand[:at] + hand[at + 1 :]) for at in map(hand.index, set(hand))]
    if len(hand) <= HAND:
        found.append(tuple([points(field, hand) or 0 for field in FIELDS]))
    return tuple(map(max, _NOTHING, *found))


_NOTHING = (0,) * len(FIELDS)


# K9 Penalty, K11 Announce


def is_silent(sheet: Sheet, score: Score) -> bool:
    """Whether an announcement is missing."""
    return not score.announce and fills_the_11th(sheet)


def penalty(held: int, silent: bool) -> int:
    """The penalty points for scoring with so many cards in hand, silently or not."""
    for_cards: int = penalty_for_cards(held)
    return for_cards + PENALTY_FOR_SILENCE if silent else for_cards


# K2 Swap, K3 Score, K16 Trim: all that a hand may do


@cache
def swaps_of(discard: Hand) -> tuple[Swap, Swap]:
    """Drawing as many cards, or one more."""
    return Swap(discard, len(discard)), Swap(discard, len(discard) + 1)


@cache
def _scores_with(cards: Hand) -> tuple[Score, ...]:
    return tuple(Score(field, cards) for field in FIELDS if points(field, cards) is not None)


@cache
def _announced(score: Score) -> Score:
    return Score(score.field, score.cards, announce=True)


class Possible(NamedTuple):
    """What a hand can do, whatever the sheet."""

    hand: Hand
    scores: tuple[tuple[int, tuple[Score, ...]], ...]
    """The fields that it can meet, by their index on the sheet, each with the ways to do it."""
    discards: tuple[Hand, ...]
    """What a swap may discard."""
    more: range
    """How many cards more than it discards a swap may draw."""


@cache
def possible(hand: Hand) -> Possible:
    ways: dict[int, list[Score]] = {}
    by_size = [choices(hand, size) for size in range(MOST_DISCARDED + 1)]
    for score in chain.from_iterable(map(_scores_with, chain.from_iterable(by_size[1:]))):
        ways.setdefault(INDEX[score.field], []).append(score)
    more = range(2) if len(hand) < MOST_IN_HAND else range(1)
    scores = tuple((at, tuple(ways[at])) for at in sorted(ways))
    return Possible(hand, scores, tuple(chain.from_iterable(by_size)), more)


@cache
def swaps(hand: Hand) -> tuple[Swap, ...]:
    can = possible(hand)
    return tuple(swaps_of(discard)[each] for discard in can.discards for each in can.more)


@cache
def trims(hand: Hand) -> tuple[Trim, ...]:
    return tuple(Trim(discard) for discard in choices(hand, len(hand) - HAND))


class HandMoves(Sequence[Score | Swap]):
    """The scores, field by field, then the swaps: a long list that all equal hands share, not a copy of it."""

    __slots__ = ("_possible", "_scores", "_sheet")

    def __init__(self, hand: Hand, sheet: Sheet) -> None:
        self._possible = possible(hand)
        self._sheet = sheet
        self._scores: list[Score] | None = None

    @property
    def scores(self) -> list[Score]:
        """Made when they are asked for: a mask, and a check of a swap, can do without."""
        if self._scores is None:
            sheet = self._sheet
            found = [score for at, ways in self._possible.scores if sheet[at] is None for score in ways]
            if found and fills_the_11th(sheet):
                found = [each for score in found for each in (score, _announced(score))]
            self._scores = found
        return self._scores

    @property
    def hand(self) -> Hand:
        return self._possible.hand

    def __len__(self) -> int:
        return len(self.scores) + len(self._possible.discards) * len(self._possible.more)

    def __iter__(self) -> Iterator[Score | Swap]:
        return chain(self.scores, swaps(self._possible.hand))

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Swap):
            return move in self.scores
        can, size = self._possible, len(move.discard)
        return size <= MOST_DISCARDED and move.draw - size in can.more and holds(can.hand, move.discard)

    @overload
    def __getitem__(self, at: int) -> Score | Swap: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Score | Swap]: ...
    def __getitem__(self, at: int | slice) -> Score | Swap | Sequence[Score | Swap]:
        if isinstance(at, slice) or at < 0:
            return tuple(self)[at]
        can, scores = self._possible, self.scores
        swap = at - len(scores)
        if swap < 0:
            return scores[at]
        discard, each = divmod(swap, len(can.more))
        return swaps_of(can.discards[discard])[each]

    def __repr__(self) -> str:
        return f"HandMoves({list(self)})"
