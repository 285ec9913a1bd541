"""The pace of a table, and the clocks of its seats."""

from typing import Annotated

import msgspec

from pasch.engine.game import Value

HOUR, DAY = 3600, 86400
MOST_HOURS = 24 * 60
GRACE = 10.0
"""Seconds for a move when the clock for the match is used up."""
SOON = 60.0
"""Seconds after which somebody who does not look is told that it is their turn."""
LAST_HOURS = (4, 1)
"""So many hours before the end of their time they are told again."""
PATIENCE = 60.0
"""Seconds that a person has before the host may put a bot on their seat."""


class NoClock(Value, frozen=True, tag="none", forbid_unknown_fields=True):
    """Nobody is hurried."""


class Live(Value, frozen=True, tag="live", forbid_unknown_fields=True):
    """All sit at the table now: seconds for each move, and for all the moves of a seat together."""

    move: Annotated[int, msgspec.Meta(ge=5, le=HOUR)] | None = 60
    match: Annotated[int, msgspec.Meta(ge=30, le=DAY)] | None = None


class Slow(Value, frozen=True, tag="slow", forbid_unknown_fields=True):
    """People come back when they like: so many hours for each move."""

    hours: Annotated[int, msgspec.Meta(ge=1, le=MOST_HOURS)] = 24


Pace = NoClock | Live | Slow


class Clocks:
    """The clocks of a match: for each seat, since when its choice is asked for, and its time for the match."""

    __slots__ = ("banks", "pace", "since")

    def __init__(self, pace: Pace, seats: int, at: float) -> None:
        self.pace = pace
        self.since = [at] * seats
        self.banks = [float(pace.match or 0) if isinstance(pace, Live) else 0.0] * seats

    def stop(self, seat: int, at: float) -> None:
        """Subtract the time that a seat has used from its time for the match."""
        self.banks[seat] -= at - self.since[seat]

    def stand(self, seconds: float) -> None:
        """Time that nobody could use: all who decide have been asked so much later."""
        self.since = [at + seconds for at in self.since]

    def deadline(self, seat: int, since: float) -> float | None:
        """When the time of a seat that has been deciding since a given time is up."""
        match self.pace:
            case NoClock():
                return None
            case Live(move, match):
                limits = ([] if move is None else [move]) + ([] if match is None else [max(self.banks[seat], GRACE)])
                return since + min(limits) if limits else None
            case Slow(hours):
                return since + hours * HOUR

    def reminders(self, since: float) -> list[float]:
        """When somebody who is away is told that they are asked: soon, at half of their time, and when little is left.
        Only where people come back when they like."""
        if not isinstance(self.pace, Slow):
            return []
        end = since + self.pace.hours * HOUR
        late = {since + self.pace.hours * HOUR / 2, *(end - hours * HOUR for hours in LAST_HOURS)}
        return [since + SOON, *sorted(at for at in late if at > since + SOON)]

    def ahead(self, since: float, deadline: float, now: float) -> list[float]:
        """When something is to be done about a seat that has been deciding since a given time."""
        return [*(at for at in self.reminders(since) if at > now), deadline]

    def left(self, seat: int, deadline: float | None, now: float) -> tuple[float | None, float | None]:
        """Seconds that a seat has for its move and for the match, whose clock runs while there is a deadline."""
        running = now - self.since[seat] if deadline is not None else 0.0
        has_bank = isinstance(self.pace, Live) and self.pace.match is not None
        return (
            None if deadline is None else round(max(0.0, deadline - now), 1),
            round(max(0.0, self.banks[seat] - running), 1) if has_bank else None,
        )
