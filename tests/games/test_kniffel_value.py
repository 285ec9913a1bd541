"""What the network of Karten-Kniffel is told of a hand: the points it brings, and its value by the heuristic."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import islice

import numpy as np
import pytest

from pasch.bots.strong import Strong
from pasch.engine.draws import chance
from pasch.engine.game import Seat
from pasch.games import GAMES
from pasch.games.kniffel import GAME
from pasch.games.kniffel.hands import HANDS, points, possible
from pasch.games.kniffel.learning.encode import (
    EMPTY,
    NUMBER,
    counts,
    fewer_than,
    hands_of,
    joined,
    numbers,
    points_of,
    points_table,
)
from pasch.games.kniffel.learning.greedy import UNWANTED, worth
from pasch.games.kniffel.learning.heuristic import TURN, USUAL, gains
from pasch.games.kniffel.model import ALL_CARDS, FIELDS, UPPER, Field, Hand, Move, Score, Sheet, State, Swap, Trim, View
from tests.games.kniffel_positions import all_but, moved, position, without
from tests.games.test_strong import decisions


@pytest.mark.parametrize("size", [0, 1, 4, 5, 6, 7])
def test_the_most_points_of_every_hand(size: int) -> None:
    for hand, found in zip(hands_of(size), points_table(size), strict=True):
        best = [0] * len(FIELDS)
        for at, ways in possible(hand).scores:
            best[at] = max(points(score.field, score.cards) or 0 for score in ways)
        assert found.tolist() == best, hand


def test_ten_cards_have_their_points_too() -> None:
    hand = np.array([[0, 4, 1, 2, 0, 3]])
    assert points_of(np, hand)[0].tolist() == [0, 8, 3, 8, 0, 18, 26, 14, 25, 0, 0, 0]


def test_every_hand_has_one_number_however_it_is_given() -> None:
    assert [NUMBER[hand] for hand in HANDS] == list(range(len(HANDS)))
    for size in range(11):
        assert numbers(np, counts(size)).tolist() == list(range(fewer_than(size), fewer_than(size + 1)))


def test_two_hands_make_one() -> None:
    for hand, rows in zip(hands_of(3), joined(3, 2), strict=True):
        assert [hands_of(5)[at] for at in rows] == [tuple(sorted(hand + more)) for more in hands_of(2)]


class Plain:
    """What the greedy bot thinks, card by card: slow, and written another way."""

    def __init__(self, view: View, seat: Seat) -> None:
        hand = view.hands[seat]
        assert hand is not None
        self.hand, self.sheet = hand, view.sheets[seat]
        self.ends = any(None not in sheet for sheet in view.sheets)
        unseen = Counter(ALL_CARDS)
        unseen.subtract(view.discards + hand)
        self.odds = {card: number / unseen.total() for card, number in unseen.items()}

    def worth(self, move: Move) -> float:
        penalty = 2 * max(0, len(self.hand) - 5)
        match move:
            case Score():
                silent = self.sheet.count(None) == 2 and not move.announce
                amount = points(move.field, move.cards)
                return self.gain(FIELDS.index(move.field), amount or 0) - penalty - (10 if silent else 0)
            case Swap():
                kept = without(self.hand, move.discard)
                more = 2 * max(0, len(kept) + move.draw - 5)
                if self.ends or len(kept) > 7:
                    return 0.0 if self.ends else UNWANTED
                return self.average(kept, min(move.draw, 7 - len(kept))) - more - TURN
            case Trim():
                return self.best(without(self.hand, move.discard))

    def gain(self, at: int, amount: int) -> float:
        usual, turns = (0.0, 0.0) if self.ends else USUAL[FIELDS[at]]
        entered = (*self.sheet[:at], amount, *self.sheet[at + 1 :])
        return amount - usual + TURN * turns + self.bonus(entered) - self.bonus(self.sheet)

    def bonus(self, sheet: Sheet) -> float:
        upper = sheet[:6]
        if self.ends or None not in upper:
            total = sum(entered or 0 for entered in upper)
            return 35 if total >= 63 else -20 if total < 43 else 0
        total = sum(
            USUAL[field][0] if entered is None else entered for field, entered in zip(UPPER, upper, strict=True)
        )
        return min(35, max(-20, total - 45))

    def best(self, hand: Hand) -> float:
        ways = [
            self.gain(at, points(way.field, way.cards) or 0)
            for at, found in possible(hand).scores
            for way in found
            if self.sheet[at] is None
        ]
        return max([-20.0, *ways])

    def average(self, kept: Hand, draw: int) -> float:
        if draw == 0:
            return self.best(kept)
        return sum(odds * self.average(tuple(sorted((*kept, card))), draw - 1) for card, odds in self.odds.items())


def some_moves(moves: Sequence[Move]) -> list[Move]:
    """Those that are quickly thought through."""
    return [move for move in moves if not isinstance(move, Swap) or move.draw <= 2]


@pytest.mark.parametrize(("players", "bots"), [(2, "greedy"), (5, "greedy"), (3, "random")])
def test_the_greedy_bot_follows_the_heuristic(players: int, bots: str) -> None:
    for match, seat in islice(decisions(GAMES["kniffel"], players, "thumb", bots), 0, None, 7):
        view = GAMES["kniffel"].view(match.state, seat)
        moves, plain = some_moves(match.moves(seat)), Plain(view, seat)
        assert worth(view, seat, moves) == pytest.approx([plain.worth(move) for move in moves], abs=1e-9)


LAST_BUT_TWO = all_but(Field.FOURS, Field.FULL_HOUSE, Field.KNIFFEL)


@pytest.mark.parametrize(
    "state",
    [
        position("1234456", "12345", sheets=(LAST_BUT_TWO, LAST_BUT_TWO)),
        position("112344456", "12345", sheets=(LAST_BUT_TWO, LAST_BUT_TWO)),
        position("124456", "12345", sheets=(LAST_BUT_TWO, all_but())),
        moved(position("1223444455", "12345"), 0, Score(Field.FOURS, (4, 4, 4, 4))),
    ],
    ids=["as many cards as are thought about", "more", "the end", "trim"],
)
def test_the_greedy_bot_follows_it_in_rare_positions(state: State) -> None:
    view, moves = GAME.view(state, Seat(0)), GAME.legal_moves(state, Seat(0))
    plain = Plain(view, Seat(0))
    found = dict(zip(moves, worth(view, Seat(0), moves), strict=True))
    for move in some_moves(moves):
        assert found[move] == pytest.approx(plain.worth(move), abs=1e-9), move


def test_a_move_is_worth_the_same_among_fewer() -> None:
    state = position("1223456", "12345")
    view, moves = GAME.view(state, Seat(0)), GAME.legal_moves(state, Seat(0))
    assert worth(view, Seat(0), list(moves)[::-1]) == worth(view, Seat(0), moves)[::-1]


def test_a_hand_is_worth_least_where_it_meets_no_free_field() -> None:
    only_kniffel = np.array([*[1] * 11, EMPTY])
    assert (gains(np, only_kniffel, points_table(4)) == -20).all()


def test_hands_with_more_of_a_kind_never_bring_less() -> None:
    dice = random.Random(5)
    for _ in range(200):
        held = np.bincount([dice.randrange(6) for _ in range(dice.randrange(10))], minlength=6)
        more = held + (np.arange(6) == dice.randrange(6))
        assert (points_of(np, more[None]) >= points_of(np, held[None])).all()


def test_the_strong_bot_never_passes() -> None:
    """Two who wait for each other would never come to an end (K18)."""
    game = GAMES["kniffel"]
    for match, seat in decisions(game, 2, "passing"):
        moves = match.moves(seat)
        passes = [at for at, move in enumerate(moves) if isinstance(move, Swap) and not (move.discard or move.draw)]
        if passes:
            values = Strong(game).move_values(game.view(match.state, seat), seat, moves, chance("passing"))
            assert all(values[at] == min(values) for at in passes)
