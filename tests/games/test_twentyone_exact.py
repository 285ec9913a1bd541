"""A lone sheet, solved: small cases by hand, and whole rows by playing them."""

from fractions import Fraction
from random import Random
from statistics import fmean, stdev

import numpy as np
import pytest

from pasch.games import GAMES
from pasch.games.twentyone.learning.encode import observe
from pasch.games.twentyone.learning.exact import ALL_FREE, _marked, _rolls, rolled_again, sheet, worth
from pasch.games.twentyone.learning.value import alone, logits, pages
from pasch.games.twentyone.model import BONUS, NUMBERS, ROWS
from pasch.games.weights import trained
from tests.games.test_strong import decisions

FACES = range(1, 7)


def one_field(printed: int, hits: int) -> Fraction:
    """The last free field of a row: enter what the die shows if it fits, strike it if not, or roll once more."""

    def brings(die: int) -> int:
        return die + BONUS[hits + (die == printed)] if die <= printed else BONUS[hits]

    again = Fraction(sum(brings(die) for die in FACES), 6)
    return sum((max(Fraction(brings(die)), again if die != 1 else Fraction(0)) for die in FACES), Fraction(0)) / 6


@pytest.mark.parametrize("hits", range(6))
@pytest.mark.parametrize("field", range(6))
def test_T4_the_last_field_is_worth_what_it_is_by_hand(field: int, hits: int) -> None:
    assert worth(0, 1 << field, hits) == pytest.approx(float(one_field(NUMBERS[0][field], hits)))


def test_a_full_row_is_worth_its_bonus() -> None:
    assert [worth(2, 0, hits) for hits in range(7)] == list(BONUS)


def test_more_hits_and_more_free_fields_are_never_worse() -> None:
    for row in range(ROWS):
        for free in range(1, ALL_FREE + 1):
            taken = 6 - free.bit_count()
            assert all(worth(row, free, hits) <= worth(row, free, hits + 1) for hits in range(taken))


def played(row: int, random: Random) -> float:
    """One row by the solution, with dice that fall one by one."""
    free, hits, points = ALL_FREE, 0, 0
    while free:
        fields = [field for field in range(6) if free >> field & 1]
        dice = [random.randint(1, 6) for _ in fields]
        at = int(np.flatnonzero((_rolls(len(fields)) == dice).all(axis=1))[0])
        if rolled_again(row, free, hits)[at] > _marked(row, free, hits)[at]:
            dice = [die if die == 1 else random.randint(1, 6) for die in dice]
        free, hits, points = best_mark(row, free, hits, points, dice, fields)
    return points + BONUS[hits]


def best_mark(row: int, free: int, hits: int, points: int, dice: list[int], fields: list[int]) -> tuple[int, int, int]:
    found = [(worth(row, free & free - 1, hits), (free & free - 1, hits, points))]
    for choice in range(1, 1 << len(fields)):
        chosen = [(field, die) for at, (field, die) in enumerate(zip(fields, dice, strict=True)) if choice >> at & 1]
        if all(die <= NUMBERS[row][field] for field, die in chosen):
            left = free - sum(1 << field for field, _ in chosen)
            more, gained = sum(die == NUMBERS[row][field] for field, die in chosen), sum(die for _, die in chosen)
            found.append((gained + worth(row, left, hits + more), (left, hits + more, points + gained)))
    return max(found)[1]


@pytest.mark.parametrize("row", [0, 3])
def test_played_rows_bring_what_the_solution_says(row: int) -> None:
    random = Random(row)
    scores = [played(row, random) for _ in range(400)]
    assert abs(fmean(scores) - worth(row)) < 4 * stdev(scores) / len(scores) ** 0.5


def test_a_whole_sheet() -> None:
    assert sheet() == pytest.approx(132.108, abs=0.001)


@pytest.mark.parametrize("players", [2, 6])
def test_what_was_learned_stays_below_what_is_possible(players: int) -> None:
    """Nobody hurries a lone player: in company the same page brings less, and nobody has learned otherwise."""
    game, weights = GAMES["twentyone"], trained(GAMES["twentyone"], players).weights
    seen = [observe(game.view(match.state, seat), seat) for match, seat in decisions(game, players, "lone", "strong")]
    observations = np.array(seen)
    hoped = logits(np, weights, observations, players)[:, -1] * 50
    possible = alone(np, pages(np, observations, players))[:, 0]
    assert (hoped < possible + 2).mean() > 0.99
    assert hoped[0] == pytest.approx(75, abs=6), "about what is reached"
    assert possible[0] == pytest.approx(132.1, abs=0.1)
