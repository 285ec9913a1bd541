"""The nouns of the table: how it is set up, who sits where, and the entries of its log."""

from typing import Annotated, Any, Literal, get_args

import msgspec

from pasch.engine.game import Value

MOST_SEATS = 6
LONGEST_NAME = 16
LONGEST_WORDS = 80
LONGEST_CHAT = 300
HOUR, DAY = 3600, 86400

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
ColourName = Literal["red", "blue", "white", "black", "green", "lilac"]
COLOURS: tuple[ColourName, ...] = get_args(ColourName)
"""In the order of the seats' usual colours."""
SeatNumber = Annotated[int, msgspec.Meta(ge=0, lt=MOST_SEATS)]
TableId = Annotated[str, msgspec.Meta(pattern="^[!-~]{1,40}$")]
Level = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
StandIn = Annotated[str, msgspec.Meta(max_length=40)]
"""The level of the bot that stands in; empty where nobody has asked for one: the game's usual level."""

Stage = Literal["lobby", "playing", "over", "closed"]


class NoClock(Value, frozen=True, tag="none", forbid_unknown_fields=True):
    """Nobody is hurried."""


class Live(Value, frozen=True, tag="live", forbid_unknown_fields=True):
    """All sit at the table now: seconds for each move, and for all the moves of a seat together."""

    move: Annotated[int, msgspec.Meta(ge=5, le=HOUR)] | None = 60
    match: Annotated[int, msgspec.Meta(ge=30, le=DAY)] | None = None


class Slow(Value, frozen=True, tag="slow", forbid_unknown_fields=True):
    """People come back when they like: so many hours for each move."""

    hours: Annotated[int, msgspec.Meta(ge=1, le=24 * 60)] = 24


Pace = NoClock | Live | Slow


class Setup(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a table is played. `options` without `first` lets the lot decide who begins."""

    game: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    seats: Annotated[int, msgspec.Meta(ge=1, le=MOST_SEATS)]
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    pace: Pace = NoClock()
    late: Literal["bot", "forfeit"] = "bot"
    """What happens to somebody whose clock has run out."""
    stand_in: StandIn = ""
    """The level of the bot that stands in. Left empty, it becomes the usual one of the game."""
    undo: bool = True
    chat: bool = True
    spectators: bool = True


# Who sits on a chair


class Open(Value, frozen=True, tag="open", forbid_unknown_fields=True):
    """Nobody."""


class Bot(Value, frozen=True, tag="bot", forbid_unknown_fields=True):
    level: Level
    name: str = ""


class Person(Value, frozen=True, tag="person", forbid_unknown_fields=True):
    """`guest`: another person on the device of `id`."""

    id: str
    name: str
    guest: bool = False
    away: bool = False
    """A bot stands in until they return."""
    lost: bool = False
    """Their clock ran out at a table where that costs the seat: a bot plays it to the end."""

    @property
    def is_playing(self) -> bool:
        return not (self.away or self.lost)


Sitter = Open | Bot | Person


class Chair(Value, frozen=True, forbid_unknown_fields=True):
    """A seat as people see it: who sits there, in which colour, and their words for the dice."""

    colour: ColourName
    sitter: Sitter = Open()
    words: str = ""


# The log of a table: every entry is one row, numbered from 0 without gaps


class SetUp(Value, frozen=True, tag="setup"):
    setup: Setup
    host: str


class Sat(Value, frozen=True, tag="sat"):
    """A chair has changed: somebody sat down, stood up, a bot came or went, words or colour were chosen."""

    seat: int
    chair: Chair


class Begun(Value, frozen=True, tag="begun"):
    """The match begins on these chairs, which become the seats 0, 1, 2…"""

    chairs: tuple[int, ...]
    options: dict[str, Any]
    lot: bool


class Moved(Value, frozen=True, tag="moved"):
    seat: int
    move: msgspec.Raw


class Fell(Value, frozen=True, tag="fell"):
    outcome: msgspec.Raw


class Undone(Value, frozen=True, tag="undone"):
    """The last choice of a seat is taken back."""

    seat: int


class Hosted(Value, frozen=True, tag="hosted"):
    host: str


class Closed(Value, frozen=True, tag="closed"):
    """Nobody will play on: closed by hand, after a long time, or because everyone else has lost their seat."""

    why: Literal["host", "idle", "forfeit"]


class Followed(Value, frozen=True, tag="followed"):
    """A rematch is set up at another table."""

    table: str


CHAIRS = (SetUp, Sat, Begun)
"""What changes who sits where."""
PLAY = (Moved, Fell, Undone)
"""What changes the match, and nothing around it."""

What = SetUp | Sat | Begun | Moved | Fell | Undone | Hosted | Closed | Followed


class Entry(Value, frozen=True):
    """One line of a table's log: number, time (seconds since 1970), what, and the id that a client gave it."""

    n: int
    at: float
    what: What
    key: str | None = None


decode_what = msgspec.json.Decoder(What).decode
encode_what = msgspec.json.Encoder().encode
