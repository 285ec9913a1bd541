"""The nouns of High or low: a hidden card, a word, a die."""

from enum import Enum
from typing import Annotated, Literal

import msgspec

from pasch.engine.game import CommonOptions, Seat, Value

SEATS = range(2, 4)
CARDS = (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6)
FACE_DOWN = 0
Options = CommonOptions
Shown = Annotated[int, msgspec.Meta(ge=0, le=6)]


class Phase(Enum):
    DEAL = "deal"
    SAY = "say"
    ROLL = "roll"
    OVER = "over"


class State(Value, frozen=True, kw_only=True):
    phase: Phase
    cards: tuple[int, ...]
    said: tuple[str | None, ...]
    die: int = 0


class Say(Value, frozen=True, tag="say", forbid_unknown_fields=True):
    word: Literal["high", "low"]


Move = Say


class Deal(Value, frozen=True, tag="deal", forbid_unknown_fields=True):
    cards: tuple[Shown, ...]


class Roll(Value, frozen=True, tag="roll", forbid_unknown_fields=True):
    die: Shown


Outcome = Deal | Roll


class Effect(Value, frozen=True):
    pass


class View(Value, frozen=True, kw_only=True):
    phase: Phase
    cards: tuple[int, ...]
    said: tuple[str | None, ...]
    waiting: tuple[Seat, ...]
    die: int
