"""The rulebook tests of Karten-Kniffel, second part: announcement and pile, K11 and K12, and rulings K16–K22."""

from collections import Counter

import pytest
from msgspec.structs import replace

from pasch.engine.draws import chances
from pasch.engine.game import Chance, Decision, Seat
from pasch.games.kniffel import GAME
from pasch.games.kniffel.model import ALL_CARDS, Draw, Effect, Field, Score, Swap, Trim
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
    trim,
    without,
)

# K11 Announce, K21


@pytest.mark.parametrize(("announce", "penalty"), [(True, 0), (False, 10)])
def test_K11_who_fills_the_11th_field_silently_gets_ten_penalty_points(announce: bool, penalty: int) -> None:
    state = position("66611", "22222", sheets=(all_but(Field.SIXES, Field.KNIFFEL), EMPTY))
    move = Score(Field.SIXES, (6, 6, 6), announce)
    brings = effect(state, 0, move)
    assert (brings.points, brings.penalty, brings.draws) == (18, penalty, 3)
    after = moved(state, 0, move)
    assert brings.total == GAME.view(after, Seat(0)).totals[0]
    assert after.penalties == (penalty, 0)
    assert after.news is not None
    assert after.news.silent is not announce


def test_K11_a_forgotten_announcement_comes_on_top_of_the_penalty_for_cards() -> None:
    state = position("6661122", "22222", sheets=(all_but(Field.SIXES, Field.KNIFFEL), EMPTY))
    assert moved(state, 0, Score(Field.SIXES, (6, 6, 6))).penalties == (14, 0)
    assert moved(state, 0, Score(Field.SIXES, (6, 6, 6), announce=True)).penalties == (4, 0)


def test_K21_the_11th_field_can_be_filled_with_and_without_announcement() -> None:
    state = position("66123", "22222", sheets=(all_but(Field.SIXES, Field.KNIFFEL), EMPTY))
    scores = [move for move in GAME.legal_moves(state, Seat(0)) if isinstance(move, Score)]
    assert {(move.cards, move.announce) for move in scores} == {
        ((6,), False),
        ((6,), True),
        ((6, 6), False),
        ((6, 6), True),
    }


@pytest.mark.parametrize("free", [(Field.SIXES,), (Field.SIXES, Field.KNIFFEL, Field.FIVES)])
def test_K21_another_field_than_the_11th_cannot_be_announced_and_costs_no_ten_points(free: tuple[Field, ...]) -> None:
    state = position("66611", "22222", sheets=(all_but(*free), EMPTY))
    assert not any(move.announce for move in GAME.legal_moves(state, Seat(0)) if isinstance(move, Score))
    assert moved(state, 0, Score(Field.SIXES, (6, 6, 6))).penalties == (0, 0)


# K12, K20 The pile


def test_K12_played_discarded_and_trimmed_cards_are_all_discards() -> None:
    match = dealt("66611", "12345")
    score(match, 0, Field.SIXES, "66", "34")
    assert discards(match.state) == cards("66")
    swap(match, 1, "15", "222")
    assert discards(match.state) == cards("66" + "15")
    swap(match, 0, "", "2")
    passes(match, 1)
    swap(match, 0, "", "2")
    passes(match, 1)
    score(match, 0, Field.THREES, "3")
    trim(match, 0, "6")
    assert discards(match.state) == cards("66" + "15" + "3" + "6")


def test_K12_when_the_pile_is_empty_the_discards_become_the_pile() -> None:
    state = position("12345", "66666", pile="11")
    emptied = drawn(moved(state, 0, Swap((4, 5), 2)), "11")
    assert emptied.pile == ()
    assert emptied.hands[0] == cards("11123")
    after = drawn(moved(emptied, 1, Swap((), 1)), "2")
    assert after.discards == ()
    assert after.pile == without(ALL_CARDS, *after.hands)


def test_K20_what_the_pile_holds_is_taken_then_the_shuffled_discards() -> None:
    state = moved(position("34566", "66666", pile="12"), 0, Swap((3, 4, 5), 4))
    turn = GAME.turn(state)
    assert isinstance(turn, Chance)
    assert turn.rule == "K20"
    after = drawn(state, "1255")
    assert after.hands[0] == cards("125566")
    assert after.discards == ()
    assert after.pile == without(ALL_CARDS, *after.hands)


def test_K20_the_cards_just_discarded_are_among_the_shuffled_ones() -> None:
    all_sixes = position("666666666", "666666666", pile="1")
    assert 6 not in all_sixes.discards
    due = moved(all_sixes, 0, Swap((6, 6), 3))
    after = drawn(due, "166")
    assert after.hands[0] == cards("1666666666")
    assert after.pile == all_sixes.discards


def test_K20_the_cards_just_played_are_among_the_shuffled_ones() -> None:
    all_sixes = position("666666", "666666", "666666", pile="1")
    due = moved(all_sixes, 0, Score(Field.SIXES, (6, 6, 6)))
    after = drawn(due, "16")
    assert after.hands[0] == cards("16666")
    assert after.pile == without(ALL_CARDS, *after.hands)


def test_K20_each_shuffled_card_is_equally_likely_to_come() -> None:
    due = moved(position("666666666", "666666666", pile="1"), 0, Swap((6,), 2))
    turn = GAME.turn(due)
    assert isinstance(turn, Chance)
    found = chances(turn.draw)
    shuffled = Counter(due.discards)
    assert shuffled == {1: 17, 2: 18, 3: 18, 4: 18, 5: 18, 6: 1}
    assert {draw: chance * 90 for draw, chance in found.items()} == {
        Draw((1, value)): number for value, number in shuffled.items()
    }


def test_K20_a_pile_that_is_just_enough_is_emptied_without_shuffling() -> None:
    state = moved(position("34566", "66666", pile="12"), 0, Swap((3,), 2))
    turn = GAME.turn(state)
    assert isinstance(turn, Chance)
    assert turn.rule == "K2"
    after = drawn(state, "12")
    assert after.pile == ()
    assert after.discards == state.discards


# K16–K18 Rulings


def test_K16_surplus_cards_are_trimmed_after_scoring() -> None:
    state = position("6661234", "22222")
    scored = moved(state, 0, Score(Field.SIXES, (6,)))
    assert GAME.turn(scored) == Decision((Seat(0),), "K16")
    assert set(GAME.legal_moves(scored, Seat(0))) == {Trim((value,)) for value in (1, 2, 3, 4, 6)}
    assert effect(scored, 0, Trim((2,))) == Effect(held=5)
    after = moved(scored, 0, Trim((2,)))
    assert after.hands[0] == cards("13466")
    assert discards(after) == (2, 6)
    assert after.pile == state.pile
    assert GAME.turn(after) == Decision((Seat(1),), "K2")


def test_K16_several_surplus_cards_are_trimmed_at_once() -> None:
    scored = moved(position("1122334455", "66666"), 0, Score(Field.ONES, (1,)))
    trims = GAME.legal_moves(scored, Seat(0))
    assert all(isinstance(move, Trim) and len(move.discard) == 4 for move in trims)
    assert len(trims) == len(set(trims))
    after = moved(scored, 0, Trim(cards("2345")))
    assert after.hands[0] == cards("12345")
    assert after.penalties == (10, 0)


def test_K16_nobody_else_moves_while_a_seat_trims() -> None:
    scored = moved(position("6661234", "22222"), 0, Score(Field.SIXES, (6,)))
    assert GAME.legal_moves(scored, Seat(1)) == ()


def test_K17_an_upper_field_may_be_scored_with_fewer_cards_than_the_hand_holds() -> None:
    match = dealt("13666", "22222")
    assert {move.cards for move in match.moves(Seat(0)) if isinstance(move, Score) and move.field is Field.SIXES} == {
        (6,),
        (6, 6),
        (6, 6, 6),
    }
    score(match, 0, Field.SIXES, "6", "5")
    assert match.state.sheets[0] == sheet({Field.SIXES: 6})
    assert match.state.hands[0] == cards("13566")


def test_K18_passing_is_allowed_again_and_again() -> None:
    match = dealt("12345", "66666")
    before = match.state
    for _ in range(50):
        passes(match, 0, 1)
    assert replace(match.state, news=before.news) == before
    assert all(event.seat is not None for event in match.events[1:]), "no draw where none is due"


def test_K12_the_discards_stay_where_they_are_until_a_card_is_due() -> None:
    emptied = drawn(moved(position("12345", "66666", pile="11"), 0, Swap((4, 5), 2)), "11")
    assert emptied.pile == ()
    assert len(emptied.discards) == len(ALL_CARDS) - 10
    passed = moved(emptied, 1, Swap((), 0))
    assert (passed.pile, passed.discards) == ((), emptied.discards), "no card is due"


def test_K22_everybody_may_look_through_all_the_discards() -> None:
    match = dealt("66611", "12345")
    score(match, 0, Field.SIXES, "66", "34")
    swap(match, 1, "15", "222")
    for viewer in (Seat(0), Seat(1), None):
        assert sorted(GAME.view(match.state, viewer).discards) == [1, 5, 6, 6]
