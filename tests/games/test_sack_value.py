"""The network of sack measures the boards as the rules do: its features state the conditions on arrays."""

from itertools import product

import numpy as np
import pytest

from pasch.engine.draws import chance
from pasch.games.bits import WORD
from pasch.games.network import named
from pasch.games.sack.learning.encode import fields, observe
from pasch.games.sack.learning.value import dice_of_seats, leaders, leads_with_one_more, met, rank
from pasch.games.sack.model import BOARDS, CONDITIONS, FACES, fields_for
from pasch.games.sack.rules import standing
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
