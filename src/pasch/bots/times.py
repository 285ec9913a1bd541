"""How long moves take: mean, median and worst of any number of them, in little memory."""

from collections import Counter
from math import floor, log2

BINS_PER_DOUBLING = 16
"""So narrow that the median is right within 2.2 %."""
SHORTEST = 1e-9


class Times:
    """Durations in seconds. Only how many fall into each bin is kept, and the bins widen with the durations."""

    __slots__ = ("bins", "moves", "seconds", "worst")

    def __init__(self) -> None:
        self.bins: Counter[int] = Counter()
        self.moves = 0
        self.seconds = 0.0
        self.worst = 0.0

    def add(self, seconds: float) -> None:
        self.bins[floor(log2(max(seconds, SHORTEST)) * BINS_PER_DOUBLING)] += 1
        self.moves += 1
        self.seconds += seconds
        self.worst = max(self.worst, seconds)

    def join(self, other: "Times") -> None:
        self.bins.update(other.bins)
        self.moves += other.moves
        self.seconds += other.seconds
        self.worst = max(self.worst, other.worst)

    @property
    def mean(self) -> float:
        return self.seconds / max(1, self.moves)

    @property
    def median(self) -> float:
        so_far = 0
        for bin_, count in sorted(self.bins.items()):
            so_far += count
            if 2 * so_far >= self.moves:
                return min(self.worst, 2 ** ((bin_ + 0.5) / BINS_PER_DOUBLING))
        return 0.0
