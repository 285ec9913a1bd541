"""What a draw of Karten-Kniffel can bring, exactly: every set of cards with its chance, and so any chance at all."""

from collections.abc import Sequence
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from pasch.games.kniffel.hands import all_hands, scores
from pasch.games.kniffel.model import (
    CARDS_PER_VALUE,
    FIELDS,
    INDEX,
    MOST_IN_HAND,
    VALUES,
    Field,
    Hand,
    View,
)

# All hands, in the same order everywhere


@cache
def counts(size: int) -> NDArray[np.int64]:
    """For all hands of this size, in the same order everywhere: how many cards of each value."""
    return np.array([[hand.count(value) for value in VALUES] for hand in all_hands(size)])


BASE = MOST_IN_HAND + 1
DIGITS = BASE ** np.arange(len(VALUES) - 1)


@cache
def _places(size: int) -> NDArray[np.int32]:
    """Where a hand of this size stands among all of them, by how many cards it has of each value but the last."""
    found = np.zeros(BASE ** (len(VALUES) - 1), np.int32)
    found[counts(size)[:, :-1] @ DIGITS] = np.arange(len(all_hands(size)))
    return found


def places(held: NDArray[np.int64], size: int) -> NDArray[np.int32]:
    """The same for many hands, given as how many cards of each value they have."""
    found: NDArray[np.int32] = _places(size)[held[..., :-1] @ DIGITS]
    return found


def next_places(size: int) -> NDArray[np.int32]:
    """For all hands of this size: where the hands stand, among those of the next size, that one more card makes."""
    return places(counts(size)[:, None] + counts(1), size + 1)


@cache
def _ways() -> NDArray[np.float64]:
    """In how many ways so many cards can be taken of so many."""
    return np.array([[comb(n, k) for k in range(MOST_IN_HAND + 1)] for n in range(CARDS_PER_VALUE + 1)], float)


# The cards that may be drawn


class Stock:
    """The cards that may be drawn: those unseen, and when the pile runs out, the discards too (K12, K20)."""

    def __init__(self, unseen: NDArray[np.int64], pile: int, discards: NDArray[np.int64]) -> None:
        self.unseen, self.pile, self.discards = unseen, pile, discards

    def chances(self, size: int) -> NDArray[np.float64]:
        """How likely each set of so many cards is drawn, in the order of `all_hands`."""
        first = min(size, self.pile)
        if first == size:
            return _chances(self.unseen, size)
        found = np.zeros(len(all_hands(size)))
        rest = _chances(self.discards, size - first)
        for cards, chance in zip(counts(first), _chances(self.unseen, first), strict=True):
            np.add.at(found, places(cards + counts(size - first), size), chance * rest)
        return found


def _chances(stock: NDArray[np.int64], size: int) -> NDArray[np.float64]:
    drawn = counts(size)
    found: NDArray[np.float64] = _ways()[stock, drawn].prod(axis=1)
    return found / comb(int(stock.sum()), size)


def stock(view: View, hand: Hand, discard: Hand = ()) -> Stock:
    """What a seat with this hand may draw after it has laid down some of it."""
    lying = np.array([view.discards.count(value) + discard.count(value) for value in VALUES])
    held = np.array([hand.count(value) - discard.count(value) for value in VALUES])
    return Stock(CARDS_PER_VALUE - lying - held, view.pile_size, lying)


def completes(field: Field, kept: Hand, size: int, cards: Stock) -> float:
    """The chance that a field can be filled with these cards and so many that are drawn."""
    met = _met(len(kept) + size)[:, INDEX[field]]
    held = np.array([kept.count(value) for value in VALUES]) + counts(size)
    return float(cards.chances(size) @ met[places(held, len(kept) + size)])


@cache
def _met(size: int) -> NDArray[np.bool_]:
    """For all hands of this size: which fields they can fill."""
    found = np.zeros((len(all_hands(size)), len(FIELDS)), bool)
    for at, hand in enumerate(all_hands(size)):
        for field, _ in scores(hand):
            found[at, field] = True
    return found


def averages(
    worth: Sequence[float] | NDArray[np.float64], kept: NDArray[np.int64], size: int, cards: Stock
) -> NDArray[np.float64]:
    """What several hands of one size become on average by so many cards; `worth`: of all hands of the sum of both."""
    full = int(kept[0].sum()) + size
    found: NDArray[np.float64] = np.asarray(worth)[places(kept[:, None] + counts(size), full)] @ cards.chances(size)
    return found
