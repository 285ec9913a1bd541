"""A function that remembers what it said of a value, by its identity: states share whatever a move has not changed."""

from collections.abc import Callable
from typing import Generic, TypeVar

V = TypeVar("V")
R = TypeVar("R")

MOST = 128
"""So many values are remembered, if no other number is given, then it begins anew: those of states that are over are
asked for no more, and what they hold would take the place of what is needed in the processor's cache."""


class Remembered(Generic[V, R]):
    """Of values that never change, such as tuples. To know one again takes no hash, however long it is."""

    __slots__ = ("_function", "_known", "_most")

    def __init__(self, function: Callable[[V], R], most: int = MOST) -> None:
        self._function, self._most = function, most
        self._known: dict[int, tuple[V, R]] = {}

    def __call__(self, value: V) -> R:
        found = self._known.get(id(value))
        if found is not None:  # The value is held on to, so that its number cannot become another's.
            return found[1]
        said = self._function(value)
        if len(self._known) >= self._most:
            self._known.clear()
        self._known[id(value)] = value, said
        return said
