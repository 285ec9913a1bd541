"""The heuristic of Karten-Kniffel: the gain of filling a field over leaving it free, and so the value of a hand.

The greedy bot follows it, and its value of a hand is a feature of the strong bot's network. Written once, for NumPy and
for JAX: `xp` is `numpy` or `jax.numpy`.
"""

from typing import Any

import numpy as np

from pasch.games.kniffel.learning.encode import EMPTY
from pasch.games.kniffel.model import (
    BONUS,
    FULL_HOUSE,
    KNIFFEL,
    LARGE_STRAIGHT,
    MALUS,
    SMALL_STRAIGHT,
    UPPER,
    Field,
    bonus,
)

MOST_HELD = 7
"""How far bots let a hand grow: two cards more help with every field, and their penalty (K9) is less than a turn."""
TURN = 6.0
"""The value of a turn: time counts, because the first to fill the sheet ends the match for all."""
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
"""The points that a field usually brings and the turns that they take: the opportunity cost of filling it now. About
what these bots reach, 63 in the upper part (K14). The kniffel counts longer: who holds one is to enter it there."""
SURE_OF_MALUS, SURE_OF_BONUS = 25, 80
"""The upper parts between which the expected bonus grows linearly from the malus to the bonus. So far apart that an
upper point counts twice, but no bonus is worth a whole match."""
NOTHING = -20.0
"""The value of a hand that meets no free field: about three more turns."""

USUAL_POINTS = np.array([points for points, _ in USUAL.values()], float)
COSTS = np.array([points - TURN * turns for points, turns in USUAL.values()])


def gains(xp: Any, sheet: Any, points: Any) -> Any:
    """The gain of filling each field of a sheet over leaving it free, for hands that bring so many points there.

    `points` has an axis for the fields and one for the hands before it; they are all held beside the same sheet.
    """
    free, upper = sheet == EMPTY, len(UPPER)
    usual = xp.where(free, xp.asarray(USUAL_POINTS), 0)
    heads_for = xp.where(free, usual, sheet)[..., :upper].sum(axis=-1)[..., None, None]
    left = free[..., :upper].sum(axis=-1)[..., None, None]
    before = _expected_bonus(xp, heads_for, left)
    after = _expected_bonus(xp, heads_for - usual[..., None, :upper] + points[..., :upper], left - 1)
    filled = xp.concatenate([points[..., :upper] + after, points[..., upper:] + before], axis=-1)
    return xp.where(free[..., None, :] & (points > 0), filled - (before + xp.asarray(COSTS)), NOTHING)


def _expected_bonus(xp: Any, upper: Any, left: Any) -> Any:
    """The bonus or malus (K14) that an upper part is heading for, with so many fields left there."""
    progress = (upper - SURE_OF_MALUS) / (SURE_OF_BONUS - SURE_OF_MALUS)
    return xp.where(left == 0, bonus(upper), MALUS + (BONUS - MALUS) * xp.clip(progress, 0, 1))


def hand_values(xp: Any, sheet: Any, points: Any) -> Any:
    """The heuristic value of each hand: the gain of the field that it fills best."""
    return gains(xp, sheet, points).max(axis=-1)
