"""Slow rivals to measure bots against: flat Monte Carlo with greedy playouts, and OpenSpiel's tree search.

Both see views alone, as every bot does; what is hidden from them they imagine. Run, it tells how long they think.
"""

import argparse
from collections.abc import Callable, Sequence
from time import process_time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts
from rich.console import Console

from pasch.bots.bot import Bot
from pasch.bots.greedy import Greedy
from pasch.engine.draws import Below, chance
from pasch.engine.game import AnyGame, Chance, Decision, Over, Result, Seat
from pasch.engine.match import Match
from pasch.env import register_open_spiel
from pasch.env.rewards import win_shares
from pasch.env.tree import NO_PICK, Node, Past
from pasch.games import GAMES
from pasch.games.parts import greedy_of, strong_of

PLAYOUTS = 200
CANDIDATES = 8
"""How many moves share the playouts: a hand of cards has up to some hundred moves, most of them no good."""
SIMULATIONS = 1000
EXPLORATION = 1.0
"""OpenSpiel's own example takes 2 where rewards go from −1 to 1; ours go from 0 to 1."""
MOST_DECISIONS = 5_000
"""The limit of a playout: some rules allow endless passing."""
SEEDS = 2**32


def player(name: str, game: AnyGame, players: int) -> Bot:
    """A rival by name: `flat-mc`, `mcts`, or `mcts-plain` with OpenSpiel's own rollouts."""
    match name:
        case "flat-mc":
            return FlatMonteCarlo(game)
        case "mcts":
            return Mcts(game, players)
        case "mcts-plain":
            return Mcts(game, players, plain=True)
        case _:
            raise ValueError(f"a rival is flat-mc, mcts or mcts-plain, not {name!r}")


class AnyTable:
    """Tree search for the arena, which says the game only: how many sit at the table, the view tells."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def choose(self, view: Any, seat: Seat, moves: Sequence[Any], below: Below) -> Any:
        return Mcts(self._game, strong_of(self._game).players(view)).choose(view, seat, moves, below)


# Playouts

Decide = Callable[[Any, Seat], Any]
"""The move of a seat in a state."""


def play_out(game: AnyGame, state: Any, decide: Decide, falls: Below, most: int = MOST_DECISIONS) -> Result | None:
    """The result of playing on to the end; None if that takes more decisions than `most`."""
    decided = 0
    while True:
        match game.turn(state):
            case Chance(draw=draw):
                state = game.settle(state, draw.fall(falls(draw.ways)))
            case Decision(seats=(seat, *_)) if decided < most:
                state, decided = game.play(state, seat, decide(state, seat)), decided + 1
            case Over(result=result):
                return result
            case _:
                return None


class FlatMonteCarlo:
    """Tries moves out: after each the match is played to its end by greedy players, and the most won counts.

    A decision has `playouts` playouts in all. The moves that look best to the greedy bot, at most `CANDIDATES`, share
    them evenly: 25 for each of 8, 100 for each of 2. What is hidden is imagined anew for every round of playouts, one
    of each candidate, and chance has the same seed in all of a round, so that candidates differ less by luck. Of
    equals, the one that looks better is taken. Where there is no choice nothing is played out.
    """

    def __init__(self, game: AnyGame, playouts: int = PLAYOUTS) -> None:
        self._game = game
        self._worth = greedy_of(game).worth
        self._greedy = Greedy(greedy_of(game))
        self._playouts = playouts

    def choose(self, view: Any, seat: Seat, moves: Sequence[Any], below: Below) -> Any:
        candidates = self._candidates(view, seat, moves)
        if len(candidates) == 1:
            return candidates[0]
        won = [0.0] * len(candidates)
        for _ in range(self._playouts // len(candidates)):
            state, luck = self._game.imagine(view, below), str(below(SEEDS))
            for at, move in enumerate(candidates):
                won[at] += self._share(self._game.play(state, seat, move), seat, luck)
        return candidates[won.index(max(won))]

    def _candidates(self, view: Any, seat: Seat, moves: Sequence[Any]) -> list[Any]:
        """The moves that look best, the best first; never more than there are playouts."""
        worth = self._worth(view, seat, moves)
        order = sorted(range(len(moves)), key=worth.__getitem__, reverse=True)
        return [moves[at] for at in order[: min(CANDIDATES, self._playouts)]]

    def _share(self, state: Any, seat: Seat, luck: str) -> float:
        """What a seat wins when all play on greedily."""
        game, choices = self._game, chance(f"{luck}/choice")

        def decide(state: Any, seat: Seat) -> Any:
            return self._greedy.choose(game.view(state, seat), seat, game.legal_moves(state, seat), choices)

        result = play_out(game, state, decide, chance(f"{luck}/chance"))
        return win_shares(result)[seat] if result else 0.0


# Tree search


class Mcts:
    """OpenSpiel's tree search over the adapter, with one random rollout for each of its simulations.

    It searches one state that fits the view, what is hidden filled in at random once for each decision. Where seats
    decide at once, those that the adapter asks earlier are taken to have chosen at random. A rollout is played by
    players without a plan, as the random bot is, straight on the engine. That is what OpenSpiel's own rollouts do,
    only faster, but for Karten-Kniffel: there they take any swap as soon as any score and find no end, so that every
    rollout would be broken off as nobody's. `plain` asks for those.
    """

    def __init__(self, game: AnyGame, players: int, simulations: int = SIMULATIONS, *, plain: bool = False) -> None:
        register_open_spiel()
        self._game = game
        self._spiel = pyspiel.load_game(f"pasch_{game.id}", {"players": players})
        self._simulations = simulations
        self._plain = plain

    def choose(self, view: Any, seat: Seat, moves: Sequence[Any], below: Below) -> Any:
        if len(moves) == 1:
            return moves[0]
        state, source = self._imagined(view, seat, below), np.random.RandomState(below(SEEDS))
        rollouts = mcts.RandomRolloutEvaluator(1, source) if self._plain else Rollouts(self._game, source, below)
        search = mcts.MCTSBot(self._spiel, EXPLORATION, self._simulations, rollouts, random_state=source)
        return state.node.move(search.step(state))

    def _imagined(self, view: Any, seat: Seat, below: Below) -> Any:
        """A state that fits the view, in which this seat is asked."""
        game, imagined = self._game, self._game.imagine(view, below)
        turn = game.turn(imagined)
        while isinstance(turn, Decision) and turn.seats[0] != seat:
            moves = game.legal_moves(imagined, turn.seats[0])
            imagined = game.play(imagined, turn.seats[0], moves[below(len(moves))])
            turn = game.turn(imagined)
        state = self._spiel.new_initial_state()
        state.node = Node(self._spiel.tree, imagined, turn, NO_PICK, Past())
        return state


class Rollouts(mcts.RandomRolloutEvaluator):  # type: ignore[misc]
    """Random play from a place in the adapter's tree to the end, or to its limit of decisions."""

    def __init__(self, game: AnyGame, source: np.random.RandomState, below: Below) -> None:
        super().__init__(1, source)
        self._game = game
        self._willing = greedy_of(game).willing
        self._source = source
        self._below = below

    def evaluate(self, state: Any) -> list[float]:
        node = self._fallen(state.node)
        key = node.tree.key
        result = play_out(self._game, node.state, self._decide, self._below, key.limit - node.past.decided)
        return win_shares(result) if result else [1 / key.players] * key.players

    def _fallen(self, node: Node) -> Node:
        """The place where a draw that is being picked is complete."""
        while node.is_chance:
            numbers, shares = zip(*node.picks, strict=True)
            node = node.after(int(self._source.choice(numbers, p=shares)))
        return node

    def _decide(self, state: Any, seat: Seat) -> Any:
        moves = self._willing(self._game.legal_moves(state, seat))
        return moves[self._below(len(moves))]


# How long they think


def time_per_move(game: AnyGame, players: int, rival: Bot, every: int, seed: str) -> tuple[float, int]:
    """The mean CPU seconds for one decision of a greedy match in `every`, where there is a choice; and how many."""
    match, greedy, falls, choices = (
        Match(game, players),
        Greedy(greedy_of(game)),
        chance(seed),
        chance(f"{seed}/choice"),
    )
    seconds, asked, decided = 0.0, 0, 0
    while not isinstance(match.turn, Over):
        if isinstance(match.turn, Chance):
            match.draw(falls)
            continue
        seat = match.turn.seats[0]
        view, moves = game.view(match.state, seat), match.moves(seat)
        decided += len(moves) > 1
        if len(moves) > 1 and decided % every == 0:
            begin = process_time()
            rival.choose(view, seat, moves, choices)
            seconds, asked = seconds + process_time() - begin, asked + 1
        match.play(seat, greedy.choose(view, seat, moves, choices))
    return seconds / max(1, asked), asked


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rivals", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", choices=list(GAMES), action="append", help="default: all")
    parser.add_argument("--players", type=int, help="default: the fewest and the most that a game allows")
    parser.add_argument("--rival", action="append", help="flat-mc, mcts, mcts-plain; default: the first two")
    parser.add_argument("--every", type=int, default=5, help="one decision in so many is timed (default: 5)")
    parser.add_argument("--seed", default="rivals")
    arguments = parser.parse_args()
    console = Console()
    for game in map(GAMES.__getitem__, arguments.game or GAMES):
        for players in [arguments.players] if arguments.players else (game.seats[0], game.seats[-1]):
            for name in arguments.rival or ("flat-mc", "mcts"):
                rival = player(name, game, players)
                seconds, asked = time_per_move(game, players, rival, arguments.every, arguments.seed)
                console.print(f"{game.id} for {players}, {name}: {1000 * seconds:,.0f} ms per move, mean of {asked}")


if __name__ == "__main__":
    main()
