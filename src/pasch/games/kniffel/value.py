"""What a position of Karten-Kniffel is worth to a seat, as a small network says: what lies open, times what it holds.

What lies open gives a few numbers, the cards in hand give as many, and their products are added up. So all hands that
a draw may bring can be judged at once. The other hands are not seen.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pasch.games.kniffel.encode import EMPTY, fields
from pasch.games.kniffel.hands import all_hands
from pasch.games.kniffel.model import (
    BONUS,
    BONUS_FROM,
    CARDS_PER_VALUE,
    FIELDS,
    HAND,
    MALUS,
    MALUS_BELOW,
    UPPER,
    VALUES,
)
from pasch.games.network import Shapes, Weights, joined, layers, named, one_hot, through

OPEN = (160, 80)
HELD = (64, 32)
"""The sizes of the layers for what lies open and for the cards in hand; the last is how many products there are."""
OF_A_SHEET = len(FIELDS) + 9
OF_A_HAND = len(VALUES) * HAND + 10
PAR = 3
"""So many cards in each upper field bring the bonus (K14)."""

# Hands


@cache
def counts(size: int) -> NDArray[np.int64]:
    """For all hands of this size, in the same order everywhere: how many cards of each value."""
    return np.array([[hand.count(value) for value in VALUES] for hand in all_hands(size)])


def of_hands(xp: Any, held: Any) -> Any:
    """The numbers of hands, given as how many cards of each value they have."""
    least = (held[..., None] >= xp.arange(1, HAND + 1)).astype(np.float32)
    has = held > 0
    runs = [_run(has, length).any(axis=-1) for length in (3, 4, 5)]
    size = held.sum(axis=-1)
    most, different = held.max(axis=-1), has.sum(axis=-1)
    sizes = [size <= HAND, size == HAND + 1, size > HAND + 1]
    full = ((held >= 2).sum(axis=-1) >= 2) & (most >= 3)
    two_pairs = (held >= 2).sum(axis=-1) >= 2
    each = [*runs, *sizes, most / HAND, different / HAND, full, two_pairs]
    return joined(xp, [least.reshape(*least.shape[:-2], -1), xp.stack([item.astype(np.float32) for item in each], -1)])


def _run(has: Any, length: int) -> Any:
    found = has[..., : 7 - length]
    for at in range(1, length):
        found = found & has[..., at : 7 - length + at]
    return found


# What lies open


def of_the_table(xp: Any, seen: dict[str, Any], players: int) -> Any:
    """The numbers of what lies open; whoever looks is seat 0."""
    sheet = seen["sheet"]
    filled = sheet != EMPTY
    entered = xp.where(filled, sheet, 0)
    upper = entered[..., : len(UPPER)].sum(axis=-1)
    par = (filled[..., : len(UPPER)] * xp.asarray(PAR * np.arange(1, 7))).sum(axis=-1)
    left = len(FIELDS) - filled.sum(axis=-1)
    held = xp.where(xp.arange(players) == 0, 0, seen["held"] - HAND)
    each = [
        upper / BONUS_FROM,
        (upper - par) / 10,
        upper >= BONUS_FROM,
        upper < MALUS_BELOW,
        totals(xp, sheet, seen["penalties"]) / 200,
        left / len(FIELDS),
        left == 1,
        left <= 2,
        held / 2,
    ]
    sheets = joined(xp, [filled, xp.stack([item.astype(np.float32) for item in each], axis=-1)])
    unseen = CARDS_PER_VALUE - seen["discards"]
    return joined(
        xp,
        [
            sheets.reshape(*sheets.shape[:-2], -1),
            one_hot(xp, seen["turn"], players),
            one_hot(xp, seen["first"], players),
            (left == 0).any(axis=-1, keepdims=True),
            len(VALUES) * unseen / unseen.sum(axis=-1, keepdims=True) - 1,
        ],
    )


def totals(xp: Any, sheet: Any, penalties: Any) -> Any:
    """K14, K15."""
    entered = xp.where(sheet == EMPTY, 0, sheet)
    upper = entered[..., : len(UPPER)].sum(axis=-1)
    bonus = xp.where(upper >= BONUS_FROM, BONUS, xp.where(upper < MALUS_BELOW, MALUS, 0))
    return entered.sum(axis=-1) + bonus - penalties


# The network


def shapes(players: int) -> Shapes:
    of_the_table = (OF_A_SHEET + 2) * players + 1 + len(VALUES)
    return {
        **layers("open", of_the_table, *OPEN),
        **layers("alone", OPEN[-1], players + 1),
        **layers("with", OPEN[-1], (players + 1) * HELD[-1]),
        **layers("held", OF_A_HAND, *HELD),
    }


def judged(xp: Any, weights: Weights, observation: Any, players: int) -> Any:
    """For each place a number that grows with its chance, and last what the seat's score may be."""
    seen = named(fields(players), observation)
    held = embedded(xp, weights, seen["hand"])[..., None, :]
    return with_hands(xp, weights, of_the_table(xp, seen, players), held, players)[..., 0, :]


def embedded(xp: Any, weights: Weights, held: Any) -> Any:
    return through(xp, weights, "held", of_hands(xp, held), len(HELD))


def with_hands(xp: Any, weights: Weights, table: Any, held: Any, players: int) -> Any:
    """The same for many hands beside the same table, in a dimension before the last."""
    outer = xp.maximum(through(xp, weights, "open", table, len(OPEN)), 0)
    alone = through(xp, weights, "alone", outer, 1)[..., None, :]
    factors = through(xp, weights, "with", outer, 1)
    factors = factors.reshape(*factors.shape[:-1], HELD[-1], players + 1)
    return alone + held @ factors


def next_places(sizes: Sequence[int]) -> list[NDArray[np.int64]]:
    """For all hands of each size: where the hands stand, among those of the next size, that one more card makes."""
    found = []
    for size in sizes:
        place = {hand: at for at, hand in enumerate(all_hands(size + 1))}
        found.append(np.array([[place[tuple(sorted((*hand, value)))] for value in VALUES] for hand in all_hands(size)]))
    return found
