"""How well somebody plays: the mean loss of counted decisions beside those of the levels.

What the levels lose was measured (`benchmarks/coach.py`) and lies beside the weights of each game.
"""

from collections.abc import Callable, Iterable
from functools import cache
from itertools import pairwise

import msgspec

from pasch.bots.confidence import Mean, half_width
from pasch.bots.levels import LADDER
from pasch.coach.rounding import steady
from pasch.coach.values import Grade
from pasch.engine.game import AnyGame, Value
from pasch.games import folder

ENOUGH = 100
"""With fewer counted decisions a grade is provisional."""
FILE = "learning/levels.json"


class Measured(Value, frozen=True):
    """What a level loses for each counted decision."""

    mean_loss: float
    error: float
    """The standard error."""
    decisions: int


Table = dict[int, dict[str, Measured]]
"""By the number of players, then by level."""


@cache
def levels(game: AnyGame) -> Table:
    """Empty where nothing has been measured."""
    file = folder(game) / FILE
    return msgspec.json.decode(file.read_bytes(), type=Table) if file.exists() else {}


def grade(game: AnyGame, players: int, losses: Iterable[float]) -> Grade | None:
    """Of counted decisions, in one match or many; None where there are none, or no levels to compare them with."""
    found = Mean()
    for loss in losses:
        found.add(loss)
    return grade_of(game, players, found)


def grade_of(game: AnyGame, players: int, found: Mean) -> Grade | None:
    """The same, of losses that are added up already."""
    table = levels(game).get(players)
    if not found.count or not table:
        return None
    error = margin(found)
    return Grade(
        like=_nearest(table, found.value),
        low=_nearest(table, found.value + error),
        high=_nearest(table, max(0.0, found.value - error)),
        mean_loss=steady(found.value),
        error=steady(min(1.0, error)),
        decisions=found.count,
        provisional=found.count < ENOUGH,
    )


def margin(found: Mean) -> float:
    """Half the width of its 95 % interval; a single decision says nothing."""
    return half_width(found) if found.count > 1 else 1.0


def _nearest(table: dict[str, Measured], loss: float) -> str:
    return min((level for level in LADDER if level in table), key=lambda level: abs(table[level].mean_loss - loss))


def heights(game: AnyGame, players: int) -> Callable[[float], float]:
    """A mean loss as a height on the ladder: 0 is the weakest level, 1 the next, and between them in proportion."""
    table = levels(game).get(players, {})
    rungs = [(table[level].mean_loss, at) for at, level in enumerate(LADDER) if level in table]

    def height(loss: float) -> float:
        if not rungs or loss >= rungs[0][0]:
            return 0.0
        for (more, low), (less, high) in pairwise(rungs):
            if less <= loss < more:
                return low + (high - low) * (more - loss) / (more - less)
        return float(rungs[-1][1])

    return height
