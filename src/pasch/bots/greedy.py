"""A player that takes what looks best at first sight."""

from collections.abc import Sequence
from typing import Any

from pasch.engine.draws import Below
from pasch.engine.game import Seat
from pasch.games.parts import Greedy as GreedyPart


class Greedy:
    def __init__(self, game: GreedyPart) -> None:
        self._game = game

    def choose(self, view: Any, seat: Seat, moves: Sequence[Any], below: Below) -> Any:
        worth = self._game.worth(view, seat, moves)
        best = max(worth)
        equals = [move for move, value in zip(moves, worth, strict=True) if value == best]
        return equals[below(len(equals))]
