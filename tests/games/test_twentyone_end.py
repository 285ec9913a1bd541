"""The rulebook tests of twenty one, second part: T10–T14, scoring, end and hidden choices, then the record."""

from itertools import permutations
from random import Random

import pytest

from pasch.engine.game import Decision, Over, Result, Seat
from pasch.engine.match import Match
from pasch.engine.record import Record, decode, encode, verify
from pasch.games.twentyone import GAME
from pasch.games.twentyone.model import (
    Colour,
    Mark,
    RowScore,
)
from tests.games.twentyone_rounds import (
    ALL,
    ONES,
    SIXES,
    STRIKE,
    dice,
    keep,
    mark,
    play_round,
    reroll,
    result,
    row,
    table,
)

FREE = (None,) * 6

# T10–T12 Scoring and end


@pytest.mark.parametrize(
    ("digits", "numbers", "hits", "bonus"),
    [
        ("111111", 6, 1, 1),
        ("111121", 7, 2, 3),
        ("111321", 9, 3, 6),
        ("114321", 12, 4, 10),
        ("154321", 16, 5, 15),
        ("654321", 21, 6, 21),
    ],
)
def test_T10_a_full_row_scores_its_numbers_and_a_bonus_for_its_hits(
    digits: str, numbers: int, hits: int, bonus: int
) -> None:
    match = play_round(table(2), digits, ALL, STRIKE)
    assert GAME.view(match.state, Seat(1)).scores[0][0] == RowScore(numbers, hits, bonus)
    assert GAME.view(match.state, Seat(1)).totals == (numbers + bonus, 0)


def test_T10_a_row_without_hits_has_no_bonus() -> None:
    match = play_round(table(2), "543216", ALL[:5], STRIKE)
    play_round(match, "111112", STRIKE, STRIKE)
    assert row(match, 0) == (5, 4, 3, 2, 1, 0)
    assert GAME.view(match.state, None).scores[0][0] == RowScore(15, 0, 0)


def test_T10_the_example_of_the_rulebook() -> None:
    match = play_round(table(2), "566666", ("red",), STRIKE)
    play_round(match, "111111", STRIKE, STRIKE)
    play_round(match, "114221", ("green", "blue", "white", "black"), STRIKE)
    assert row(match, 0) == (5, 0, 4, 2, 2, 1)
    assert GAME.view(match.state, None).scores[0][0] == RowScore(numbers=14, hits=3, bonus=6)
    assert GAME.view(match.state, None).totals[0] == 20
    assert GAME.view(match.state, None).hits == (((2, 4, 5), (), (), (), ()), ((),) * 5)


def finish(match: Match, *choices: tuple[Colour, ...], rounds: int = 5) -> Match:
    """Rounds in which all dice show ones and each seat does the same again and again."""
    for _ in range(rounds):
        play_round(match, ONES, *choices)
    return match


def test_T11_the_game_ends_with_the_round_in_which_a_seat_fills_its_fifth_row() -> None:
    match = finish(table(3), STRIKE, ALL, STRIKE, rounds=4)
    keep(match, ONES)
    mark(match, 1, *ALL)
    assert match.turn == Decision((Seat(0), Seat(2)), "T5")
    mark(match, 2, "black")  # the fifth field of sheet C
    mark(match, 0)
    assert isinstance(match.turn, Over)
    assert row(match, 2) == (0, 0, 0, 0, 1, None)


def test_T11_the_others_score_their_current_row_as_it_stands_bonus_included() -> None:
    match = play_round(table(2), "631111", ALL[:1] + ALL[2:], ("blue", "yellow", "green"))
    play_round(match, "111111", ("yellow",), STRIKE)
    finish(match, ALL, STRIKE, rounds=3)
    assert not isinstance(match.turn, Over)
    assert GAME.view(match.state, None).places == ()
    play_round(match, ONES, ALL, ("white",))
    assert row(match, 1) == (1, 0, 0, 3, 0, 1)  # full: two hits
    assert row(match, 1, 2) == (0, None, None, None, None, 1)  # as it stands: one hit
    assert result(match).scores[1] == (5 + 3) + (1 + 1)


def test_T11_an_unfinished_row_counts_with_its_hits() -> None:
    match = play_round(table(2), ONES, ALL, ("green",))  # sheet B: the field of 1 is green
    finish(match, ALL, STRIKE, rounds=4)
    assert row(match, 1) == (0, 0, 0, 0, None, 1)
    assert GAME.view(match.state, None).scores[1][0] == RowScore(numbers=1, hits=1, bonus=1)
    assert result(match) == Result((5 * (6 + 1), 2), (1, 2))


def test_T11_two_seats_may_finish_in_the_same_round() -> None:
    match = finish(table(3), ALL, STRIKE, ALL)
    assert [page.at for page in match.state.pages] == [5, 0, 5]
    assert result(match) == Result((35, 0, 35), (1, 3, 1))
    assert GAME.view(match.state, None).places == (1, 3, 1)


def test_T12_the_highest_total_wins_finished_or_not() -> None:
    match = table(2, sheets="AD")
    for _ in range(29):
        play_round(match, SIXES, STRIKE, STRIKE if row(match, 1)[0] is not None else ("green",))
    keep(match, SIXES)
    mark(match, 0)
    mark(match, 1)
    assert result(match) == Result((0, 7), (2, 1))


# T13 At once


def test_T13_the_choices_can_be_made_in_any_order() -> None:
    marks: dict[int, tuple[Colour, ...]] = {0: ("red",), 1: STRIKE, 2: ALL, 3: ("black", "white")}
    ends = set()
    for order in permutations(marks):
        match = keep(table(4), ONES)
        for seat in order:
            mark(match, seat, *marks[seat])
        ends.add(match.state)
    assert len(ends) == 1


def test_T13_nobody_sees_the_choice_of_another_before_the_round_is_over() -> None:
    views = set()
    for colours in (("red",), STRIKE, ALL):
        match = keep(table(3), ONES)
        mark(match, 1, *colours)
        views |= {GAME.view(match.state, viewer) for viewer in (Seat(0), Seat(2), None)}
        assert GAME.view(match.state, Seat(1)).choices == (None, Mark(colours), None)
    assert len(views) == 1
    (view,) = views
    assert view.choices == (None, None, None)
    assert view.waiting == (0, 2)
    assert GAME.view(match.state, Seat(0)) is GAME.view(match.state, Seat(2)), "servers write it once"


def test_T13_who_has_chosen_still_does_not_see_the_others_until_all_have() -> None:
    match = keep(table(3), ONES)
    mark(match, 1, "red")
    mark(match, 2, "blue")
    assert GAME.view(match.state, Seat(2)).choices == (None, None, Mark(("blue",)))
    assert GAME.view(match.state, Seat(2)).pages == table(3).state.pages
    mark(match, 0)
    assert GAME.view(match.state, Seat(2)).waiting == ()
    assert [news.after for news in GAME.view(match.state, Seat(2)).news] == [row(match, seat) for seat in range(3)]


def test_T13_what_is_imagined_fits_what_is_seen() -> None:
    match = keep(table(3), ONES)
    mark(match, 1, "red")
    mark(match, 2)
    rng = Random(1)
    for viewer in (Seat(0), Seat(1), Seat(2), None):
        view = GAME.view(match.state, viewer)
        guesses = {GAME.imagine(view, rng.randrange) for _ in range(30)}
        assert all(GAME.view(guess, viewer) == view for guess in guesses)
        assert len({guess.choices for guess in guesses}) > 1


# T14 Equal totals


def test_T14_three_equal_totals_share_the_first_place() -> None:
    match = finish(table(4), ALL, ALL, STRIKE, ALL)
    assert result(match) == Result((35, 35, 0, 35), (1, 1, 4, 1))


def test_T14_three_equal_totals_share_the_second_place() -> None:
    match = play_round(table(5), ONES, ALL, ("green",), ("yellow",), ("blue",), STRIKE)
    finish(match, ALL, STRIKE, STRIKE, STRIKE, STRIKE, rounds=4)
    assert result(match) == Result((35, 2, 2, 2, 0), (1, 2, 2, 2, 5))


# The record


def test_the_record_is_written_as_the_rulebook_says() -> None:
    match = reroll(table(2, first=1, sheets="CD"), "411111")
    match.settle(dice("211111"))
    mark(match, 1, "red")
    mark(match, 0)
    keep(match, ONES)
    record = decode(encode(Record.of(match)))
    ones = {"yellow": 1, "green": 1, "blue": 1, "white": 1, "black": 1}
    assert record.options == {"first": 1, "sheets": ["C", "D"]}
    assert record.events == [
        {"type": "roll", "dice": {"red": 4, **ones}},
        {"seat": 1, "type": "reroll"},
        {"type": "roll", "dice": {"red": 2, **ones}},
        {"seat": 1, "type": "mark", "colours": ["red"]},
        {"seat": 0, "type": "mark", "colours": []},
        {"type": "roll", "dice": {"red": 1, **ones}},
        {"seat": 0, "type": "keep"},
    ]
    assert verify(record, {GAME.id: GAME}).state == match.state
