"""What a position of Karten-Kniffel is worth to a seat, as a small network says: what lies open, times what it holds.

What lies open gives a few numbers, the cards in hand give as many, and their products are added up. So all hands that
a draw may bring can be judged at once. One of the numbers of a hand is what it promises on the seat's sheet by the rule
of thumb that the greedy bot follows. The other hands are not seen.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pasch.games.kniffel.bots import NOTHING, SURE_OF_BONUS, SURE_OF_MALUS, TURN, USUAL
from pasch.games.kniffel.encode import EMPTY, fields
from pasch.games.kniffel.hands import all_hands
from pasch.games.kniffel.model import (
    BONUS,
    BONUS_FROM,
    CARDS_PER_VALUE,
    FIELDS,
    FULL_HOUSE,
    HAND,
    KNIFFEL,
    LARGE_STRAIGHT,
    MALUS,
    MALUS_BELOW,
    SMALL_STRAIGHT,
    UPPER,
    VALUES,
)
from pasch.games.network import Shapes, Weights, joined, layers, named, one_hot, through

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


def most_points(xp: Any, held: Any) -> Any:
    """For each field, in a new last dimension, the most points that hands bring there; 0: they do not meet it."""
    has, most = held > 0, held.max(axis=-1)
    pairs, three = (held >= 2).sum(axis=-1) >= 2, most >= 3
    lower = [
        _of_a_kind(xp, held, 3),
        _of_a_kind(xp, held, 4),
        FULL_HOUSE * (pairs & three),
        SMALL_STRAIGHT * _run(has, 4).any(axis=-1),
        LARGE_STRAIGHT * _run(has, 5).any(axis=-1),
        KNIFFEL * (most >= HAND),
    ]
    upper = xp.minimum(held, HAND) * xp.asarray(list(VALUES))
    return xp.concatenate([upper, xp.stack(lower, axis=-1)], axis=-1)


def _of_a_kind(xp: Any, held: Any, size: int) -> Any:
    """The largest sum of five cards, so many of them equal."""
    best = 0 * held[..., 0]
    for value in VALUES:
        left, total = HAND - size + 0 * best, size * value
        for other in reversed(VALUES):
            taken = xp.minimum(held[..., other - 1] - (size if other == value else 0), left)
            left, total = left - taken, total + other * taken
        best = xp.maximum(best, xp.where((held[..., value - 1] >= size) & (left == 0), total, 0))
    return best


# What a hand promises, by rule of thumb

USUAL_POINTS, TURNS = (np.array(column, np.float32) for column in zip(*USUAL.values(), strict=True))


def gains(xp: Any, sheet: Any, brings: Any) -> Any:
    """What filling each field of a sheet brings over leaving it free, for hands that bring so many points there.

    `brings` has a dimension for the fields and one for the hands before it; they are all held beside the same sheet.
    """
    free, upper = sheet == EMPTY, len(UPPER)
    usual = xp.where(free, xp.asarray(USUAL_POINTS), 0)
    heads_for = xp.where(free, usual, sheet)[..., :upper].sum(axis=-1)[..., None, None]
    is_last = (free[..., :upper].sum(axis=-1) == 1)[..., None, None]
    after = heads_for - usual[..., None, :upper] + brings[..., :upper]
    bonus = xp.where(is_last, _bonus(xp, after), _heading(xp, after)) - _heading(xp, heads_for)
    worth = brings + (TURN * xp.asarray(TURNS) - usual)[..., None, :]
    worth = xp.concatenate([worth[..., :upper] + bonus, worth[..., upper:]], axis=-1)
    return xp.where(free[..., None, :] & (brings > 0), worth, NOTHING)


def _heading(xp: Any, upper: Any) -> Any:
    way = (upper - SURE_OF_MALUS) / (SURE_OF_BONUS - SURE_OF_MALUS)
    return MALUS + (BONUS - MALUS) * xp.clip(way, 0, 1)


def _bonus(xp: Any, upper: Any) -> Any:
    """K14."""
    return xp.where(upper >= BONUS_FROM, BONUS, xp.where(upper < MALUS_BELOW, MALUS, 0))


def promise(xp: Any, sheet: Any, brings: Any) -> Any:
    """What each hand promises for the next turn."""
    return gains(xp, sheet, brings).max(axis=-1)


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
    return entered.sum(axis=-1) + _bonus(xp, upper) - penalties


# The network


def shapes(players: int) -> Shapes:
    of_the_table = (OF_A_SHEET + 2) * players + 1 + len(VALUES)
    return {
        **layers("open", of_the_table, *OPEN),
        **layers("alone", OPEN[-1], players + 1),
        **layers("with", OPEN[-1], (players + 1) * FACTORS),
        **layers("held", OF_A_HAND, *HELD),
    }


def judged(xp: Any, weights: Weights, observation: Any, players: int) -> Any:
    """For each place a number that grows with its chance, and last what the seat's score may be."""
    seen = named(fields(players), observation)
    held = seen["hand"][..., None, :]
    hands = embedded(xp, weights, held)
    promised = promise(xp, seen["sheet"][..., 0, :], most_points(xp, held))
    return with_hands(xp, weights, of_the_table(xp, seen, players), hands, promised, players)[..., 0, :]


def embedded(xp: Any, weights: Weights, held: Any) -> Any:
    return through(xp, weights, "held", of_hands(xp, held), len(HELD))


def with_hands(xp: Any, weights: Weights, table: Any, held: Any, promised: Any, players: int) -> Any:
    """The same for many hands beside the same table, in a dimension before the last."""
    outer = xp.maximum(through(xp, weights, "open", table, len(OPEN)), 0)
    alone = through(xp, weights, "alone", outer, 1)[..., None, :]
    factors = through(xp, weights, "with", outer, 1)
    factors = factors.reshape(*factors.shape[:-1], FACTORS, players + 1)
    return alone + held @ factors[..., :-1, :] + (promised / LARGE)[..., None] * factors[..., -1:, :]


def next_places(sizes: Sequence[int]) -> list[NDArray[np.int64]]:
    """For all hands of each size: where the hands stand, among those of the next size, that one more card makes."""
    found = []
    for size in sizes:
        place = {hand: at for at, hand in enumerate(all_hands(size + 1))}
        found.append(np.array([[place[tuple(sorted((*hand, value)))] for value in VALUES] for hand in all_hands(size)]))
    return found
