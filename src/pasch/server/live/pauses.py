"""How long a bot takes for a choice while somebody watches: about as long as a person of its kind would."""

from math import log2
from typing import NamedTuple

ONLY_ONE = 0.5
"""The pause for a forced move is shorter."""
LONGEST = 1.6
"""The upper limit, for any number of moves."""


class Tempo(NamedTuple):
    usual: float = 1.0
    """How long it takes, compared with the usual level."""
    uneven: float = 0.3
    """How far a choice may be quicker or slower than that, as a share of it."""


TEMPOS = {
    "beginner": Tempo(0.8, 0.15),
    "easy": Tempo(0.9, 0.2),
    "good": Tempo(1.1, 0.4),
    "strong": Tempo(1.2, 0.5),
}
"""The weak play off the cuff, always at the same pace; the strong ponder, now more and now less."""


def thinking_time(level: str, choices: int, chance: float) -> float:
    """As a multiple of the pause that a node is run with; `chance` is a number from 0 to 1."""
    tempo = TEMPOS.get(level, Tempo())
    much = ONLY_ONE if choices == 1 else min(LONGEST, 0.8 + 0.2 * log2(choices))
    return tempo.usual * much * (1 + tempo.uneven * (2 * chance - 1))
