"""What is told of exercises: somebody's own mistakes, the positions they come from, and how a try is taken."""

from typing import Any

from pasch.coach.practice import Verdict
from pasch.coach.values import Grade, MarkName
from pasch.server.live.review_info import CandidateInfo, Spoken, Told


class StandingInfo(Told, frozen=True):
    """How somebody stands with an exercise."""

    known: int
    """How often it was known in a row."""
    of: int
    """Known so often, it is known well."""
    days: int | None
    """The days until it is asked again; none left: it is due. Null: it is new, and due."""


class ExerciseInfo(Told, frozen=True):
    """A decision of mine that lost much."""

    table: str
    n: int
    """The number of the event in the record, from 0."""
    turn: int
    """Which move of the match it was, from 1."""
    game: str
    at: float
    """When the match was over."""
    loss: float
    mark: MarkName | None
    asks: Spoken
    """What is to be decided, in a few words."""
    standing: StandingInfo


class BookInfo(Told, frozen=True):
    """My exercises: those that are due first, then those that come back first."""

    exercises: list[ExerciseInfo]
    unread: int
    """How many of my latest matches have not been reviewed yet."""


class PositionInfo(Told, frozen=True):
    """A decision, as its seat saw it: the answer is not in it."""

    n: int
    turn: int
    seat: int
    game: str
    at: float
    view: dict[str, Any]
    moves: list[dict[str, Any]]
    effects: list[dict[str, Any]]
    asks: Spoken
    loss: float
    """What the move of the match lost."""
    mark: MarkName | None
    standing: StandingInfo | None
    """Where it is one of my own exercises."""


class TryInfo(Told, frozen=True):
    """What a try is worth. Chances and losses are shares of the win, from 0 to 1."""

    verdict: Verdict
    loss: float
    mark: MarkName | None
    tried: CandidateInfo
    best: CandidateInfo
    played: CandidateInfo
    """The move of the match."""
    why: Spoken | None
    """What the best move gains over the one tried; where that was right, over the move of the match."""
    standing: StandingInfo | None


class GradedMatch(Told, frozen=True):
    """A match of mine that counts."""

    table: str
    at: float
    """When it was over."""
    mean_loss: float
    """For each counted decision of mine."""
    decisions: int


class GradeInfo(Told, frozen=True):
    """How well I play a game with so many players. Matches with hints do not count, nor those in which a bot stood in
    for me."""

    grade: Grade | None
    """Null as long as nothing is counted."""
    matches: int
    """How many it is made of."""
    latest: list[GradedMatch]
    """The last of them, at most six, the latest last."""
    levels: dict[str, float]
    """What each level of the bots loses for each counted decision."""
