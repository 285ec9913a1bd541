"""Tables of all hands of up to seven cards, as many as bots hold: their cards, their parts, how they fill fields."""

import numpy as np
from numpy.typing import NDArray

from pasch.games.kniffel.learning.encode import NUMBER, SCORES, SCORING, fewer_than, joined, numbers, points_table
from pasch.games.kniffel.learning.encode import counts as counts_of
from pasch.games.kniffel.learning.heuristic import MOST_HELD
from pasch.games.kniffel.model import HAND, INDEX, MOST_DISCARDED

NUMBER_OF_HANDS = fewer_than(MOST_HELD + 1)
BEGIN = [fewer_than(size) for size in range(MOST_HELD + 2)]
"""The number of the first hand of each size."""
COUNTS = np.concatenate([counts_of(size) for size in range(MOST_HELD + 1)])
SIZES = COUNTS.sum(axis=1)
NEXT = [joined(size, 1) for size in range(MOST_HELD)]
FIVES = slice(BEGIN[HAND], BEGIN[HAND + 1])
FULL = slice(BEGIN[HAND], NUMBER_OF_HANDS)
"""The hands of five cards, and of five and more."""

PARTS = np.stack([(hand >= COUNTS).all(axis=1) & (hand.sum() - SIZES <= MOST_DISCARDED) for hand in COUNTS])
"""For each hand which others are part of it, so that the rest can be discarded."""
POINTS = np.concatenate([points_table(size) for size in range(MOST_HELD + 1)]).astype(np.int16)
"""For each hand and field: the most points; 0: none."""


def _best_scores() -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """For each hand and field: the first action that brings the most points, and the number of the hand left by it."""
    action, left = np.zeros_like(POINTS), np.zeros_like(POINTS)
    for number, (field, cards) in reversed(list(enumerate(SCORES))):
        at, needs = INDEX[field], COUNTS[NUMBER[cards]]
        best = (needs <= COUNTS).all(axis=1) & (POINTS[:, at] == POINTS[NUMBER[cards], at])
        action[best, at], left[best, at] = SCORING + number, numbers(np, COUNTS[best] - needs)
    return action, left


ACTION, LEFT = _best_scores()
