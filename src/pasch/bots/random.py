"""A player without a plan."""

from collections.abc import Sequence
from typing import Any

from pasch.engine.draws import Below
from pasch.engine.game import Seat
from pasch.games.parts import Greedy as GreedyPart


class Random:
    looks = False
    """It is given no view where making one would be in vain."""

    def __init__(self, game: GreedyPart) -> None:
        self._game = game

    def choose(self, view: Any, seat: Seat, moves: Sequence[Any], below: Below) -> Any:  # noqa: ARG002
        among = self._game.willing(moves)
        return among[below(len(among))]
