"""Luck or skill: where a seat's result comes from."""

from collections.abc import Sequence

from pasch.coach.rounding import points, steady
from pasch.coach.values import POINT, Balance, Parts, Shares, Step
from pasch.engine.game import Seat
from pasch.engine.language import Text

LEVEL = 3 * POINT
"""Luck and own moves below this are level, and a rest above it is told."""


def balance(seat: Seat, start: Shares, steps: Sequence[Step]) -> Balance:
    """Luck, and what decisions did to the seat's chance: its own by what they lost, the others' by how it changed."""
    before = [start, *(step.chances for step in steps)]
    luck = sum(step.luck.brought[seat] for step in steps if step.luck)
    own = -sum(step.judgement.loss for step in steps if step.judgement and step.seat == seat)
    others = sum(step.chances[seat] - before[step.n][seat] for step in steps if step.seat not in (None, seat))
    result = steps[-1].chances[seat]
    rest = result - start[seat] - luck - own - others
    exact = Parts(*map(steady, (start[seat], luck, own, others, rest, result)))
    return Balance(exact, points(exact), see_saw(exact))


def see_saw(parts: Parts) -> Text:
    """The sentence above the see-saw, by size and sign of luck and own moves. Own moves only lose."""
    said = _sentence(parts.luck, parts.own)
    if abs(parts.rest) < LEVEL:
        return said
    return Text(
        f"{said.de} Einiges lässt sich nicht sauber zuordnen.", f"{said.en} Some of it cannot be clearly attributed."
    )


def _sentence(luck: float, own: float) -> Text:
    lost = -own
    if abs(luck) < LEVEL and lost < LEVEL:
        return Text("Ausgeglichen. Entschieden haben die anderen.", "Level. The others decided it.")
    if lost < LEVEL:
        if luck > 0:
            return Text("Gut gespielt und Glück gehabt.", "Well played, and lucky.")
        return Text("Stark gespielt, Pech gehabt.", "Strongly played, but unlucky.")
    if luck > lost:
        return Text("Vor allem Glück.", "Mostly luck.")
    if luck > LEVEL:
        return Text("Etwas Glück, aber mehr Fehler.", "Some luck, but more mistakes.")
    if -luck >= 2 * lost:
        return Text("Vor allem Pech.", "Mostly bad luck.")
    if -luck >= lost:
        return Text("Etwas mehr Pech als Fehler.", "Somewhat more bad luck than mistakes.")
    return Text("Deine Fehler wogen schwerer.", "Your mistakes weighed more.")
