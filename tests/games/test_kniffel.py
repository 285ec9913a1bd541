"""The rulebook tests of Karten-Kniffel, first part: K1–K10, set-up and turn."""

from collections import Counter

import pytest

from pasch.engine.errors import Malformed
from pasch.engine.game import Chance, Decision, Seat
from pasch.engine.language import LANGS
from pasch.engine.match import Match
from pasch.games.kniffel import GAME
from pasch.games.kniffel.model import Deal, Draw, Effect, Field, Phase, Score, Swap
from tests.games.kniffel_positions import (
    EMPTY,
    all_but,
    cards,
    dealt,
    discards,
    drawn,
    effect,
    moved,
    passes,
    position,
    score,
    sheet,
    swap,
)

# K1 Material and set-up


def test_K1_there_are_108_cards_18_of_each_value() -> None:
    match = Match(GAME, 2)
    assert Counter(match.state.pile) == dict.fromkeys(range(1, 7), 18)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_K1_every_seat_is_dealt_five_cards_and_the_rest_is_the_pile(players: int) -> None:
    match = dealt(*["12345"] * players)
    assert match.state.hands == ((1, 2, 3, 4, 5),) * players
    assert match.state.discards == ()
    assert Counter(match.state.pile) == {**dict.fromkeys(range(1, 6), 18 - players), 6: 18}


@pytest.mark.parametrize("players", [0, 1, 6])
def test_K1_two_to_five_can_play(players: int) -> None:
    with pytest.raises(Malformed) as caught:
        Match(GAME, players)
    assert all(caught.value.reason.to(lang) for lang in LANGS)


def test_K1_every_seat_has_a_sheet_of_twelve_empty_fields() -> None:
    assert [field.value for field in Field] == [
        *("ones", "twos", "threes", "fours", "fives", "sixes"),
        *("three-of-a-kind", "four-of-a-kind", "full-house", "small-straight", "large-straight", "kniffel"),
    ]
    assert dealt("11111", "22222", "33333").state.sheets == (EMPTY,) * 3


def test_K1_a_hand_is_hidden_from_the_others() -> None:
    match = dealt("11111", "22222", "33333")
    assert GAME.view(match.state, Seat(1)).hands == (None, (2, 2, 2, 2, 2), None)
    assert GAME.view(match.state, None).hands == (None, None, None)
    assert GAME.view(match.state, None).hand_sizes == (5, 5, 5)
    assert GAME.view(match.state, None).pile_size == 93


def test_K1_of_the_deal_a_seat_sees_only_its_own_cards() -> None:
    deal = Deal((cards("11111"), cards("22222")))
    turn = Match(GAME, 2).turn
    assert isinstance(turn, Chance)
    assert turn.seen_by(Seat(1), deal) == Deal(((0, 0, 0, 0, 0), (2, 2, 2, 2, 2)))
    assert turn.seen_by(None, deal) == Deal(((0, 0, 0, 0, 0), (0, 0, 0, 0, 0)))


@pytest.mark.parametrize("first", [0, 1, 2])
def test_K1_the_first_seat_begins_and_the_turn_goes_clockwise(first: int) -> None:
    match = dealt("11111", "22222", "33333", first=first)
    for turns in range(7):
        seat = Seat((first + turns) % 3)
        assert match.turn == Decision((seat,), "K2")
        passes(match, seat)


# K2 Swap


@pytest.mark.parametrize("size", range(6))
@pytest.mark.parametrize("more", [0, 1])
def test_K2_a_swap_discards_up_to_five_and_draws_as_many_or_one_more(size: int, more: int) -> None:
    match = dealt("12345", "66666")
    swap(match, 0, "12345"[:size], "6" * (size + more))
    assert match.state.hands[0] == cards("12345"[size:] + "6" * (size + more))
    assert discards(match.state) == cards("12345"[:size])
    assert match.turn == Decision((Seat(1),), "K2")


def test_K2_with_ten_cards_there_is_no_one_more() -> None:
    state = position("1111122222", "33333")
    swaps = [move for move in GAME.legal_moves(state, Seat(0)) if isinstance(move, Swap)]
    assert {len(move.discard) for move in swaps} == set(range(6))
    assert all(move.draw == len(move.discard) for move in swaps)
    assert len(drawn(moved(state, 0, Swap(cards("12"), 2)), "66").hands[0]) == 10


def test_K2_with_nine_cards_the_tenth_may_be_drawn() -> None:
    state = moved(position("111112222", "33333"), 0, Swap(cards("11122"), 6))
    assert len(drawn(state, "666666").hands[0]) == 10


def test_K2_discards_are_seen_by_all_and_drawn_cards_by_the_drawer_alone() -> None:
    match = dealt("13666", "22222")
    match.play(Seat(0), Swap((1, 3), 3))
    for seat in (Seat(0), Seat(1), None):
        assert GAME.view(match.state, seat).discards == (1, 3)
        assert GAME.view(match.state, seat).due == 3
    assert isinstance(match.turn, Chance)
    assert match.turn.seen_by(Seat(0), Draw((2, 4, 5))) == Draw((2, 4, 5))
    assert match.turn.seen_by(Seat(1), Draw((2, 4, 5))) == Draw((0, 0, 0))
    assert match.turn.seen_by(None, Draw((2, 4, 5))) == Draw((0, 0, 0))


def test_K2_the_effect_of_a_swap_is_the_cards_it_draws_and_how_many_are_held_then() -> None:
    assert effect(dealt("13666", "22222").state, 0, Swap((1, 3), 3)) == Effect(draws=3, held=6, price=2)


def test_K2_the_order_in_which_cards_are_written_means_nothing() -> None:
    match = dealt("13666", "22222")
    match.play(Seat(0), Swap((3, 1), 3))
    match.settle(Draw((5, 2, 4)))
    assert match.state.hands[0] == cards("245666")
    assert [event.what for event in match.events[1:]] == [Swap((1, 3), 3), Draw((2, 4, 5))]


# K3–K8 Score


def test_K3_scoring_fills_one_empty_field_with_cards_played_openly() -> None:
    match = dealt("13666", "22222")
    match.play(Seat(0), Score(Field.SIXES, (6, 6, 6)))
    assert match.state.sheets == (sheet({Field.SIXES: 18}), EMPTY)
    assert GAME.view(match.state, Seat(1)).discards == (6, 6, 6)
    news = GAME.view(match.state, Seat(1)).news
    assert news is not None
    assert (news.seat, news.field, news.cards, news.points) == (0, Field.SIXES, (6, 6, 6), 18)


def test_K3_a_field_can_be_filled_only_once() -> None:
    state = position("13666", "22222", sheets=(sheet({Field.SIXES: 12}), EMPTY))
    assert not [
        move for move in GAME.legal_moves(state, Seat(0)) if isinstance(move, Score) and move.field is Field.SIXES
    ]


def test_K3_no_field_can_be_struck() -> None:
    scores = [move for move in dealt("11223", "66666").moves(Seat(0)) if isinstance(move, Score)]
    assert {move.field for move in scores} == {Field.ONES, Field.TWOS, Field.THREES}
    assert all(move.cards for move in scores)


@pytest.mark.parametrize(
    ("field", "played", "points"),
    [
        (Field.ONES, "1", 1),
        (Field.ONES, "11111", 5),
        (Field.TWOS, "222", 6),
        (Field.THREES, "33", 6),
        (Field.FOURS, "4444", 16),
        (Field.FIVES, "5", 5),
        (Field.SIXES, "66666", 30),
        (Field.THREE_OF_A_KIND, "11123", 8),
        (Field.THREE_OF_A_KIND, "23444", 17),
        (Field.THREE_OF_A_KIND, "25556", 23),
        (Field.THREE_OF_A_KIND, "33366", 21),
        (Field.THREE_OF_A_KIND, "55556", 26),
        (Field.THREE_OF_A_KIND, "66666", 30),
        (Field.FOUR_OF_A_KIND, "11116", 10),
        (Field.FOUR_OF_A_KIND, "26666", 26),
        (Field.FOUR_OF_A_KIND, "22222", 10),
        *((Field.FULL_HOUSE, played, 25) for played in ("11122", "55666")),
        *((Field.SMALL_STRAIGHT, played, 30) for played in ("1234", "2345", "3456")),
        *((Field.LARGE_STRAIGHT, played, 40) for played in ("12345", "23456")),
        *((Field.KNIFFEL, played, 50) for played in ("11111", "66666")),
    ],
)
def test_K4_K5_K6_K7_K8_a_field_brings_what_its_rule_says(field: Field, played: str, points: int) -> None:
    state = position(played + "1" * (5 - len(played)), "44444")
    move = Score(field, cards(played))
    brings = effect(state, 0, move)
    assert (brings.points, brings.penalty, brings.draws) == (points, 0, len(played))
    assert moved(state, 0, move).sheets[0] == sheet({field: points})


def test_K7_four_of_five_cards_in_sequence_are_a_small_straight_and_the_fifth_is_kept() -> None:
    match = dealt("12345", "66666")
    score(match, 0, Field.SMALL_STRAIGHT, "2345", "6666")
    assert match.state.hands[0] == cards("16666")


def test_K8_a_second_kniffel_brings_nothing_extra() -> None:
    state = position("66666", "22222", sheets=(sheet({Field.KNIFFEL: 50}), EMPTY))
    assert {
        move.field: effect(state, 0, move).points
        for move in GAME.legal_moves(state, Seat(0))
        if isinstance(move, Score) and len(move.cards) == 5
    } == {Field.SIXES: 30, Field.THREE_OF_A_KIND: 30, Field.FOUR_OF_A_KIND: 30}
    after = moved(state, 0, Score(Field.SIXES, cards("66666")))
    assert after.sheets[0] == sheet({Field.SIXES: 30, Field.KNIFFEL: 50})


# K9 Penalty


@pytest.mark.parametrize(("held", "penalty"), [(5, 0), (6, 2), (7, 4), (8, 6), (9, 8), (10, 10)])
def test_K9_each_card_above_five_counted_before_playing_costs_two_points(held: int, penalty: int) -> None:
    state = position("66666" + "12345"[: held - 5], "22222")
    move = Score(Field.SIXES, cards("66666"))
    assert GAME.view(state, Seat(1)).penalty == penalty
    assert effect(state, 0, move).penalty == penalty
    after = moved(state, 0, move)
    assert after.penalties == (penalty, 0)
    assert after.news is not None
    assert (after.news.penalty, after.news.silent) == (penalty, False)


def test_K9_penalties_add_up() -> None:
    after = moved(position("666661", "22222", penalties=(14, 3)), 0, Score(Field.SIXES, (6, 6)))
    assert after.penalties == (16, 3)


def test_K9_a_swap_with_many_cards_costs_nothing() -> None:
    assert moved(position("1111122222", "33333"), 0, Swap((), 0)).penalties == (0, 0)


# K10 Refill


@pytest.mark.parametrize(
    ("hand", "played", "due"), [("66612", "6", 1), ("66612", "66", 2), ("66612", "666", 3), ("666123", "666", 2)]
)
def test_K10_after_scoring_a_seat_draws_up_to_five_cards(hand: str, played: str, due: int) -> None:
    state = position(hand, "22222")
    move = Score(Field.SIXES, cards(played))
    assert effect(state, 0, move).draws == due
    scored = moved(state, 0, move)
    turn = GAME.turn(scored)
    assert isinstance(turn, Chance)
    assert turn.rule == "K10"
    after = drawn(scored, "4" * due)
    assert len(after.hands[0]) == 5
    assert (after.seat, after.phase) == (1, Phase.ACT)


def test_K10_who_has_five_cards_left_draws_nothing() -> None:
    after = moved(position("66666", "1111122222", seat=1), 1, Score(Field.ONES, cards("11111")))
    assert effect(position("1111122222", "33333"), 0, Score(Field.ONES, cards("11111"))).draws == 0
    assert after.hands[1] == cards("22222")
    assert GAME.turn(after) == Decision((Seat(0),), "K2")


def test_K10_the_hand_is_refilled_in_the_final_turn_too() -> None:
    state = position("66666", "66611", sheets=(all_but(), all_but(Field.SIXES)), seat=1)
    scored = moved(state, 1, Score(Field.SIXES, (6, 6, 6)))
    assert isinstance(GAME.turn(scored), Chance)
    over = drawn(scored, "222")
    assert over.phase is Phase.OVER
    assert over.hands[1] == cards("11222")


# The example


def test_K2_K4_K9_K10_the_example_of_the_rulebook() -> None:
    match = dealt("13666", "22222")
    swap(match, 0, "13", "245")
    passes(match, 1)
    assert match.state.hands[0] == cards("245666")
    match.play(Seat(0), Score(Field.SIXES, (6, 6, 6)))
    assert match.state.sheets[0] == sheet({Field.SIXES: 18})
    assert match.state.penalties == (2, 0)
    assert match.state.due == 2
    match.settle(Draw((1, 1)))
    assert match.state.hands[0] == cards("11245")
