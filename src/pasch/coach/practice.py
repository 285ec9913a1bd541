"""Trying again: how a try is taken, and when an exercise comes back."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from pasch.coach.values import POINT
from pasch.engine.language import Text

Verdict = Literal["right", "nearly", "other"]
NEARLY, OTHER = 0.5 * POINT, 2 * POINT
"""The losses from which a try is only nearly right, and from which it is another move."""
VERDICTS: dict[Verdict, Text] = {
    "right": Text("Genau!", "Exactly!"),
    "nearly": Text("Fast.", "Nearly."),
    "other": Text("Da ist noch mehr drin.", "There is more in it."),
}

LOST = 5 * POINT
"""Decisions that lost at least so much become exercises."""
REMEMBERED = 90
"""The days for which they are kept."""
WAITS = (1, 2, 4, 9, 21)
"""The days until an exercise comes back, after it was known once, twice … in a row."""
AFTER_OTHER = 1
"""The days until it comes back where it was not known."""


def verdict(loss: float) -> Verdict:
    return "right" if loss < NEARLY else "nearly" if loss < OTHER else "other"


class Answer(NamedTuple):
    """A try: on which day, and what it lost."""

    day: int
    loss: float


class Standing(NamedTuple):
    """How somebody stands with an exercise."""

    known: int = 0
    """How often it was known in a row: at most as often as there are waits."""
    due: int | None = None
    """The day on which it is asked again; None: it is new, and asked at once."""

    def is_due(self, day: int) -> bool:
        return self.due is None or day >= self.due


def standing(answers: Iterable[Answer]) -> Standing:
    """What a log of answers, in order, comes to. What is tried before it is due is play, and does not count: whoever
    has just seen the answer knows it."""
    now = Standing()
    for answer in answers:
        if now.is_due(answer.day):
            now = _answered(now, answer)
    return now


def _answered(before: Standing, answer: Answer) -> Standing:
    if verdict(answer.loss) == "other":
        return Standing(0, answer.day + AFTER_OTHER)
    known = min(before.known + 1, len(WAITS))
    return Standing(known, answer.day + WAITS[known - 1])
