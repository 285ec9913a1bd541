"""Sack's search of the next turn: which moves are searched further, and what of their values changes."""

from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest

from pasch.bots.levels import bot
from pasch.engine.draws import chance
from pasch.engine.game import Chance, Decision, Seat
from pasch.engine.match import Match
from pasch.games.sack import GAME
from pasch.games.sack.learning import positions, strong
from pasch.games.sack.learning.positions import Positions
from pasch.games.sack.model import Move, View
from pasch.games.weights import trained


def decisions(players: int) -> Iterator[tuple[View, Seat, list[Move]]]:
    """All of a match."""
    match, below = Match(GAME, players), chance(f"further/{players}")
    while isinstance(match.turn, Chance | Decision):
        if isinstance(match.turn, Chance):
            match.draw(below)
            continue
        seat = match.turn.seats[0]
        view, moves = GAME.view(match.state, seat), match.moves(seat)
        if len(moves) > 1:
            yield view, seat, list(moves)
        match.play(seat, bot(GAME, "greedy").choose(view, seat, moves, below))


@pytest.mark.parametrize("players", [2, 3])
def test_only_close_moves_are_searched_further_and_the_best_value_stays(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights, changed = trained(GAME, players).weights, 0
    for view, seat, moves in decisions(players):
        values = np.array(strong.move_values(weights, view, seat, moves, chance("same")))
        with monkeypatch.context() as without:
            without.setattr(strong, "SEARCHED_FURTHER", 0)
            plain = np.array(strong.move_values(weights, view, seat, moves, chance("same")))
        differs = np.flatnonzero(values != plain)
        assert values.max() == pytest.approx(plain.max())
        assert len(differs) <= strong.MOST_CLOSE
        assert (plain.max() - plain[differs] < strong.CLOSE).all()
        changed += plain.argmax() != values.argmax()
    assert changed


def test_where_the_next_turn_changes_no_chance_all_values_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also what a place and sacks are worth in them."""
    weights = trained(GAME, 3).weights
    monkeypatch.setattr(strong, "_a_turn_later", lambda weights, ends, _: Positions(ends).outcomes(weights).shares)
    for view, seat, moves in decisions(3):
        values = strong.move_values(weights, view, seat, moves, chance("same"))
        with monkeypatch.context() as without:
            without.setattr(strong, "SEARCHED_FURTHER", 0)
            plain = strong.move_values(weights, view, seat, moves, chance("same"))
        assert values == pytest.approx(plain, abs=1e-6)


def test_with_four_players_none_is(monkeypatch: pytest.MonkeyPatch) -> None:
    weights = trained(GAME, 4).weights
    monkeypatch.delattr(strong, "_a_turn_later")
    for view, seat, moves in decisions(4):
        assert len(strong.move_values(weights, view, seat, moves, chance("same"))) == len(moves)


@pytest.mark.parametrize("most", [1, 60])
def test_boards_that_were_forgotten_look_as_before(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    weights, some = trained(GAME, 4).weights, list(islice(decisions(4), 10))
    expected = [strong.move_values(weights, *one, chance("same")) for one in some]
    monkeypatch.setattr(positions, "KNOWN", positions.Known())
    monkeypatch.setattr(positions, "MOST_KNOWN", most)
    assert [strong.move_values(weights, *one, chance("same")) for one in some] == expected
