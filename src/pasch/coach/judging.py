"""A decision judged by what its seat could know: the chance to win after every move, by the strong bot's network."""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from pasch.coach.rounding import steady
from pasch.coach.values import COUNTS_FROM, MARKS, Candidate, Judgement, MarkName
from pasch.engine.draws import Below, chance
from pasch.engine.game import AnyGame, Seat
from pasch.games.parts import reasons_of, strong_of
from pasch.games.weights import trained

SHOWN = 3
"""How many candidates are kept."""

Weights = dict[str, NDArray[np.float64]]


@lru_cache(64)
def exact_weights(game: AnyGame, players: int) -> Weights:
    """The weights of the strong bot in double precision: machines then agree in far more digits than are shown."""
    return {name: array.astype(np.float64) for name, array in trained(game, players).weights.items()}


def source(*said: object) -> Below:
    """A repeatable source of chance that depends on what is said, and on nothing else."""
    return chance(sha256(msgspec.json.encode(said)).hexdigest())


def chances_of(game: AnyGame, view: Any, seat: Seat, moves: Sequence[Any]) -> list[float]:
    """The seat's chance to win after each move, by what it knows: equal views give equal chances."""
    part = strong_of(game)
    weights = exact_weights(game, part.players(view))
    values = part.judged_values(weights, view, seat, moves, source(game.id, seat, view))
    return [steady(min(1.0, max(0.0, value))) for value in values]


def mark_for(loss: float) -> MarkName | None:
    return next((mark for mark, least in MARKS if loss >= least), None)


def judge(game: AnyGame, view: Any, seat: Seat, moves: Sequence[Any], played: Any) -> Judgement:
    """A decision between at least two moves."""
    values = chances_of(game, view, seat, moves)
    order = sorted(range(len(moves)), key=lambda at: (-values[at], moves[at] != played))
    mine = values[moves.index(played)]
    loss = steady(values[order[0]] - mine)
    best, reasons = moves[order[0]], reasons_of(game)
    return Judgement(
        seat=seat,
        played=Candidate(played, mine),
        best=Candidate(best, values[order[0]]),
        candidates=tuple([Candidate(moves[at], values[at]) for at in order[:SHOWN]]),
        rank=1 + sum(value > mine for value in values),
        moves=len(moves),
        lead=steady(values[order[0]] - values[order[1]]),
        loss=loss,
        counted=values[order[0]] - values[order[-1]] >= COUNTS_FROM,
        mark=mark_for(loss),
        why=reasons.why(view, seat, best, played if loss else moves[order[1]]) if reasons else None,
    )
