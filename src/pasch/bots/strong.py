"""A player that has learned: it takes the move with the best value, the chance to win after it."""

from collections.abc import Sequence
from math import log
from pathlib import Path
from typing import Any

from pasch.bots.bot import FINE
from pasch.engine.draws import Below
from pasch.engine.game import AnyGame, Seat
from pasch.games.parts import strong_of
from pasch.games.weights import fitting, trained

TOP = 6
"""Among how many of the best moves a temperature chooses: the others look bad at once."""
SURE = 0.00001
"""Probabilities are clipped to this distance from 0 and 1."""


class Strong:
    def __init__(self, game: AnyGame, temperature: float = 0.0, file: Path | None = None) -> None:
        """With a `temperature`, moves are sampled from the softmax of their logits divided by it; 0 takes the best.

        Moves that are nearly as good as the best are then taken often, bad ones seldom.
        """
        self._game, self._temperature, self._file = game, temperature, file
        self._part = strong_of(game)

    def choose(self, view: Any, seat: Seat, moves: Sequence[Any], below: Below) -> Any:
        if len(moves) == 1:
            return moves[0]
        values = self.move_values(view, seat, moves, below)
        if not self._temperature:
            return moves[values.index(max(values))]
        best = sorted(range(len(moves)), key=values.__getitem__, reverse=True)[:TOP]
        return moves[max(best, key=lambda at: self._noisy_logit(values[at], below))]

    def move_values(self, view: Any, seat: Seat, moves: Sequence[Any], below: Below) -> Sequence[float]:
        """For each move the seat's chance to win after it, without noise."""
        players = self._part.players(view)
        learned = trained(self._game, players) if self._file is None else fitting(self._file, self._game, players)
        return self._part.move_values(learned.weights, view, seat, moves, below)

    def _noisy_logit(self, value: float, below: Below) -> float:
        """The logit with Gumbel noise: taking the largest of these samples from the softmax (Gumbel-max)."""
        value = min(1 - SURE, max(SURE, value))
        uniform = (below(FINE) + 1) / (FINE + 1)
        return log(value / (1 - value)) - self._temperature * log(-log(uniform))
