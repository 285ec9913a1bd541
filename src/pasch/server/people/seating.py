"""Who sits with whom in a round of a club evening: whoever has met sits apart, and equals play against equals."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from pasch.engine.draws import Below

T = TypeVar("T")
Group = Sequence[str]
TRIES = 8
"""From how many first drafts the best is taken."""


def table_sizes(people: int, wanted: int, limits: tuple[int, int]) -> list[int]:
    """How many sit at each table: within the limits of the game, no two tables more than one apart, and as near to
    what is wanted as can be. Empty where no such tables are possible."""
    few, many = limits
    possible = [tables for tables in range(1, people + 1) if few * tables <= people <= many * tables]
    if not possible:
        return []
    tables = min(possible, key=lambda tables: (abs(people / tables - wanted), tables))
    return [people // tables + (at < people % tables) for at in range(tables)]


def meetings(rounds: Iterable[Iterable[Group]]) -> Counter[frozenset[str]]:
    """How often each two have sat together."""
    return Counter(
        frozenset(pair) for tables in rounds for group in tables for pair in combinations(dict.fromkeys(group), 2)
    )


def draw(
    people: Sequence[str],
    sizes: Sequence[int],
    met: Mapping[frozenset[str], int],
    strength: Mapping[str, float],
    below: Below,
) -> list[list[str]]:
    """Seat everybody once. Among some drafts that swapping two people cannot improve the one is taken in which the
    fewest meet again, and of these the one whose tables are the most even."""
    again = np.array([[met.get(frozenset((one, other)), 0) ** 2 for other in people] for one in people], float)
    points = np.array([strength.get(one, 0.0) for one in people])
    drafts = [_improved(_first(points, sizes, below), again, points) for _ in range(TRIES)]
    best = min(drafts, key=lambda tables: _cost(tables, again, points))
    return [_shuffled([people[int(at)] for at in np.flatnonzero(best == table)], below) for table in range(len(sizes))]


Tables = NDArray[np.int64]
"""For everybody, by number, the table where they sit."""
Numbers = NDArray[np.float64]


def _first(points: Numbers, sizes: Sequence[int], below: Below) -> Tables:
    """As in a Swiss tournament: by points, equals by lot, from the first table on."""
    ordered = sorted(_shuffled(range(len(points)), below), key=lambda one: -points[one])
    tables = np.empty(len(points), np.int64)
    tables[ordered] = np.repeat(np.arange(len(sizes)), sizes)
    return tables


def _sums(tables: Tables, points: Numbers) -> tuple[Numbers, Numbers]:
    """How many sit at each table, and their points together."""
    return np.bincount(tables).astype(float), np.bincount(tables, points).astype(float)


def _cost(tables: Tables, again: Numbers, points: Numbers) -> tuple[int, float]:
    """How often two at a table have met, twice counting four times; and how uneven the tables are."""
    sizes, sums = _sums(tables, points)
    together = tables[:, None] == tables
    return round(again[together].sum() / 2), round(float((points**2).sum() - (sums**2 / sizes).sum()), 6)


def _improved(tables: Tables, again: Numbers, points: Numbers) -> Tables:
    """Swap two people of different tables as long as that is better."""
    everybody = np.arange(len(tables))
    while True:
        at = np.zeros((len(tables), tables.max() + 1))
        at[everybody, tables] = 1
        with_table = again @ at
        moved = with_table[:, tables] - with_table[everybody, tables][:, None]
        meet = moved + moved.T - 2 * again
        sizes, sums = _sums(tables, points)
        own, size = sums[tables], sizes[tables]
        gain = points[None, :] - points[:, None]
        less = ((own[:, None] + gain) ** 2 - own[:, None] ** 2) / size[:, None]
        uneven = np.round(-(less + less.T), 6)
        meet[tables[:, None] == tables] = 0
        uneven[tables[:, None] == tables] = 0
        fewest = meet.min()
        best = np.where(meet == fewest, uneven, np.inf).argmin()
        one, other = divmod(int(best), len(tables))
        if fewest >= 0 and uneven[one, other] >= 0:
            return tables
        tables[one], tables[other] = tables[other], tables[one]


def _shuffled(people: Sequence[T], below: Below) -> list[T]:
    mixed = list(people)
    for at in range(len(mixed) - 1, 0, -1):
        to = below(at + 1)
        mixed[at], mixed[to] = mixed[to], mixed[at]
    return mixed
