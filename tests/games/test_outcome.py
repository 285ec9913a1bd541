"""How a match ends for a seat, as networks learn it, and what a seat plays for."""

import numpy as np

from pasch.games.outcome import SCORE_SCALE, places_taken, wanted


def test_places_that_are_shared_are_shared_equally() -> None:
    expected = [[0, 0.5, 0.5, 0], [1, 0, 0, 0], [0, 0.5, 0.5, 0], [0, 0, 0, 1]]
    assert places_taken(np, np.array([7, 9, 7, 1])).tolist() == expected
    assert places_taken(np, np.array([[2, 1], [3, 3]])).tolist() == [[[1, 0], [0, 1]], [[0.5, 0.5], [0.5, 0.5]]]


def test_a_win_is_wanted_first_then_a_place_then_a_score() -> None:
    first, second, third = np.eye(3)
    hardly_first = 0.02 * first + 0.98 * third
    ends = [(first, 1), (hardly_first, 1), (second, 9), (second, 8), (third, 9)]
    values = [float(wanted(np, places, SCORE_SCALE * score)) for places, score in ends]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)
