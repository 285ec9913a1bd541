"""The exact distribution of a draw of Karten-Kniffel: the probability of every set of cards, and expected values."""

from collections.abc import Sequence
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from pasch.games.kniffel.learning.encode import counts, joined, row
from pasch.games.kniffel.model import CARDS_PER_VALUE, MOST_IN_HAND, VALUES, Hand, View


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
