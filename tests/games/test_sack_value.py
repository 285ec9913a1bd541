"""The network of sack measures the boards as the rules do: its features state the conditions on arrays."""

from itertools import product

import numpy as np
import pytest

from pasch.engine.draws import chance
from pasch.engine.game import Seat
from pasch.games.bits import WORD
from pasch.games.network import init, named
from pasch.games.sack import GAME
from pasch.games.sack.learning.encode import fields, observe
from pasch.games.sack.learning.strong import judged_values, move_values, state_values
from pasch.games.sack.learning.value import dice_of_seats, leaders, leads_with_one_more, met, rank, shapes
from pasch.games.sack.model import BOARDS, CONDITIONS, FACES, Phase, fields_for
from pasch.games.sack.rules import legal_moves, standing
from tests.games.sack_positions import DEALT, position


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("condition", CONDITIONS)
def test_S16_strengths_and_leaders_are_those_of_the_rules(condition: str, players: int) -> None:
    below = chance(f"{condition} {players}")
    for _ in range(8):
        size = 1 + below(fields_for(players) - 1)
        board = " ".join(f"{below(players)}:{FACES[below(len(FACES))]}" for _ in range(size))
        at = 1 + below(len(BOARDS))
        above = {DEALT.index(condition) + 1: "most-odd"} if condition in DEALT else {}
        cards = above | {at: condition}
        state = position(players=players, boards={at: board}, above=cards)
        verdict = standing(state, at)
        assert verdict is not None
        seen = named(fields(players), np.array(observe(state, state.seat)))
        dice = dice_of_seats(np, seen, players)
        strength = met(np, seen["card"], *dice.by_kind())
        assert tuple(strength[at - 1]) == verdict.strengths, board
        winners = [] if verdict.winner is None else [verdict.winner]
        assert np.flatnonzero(leaders(dice.last, strength)[at - 1]).tolist() == winners, board
        would_lead = leads_with_one_more(np, seen["card"], dice, rank(dice.last, strength))[at - 1]
        for seat, value in product(range(players), FACES):
            one_more = standing(position(players=players, boards={at: f"{board} {seat}:{value}"}, above=cards), at)
            assert one_more is not None
            assert would_lead[seat, value - 1] == (one_more.winner == seat), (board, seat, value)


def test_a_word_of_the_twin_has_a_bit_for_every_card() -> None:
    assert len(CONDITIONS) <= WORD


# What is played for


def test_who_cannot_win_any_more_plays_for_a_place_and_sacks() -> None:
    won = ("most-1 most-2 most-6 most-5", "most-odd", "")
    last = position(players=3, seat=2, phase=Phase.PLACE, hand=(3,), won=won, boards={1: "0:1 0:2", 3: "0:4"})
    weights, moves = init(shapes(3), 0), legal_moves(last, Seat(2))
    seen = GAME.view(last, Seat(2)), Seat(2), moves
    wanted = dict(zip((move.board for move in moves), move_values(weights, *seen, chance("")), strict=True))
    assert wanted[5] > wanted[2] > wanted[1] == wanted[3], "two sacks and the second place, one sack, none"
    assert max(wanted.values()) < 0.02, "hardly anything beside a win"
    assert judged_values(weights, *seen, chance("")) == [0.0] * len(moves)


def test_of_what_is_the_same_to_a_seat_all_is_expected() -> None:
    """Seat 2 wins nothing, but by the die that it replaces it decides which of the others wins the last card."""
    won = ("most-1 most-2 most-6 most-5", "most-4 last-1 last-2 sum-odd", "")
    above = {1: "", 2: "", 3: "most-3", 4: "", 5: ""}
    boards = {3: "0:3 0:3 1:3 1:3"}
    last = position(players=3, seat=2, phase=Phase.ACT, hand=(3, 5), won=won, boards=boards, above=above)
    assert state_values(init(shapes(3), 0), last, [last]).tolist() == [[0.5, 0.5, 0.0]]
