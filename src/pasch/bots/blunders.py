"""A player that blunders: it overlooks some moves."""

from collections.abc import Sequence
from typing import Any

from pasch.bots.bot import FINE, Bot
from pasch.engine.draws import Below
from pasch.engine.game import Seat


class Blundering:
    def __init__(self, player: Bot, rate: float) -> None:
        """`rate`: the probability of overlooking each move; if all would be overlooked, none is."""
        self._player = player
        self._seen_from = round(rate * FINE)

    def choose(self, view: Any, seat: Seat, moves: Sequence[Any], below: Below) -> Any:
        thought_of = [move for move in moves if below(FINE) >= self._seen_from] or moves
        return self._player.choose(view, seat, thought_of, below)
