"""What each seat, or a spectator, has seen of an event.

Chance itself says how much of an outcome a seat sees. Simultaneous choices are known only to their own seat until the
last one has been made.
"""

from collections.abc import Collection
from typing import Any, NamedTuple, Protocol, TypeVar

from pasch.engine.game import Chance, Decision, Seat, Turn
from pasch.engine.match import Event, Match


class Happening(Protocol):
    """An event, and what the match waited for when it came."""

    @property
    def turn(self) -> Turn: ...
    @property
    def event(self) -> Event: ...


H = TypeVar("H", bound=Happening)


def seen(happening: Happening, seat: Seat | None) -> Event:
    """An event as a seat, or a spectator, sees it when it is shown."""
    turn, event = happening.turn, happening.event
    return Event(None, turn.seen_by(seat, event.what)) if isinstance(turn, Chance) else event


def witnessed(happening: H, seat: Seat | None, concealed: Collection[H]) -> Event | None:
    """What a seat, or a spectator, knows of an event while some are concealed; None: that somebody chose, not what."""
    is_concealed = happening.event.seat != seat and happening in concealed
    return None if is_concealed else seen(happening, seat)


def still_concealed(concealed: tuple[H, ...], last: H, now: Turn) -> tuple[H, ...]:
    """The concealed choices after one more event, given what the match waits for now.

    They stay concealed until every seat of the same simultaneous decision has chosen.
    """
    if not isinstance(last.turn, Decision) or not isinstance(now, Decision):
        return ()
    is_at_once = bool(concealed) or len(last.turn.seats) > 1
    others = [{*turn.seats} - {last.event.seat} for turn in (last.turn, now)]
    return (*concealed, last) if is_at_once and others[0] == others[1] else ()


class Step(NamedTuple):
    """An event, what the match waited for when it came, and the states around it."""

    turn: Turn
    event: Event
    before: Any
    after: Any


class Witness:
    """Observes a match, event by event, and tracks which choices are concealed."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.concealed: tuple[Step, ...] = ()
        self._turn, self._state = match.turn, match.state

    def look(self) -> Step:
        """What has just happened."""
        match = self.match
        step = Step(self._turn, match.last, self._state, match.state)
        self.concealed = still_concealed(self.concealed, step, match.turn)
        self._turn, self._state = match.turn, match.state
        return step
