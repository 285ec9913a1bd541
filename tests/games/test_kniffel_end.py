"""The rulebook tests of Karten-Kniffel, third part: K13–K15 and K19, the end, then views and the record."""

from collections import Counter
from itertools import chain
from random import Random

import msgspec
import pytest

from pasch.engine.game import Decision, Over, Result, Seat
from pasch.engine.match import Match
from pasch.engine.record import Record, decode, encode
from pasch.games.kniffel import GAME
from pasch.games.kniffel.model import FIELDS, UPPER, Field, Move, Outcome, Phase, Score, Sheet, Swap, Total, Trim
from tests.games.kniffel_positions import (
    EMPTY,
    POINTS,
    all_but,
    cards,
    dealt,
    drawn,
    moved,
    passes,
    position,
    result,
    score,
    sheet,
    swap,
    trim,
)

PASS = Swap((), 0)


def ended(*sheets: Sheet, penalties: tuple[int, ...] | None = None) -> Result:
    """The result when the last seat passes and these are the sheets."""
    last = len(sheets) - 1
    return result(moved(position(*["12345"] * len(sheets), sheets=sheets, penalties=penalties, seat=last), last, PASS))


def upper(*points: int | None) -> Sheet:
    """A sheet with only an upper part."""
    return points + (None,) * 6


# K13 The end


def test_K13_the_round_is_finished_after_a_12th_field() -> None:
    last = all_but(Field.SIXES)
    state = position("12345", "66111", "12345", "12345", sheets=(EMPTY, last, EMPTY, EMPTY), seat=1)
    state = drawn(moved(state, 1, Score(Field.SIXES, (6, 6))), "22")
    assert GAME.turn(state) == Decision((Seat(2),), "K2")
    state = moved(state, 2, PASS)
    assert GAME.turn(state) == Decision((Seat(3),), "K2")
    state = moved(state, 3, PASS)
    assert isinstance(GAME.turn(state), Over)


def test_K13_the_round_ends_before_the_first_seat_which_need_not_be_seat_0() -> None:
    state = position("12345", "12345", "66111", sheets=(EMPTY, EMPTY, all_but(Field.SIXES)), seat=2, first=1)
    state = drawn(moved(state, 2, Score(Field.SIXES, (6, 6))), "22")
    assert GAME.turn(state) == Decision((Seat(0),), "K2")
    assert isinstance(GAME.turn(moved(state, 0, PASS)), Over)


def test_K13_the_last_seat_of_a_round_ends_the_match_at_once() -> None:
    state = position("12345", "66111", sheets=(EMPTY, all_but(Field.SIXES)), seat=1)
    assert isinstance(GAME.turn(drawn(moved(state, 1, Score(Field.SIXES, (6, 6))), "22")), Over)


def test_K13_two_seats_may_finish_in_the_same_round() -> None:
    last = all_but(Field.SIXES)
    state = position("66111", "66611", "12345", sheets=(last, last, EMPTY))
    state = drawn(moved(state, 0, Score(Field.SIXES, (6, 6))), "22")
    state = drawn(moved(state, 1, Score(Field.SIXES, (6, 6, 6))), "222")
    assert GAME.turn(state) == Decision((Seat(2),), "K2")
    state = moved(state, 2, PASS)
    full = sum(POINTS.values())
    assert result(state) == Result((full - 6, full + 35, -20), (2, 1, 3))


def test_K13_a_trim_can_be_the_last_move() -> None:
    state = position("12345", "6611122", sheets=(EMPTY, all_but(Field.SIXES)), seat=1)
    state = moved(state, 1, Score(Field.SIXES, (6,)))
    assert GAME.turn(state) == Decision((Seat(1),), "K16")
    assert isinstance(GAME.turn(moved(state, 1, Trim((2,)))), Over)


def test_K13_every_seat_has_had_the_same_number_of_turns() -> None:
    match = a_whole_match()
    turns = [event.seat for event in match.events if isinstance(event.what, Swap | Score)]
    assert turns.count(Seat(0)) == turns.count(Seat(1)) == turns.count(Seat(2)) == 12


# K14, K15 Totals


@pytest.mark.parametrize(
    ("points", "bonus"),
    [
        ((3, 6, 9, 12, 15, 18), 35),  # 63
        ((5, 10, 15, 20, 25, 30), 35),
        ((2, 6, 9, 12, 15, 18), 0),  # 62
        ((1, 2, 3, 4, 15, 18), 0),  # 43
        ((1, 2, 3, 4, 20, 12), -20),  # 42
        ((1, 2, 3, 4, 5, 6), -20),
    ],
)
def test_K14_the_upper_part_of_a_finished_seat_brings_bonus_or_malus(points: tuple[int, ...], bonus: int) -> None:
    finished = points + all_but()[len(UPPER) :]
    lower = 20 + 20 + 25 + 30 + 40 + 50
    assert ended(finished, EMPTY).scores == (sum(points) + lower + bonus, -20)


@pytest.mark.parametrize(
    ("points", "bonus"),
    [
        ((None, None, None, 8, 25, 30), 35),  # 63
        ((None, None, None, 12, 20, 30), 0),  # 62
        ((None, None, 3, None, 10, 30), 0),  # 43
        ((None, None, None, 12, None, 30), -20),  # 42
        ((None,) * 6, -20),
    ],
)
def test_K14_the_upper_part_of_an_unfinished_seat_brings_bonus_or_malus(
    points: tuple[int | None, ...], bonus: int
) -> None:
    assert ended(all_but(), upper(*points)).scores[1] == sum(entered or 0 for entered in points) + bonus


def test_K14_penalties_do_not_count_in_the_upper_part() -> None:
    at_63, at_43 = upper(None, None, None, 8, 25, 30), upper(None, None, 3, None, 10, 30)
    scores = ended(all_but(), at_63, at_43, penalties=(0, 30, 30)).scores
    assert scores[1:] == (63 + 35 - 30, 43 - 30)


def test_K14_the_lower_part_does_not_count_for_the_bonus() -> None:
    assert ended(all_but(), sheet({Field.KNIFFEL: 50, Field.LARGE_STRAIGHT: 40})).scores[1] == 90 - 20


def test_K15_the_total_is_fields_and_bonus_less_penalties() -> None:
    state = position("12345", "12345", sheets=(all_but(), EMPTY), penalties=(14, 2), seat=1)
    assert GAME.view(state, None).totals == (
        Total(upper=63, bonus=35, lower=185, penalties=14, total=63 + 35 + 185 - 14),
        Total(upper=0, bonus=0, lower=0, penalties=2, total=-2, lacking=43),
    )
    over = moved(state, 1, PASS)
    assert result(over).scores == (269, -22)
    assert GAME.view(over, None).totals[1] == Total(upper=0, bonus=-20, lower=0, penalties=2, total=-22)


def test_K14_the_running_total_starts_at_0_and_the_malus_only_threatens() -> None:
    state = position("12345", "12345")
    assert [(total.total, total.lacking) for total in GAME.view(state, None).totals] == [(0, 43), (0, 43)]


@pytest.mark.parametrize(
    ("points", "wanted"),
    [
        ((None, None, None, 12, None, 30), (42, 0, 1)),
        ((None, None, 3, None, 10, 30), (43, 0, 0)),
        ((5, None, None, 8, 20, 30), (63 + 35, 35, 0)),  # no field can take the bonus away again
        ((1, 2, 3, 4, 5, 6), (21 - 20, -20, 0)),  # nor the malus, once the upper part is full
    ],
)
def test_K14_the_running_total_counts_what_is_settled(
    points: tuple[int | None, ...], wanted: tuple[int, int, int]
) -> None:
    state = position("12345", "12345", sheets=(upper(*points), EMPTY))
    total = GAME.view(state, None).totals[0]
    assert (total.total, total.bonus, total.lacking) == wanted


def test_K15_the_highest_total_wins_finished_or_not() -> None:
    poor = (1, 2, 3, 4, 5, 6, 8, 8, 25, 30, 40, 50)
    rich = all_but(Field.ONES)
    assert ended(poor, rich).places == (2, 1)


# K19 Equal totals


def test_K19_two_equal_totals_share_the_place() -> None:
    assert ended(all_but(), EMPTY, EMPTY).places == (1, 2, 2)


def test_K19_three_equal_totals_share_the_first_place() -> None:
    assert ended(all_but(), all_but(), EMPTY, all_but()) == Result((283, 283, -20, 283), (1, 1, 4, 1))


def test_K19_three_equal_totals_share_the_second_place() -> None:
    equal = (sheet({Field.KNIFFEL: 50}), sheet({Field.LARGE_STRAIGHT: 40}), sheet({Field.SMALL_STRAIGHT: 30}))
    outcome = ended(all_but(), *equal, EMPTY, penalties=(0, 24, 14, 4, 0))
    assert outcome == Result((283, 6, 6, 6, -20), (1, 2, 2, 2, 5))


# What a seat sees


def test_K3_a_view_tells_the_seat_on_turn_the_most_it_can_score_in_each_field() -> None:
    state = position("2344445", "66666", sheets=(sheet({Field.FIVES: 5}), EMPTY))
    best = dict(zip(FIELDS, GAME.view(state, Seat(0)).best, strict=True))
    assert {field: points for field, points in best.items() if points is not None} == {
        Field.TWOS: 2,
        Field.THREES: 3,
        Field.FOURS: 16,
        Field.THREE_OF_A_KIND: 21,
        Field.FOUR_OF_A_KIND: 21,
        Field.SMALL_STRAIGHT: 30,
    }


@pytest.mark.parametrize("viewer", [Seat(1), None])
def test_K1_what_a_hidden_hand_can_score_is_hidden(viewer: Seat | None) -> None:
    view = GAME.view(position("66666", "22222"), viewer)
    assert view.best == (None,) * 12
    assert view == GAME.view(position("12345", "22222"), viewer)


@pytest.mark.parametrize("viewer", [Seat(0), Seat(1), None])
def test_K1_imagined_cards_fit_what_is_seen(viewer: Seat | None) -> None:
    rng = Random(1)
    state = position("666123", "22222", "111555", pile="1" * 9 + "3" * 9)
    imagined = {GAME.imagine(GAME.view(state, viewer), rng.randrange) for _ in range(20)}
    assert len(imagined) > 1
    for guess in imagined:
        assert GAME.view(guess, viewer) == GAME.view(state, viewer)
        assert Counter(chain(*guess.hands, guess.pile, guess.discards)) == dict.fromkeys(range(1, 7), 18)


# The record


def a_whole_match() -> Match:
    """Seat 0 fills its sheet in twelve turns, seat 1 nearly, seat 2 passes."""
    match = dealt("12345", "66666", "12345")
    plan = [
        (Field.LARGE_STRAIGHT, "12345", "11111"),
        (Field.KNIFFEL, "11111", "12345"),
        (Field.SMALL_STRAIGHT, "2345", "1122"),
        (Field.FULL_HOUSE, "11122", "22226"),
        (Field.FOUR_OF_A_KIND, "22226", "33345"),
        (Field.THREE_OF_A_KIND, "33345", "12345"),
        (Field.ONES, "1", "6"),
        (Field.TWOS, "2", "6"),
        (Field.THREES, "3", "6"),
        (Field.FOURS, "4", "6"),
        (Field.FIVES, "5", "6"),
        (Field.SIXES, "66666", "12345"),
    ]
    for turn, (field, played, refill) in enumerate(plan):
        score(match, 0, field, played, refill, announce=turn == 10)
        if turn == 0:
            score(match, 1, Field.SIXES, "66666", "55555")
        elif turn == 1:
            swap(match, 1, "", "4")
        elif turn == 2:
            score(match, 1, Field.FIVES, "5555", "444")
        else:
            passes(match, 1)
        passes(match, 2)
    return match


def test_K15_a_whole_match_through_the_gate() -> None:
    match = a_whole_match()
    assert match.state.phase is Phase.OVER
    fields = 40 + 50 + 30 + 25 + 14 + 18 + 1 + 2 + 3 + 4 + 5 + 30
    assert match.turn == Over(Result((fields, 30 + 20 - 2, -20), (1, 2, 3)), "K15")


def test_the_record_is_written_as_the_rulebook_says() -> None:
    match = dealt("13666", "22222")
    swap(match, 0, "13", "245")
    passes(match, 1)
    score(match, 0, Field.SIXES, "6", "")
    passes(match, 1)
    swap(match, 0, "", "1")
    passes(match, 1)
    swap(match, 0, "", "1")
    passes(match, 1)
    score(match, 0, Field.ONES, "1", "")
    trim(match, 0, "2")
    events = decode(encode(Record.of(match))).events
    assert [event for event in events if event.get("seat") != 1] == [
        {"type": "deal", "hands": [[1, 3, 6, 6, 6], [2, 2, 2, 2, 2]]},
        {"seat": 0, "type": "swap", "discard": [1, 3], "draw": 3},
        {"type": "draw", "cards": [2, 4, 5]},
        {"seat": 0, "type": "score", "field": "sixes", "cards": [6], "announce": False},
        {"seat": 0, "type": "swap", "discard": [], "draw": 1},
        {"type": "draw", "cards": [1]},
        {"seat": 0, "type": "swap", "discard": [], "draw": 1},
        {"type": "draw", "cards": [1]},
        {"seat": 0, "type": "score", "field": "ones", "cards": [1], "announce": False},
        {"seat": 0, "type": "trim", "discard": [2]},
    ]
    assert match.state.hands[0] == cards("14566")


@pytest.mark.parametrize(
    "fields",
    [
        {"type": "swap", "discard": [7], "draw": 1},
        {"type": "swap", "discard": [0], "draw": 1},
        {"type": "swap", "discard": [1]},
        {"type": "score", "field": "chance", "cards": [1]},
        {"type": "score", "field": "ones", "cards": [1], "announce": 1},
        {"type": "trim", "discard": [1], "draw": 0},
        {"type": "strike"},
    ],
)
def test_a_move_that_is_badly_written_is_malformed(fields: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(fields, Move)


@pytest.mark.parametrize(
    "fields", [{"type": "draw", "cards": [7]}, {"type": "draw", "cards": 1}, {"type": "deal"}, {"type": "shuffle"}]
)
def test_an_outcome_that_is_badly_written_is_malformed(fields: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(fields, Outcome)
