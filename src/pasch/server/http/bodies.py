"""What is sent and answered over HTTP."""

from typing import Annotated, Any, Literal

import msgspec
from litestar.params import Parameter

from pasch.engine.game import Result
from pasch.engine.language import Lang
from pasch.engine.record import Record
from pasch.server.table.clocks import NoClock, Pace
from pasch.server.table.seats import (
    END,
    LONGEST_WORDS,
    MOST_SEATS,
    ChairInfo,
    ColourName,
    Hinting,
    Level,
    Name,
    Setup,
)

Words = Annotated[str, msgspec.Meta(max_length=LONGEST_WORDS, pattern=rf"^[^\x00-\x1f\x7f-\x9f]*{END}")]
Joins = Annotated[bool, Parameter(description="whether one is in")]
Digits = Annotated[str, msgspec.Meta(pattern=f"^[0-9a-f]{{64}}{END}", description="32 bytes")]


Token = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is sent."""


class GameInfo(msgspec.Struct, frozen=True):
    id: str
    title: dict[str, str]
    plain_title: dict[str, str]
    seats: tuple[int, int]
    """The fewest, and the most."""
    levels: list[str]
    """The bots that can play it, the weakest first."""
    usual: str
    """The level for those who did not ask for one."""
    characters: dict[str, str]
    """What the bot of a level is called, where it has a name of its own."""
    open: bool
    """Nothing is hidden in it: every seat sees the same."""


class Address(msgspec.Struct, frozen=True):
    lan: str | None
    """For phones in the same network; null where that is not for you to know, or not so."""


class Me(msgspec.Struct, frozen=True):
    name: str
    colour: ColourName | None = None


class NewMe(Body, frozen=True):
    name: Name
    colour: ColourName | None = None


class Link(msgspec.Struct, frozen=True):
    """Keep it to yourself: whoever opens it first is you. It works once, and a new link makes the old one invalid."""

    token: str
    path: str


class Restore(Body, frozen=True):
    token: Token
    replace: bool = False
    """Also where this device is somebody else's: they have no part in it any more."""


class Restored(msgspec.Struct, frozen=True):
    me: Me
    """Whose link it is, and who this device is now."""
    instead_of: Me | None = None
    """Somebody else whose device this is: nothing has happened yet. Ask them, then send `replace`."""


class DeviceInfo(msgspec.Struct, frozen=True):
    """One of my devices."""

    id: str
    kind: Literal["phone", "tablet", "computer", "old"]
    """`old`: all that were mine before there was a list."""
    name: str
    """Browser and system, as far as they are known."""
    seen: float
    """When it was used last, in seconds since 1970."""
    here: bool
    """Whether it is this one."""


class SignOut(Body, frozen=True):
    device: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class NewCode(msgspec.Struct, frozen=True):
    """A code for one more device. It works once, and not for long; a new one makes the old one invalid."""

    token: str
    path: str
    left: float
    """Seconds until it expires."""


class OtherDevice(msgspec.Struct, frozen=True):
    """A device that has scanned my code."""

    kind: Literal["phone", "tablet", "computer"]
    name: str


class CodeState(msgspec.Struct, frozen=True):
    """What has become of my code."""

    left: float
    device: OtherDevice | None
    """Who has scanned it, and waits for my word; null: nobody yet."""


class Confirm(Body, frozen=True):
    yes: bool
    """Whether the device that scanned my code is mine. If it is not, the code is worth nothing any more."""


class Scan(Restore, frozen=True):
    """As with a private link, but the device that showed the code has the last word."""


class Scanned(msgspec.Struct, frozen=True):
    me: Me
    """Whose code it is."""
    instead_of: Me | None = None
    """Somebody else whose device this is: nothing has happened yet. Ask them, then send `replace`."""
    proof: str | None = None
    """What makes it this device that has scanned it; nobody else can any more."""


class UseCode(Body, frozen=True):
    token: Token
    proof: Token


class UsedCode(msgspec.Struct, frozen=True):
    me: Me | None
    """Who this device is now; null: the other device has not confirmed it yet. Ask again."""


Minutes = Annotated[int, msgspec.Meta(ge=0, lt=1440, description="after midnight")]


Zone = Annotated[str, msgspec.Meta(max_length=40, pattern=rf"^[A-Za-z][\w+/-]*{END}")]
"""Where I live, as the time zone database calls it: `Europe/Berlin`."""


class NudgeInfo(msgspec.Struct, frozen=True):
    """Whether and when I am nudged."""

    key: str | None
    """What my browser needs to subscribe; null: this server nudges nobody."""
    asked: bool
    """Whether I have answered that, on any of my devices: then I am not asked again."""
    here: bool
    """Whether this device is among those that show it."""
    turn: bool
    """When it is my turn in a slow match."""
    circle: bool
    """When my circle enters an evening."""
    quiet_from: int
    quiet_to: int
    """Minutes after midnight, where I live."""
    zone: str


class NewNudges(Body, frozen=True):
    turn: bool
    zone: Zone
    quiet_from: Minutes = 22 * 60
    quiet_to: Minutes = 8 * 60
    """The same: never quiet."""
    circle: bool = False


class NewSubscription(Body, frozen=True):
    """Where my browser's push service takes messages for this device, and what they are encrypted for."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1000, pattern=rf"^https?://[a-z0-9.:-]+(/[!-\[\]-~]*)?{END}")]
    key: Annotated[str, msgspec.Meta(max_length=100, pattern=rf"^[\w-]{{80,}}=?{END}")]
    auth: Annotated[str, msgspec.Meta(max_length=40, pattern=rf"^[\w-]{{20,}}=*{END}")]
    lang: Lang


class Subscribe(Body, frozen=True):
    here: NewSubscription | None
    """Null: not on this device."""


class PasskeyInfo(msgspec.Struct, frozen=True):
    """Something that secures my name, wherever it is kept by now."""

    id: str
    kind: Literal["phone", "tablet", "computer", "old"]
    """On what it was made. `old`: before that was stored."""
    name: str
    """Browser and system, as far as they are known."""
    made: float
    """In seconds since 1970."""


class PasskeysInfo(msgspec.Struct, frozen=True):
    possible: bool
    """Whether this server knows passkeys; the page must also have https and a domain."""
    mine: list[PasskeyInfo]
    """What secures my name, the oldest first."""


class NewPasskey(Body, frozen=True):
    credential: dict[str, Any]
    """As the browser writes it (`toJSON`)."""


class RemovePasskey(Body, frozen=True):
    id: Digits


class UsePasskey(NewPasskey, frozen=True):
    replace: bool = False
    """Also where this device is somebody else's: they have no part in it any more."""


class Erase(Body, frozen=True):
    name: Annotated[str, msgspec.Meta(max_length=100)]
    """My own name, as a sign that I mean it."""


class MyMatch(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    ended: float
    """When, in seconds since 1970."""
    seats: list[ChairInfo]
    """Who sat where."""
    mine: list[int]
    record: Record


class MyData(msgspec.Struct, frozen=True, kw_only=True):
    """All that is stored of me: my profile, my devices, and the record of every match of mine that is over."""

    pasch_me: Literal[1]
    me: Me
    since: float
    """Since when I am here, in seconds since 1970."""
    devices: list[DeviceInfo]
    matches: list[MyMatch]


class NewTable(Setup, Body, frozen=True, kw_only=True):
    """A table, with me on the first seat (unless `sit` is false) and bots on the last ones."""

    pace: Pace | None = None  # type: ignore[assignment]
    hints: Hinting | None = None  # type: ignore[assignment]
    """Left out: none, but for somebody new against bots the question and the tutor."""
    circle: Literal[""] = ""
    """Tables of a circle are opened there."""
    sit: bool = True
    bots: Annotated[list[Level], msgspec.Meta(max_length=MOST_SEATS)] = []

    @property
    def is_against_bots(self) -> bool:
        return self.sit and len(self.bots) >= self.seats - 1

    def setup(self, *, is_tutored: bool) -> Setup:
        chosen = {name: getattr(self, name) for name in Setup.__struct_fields__}
        usual = {"hints": "ask", "tutor": True} if is_tutored else {"hints": "off"}
        return Setup(**chosen | {"pace": self.pace or NoClock()} | (usual if self.hints is None else {}))


class TakeSeat(Body, frozen=True, tag="me"):
    """I sit here; again, to change name or colour."""

    name: Name | None = None
    colour: ColourName | None = None


class SeatGuest(Body, frozen=True, tag="guest"):
    """Another person, on my device."""

    name: Name
    colour: ColourName | None = None


class SeatBot(Body, frozen=True, tag="bot"):
    """A bot. During a match: it stands in, at the table's own level, and the seat stays its person's."""

    level: Level


class OpenSeat(Body, frozen=True, tag="open"):
    """Nobody sits here; during a match a bot stands in."""


NewSitter = TakeSeat | SeatGuest | SeatBot | OpenSeat
"""Who shall sit on a seat."""


class Commit(Body, frozen=True, tag="commit"):
    """What this device adds to the dice for one of my seats, as a hash (see `docs/fairness.md`)."""

    commitment: Digits


class Reveal(Body, frozen=True, tag="reveal"):
    """What the commitment of the seat was made of."""

    random: Digits
    words: Words = ""


Addition = Commit | Reveal
"""What a device adds to the dice."""


class NewTry(Body, frozen=True):
    """One of the `moves` of the position."""

    move: dict[str, Any]


class StoryScene(msgspec.Struct, frozen=True, kw_only=True):
    """One event of a story; the first scene is how it stood before any."""

    n: int | None
    """The number of the event, as in updates."""
    seat: int | None
    """Whose choice it was; null for chance."""
    event: dict[str, Any] | None
    """As the onlooker may know it: what was chosen, or how it fell."""
    view: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    """How it stood right after it, where that was asked for."""
    told: list[str]
    """What happened, in sentences."""
    pieces: list[list[str | int]]
    """The same sentences, said to the seat that looks: "you" for itself, the others by the numbers of their seats."""
    partial: bool | msgspec.UnsetType = msgspec.UNSET
    """Whether others choose at the same time and have not chosen yet: until then it is no step of its own."""


class Story(msgspec.Struct, frozen=True, kw_only=True):
    """A match from its beginning, as one seat, or a spectator, may know it. What was taken back is not in it."""

    version: int
    """How much of the table's log it tells."""
    names: list[str]
    """What the seats are called in the sentences."""
    scenes: list[StoryScene]
    """Empty before the match has begun."""
    result: Result | None
