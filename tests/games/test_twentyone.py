"""The rulebook tests of twenty one, first part: T1–T9, set-up and round."""

from itertools import combinations

import pytest

from pasch.engine.draws import chances
from pasch.engine.errors import Malformed
from pasch.engine.game import Chance, Decision, Seat
from pasch.engine.language import LANGS
from pasch.engine.match import Match
from pasch.games.twentyone import GAME
from pasch.games.twentyone.model import (
    COLOURS,
    NUMBERS,
    SHEETS,
    Colour,
    Effect,
    Fit,
    Keep,
    Mark,
    Page,
    Reroll,
    RowScore,
)
from tests.games.twentyone_rounds import (
    ALL,
    ONES,
    SIXES,
    STRIKE,
    choices,
    dice,
    keep,
    mark,
    play_round,
    reroll,
    row,
    table,
)

FREE = (None,) * 6

# T1–T3 Material and set-up


def test_T1_there_are_six_dice_of_six_colours_and_six_different_sheets() -> None:
    assert COLOURS == ("red", "yellow", "green", "blue", "white", "black")
    assert "".join(SHEETS) == "ABCDEF"
    assert all(SHEETS[one] != SHEETS[other] for one, other in combinations(SHEETS, 2))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_T1_every_seat_has_a_different_sheet_by_default_in_seat_order(players: int) -> None:
    assert table(players).state.pages == tuple(Page(letter) for letter in "ABCDEF"[:players])


def test_T1_the_sheets_can_be_chosen() -> None:
    assert [page.sheet for page in table(3, sheets="FBD").state.pages] == ["F", "B", "D"]


@pytest.mark.parametrize("players", [0, 1, 7])
def test_T1_two_to_six_can_play(players: int) -> None:
    with pytest.raises(Malformed) as caught:
        Match(GAME, players)
    assert all(caught.value.reason.to(lang) for lang in LANGS)


def test_T1_all_sheets_are_open_to_everyone() -> None:
    match = play_round(table(2), ONES, ("red", "black"), STRIKE)
    for viewer in (Seat(0), Seat(1), None):
        assert GAME.view(match.state, viewer).pages == match.state.pages


@pytest.mark.parametrize("letter", "ABCDEF")
def test_T2_a_sheet_has_five_rows_of_six_fields_one_of_each_colour(letter: str) -> None:
    assert [sorted(colours) for colours in SHEETS[letter]] == [[0, 1, 2, 3, 4, 5]] * 5


def fitting(letter: str, number: int, value: int) -> set[Colour]:
    """The colours that may be entered in a row (from 1) of a sheet when all dice show the same value."""
    match = table(2, sheets=letter + ("B" if letter == "A" else "A"))
    for _ in range(number - 1):
        play_round(match, ONES, ALL, STRIKE)
    keep(match, str(value) * 6)
    return {colour for colour in COLOURS if (colour,) in choices(match, 0)}


@pytest.mark.parametrize("letter", "ABCDEF")
@pytest.mark.parametrize(
    ("number", "printed"),
    [
        (1, (6, 5, 4, 3, 2, 1)),
        (2, (5, 4, 4, 3, 3, 1)),
        (3, (6, 5, 3, 2, 2, 1)),
        (4, (5, 4, 4, 2, 2, 1)),
        (5, (4, 4, 3, 3, 2, 1)),
    ],
)
def test_T2_the_numbers_of_the_rows_are_the_same_on_all_sheets(
    letter: str, number: int, printed: tuple[int, ...]
) -> None:
    assert NUMBERS[number - 1] == printed
    for value in range(1, 7):
        assert len(fitting(letter, number, value)) == sum(most >= value for most in printed)


@pytest.mark.parametrize(
    ("letter", "colours"),
    [
        ("A", "red yellow green blue white black"),
        ("B", "blue black white yellow red green"),
        ("C", "white blue red green black yellow"),
        ("D", "green red black white yellow blue"),
        ("E", "yellow white blue black green red"),
        ("F", "black green yellow red blue white"),
    ],
)
def test_T2_the_colours_of_the_first_row_are_those_of_the_printed_sheet(letter: str, colours: str) -> None:
    for value in range(1, 7):
        assert fitting(letter, 1, value) == set(colours.split()[: 7 - value])


@pytest.mark.parametrize("first", [0, 1, 2])
def test_T3_the_first_active_seat_is_told(first: int) -> None:
    match = table(3, first)
    match.settle(dice(ONES))
    assert match.turn == Decision((Seat(first),), "T4")


def test_T3_every_seat_works_from_the_top_down() -> None:
    match = table(2)
    for at in range(4):
        play_round(match, ONES, ALL, STRIKE)
        assert [row(match, 0, number) for number in range(1, 6)] == [(1,) * 6] * (at + 1) + [FREE] * (4 - at)
        assert match.state.pages[0].at == at + 1
        assert match.state.pages[1].at == 0


# T4 Roll


def test_T4_the_active_seat_may_keep_the_roll() -> None:
    match = table(2)
    match.settle(dice("643311"))
    assert set(match.moves(Seat(0))) == {Keep(), Reroll()}
    assert match.moves(Seat(1)) == ()
    assert GAME.effect(match.state, Seat(0), Keep()) == Effect()
    match.play(Seat(0), Keep())
    assert match.state.dice == (6, 4, 3, 3, 1, 1)
    assert match.turn == Decision((Seat(0), Seat(1)), "T5")


def test_T4_the_example_two_ones_stay_and_four_dice_are_rolled() -> None:
    match = table(2)
    match.settle(dice("643311"))
    assert GAME.effect(match.state, Seat(0), Reroll()) == Effect(rerolls=4)
    match.play(Seat(0), Reroll())
    assert isinstance(match.turn, Chance)
    assert [match.turn.draw.options((0,) * at).keys() for at in range(6)] == [{1, 2, 3, 4, 5, 6}] * 4 + [{1}] * 2
    match.settle(dice("256611"))
    assert match.state.dice == (2, 5, 6, 6, 1, 1)


def test_T4_the_view_says_which_dice_stay() -> None:
    match = table(2)
    assert GAME.view(match.state, None).locked == ()
    match.settle(dice("643311"))
    assert GAME.view(match.state, None).locked == ("white", "black")
    match.play(Seat(0), Reroll())
    assert GAME.view(match.state, None).locked == ("white", "black")
    match.settle(dice("251611"))
    assert GAME.view(match.state, None).locked == (), "there is no third roll"


def test_T4_after_the_second_roll_there_is_no_third() -> None:
    match = reroll(table(2), "643311")
    match.settle(dice("256611"))
    assert match.turn == Decision((Seat(0), Seat(1)), "T5")
    assert Reroll() not in match.moves(Seat(0))


def test_T4_a_die_may_fall_as_it_lay() -> None:
    match = reroll(table(2), "643311")
    match.settle(dice("643311"))
    assert match.state.dice == (6, 4, 3, 3, 1, 1)


def test_T4_six_ones_can_be_rolled_again_and_stay() -> None:
    match = table(2)
    match.settle(dice(ONES))
    assert GAME.effect(match.state, Seat(0), Reroll()) == Effect(rerolls=0)
    match.play(Seat(0), Reroll())
    turn = match.turn
    assert isinstance(turn, Chance)
    assert chances(turn.draw) == {dice(ONES): 1}
    match.settle(dice(ONES))
    assert match.turn == Decision((Seat(0), Seat(1)), "T5")
    assert [type(event.what).__name__ for event in match.events] == ["Roll", "Reroll", "Roll"]


# T5–T8 Enter or strike


def test_T5_every_seat_enters_not_only_the_active_one() -> None:
    match = keep(table(3, first=1), ONES)
    assert match.turn == Decision((Seat(0), Seat(1), Seat(2)), "T5")


def test_T5_which_numbers_and_how_many_is_free() -> None:
    match = keep(table(2), "643366")  # on sheet A: 6 4 3 3 fit, 6 in the fields of 2 and 1 does not
    fitting: tuple[Colour, ...] = ("red", "yellow", "green", "blue")
    assert choices(match, 0) == {some for size in range(5) for some in combinations(fitting, size)}
    mark(match, 0, "blue", "red")
    mark(match, 1)
    assert row(match, 0) == (6, None, None, 3, None, None)


def test_T5_the_order_in_which_colours_are_written_means_nothing() -> None:
    assert Mark(("black", "red")) == Mark(("red", "black"))


def test_T6_a_number_may_not_be_higher_than_the_printed_one() -> None:
    match = keep(table(2), "655443")
    assert choices(match, 0) == {STRIKE, ("red",), ("yellow",), ("red", "yellow")}


def test_T6_the_view_says_what_fits_before_the_roll_is_kept_and_after() -> None:
    match = table(2)  # sheet A: red yellow green blue white black; sheet B: blue black white yellow red green
    play_round(match, "511111", ("red",), STRIKE)
    assert GAME.view(match.state, None).fits == ((), ())
    match.settle(dice("653331"))
    own = (Fit("yellow", hit=True), Fit("green", hit=False), Fit("blue", hit=True), Fit("black", hit=True))
    other = (Fit("black", hit=False), Fit("white", hit=False))
    assert GAME.view(match.state, None).fits == (own, other)
    match.play(Seat(1), Keep())
    mark(match, 0)
    assert GAME.view(match.state, None).fits == (own, other)
    assert choices(match, 1) == {some for size in range(3) for some in combinations(("white", "black"), size)}


def test_T6_a_number_is_entered_in_the_field_of_its_colour() -> None:
    match = table(2)  # sheet B: blue black white yellow red green
    keep(match, "123456")
    assert ("red", "yellow", "blue", "green") not in choices(match, 1)
    mark(match, 0)
    mark(match, 1, "red", "yellow", "blue")
    assert row(match, 1) == (4, None, None, 2, 1, None)


def test_T6_a_filled_or_struck_field_is_not_free() -> None:
    match = play_round(table(2), ONES, ("yellow",), STRIKE)
    play_round(match, ONES, STRIKE, STRIKE)
    keep(match, ONES)
    free: tuple[Colour, ...] = ("green", "blue", "white", "black")
    assert choices(match, 0) == {some for size in range(5) for some in combinations(free, size)}


def test_T6_exactly_as_high_is_a_hit() -> None:
    match = keep(table(2), "654321")
    assert GAME.effect(match.state, Seat(0), Mark(("red",))) == Effect(RowScore(numbers=6, hits=1, bonus=1))
    match = keep(table(2), "554321")
    assert GAME.effect(match.state, Seat(0), Mark(("red",))) == Effect(RowScore(numbers=5, hits=0, bonus=0))


def test_T7_a_strike_takes_the_leftmost_free_field() -> None:
    match = play_round(table(2), ONES, ("red", "green"), STRIKE)
    assert row(match, 1) == (0, None, None, None, None, None)
    play_round(match, ONES, STRIKE, STRIKE)
    assert row(match, 0) == (1, 0, 1, None, None, None)
    assert row(match, 1) == (0, 0, None, None, None, None)
    play_round(match, ONES, STRIKE, ("white",))  # white is the third field of sheet B
    assert row(match, 0) == (1, 0, 1, 0, None, None)
    assert row(match, 1) == (0, 0, 1, None, None, None)


def test_T7_who_cannot_enter_anything_must_strike() -> None:
    match = play_round(table(2), SIXES, ("red",), STRIKE)
    keep(match, SIXES)
    assert choices(match, 0) == {STRIKE}


def test_T7_who_can_enter_something_may_strike() -> None:
    match = keep(table(2), ONES)
    assert STRIKE in choices(match, 0)
    assert len(choices(match, 0)) == 2**6


def test_T7_the_sixth_strike_fills_a_row() -> None:
    match = table(2)
    for _ in range(5):
        play_round(match, SIXES, STRIKE, STRIKE)
    keep(match, SIXES)
    assert GAME.effect(match.state, Seat(0), Mark(STRIKE)) == Effect(RowScore(0, 0, 0), full=True)
    mark(match, 0)
    mark(match, 1)
    assert row(match, 0) == (0,) * 6
    assert match.state.pages[0].at == 1
    assert GAME.view(match.state, None).totals == (0, 0)


@pytest.mark.parametrize("colours", [("red",), STRIKE])
def test_T7_never_both_in_a_round_and_at_most_one_field_struck(colours: tuple[Colour, ...]) -> None:
    match = keep(table(2), ONES)
    mark(match, 0, *colours)
    assert match.moves(Seat(0)) == ()
    assert match.turn == Decision((Seat(1),), "T5")


def test_T8_a_row_filled_now_is_scored_now_and_the_next_row_begins_in_the_next_round() -> None:
    match = keep(table(2), ONES)
    assert GAME.effect(match.state, Seat(0), Mark(ALL)) == Effect(RowScore(6, 1, 1), full=True)
    mark(match, 0, *ALL)
    assert match.moves(Seat(0)) == (), "nothing is entered in the second row"
    mark(match, 1, "red")
    assert row(match, 0) == (1,) * 6
    assert row(match, 0, 2) == FREE
    assert [(news.seat, news.row, news.before, news.after, news.score) for news in match.state.news] == [
        (0, 0, FREE, (1,) * 6, RowScore(6, 1, 1)),
        (1, 0, FREE, (None, None, None, None, 1, None), RowScore(1, 0, 0)),
    ]
    keep(match, "545433")  # sheet A, second row: yellow 5, green 4, white 4, black 3, red 3, blue 1
    assert choices(match, 0) == {some for size in range(4) for some in combinations(("yellow", "white", "black"), size)}


def test_T8_only_the_colours_of_the_current_row_count() -> None:
    match = play_round(table(2), ONES, ALL[:5], STRIKE)
    keep(match, ONES)
    assert choices(match, 0) == {STRIKE, ("black",)}, "black is free here, the others only in the second row"


def test_T9_then_the_next_seat_clockwise_is_active() -> None:
    match = table(3, first=1)
    for seat in (1, 2, 0, 1):
        match.settle(dice(ONES))
        assert match.turn == Decision((Seat(seat),), "T4")
        match.play(Seat(seat), Keep())
        for other in range(3):
            mark(match, other)
