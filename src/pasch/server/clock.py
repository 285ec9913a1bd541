"""The time at the tables: the time of day, except that it never jumps, and stands still while the node sleeps."""

import logging
from collections.abc import Callable

PAUSE = 5.0
"""Seconds without a look at the clock, after which the node has slept: a running one looks twice a second."""
JUMP = 2.0
"""Seconds by which the time of day may be corrected between two looks; more is a jump."""
QUIET = 15.0
"""Seconds that people have to come back after a disturbance, before a clock runs out."""
DAY = 86_400.0
"""Seconds without a disturbance before idle tables are closed: time to see that the machine's clock is wrong."""

log = logging.getLogger("pasch.clock")

Seconds = Callable[[], float]


class Clock:
    """Made of two: the time of day, which somebody may set, and a steady one, which nobody can."""

    def __init__(self, of_day: Seconds, steady: Seconds) -> None:
        self._of_day, self._steady = of_day, steady
        self._day, self._lived = of_day(), steady()
        self._now, self._disturbed_at = self._day, self._lived

    def __call__(self) -> float:
        """Now, in seconds since 1970. Deadlines that were set by it are later by all that it does not count."""
        day, lived = self._of_day(), self._steady()
        by_day, by_life = day - self._day, lived - self._lived
        self._day, self._lived = day, lived
        if by_life > PAUSE:
            self.disturb("this node slept for %.0f seconds: everybody has so much more time", by_life)
        elif abs(by_day - by_life) > JUMP:
            self.disturb("the time of day jumped by %.0f seconds: no table counts them", by_day - by_life)
            self._now += by_life
        else:
            self._now += by_day
        return self._now

    def disturb(self, why: str, *figures: object) -> None:
        """People could not play, or time is in doubt: nothing runs out, and nothing is closed, right after it."""
        log.warning(why, *figures)
        self._disturbed_at = self._steady()

    def quiet(self) -> float:
        """Seconds since the last disturbance; the first was the start."""
        return self._steady() - self._disturbed_at

    def join(self, latest: float) -> None:
        """Go on from the newest entry of any node: no time lies before what is in the logs."""
        self._now = max(self._now, latest)
