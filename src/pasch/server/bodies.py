"""What is sent and answered over HTTP."""

from typing import Annotated, Any, Literal

import msgspec

from pasch.server.messages import ChairInfo
from pasch.server.model import LONGEST_WORDS, MOST_SEATS, ColourName, Level, Name, Pace, Stage

Words = Annotated[str, msgspec.Meta(max_length=LONGEST_WORDS)]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is sent."""


class GameInfo(msgspec.Struct, frozen=True):
    id: str
    title: dict[str, str]
    plain_title: dict[str, str]
    seats: tuple[int, int]
    levels: list[str]


class Me(msgspec.Struct, frozen=True):
    name: str
    colour: ColourName | None = None


class NewMe(Body, frozen=True):
    name: Name
    colour: ColourName | None = None


class Link(msgspec.Struct, frozen=True):
    """Keep it to yourself: whoever opens it is you. A new link makes the old one invalid."""

    token: str
    path: str


class Token(Body, frozen=True):
    token: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class NewTable(Body, frozen=True, kw_only=True):
    """A table, with me on the first seat (unless `sit` is false) and bots on the last ones."""

    game: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    seats: Annotated[int, msgspec.Meta(ge=1, le=MOST_SEATS)]
    options: dict[str, Any] = {}
    pace: Pace | None = None
    late: Literal["bot", "forfeit"] = "bot"
    stand_in: Level = "greedy"
    undo: bool = True
    chat: bool = True
    spectators: bool = True
    sit: bool = True
    bots: Annotated[list[Level], msgspec.Meta(max_length=MOST_SEATS)] = []
    words: Words = ""


class TakeSeat(Body, frozen=True, tag="me"):
    """I sit here; again, to change name, colour or words."""

    name: Name | None = None
    colour: ColourName | None = None
    words: Words | None = None


class SeatGuest(Body, frozen=True, tag="guest"):
    """Another person, on my device."""

    name: Name
    colour: ColourName | None = None
    words: Words | None = None


class SeatBot(Body, frozen=True, tag="bot"):
    level: Level


class OpenSeat(Body, frozen=True, tag="open"):
    """Nobody sits here."""


class Mine(msgspec.Struct, frozen=True):
    """One of my tables."""

    table: str
    game: str
    stage: Stage
    waiting_for_me: bool
    waiting: list[int]
    yours: list[int]
    chairs: list[ChairInfo]
    touched: float


class Other(msgspec.Struct, frozen=True):
    table: str
