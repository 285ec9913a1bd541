"""The greedy bot: it beats the random one, judges by views alone, and does what anybody would."""

from math import isfinite
from typing import Any

import msgspec
import pytest

from pasch.bots.matches import play_match
from pasch.engine.draws import chance
from pasch.engine.game import AnyGame, Decision, Over, Seat
from pasch.games.kniffel import GAME as KNIFFEL
from pasch.games.kniffel.model import Field, Score, Swap
from pasch.games.parts import greedy_of
from pasch.games.sack import GAME as SACK
from pasch.games.sack.model import Phase as SackPhase
from pasch.games.sack.model import Place, Replace
from pasch.games.sack.model import Score as ScoreCard
from pasch.games.twentyone import GAME as TWENTYONE
from pasch.games.twentyone.model import Keep, Mark, Reroll
from tests.games import kniffel_positions as kniffel
from tests.games import sack_positions as sack
from tests.games import twentyone_rounds as twentyone
from tests.laws import walk

REAL_GAMES = (SACK, KNIFFEL, TWENTYONE)
TABLES = [pytest.param(game, players, id=f"{game.id}-{players}") for game in REAL_GAMES for players in game.seats]


# Strength


def share_of_win(game: AnyGame, greedy: int, players: int, seed: str) -> float:
    levels = ["greedy" if seat == greedy else "random" for seat in range(players)]
    match, _ = play_match(game, levels, seed)
    assert isinstance(match.turn, Over)
    places = match.turn.result.places
    return 1 / places.count(1) if places[greedy] == 1 else 0.0


@pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.id)
def test_greedy_beats_random(game: AnyGame) -> None:
    wins = [share_of_win(game, index % 2, 2, f"greedy/{index}") for index in range(60)]
    assert sum(wins) >= 0.9 * len(wins)


@pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.id)
def test_greedy_beats_a_table_of_randoms(game: AnyGame) -> None:
    players = game.seats[-1]
    wins = [share_of_win(game, index % players, players, f"greedy/{index}") for index in range(20)]
    assert sum(wins) >= 0.7 * len(wins)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_greedy_players_find_an_end(game: AnyGame, players: int) -> None:
    match, _ = play_match(game, ["greedy"] * players, "greedy")
    assert isinstance(match.turn, Over)


# Judgement


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_every_move_is_judged_and_by_the_view_alone(game: AnyGame, players: int) -> None:
    worth = greedy_of(game).worth
    below = chance(f"{game.id}/{players}")
    for match in walk(game, players, below):
        for seat in match.turn.seats if isinstance(match.turn, Decision) else ():
            view, moves = game.view(match.state, seat), match.moves(seat)
            values = worth(view, seat, moves)
            assert len(values) == len(moves)
            assert all(isfinite(value) for value in values)
            imagined = game.imagine(view, below)
            assert worth(game.view(imagined, seat), seat, game.legal_moves(imagined, seat)) == values


def liked(game: AnyGame, state: msgspec.Struct, seat: int = 0) -> set[Any]:
    """The moves that the greedy bot chooses among."""
    moves = list(game.legal_moves(state, Seat(seat)))
    values = greedy_of(game).worth(game.view(state, Seat(seat)), Seat(seat), moves)
    return {move for move, value in zip(moves, values, strict=True) if value == max(values)}


# Sack


def test_sack_completes_a_board_that_it_wins() -> None:
    mine = sack.position(boards={1: "0:1 1:2 0:3 1:4 0:5"}, phase=SackPhase.PLACE, hand=(2,))
    assert liked(SACK, mine) == {Place(2, 1)}


def test_sack_does_not_complete_a_board_that_another_wins() -> None:
    theirs = sack.position(boards={1: "1:1 1:2 0:3 1:4 1:5"}, phase=SackPhase.PLACE, hand=(2,))
    assert Place(2, 1) not in liked(SACK, theirs)


def test_sack_has_only_cards_scored_that_it_wins() -> None:
    boards = {1: "0:5 1:3 0:2", 2: "1:6"}
    either = sack.position(boards=boards, phase=SackPhase.SIXES, hand=(6, 6))
    assert liked(SACK, either) == {ScoreCard(1)}
    theirs = sack.position(boards={2: "1:6"}, phase=SackPhase.SIXES, hand=(6, 6))
    assert liked(SACK, theirs) == {ScoreCard(None)}


def test_sack_replaces_where_that_turns_a_card() -> None:
    """Board 3 counts fours: against three of them two more are too few, but not if one of the three goes."""
    closed = {1: "", 2: "", 4: "", 5: ""}
    state = sack.position(boards={3: "1:4 1:4 1:4 0:4"}, above=closed, phase=SackPhase.ACT, hand=(4, 1))
    assert liked(SACK, state) == {Replace(4, 3, field) for field in (1, 2, 3)}


# Karten-Kniffel


def test_kniffel_enters_a_kniffel() -> None:
    assert liked(KNIFFEL, kniffel.position("66666", "12345")) == {Score(Field.KNIFFEL, (6, 6, 6, 6, 6))}


def test_kniffel_announces_the_last_field_but_one() -> None:
    sheet = kniffel.all_but(Field.SIXES, Field.LARGE_STRAIGHT)
    state = kniffel.position("12345", "12345", sheets=(sheet, kniffel.EMPTY))
    assert liked(KNIFFEL, state) == {Score(Field.LARGE_STRAIGHT, (1, 2, 3, 4, 5), announce=True)}


def test_kniffel_keeps_what_the_last_field_needs() -> None:
    sheet = kniffel.all_but(Field.KNIFFEL)
    state = kniffel.position("26666", "12345", sheets=(sheet, kniffel.EMPTY))
    assert liked(KNIFFEL, state) <= {Swap((2,), 1), Swap((2,), 2)}


def test_kniffel_enters_what_it_can_when_the_match_ends() -> None:
    sheet = kniffel.all_but(Field.ONES, Field.KNIFFEL)
    state = kniffel.position("16666", "12345", sheets=(sheet, kniffel.all_but()), first=1)
    assert liked(KNIFFEL, state) == {Score(Field.ONES, (1,), announce=True)}


def test_kniffel_without_a_plan_scores_where_it_can() -> None:
    moves = KNIFFEL.legal_moves(kniffel.position("11346", "12345"), Seat(0))
    assert all(isinstance(move, Score) for move in greedy_of(KNIFFEL).willing(moves))
    nothing = kniffel.position("11346", "12345", sheets=(kniffel.all_but(Field.KNIFFEL), kniffel.EMPTY))
    moves = KNIFFEL.legal_moves(nothing, Seat(0))
    assert list(greedy_of(KNIFFEL).willing(moves)) == list(moves)


# twenty one


def test_twentyone_enters_all_hits() -> None:
    match = twentyone.keep(twentyone.table(2), "654321")
    assert liked(TWENTYONE, match.state) == {Mark(twentyone.ALL)}


def test_twentyone_leaves_a_good_field_free_for_better_than_a_one() -> None:
    match = twentyone.keep(twentyone.table(2), "166626")
    assert liked(TWENTYONE, match.state) == {Mark(("white",))}


def test_twentyone_keeps_hits_and_rolls_a_poor_roll_again() -> None:
    hits, poor = twentyone.table(2), twentyone.table(2)
    hits.settle(twentyone.dice("654321"))
    poor.settle(twentyone.dice("166666"))
    assert liked(TWENTYONE, hits.state) == {Keep()}
    assert liked(TWENTYONE, poor.state) == {Reroll()}
