"""The protocol: every message between a client and the table."""

from typing import Annotated, Any, Literal

import msgspec

from pasch.coach.values import MarkName
from pasch.engine.fair import Terms
from pasch.engine.game import Result
from pasch.engine.language import Lang
from pasch.server.table.log import Closing
from pasch.server.table.mixing import Added
from pasch.server.table.seats import END, LONGEST_CHAT, ChairInfo, HintKind, SeatNumber, Setup, Stage, TableId

PROTOCOL = 1
"""It changes when an old client would misread something."""

OwnId = Annotated[
    str, msgspec.Meta(pattern=f"^[ -~]{{1,40}}{END}", description="made up by the client, new for each move: ASCII")
]
Word = Literal["great", "ouch", "close", "thanks", "wait", "cheers"]
Version = Annotated[int, msgspec.Meta(ge=0, lt=2**31, description="number of entries in the table's log")]


class Message(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the server says."""


class Request(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a client says."""


# Client → server


class Hello(Request, frozen=True, tag="hello"):
    """Optional first message: the language of refusals."""

    protocol: int
    lang: Lang = "en"


class Watch(Request, frozen=True, tag="watch"):
    """Tell me what happens at a table. With `version`, what was missed since then comes first. `effects`: with each
    move, what it would bring. `tell`: every event as a scene, with sentences in this language. `people`: who is here
    and who is not."""

    table: TableId
    version: Version | None = None
    effects: bool = False
    tell: Lang | None = None
    people: bool = False


class Leave(Request, frozen=True, tag="leave"):
    """Tell me no more. The seat stays mine."""

    table: TableId


class Move(Request, frozen=True, tag="move"):
    """One of the `moves` that came with the view, made at this version. `ask`: at a table whose hints ask, it is judged
    first; where it loses much, a `hint` of the kind `question` comes in this language, and nothing is played yet."""

    id: OwnId
    table: TableId
    seat: SeatNumber
    version: Version
    move: msgspec.Raw
    ask: Lang | None = None


class Undo(Request, frozen=True, tag="undo"):
    """Take back my own last choice."""

    id: OwnId
    table: TableId
    seat: SeatNumber
    version: Version


class TakeHint(Request, frozen=True, tag="hint"):
    """A hint about the choice that a seat of mine has to make, as far as the table has such hints. `move`: the one that
    I mean to make. Everybody is told that I took one, not which."""

    id: OwnId
    table: TableId
    seat: SeatNumber
    version: Version
    kind: Literal["three", "rank", "tip"]
    lang: Lang
    move: Any = None


class Back(Request, frozen=True, tag="back"):
    """A bot stands in for me: from now on I play myself again."""

    table: TableId


class Say(Request, frozen=True, tag="say"):
    """A line of chat; whoever sits at the table may speak."""

    id: OwnId
    table: TableId
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_CHAT)]


class React(Request, frozen=True, tag="react"):
    """A quick word, shown for a moment and kept nowhere; whoever may chat may say one, and once in five seconds."""

    table: TableId
    word: Word


class Browse(Request, frozen=True, tag="browse"):
    """Tell me when the open tables change, or, where `on` is false, no more."""

    on: bool = True


class Ping(Request, frozen=True, tag="ping"):
    """Are you there?"""


Incoming = Hello | Watch | Leave | Move | Undo | TakeHint | Back | Say | React | Browse | Ping


# Server → client


class Welcome(Message, frozen=True, tag="welcome"):
    """The first message. `name` is whom the cookie names; null for somebody unknown, who can only watch."""

    protocol: int
    server: str
    name: str | None


class ClockInfo(Message, frozen=True):
    """Seconds left: for the move that is due (null where nothing is due), and for the match."""

    move: float | None
    match: float | None = None


class DiceInfo(Message, frozen=True):
    """What the devices add to the dice, since somebody has begun."""

    terms: Terms
    """What devices note before they reveal: from `frozen` on it does not change any more."""
    frozen: bool
    """Nobody can commit any more: whoever has, now reveals."""
    seats: list[Added]
    """`nothing`: not yet, and when it is frozen, not at all. `committed`: not revealed yet, and in the match, never."""


class AgainInfo(Message, frozen=True):
    """Somebody wants a rematch. It begins when all have answered, or after a minute with those who are in."""

    seats: list[int]
    """Those who are in, whoever asked first; who is not is not told."""
    yours: bool | None = None
    """Your own answer; null: none yet."""


class TableInfo(Message, frozen=True):
    """All about a table but the match itself."""

    id: str
    version: int
    """The version of the table that it tells of: an answer may arrive after a later update."""
    stage: Stage
    setup: Setup
    chairs: list[ChairInfo]
    seal: str
    """SHA-256 of the secret of the dice."""
    host: list[int]
    """The seats of the host: the person who opened the table, or who took it over from them."""
    hosting: bool
    """Whether you are the host."""
    yours: list[int]
    """Your seats."""
    closed: Closing | None = None
    """Why the table was closed: by the host, idle for long, all but one out of time, or a match that stood still."""
    next: str | None = None
    """The table of the rematch."""
    again: AgainInfo | None = None
    """Missing until somebody wants a rematch."""
    dice: DiceInfo | None = None
    """Missing until somebody begins, and in matches from before there was this."""


class Scene(Message, frozen=True):
    """An event as one seat, or a spectator, may know it."""

    n: int
    """The number of the event."""
    view: dict[str, Any]
    """How it stood right after it."""
    told: list[str]
    """What happened, in sentences."""
    pieces: list[list[str | int]] = []
    """The same sentences, said to this seat: "you" for itself, and the others by the numbers of their seats."""


class SeatNews(Message, frozen=True):
    """What one seat may know, or what a spectator may (`seat` null)."""

    seat: int | None
    events: list[dict[str, Any]]
    """New events with their numbers `n`. A choice that is still concealed has the type `concealed`; it comes again, in
    full, when all have chosen. What changed about a seat or the table itself has the type `table`. Of what was missed,
    at most the last 1000 events come."""
    view: dict[str, Any]
    moves: list[dict[str, Any]]
    """All that the seat may do now: empty when it has nothing to decide."""
    effects: list[dict[str, Any]] = []
    """What each of the moves would bring, where that was asked for."""
    undo: bool = False
    """Whether the last choice can be taken back."""
    scenes: list[Scene] = []
    """Each new event with the view right after it, in order, where that was asked for: at most the last 60."""


class Update(Message, frozen=True, tag="update"):
    """How the match stands. Whole: nothing has to be remembered but the version."""

    table: str
    version: int
    waiting: list[int]
    rule: str
    """The rule under which the match waits."""
    seats: list[Annotated[msgspec.Raw, msgspec.Meta(extra={"type": SeatNews})]]
    """One `SeatNews` for each of your seats, or the spectator's."""
    info: TableInfo | None = None
    """When it has changed, and when you begin to watch."""
    clocks: list[ClockInfo] | None = None
    result: Result | None = None
    ack: str | None = None
    """The id of your move, which this update contains."""


class Acknowledged(Message, frozen=True, tag="ack"):
    """Your move or line of chat is stored (perhaps it was already)."""

    id: str
    table: str
    version: int


class RefusedInfo(Message, frozen=True, tag="refused"):
    """Nothing was changed. `rule` is the number of a rule of the game, or the word for another kind of refusal. Where
    the match is concerned an `update` with how it stands follows."""

    rule: str
    reason: str
    id: str | None = None
    table: str | None = None
    wait: float | None = None
    """Seconds after which it may be tried again."""


class HintedMove(Message, frozen=True):
    move: dict[str, Any]
    says: list[str | int]
    """The move in words: text, and the numbers of seats where their names belong."""
    chance: float | None = None
    """The seat's chance to win after it, from 0 to 1."""
    mark: MarkName | None = None
    """How bad it is."""


class HintInfo(Message, frozen=True, tag="hint"):
    """The coach on a choice that your seat has to make, by what it knows. `question`: another move than `meant` is much
    better. `three`: the best is among the `moves`, which are in no order. `rank`: the same with their chances. `tip`:
    the best move alone."""

    id: str
    """Of your message."""
    table: str
    seat: int
    kind: HintKind
    number: int
    """How many hints the seat was given in this match."""
    moves: list[HintedMove] = []
    best: int | None = None
    """Which of the moves is the best."""
    meant: HintedMove | None = None
    why: list[str | int] = []
    """What the best move gains, in a sentence like `says`."""


class Chatted(Message, frozen=True, tag="chat"):
    """Somebody said something."""

    table: str
    at: float
    name: str
    text: str
    seat: int | None
    """The first seat of whoever said it; null where they sit there no more, or it was not noted."""


class Reacted(Message, frozen=True, tag="reaction"):
    """Somebody said a quick word."""

    table: str
    seat: int
    word: Word


class Present(Message, frozen=True, tag="present"):
    """Who is at the table, where `people` was asked for: when that begins, and whenever somebody has come or gone."""

    table: str
    away: list[float | None]
    """For each seat, for how many seconds its person has had no connection; null for those who are here, and bots."""
    watching: list[str]
    """The names of those who only watch, at most 20; empty for somebody unknown."""


class OpenChanged(Message, frozen=True, tag="open"):
    """The open tables have changed: ask for them again."""


class Pong(Message, frozen=True, tag="pong"):
    """I am here, and this is my time."""

    time: float


class Goodbye(Message, frozen=True, tag="goodbye"):
    """The server ends: come back after some seconds, with the versions you have."""

    wait: float


Outgoing = (
    Welcome
    | Update
    | Acknowledged
    | RefusedInfo
    | HintInfo
    | Chatted
    | Reacted
    | Present
    | OpenChanged
    | Pong
    | Goodbye
)

decode_incoming = msgspec.json.Decoder(Incoming).decode
encode = msgspec.json.Encoder().encode
