"""Losses confirmed by playing on, grades, and how balances are rounded and put into words."""

import pytest

from pasch.coach import Exact, Parts, confirm, grade, review
from pasch.coach.balance import see_saw
from pasch.coach.exact import FEWEST, before
from pasch.coach.grades import levels
from pasch.coach.rounding import percent, points
from pasch.engine.game import Seat
from pasch.games import GAMES
from tests.coach.test_review import played


def test_playing_on_stops_when_the_difference_is_sure() -> None:
    record = played("twentyone", 2)
    found = review(record)
    last = max(step.n for step in found.steps if step.judgement and step.judgement.loss >= 0.02)
    seen: list[Exact] = []
    exact = confirm(record, found, last, most=6, least=3, progress=seen.append)
    assert [one.times for one in seen] == list(range(1, exact.times + 1))
    assert seen[-1] == exact
    assert exact.is_sure or exact.times == 6
    assert not any(one.is_sure for one in seen[2:-1])
    assert FEWEST >= 200


def test_who_chose_at_once_is_played_on_from_before_all_choices() -> None:
    record = played("twentyone", 2)
    last = max(n for n, event in enumerate(record.events) if event["type"] == "mark")
    match = before(record, last, Seat(record.events[last]["seat"]))
    assert match.state.choices == (None, None)
    assert match.count < last


def test_shown_chances_add_up_by_largest_remainders() -> None:
    assert percent((1 / 3, 1 / 3, 1 / 3)) == (34, 33, 33)
    assert percent((0.005, 0.995)) == (1, 99)
    assert percent((0.1249, 0.6251, 0.25)) == (12, 63, 25)


def test_what_rounding_leaves_goes_into_the_rest() -> None:
    rounded = points(Parts(0.254, -0.256, -0.224, 0.236, -0.010, 0.0))
    assert rounded == Parts(25, -26, -22, 24, -1, 0)


@pytest.mark.parametrize(("luck", "own", "rest", "says"), [
    (-0.26, -0.22, 0.0, "Etwas mehr Pech als Fehler."),
    (-0.39, -0.07, 0.0, "Vor allem Pech."),
    (0.30, -0.10, 0.0, "Vor allem Glück."),
    (0.30, 0.0, 0.0, "Gut gespielt und Glück gehabt."),
    (-0.30, -0.01, 0.0, "Stark gespielt, Pech gehabt."),
    (-0.05, -0.20, 0.0, "Deine Fehler wogen schwerer."),
    (0.02, -0.02, 0.0, "Ausgeglichen. Entschieden haben die anderen."),
    (0.02, -0.02, 0.05, "Ausgeglichen. Entschieden haben die anderen. Einiges lässt sich nicht sauber zuordnen."),
])  # fmt: skip
def test_the_sentence_of_the_see_saw(luck: float, own: float, rest: float, says: str) -> None:
    assert see_saw(Parts(0.25, luck, own, 0.0, rest, 0.0)).de == says


def test_a_grade_is_the_nearest_level_and_says_how_sure_it_is() -> None:
    game = GAMES["twentyone"]
    measured = levels(game)[2]
    losses = [measured["medium"].mean_loss] * 99
    found = grade(game, 2, losses)
    assert found is not None
    assert (found.like, found.provisional, found.decisions) == ("medium", True, 99)
    sure = grade(game, 2, [*losses, losses[0]])
    assert sure is not None
    assert not sure.provisional
    assert grade(game, 2, []) is None
    wide = grade(game, 2, [0.0, 0.2] * 3)
    assert wide is not None
    assert (wide.low, wide.high) == ("beginner", "strong")
