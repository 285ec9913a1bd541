"""The chances of all seats along a match, and the luck of every stroke of chance."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pasch.bots.luck import FEW_WAYS, expected_shares
from pasch.coach.judging import exact_weights
from pasch.engine.draws import Below, Cards, Dice, Draw, sets_of, spread
from pasch.engine.game import AnyGame

SAMPLE = 42
"""How many outcomes stand for all, where there are too many to enumerate: a multiple of the faces of a die."""

Row = NDArray[np.float64]


class Curve:
    """The chances of the seats of one match, in rows."""

    def __init__(self, game: AnyGame, players: int, below: Below) -> None:
        self._game, self._players, self._below = game, players, below
        self._weights = exact_weights(game, players)

    def at(self, before: Any, state: Any) -> Row:
        """In a state that does not wait for chance; `before`: the state before it."""
        found: Row = expected_shares(self._game, self._weights, before, [state], self._players)[0]
        return found

    def fallen(self, before: Any, draw: Draw[Any], after: Any) -> tuple[Row, Row, float]:
        """Before and after a stroke of chance, and the standard error of the first (of rolls: what it is at most)."""
        outcomes, ways, exact = self._outcomes(draw)
        states = [after, *(self._game.settle(before, outcome) for outcome in outcomes)]
        values = expected_shares(self._game, self._weights, before, states, self._players)
        error = 0.0 if exact else float(values[1:].std(axis=0, ddof=1).max() / len(ways) ** 0.5)
        return np.average(values[1:], axis=0, weights=ways), values[0], error

    def _outcomes(self, draw: Draw[Any]) -> tuple[list[Any], list[int], bool]:
        """What may fall, in how many ways each, and whether that is all."""
        if draw.ways <= FEW_WAYS:
            return [draw.fall(way) for way in range(draw.ways)], [1] * draw.ways, True
        if isinstance(draw, Cards) and not draw.in_order:
            outcomes, ways = zip(*sets_of(draw), strict=True)
            return list(outcomes), list(ways), True
        if isinstance(draw, Dice):
            return spread(draw, SAMPLE, self._below), [1] * SAMPLE, False
        return [draw.fall(self._below(draw.ways)) for _ in range(SAMPLE)], [1] * SAMPLE, False
