"""What a hand of cards can do: K2's swaps and K4–K8's fields, listed once for each hand and kept."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from itertools import chain, combinations_with_replacement
from typing import overload

from pasch.games.kniffel.model import (
    FIELDS,
    FULL_HOUSE,
    HAND,
    INDEX,
    KNIFFEL,
    LARGE_STRAIGHT,
    MOST_DISCARDED,
    MOST_IN_HAND,
    SMALL_STRAIGHT,
    UPPER,
    VALUES,
    Field,
    Hand,
    Score,
    Sheet,
    Swap,
    Trim,
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


# All hands, in the same order everywhere

MOST_HELD = 7
"""How far bots let a hand grow: two cards more help with every field, and their penalty (K9) is less than a turn."""


@cache
def all_hands(size: int) -> tuple[Hand, ...]:
    return tuple(combinations_with_replacement(VALUES, size))


# All that a hand may do


@cache
def _choices(hand: Hand, size: int) -> tuple[Hand, ...]:
    """The different ways to take so many cards out of a hand. Hands share the choices of their higher cards."""
    if size == 0:
        return ((),)
    if size > len(hand):
        return ()
    value, held = hand[0], hand.count(hand[0])
    return tuple(
        (value,) * taken + rest
        for taken in range(min(held, size), -1, -1)
        for rest in _choices(hand[held:], size - taken)
    )


@cache
def _swap(discard: Hand, draw: int) -> Swap:
    return Swap(discard, draw)


@cache
def _scores_with(cards: Hand) -> tuple[Score, ...]:
    return tuple(Score(field, cards) for field in FIELDS if points(field, cards) is not None)


@cache
def _announced(score: Score) -> Score:
    return Score(score.field, score.cards, announce=True)


Ways = tuple[tuple[int, tuple[Score, ...]], ...]
"""The fields that a hand can meet, by their place on the sheet, each with the ways to do it."""


class Possible:
    """What a hand can do, worked out once, and only as far as somebody asks."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand

    @cached_property
    def scores(self) -> Ways:
        """K3: the fields that this hand can meet."""
        ways: dict[int, list[Score]] = {}
        for size in range(1, HAND + 1):
            for cards in _choices(self.hand, size):
                for score in _scores_with(cards):
                    ways.setdefault(INDEX[score.field], []).append(score)
        return tuple((at, tuple(ways[at])) for at in sorted(ways))

    @cached_property
    def announced(self) -> Ways:
        """K11: the same, each with and without the announcement."""
        return tuple((at, tuple(chain.from_iterable((s, _announced(s)) for s in ways))) for at, ways in self.scores)

    @cached_property
    def swaps_of(self) -> tuple[tuple[Swap, ...], ...]:
        """K2: discard 0 to 5, draw as many or one more, never hold more than 10; by the number of discards."""
        more = (0, 1) if len(self.hand) < MOST_IN_HAND else (0,)
        return tuple(
            tuple([_swap(discard, size + extra) for discard in _choices(self.hand, size) for extra in more])
            for size in range(MOST_DISCARDED + 1)
        )

    @cached_property
    def swaps(self) -> tuple[Swap, ...]:
        return tuple(chain.from_iterable(self.swaps_of))


@cache
def possible(hand: Hand) -> Possible:
    return Possible(hand)


def scores(hand: Hand) -> Ways:
    return possible(hand).scores


@cache
def trims(hand: Hand) -> tuple[Trim, ...]:
    """K16: the surplus that may be discarded."""
    return tuple(Trim(discard) for discard in _choices(hand, len(hand) - HAND))


class HandMoves(Sequence[Score | Swap]):
    """The scores, field by field, then the swaps: a long list that all equal hands share, not a copy of it."""

    __slots__ = ("_possible", "scores")

    def __init__(self, hand: Hand, sheet: Sheet) -> None:
        self._possible = can = possible(hand)
        fields = can.announced if fills_the_11th(sheet) else can.scores
        self.scores = [score for at, ways in fields if sheet[at] is None for score in ways]

    def __len__(self) -> int:
        return len(self.scores) + len(self._possible.swaps)

    def __iter__(self) -> Iterator[Score | Swap]:
        return chain(self.scores, self._possible.swaps)

    def __contains__(self, move: object) -> bool:
        if isinstance(move, Swap):
            return len(move.discard) <= MOST_DISCARDED and move in self._possible.swaps_of[len(move.discard)]
        return move in self.scores

    @overload
    def __getitem__(self, at: int) -> Score | Swap: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Score | Swap]: ...
    def __getitem__(self, at: int | slice) -> Score | Swap | Sequence[Score | Swap]:
        if isinstance(at, slice) or at < 0:
            return tuple(self)[at]
        swap = at - len(self.scores)
        return self.scores[at] if swap < 0 else self._possible.swaps[swap]

    def __repr__(self) -> str:
        return f"HandMoves({list(self)})"


def fills_the_11th(sheet: Sheet) -> bool:
    """K11, K21: whether the next field is the last but one."""
    return sheet.count(None) == 2
