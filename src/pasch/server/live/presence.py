"""Who is at a table: connected here or at another node, and how long the others have been away."""

from collections.abc import Iterable, Mapping
from typing import Protocol

import msgspec

from pasch.server.table.seats import Person
from pasch.server.table.table import Table

BEAT = 20.0
"""Seconds after which a node says again who is connected to it."""
LOST = 50.0
"""Seconds without a word from a node, after which nobody is connected there any more."""
MOST_NAMED = 20
"""Spectators who are named."""


class Somebody(Protocol):
    """At the end of a connection."""

    person: str | None
    name: str | None


class Here(msgspec.Struct, frozen=True):
    """Who is connected to a table at one node."""

    people: tuple[str, ...] = ()
    """Those who sit there, by their ids."""
    watching: tuple[str, ...] = ()
    """The others, by their names; empty for somebody unknown."""
    asks: bool = False
    """The other nodes are to say it, too."""


def connected(table: Table, listeners: Iterable[Somebody]) -> Here:
    seated = table.people()
    people = {one.person for one in listeners if one.person is not None and one.person in seated}
    others = {one.person or id(one): one.name or "" for one in listeners if one.person not in seated}
    return Here(tuple(sorted(people)), tuple(sorted(others.values(), reverse=True)[:MOST_NAMED]))


class Presence:
    """What one node knows of it."""

    __slots__ = ("_elsewhere", "_here", "_left", "_told", "answers", "asks", "is_new")

    def __init__(self) -> None:
        self.is_new = False
        """Somebody has come or gone since it was told."""
        self.asks = self.answers = False
        """What the next word to the other nodes is for."""
        self._elsewhere: dict[str, tuple[Here, float]] = {}
        self._here: frozenset[str] = frozenset()
        self._left: dict[str, float] = {}
        self._told: Here | None = None

    def hear(self, node: str, here: Here, now: float) -> None:
        """What another node says."""
        self._elsewhere[node] = here, now
        self.is_new, self.answers = True, self.answers or here.asks

    def at(self, now: float, here: Here) -> Here:
        """Who is connected to any node, given who is to this one."""
        self._elsewhere = {node: (one, at) for node, (one, at) in self._elsewhere.items() if now - at < LOST}
        all_of_them = [here, *(one for one, _ in self._elsewhere.values())]
        people = frozenset(person for one in all_of_them for person in one.people)
        self._left |= dict.fromkeys(self._here - people, now)
        self._here = people
        watching = sorted((name for one in all_of_them for name in one.watching), reverse=True)
        return Here(tuple(sorted(people)), tuple(watching[:MOST_NAMED]))

    def changes_to(self, all_of_them: Here) -> bool:
        """Whether it is not what was told last."""
        before, self._told = self._told, all_of_them
        self.is_new = False
        return before != all_of_them

    def away(self, table: Table, now: float) -> list[float | None]:
        """For each seat, for how many seconds its person has had no connection; nobody is away who is no person."""
        return [
            round(max(0.0, now - self._last(sitter.id, table.seen)), 1)
            if isinstance(sitter, Person) and sitter.id not in self._here
            else None
            for sitter in table.sitters
        ]

    def _last(self, person: str, seen: Mapping[str, float]) -> float:
        """When somebody was here last: by their connection or, from before this node knew the table, by their deeds."""
        return max(self._left.get(person, 0.0), seen.get(person, 0.0))
