"""What is worth telling of a match: turning points, the worst decisions, the best move."""

from collections.abc import Sequence

from pasch.coach.rounding import steady
from pasch.coach.values import Shares, Step
from pasch.engine.game import Seat

MOST = 3
"""How many turning points and how many decisions are shown."""
APART = 5
"""Turning points lie at least so many events apart."""


def turning_points(seat: Seat, start: Shares, steps: Sequence[Step]) -> tuple[int, ...]:
    """The events that moved a seat's chance most, in order; decisions before luck where they are equal."""
    before = [start, *(step.chances for step in steps)]
    moved = [steady(abs(step.chances[seat] - before[n][seat])) for n, step in enumerate(steps)]
    found: list[int] = []
    for n in sorted(range(len(steps)), key=lambda n: (-moved[n], steps[n].seat is None, n)):
        if len(found) < MOST and moved[n] and all(abs(n - other) >= APART for other in found):
            found.append(n)
    return tuple(sorted(found))


def worst_decisions(seat: Seat, steps: Sequence[Step]) -> tuple[int, ...]:
    judged = [(step.judgement, step.n) for step in steps if step.judgement and step.seat == seat]
    marked = sorted([(-judgement.loss, n) for judgement, n in judged if judgement.mark])
    return tuple([n for _, n in marked[:MOST]])


def best_move(seat: Seat, steps: Sequence[Step]) -> int | None:
    """The best move where it was hardest to miss: the one that was played, and furthest ahead of the second best."""
    found = [
        (-step.judgement.lead, step.n)
        for step in steps
        if step.judgement and step.seat == seat and step.judgement.counted and not step.judgement.loss
    ]
    return min(found)[1] if found else None
