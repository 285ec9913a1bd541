"""Functions that remember values by identity."""

from pasch.engine.remembered import MOST, remembered


def test_the_same_value_is_asked_about_once() -> None:
    asked: list[tuple[int, ...]] = []

    @remembered
    def length(value: tuple[int, ...]) -> int:
        asked.append(value)
        return len(value)

    one = (1, 2)
    assert [length(one), length(one), length((1, 2, 3))] == [2, 2, 3]
    assert asked == [(1, 2), (1, 2, 3)]


def test_a_value_that_is_gone_is_not_taken_for_another() -> None:
    """The number of an object is given to another one, once nothing holds on to it."""

    @remembered
    def first(value: tuple[int, ...]) -> int:
        return value[0]

    assert all(first((number,)) == number for number in range(2 * MOST + 1))


def test_no_more_values_are_held_on_to_than_wanted() -> None:
    asked: list[int] = []
    values = [(number,) for number in range(4)]

    def note(value: tuple[int]) -> None:
        asked.append(value[0])

    seen = remembered(note, most=2)
    for value in (*values[:2], *values[:2], *values[2:], values[0]):
        seen(value)
    assert asked == [0, 1, 2, 3, 0]
