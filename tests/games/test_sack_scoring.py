"""The rulebook of sack as tests: how a card is scored, and all conditions of the sack cards."""

import pytest

from pasch.engine.game import Chance, Seat
from pasch.games.sack import GAME
from pasch.games.sack.model import Card, Effect, Phase, Place, Replace, Score
from tests.games.sack_positions import (
    after,
    awaits_refill,
    cards,
    dealt,
    dice,
    exchange,
    place,
    play,
    position,
    refill,
    roll,
    score,
    scored,
    take_turns,
    winner,
)

# S13–S15 Scoring a card


def test_S13_the_seat_that_meets_the_condition_best_wins_the_card() -> None:
    before = position(players=4, seat=3, boards={2: "0:2 1:6 2:5 0:1 2:2"}, won=("", "", "most-1", ""))
    now = after(before, roll(2, 2))
    assert now.won == ((), (), cards("most-1 sum"), ())
    assert now.cards[1] is None
    assert now.news[0].verdict.strengths == (3, 6, 7, 0)
    assert not now.news[0].verdict.by_last_die


BEST: dict[str, tuple[str, str, int, tuple[int, ...], bool]] = {
    "the seat on turn need not be on the board": ("sum", "1:2 2:3", 2, (0, 2, 3), False),
    "the later last die breaks a tie": ("most-dice", "0:1 1:1 1:2 0:2 2:6", 0, (2, 2, 1), True),
    "the last die counts whether or not it fits": ("most-4", "0:4 1:4 0:4 1:4 0:2", 0, (2, 2, 0), True),
    "whosever it is": ("most-4", "0:4 1:4 0:4 1:4 1:2", 1, (2, 2, 0), True),
    "only equally good seats take part in it": ("most-4", "0:4 0:4 1:4 1:4 2:4", 1, (2, 2, 1), True),
    "the first die does not matter": ("most-dice", "1:1 0:1 0:1 2:1 2:1 1:1", 1, (2, 2, 2), True),
    "three seats can tie": ("sum-even", "2:4 1:4 0:4", 0, (4, 4, 4), True),
    "a group of three beats two of two": ("most-equal", "0:5 1:3 0:5 1:3 0:5 1:6 1:6", 0, (3, 2, 0), False),
    "two groups of two are no better than one": ("most-equal", "1:3 1:3 1:6 1:6 0:1 0:1", 0, (2, 2, 0), True),
    "a single die is a group of one": ("most-equal", "0:5 1:3", 1, (1, 1, 0), True),
    "a later nine wins, ten does not count": ("sum-under-10", "0:4 1:6 2:3 3:6 1:3 0:5 2:5 3:4", 0, (9, 9, 8, 0), True),
    "the later last die may be a two": ("most-4", "1:4 1:4 0:4 0:4 1:2", 1, (2, 2, 0), True),
    "the last one, not the most or latest dice": ("last-1", "0:1 0:1 1:1 0:6 2:6", 1, (2, 3, 0), False),
}


@pytest.mark.parametrize("what", BEST)
def test_S13_S14_S16_the_best_seat_wins_and_of_equals_the_later_last_die(what: str) -> None:
    condition, board, wins, strengths, by_last_die = BEST[what]
    verdict = scored(condition, board, players=len(strengths)).verdict
    assert (verdict.winner, verdict.strengths, verdict.by_last_die) == (wins, strengths, by_last_die)


def test_S15_all_dice_return_and_a_new_card_is_turned_up() -> None:
    before = position(players=3, boards={2: "0:2 1:6 2:5 0:1", 3: "1:4"})
    now = after(before, roll(2, 2))
    assert now.supply == (8, 9, 10)
    assert now.boards[1:3] == (dice(""), dice("1:4"))
    turn = GAME.turn(now)
    assert isinstance(turn, Chance)
    assert turn.rule == "S15"
    assert turn.draw.options(()) == {card.id: 1 for card in before.pile}
    now = after(now, refill(2, "most-odd"))
    assert now.cards[1] == Card("most-odd", 1)
    assert len(now.pile) == len(before.pile) - 1
    assert now.cards[1] not in now.pile


def test_S15_the_refill_stands_right_behind_the_event_that_caused_it() -> None:
    match = take_turns(dealt(), *["3>1 4>1"] * 2)
    play(match, roll(3, 4), place(0, 3, 2), place(0, 4, 1), roll(1, 4), place(1, 1, 1))
    assert awaits_refill(match.state)
    assert match.state.hand == (4,)
    assert not match.moves(Seat(1))
    play(match, refill(1, "most-odd"), place(1, 4, 2))
    assert match.state.boards[1] == dice("0:3 1:4")


def test_S15_the_next_seat_waits_for_the_refill() -> None:
    before = position(phase=Phase.PLACE, hand=(4,), boards={1: "0:4 1:4 1:4 1:4 1:4"})
    now = after(before, place(0, 4, 1))
    assert awaits_refill(now)
    assert list(GAME.legal_moves(now, Seat(1))) == []
    assert after(now, refill(1, "most-odd"), roll(1, 2)).seat == 1


# S16 Conditions: what lies on the board, who wins, and how well the three seats meet the condition

Row = tuple[str, str, int, tuple[int, int, int]]

OTHER = {1: 2, 2: 3, 3: 4, 4: 5, 5: 6, 6: 1}

S16: list[Row] = [
    ("most-dice", "0:1 1:6 0:1 2:6", 0, (2, 1, 1)),
    *((f"most-{n}", f"1:{n} 0:{n} 1:{n} 0:{o} 0:{o} 2:{o}", 1, (1, 2, 0)) for n, o in OTHER.items()),
    *((f"most-not-{n}", f"1:{o} 1:{o} 0:{n} 0:{o} 0:{n} 2:{n}", 1, (1, 2, 0)) for n, o in OTHER.items()),
    ("most-123", "0:1 0:2 0:3 1:4 1:5 1:6 1:1 2:6", 0, (3, 1, 0)),
    ("most-456", "1:4 1:5 1:6 0:1 0:2 0:3 0:4 2:3", 1, (1, 3, 0)),
    ("most-even", "0:2 0:4 0:6 1:1 1:3 1:5 1:2 2:3", 0, (3, 1, 0)),
    ("most-odd", "1:1 1:3 1:5 0:2 0:4 0:6 0:1 2:4", 1, (1, 3, 0)),
    ("most-equal", "0:1 1:6 0:1 1:5 1:4 1:3", 0, (2, 1, 0)),
    ("most-different", "1:3 1:4 1:5 0:1 0:1 0:1 0:2", 1, (2, 3, 0)),
    *((f"last-{n}", f"0:{n} 0:{n} 1:{n} 0:{o} 2:{o}", 1, (2, 3, 0)) for n, o in OTHER.items()),
    ("last-123", "0:1 0:2 1:3 0:6 2:4", 1, (2, 3, 0)),
    ("last-456", "0:4 0:5 1:6 0:1 2:3", 1, (2, 3, 0)),
    ("sum", "0:6 0:4 2:1 2:2 2:3 2:5 1:5 1:4", 2, (10, 9, 11)),
    ("sum-even", "1:4 1:4 2:2 0:6 0:5", 1, (0, 8, 2)),
    ("sum-odd", "1:4 1:3 2:5 0:6 0:6", 1, (0, 7, 5)),
    ("sum-under-10", "2:4 2:5 1:4 1:4 0:5 0:5", 2, (0, 8, 9)),
    ("sum-under-15", "2:6 2:6 2:2 1:6 1:6 0:5 0:5 0:5", 2, (0, 12, 14)),
]


@pytest.mark.parametrize(("condition", "board", "wins", "strengths"), S16, ids=[row[0] for row in S16])
def test_S16_every_condition_is_met_as_it_says(
    condition: str, board: str, wins: int, strengths: tuple[int, int, int]
) -> None:
    verdict = scored(condition, board).verdict
    assert verdict.winner == wins
    assert verdict.strengths == strengths
    assert not verdict.by_last_die


def test_S16_the_table_above_has_all_32_conditions() -> None:
    assert len({row[0] for row in S16}) == len(S16) == 1 + 6 + 6 + 2 + 2 + 2 + 6 + 2 + 5


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize(
    ("condition", "values"),
    [("most-123", {1, 2, 3}), ("most-456", {4, 5, 6}), ("most-even", {2, 4, 6}), ("most-odd", {1, 3, 5})],
)
def test_S16_each_value_counts_where_it_should(condition: str, values: set[int], value: int) -> None:
    assert winner(condition, f"0:{value}") == (0 if value in values else None)


@pytest.mark.parametrize("value", range(1, 7))
def test_S16_the_last_of_some_values_is_any_of_them(value: int) -> None:
    low, high = (0, None) if value <= 3 else (None, 0)
    assert winner("last-123", f"0:{value}") == low
    assert winner("last-456", f"0:{value}") == high


@pytest.mark.parametrize(
    ("condition", "fields"),
    [
        ("most-4", (1, 2, 5)),
        ("most-not-4", (3, 4)),
        ("most-dice", (1, 2, 3, 4, 5)),
        ("most-even", (1, 2, 3, 4, 5)),
        ("most-odd", ()),
        ("last-4", (2, 5)),
        ("most-equal", (1, 2, 4, 5)),
        ("most-different", (1, 2, 3, 4, 5)),
        ("sum", (1, 2, 3, 4, 5)),
        ("sum-under-10", (2, 4)),
    ],
)
def test_S16_a_scoring_tells_which_dice_counted_of_the_seats_that_meet_it(
    condition: str, fields: tuple[int, ...]
) -> None:
    assert scored(condition, "0:4 1:4 0:2 1:2 0:4").counting == fields


@pytest.mark.parametrize(("condition", "field"), [("most-2", 5), ("most-4", 0), ("most-1", 0), ("last-4", 0)])
def test_S14_a_scoring_tells_which_die_decided_between_equals(condition: str, field: int) -> None:
    assert scored(condition, "0:4 1:4 0:2 1:2 0:4").deciding == field


# S17 Who does not meet the condition


@pytest.mark.parametrize(
    ("condition", "board"),
    [
        *((f"most-{n}", f"0:{o} 0:{o} 0:{o} 1:{n}") for n, o in OTHER.items()),
        *((f"most-not-{n}", f"0:{n} 0:{n} 0:{n} 1:{o}") for n, o in OTHER.items()),
        *((f"last-{n}", f"1:{n} 0:{o} 0:{o} 0:{o}") for n, o in OTHER.items()),
        ("most-123", "0:4 0:5 0:6 1:1"),
        ("most-456", "0:1 0:2 0:3 1:4"),
        ("most-even", "0:1 0:3 0:5 1:2"),
        ("most-odd", "0:2 0:4 0:6 1:1"),
        ("last-123", "1:1 0:4 0:5 0:6"),
        ("last-456", "1:4 0:1 0:2 0:3"),
        ("sum-even", "0:6 0:5 1:2"),
        ("sum-odd", "0:6 0:6 1:1"),
        ("sum-under-10", "0:6 0:4 1:1"),
        ("sum-under-15", "0:6 0:6 0:3 1:1"),
        ("most-dice", "1:1"),
        ("most-equal", "1:1"),
        ("most-different", "1:1"),
        ("sum", "1:1"),
    ],
)
def test_S17_a_seat_that_does_not_meet_the_condition_cannot_win(condition: str, board: str) -> None:
    assert winner(condition, board) == 1
    without = " ".join(word for word in board.split() if word[0] == "0")
    if without:
        assert winner(condition, without) is None


@pytest.mark.parametrize(("condition", "allowed"), [("sum-under-10", 9), ("sum-under-15", 14)])
def test_S17_the_limit_itself_is_not_allowed(condition: str, allowed: int) -> None:
    most, rest = allowed // 5, allowed % 5
    assert winner(condition, "0:5 " * most + f"0:{rest}") == 0
    assert winner(condition, "0:5 " * most + f"0:{rest + 1}") is None


# S20 Order after a replacement


def test_S20_a_replacing_die_takes_over_the_place_in_the_order() -> None:
    before = position(players=3, seat=2, phase=Phase.ACT, hand=(4, 1), boards={1: "0:4 1:4"}, above={1: "last-4"})
    assert after(before, exchange(2, 4, 1, 1), roll(1, 1)).news[0].verdict.winner == 1
    assert after(before, exchange(2, 4, 1, 2), roll(1, 1)).news[0].verdict.winner == 2


def test_S20_a_tie_is_broken_by_the_field_not_by_the_time() -> None:
    before = position(players=3, seat=2, phase=Phase.ACT, hand=(4, 1), boards={3: "0:4 1:4"})
    assert after(before, exchange(2, 4, 3, 1), roll(3, 3)).news[0].verdict.winner == 1
    assert after(before, exchange(2, 4, 3, 2), roll(3, 3)).news[0].verdict.winner == 2


# S21 Nobody meets the condition


def test_S21_nobody_wins_the_card_the_dice_return_and_the_card_stays() -> None:
    match = play(take_turns(dealt(), "3>3 5>3"), roll(3, 3))
    assert match.state.news[0].verdict.winner is None
    assert match.state.won == ((), ())
    assert match.state.supply == (10, 8)
    assert match.state.boards[2] == ()
    assert match.state.cards[2] == Card("most-4", 2)
    assert len(match.state.pile) == 22


def test_S21_no_new_card_is_turned_up() -> None:
    match = play(take_turns(dealt(), "3>3 5>3"), roll(3, 3))
    assert not awaits_refill(match.state)
    play(match, place(1, 3, 3))
    assert match.state.boards[2] == dice("1:3")


def test_S21_a_card_chosen_with_sixes_stays_too() -> None:
    match = play(take_turns(dealt(), "3>3 5>3"), roll(6, 6), score(1, 3), place(1, 6, 3))
    assert match.state.cards[2] == Card("most-4", 2)
    assert match.state.boards[2] == dice("1:6")


# What a seat sees, and what a move brings


def test_S13_a_view_tells_how_every_card_stands() -> None:
    state = position(boards={2: "0:2 1:6", 3: "1:5"}, above={5: ""}, won=("most-1 most-odd", "most-2"))
    view = GAME.view(state, Seat(0))
    assert view == GAME.view(state, None)
    assert [standing and standing.winner for standing in view.standings] == [None, 1, None, None, None]
    assert [standing is None for standing in view.standings] == [True, False, False, True, True]
    assert view.sacks == (3, 2)
    assert GAME.imagine(view, lambda _: 0) == state


def test_S13_a_move_tells_which_card_it_scores_and_how() -> None:
    full = position(phase=Phase.ACT, hand=(4, 2), boards={3: "1:4 1:4 0:3 0:3 0:3"})
    effect = GAME.effect(full, Seat(0), Place(4, 3))
    assert isinstance(effect, Effect)
    assert effect.standing is None
    assert effect.scored == after(full, place(0, 4, 3)).news[0]
    sixes = position(phase=Phase.SIXES, hand=(6, 6), boards={3: "1:4"})
    effect = GAME.effect(sixes, Seat(0), Score(3))
    assert isinstance(effect, Effect)
    assert effect.scored is not None
    assert effect.scored.verdict.winner == 1
    assert GAME.effect(sixes, Seat(0), Score(None)) == Effect()


@pytest.mark.parametrize(
    ("move", "strengths"), [(Place(2, 3), (0, 1)), (Place(4, 3), (1, 1)), (Replace(4, 3, 1), (1, 0))]
)
def test_S13_a_move_tells_how_the_card_of_its_board_stands_after_it(
    move: Place | Replace, strengths: tuple[int, int]
) -> None:
    state = position(phase=Phase.ACT, hand=(4, 2), boards={3: "1:4"})
    effect = GAME.effect(state, Seat(0), move)
    assert isinstance(effect, Effect)
    assert effect.scored is None
    assert effect.standing is not None
    assert effect.standing.strengths == strengths


@pytest.mark.parametrize("move", [Place(4, 3), Replace(4, 3, 1)])
def test_S18_the_effect_of_the_last_move_speaks_of_its_own_board(move: Place | Replace) -> None:
    four = "most-1 most-2 most-5 most-6"
    hand = (4,) if isinstance(move, Place) else (4, 2)
    phase = Phase.PLACE if isinstance(move, Place) else Phase.ACT
    last = position(seat=1, phase=phase, hand=hand, boards={1: "0:1", 3: "0:4"}, won=(four, ""))
    effect = GAME.effect(last, Seat(1), move)
    assert isinstance(effect, Effect)
    assert effect.scored is None or effect.scored.board == move.board


def test_S25_everybody_sees_what_each_seat_has_won() -> None:
    state = position(players=3, won=("most-1", "", "most-2 sum-even"))
    for viewer in (Seat(0), Seat(1), Seat(2), None):
        assert GAME.view(state, viewer).won == (cards("most-1"), (), cards("most-2 sum-even"))
