"""A circle, computed from its log: who is in it, what they agreed on, which evenings are planned, who sits where."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import inf

from pasch.server.people import circle_log as log
from pasch.server.people.circle_log import Customs, Entry, Seated

STILL_ON = 6 * 3600.0
"""Seconds for which an evening that has begun is still the next one."""


@dataclass(slots=True)
class Member:
    """Somebody who is in the circle, or was."""

    number: int
    """In the order of joining, from 0: how others speak of them."""
    person: str
    since: float
    left: log.Left | None = None
    until: float = inf
    """When they left."""


@dataclass(slots=True)
class Evening:
    """A date on which they want to play."""

    number: int
    at: float
    by: str
    answers: dict[str, bool] = field(default_factory=dict)


@dataclass(slots=True)
class Round:
    game: str
    tables: tuple[Seated, ...]
    at: float


@dataclass(slots=True)
class Club:
    """An evening over several tables."""

    rounds: int
    by: str
    at: float
    drawn: list[Round] = field(default_factory=list)
    pausing: set[str] = field(default_factory=set)
    is_ended: bool = False
    """Before its last round."""


@dataclass(slots=True)
class Circle:
    """The state computed from a log. Only `fold` changes it."""

    id: str
    version: int = 0
    customs: Customs = field(init=False)
    link: str = ""
    east: int = 0
    created: float = 0.0
    known: dict[str, Member] = field(default_factory=dict)
    """All who ever were in it, in the order of joining."""
    planned: dict[int, Evening] = field(default_factory=dict)
    club: Club | None = None
    """The latest club evening."""

    @property
    def members(self) -> list[str]:
        """Who is in it, the longest first."""
        return [person for person, member in self.known.items() if member.left is None]

    @property
    def host(self) -> str | None:
        """Who founded it; when they have left, whoever has been in it for the longest."""
        return next(iter(self.members), None)

    def counts_for(self, person: str | None, at: float) -> bool:
        """Whether somebody was in it then: what those play on who have left is no business of the circle."""
        member = self.known.get(person or "")
        return member is not None and at <= member.until

    def takes(self, are_in: Iterable[bool], *, with_bots: bool) -> bool:
        """Whether a match counts in it: somebody of the circle played, and bots where that is agreed on."""
        return any(are_in) and (self.customs.bots or not with_bots)

    def next_evening(self, now: float) -> Evening | None:
        coming = [one for one in self.planned.values() if one.at + STILL_ON > now]
        return min(coming, key=lambda one: one.at, default=None)

    def read(self, entries: Iterable[Entry]) -> "Circle":
        for entry in entries:
            self.fold(entry)
        return self

    def fold(self, entry: Entry) -> None:
        match entry.what:
            case log.Founded(customs, link, east):
                self.customs, self.link, self.east, self.created = customs, link, east, entry.at
            case log.Changed(customs):
                self.customs = customs
            case log.Linked(link):
                self.link = link
            case log.Joined(person):
                self._join(person, entry.at)
            case log.Left(person) as left:
                self.known[person].left, self.known[person].until = left, entry.at
                for evening in self.planned.values():
                    evening.answers.pop(person, None)
            case _:
                self._fold_evening(entry)
        self.version = entry.n + 1

    def _join(self, person: str, at: float) -> None:
        """Whoever comes back keeps their number, and is the newest again."""
        before = self.known.pop(person, None)
        number = before.number if before else len(self.known)
        self.known[person] = Member(number, person, at)

    def _fold_evening(self, entry: Entry) -> None:
        match entry.what:
            case log.Planned(at, by):
                self.planned[entry.n] = Evening(entry.n, at, by, {by: True})
            case log.Cancelled(evening):
                del self.planned[evening]
            case log.Answered(evening, person, comes):
                self.planned[evening].answers[person] = comes
            case log.ClubBegun(rounds, by):
                self.club = Club(rounds, by, entry.at)
            case log.Paused(person, pauses) if self.club:
                (self.club.pausing.add if pauses else self.club.pausing.discard)(person)
            case log.Drawn(game, tables) if self.club:
                self.club.drawn.append(Round(game, tables, entry.at))
            case log.ClubEnded() if self.club:
                self.club.is_ended = True
