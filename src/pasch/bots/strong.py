"""A player that has learned: it takes the move after which its chance to win is best, as far as it sees."""

from collections.abc import Sequence
from math import log
from pathlib import Path
from typing import Any

from pasch.bots.bot import FINE
from pasch.engine.draws import Below
from pasch.engine.game import AnyGame, Seat
from pasch.games.parts import strong_of
from pasch.games.weights import fitting, trained

WEIGHED = 6
"""How many of the best moves somebody who wavers weighs against each other: the others look bad at once."""
SURE = 0.00001
"""Chances nearer to 0 or 1 than this are not told apart."""


class Strong:
    def __init__(self, game: AnyGame, wavers: float = 0.0, file: Path | None = None) -> None:
        """`wavers`: how far off it judges the odds of winning, about by a factor of e to this power.

        Moves that are nearly as good as the best are then taken for it often, bad ones seldom.
        """
        self._game, self._wavers, self._file = game, wavers, file
        self._looks = strong_of(game)

    def choose(self, view: Any, seat: Seat, moves: Sequence[Any], below: Below) -> Any:
        if len(moves) == 1:
            return moves[0]
        shares = self.shares(view, seat, moves, below)
        if not self._wavers:
            return moves[shares.index(max(shares))]
        best = sorted(range(len(moves)), key=shares.__getitem__, reverse=True)[:WEIGHED]
        return moves[max(best, key=lambda at: self._wavering(shares[at], below))]

    def shares(self, view: Any, seat: Seat, moves: Sequence[Any], below: Below) -> Sequence[float]:
        """For each move the seat's chance to win, as it sees it when it does not waver."""
        players = self._looks.players(view)
        learned = trained(self._game, players) if self._file is None else fitting(self._file, self._game, players)
        return self._looks.shares(learned.weights, view, seat, moves, below)

    def _wavering(self, share: float, below: Below) -> float:
        share = min(1 - SURE, max(SURE, share))
        noise = (below(FINE) + 1) / (FINE + 1)
        return log(share / (1 - share)) - self._wavers * log(-log(noise))
