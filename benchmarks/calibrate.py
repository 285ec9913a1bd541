"""Finds the noise of the levels of a game, so that each wins about 60 % for two against the next lower one.

Bots with more and more noise play, each against the next. By the logarithm of the odds that each wins (as in Elo's
ratings) it is weaker than the one before, and the levels are put in between at equal steps. What it prints belongs into
`LEVEL_NOISE` of the game's `strong.py`; `python -m benchmarks.bots --rivals levels` then measures the ladder.
"""

import argparse
from collections.abc import Sequence
from itertools import pairwise
from math import log

from rich.console import Console

import pasch.one_core  # noqa: F401, before NumPy
from pasch.bots.levels import LADDER, STEP_WINS, WITH_NOISE
from pasch.engine.game import AnyGame
from pasch.games import GAMES
from pasch.terminal.report import watched_contest

PLAYERS = 2
TEMPERATURES = (0.0, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 2.4)
"""Of the bots that play."""
BLUNDERS = 0.3
"""The blunder rate for each unit of temperature; never more than MOST."""
MOST = 0.75


def noise(temperature: float) -> tuple[float, float]:
    return round(min(MOST, BLUNDERS * temperature), 3), round(temperature, 3)


def spec(temperature: float) -> str:
    return WITH_NOISE + "~".join(map(str, noise(temperature)))


def share(game: AnyGame, upper: float, lower: float, args: argparse.Namespace) -> float:
    bots = [spec(upper), spec(lower)]
    return watched_contest(game, PLAYERS, bots, args.games, args.seed, args.jobs).bots[0].win_rate


def odds(share: float) -> float:
    return log(share / (1 - share))


def temperature_at(step: float, weaker: Sequence[float]) -> float:
    """Of a bot that is so much weaker than the best."""
    for (near, far), (less, more) in zip(pairwise(weaker), pairwise(TEMPERATURES), strict=True):
        if near <= step < far:
            return less + (more - less) * (step - near) / (far - near)
    return TEMPERATURES[-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--games", type=int, default=400, help="matches of each bot against the next")
    parser.add_argument("--seed", default="calibrate")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    console, weaker = Console(), [0.0]
    for upper, lower in pairwise(TEMPERATURES):
        found = share(GAMES[args.game], upper, lower, args)
        weaker.append(max(weaker[-1], weaker[-1] + odds(min(0.99, max(0.01, found)))))
        console.print(f"{spec(upper)} wins {found:.1%} against {spec(lower)}")
    steps = [odds(STEP_WINS) * below_the_best for below_the_best in range(len(LADDER) - 1, 0, -1)]
    console.print(f"LEVEL_NOISE = {tuple(noise(temperature_at(step, weaker)) for step in steps)}")


if __name__ == "__main__":
    main()
