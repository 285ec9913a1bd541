"""How a table is set up, and who sits on its seats: nobody, a bot, or a person with their name and colour."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal, get_args
from unicodedata import category

import msgspec
from msgspec.structs import replace

from pasch.bots.levels import check_level
from pasch.bots.naming import bot_name
from pasch.engine.game import Value
from pasch.engine.language import Lang, Text
from pasch.games.palette import SEAT_NAMES
from pasch.server.table.clocks import NoClock, Pace

MOST_SEATS = 6
LONGEST_NAME = 16
SOMEBODY = Text("jemand", "somebody")
"""What a person is called who is erased, and has no name any more."""
LONGEST_WORDS = 80
LONGEST_CHAT = 300
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters that Unicode counts as letters or symbols although they show nothing."""
MOST_MARKS = 3
"""On one letter: Vietnamese has two, Hebrew with vowels three."""

END = r"$(?!\n)"
"""Of a pattern: `$` alone lets a line end stand behind it."""
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
ColourName = Literal["red", "blue", "white", "black", "green", "lilac"]
COLOURS: tuple[ColourName, ...] = get_args(ColourName)
"""In the order of the seats' usual colours."""
SeatNumber = Annotated[int, msgspec.Meta(ge=0, lt=MOST_SEATS)]
TableId = Annotated[str, msgspec.Meta(pattern=f"^[!-~]{{1,40}}{END}")]
Level = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Stage = Literal["lobby", "playing", "over", "closed"]
Presence = Literal["here", "away", "lost"]
"""Who plays a person's seat: they do; a bot until they return; a bot to the end, since their clock cost the seat."""
Hinting = Literal["off", "ask", "three", "rank"]
"""Whether the coach gives hints: none; a question before a move that loses much, and then more for whoever wants it;
at any time the three best moves in no order; or the same ranked, with their chances."""
HintKind = Literal["question", "three", "rank", "tip"]


class Setup(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a table is played. `options` without `first` lets the lot decide who begins."""

    game: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    seats: Annotated[int, msgspec.Meta(ge=1, le=MOST_SEATS)]
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    pace: Pace = NoClock()
    late: Literal["bot", "forfeit"] = "bot"
    """What happens to somebody whose clock has run out."""
    stand_in: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """The level of the bot that stands in. Left empty, it becomes the usual one of the game."""
    hints: Hinting = "off"
    """For all people at the table alike; bots get none."""
    tutor: bool = False
    """With the question: also a tip for each decision, until a seat goes on alone."""
    undo: bool = True
    chat: bool = True
    spectators: bool = True
    rated: bool = False
    """Whether the match counts for ratings (see `docs/rating.md`); it does not with hints, nor at a table that is
    neither listed nor a circle's."""
    circle: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """The circle that the table belongs to: said when it is opened, and never changed."""
    listed: bool = False
    """Before it begins, everybody on this server finds it among the open tables and may sit down."""


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
    lost: bool = False
    """How logs and messages write `presence`: at most one of the two is true."""

    @property
    def presence(self) -> Presence:
        return "lost" if self.lost else "away" if self.away else "here"

    def becoming(self, presence: Presence) -> "Person":
        return replace(self, away=presence == "away", lost=presence == "lost")


Sitter = Open | Bot | Person


def kept(before: Sitter, now: Sitter) -> Sitter:
    """During a match a seat stays with whoever began on it. Older logs gave seats away: there a bot stands in."""
    if isinstance(before, Person) and not isinstance(now, Person):
        return before.becoming("away")
    return before if isinstance(now, Open) else now


def is_same(before: Sitter, now: Sitter) -> bool:
    """Whether the same person sits there with the same presence."""
    if not isinstance(before, Person) or not isinstance(now, Person):
        return False
    return before.id == now.id and before.presence == now.presence


class Chair(Value, frozen=True, forbid_unknown_fields=True):
    """A seat as people see it: who sits there, in which colour, and the words that they added to the dice."""

    colour: ColourName
    sitter: Sitter = Open()
    words: str = ""


class ChairInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who sits on a seat, as everybody may know it."""

    kind: Literal["open", "bot", "person"]
    colour: ColourName
    name: str = ""
    level: str = ""
    guest: bool = False
    away: bool = False
    lost: bool = False
    words: str = ""


def chair_info(chair: Chair) -> ChairInfo:
    match chair.sitter:
        case Open():
            return ChairInfo(kind="open", colour=chair.colour)
        case Bot(level, name):
            return ChairInfo(kind="bot", colour=chair.colour, level=level, name=name)
        case Person(_, name, guest, away, lost):
            return ChairInfo(
                kind="person", colour=chair.colour, name=name, guest=guest, away=away, lost=lost, words=chair.words
            )


# Names, colours, and the chairs of a new table


def plain(text: str, longest: int) -> str:
    """Text from people as one line, without control characters and whatever else shows nothing, or covers others'."""
    visible = "".join([letter if letter.isprintable() and letter not in BLANKS else " " for letter in text])
    return " ".join(_low(visible).split())[:longest].strip()


def _low(text: str) -> str:
    """Marks above and below letters are not piled up."""
    kept, height = [], MOST_MARKS
    for letter in text:
        height = height + 1 if category(letter) in ("Mn", "Me") else 0
        if height <= MOST_MARKS:
            kept.append(letter)
    return "".join(kept)


def colours(seats: int, favourite: str | None) -> list[ColourName]:
    """The colours of a new table's seats, the first seat in the favourite one."""
    usual: list[ColourName] = list(COLOURS[:seats])
    wanted = next((colour for colour in COLOURS if colour == favourite), usual[0])
    at = usual.index(wanted) if wanted in usual else 0
    usual[at], usual[0] = usual[0], wanted
    return usual


def new_bot(level: str, others: Iterable[Chair]) -> Bot:
    """A bot with a name that nobody else at the table has."""
    check_level(level)
    return Bot(level, bot_name(level, {one.sitter.name for one in others if isinstance(one.sitter, Bot | Person)}))


def first_chairs(setup: Setup, host: Person, favourite: str | None, *, sits: bool, bots: Sequence[str]) -> list[Chair]:
    """The chairs of a new table: the host on the first one, if they sit down at all, and bots on the last ones."""
    chairs = [Chair(colour) for colour in colours(setup.seats, favourite if sits else None)]
    if sits:
        chairs[0] = replace(chairs[0], sitter=host)
    invited = bots[max(0, len(bots) - setup.seats + int(sits)) :]
    for seat, level in enumerate(invited, setup.seats - len(invited)):
        chairs[seat] = replace(chairs[seat], sitter=new_bot(level, chairs))
    return chairs


def names_of(chairs: Sequence[Chair], lang: Lang) -> list[str]:
    """The seats' names for sentences."""
    return called([chair_info(chair) for chair in chairs], lang)


def called(chairs: Sequence[ChairInfo], lang: Lang) -> list[str]:
    """The name, else the colour; both where two names are the same. A person without a name has erased it."""
    shown = [SEAT_NAMES[COLOURS.index(chair.colour)].to(lang) for chair in chairs]
    names = [
        chair.name or (SOMEBODY.to(lang) if chair.kind == "person" else colour)
        for chair, colour in zip(chairs, shown, strict=True)
    ]
    return [f"{name} ({colour})" if names.count(name) > 1 else name for name, colour in zip(names, shown, strict=True)]
