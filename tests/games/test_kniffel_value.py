"""What the network of Karten-Kniffel is told of a hand: the points it brings, and what it promises by rule of thumb."""

import random

import numpy as np
import pytest

from pasch.bots.strong import Strong
from pasch.engine.draws import chance
from pasch.games import GAMES
from pasch.games.kniffel.bots import worth
from pasch.games.kniffel.encode import EMPTY
from pasch.games.kniffel.hands import all_hands, points, scores
from pasch.games.kniffel.model import FIELDS, Score, Swap
from pasch.games.kniffel.value import counts, gains, most_points
from tests.games.test_strong import decisions


@pytest.mark.parametrize("size", [0, 1, 4, 5, 6, 7])
def test_the_most_points_of_every_hand(size: int) -> None:
    found = most_points(np, counts(size))
    for hand, brings in zip(all_hands(size), found, strict=True):
        best = [0] * len(FIELDS)
        for at, ways in scores(hand):
            best[at] = max(points(score.field, score.cards) or 0 for score in ways)
        assert brings.tolist() == best, hand


def test_ten_cards_have_their_points_too() -> None:
    hand = np.array([[0, 4, 1, 2, 0, 3]])
    assert most_points(np, hand)[0].tolist() == [0, 8, 3, 8, 0, 18, 26, 14, 25, 0, 0, 0]


def test_the_rule_of_thumb_is_that_of_the_greedy_bot() -> None:
    compared = 0
    for match, seat in decisions(GAMES["kniffel"], 2, "thumb"):
        view = GAMES["kniffel"].view(match.state, seat)
        moves = [move for move in match.moves(seat) if isinstance(move, Score)]
        hand, ends = view.hands[seat], any(None not in sheet for sheet in view.sheets)
        if not moves or ends or hand is None or len(hand) > 5:
            continue
        sheet = np.array([EMPTY if entered is None else entered for entered in view.sheets[seat]])
        found = gains(np, sheet, most_points(np, np.array([[hand.count(value) for value in range(1, 7)]])))[0]
        assert max(worth(view, seat, moves)) == pytest.approx(found.max(), abs=1e-4)
        compared += 1
    assert compared > 5


def test_nothing_is_promised_where_no_free_field_is_met() -> None:
    only_kniffel = np.array([*[1] * 11, EMPTY])
    assert (gains(np, only_kniffel, most_points(np, counts(4))) == -20).all()


def test_hands_with_more_of_a_kind_never_bring_less() -> None:
    dice = random.Random(5)
    for _ in range(200):
        held = np.array([dice.randrange(3) for _ in range(6)])
        more = held + (np.arange(6) == dice.randrange(6))
        assert (most_points(np, more[None]) >= most_points(np, held[None])).all()


def test_the_strong_bot_never_passes() -> None:
    """Two who wait for each other would never come to an end (K18)."""
    game = GAMES["kniffel"]
    for match, seat in decisions(game, 2, "passing"):
        moves = match.moves(seat)
        passes = [at for at, move in enumerate(moves) if isinstance(move, Swap) and not (move.discard or move.draw)]
        if passes:
            shares = Strong(game).shares(game.view(match.state, seat), seat, moves, chance("passing"))
            assert all(shares[at] == min(shares) for at in passes)
