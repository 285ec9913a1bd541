"""The log of a circle: everything that happens in it, as entries numbered from 0 without gaps."""

from typing import Annotated

import msgspec

from pasch.engine.game import Value

LONGEST_CIRCLE_NAME = 24
CircleName = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_CIRCLE_NAME)]


class Customs(Value, frozen=True, kw_only=True):
    """What a circle has agreed on."""

    name: str
    felt: str
    """The game whose felt the coaster has."""
    bots: bool = False
    """Whether matches with bots count."""
    rated: bool = False
    """Whether its tables count for its ratings."""


class Founded(Value, frozen=True, tag="founded"):
    """The first entry of every log."""

    customs: Customs
    link: str
    east: int
    """Minutes by which its clocks are ahead of those in Greenwich: when its evenings begin."""


class Changed(Value, frozen=True, tag="changed"):
    customs: Customs


class Linked(Value, frozen=True, tag="linked"):
    """There is a new link; the last one is not valid any more."""

    link: str


class Joined(Value, frozen=True, tag="joined"):
    person: str


class Left(Value, frozen=True, tag="left"):
    """Somebody is a member no more: their lines stay, under the name that they had then."""

    person: str
    name: str
    colour: str | None
    by: str
    """The same person, or whoever removed them."""


# Evenings


class Planned(Value, frozen=True, tag="planned"):
    """An evening is agreed on; its number is that of this entry."""

    at: float
    by: str


class Cancelled(Value, frozen=True, tag="cancelled"):
    evening: int


class Answered(Value, frozen=True, tag="answered"):
    evening: int
    person: str
    comes: bool


# Club evenings


class ClubBegun(Value, frozen=True, tag="club"):
    """An evening over several tables begins."""

    rounds: int
    by: str


class Paused(Value, frozen=True, tag="paused"):
    person: str
    pauses: bool


class Seated(Value, frozen=True):
    table: str
    people: tuple[str, ...]


class Drawn(Value, frozen=True, tag="drawn"):
    """The next round of the club evening."""

    game: str
    tables: tuple[Seated, ...]


class ClubEnded(Value, frozen=True, tag="ended"):
    """The club evening is over before its last round."""


What = (
    Founded | Changed | Linked | Joined | Left | Planned | Cancelled | Answered | ClubBegun | Paused | Drawn | ClubEnded
)


class Entry(Value, frozen=True):
    n: int
    at: float
    what: What


decode_what = msgspec.json.Decoder(What).decode
encode_what = msgspec.json.Encoder().encode


def without(what: What, person: str) -> What:
    """The same without the name of somebody who was erased."""
    if isinstance(what, Left) and what.person == person:
        return msgspec.structs.replace(what, name="", colour=None)
    return what
