"""Club evenings: everybody sits, tables are even, whoever has met sits apart, and equals play against equals."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pasch.engine.draws import chance
from pasch.games import GAMES
from pasch.server.people.seating import draw, meetings, table_sizes

LIMITS = sorted({(game.seats[0], game.seats[-1]) for game in GAMES.values()})


@given(st.integers(0, 100), st.integers(1, 6), st.sampled_from([*LIMITS, (3, 4)]))
def test_tables_are_within_the_limits_and_differ_by_one_at_most(
    people: int, wanted: int, limits: tuple[int, int]
) -> None:
    sizes = table_sizes(people, wanted, limits)
    if sizes:
        assert sum(sizes) == people
        assert max(sizes) - min(sizes) <= 1
        assert limits[0] <= min(sizes)
        assert max(sizes) <= limits[1]
    else:
        assert all(limits[0] * tables > people or limits[1] * tables < people for tables in range(1, people + 1))


@pytest.mark.parametrize(
    ("people", "wanted", "sizes"),
    [(14, 5, [5, 5, 4]), (14, 4, [4, 4, 3, 3]), (3, 2, [3]), (7, 6, [4, 3]), (1, 4, []), (0, 4, []), (12, 6, [6, 6])],
)
def test_they_are_as_near_as_can_be_to_what_is_wanted(people: int, wanted: int, sizes: list[int]) -> None:
    assert table_sizes(people, wanted, (2, 6)) == sizes


def evening(people: int, wanted: int, rounds: int, seed: str, strength: dict[str, float]) -> list[list[list[str]]]:
    names, below = [f"p{n}" for n in range(people)], chance(seed)
    drawn: list[list[list[str]]] = []
    for _ in range(rounds):
        sizes = table_sizes(people, wanted, (2, 6))
        drawn.append(draw(names, sizes, meetings(drawn), strength, below))
    return drawn


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 20), st.integers(2, 6), st.integers(1, 3), st.text(max_size=3))
def test_everybody_sits_once_and_no_swap_would_be_better(people: int, wanted: int, rounds: int, seed: str) -> None:
    drawn = evening(people, wanted, rounds, seed, {})
    for at, tables in enumerate(drawn):
        assert sorted(who for table in tables for who in table) == sorted(f"p{n}" for n in range(people))
        assert [len(table) for table in tables] == table_sizes(people, wanted, (2, 6))
        met = meetings(drawn[:at])
        now = again(tables, met)
        for one, other in combinations(range(len(tables)), 2):
            for a in range(len(tables[one])):
                for b in range(len(tables[other])):
                    swapped = [list(table) for table in tables]
                    swapped[one][a], swapped[other][b] = swapped[other][b], swapped[one][a]
                    assert again(swapped, met) >= now


def again(tables: list[list[str]], met: Counter[frozenset[str]]) -> int:
    return sum(met[frozenset(pair)] ** 2 for table in tables for pair in combinations(table, 2))


@pytest.mark.parametrize(("people", "wanted", "rounds"), [(9, 3, 2), (16, 4, 3), (12, 3, 3), (8, 2, 5)])
def test_where_everybody_can_meet_somebody_new_they_do(people: int, wanted: int, rounds: int) -> None:
    assert max(meetings(evening(people, wanted, rounds, "club", {})).values()) == 1


def test_whoever_has_as_many_points_sits_together_unless_they_have_met() -> None:
    strength = {f"p{n}": float(n // 4) for n in range(12)}
    first, second = evening(12, 4, 2, "swiss", strength)
    assert {frozenset(table) for table in first} == {
        frozenset(f"p{n}" for n in range(at, at + 4)) for at in range(0, 12, 4)
    }
    assert max(Counter(int(who[1:]) // 4 for who in table).most_common(1)[0][1] for table in second) == 2, (
        "twelve who sat by four cannot all sit apart, but two and two"
    )
