"""Whether the JAX twins are the engine's games: thousands of its records replayed through them, event by event.

At every event the twin must say the same as the engine: whose turn it is, every legal action of every seat, every field
of every seat's observation, and at the end the scores and places.
"""

import argparse
from collections.abc import Iterator
from functools import partial
from itertools import chain
from time import perf_counter

import jax
from rich.console import Console

from pasch.batch.agreement import Script, any_match, check, script
from pasch.bots.matches import chunks, in_order
from pasch.engine.draws import chance
from pasch.games import GAMES
from pasch.games.parts import twin_of

CHUNK = 20
AT_ONCE = 500
MOST_EVENTS = 500
"""The limit of a random match: some never end."""


def scripts(game: str, players: int, seed: str, indices: range) -> list[Script]:
    jax.config.update("jax_platforms", "cpu")  # type: ignore[no-untyped-call]
    return [
        script(any_match(GAMES[game], players, chance(f"{seed}/{players}/{index}"), {}, MOST_EVENTS))
        for index in indices
    ]


def records(game: str, players: int, count: int, seed: str, jobs: int) -> Iterator[Script]:
    work = partial(scripts, game, players, seed)
    return chain.from_iterable(in_order(work, chunks(count, CHUNK), jobs))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.twins", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", choices=list(GAMES), action="append", help="default: all")
    parser.add_argument("--players", type=int, action="append", help="default: all numbers of them")
    parser.add_argument("--records", type=int, default=10_000, help="for each game and number of players")
    parser.add_argument("--jobs", type=int, default=2, help="processes for the engine, at least 2")
    parser.add_argument("--seed", default="twins")
    arguments = parser.parse_args()
    console = Console()
    console.print(f"{arguments.records} records each, on {jax.devices()[0].device_kind}, JAX {jax.__version__}")
    for game in arguments.game or list(GAMES):
        for players in arguments.players or GAMES[game].seats:
            begin = perf_counter()
            told = records(game, players, arguments.records, arguments.seed, max(2, arguments.jobs))
            compared = check(twin_of(GAMES[game]), players, told, AT_ONCE)
            console.print(
                f"{game} for {players}: {arguments.records:,} records, {compared:,} points compared, no difference, "
                f"{perf_counter() - begin:.0f} s"
            )


if __name__ == "__main__":
    main()
