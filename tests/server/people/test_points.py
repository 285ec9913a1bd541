"""How a circle counts: points, duels, records, luck; and what a season is."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pasch.server.people.points import Match, Played, by_match, duels, luck_of, points, records, standings
from pasch.server.people.seasons import Season, begins, evening_of, season_named, season_of

few = settings(max_examples=40, deadline=None)
PEOPLE = ("ann", "ben", "cy", "dora")


def match(code: str, *seats: tuple[str | None, int], ended: float = 0.0) -> Match:
    return [Played(code, at, who, None, "hilo", place, 10 - place, ended) for at, (who, place) in enumerate(seats)]


places = st.lists(st.integers(1, 4), min_size=1, max_size=6)


@few
@given(places)
def test_a_match_gives_as_many_points_as_it_has_pairs(some: list[int]) -> None:
    """So tables of any size add up, and a shared place takes nothing away from anybody."""
    given_out = [points(some, seat) for seat in range(len(some))]
    assert sum(given_out) == len(some) * (len(some) - 1) / 2
    assert all((some[a] < some[b]) == (given_out[a] > given_out[b]) for a in range(len(some)) for b in range(len(some)))


def test_the_table_of_a_season() -> None:
    matches = [
        match("A", ("ann", 1), ("ben", 2), ("cy", 3)),
        match("B", ("ann", 2), ("ben", 1)),
        match("C", ("cy", 1), ("guest", 1), (None, 3)),
    ]
    lines = standings(matches, PEOPLE)
    assert [(line.person, line.place, line.matches, line.wins, line.points) for line in lines] == [
        ("ann", 1, 2, 1, 2.0),
        ("ben", 1, 2, 1, 2.0),
        ("cy", 3, 2, 1, 1.5),
        ("dora", 4, 0, 0, 0.0),
    ]
    assert [tuple(duel) for duel in duels(matches, PEOPLE)] == [
        ("ann", "ben", 1, 1, 2),
        ("ann", "cy", 1, 0, 1),
        ("ben", "cy", 1, 0, 1),
    ]


def test_records_are_held_by_whoever_had_as_much_and_by_members_only() -> None:
    def played(code: str, who: str, ended: float, **facts: int) -> Match:
        return [Played(code, 0, who, None, "hilo", 1, 1, ended, facts)]

    matches = [
        played("A", "ann", 1, sacks=10, none=0),
        played("B", "ben", 2, sacks=10),
        played("C", "stranger", 3, sacks=12),
        played("D", "ann", 4, sacks=10),
    ]
    (best,) = records(matches, PEOPLE)
    assert best == ("hilo", "sacks", 10, [("ann", 1), ("ben", 2)])


share = st.floats(-1, 1, allow_nan=False)


@few
@given(st.lists(st.tuples(st.lists(share, min_size=2, max_size=4), st.booleans()), max_size=8))
def test_luck_adds_up_to_nothing_also_when_rounded(some: list[tuple[list[float], bool]]) -> None:
    matches = [
        match(f"{n}", *((who, 1) for who in [*PEOPLE[: len(luck) - 1], None if odd else PEOPLE[len(luck) - 1]]))
        for n, (luck, odd) in enumerate(some)
    ]
    level = {f"{n}": [one - sum(luck) / len(luck) for one in luck] for n, (luck, _) in enumerate(some)}
    brought = luck_of(matches, level, PEOPLE)
    assert sum(brought.values()) == 0
    exact = {
        who: 100 * sum(level[one[0].match][seat.seat] for one in matches for seat in one if seat.person == who)
        for who in PEOPLE
    }
    assert all(abs(brought[who] - exact[who]) < 1 for who in PEOPLE)
    assert luck_of(matches, {}, PEOPLE) == dict.fromkeys([*PEOPLE, None], 0), "nothing is known without a review"


def test_rows_in_any_order_are_the_same_matches() -> None:
    rows = [
        Played(code, seat, None, None, "hilo", 1, 1, ended)
        for code, ended in (("A", 2.0), ("B", 1.0))
        for seat in (1, 0)
    ]
    assert [[(one.match, one.seat) for one in some] for some in by_match(rows)] == [
        [("B", 0), ("B", 1)],
        [("A", 0), ("A", 1)],
    ]


# Seasons

NOON = 12 * 3600.0


@few
@given(st.dates(date(1971, 1, 1), date(2200, 1, 1)), st.integers(-840, 840))
def test_every_evening_is_in_one_season(day: date, east: int) -> None:
    season = season_of(day)
    assert season.first <= day <= season.last
    assert season_named(str(season)) == season
    assert (season.after.first - season.last).days == 1
    assert season < season.after
    start = begins(day, east)
    assert evening_of(start, east) == evening_of(start + 86_399, east) == day
    assert evening_of(start - 1, east) < day


@pytest.mark.parametrize(
    ("day", "season"),
    [
        (date(2026, 9, 1), Season(2026, "autumn")),
        (date(2026, 11, 30), Season(2026, "autumn")),
        (date(2026, 12, 1), Season(2026, "winter")),
        (date(2027, 2, 28), Season(2026, "winter")),
        (date(2027, 3, 1), Season(2027, "spring")),
    ],
)
def test_a_season_is_a_quarter_and_winter_ends_in_the_next_year(day: date, season: Season) -> None:
    assert season_of(day) == season
