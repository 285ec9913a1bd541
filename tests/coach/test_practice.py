"""When an exercise comes back: after 1, 2, 4, 9 and 21 days, and tomorrow where it was not known."""

import pytest

from pasch.coach.practice import WAITS, Answer, Standing, standing, verdict

KNOWN, NEARLY, OTHER = 0.0, 0.019, 0.02


@pytest.mark.parametrize(("loss", "said"), [
    (0.0, "right"), (0.0049, "right"), (0.005, "nearly"), (0.0199, "nearly"), (0.02, "other"), (0.3, "other"),
])  # fmt: skip
def test_a_try_is_right_nearly_right_or_another(loss: float, said: str) -> None:
    assert verdict(loss) == said


def test_what_is_new_is_due_at_once() -> None:
    assert standing([]) == Standing(0, None)
    assert standing([]).is_due(-(10**6))


@pytest.mark.parametrize("loss", [KNOWN, NEARLY])
def test_what_is_known_comes_back_later_and_later(loss: float) -> None:
    day, answers = 100, []
    for times, wait in enumerate((1, 2, 4, 9, 21, 21), start=1):
        answers.append(Answer(day, loss))
        now = standing(answers)
        assert tuple(now) == (min(times, len(WAITS)), day + wait)
        assert [now.is_due(day + after) for after in (0, wait - 1, wait, wait + 50)] == [False, False, True, True]
        day += wait


def test_what_was_not_known_comes_back_tomorrow_and_begins_anew() -> None:
    answers = [Answer(0, KNOWN), Answer(1, KNOWN), Answer(3, OTHER)]
    assert standing(answers) == (0, 4)
    assert standing([*answers, Answer(4, NEARLY)]) == (1, 5)


def test_what_is_tried_before_it_is_due_does_not_count() -> None:
    assert standing([Answer(7, OTHER), Answer(7, KNOWN)]) == (0, 8), "who has seen the answer knows it"
    assert standing([Answer(7, KNOWN), Answer(7, OTHER), Answer(7, KNOWN)]) == (1, 8)
    assert standing([Answer(7, KNOWN), Answer(8, KNOWN), Answer(9, OTHER)]) == (2, 10)
