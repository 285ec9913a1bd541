"""What a draw can bring, exactly: compared with all the ways there are."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from pasch.games.kniffel.hands import possible
from pasch.games.kniffel.learning.encode import counts, hands_of
from pasch.games.kniffel.learning.odds import Stock, completing, expected
from pasch.games.kniffel.model import FIELDS, INDEX, VALUES, Field, Hand

SMALL = np.array([3, 1, 0, 2, 4, 1])
NOTHING = np.zeros(6, int)


def cards_of(stock: np.ndarray) -> list[int]:
    return [value for value, number in zip(VALUES, stock, strict=True) for _ in range(number)]


def every_way(stock: np.ndarray, size: int) -> Counter[Hand]:
    return Counter(tuple(sorted(cards)) for cards in combinations(cards_of(stock), size))


@pytest.mark.parametrize("size", range(6))
def test_every_set_of_cards_has_its_exact_chance(size: int) -> None:
    ways = every_way(SMALL, size)
    wanted = [ways[hand] / ways.total() for hand in hands_of(size)]
    assert Stock(SMALL, 11, NOTHING).probabilities(size) == pytest.approx(wanted)


@pytest.mark.parametrize(("pile", "size"), [(0, 3), (2, 4), (3, 4)])
def test_K20_when_the_pile_runs_out_the_rest_comes_from_the_discards(pile: int, size: int) -> None:
    discards = np.array([0, 2, 2, 0, 1, 3])
    wanted: Counter[Hand] = Counter()
    rest = every_way(discards, size - pile)
    for first, times in every_way(SMALL, pile).items():
        for second, again in rest.items():
            wanted[tuple(sorted(first + second))] += times * again
    found = Stock(SMALL, pile, discards).probabilities(size)
    assert found == pytest.approx([wanted[hand] / wanted.total() for hand in hands_of(size)])
    assert found.sum() == pytest.approx(1)


def completes(field: Field, kept: Hand, size: int) -> float:
    """The probability that a field can be filled with these cards and so many that are drawn."""
    return float(completing(kept, size, Stock(SMALL, 11, NOTHING))[INDEX[field]])


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("kept", [(), (5, 5, 5), (1, 2, 4), (2, 2, 5, 5), (1, 5, 5, 5, 5)])
def test_the_chance_to_complete_a_field_is_exact(field: Field, kept: Hand) -> None:
    size = 5 - min(len(kept), 4)
    met = [
        INDEX[field] in {at for at, _ in possible(tuple(sorted(kept + cards))).scores}
        for cards in combinations(cards_of(SMALL), size)
    ]
    assert completes(field, kept, size) == pytest.approx(sum(met) / len(met))


def test_a_fifth_five_comes_as_often_as_fives_are_left() -> None:
    assert completes(Field.KNIFFEL, (5, 5, 5, 5), 1) == pytest.approx(4 / 11)


def test_expected_values_are_those_of_all_ways() -> None:
    """The expected sum of five cards is the sum of those kept, and for each of the others the mean of the stock."""
    sums = counts(5) @ np.arange(1.0, 7.0)
    mean = sum(cards_of(SMALL)) / len(cards_of(SMALL))
    found = expected(sums, [(1, 2), (6, 6)], 3, Stock(SMALL, 11, NOTHING))
    assert found == pytest.approx([3 + 3 * mean, 12 + 3 * mean])
