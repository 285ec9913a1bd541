"""What a draw can bring, exactly: compared with all the ways there are."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from pasch.games.kniffel.hands import all_hands, scores
from pasch.games.kniffel.learning.odds import Stock, averages, completes, counts
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
    expected = [ways[hand] / ways.total() for hand in all_hands(size)]
    assert Stock(SMALL, 11, NOTHING).chances(size) == pytest.approx(expected)


@pytest.mark.parametrize(("pile", "size"), [(0, 3), (2, 4), (3, 4)])
def test_K20_when_the_pile_runs_out_the_rest_comes_from_the_discards(pile: int, size: int) -> None:
    discards = np.array([0, 2, 2, 0, 1, 3])
    expected: Counter[Hand] = Counter()
    rest = every_way(discards, size - pile)
    for first, times in every_way(SMALL, pile).items():
        for second, again in rest.items():
            expected[tuple(sorted(first + second))] += times * again
    chances = Stock(SMALL, pile, discards).chances(size)
    assert chances == pytest.approx([expected[hand] / expected.total() for hand in all_hands(size)])
    assert chances.sum() == pytest.approx(1)


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("kept", [(), (5, 5, 5), (1, 2, 4), (2, 2, 5, 5), (5, 5, 5, 5, 1)])
def test_the_chance_to_complete_a_field_is_exact(field: Field, kept: Hand) -> None:
    size = 5 - min(len(kept), 4)
    met = [
        INDEX[field] in {at for at, _ in scores(tuple(sorted(kept + cards)))}
        for cards in combinations(cards_of(SMALL), size)
    ]
    assert completes(field, kept, size, Stock(SMALL, 11, NOTHING)) == pytest.approx(sum(met) / len(met))


def test_a_fifth_five_comes_as_often_as_fives_are_left() -> None:
    assert completes(Field.KNIFFEL, (5, 5, 5, 5), 1, Stock(SMALL, 11, NOTHING)) == pytest.approx(4 / 11)


def test_averages_are_those_of_all_ways() -> None:
    """The sum of five cards is on average the sum of those kept, and the others by the mean of the stock."""
    worth = counts(5) @ np.arange(1.0, 7.0)
    kept = np.array([[1, 1, 0, 0, 0, 0], [0, 0, 0, 0, 0, 2]])
    mean = sum(cards_of(SMALL)) / len(cards_of(SMALL))
    assert averages(worth, kept, 3, Stock(SMALL, 11, NOTHING)) == pytest.approx([3 + 3 * mean, 12 + 3 * mean])
