"""The rulebook of sack as tests: set-up, the turn, and what is refused."""

from fractions import Fraction

import pytest

from pasch.engine.draws import chances
from pasch.engine.errors import Malformed
from pasch.engine.game import Chance
from pasch.engine.match import Event, Match
from pasch.games.sack import GAME
from pasch.games.sack.model import DECK, Options, Phase, Place, Replace, Roll, Score
from tests.games.refusals import Reach, refused, refuses, refusing
from tests.games.sack_positions import (
    after,
    awaits_refill,
    cards,
    deal,
    dealt,
    decides,
    dice,
    exchange,
    moves,
    place,
    play,
    position,
    refill,
    roll,
    score,
    take_turns,
)

# Material and set-up


@pytest.mark.parametrize("players", [2, 3, 4])
def test_S1_every_seat_starts_with_ten_dice_in_its_supply(players: int) -> None:
    assert dealt(players).state.supply == (10,) * players


@pytest.mark.parametrize("players", [1, 5])
def test_S1_the_game_is_for_two_to_four(players: int) -> None:
    with pytest.raises(Malformed):
        Match(GAME, players)


@pytest.mark.parametrize("pair", range(1, 6))
def test_S2_five_boards_start_empty_and_each_has_its_pair(pair: int) -> None:
    assert dealt().state.boards == ((),) * 5
    everywhere = dict.fromkeys(range(1, 6), "1:3")
    assert [scoring.board for scoring in after(position(boards=everywhere), roll(pair, pair)).news] == [pair]


def test_S3_the_deck_has_27_different_cards_worth_1_or_2_sacks() -> None:
    assert len({card.id for card in DECK}) == len(DECK) == 27
    assert {card.sacks for card in DECK} == {1, 2}


def test_S3_five_cards_are_turned_up_one_above_each_board() -> None:
    match = Match(GAME, 2)
    assert isinstance(match.turn, Chance)
    assert match.turn.rule == "S3"
    assert match.turn.draw.options(()) == {card.id: 1 for card in DECK}
    play(match, deal("sum", "last-1", "most-4", "most-odd", "sum-odd"))
    assert match.state.cards == cards("sum last-1 most-4 most-odd sum-odd")
    assert {*match.state.pile, *match.state.cards} == set(DECK)
    assert len(match.state.pile) == 22


def test_S4_the_first_seat_begins_and_stays_marked() -> None:
    match = take_turns(dealt(3, first=1), "3>1 5>2")
    assert [event.seat for event in match.events] == [None, None, 1, 1]
    assert (match.state.first, match.state.seat) == (1, 2)
    take_turns(match, "3>1 5>2", "3>1 5>2")
    assert (match.state.first, match.state.seat) == (1, 1)


@pytest.mark.parametrize("first", [-1, 2])
def test_S4_a_seat_that_is_not_at_the_table_cannot_be_first(first: int) -> None:
    with refused("S4"):
        Match(GAME, 2, Options(first=first))


# S5 Short of dice


def short_of_dice() -> Match:
    """Both seats have all their dice on the boards, seat 0 a single one on board 5."""
    match = take_turns(dealt(), *(f"3>{board} 5>{board}" for board in (1, 2, 3, 4) for _ in range(2)))
    return take_turns(match, "3>4 5>5", "3>5 5>5")


def test_S5_a_seat_short_of_dice_first_has_a_card_scored_on_whose_board_it_has_two() -> None:
    match = short_of_dice()
    assert match.state.supply == (0, 0)
    assert decides(match.state, 0, "S5")
    assert moves(match.state) == {Score(1), Score(2), Score(3), Score(4)}


def test_S5_the_forced_scoring_may_be_won_by_somebody_else() -> None:
    match = play(short_of_dice(), score(0, 1), refill(1, "most-odd"))
    assert match.state.won == ((), cards("most-dice"))
    assert match.state.supply == (2, 2)
    assert isinstance(match.turn, Chance)
    assert match.turn.rule == "S6"
    play(match, roll(1, 4))
    assert match.state.seat == 0


def test_S5_the_forced_scoring_may_be_won_by_nobody() -> None:
    match = play(short_of_dice(), score(0, 4), roll(1, 4))
    assert match.state.won == ((), ())
    assert match.state.supply == (1, 2)
    assert decides(match.state, 0, "S9")


@pytest.mark.parametrize(("on_the_fifth", "is_short"), [("", False), ("0:1", True), ("0:1 0:1", True)])
def test_S5_short_means_fewer_than_two_dice(on_the_fifth: str, is_short: bool) -> None:
    lying = dict.fromkeys(range(1, 5), "0:3 0:3") | {5: on_the_fifth}
    before = position(seat=1, phase=Phase.PLACE, hand=(6,), boards=lying)
    now = after(before, place(1, 6, 1))
    assert now.seat == 0
    assert (now.phase is Phase.SHORT) is is_short


# S6 Roll


def test_S6_exactly_two_dice_are_rolled_from_the_supply() -> None:
    match = dealt()
    assert isinstance(match.turn, Chance)
    assert match.turn.rule == "S6"
    every_roll = {Roll((first, second)) for first in range(1, 7) for second in range(1, 7)}
    assert chances(match.turn.draw) == dict.fromkeys(every_roll, Fraction(1, 36))
    play(match, roll(3, 5))
    assert match.state.hand == (3, 5)
    assert match.state.supply == (8, 10)


# S7 Pair 1–5


def test_S7_a_pair_has_the_card_of_its_board_scored_at_once() -> None:
    match = play(take_turns(dealt(), "3>2 5>1"), roll(2, 2))
    assert match.state.won == (cards("sum"), ())
    assert match.state.boards[1] == ()
    assert match.state.boards[0] == dice("0:5")
    assert awaits_refill(match.state)
    play(match, refill(2, "most-odd"))
    assert decides(match.state, 1, "S9")


def test_S7_a_pair_for_an_empty_board_does_nothing() -> None:
    match = play(take_turns(dealt(), "3>2 5>1"), roll(3, 3))
    assert match.state.won == ((), ())
    assert match.state.boards[:2] == (dice("0:5"), dice("0:3"))
    assert decides(match.state, 1, "S9")


def test_S7_two_different_dice_score_nothing() -> None:
    match = play(take_turns(dealt(), "3>2 5>1"), roll(2, 1))
    assert not match.state.news
    assert decides(match.state, 1, "S9")


# S8 Pair of sixes


def test_S8_a_pair_of_sixes_offers_every_card_whose_board_holds_a_die_or_none() -> None:
    match = play(take_turns(dealt(), "3>2 5>1"), roll(6, 6))
    assert decides(match.state, 1, "S8")
    assert moves(match.state, 1) == {Score(1), Score(2), Score(None)}


def test_S8_the_chosen_card_is_scored_and_the_turn_goes_on() -> None:
    match = play(take_turns(dealt(), "3>2 5>1"), roll(6, 6), score(1, 1), refill(1, "most-odd"))
    assert match.state.won == (cards("most-dice"), ())
    assert decides(match.state, 1, "S9")
    assert match.state.hand == (6, 6)


def test_S8_the_seat_may_decline() -> None:
    match = play(take_turns(dealt(), "3>2 5>1"), roll(6, 6), score(1, None))
    assert match.state.won == ((), ())
    assert match.state.boards[:2] == (dice("0:5"), dice("0:3"))
    assert decides(match.state, 1, "S9")


def test_S8_nothing_is_asked_when_no_board_holds_a_die() -> None:
    assert decides(play(dealt(), roll(6, 6)).state, 0, "S9")


# S9 Place or replace


def test_S9_the_seat_places_or_replaces() -> None:
    match = play(take_turns(dealt(), "3>2 5>1"), roll(5, 6))
    anywhere = {Place(die, board) for die in (5, 6) for board in range(1, 6)}
    assert moves(match.state, 1) == {*anywhere, Replace(5, 1, 1)}
    assert moves(match.state, 0) == set()


def test_S9_a_pair_changes_nothing_about_it() -> None:
    match = play(take_turns(dealt(), "3>2 3>1"), roll(3, 3))
    assert moves(match.state, 1) == {*(Place(3, board) for board in range(1, 6)), Replace(3, 2, 1), Replace(3, 1, 1)}


def test_S9_who_has_placed_one_die_places_the_other_too() -> None:
    match = play(take_turns(dealt(), "3>2 5>1"), roll(5, 3), place(1, 3, 4))
    assert moves(match.state, 1) == {Place(5, board) for board in range(1, 6)}
    assert decides(match.state, 1, "S10")


# S10 Place


@pytest.mark.parametrize(
    ("turn", "first_board", "second_board"),
    [("5>1 3>1", "0:5 0:3", ""), ("3>1 5>1", "0:3 0:5", ""), ("3>1 5>2", "0:3", "0:5"), ("5>1 3>2", "0:5", "0:3")],
)
def test_S10_both_dice_go_on_any_boards_in_any_order(turn: str, first_board: str, second_board: str) -> None:
    match = take_turns(dealt(), turn)
    assert match.state.boards[:2] == (dice(first_board), dice(second_board))
    assert (match.state.seat, match.state.supply) == (1, (8, 10))


@pytest.mark.parametrize("order", [(3, 5), (5, 3)])
def test_S10_either_die_of_the_roll_may_go_first(order: tuple[int, int]) -> None:
    match = play(dealt(), roll(3, 5), place(0, order[0], 1))
    assert match.state.hand == (order[1],)


def test_S10_a_die_need_not_fit_the_condition() -> None:
    assert take_turns(dealt(), "1>3 2>5").state.boards[2] == dice("0:1")


def test_S10_a_die_goes_to_the_lowest_free_field() -> None:
    match = take_turns(dealt(), "1>3 2>3", "6>3 5>1", "4>3 5>1")
    assert match.state.boards[2] == dice("0:1 0:2 1:6 0:4")
    play(match, roll(3, 3), refill(3, "most-odd"), place(1, 3, 3))
    assert match.state.boards[2] == dice("1:3")


# S11 Full board


@pytest.mark.parametrize(("players", "full"), [(2, 6), (3, 9), (4, 9)])
def test_S11_the_last_field_has_the_card_scored_at_once(players: int, full: int) -> None:
    two_short = " ".join(["1:5"] * (full - 2))
    before = position(players=players, phase=Phase.ACT, hand=(3, 5), boards={3: two_short}, above={3: "most-5"})
    one_short = after(before, place(0, 3, 3))
    assert len(one_short.boards[2]) == full - 1
    assert not one_short.news
    now = after(one_short, place(0, 5, 3))
    assert now.boards[2] == ()
    assert now.won[1] == cards("most-5")
    assert now.supply == (10,) * players
    assert awaits_refill(now)
    assert now.seat == 0
    refilled = after(now, refill(3, "most-even"))
    assert (refilled.seat, refilled.phase) == (1, Phase.ROLL)


@pytest.mark.parametrize("board", range(1, 6))
def test_S11_the_second_die_may_go_anywhere_also_on_the_board_just_cleared(board: int) -> None:
    before = position(phase=Phase.ACT, hand=(3, 5), boards={3: "1:4 1:5 0:3 1:3 1:2"})
    now = after(before, place(0, 3, 3), refill(3, "most-odd"))
    assert decides(now, 0, "S10")
    now = after(now, place(0, 5, board))
    assert now.boards[board - 1] == dice("0:5")
    assert now.seat == 1


def test_S11_a_full_board_that_nobody_wins_is_cleared_all_the_same() -> None:
    before = position(phase=Phase.ACT, hand=(3, 5), boards={3: "1:6 1:5 0:3 1:3 1:2"})
    now = after(before, place(0, 3, 3), place(0, 5, 3))
    assert now.boards[2] == dice("0:5")
    assert now.won == ((), ())


def test_S11_a_pair_a_full_board_and_a_die_on_the_new_card_make_one_turn() -> None:
    match = take_turns(dealt(), "1>3 6>3", "1>3 4>3", "4>3 6>2", "4>4 6>4")
    play(match, roll(2, 2), refill(2, "most-odd"), place(0, 2, 3), refill(3, "most-even"), place(0, 2, 3))
    assert [event.seat for event in match.events[-5:]] == [None, None, 0, None, 0]
    assert match.state.won == (cards("sum most-4"), ())
    assert match.state.boards == (dice(""), dice(""), dice("0:2"), dice("1:4 1:6"), dice(""))
    assert match.state.supply == (9, 8)
    assert match.state.seat == 1


# S12 Replace


def test_S12_a_die_takes_the_place_of_an_equal_one_of_another_seat() -> None:
    match = play(take_turns(dealt(), "3>1 5>1"), roll(5, 6), exchange(1, 5, 1, 2))
    assert match.state.boards[0] == dice("0:3 1:5")
    assert match.state.supply == (9, 9)
    assert match.state.hand == ()
    assert (match.state.seat, match.state.phase) == (0, Phase.ROLL)


def test_S12_only_equal_dice_of_other_seats_can_be_replaced() -> None:
    state = position(players=4, seat=1, phase=Phase.ACT, hand=(2, 4), boards={1: "0:2 1:2 2:4 3:6", 5: "1:4 3:2"})
    replacements = {move for move in moves(state, 1) if isinstance(move, Replace)}
    assert replacements == {Replace(2, 1, 1), Replace(4, 1, 3), Replace(2, 5, 2)}


def test_S12_replacing_scores_no_card() -> None:
    state = position(phase=Phase.ACT, hand=(2, 4), boards={3: "1:4 1:4 1:4 1:4 1:4"})
    now = after(state, exchange(0, 4, 3, 5))
    assert now.boards[2] == dice("1:4 1:4 1:4 1:4 0:4")
    assert now.news == ()


# What is refused


def rolled(first: int, second: int) -> Match:
    """Seat 0 has a three on board 1 and a five on board 2, seat 1 a three on board 2; seat 0 has rolled."""
    return play(take_turns(dealt(), "3>1 5>2", "3>2 6>5"), roll(first, second))


def rolled_and_placed(die: int) -> Reach:
    return lambda: play(rolled(3, 5), place(0, die, 1))


@refusing(
    ("S3", "four cards", lambda: Match(GAME, 2), [deal("sum", "last-1", "most-4", "most-odd")]),
    ("S3", "a card twice", lambda: Match(GAME, 2), [deal("sum", "sum", "most-4", "most-odd", "sum-odd")]),
    (
        "S3",
        "a card that is not in the deck",
        lambda: Match(GAME, 2),
        [deal("sum", "last-6", "most-4", "most-odd", "sum-odd")],
    ),
    ("S3", "anything but the deal", lambda: Match(GAME, 2), [roll(1, 2), refill(1, "sum")]),
    ("S5", "another card", short_of_dice, [score(0, 5), score(0, None)]),
    ("S5", "another move", short_of_dice, [place(0, 3, 1), exchange(0, 3, 1, 3), score(1, 1), roll(1, 2)]),
    ("S6", "a move", dealt, [place(0, 3, 1), score(0, 1)]),
    ("S6", "anything but two dice", dealt, [roll(3), roll(3, 5, 1), roll(0, 5), roll(3, 7)]),
    ("S6", "anything but dice", dealt, [deal(), refill(1, "most-odd")]),
    ("S8", "a card without dice", lambda: rolled(6, 6), [score(0, 3)]),
    ("S8", "another move", lambda: rolled(6, 6), [place(0, 6, 1), exchange(0, 6, 5, 1), score(1, 1)]),
    ("S8", "a card without sixes", lambda: rolled(3, 5), [score(0, 1), score(0, None)]),
    ("S8", "a card after a die", rolled_and_placed(3), [score(0, 1)]),
    ("S9", "another seat or roll", lambda: rolled(3, 5), [place(1, 3, 1), roll(1, 2)]),
    ("S9", "replacing after placing", rolled_and_placed(5), [exchange(0, 3, 2, 2)]),
    ("S10", "a die that is not in hand", lambda: rolled(3, 5), [place(0, 4, 1)]),
    ("S10", "the same die or another seat", rolled_and_placed(3), [place(0, 3, 1), place(1, 3, 1)]),
    ("S12", "a die not in hand or ones own", lambda: rolled(3, 5), [exchange(0, 6, 5, 1), exchange(0, 3, 1, 1)]),
    ("S12", "a die of another value", lambda: rolled(3, 5), [exchange(0, 5, 2, 2)]),
    ("S12", "no die", lambda: rolled(3, 5), [exchange(0, 3, 2, 3), exchange(0, 3, 2, 9), exchange(0, 3, 4, 1)]),
    ("S15", "anything but a card", lambda: rolled(1, 1), [place(0, 1, 1), roll(1, 2)]),
    ("S15", "another board", lambda: rolled(1, 1), [refill(2, "most-odd")]),
    ("S15", "a card that lies elsewhere", lambda: rolled(1, 1), [refill(1, "most-dice"), refill(1, "sum")]),
)
def test_what_the_rules_do_not_allow_is_refused_and_changes_nothing(rule: str, reach: Reach, event: Event) -> None:
    match = reach()
    with refuses(match, rule):
        match.apply(event)
