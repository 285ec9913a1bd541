"""The moves that come closest to the best, which are searched further."""

from collections.abc import Mapping, Sequence


def closest(values: Sequence[float], most: int, within: float) -> list[int]:
    """Which moves these are, the best first: at most so many, and as close to the best as this."""
    best, order = max(values), sorted(range(len(values)), key=lambda at: -values[at])
    return [at for at in order[:most] if best - values[at] < within]


def with_further(values: Sequence[float], further: Mapping[int, float]) -> list[float]:
    """All values, with what a further search says of some, shifted so that the others stay behind the best."""
    shift = max(values) - max(further.values())
    return [float(further[at] + shift) if at in further else value for at, value in enumerate(values)]
