"""Events per second of random play on one core, beside python-chess and OpenSpiel in the same run.

An event is one decision (legal moves, a random choice among them, the gate, the new state) or one chance event.
Repeats are interleaved, so that a busy machine slows all alike; the best of them counts.
"""

import argparse
import sys
from collections.abc import Callable
from importlib.metadata import version
from platform import python_version
from random import Random
from time import process_time

import msgspec
from rich.console import Console
from rich.table import Table

from pasch.engine.draws import Below, chance
from pasch.engine.game import AnyGame, Chance, Decision
from pasch.engine.match import Match
from pasch.games import GAMES
from pasch.games.parts import greedy_of

Play = Callable[[], int]
"""Plays one match at random and counts its events."""


class Rate(msgspec.Struct):
    name: str
    play: Play
    best: float = 0.0


def pasch_match(game: AnyGame, players: int, below: Below) -> Play:
    willing = greedy_of(game).willing

    def play() -> int:
        match = Match(game, players)
        while True:
            turn = match.turn
            if isinstance(turn, Decision):
                seat = turn.seats[0]
                moves = willing(match.moves(seat))
                match.play(seat, moves[below(len(moves))])
            elif isinstance(turn, Chance):
                match.draw(below)
            else:
                return match.count

    return play


def chess_match(rng: Random) -> Play | None:
    try:
        import chess
    except ImportError:
        return None

    def play() -> int:
        board, events = chess.Board(), 0
        while events < 200 and (moves := list(board.legal_moves)):
            board.push(rng.choice(moves))
            events += 1
        return events

    return play


def spiel_match(name: str, rng: Random) -> Play | None:
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game(name)

    def play() -> int:
        state, events = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
            events += 1
        return events

    return play


def rates() -> list[Rate]:
    ours = [
        Rate(f"{game.id}, {players} players", pasch_match(game, players, chance(f"{game.id}/{players}")))
        for game in GAMES.values()
        for players in (game.seats[0], game.seats[-1])
    ]
    rng = Random(1)
    peers = {
        "python-chess": chess_match(rng),
        "OpenSpiel backgammon": spiel_match("backgammon", rng),
        "OpenSpiel yacht": spiel_match("yacht", rng),
    }
    missing = [name for name, play in peers.items() if play is None]
    if missing:
        print(f"not installed, so not measured: {', '.join(missing)} (make bench installs them)", file=sys.stderr)
    return ours + [Rate(name, play) for name, play in peers.items() if play]


def measure(rate: Rate, seconds: float) -> None:
    events, begin = 0, process_time()
    while (spent := process_time() - begin) < seconds:
        events += rate.play()
    rate.best = max(rate.best, events / spent)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each repeat of each game (default: 2)")
    parser.add_argument("--repeats", type=int, default=4, help="the first only warms up (default: 4)")
    args = parser.parse_args()
    run(rates(), args.seconds, args.repeats)


def run(found: list[Rate], seconds: float, repeats: int) -> None:
    try:
        for repeat in range(repeats):
            for rate in found:
                measure(rate, seconds)
                rate.best = rate.best if repeat else 0.0
    finally:  # what was measured is told even where a later game fails
        report([rate for rate in found if rate.best])


def report(found: list[Rate]) -> None:
    peers = [rate for rate in found if "," not in rate.name]
    table = Table(title=f"Random play on one core, Python {python_version()}, msgspec {version('msgspec')}")
    table.add_column("")
    table.add_column("events/s", justify="right")
    for peer in peers:
        table.add_column(f"× {peer.name}", justify="right")
    for rate in found:
        table.add_row(rate.name, f"{rate.best:,.0f}", *(f"{rate.best / peer.best:.1f}" for peer in peers))
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
