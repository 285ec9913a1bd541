"""Hints in a match: what the coach says of a decision before it is made, from what its seat can know."""

from collections.abc import Sequence
from typing import Any

from pasch.coach.judging import judge
from pasch.coach.values import MARKS, Candidate, MarkName
from pasch.engine.game import AnyGame, Seat, Value
from pasch.engine.language import Text

ASKS_FROM = dict(MARKS)["mistake"]
"""The loss from which a move is asked back."""


class Hint(Value, frozen=True, kw_only=True):
    candidates: tuple[Candidate, ...]
    """The best moves, at most three, in the order in which the moves were given: it tells nothing."""
    best: int
    """Which of them is the best."""
    meant: Candidate | None
    """The move that its seat means to make."""
    loss: float
    """How much the best is better than that."""
    mark: MarkName | None
    why: Text | None
    """What the best move gains over the one meant, or over the second best."""


def hint(game: AnyGame, view: Any, seat: Seat, moves: Sequence[Any], meant: Any | None = None) -> Hint:
    """About a decision between at least two moves."""
    found = judge(game, view, seat, moves, moves[0] if meant is None else meant)
    if meant is None:
        found = judge(game, view, seat, moves, found.best.move)
    candidates = sorted(found.candidates, key=lambda one: moves.index(one.move))
    return Hint(
        candidates=tuple(candidates),
        best=[one.move for one in candidates].index(found.best.move),
        meant=None if meant is None else found.played,
        loss=found.loss,
        mark=found.mark,
        why=found.why,
    )
