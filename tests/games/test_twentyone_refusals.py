"""What twenty one refuses: by which rule, with a sentence in both languages, and without a change."""

import msgspec
import pytest

from pasch.engine.errors import Malformed
from pasch.engine.game import Over, Seat
from pasch.engine.match import Match
from pasch.engine.record import Record, begin
from pasch.games.twentyone import GAME
from pasch.games.twentyone.model import Colour, Keep, Mark, Move, Options, Outcome, Reroll, Roll, SixDice
from tests.games.refusals import reason, refused, refuses
from tests.games.twentyone_rounds import ALL, ONES, SIXES, STRIKE, dice, keep, mark, play_round, reroll, table

# T1, T3 Options


@pytest.mark.parametrize("sheets", ["", "A", "ABC", "ABA", "AA", "AG", "Ab", "A ", "B1"])
def test_T1_sheets_that_are_not_one_different_sheet_for_each_seat_are_refused(sheets: str) -> None:
    with refused("T1"):
        table(2, sheets=sheets)


def test_T1_a_sheet_that_is_not_a_letter_is_refused() -> None:
    with refused("T1"):
        Match(GAME, 2, Options(sheets=("AB", "C")))


@pytest.mark.parametrize("first", [-1, 2, 6])
def test_T3_a_first_seat_that_is_not_there_is_refused(first: int) -> None:
    with refused("T3"):
        table(2, first)


@pytest.mark.parametrize(
    "options", [{"sheets": "AB"}, {"sheets": [1, 2]}, {"sheets": None}, {"first": 0.5}, {"deck": []}]
)
def test_options_that_are_badly_written_are_malformed(options: dict[str, object]) -> None:
    with pytest.raises(Malformed):
        begin(Record(pasch=1, game="twentyone", players=2, options=options, events=[]), {GAME.id: GAME})


# T4 Roll


@pytest.mark.parametrize("values", [(0, 1, 1, 1, 1, 1), (7, 1, 1, 1, 1, 1)])
def test_T4_a_die_that_shows_no_number_from_1_to_6_is_refused(values: tuple[int, ...]) -> None:
    match = table(2)
    with refuses(match, "T4"):
        match.settle(Roll(SixDice(*values)))


@pytest.mark.parametrize("digits", ["256612", "256621", "256666", "111166"])
def test_T4_a_second_roll_that_changes_a_one_is_refused(digits: str) -> None:
    match = table(2)
    reroll(match, "643311")
    with refuses(match, "T4"):
        match.settle(dice(digits))


def test_T4_six_ones_rolled_again_can_only_be_six_ones() -> None:
    match = table(2)
    reroll(match, ONES)
    with refuses(match, "T4"):
        match.settle(dice("111112"))


@pytest.mark.parametrize("move", [Keep(), Reroll(), Mark(STRIKE)])
def test_T4_nobody_moves_before_the_roll(move: Move) -> None:
    match = table(2)
    with refuses(match, "T4"):
        match.play(Seat(0), move)


@pytest.mark.parametrize("move", [Keep(), Mark(STRIKE)])
def test_T4_nobody_moves_before_the_second_roll(move: Move) -> None:
    match = table(2)
    reroll(match, "643311")
    with refuses(match, "T4"):
        match.play(Seat(0), move)


def test_T4_the_roll_is_not_made_twice() -> None:
    match = table(2)
    match.settle(dice(ONES))
    with refuses(match, "T4"):
        match.settle(dice(ONES))


@pytest.mark.parametrize("move", [Keep(), Reroll(), Mark(("red",))])
def test_T4_only_the_active_seat_keeps_or_rolls_again(move: Move) -> None:
    match = table(2)
    match.settle(dice(ONES))
    with refuses(match, "T4"):
        match.play(Seat(1), move)


@pytest.mark.parametrize("colours", [STRIKE, ("red",)])
def test_T4_the_active_seat_enters_nothing_before_it_has_kept_the_roll(colours: tuple[Colour, ...]) -> None:
    match = table(2)
    match.settle(dice(ONES))
    with refuses(match, "T4"):
        match.play(Seat(0), Mark(colours))


@pytest.mark.parametrize("move", [Keep(), Reroll()])
@pytest.mark.parametrize("seat", [0, 1])
def test_T4_a_roll_that_was_kept_stands(move: Move, seat: int) -> None:
    match = table(2)
    keep(match, "643311")
    with refuses(match, "T4"):
        match.play(Seat(seat), move)


@pytest.mark.parametrize("move", [Keep(), Reroll()])
def test_T4_there_is_no_third_roll(move: Move) -> None:
    match = table(2)
    reroll(match, "643311")
    match.settle(dice("256611"))
    with refuses(match, "T4"):
        match.play(Seat(0), move)


# T5–T8 Enter


@pytest.mark.parametrize("colours", [("red", "red"), ("red", "black", "red")])
def test_T5_a_colour_that_is_named_twice_is_refused(colours: tuple[Colour, ...]) -> None:
    match = table(2)
    keep(match, ONES)
    with refuses(match, "T5"):
        match.play(Seat(0), Mark(colours))


@pytest.mark.parametrize("colours", [("black",), ("red", "white"), ALL])
def test_T6_a_number_higher_than_the_printed_one_is_refused(colours: tuple[Colour, ...]) -> None:
    match = table(2)
    keep(match, "654332")
    with refuses(match, "T6"):
        match.play(Seat(0), Mark(colours))


@pytest.mark.parametrize("colours", [("green",), ("red",), ("blue", "red")])
def test_T6_a_field_that_is_filled_or_struck_is_refused(colours: tuple[Colour, ...]) -> None:
    match = table(2)
    play_round(match, ONES, ("green",), STRIKE)
    play_round(match, ONES, STRIKE, STRIKE)
    keep(match, ONES)
    with refuses(match, "T6"):
        match.play(Seat(0), Mark(colours))


def test_T6_a_filled_field_and_a_number_too_high_are_told_apart() -> None:
    match = table(2)
    play_round(match, ONES, ("green",), STRIKE)
    keep(match, "111116")
    assert reason(match, 0, Mark(("green",))) != reason(match, 0, Mark(("black",)))


@pytest.mark.parametrize("before", [STRIKE, ("red",), ALL])
@pytest.mark.parametrize("after", [STRIKE, ("yellow",)])
def test_T7_a_second_choice_in_the_same_round_is_refused(before: tuple[Colour, ...], after: tuple[Colour, ...]) -> None:
    match = table(2)
    keep(match, ONES)
    mark(match, 0, *before)
    with refuses(match, "T5"):
        match.play(Seat(0), Mark(after))


def test_T8_a_number_for_the_next_row_is_refused() -> None:
    match = table(2)
    play_round(match, ONES, ALL[:5], STRIKE)
    keep(match, ONES)
    with refuses(match, "T6"):
        match.play(Seat(0), Mark(("yellow", "black")))


@pytest.mark.parametrize("seat", [2, -1])
def test_T5_a_seat_that_is_not_there_enters_nothing(seat: int) -> None:
    match = table(2)
    keep(match, ONES)
    assert match.moves(Seat(seat)) == ()
    with refuses(match, "T5"):
        match.play(Seat(seat), Mark(STRIKE))


def test_T5_nothing_is_rolled_while_seats_choose() -> None:
    match = table(2)
    keep(match, ONES)
    with refuses(match, "T5"):
        match.settle(dice(ONES))


# The end


def test_T12_after_the_end_everything_is_refused() -> None:
    match = table(2)
    for _ in range(5):
        play_round(match, ONES, ALL, STRIKE)
    assert isinstance(match.turn, Over)
    for move in (Keep(), Reroll(), Mark(STRIKE)):
        with refuses(match, "T12"):
            match.play(Seat(1), move)
    with refuses(match, "T12"):
        match.settle(dice(SIXES))


# What is not written as the format says


@pytest.mark.parametrize(
    "fields",
    [
        {"type": "mark", "colours": ["pink"]},
        {"type": "mark", "colours": ["pink", "red"]},
        {"type": "mark", "colours": "red"},
        {"type": "mark"},
        {"type": "keep", "colours": []},
        {"type": "strike"},
    ],
)
def test_a_move_that_is_badly_written_is_malformed(fields: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(fields, Move)


@pytest.mark.parametrize("dice", [{"red": 1}, [1] * 6, dict.fromkeys(ALL, 0), dict.fromkeys(ALL, 7), {"pink": 1}])
def test_a_roll_that_is_badly_written_is_malformed(dice: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"type": "roll", "dice": dice}, Outcome)
