"""The network decides in many positions of Karten-Kniffel at once, with NumPy alone: the policy of self-play.

As there, draws are taken with replacement, and a field is filled with the cards that bring most.
"""

from collections.abc import Sequence
from functools import cache
from math import factorial, prod

import numpy as np

from pasch.engine.remembered import remembered
from pasch.games.kniffel.learning.encode import EMPTY, counts, joined
from pasch.games.kniffel.learning.heuristic import MOST_HELD, NOTHING, gains
from pasch.games.kniffel.learning.positions import SWAPS, Choice, Floats, Ints, Positions
from pasch.games.kniffel.learning.tables import (
    BEGIN,
    COUNTS,
    FIVES,
    LEFT,
    NEXT,
    NUMBER_OF_HANDS,
    PARTS,
    POINTS,
    SIZES,
)
from pasch.games.kniffel.learning.value import chances_of_hands, embedding, logits_of_hands, open_features
from pasch.games.kniffel.model import CARDS_PER_VALUE, FIELDS, HAND, UPPER, VALUES, penalty_for_cards
from pasch.games.network import Weights, softmax

ON_TURN_NEXT = 1
"""The seat on turn, as a seat sees it that has just had its own."""
RAREST = 0.01
"""So many cards of each value are taken to lie among the discards besides those that do: they may be none."""
DIGITS = 9
"""Of chances, before they are compared."""


class Policy:
    """The moves with the best values by the network, as in training, and the values of positions."""

    def __init__(self, weights: Weights, players: int) -> None:
        self.weights, self.players, self.embeddings = weights, players, _embeddings(weights)

    def value(self, at: Positions, seat: int, turn: int) -> Floats:
        """A seat's chance to win, by its own view, if another is on turn then."""
        seen, hands = at.seen_by(seat, (turn - seat) % self.players), at.hands[:, seat]
        features, heuristic = open_features(np, seen, self.players), Heuristic(seen["sheet"][:, 0]).of(hands)
        found = logits_of_hands(
            np, self.weights, features, self.embeddings[hands][:, None], heuristic[:, None], self.players
        )
        chances: Floats = softmax(np, found[:, 0, :-1])[:, 0]
        return chances

    def choice(self, at: Positions, mover: int) -> Choice:
        swap, score = self._swap(at, mover), self._score(at, mover)
        fills = np.round(score.value - swap.value, DIGITS) >= 0
        return Choice(*(np.where(fills, filled, swapped) for filled, swapped in zip(score, swap, strict=True)))

    def _after(self, at: Positions, mover: int, size: int) -> Floats:
        """The chances of the mover after its turn, with every hand of a size."""
        seen, these = at.seen_by(mover, ON_TURN_NEXT), slice(BEGIN[size], BEGIN[size + 1])
        features, heuristic = open_features(np, seen, self.players), Heuristic(seen["sheet"][:, 0]).of_all(these)
        chances: Floats = chances_of_hands(self.weights, features, self.embeddings[these], heuristic, self.players)
        over = at.are_over((mover + 1) % self.players)
        return np.where(over[:, None], at.shares()[:, mover, None], chances) if over.any() else chances

    # K2 Swap

    def _swap(self, at: Positions, mover: int) -> Choice:
        """Positions are taken together where the mover's hands are as large."""
        none, held = np.zeros(len(at.hands), np.int64), SIZES[at.hands[:, mover]]
        kept, sizes, values = none.copy(), none.copy(), np.zeros(len(at.hands))
        for size in np.unique(held):
            some = np.flatnonzero(held == size)
            kept[some], sizes[some], values[some] = self._best_swap(at.of(some), mover, size)
        return Choice(none + SWAPS, none, none, kept, sizes, values)

    def _best_swap(self, at: Positions, mover: int, held: int) -> tuple[Ints, Ints, Floats]:
        """What to keep, how many cards to hold then, and what that is worth; passing (K18) does not count."""
        hands, each = at.hands[:, mover], np.arange(len(at.hands))
        sizes = range(held, min(held + 1, MOST_HELD) + 1)
        values = np.full((len(hands), len(sizes), NUMBER_OF_HANDS), -np.inf)
        for drawn_more, size in enumerate(sizes):
            end = BEGIN[min(size, held) + 1]
            filled_up = self._filled_up(at, mover, size)[:, :end]
            values[:, drawn_more, :end] = np.where(PARTS[hands, :end], filled_up, -np.inf)
        values[each, 0, hands] = -np.inf
        best = _first_best(values.reshape(len(hands), -1))
        more, kept = np.divmod(best, NUMBER_OF_HANDS)
        return kept, held + more, values[each, more, kept]

    def _filled_up(self, at: Positions, mover: int, size: int) -> Floats:
        """For all hands of up to a size: their expected value when they are filled up to it."""
        of_pile, of_discards = _odds(at, mover)
        left = at.pile.sum(axis=1)[:, None]
        levels = [self._after(at, mover, size)]
        for smaller in range(size - 1, -1, -1):
            odds = np.where(size - smaller <= left, of_pile, of_discards)
            levels.append(np.einsum("nhv,nv->nh", levels[-1][:, NEXT[smaller]], odds))
        return np.concatenate(levels[::-1], axis=1)

    # K3 Score, K10 Refill, K16 Trim

    def _score(self, at: Positions, mover: int) -> Choice:
        """The best field with the cards that bring most; its value is below all others where none can be filled."""
        hands, each = at.hands[:, mover], np.arange(len(at.hands))
        costs, values = penalty_for_cards(SIZES[hands]), np.full((len(hands), len(FIELDS)), -np.inf)
        kept = LEFT[hands].astype(np.int64)
        which, field = np.nonzero((at.sheets[:, mover] == EMPTY) & (POINTS[hands] > 0))
        if len(which):
            filled, odds = at.of(which), [some[which] for some in _odds(at, mover)]
            filled.sheets[np.arange(len(which)), mover, field] = POINTS[hands[which], field]
            filled.penalties[:, mover] += costs[which]
            kept[which, field], values[which, field] = self._refilled(filled, mover, kept[which, field], odds)
        best = _first_best(values)
        gained = POINTS[hands, best].astype(np.int64)
        return Choice(best, gained, costs, kept[each, best], np.full(len(hands), HAND), values[each, best])

    def _refilled(self, at: Positions, mover: int, left: Ints, odds: Sequence[Floats]) -> tuple[Ints, Floats]:
        """The cards that are kept of those left by a score, and the expected value with five cards."""
        after, kept, values = self._after(at, mover, HAND), left.copy(), np.empty(len(left))
        for size in np.unique(SIZES[left]):
            some = np.flatnonzero(SIZES[left] == size)
            if size > HAND:
                fives = np.where(PARTS[left[some], FIVES], after[some], -np.inf)
                kept[some], values[some] = BEGIN[HAND] + _first_best(fives), fives.max(axis=1)
                continue
            wanted = HAND - size
            become = np.take_along_axis(after[some], joined(size, wanted)[left[some] - BEGIN[size]], axis=1)
            of_pile = (np.minimum(at.pile[some].sum(axis=1), wanted) / max(wanted, 1))[:, None]
            mixed = of_pile * odds[0][some] + (1 - of_pile) * odds[1][some]
            values[some] = (become * _drawing(mixed, wanted)).sum(axis=1)
        return kept, values


def _first_best(values: Floats) -> Ints:
    """In each row; machines that differ in the last digits agree on it."""
    found: Ints = np.round(values, DIGITS).argmax(axis=1)
    return found


def _odds(at: Positions, mover: int) -> tuple[Floats, Floats]:
    """The probability of each value for a card of the pile, as the mover sees it, and for one of the discards."""
    unseen = CARDS_PER_VALUE - at.discards - COUNTS[at.hands[:, mover]]
    lying = at.discards + RAREST
    return unseen / np.maximum(1, unseen.sum(axis=1, keepdims=True)), lying / lying.sum(axis=1, keepdims=True)


def _drawing(odds: Floats, size: int) -> Floats:
    """The probability of each set of so many cards, with replacement: the multinomial distribution."""
    powers = odds[:, :, None] ** np.arange(size + 1)
    found = np.tile(_coefficients(size), (len(odds), 1))
    for value, held in enumerate(counts(size).T):
        found *= powers[:, value, held]
    return found


@cache
def _coefficients(size: int) -> Floats:
    return np.array([factorial(size) / prod(map(factorial, held)) for held in counts(size).tolist()])


# Hands by the heuristic


class Heuristic:
    """The heuristic values of hands on many sheets: as `hand_values` has them, from tables."""

    def __init__(self, sheets: Ints) -> None:
        self.upper = gains(np, sheets, OF_A_VALUE)[..., : len(UPPER)].reshape(len(sheets), (HAND + 1) * len(UPPER))
        self.lower = (sheets[:, len(UPPER) :] == EMPTY) @ (1 << np.arange(len(FIELDS) - len(UPPER)))

    def of_all(self, these: slice) -> Floats:
        """For every sheet, and in columns for all of these hands."""
        found = _lower_values()[self.lower, these]
        for at in UPPER_AT[these].T:
            found = np.maximum(found, self.upper[:, at])
        return found

    def of(self, hands: Ints) -> Floats:
        """For every sheet and its own hand."""
        upper = np.take_along_axis(self.upper, UPPER_AT[hands], axis=1).max(axis=1)
        found: Floats = np.maximum(upper, _lower_values()[self.lower, hands])
        return found


OF_A_VALUE = np.arange(HAND + 1)[:, None] * np.array([*VALUES, *(0 for _ in FIELDS[len(UPPER) :])])
"""For so many cards of each value, what they bring in its field."""
UPPER_AT = np.minimum(COUNTS, HAND) * len(UPPER) + np.arange(len(UPPER))
"""For each hand and value, where the gain in the upper field is in a table of all numbers of cards and all values."""


@cache
def _lower_values() -> Floats:
    """For each set of free lower fields, as bits of a number, and each hand: the gain of the best of them."""
    empty = np.full(len(FIELDS), EMPTY)
    gained, lower = gains(np, empty, POINTS)[:, len(UPPER) :], len(FIELDS) - len(UPPER)
    found = np.full((1 << lower, len(COUNTS)), NOTHING)
    for free in range(1, 1 << lower):
        found[free] = gained[:, [at for at in range(lower) if free >> at & 1]].max(axis=1)
    return found


def _of_all_hands(weights: Weights) -> Floats:
    found: Floats = embedding(np, weights, COUNTS)
    return found


_embeddings = remembered(_of_all_hands, 16)
