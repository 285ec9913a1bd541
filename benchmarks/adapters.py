"""Decisions per second of CPU time through each adapter, beside the bare engine: `python -m benchmarks.adapters`.

Everybody plays any legal action. `--json FILE` keeps the figures; `--players N` takes another table than the smallest.
"""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pyspiel

import pasch.env
from pasch.engine.game import AnyGame, Chance, Decision
from pasch.engine.match import Match
from pasch.games import GAMES

SECONDS = 3.0
ROUNDS = 3
"""Each is measured so often, one after the other; the best counts: the others were disturbed."""

Play = Callable[[int], int]
"""Plays a match by its seed, and tells how many decisions it had."""


def engine(game: AnyGame, players: int) -> Play:
    def play(seed: int) -> int:
        match, below, decisions = Match(game, players), Random(seed).randrange, 0
        while decisions < LIMIT:
            match match.turn:
                case Chance():
                    match.draw(below)
                case Decision(seats=(seat, *_)):
                    moves = match.moves(seat)
                    match.play(seat, moves[below(len(moves))])
                    decisions += 1
                case _:
                    break
        return decisions

    return play


LIMIT = 200
"""No match is longer here: with any action, some would not end."""


def aec(game: AnyGame, players: int) -> Play:
    env: Any = pasch.env.aec(game.id, players=players, reward="win", limit=LIMIT)

    def play(seed: int) -> int:
        source, decisions = Random(seed), 0
        env.reset(seed=seed)
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(any_of(legal(seen), source))
                decisions += 1
        return decisions

    return play


def parallel(game: AnyGame, players: int) -> Play:
    env: Any = pasch.env.parallel(game.id, players=players, reward="win", limit=LIMIT, idle="empty")

    def play(seed: int) -> int:
        source, decisions = Random(seed), 0
        seen, _ = env.reset(seed=seed)
        while env.agents:
            actions = dict.fromkeys(env.agents, 0)
            for agent in env.agents:
                if len(numbers := legal(seen[agent])):
                    actions[agent] = any_of(numbers, source)
                    decisions += 1
            seen, *_ = env.step(actions)
        return decisions

    return play


def gym(game: AnyGame, players: int) -> Play:
    """The decisions of the learner only: those of the bots are for free."""
    env = pasch.env.gym(game.id, players=players, opponents="random", reward="win", limit=LIMIT)

    def play(seed: int) -> int:
        source, decisions, ended = Random(seed), 0, False
        seen: Any = env.reset(seed=seed)[0]
        while not ended:
            seen, _, terminated, truncated, _ = env.step(any_of(legal(seen), source))
            ended, decisions = terminated or truncated, decisions + 1
        return decisions

    return play


def open_spiel(game: AnyGame, players: int) -> Play:
    pasch.env.register_open_spiel()
    spiel = pyspiel.load_game(f"pasch_{game.id}(players={players},limit={LIMIT})")

    def play(seed: int) -> int:
        source, decisions = Random(seed), 0
        state = spiel.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                picks, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(source.choices(picks, chances)[0])
            else:
                state.observation_tensor(state.current_player())
                state.apply_action(source.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


ADAPTERS = {"engine": engine, "aec": aec, "parallel": parallel, "gym": gym, "open_spiel": open_spiel}


def legal(seen: Any) -> Any:
    """The numbers of what a seat may do; the loops around the adapters are kept short, since they are measured, too."""
    return seen["action_mask"].nonzero()[0]


def any_of(numbers: Any, source: Random) -> int:
    return int(numbers[source.randrange(len(numbers))])


def speed(play: Play, seconds: float) -> float:
    """Decisions per second of CPU time, after one match that warms up."""
    play(0)
    decisions, seed, begin = 0, 1, process_time()
    while (took := process_time() - begin) < seconds:
        decisions, seed = decisions + play(seed), seed + 1
    return decisions / took


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args(arguments)
    games = [game for game in GAMES.values() if args.players in game.seats]
    plays = {(game.id, name): make(game, args.players) for game in games for name, make in ADAPTERS.items()}
    best = dict.fromkeys(plays, 0.0)
    try:
        for _ in range(ROUNDS):
            for at, play in plays.items():
                best[at] = max(best[at], speed(play, args.seconds / ROUNDS))
    finally:  # what was measured is told even where a later adapter fails
        print("decisions/s".ljust(12), *(f"{name:>10}" for name in ADAPTERS))
        for game in games:
            print(game.id.ljust(12), *(f"{best[game.id, name]:10,.0f}" for name in ADAPTERS))
        if args.json:
            found = {game.id: {name: round(best[game.id, name]) for name in ADAPTERS} for game in games}
            told = {"players": args.players, "decisions_per_cpu_second": found}
            args.json.write_text(json.dumps(told, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
