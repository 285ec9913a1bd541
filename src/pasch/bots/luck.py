"""Variance reduction by luck adjustment: how much of a match was luck, so that contests need fewer matches.

At every chance event the strong bot's network evaluates the state it led to, and the other states it might have led to:
the difference, seat by seat, is luck. Whatever the network says, these differences have mean 0 (a control variate), so
a win share less the luck on the way there is unbiased; and the better the network, the smaller its variance. Between
players who are no match for each other, where hardly anything is left to chance, it adds noise instead. Backgammon
programs measure each other this way.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pasch.engine.draws import Below, Draw
from pasch.engine.errors import Malformed
from pasch.engine.game import AnyGame, Over
from pasch.games.network import Weights
from pasch.games.parts import strong_of
from pasch.games.weights import is_learned, trained

FEW_WAYS, SAMPLE = 36, 32
"""A chance event with up to so many outcomes is averaged over all of them, one with more over a sample."""

Shares = NDArray[np.float64]


def check_weighable(game: AnyGame) -> None:
    if not is_learned(game):
        raise Malformed(
            f"Das Glück lässt sich nicht herausrechnen: {game.title.de} hat noch kein Netz gelernt.",
            f"Luck cannot be weighed: no network has learned {game.title.en} yet.",
        )


class Luck:
    """What chance brought each seat of one match, in win shares."""

    def __init__(self, game: AnyGame, players: int, below: Below) -> None:
        self._game, self._below = game, below
        self._weights = trained(game, players).weights
        self.brought: Shares = np.zeros(players)

    def see(self, before: Any, draw: Draw[Any], after: Any) -> None:
        """Chance has led from one state to another."""
        ways = range(draw.ways) if draw.ways <= FEW_WAYS else [self._below(draw.ways) for _ in range(SAMPLE)]
        states = [after, *(self._game.settle(before, draw.fall(way)) for way in ways)]
        values = expected_shares(self._game, self._weights, before, states, len(self.brought))
        self.brought += values[0] - values[1:].mean(axis=0)


def expected_shares(game: AnyGame, weights: Weights, before: Any, states: Sequence[Any], players: int) -> Shares:
    """Every seat's win share, expected or final, in rows that sum up to one: of the states that chance may lead to."""
    values = np.zeros((len(states), players))
    ends = [turn.result if isinstance(turn := game.turn(state), Over) else None for state in states]
    open_ = [at for at, end in enumerate(ends) if end is None]
    for at, end in enumerate(ends):
        if end is not None:
            values[at] = [end.share(seat) for seat in range(players)]
    if open_:
        values[open_] = strong_of(game).state_values(weights, before, [states[at] for at in open_])
    values /= values.sum(axis=1, keepdims=True)
    return values
