"""How much of a match was luck, so that contests need fewer matches.

At every stroke of chance the strong bot's network judges what fell, and what else might have fallen: the difference,
seat by seat, is luck. Whatever the network thinks, these differences are 0 on average, so that a share of the win less
the luck on the way there is right on average too; and the better it judges, the less is left to chance. Between players
who are no match for each other, where hardly anything is left to chance, it adds noise instead. Backgammon programs
measure each other this way (variance reduction).
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pasch.engine.draws import Below, Draw
from pasch.engine.errors import Malformed
from pasch.engine.game import AnyGame, Over
from pasch.engine.language import Text
from pasch.games.parts import strong_of
from pasch.games.weights import is_learned, trained

FEW_WAYS, SAMPLE = 36, 32
"""Up to so many ways in which chance can fall are all looked at, of more only some."""

Shares = NDArray[np.float64]


def check_weighable(game: AnyGame) -> None:
    if not is_learned(game):
        raise Malformed(
            Text(
                f"Das Glück lässt sich nicht wägen: {game.title.de} hat noch niemand gelernt.",
                f"Luck cannot be weighed: nobody has learned {game.title.en} yet.",
            )
        )


class Luck:
    """What chance brought each seat of one match, in shares of the win."""

    def __init__(self, game: AnyGame, players: int, below: Below) -> None:
        self._game, self._below = game, below
        self._weights = trained(game, players).weights
        self._foresees = strong_of(game)
        self.brought: Shares = np.zeros(players)

    def see(self, before: Any, draw: Draw[Any], after: Any) -> None:
        """Chance has led from one state to another."""
        ways = range(draw.ways) if draw.ways <= FEW_WAYS else [self._below(draw.ways) for _ in range(SAMPLE)]
        judged = self._judged(before, [after, *(self._game.settle(before, draw.fall(way)) for way in ways)])
        self.brought += judged[0] - judged[1:].mean(axis=0)

    def _judged(self, before: Any, states: Sequence[Any]) -> Shares:
        """In rows that sum up to one."""
        judged = np.zeros((len(states), len(self.brought)))
        ends = [turn.result if isinstance(turn := self._game.turn(state), Over) else None for state in states]
        open_ = [at for at, end in enumerate(ends) if end is None]
        for at, end in enumerate(ends):
            if end is not None:
                judged[at] = [end.share(seat) for seat in range(len(self.brought))]
        if open_:
            judged[open_] = self._foresees.foreseen(self._weights, before, [states[at] for at in open_])
        judged /= judged.sum(axis=1, keepdims=True)
        return judged
