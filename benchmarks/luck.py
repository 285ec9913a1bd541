"""What variance reduction brings: the variance of the win shares of single deals with and without, and what it costs.

python -m benchmarks.luck --deals 40
"""

import argparse
from collections.abc import Iterable
from time import process_time

from rich.console import Console

import pasch.one_core  # noqa: F401, before NumPy
from pasch.bots.arena import Deal, contest
from pasch.bots.confidence import Mean
from pasch.bots.standings import Tally
from pasch.games import GAMES
from pasch.games.weights import is_learned

BOTS = ("strong", "greedy")


def win_share(deals: Iterable[Deal]) -> Mean:
    tally = Tally(BOTS[0])
    for deal in deals:
        tally.add(0, deal)
    return tally.shares


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=list(GAMES), action="append")
    parser.add_argument("--players", type=int, action="append", help="default: the fewest and the most")
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--seed", default="luck")
    args = parser.parse_args()
    console = Console()
    for game in GAMES.values():
        if (args.game and game.id not in args.game) or not is_learned(game):
            continue
        for players in args.players or (game.seats[0], game.seats[-1]):
            found, seconds = [], []
            for weighs_luck in (False, True):
                begin = process_time()
                batches = contest(game, players, BOTS, args.deals, args.seed, weighs_luck=weighs_luck)
                found.append(win_share(deal for batch in batches for deal in batch.deals))
                seconds.append((process_time() - begin) / args.deals / len(BOTS))
            raw, weighed = found
            console.print(
                f"{game.id} for {players}: {raw.value:.3f} ± {raw.error:.3f}, luck weighed {weighed.value:.3f}"
                f" ± {weighed.error:.3f}: variance / {raw.variance / weighed.variance:.1f};"
                f" {seconds[0]:.2f} and {seconds[1]:.2f} s for a match"
            )


if __name__ == "__main__":
    main()
