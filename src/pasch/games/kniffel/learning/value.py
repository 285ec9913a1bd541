"""What a position of Karten-Kniffel is worth to a seat, as a small network says: what lies open, times what it holds.

What lies open gives a few numbers, the cards in hand give as many, and their products are added up. So all hands that
a draw may bring can be judged at once. One of the numbers of a hand is what it promises on the seat's sheet by the rule
of thumb that the greedy bot follows. The other hands are not seen.
"""

from typing import Any

import numpy as np

from pasch.games.kniffel.learning.encode import EMPTY, fields
from pasch.games.kniffel.learning.heuristic import bonus, has_run, most_points, promise
from pasch.games.kniffel.model import (
    BONUS_FROM,
    CARDS_PER_VALUE,
    FIELDS,
    HAND,
    MALUS_BELOW,
    UPPER,
    VALUES,
)
from pasch.games.network import Shapes, Weights, concatenated, layers, mlp, named, one_hot

OPEN = (160, 80)
HELD = (64, 32)
"""The sizes of the layers for what lies open and for the cards in hand; the last is how many products there are, but
for one more: that with the hand's promise."""
FACTORS = HELD[-1] + 1
LARGE = 40
"""What a hand promises is divided by this."""
OF_A_SHEET = len(FIELDS) + 9
OF_A_HAND = len(VALUES) * HAND + 10
PAR = 3
"""So many cards in each upper field bring the bonus (K14)."""

# Hands


def of_hands(xp: Any, held: Any) -> Any:
    """The numbers of hands, given as how many cards of each value they have."""
    least = (held[..., None] >= xp.arange(1, HAND + 1)).astype(np.float32)
    has = held > 0
    runs = [has_run(has, length) for length in (3, 4, 5)]
    size = held.sum(axis=-1)
    most, different = held.max(axis=-1), has.sum(axis=-1)
    sizes = [size <= HAND, size == HAND + 1, size > HAND + 1]
    full = ((held >= 2).sum(axis=-1) >= 2) & (most >= 3)
    two_pairs = (held >= 2).sum(axis=-1) >= 2
    each = [*runs, *sizes, most / HAND, different / HAND, full, two_pairs]
    return concatenated(
        xp, [least.reshape(*least.shape[:-2], -1), xp.stack([item.astype(np.float32) for item in each], -1)]
    )


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
    sheets = concatenated(xp, [filled, xp.stack([item.astype(np.float32) for item in each], axis=-1)])
    unseen = CARDS_PER_VALUE - seen["discards"]
    return concatenated(
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
    return entered.sum(axis=-1) + bonus(xp, upper) - penalties


# The network


def shapes(players: int) -> Shapes:
    of_the_table = (OF_A_SHEET + 2) * players + 1 + len(VALUES)
    return {
        **layers("open", of_the_table, *OPEN),
        **layers("alone", OPEN[-1], players + 1),
        **layers("with", OPEN[-1], (players + 1) * FACTORS),
        **layers("held", OF_A_HAND, *HELD),
    }


def logits(xp: Any, weights: Weights, observation: Any, players: int) -> Any:
    """For each place a number that grows with its chance, and last what the seat's score may be."""
    seen = named(fields(players), observation)
    held = seen["hand"][..., None, :]
    hands = embedded(xp, weights, held)
    promised = promise(xp, seen["sheet"][..., 0, :], most_points(xp, held))
    return with_hands(xp, weights, of_the_table(xp, seen, players), hands, promised, players)[..., 0, :]


def embedded(xp: Any, weights: Weights, held: Any) -> Any:
    return mlp(xp, weights, "held", of_hands(xp, held), len(HELD))


def with_hands(xp: Any, weights: Weights, table: Any, held: Any, promised: Any, players: int) -> Any:
    """The same for many hands beside the same table, in a dimension before the last."""
    outer = xp.maximum(mlp(xp, weights, "open", table, len(OPEN)), 0)
    alone = mlp(xp, weights, "alone", outer, 1)[..., None, :]
    factors = mlp(xp, weights, "with", outer, 1)
    factors = factors.reshape(*factors.shape[:-1], FACTORS, players + 1)
    return alone + held @ factors[..., :-1, :] + (promised / LARGE)[..., None] * factors[..., -1:, :]
