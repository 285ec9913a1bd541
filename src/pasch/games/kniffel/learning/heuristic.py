"""The rule of thumb in Karten-Kniffel: what filling a field brings over leaving it free, and what hands promise so.

The greedy bot follows it, and the network of the strong one is told of it. Written once, for NumPy and for JAX: `xp`
is `numpy` or `jax.numpy`.
"""

from typing import Any

import numpy as np

from pasch.games.kniffel.learning.encode import EMPTY
from pasch.games.kniffel.model import (
    BONUS,
    BONUS_FROM,
    FULL_HOUSE,
    HAND,
    KNIFFEL,
    LARGE_STRAIGHT,
    MALUS,
    MALUS_BELOW,
    SMALL_STRAIGHT,
    UPPER,
    VALUES,
    Field,
)

TURN = 6.0
"""What a turn is worth: time counts, because the first to fill the sheet ends the match for all."""
USUAL = {
    Field.ONES: (2, 1.0),
    Field.TWOS: (5, 1.2),
    Field.THREES: (8, 1.5),
    Field.FOURS: (12, 2.0),
    Field.FIVES: (16, 2.5),
    Field.SIXES: (20, 3.0),
    Field.THREE_OF_A_KIND: (23, 2.0),
    Field.FOUR_OF_A_KIND: (24, 3.5),
    Field.FULL_HOUSE: (FULL_HOUSE, 2.2),
    Field.SMALL_STRAIGHT: (SMALL_STRAIGHT, 1.7),
    Field.LARGE_STRAIGHT: (LARGE_STRAIGHT, 2.4),
    Field.KNIFFEL: (KNIFFEL, 6.5),
}
"""The points that a field usually brings and the turns that they take: what is given up by filling it now. About what
these bots reach, 63 in the upper part (K14); the kniffel counts longer, so that one that is held is entered there."""
SURE_OF_MALUS, SURE_OF_BONUS = 25, 80
"""The upper parts one may be heading for: the nearer the second, the more of the bonus is counted in. So far apart
that an upper point counts twice, but no bonus is worth a whole match."""
NOTHING = -20.0
"""A hand that meets no free field: about three more turns."""

USUAL_POINTS = np.array([points for points, _ in USUAL.values()], float)
GIVEN_UP = np.array([points - TURN * turns for points, turns in USUAL.values()])


# What a hand brings


def most_points(xp: Any, held: Any) -> Any:
    """For each field, in a new last dimension, the most points that hands bring there; 0: they do not meet it.

    Hands are given as how many cards of each value they have.
    """
    has, most = held > 0, held.max(axis=-1)
    pairs, three = (held >= 2).sum(axis=-1) >= 2, most >= 3
    lower = [
        _of_a_kind(xp, held, 3),
        _of_a_kind(xp, held, 4),
        FULL_HOUSE * (pairs & three),
        SMALL_STRAIGHT * has_run(has, 4),
        LARGE_STRAIGHT * has_run(has, 5),
        KNIFFEL * (most >= HAND),
    ]
    upper = xp.minimum(held, HAND) * xp.asarray(list(VALUES))
    return xp.concatenate([upper, xp.stack(lower, axis=-1)], axis=-1)


def has_run(has: Any, length: int) -> Any:
    """Whether there are so many values one after the other; `has`: which there are."""
    found = has[..., : 7 - length]
    for at in range(1, length):
        found = found & has[..., at : 7 - length + at]
    return found.any(axis=-1)


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


# What that is worth


def gains(xp: Any, sheet: Any, brings: Any) -> Any:
    """What filling each field of a sheet brings over leaving it free, for hands that bring so many points there.

    `brings` has a dimension for the fields and one for the hands before it; they are all held beside the same sheet.
    """
    free, upper = sheet == EMPTY, len(UPPER)
    usual = xp.where(free, xp.asarray(USUAL_POINTS), 0)
    heads_for = xp.where(free, usual, sheet)[..., :upper].sum(axis=-1)[..., None, None]
    left = free[..., :upper].sum(axis=-1)[..., None, None]
    before = _bonus_ahead(xp, heads_for, left)
    after = _bonus_ahead(xp, heads_for - usual[..., None, :upper] + brings[..., :upper], left - 1)
    filled = xp.concatenate([brings[..., :upper] + after, brings[..., upper:] + before], axis=-1)
    return xp.where(free[..., None, :] & (brings > 0), filled - (before + xp.asarray(GIVEN_UP)), NOTHING)


def _bonus_ahead(xp: Any, upper: Any, left: Any) -> Any:
    """The bonus or malus that an upper part is heading for, with so many fields left there."""
    way = (upper - SURE_OF_MALUS) / (SURE_OF_BONUS - SURE_OF_MALUS)
    return xp.where(left == 0, bonus(xp, upper), MALUS + (BONUS - MALUS) * xp.clip(way, 0, 1))


def bonus(xp: Any, upper: Any) -> Any:
    """K14."""
    return xp.where(upper >= BONUS_FROM, BONUS, xp.where(upper < MALUS_BELOW, MALUS, 0))


def promise(xp: Any, sheet: Any, brings: Any) -> Any:
    """What each hand promises for the next turn."""
    return gains(xp, sheet, brings).max(axis=-1)
