"""Many positions of Karten-Kniffel at once, as arrays: the same seat is on turn in all of them, and has its turn."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pasch.games.kniffel.learning.encode import EMPTY, numbers
from pasch.games.kniffel.learning.tables import COUNTS, SIZES
from pasch.games.kniffel.learning.value import totals
from pasch.games.outcome import places_taken

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

SWAPS = -1
"""In place of a field, where none is filled."""


class Positions(NamedTuple):
    """Many positions with the same seat on turn, in the first axis; seats are counted from the one that searches."""

    sheets: Ints
    penalties: Ints
    hands: Ints
    """The numbers of all hands."""
    discards: Ints
    pile: Ints
    """How many cards of each value lie there."""
    first: int
    """The seat that began."""

    @property
    def players(self) -> int:
        return int(self.penalties.shape[1])

    def of(self, which: Ints) -> "Positions":
        """Copies of some of them."""
        sheets, penalties, hands, discards, pile = (array[which] for array in self[:-1])
        return Positions(sheets, penalties, hands, discards, pile, self.first)

    def are_over(self, next_seat: int) -> NDArray[np.bool_]:
        """K13"""
        ends: NDArray[np.bool_] = (self.sheets != EMPTY).all(axis=2).any(axis=1)
        return ends & (next_seat == self.first)

    def shares(self) -> Floats:
        """Each seat's share of the win, if the match ends now."""
        found: Floats = places_taken(np, totals(np, self.sheets, self.penalties))[..., 0]
        return found

    def seen_by(self, seat: int, turn: int) -> dict[str, Any]:
        """What lies open, as a seat sees it; `turn`: who is on turn, counted from it."""
        order = (seat + np.arange(self.players)) % self.players
        return {
            "sheet": self.sheets[:, order],
            "penalties": self.penalties[:, order],
            "held": SIZES[self.hands][:, order],
            "discards": self.discards,
            "turn": np.full(len(self.hands), turn),
            "first": np.full(len(self.hands), (self.first - seat) % self.players),
        }


class Choice(NamedTuple):
    """A move in each position."""

    field: Ints
    """Which is filled; or `SWAPS`."""
    points: Ints
    penalty: Ints
    kept: Ints
    """The number of the hand that is left of the old one, after a trim too."""
    size: Ints
    """How many cards are then held, those drawn too."""
    value: Floats
    """The chance to win of the seat on turn, expected before the draw."""


# A turn


def played(at: Positions, mover: int, choice: Choice, random: Floats) -> Positions:
    """A turn of a seat, with the cards that random numbers from 0 to 1 stand for."""
    each, fills = np.arange(len(at.hands)), choice.field != SWAPS
    sheets, penalties, hands = at.sheets.copy(), at.penalties.copy(), at.hands.copy()
    sheets[each[fills], mover, choice.field[fills]] = choice.points[fills]
    penalties[:, mover] += choice.penalty
    discards = at.discards + COUNTS[hands[:, mover]] - COUNTS[choice.kept]
    drawn, pile, discards = drawn_or_shuffled(at.pile, discards, choice.size - SIZES[choice.kept], random)
    hands[:, mover] = numbers(np, COUNTS[choice.kept] + drawn)
    return Positions(sheets, penalties, hands, discards, pile, at.first)


def drawn_or_shuffled(pile: Ints, discards: Ints, wanted: Ints, random: Floats) -> tuple[Ints, Ints, Ints]:
    """K12, K20: the cards drawn, the pile and the discards after it."""
    there = np.minimum(wanted, pile.sum(axis=1))
    drawn, pile = taken(pile, there, random)
    short = (wanted > there)[:, None]
    pile, discards = np.where(short, discards, pile), np.where(short, 0, discards)
    more, pile = taken(pile, wanted - there, random[:, ::-1])
    return drawn + more, pile, discards


def taken(pile: Ints, wanted: Ints, random: Floats) -> tuple[Ints, Ints]:
    """So many cards of each pile, one after the other, and what is left of it."""
    left, drawn, each = pile.copy(), np.zeros_like(pile), np.arange(len(pile))
    for at in range(wanted.max(initial=0)):
        up_to = left.cumsum(axis=1)
        card = (up_to > (random[:, at] * up_to[:, -1])[:, None]).argmax(axis=1)
        takes = wanted > at
        left[each, card] -= takes
        drawn[each, card] += takes
    return drawn, left
