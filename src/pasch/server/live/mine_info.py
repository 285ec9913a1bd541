"""What people are told of their own matches and of open tables."""

import msgspec

from pasch.server.table.clocks import Pace
from pasch.server.table.seats import ChairInfo, ColourName, Stage


class Info(msgspec.Struct, frozen=True, kw_only=True):
    pass


class Mine(Info, frozen=True):
    """One of my tables."""

    table: str
    game: str
    stage: Stage
    waiting_for_me: bool
    waiting: list[int]
    yours: list[int]
    chairs: list[ChairInfo]
    touched: float
    since: float | None = None
    """Since when I have something to decide, in seconds since 1970."""
    left: float | None = None
    """How many seconds my clock has; null: none runs."""


class OpenTableInfo(Info, frozen=True):
    """A table at which anybody may sit down."""

    table: str
    game: str
    since: float
    """When it was opened."""
    pace: Pace
    rated: bool
    chairs: list[ChairInfo]


class OpenTablesInfo(Info, frozen=True):
    tables: list[OpenTableInfo]
    more: bool
    """Whether there are more after the last one."""


class SeatInfo(Info, frozen=True):
    """How a match ended for a seat."""

    name: str
    colour: ColourName
    bot: str | None
    """Its level."""
    place: int
    """Equals share one."""
    score: int | None
    """Null where all others lost their seats before the end."""


class FinishedInfo(Info, frozen=True):
    """One of my finished matches."""

    table: str
    game: str
    ended: float
    seat: int
    """Mine."""
    seats: list[SeatInfo]
    stood_in: bool
    """Whether a bot made moves for me."""
    forfeited: bool
    """Whether a clock has cost me the seat."""
    hints: int
    rated: bool
    circle: str | None
    new: bool
    """Whether I have not seen its end yet."""


class FinishedMatches(Info, frozen=True):
    matches: list[FinishedInfo]
    """The latest first."""
    total: int
    """How many there are of all games."""
    first: float | None
    """When the first of all ended; null where there is none."""


class RecordInfo(Info, frozen=True):
    """The best that I ever did in something that the game counts."""

    fact: str
    value: int
    table: str
    ended: float


class GradePoint(Info, frozen=True):
    """How I played up to a match: my level as a height, 0 for the weakest, and its interval."""

    ended: float
    table: str
    height: float
    low: float
    high: float


class GradeInfo(Info, frozen=True):
    like: str
    """The level that is nearest."""
    low: str
    high: str
    """Those between which it may lie (95 %)."""
    decisions: int
    points: list[GradePoint]
    """One for each reviewed match from the fifth on, in order; of very many, some in even steps."""


class LuckInfo(Info, frozen=True):
    """What chance brought me, in shares of the win for each match; normal is what it may be by chance alone (95 %)."""

    mean: float
    normal: float
    matches: int


class CountInfo(Info, frozen=True):
    """My matches with so many at the table."""

    players: int
    matches: int
    places: list[int]
    """How often each place, from the first."""
    mean_place: float
    mean_score: float | None
    best_score: int | None
    grade: GradeInfo | None
    """Null before five reviewed matches."""
    luck: LuckInfo | None
    """Null before any."""


class DuelInfo(Info, frozen=True):
    """Matches with a bot of this level, and how often I was before it."""

    level: str
    matches: int
    ahead: int


class GameStatistics(Info, frozen=True):
    game: str
    matches: int
    counts: list[CountInfo]
    """By the number of players."""
    records: list[RecordInfo]
    duels: list[DuelInfo]
    """The weakest level first."""
    beaten: str | None
    """The strongest level that I am usually before."""
    next: str | None
    """The level to try then; null where there is none above."""


class Statistics(Info, frozen=True):
    """Only I am told."""

    levels: list[str]
    """The levels by their heights."""
    games: list[GameStatistics]
    """The one that I play most first."""


class MatchExport(Info, frozen=True):
    """One of my finished matches, for other programs."""

    ended: str
    """Date and time, as ISO 8601 has it."""
    table: str
    game: str
    players: int
    place: int
    score: int | None
    hints: int
    stood_in: int
    """How many moves a bot made for me."""
    forfeited: float | None
    rated: bool
    circle: str | None
    facts: dict[str, int]
    """What the game itself tells of it."""
