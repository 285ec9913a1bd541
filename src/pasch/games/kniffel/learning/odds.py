"""The exact distribution of a draw of Karten-Kniffel: the probability of every set of cards, and expected values."""

from collections.abc import Sequence
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from pasch.games.kniffel.hands import best_points, without
from pasch.games.kniffel.learning.encode import counts, joined, points_table, row
from pasch.games.kniffel.model import (
    CARDS_PER_VALUE,
    HAND,
    INDEX,
    MOST_IN_HAND,
    VALUES,
    Field,
    Hand,
    Move,
    Score,
    Swap,
    View,
)


@cache
def _ways() -> NDArray[np.float64]:
    """In how many ways so many cards can be taken of so many."""
    return np.array([[comb(n, k) for k in range(MOST_IN_HAND + 1)] for n in range(CARDS_PER_VALUE + 1)], float)


class Stock:
    """The cards that may be drawn: those unseen, and when the pile runs out, the discards too (K12, K20)."""

    def __init__(self, unseen: NDArray[np.int64], pile: int, discards: NDArray[np.int64]) -> None:
        self.unseen, self.pile, self.discards = unseen, pile, discards

    def probabilities(self, size: int) -> NDArray[np.float64]:
        """The probability of each set of so many cards, in the order of `counts`."""
        first = min(size, self.pile)
        of_pile = _probabilities(self.unseen, first)
        if first == size:
            return of_pile
        of_discards = _probabilities(self.discards, size - first)
        found = np.zeros(len(counts(size)))
        np.add.at(found, joined(first, size - first), of_pile[:, None] * of_discards)
        return found


def _probabilities(cards: NDArray[np.int64], size: int) -> NDArray[np.float64]:
    """Without replacement: the multivariate hypergeometric distribution."""
    found: NDArray[np.float64] = _ways()[cards, counts(size)].prod(axis=1)
    return found / comb(int(cards.sum()), size)


def stock(view: View, hand: Hand, discard: Hand = ()) -> Stock:
    """What a seat with this hand may draw after it has laid down some of it."""
    lying = np.array([view.discards.count(value) + discard.count(value) for value in VALUES])
    held = np.array([hand.count(value) - discard.count(value) for value in VALUES])
    return Stock(CARDS_PER_VALUE - lying - held, view.pile_size, lying)


def unseen(view: View) -> NDArray[np.int64]:
    """The cards of each value that do not lie open."""
    return np.array([CARDS_PER_VALUE - view.discards.count(value) for value in VALUES])


def expected(
    values: Sequence[float] | NDArray[np.float64], kept: Sequence[Hand], size: int, stock: Stock
) -> NDArray[np.float64]:
    """The expected values of hands of one size that draw so many cards; `values`: of all hands that this can make."""
    become = joined(len(kept[0]), size)[[row(hand) for hand in kept]]
    found: NDArray[np.float64] = np.asarray(values)[become] @ stock.probabilities(size)
    return found


# What the coach tells


def completing(kept: Hand, size: int, stock: Stock) -> NDArray[np.float64]:
    """For each field, the chance that these cards and so many that are drawn meet it."""
    meets = points_table(len(kept) + size)[joined(len(kept), size)[row(kept)]] > 0
    found: NDArray[np.float64] = stock.probabilities(size) @ meets
    return found


def chances(view: View, hand: Hand, move: Move) -> NDArray[np.float64]:
    """For each field, the chance that the hand meets it in the next turn, by what the seat sees.

    More than five cards that are left after scoring (K16) meet what the best five of them do.
    """
    away = move.cards if isinstance(move, Score) else move.discard
    kept, draw = without(hand, away), 0
    if isinstance(move, Swap):
        draw = move.draw
    elif isinstance(move, Score):
        draw = max(0, HAND - len(kept))
    return completing(kept, draw, stock(view, hand, away))


def fitting(view: View, hand: Hand, kept: Hand, field: Field) -> int:
    """How many cards that the seat does not see would meet a field, each of them alone with those that are kept."""
    meets = [best_points(tuple(sorted((*kept, value))))[INDEX[field]] > 0 for value in VALUES]
    return int(stock(view, hand).unseen @ meets)
