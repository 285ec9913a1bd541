"""What the members of a circle are told of it, and those who are invited."""

from typing import Literal

from pasch.server.live.review_info import Told
from pasch.server.people.seasons import Quarter
from pasch.server.table.seats import ChairInfo, ColourName


class CoasterInfo(Told, frozen=True):
    """How a circle looks."""

    name: str
    felt: str
    """The game whose felt the ring has."""
    dice: list[ColourName]
    """The colours of those who founded it: two."""


class MemberInfo(Told, frozen=True):
    number: int
    """In the order of joining, from 0."""
    name: str
    """Of somebody who has left: what they were called then. Empty: somebody who was erased."""
    colour: ColourName
    here: bool
    """Whether they are still in it."""
    me: bool
    host: bool


class SeasonInfo(Told, frozen=True):
    year: int
    """In which it begins."""
    quarter: Quarter
    first: str
    last: str
    """Its first and last day, as 2026-09-01."""


class StandingLine(Told, frozen=True):
    member: int
    place: int
    """Equals share one."""
    matches: int
    wins: int
    points: float


class DuelInfo(Told, frozen=True):
    """Two members in the matches that both of them played."""

    one: int
    other: int
    ahead: int
    """How often the one was in front."""
    behind: int
    together: int


class HeldBy(Told, frozen=True):
    member: int
    at: float


class RecordInfo(Told, frozen=True):
    """The best of all seasons."""

    game: str
    kind: str
    """`score`, or a fact that the game itself tells of its matches."""
    value: int
    held: list[HeldBy]


class LuckLine(Told, frozen=True):
    member: int | None
    """Null: all others who sat at the same tables."""
    points: int
    """What luck brought, in hundredths of a win."""


class ComingInfo(Told, frozen=True):
    member: int
    comes: bool | None
    """Null: not known yet."""


class EveningInfo(Told, frozen=True):
    """The next evening that is planned."""

    number: int
    at: float
    coming: list[ComingInfo]
    count: int
    """Which evening of its season it will be."""
    mine: bool
    """Whether I may cancel it."""


class PlaceInfo(Told, frozen=True):
    member: int | None
    """Null: a bot, a guest, or somebody who is not in the circle."""
    name: str
    place: int
    score: int | None


class PlayedInfo(Told, frozen=True):
    """A match that is over."""

    table: str
    game: str
    places: list[PlaceInfo]
    """From the first place on."""


class DayInfo(Told, frozen=True):
    """An evening that was played."""

    day: str
    matches: list[PlayedInfo]


class CircleTable(Told, frozen=True):
    """A table of the circle that is open, or where a match is played."""

    table: str
    game: str
    stage: Literal["lobby", "playing"]
    chairs: list[ChairInfo]
    mine: bool
    """Whether I sit there."""


class OwnRating(Told, frozen=True):
    """How strong somebody is believed to be at a game: see docs/rating.md."""

    game: str
    rating: int
    give: int
    """By how much it may be off."""
    matches: int
    provisional: bool


class RatingLine(OwnRating, frozen=True):
    member: int


class HookInfo(Told, frozen=True):
    """Where the circle sends word to: when an evening is entered, a match is over, a round is drawn. Its address is
    told to nobody."""

    id: str
    service: str
    """discord, slack, ntfy, matrix, json"""
    origin: str
    """Where that is: https://discord.com"""
    works: bool
    """Whether something arrived there the last few times; else nothing is sent there any more."""


class CircleInfo(CoasterInfo, frozen=True):
    id: str
    link: str
    since: float
    bots: bool
    """Whether matches with bots count."""
    rated: bool
    me: int
    host: bool
    """Whether I run it."""
    club: bool
    """Whether a club evening is on."""
    last_club: float | None
    """When the latest one began, where it is over: its standing can still be seen."""
    members: list[MemberInfo]
    """Those who have left, too, where one of their lines is shown."""
    season: SeasonInfo
    seasons: list[str]
    """All from the first match on, the latest first: 2026-autumn."""
    next: EveningInfo | None
    tables: list[CircleTable]
    standing: list[StandingLine]
    duels: list[DuelInfo]
    records: list[RecordInfo]
    luck: list[LuckLine]
    unread: int
    """How many matches of the season the coach has not reviewed yet: their luck is not known."""
    days: list[DayInfo]
    """The evenings of the season, the latest first; not more than some hundred matches."""
    ratings: list[RatingLine]
    hooks: list[HookInfo]
    hooks_to: list[str]
    """The services that the operator of this server allows for that, by their addresses."""


class CircleSlip(CoasterInfo, frozen=True):
    """One of my circles, for the front page."""

    id: str
    club: bool
    me: int
    members: list[MemberInfo]
    season: SeasonInfo
    standing: list[StandingLine]
    next: EveningInfo | None
    tables: list[CircleTable]


class InvitationInfo(CoasterInfo, frozen=True):
    """What somebody sees who opens the link."""

    host: str
    others: list[str]
    """The names of the other members."""
    circle: str | None
    """Its id, for somebody who is in it already."""


# Club evenings


class SeatedInfo(Told, frozen=True):
    member: int
    score: int | None
    place: int | None


class ClubTable(Told, frozen=True):
    table: str
    done: bool
    seats: list[SeatedInfo]
    """From the first place on, when it is done."""


class ClubRound(Told, frozen=True):
    game: str
    tables: list[ClubTable]


class SizesInfo(Told, frozen=True):
    """How many would sit at each table of the next round."""

    game: str
    wanted: int
    sizes: list[int]
    """Empty: it does not work out."""


class ClubInfo(CoasterInfo, frozen=True):
    """A club evening: its rounds, the standing, and whether the next one can be drawn."""

    circle: str
    link: str
    at: float
    rounds: int
    drawn: list[ClubRound]
    over: bool
    """Whether it is over: its last round is played, or it was ended before."""
    runs: bool
    """Whether I may draw the next round."""
    playing: list[int]
    """The tables of this round that are still played at, from 0."""
    me: int
    members: list[MemberInfo]
    pausing: list[int]
    sizes: list[SizesInfo]
    """For every game, and every number of people that could be wanted at a table."""
    standing: list[StandingLine]
