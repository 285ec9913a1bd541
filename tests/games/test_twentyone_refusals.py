"""What twenty one refuses: by which rule, with a sentence in both languages, and without a change."""

import msgspec
import pytest

from pasch.engine.errors import Malformed
from pasch.engine.game import Seat
from pasch.engine.match import Event, Match
from pasch.engine.record import Record, begin
from pasch.games.twentyone import GAME
from pasch.games.twentyone.model import Colour, Keep, Mark, Move, Options, Outcome, Reroll
from tests.games.refusals import Reach, reason, refused, refuses, refusing
from tests.games.twentyone_rounds import ALL, ONES, SIXES, STRIKE, dice, keep, mark, play_round, reroll, table


def rolls(digits: str) -> Event:
    return Event(None, dice(digits))


def marks(seat: int, *colours: Colour) -> Event:
    return Event(Seat(seat), Mark(colours))


KEEPS, KEEPS_TOO = Event(Seat(0), Keep()), Event(Seat(1), Keep())
AGAIN, AGAIN_TOO = Event(Seat(0), Reroll()), Event(Seat(1), Reroll())

# How it comes to that


def begun() -> Match:
    return table(2)


def rolled() -> Match:
    match = table(2)
    match.settle(dice(ONES))
    return match


def rerolled(digits: str) -> Reach:
    return lambda: reroll(table(2), digits)


def rolled_twice() -> Match:
    match = reroll(table(2), "643311")
    match.settle(dice("256611"))
    return match


def kept(digits: str) -> Reach:
    return lambda: keep(table(2), digits)


def chosen(*colours: Colour) -> Reach:
    return lambda: mark(keep(table(2), ONES), 0, *colours)


def green_filled_and_red_struck() -> Match:
    match = play_round(table(2), ONES, ("green",), STRIKE)
    return keep(play_round(match, ONES, STRIKE, STRIKE), ONES)


def black_left() -> Match:
    return keep(play_round(table(2), ONES, ALL[:5], STRIKE), ONES)


def over() -> Match:
    match = table(2)
    for _ in range(5):
        play_round(match, ONES, ALL, STRIKE)
    return match


@refusing(
    ("T4", "a die that shows no number from 1 to 6", begun, [rolls("011111"), rolls("711111")]),
    ("T4", "a move before the roll", begun, [KEEPS, AGAIN, marks(0)]),
    ("T4", "a roll made twice", rolled, [rolls(ONES)]),
    ("T4", "a move of another than the active seat", rolled, [KEEPS_TOO, AGAIN_TOO, marks(1, "red")]),
    ("T4", "a number before the roll is kept", rolled, [marks(0), marks(0, "red")]),
    (
        "T4",
        "a second roll that changes a one",
        rerolled("643311"),
        map(rolls, ("256612", "256621", "256666", "111166")),
    ),
    ("T4", "another second roll than six ones", rerolled(ONES), [rolls("111112")]),
    ("T4", "a move before the second roll", rerolled("643311"), [KEEPS, marks(0)]),
    ("T4", "a roll that was kept", kept("643311"), [KEEPS, AGAIN, KEEPS_TOO, AGAIN_TOO]),
    ("T4", "a third roll", rolled_twice, [KEEPS, AGAIN]),
    ("T5", "a colour named twice", kept(ONES), [marks(0, "red", "red"), marks(0, "red", "black", "red")]),
    ("T5", "a seat that is not there", kept(ONES), [marks(2), marks(-1)]),
    ("T5", "a roll while seats choose", kept(ONES), [rolls(ONES)]),
    ("T5", "a second choice after a strike", chosen(), [marks(0), marks(0, "yellow")]),
    ("T5", "a second choice after a number", chosen("red"), [marks(0), marks(0, "yellow")]),
    ("T5", "a second choice after a row", chosen(*ALL), [marks(0), marks(0, "yellow")]),
    ("T6", "too high a number", kept("654332"), [marks(0, "black"), marks(0, "red", "white"), marks(0, *ALL)]),
    ("T6", "a field that is filled", green_filled_and_red_struck, [marks(0, "green")]),
    ("T6", "a field that is struck", green_filled_and_red_struck, [marks(0, "red"), marks(0, "blue", "red")]),
    ("T6", "a number for the next row", black_left, [marks(0, "yellow", "black")]),
    ("T12", "anything after the end", over, [KEEPS_TOO, AGAIN_TOO, marks(1), rolls(SIXES)]),
)
def test_what_the_rules_do_not_allow_is_refused_and_changes_nothing(rule: str, reach: Reach, event: Event) -> None:
    match = reach()
    with refuses(match, rule):
        match.apply(event)


def test_T6_a_filled_field_and_a_number_too_high_are_told_apart() -> None:
    match = keep(play_round(table(2), ONES, ("green",), STRIKE), "111116")
    assert reason(match, 0, Mark(("green",))) != reason(match, 0, Mark(("black",)))


# T1, T3 Options


@pytest.mark.parametrize("sheets", ["", "A", "ABC", "ABA", "AA", "AG", "Ab", "A ", "B1", ("AB", "C")])
def test_T1_sheets_that_are_not_one_different_sheet_for_each_seat_are_refused(sheets: str | tuple[str, ...]) -> None:
    with refused("T1"):
        Match(GAME, 2, Options(sheets=tuple(sheets)))


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
