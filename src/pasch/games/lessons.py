"""A lesson: a match by script, in which a learner on the first seat is asked for one move at a time."""

from dataclasses import dataclass

import msgspec

from pasch.engine.game import CommonOptions, Seat
from pasch.engine.language import Text

LEARNER = Seat(0)
PARTNER = Seat(1)
PARTNER_NAME = "Jonas"


@dataclass(frozen=True, slots=True)
class Say:
    """The teacher says something; the learner goes on when they like."""

    words: Text


@dataclass(frozen=True, slots=True)
class Ask:
    """The learner is asked for exactly this move."""

    words: Text
    move: msgspec.Struct


@dataclass(frozen=True, slots=True)
class Falls:
    """Chance falls like this."""

    outcome: msgspec.Struct


@dataclass(frozen=True, slots=True)
class Plays:
    """The partner does this."""

    move: msgspec.Struct


Step = Say | Ask | Falls | Plays


@dataclass(frozen=True, slots=True)
class Lesson:
    """All that a lesson shows, from the empty table on. Two sit at it: the learner and a partner."""

    options: CommonOptions
    steps: tuple[Step, ...]


def say(german: str, english: str) -> Say:
    return Say(Text(german, english))


def ask(german: str, english: str, move: msgspec.Struct) -> Ask:
    return Ask(Text(german, english), move)
