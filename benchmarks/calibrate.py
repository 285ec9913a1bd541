"""Finds how the levels of a game must fall short, so that each wins about 60 % for two against the next lower one.

From the strongest down: one number, from which both slips follow, is halved in until the share fits. What it prints
belongs into `SLIPS` of the game's `strong.py`; `python -m benchmarks.bots --rivals levels` then measures the ladder.
"""

import argparse

from rich.console import Console

from pasch.bots.arena import contest, deals_for
from pasch.bots.levels import LADDER, WITH_SLIPS
from pasch.bots.standings import summary
from pasch.engine.game import AnyGame
from pasch.games import GAMES

WANTED = 0.6
PLAYERS = 2
OVERLOOKS = 0.3
"""How many moves are overlooked for each unit of wavering; never more than MOST."""
MOST = 0.75
LARGEST = 8.0
HALVINGS = 7


def named(wavers: float) -> str:
    return f"{WITH_SLIPS}{min(MOST, OVERLOOKS * wavers):.3f}~{wavers:.3f}"


def share(game: AnyGame, upper: float, lower: float, args: argparse.Namespace) -> float:
    bots = [named(upper), named(lower)]
    batches = contest(game, PLAYERS, bots, deals_for(args.games, bots), args.seed, args.jobs)
    return summary(game, PLAYERS, bots, batches).bots[0].win_rate


def next_lower(game: AnyGame, upper: float, args: argparse.Namespace) -> tuple[float, float]:
    """The slips against which the upper level wins as often as wanted, and how often it does."""
    low, high, found = upper, LARGEST, 0.5
    for _ in range(HALVINGS):
        middle = (low * high) ** 0.5 if low else high / 8
        found = share(game, upper, middle, args)
        if abs(found - WANTED) < args.near:
            break
        low, high = (low, middle) if found > WANTED else (middle, high)
    return middle, found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--games", type=int, default=400, help="matches for each try")
    parser.add_argument("--near", type=float, default=0.015, help="how near the wanted share is near enough")
    parser.add_argument("--seed", default="calibrate")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    console, slips = Console(), [0.0]
    for level in LADDER[-2::-1]:
        wavers, found = next_lower(GAMES[args.game], slips[-1], args)
        slips.append(wavers)
        console.print(f"{level}: {named(wavers)} loses {found:.1%}")
    pairs = [(round(min(MOST, OVERLOOKS * wavers), 3), round(wavers, 3)) for wavers in slips[:0:-1]]
    console.print(f"SLIPS = {tuple(pairs)}")


if __name__ == "__main__":
    main()
