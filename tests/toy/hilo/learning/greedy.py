"""What High or low adds to the bots: high is always better."""

from collections.abc import Sequence

from pasch.engine.game import Seat

from ..model import Move, View


def willing(moves: Sequence[Move]) -> Sequence[Move]:
    return moves


def worth(view: View, seat: Seat, moves: Sequence[Move]) -> Sequence[float]:
    return [move.word == "high" for move in moves]
