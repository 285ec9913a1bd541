"""A round ahead in Karten-Kniffel: many positions at once follow the rules, the network decides in them as it does in
one, and only close moves are played on."""

from collections import Counter
from itertools import islice

import numpy as np
import pytest
from msgspec.structs import replace

from pasch.engine.draws import chance
from pasch.engine.game import Seat
from pasch.games import GAMES
from pasch.games.kniffel import GAME
from pasch.games.kniffel.hands import HANDS
from pasch.games.kniffel.learning import strong
from pasch.games.kniffel.learning.ahead import can_look_ahead, chosen, imagined, values_ahead
from pasch.games.kniffel.learning.encode import EMPTY, points_table
from pasch.games.kniffel.learning.heuristic import MOST_HELD, hand_values
from pasch.games.kniffel.learning.policy import Heuristic, Policy
from pasch.games.kniffel.learning.positions import Floats, drawn_or_shuffled, played
from pasch.games.kniffel.learning.tables import BEGIN, COUNTS
from pasch.games.kniffel.learning.value import chances_of_hands, embedding, logits_of_hands, open_features
from pasch.games.kniffel.model import Draw, Field, Hand, Phase, Score, State, Swap, Trim, View
from pasch.games.network import softmax
from pasch.games.weights import trained
from tests.games.kniffel_positions import all_but, position
from tests.games.test_strong import decisions

FIRST = Seat(0)


def cards(counts: np.ndarray) -> Hand:
    return tuple(value for value, many in enumerate(counts.tolist(), 1) for _ in range(many))


def view_and_moves(state: State, seat: Seat = FIRST) -> tuple[View, list[Swap | Score]]:
    view, moves = GAME.view(state, seat), GAME.legal_moves(state, seat)
    return view, [move for move in moves if not isinstance(move, Trim) and can_look_ahead(view, seat, move)]


def some_states(players: int, seed: str) -> list[State]:
    """From a match of the strong bot."""
    found = [match.state for match, _ in islice(decisions(GAMES["kniffel"], players, seed, "strong"), 0, None, 3)]
    return [state for state in found if state.phase is Phase.ACT]


@pytest.mark.parametrize("players", [2, 3])
def test_a_turn_of_many_positions_follows_the_rules(players: int) -> None:
    below = chance("rules")
    for state in some_states(players, "rules"):
        seat = state.seat
        view, moves = view_and_moves(state, seat)
        move = moves[below(len(moves))]
        begun = imagined(view, seat, 1, below)
        after = played(begun, 0, chosen(view, seat, [move], np.zeros(1), 1), np.full((1, 6), below(100) / 100))
        hands = np.roll(begun.hands[0], seat)
        before = replace(state, hands=tuple(HANDS[number] for number in hands), pile=cards(begun.pile[0]))
        expected = GAME.play(before, seat, move)
        if expected.phase is Phase.DRAW:
            drawn = Counter(HANDS[after.hands[0, 0]]) - Counter(expected.hands[seat])
            expected = GAME.settle(expected, Draw(tuple(sorted(drawn.elements()))))
        assert HANDS[after.hands[0, 0]] == expected.hands[seat]
        assert cards(after.pile[0]) == expected.pile
        assert cards(after.discards[0]) == tuple(sorted(expected.discards))
        assert after.penalties[0].tolist() == np.roll(expected.penalties, -seat).tolist()
        sheets = [[EMPTY if entered is None else entered for entered in sheet] for sheet in expected.sheets]
        assert after.sheets[0].tolist() == np.roll(sheets, -seat, axis=0).tolist()
        assert bool(after.are_over(1)[0]) == (expected.phase is Phase.OVER)


def test_K20_a_pile_that_runs_out_is_emptied_before_the_discards_are_shuffled() -> None:
    pile, discards = np.array([[1, 1, 0, 0, 0, 0]]), np.array([[0, 0, 0, 0, 0, 9]])
    drawn, left, lying = drawn_or_shuffled(pile, discards, np.array([4]), np.full((1, 6), 0.5))
    assert drawn.tolist() == [[1, 1, 0, 0, 0, 2]]
    assert left.tolist() == [[0, 0, 0, 0, 0, 7]]
    assert lying.sum() == 0


def test_imagined_hands_are_of_the_cards_that_the_seat_does_not_see() -> None:
    state = some_states(3, "imagined")[-1]
    at = imagined(GAME.view(state, state.seat), state.seat, 50, chance("imagined"))
    assert {HANDS[number] for number in at.hands[:, 0]} == {state.hands[state.seat]}
    assert len({HANDS[number] for number in at.hands[:, 1]}) > 10
    assert (COUNTS[at.hands].sum(axis=1) + at.pile + at.discards == 18).all()


@pytest.mark.parametrize("players", [2, 5])
def test_the_policy_finds_what_the_search_of_one_position_finds(players: int) -> None:
    """But for the odds, which are with replacement there."""
    weights = trained(GAME, players).weights
    for state in some_states(players, "policy"):
        view = GAME.view(state, state.seat)
        best = max(strong.searched(weights, view, state.seat, GAME.legal_moves(state, state.seat), MOST_HELD))
        choice = Policy(weights, players).choice(imagined(view, state.seat, 1, chance("policy")), 0)
        assert choice.value[0] == pytest.approx(best, abs=0.03)


def test_the_heuristic_of_tables_is_the_heuristic() -> None:
    sheets = np.array(
        [
            [EMPTY if entered is None else entered for entered in sheet]
            for state in some_states(2, "heuristic")
            for sheet in state.sheets
        ]
    )
    every = slice(BEGIN[6], BEGIN[7])
    assert Heuristic(sheets).of_all(every) == pytest.approx(hand_values(np, sheets, points_table(6)))
    hands = np.arange(len(sheets)) + BEGIN[5]
    expected = [hand_values(np, sheet, points_table(5)[at]) for at, sheet in enumerate(sheets)]
    assert Heuristic(sheets).of(hands) == pytest.approx(np.array(expected).reshape(-1))


@pytest.mark.parametrize("players", [2, 4])
def test_chances_are_the_softmax_of_the_logits(players: int) -> None:
    weights, state = trained(GAME, players).weights, some_states(players, "softmax")[5]
    at = imagined(GAME.view(state, state.seat), state.seat, 3, chance("softmax"))
    features, hands = open_features(np, at.seen_by(0, 1), players), embedding(np, weights, COUNTS[:50])
    heuristic = np.linspace(-20, 40, 150).reshape(3, 50)
    expected = softmax(np, logits_of_hands(np, weights, features, hands, heuristic, players)[..., :-1])[..., 0]
    assert chances_of_hands(weights, features, hands, heuristic, players) == pytest.approx(expected, rel=1e-4)


def test_only_close_moves_are_played_on_and_the_best_value_stays() -> None:
    weights, changed = trained(GAME, 2).weights, 0
    for state in some_states(2, "close"):
        view, moves = GAME.view(state, state.seat), GAME.legal_moves(state, state.seat)
        plain: Floats = np.array(strong.searched(weights, view, state.seat, moves, MOST_HELD))
        values = np.array(strong.move_values(weights, view, state.seat, moves, chance("close")))
        differs = np.flatnonzero(values != plain)
        assert values.max() == pytest.approx(plain.max())
        assert len(differs) <= strong.MOST_CLOSE
        assert (plain.max() - plain[differs] < strong.CLOSE).all()
        changed += plain.argmax() != values.argmax()
    assert changed


def test_with_three_players_no_move_is_played_on() -> None:
    weights, state = trained(GAME, 3).weights, some_states(3, "three")[4]
    view, moves = GAME.view(state, state.seat), GAME.legal_moves(state, state.seat)
    plain = strong.searched(weights, view, state.seat, moves, MOST_HELD)
    assert strong.move_values(weights, view, state.seat, moves, chance("three")) == plain


def test_the_last_turn_of_a_match_is_worth_its_result() -> None:
    """The first move wins, the second does not."""
    state = position("66666", "12345", first=1, sheets=(all_but(Field.SIXES), all_but(Field.SIXES)))
    view, moves = GAME.view(state, FIRST), [Score(Field.SIXES, (6, 6, 6, 6, 6)), Score(Field.SIXES, (6,))]
    weights = trained(GAME, 2).weights
    plain: Floats = np.array(strong.searched(weights, view, FIRST, moves, MOST_HELD))
    assert values_ahead(weights, view, FIRST, moves, plain, 4, chance("end")) == pytest.approx(plain, abs=0.01)
