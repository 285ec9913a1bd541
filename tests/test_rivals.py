"""The rivals of the benchmarks: they play by the rules, see their view alone, and know a win when they see it."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from benchmarks.rivals import FlatMonteCarlo, Mcts, play_out, player, time_per_move
from msgspec.structs import replace

from pasch.bots.bot import Bot
from pasch.bots.greedy import Greedy
from pasch.engine.draws import Below, chance
from pasch.engine.game import AnyGame, Chance, Decision, Over, Seat
from pasch.engine.match import Match
from pasch.games import GAMES
from pasch.games.kniffel import GAME as KNIFFEL
from pasch.games.parts import greedy_of
from pasch.games.twentyone import GAME as TWENTYONE
from pasch.games.twentyone.model import Keep, Mark, Page, Phase, Reroll, Row, State
from tests.games import twentyone_rounds as twentyone

TABLES = [
    pytest.param(game, players, id=f"{game.id}-{players}", marks=marks)
    for game in GAMES.values()
    for players, marks in ((game.seats[0], ()), (game.seats[-1], pytest.mark.proof))
]
RIVALS: dict[str, Callable[[AnyGame, int], Bot]] = {
    "flat-mc": lambda game, _: FlatMonteCarlo(game, playouts=2),
    "mcts": lambda game, players: Mcts(game, players, simulations=3),
}
MOST_OF_A_KIND = 1
"""How often a rival is asked in each phase, by each number of seats that decide at once."""

every_rival = pytest.mark.parametrize("rival", list(RIVALS))
every_table = pytest.mark.parametrize(("game", "players"), TABLES)


def decisions(game: AnyGame, players: int) -> Iterator[tuple[Match, Seat]]:
    """Some decisions of every phase, from random matches: a random seat of those that decide at once."""
    asked: Counter[object] = Counter()
    for number in range(20):
        for match, seat in any_decisions(game, players, chance(f"rivals/{number}")):
            assert isinstance(match.turn, Decision)
            kind = getattr(match.state, "phase", None), len(match.turn.seats)
            if len(match.moves(seat)) > 1 and asked[kind] < MOST_OF_A_KIND:
                asked[kind] += 1
                yield match, seat


def any_decisions(game: AnyGame, players: int, below: Below) -> Iterator[tuple[Match, Seat]]:
    """All decisions of a match in which every other move, about, may be any: so hands of cards grow, and it ends."""
    match = Match(game, players)
    while not isinstance(match.turn, Over):
        if isinstance(match.turn, Chance):
            match.draw(below)
            continue
        seat = match.turn.seats[below(len(match.turn.seats))]
        yield match, seat
        moves = match.moves(seat) if below(2) else greedy_of(game).willing(match.moves(seat))
        match.play(seat, moves[below(len(moves))])


@every_rival
@every_table
def test_a_rival_plays_by_the_rules_and_sees_its_view_alone(rival: str, game: AnyGame, players: int) -> None:
    """Two matches that a seat cannot tell apart: it does the same in both."""
    phases, bot = set(), RIVALS[rival](game, players)
    for match, seat in decisions(game, players):
        other = game.imagine(game.view(match.state, seat), chance("other"))
        first, second = (
            bot.choose(game.view(state, seat), seat, game.legal_moves(state, seat), chance("choice"))
            for state in (match.state, other)
        )
        assert first == second
        assert first in match.moves(seat)
        phases.add(getattr(match.state, "phase", None))
    assert len(phases) == {"hilo": 1, "kniffel": 2, "sack": 4, "twentyone": 2}[game.id], "every phase with a choice"


@every_rival
def test_the_same_chance_gives_the_same_choice(rival: str) -> None:
    for match, seat in decisions(KNIFFEL, 2):
        view, moves = KNIFFEL.view(match.state, seat), match.moves(seat)
        choices = [RIVALS[rival](KNIFFEL, 2).choose(view, seat, moves, chance("choice")) for _ in range(2)]
        assert choices[0] == choices[1]


@every_rival
def test_where_there_is_no_choice_nothing_is_thought(rival: str) -> None:
    match = twentyone.keep(twentyone.table(2), twentyone.ONES)
    moves = match.moves(Seat(0))[:1]
    assert (
        RIVALS[rival](TWENTYONE, 2).choose(TWENTYONE.view(match.state, Seat(0)), Seat(0), moves, _no_chance) == moves[0]
    )


def _no_chance(_: int) -> int:
    raise AssertionError("nothing is left to chance")


# What playouts and simulations are for


def last_field() -> State:
    """Both have one field left, and seat 0 is two points behind: a 4 for its 4 wins, the 3 that it has rolled loses.

    The 1 that brings seat 1 two points lies for both tries.
    """
    struck: Row = (0,) * 6
    mine = Page("A", (struck,) * 4 + ((None, 0, 0, 0, 0, 0),), 4)
    other = Page("B", ((2, 0, 0, 0, 0, 0), *(struck,) * 3, (0, 0, 0, 0, 0, None)), 4)
    match = twentyone.table(2)
    match.settle(twentyone.dice("215366"))
    assert isinstance(match.state, State)
    return replace(match.state, pages=(mine, other))


def choice(bot: Bot, state: State) -> object:
    seat = Seat(0)
    return bot.choose(TWENTYONE.view(state, seat), seat, TWENTYONE.legal_moves(state, seat), chance("choice"))


def test_a_greedy_player_takes_the_points_and_loses() -> None:
    assert choice(Greedy(greedy_of(TWENTYONE)), last_field()) == Keep()


@pytest.mark.parametrize("bot", [FlatMonteCarlo(TWENTYONE, 60), Mcts(TWENTYONE, 2, 60)], ids=list(RIVALS))
def test_a_rival_takes_the_try_that_can_win(bot: Bot) -> None:
    assert choice(bot, last_field()) == Reroll()


@pytest.mark.parametrize("bot", [FlatMonteCarlo(TWENTYONE, 8), Mcts(TWENTYONE, 2, 30)], ids=list(RIVALS))
def test_a_rival_enters_the_number_that_wins(bot: Bot) -> None:
    state = replace(last_field(), dice=(2, 1, 5, 4, 6, 6), phase=Phase.MARK)
    assert choice(bot, state) == Mark(("blue",))


def test_rollouts_in_which_any_move_will_do_find_no_end() -> None:
    """Why tree search has the random bot's rollouts: all others would be broken off in Karten-Kniffel."""
    below = chance("rollouts")

    def any_move(state: Any, seat: Seat) -> Any:
        moves = KNIFFEL.legal_moves(state, seat)
        return moves[below(len(moves))]

    start = KNIFFEL.start(2, KNIFFEL.options())
    assert [play_out(KNIFFEL, start, any_move, below, most=200) for _ in range(5)] == [None] * 5


# By name, and by the clock


def test_rivals_have_names() -> None:
    assert isinstance(player("flat-mc", KNIFFEL, 2), FlatMonteCarlo)
    assert isinstance(player("mcts", KNIFFEL, 5), Mcts)
    assert isinstance(player("mcts-plain", KNIFFEL, 5), Mcts)
    with pytest.raises(ValueError, match="not 'deep'"):
        player("deep", KNIFFEL, 2)


def test_openspiels_own_rollouts_can_be_had() -> None:
    state = replace(last_field(), dice=(2, 1, 5, 4, 6, 6), phase=Phase.MARK)
    assert choice(Mcts(TWENTYONE, 2, 30, plain=True), state) == Mark(("blue",))


def test_every_so_many_decisions_are_timed() -> None:
    seconds, asked = time_per_move(TWENTYONE, 2, FlatMonteCarlo(TWENTYONE, 2), 10, "clock")
    assert seconds > 0
    assert asked > 1
