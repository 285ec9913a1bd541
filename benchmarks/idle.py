"""What an idle match costs: matches under way, held in memory by one node. python -m benchmarks.idle [COUNT]

Usually a table that nobody listens to leaves the memory after a minute and costs nothing but its rows on disk. Here
none leaves, as if somebody looked at each of them.
"""

import argparse
import asyncio
import gc
import os
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import monotonic, time

import msgspec
from rich.console import Console
from rich.table import Table

from benchmarks.process import memory_kib
from pasch.games import GAMES
from pasch.server.clock import Clock
from pasch.server.node import Node
from pasch.server.settings import Settings
from pasch.server.store.storage import Profile
from pasch.server.table import permissions
from pasch.server.table.log import Moved, What
from pasch.server.table.seats import Chair, Person, Setup
from pasch.server.table.table import Table as Played

COUNT = 2000
MOVES = 20
AT_ONCE = 50


def in_a_process_of_its_own(game: str, count: int) -> float:
    return asyncio.run(measure(game, count))


async def measure(game: str, count: int) -> float:
    """KiB for each table after some moves."""
    with tempfile.TemporaryDirectory() as folder:
        node = Node(Settings(database=f"sqlite:///{folder}/pasch.db", keep=1e9, sweep=1e6), Clock(time, monotonic))
        async with node.opened():
            for name in ("ann", "ben"):
                await node.storage.add_profile(Profile(name, name, None), 0.0)
            at_once = min(AT_ONCE, count)
            await tables(node, game, at_once)
            before, rounds = settled(), count // at_once
            for _ in range(rounds):
                await tables(node, game, at_once)
            return (settled() - before) / (rounds * at_once)


async def tables(node: Node, game: str, count: int) -> None:
    await asyncio.gather(*(table(node, game) for _ in range(count)))


async def table(node: Node, game: str) -> None:
    chairs = [Chair("red", Person("ann", "Ann")), Chair("blue", Person("ben", "Ben"))]
    opened = await node.tables.create(Setup(game=game, seats=2), "ann", chairs)
    await node.tables.write(opened, lambda at, now: permissions.begin(at, "ann", 0.0, now))
    for _ in range(MOVES):
        await node.tables.write(opened, some_move)


def some_move(at: Played, _: float) -> Iterator[What]:
    for seat in at.waiting[:1]:
        yield Moved(seat, msgspec.Raw(msgspec.json.encode(at.playing.moves(seat)[0])))


def settled() -> int:
    gc.collect()
    return memory_kib([os.getpid()])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.idle", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("count", type=int, nargs="?", default=COUNT, help=f"matches of each game (default: {COUNT})")
    parser.add_argument("--game", choices=list(GAMES), action="append", help="default: all")
    args = parser.parse_args()
    shown = Table(title=f"{args.count:,} idle matches on one node, {MOVES} moves each")
    shown.add_column("")
    shown.add_column("KiB each", justify="right")
    try:
        with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as pool:
            for game in args.game or GAMES:
                shown.add_row(game, f"{pool.submit(in_a_process_of_its_own, game, args.count).result():.1f}")
    finally:  # what was measured is told even where a later game fails
        Console().print(shown)


if __name__ == "__main__":
    main()
