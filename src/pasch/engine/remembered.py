"""A function that remembers what it said of a value, by its identity: states share whatever a move has not changed."""

from collections.abc import Callable
from typing import TypeVar

V = TypeVar("V")
R = TypeVar("R")

MOST = 128
"""So many values are remembered, if no other number is given, then it begins anew: those of states that are over are
asked for no more, and what they hold would take the place of what is needed in the processor's cache."""


def remembered(function: Callable[[V], R], most: int = MOST) -> Callable[[V], R]:
    """Of values that never change, such as tuples. To know one again takes no hash, however long it is."""
    known: dict[int, tuple[V, R]] = {}

    def recall(value: V) -> R:
        found = known.get(id(value))
        if found is not None:  # The value is held on to, so that its number cannot become another's.
            return found[1]
        said = function(value)
        if len(known) >= most:
            known.clear()
        known[id(value)] = value, said
        return said

    return recall
