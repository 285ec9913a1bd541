"""Chance: what can fall, how likely it is, and a repeatable source of it."""

import pickle
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction

import msgspec
import pytest

from pasch.engine.draws import Below, Cards, Dice, chance, chances, sets_of, spread


class Fell(msgspec.Struct, frozen=True):
    what: tuple[int, ...]


class Other(msgspec.Struct, frozen=True):
    what: tuple[int, ...]


def dice(*held: int) -> Dice[Fell]:
    return Dice(held, Fell, Fell, lambda fell: fell.what)


def cards(pool: tuple[int, ...], count: int, taken: tuple[int, ...] = ()) -> Cards[Fell, int]:
    return Cards(pool, count, Fell, lambda picked: Fell(tuple(sorted(picked))), lambda fell: fell.what, taken)


def test_two_dice_fall_in_36_ways_and_each_is_different() -> None:
    draw = dice(0, 0)
    assert draw.ways == 36
    assert len({draw.fall(way) for way in range(36)}) == 36
    assert set(chances(draw).values()) == {Fraction(1, 36)}


def test_a_held_die_stays() -> None:
    draw = dice(0, 1, 0)
    assert draw.ways == 36
    assert {draw.fall(way).what[1] for way in range(36)} == {1}
    assert draw.admits(Fell((6, 1, 6)))
    assert not draw.admits(Fell((6, 2, 6)))


def test_spread_rolls_show_each_face_of_each_die_equally_often() -> None:
    rolls = spread(dice(0, 1, 0), 12, chance("spread"))
    first, held, last = zip(*(roll.what for roll in rolls), strict=True)
    assert Counter(first) == Counter(last) == dict.fromkeys(range(1, 7), 2)
    assert set(held) == {1}
    assert len(set(rolls)) > 6, "the dice do not fall alike"


def test_all_dice_held_fall_in_one_way() -> None:
    draw = dice(1, 1)
    assert draw.ways == 1
    assert chances(draw) == {Fell((1, 1)): 1}


@pytest.mark.parametrize("what", [(0, 1), (7, 1), (1,), (1, 1, 1), ()])
def test_what_no_dice_show_is_not_admitted(what: tuple[int, ...]) -> None:
    assert not dice(0, 0).admits(Fell(what))


def test_only_its_own_kind_of_outcome_is_admitted() -> None:
    assert dice(0).admits(Fell((1,)))
    assert not dice(0).admits(Other((1,)))
    assert not cards((1,), 1).admits(Other((1,)))


def test_cards_are_not_put_back() -> None:
    draw = cards((1, 1, 2), 2)
    assert draw.ways == 6
    assert chances(draw) == {Fell((1, 1)): Fraction(1, 3), Fell((1, 2)): Fraction(2, 3)}
    assert Counter(draw.fall(way) for way in range(6)) == {Fell((1, 1)): 2, Fell((1, 2)): 4}


def test_cards_that_come_for_certain() -> None:
    draw = cards((5, 6), 1, taken=(3,))
    assert chances(draw) == {Fell((3, 5)): Fraction(1, 2), Fell((3, 6)): Fraction(1, 2)}
    assert draw.admits(Fell((3, 6)))
    assert not draw.admits(Fell((5, 6)))
    assert not draw.admits(Fell((3, 3)))


@pytest.mark.parametrize("what", [(1, 1, 1), (2, 2), (1, 3), (1,), (2, 1)])
def test_cards_that_cannot_be_drawn_are_not_admitted(what: tuple[int, ...]) -> None:
    assert not cards((1, 1, 2), 2).admits(Fell(what))


def test_sets_of_cards_are_as_likely_as_the_ways_to_draw_them() -> None:
    draw = cards((1, 1, 1, 2, 2, 3), 3, taken=(3,))
    sets = dict(sets_of(draw))
    counted = Counter(draw.fall(way) for way in range(draw.ways))
    assert sets.keys() == counted.keys()
    assert {fell: Fraction(ways, sum(sets.values())) for fell, ways in sets.items()} == {
        fell: Fraction(ways, draw.ways) for fell, ways in counted.items()
    }


def test_equal_seeds_give_equal_numbers() -> None:
    first, second, third = chance("a"), chance("a"), chance("b")
    numbers = [first(1000) for _ in range(50)]
    assert numbers == [second(1000) for _ in range(50)]
    assert numbers != [third(1000) for _ in range(50)]


def test_a_seed_gives_the_same_numbers_on_every_machine() -> None:
    below = chance("pasch")
    assert [below(6) for _ in range(12)] == [0, 4, 5, 1, 5, 3, 3, 3, 1, 2, 2, 5]


@pytest.mark.parametrize("twin_of", [deepcopy, lambda below: pickle.loads(pickle.dumps(below))])  # noqa: S301
def test_a_copy_goes_on_where_it_was_made_and_by_itself(twin_of: Callable[[Below], Below]) -> None:
    below = chance("copied")
    below(1000)
    twin = twin_of(below)
    numbers = [below(1000) for _ in range(50)]
    assert [twin(1000) for _ in range(50)] == numbers


@pytest.mark.parametrize("n", [1, 2, 5, 6, 7, 36, 1000])
def test_all_numbers_below_n_come_equally_often(n: int) -> None:
    below = chance(f"fair/{n}")
    rounds = 200 * n if n < 100 else 40 * n
    counts = Counter(below(n) for _ in range(rounds))
    expected = rounds / n
    assert set(counts) == set(range(n))
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    assert chi_square < n - 1 + 5 * (2 * max(1, n - 1)) ** 0.5
