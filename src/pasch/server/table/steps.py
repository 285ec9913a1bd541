"""Steps: what happens at a table during a match, event by event, and what else is told between them."""

from typing import Any, Literal, NamedTuple

from pasch.engine.game import Turn, Value
from pasch.engine.match import Event


class Step(NamedTuple):
    """One event of the match: the entry's number, the turn before it, the event, and the states before and after.
    For a move taken back both states are the one after the undo."""

    n: int
    turn: Turn
    event: Event
    before: Any
    after: Any


class TakenBack(Value, frozen=True, tag="undone"):
    """The `what` of a step that undoes the seat's last choice."""


class Change(Value, frozen=True, tag="table", omit_defaults=True):
    """The `what` of a step that is no event of the match: during it, something about a seat or the table changed."""

    how: Literal[
        "left", "called", "late", "lost", "back", "named", "coloured", "hosted", "closed", "hinted", "tutored", "stood"
    ]
    """A bot stands in since its person got up, the host called it, or a clock ran out; the clock cost the seat; its
    person is back; has another name or colour; is the host now; the table is closed; somebody took a hint, or gets a
    tip for each decision from now on; the server was off, and so all clocks stood still."""
    by: int | None = None
    """The seat of whoever did it for another seat."""
    why: str = ""
    """The name before; why the table is closed."""


BESIDE = (TakenBack, Change)
"""What a step may be besides an event of the match."""
