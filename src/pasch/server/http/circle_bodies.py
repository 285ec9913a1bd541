"""What is sent about circles over HTTP."""

from typing import Annotated

import msgspec

from pasch.engine.language import Lang
from pasch.server.http.bodies import Body, Zone
from pasch.server.people.circle_log import CircleName, Customs
from pasch.server.people.club import MOST_ROUNDS
from pasch.server.table.seats import MOST_SEATS

MemberNumber = Annotated[int, msgspec.Meta(ge=0, lt=10_000)]


class CircleCustoms(Body, frozen=True, kw_only=True):
    """What a circle agrees on."""

    name: CircleName
    felt: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    """The game whose felt its coaster has."""
    bots: bool = False
    """Whether matches with bots count."""
    rated: bool = False
    """Whether its tables count for ratings within it."""

    @property
    def customs(self) -> Customs:
        return Customs(name=self.name, felt=self.felt, bots=self.bots, rated=self.rated)


class NewCircle(CircleCustoms, frozen=True, kw_only=True):
    east: Annotated[int, msgspec.Meta(ge=-1440, le=1440)] = 0
    """Minutes by which its clocks are ahead of UTC: when its evenings begin."""


class NewEvening(Body, frozen=True):
    at: Annotated[float, msgspec.Meta(ge=0, le=1e11)]


class Coming(Body, frozen=True):
    comes: bool


class NewClub(Body, frozen=True):
    """A club evening of so many rounds."""

    rounds: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)]


class Pause(Body, frozen=True):
    member: MemberNumber
    pauses: bool


class NewRound(Body, frozen=True):
    """The next round of a club evening."""

    round: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)]
    """Which one, from 1: so that nobody draws two at once."""
    game: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    size: Annotated[int, msgspec.Meta(ge=1, le=MOST_SEATS)]
    """How many shall sit at a table; those there are differ by one at most."""


class NewHook(Body, frozen=True):
    """Where the circle shall send word to, from now on."""

    url: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
    """What Discord, Slack or ntfy give for it, or an address as Apprise writes it. It is told to nobody again."""
    lang: Lang
    zone: Zone
