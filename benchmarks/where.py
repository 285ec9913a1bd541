"""Where each microsecond of a move goes: python -m benchmarks.where [GAME …]

The server runs under a sampler (benchmarks/sampled.py) while the load of benchmarks/server.py plays at half of what it
can do. The sampler sees the thread of the event loop; the database's thread is read from the kernel.
"""

import argparse
import asyncio
import os
import tempfile
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from benchmarks.load import MOST_MOVES_PER_SECOND, Load, Run
from benchmarks.peers.pasch import GAMES, Pasch
from benchmarks.process import TICKS, this_machine
from benchmarks.sampled import REST
from benchmarks.server import loop_factory, running

WARM_UP = 2.0
DATABASE = "storage: the database's threads"


def main() -> None:
    args = arguments()
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, cores[1:] or cores)
    found: dict[str, dict[str, float]] = {}
    try:
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            for game in args.games:
                found[game] = runner.run(measure(game, cores[0], args.matches, args.seconds))
    finally:  # what was measured is told even where a later game fails
        report(found, args.matches)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--matches", type=int, default=200, help="at the same time (default: 200)")
    parser.add_argument("--seconds", type=float, default=8.0, help="of every measurement (default: 8)")
    return parser.parse_args()


async def measure(game: str, core: int, matches: int, seconds: float) -> dict[str, float]:
    """Microseconds of a move, by part."""
    with tempfile.TemporaryDirectory() as folder:
        samples = Path(folder) / "samples.json"
        async with running(Pasch(game, samples), core) as peer:
            await peer.prepare(int(MOST_MOVES_PER_SECOND * (seconds + WARM_UP)))
            load = Load(peer)
            await load.seat(matches)
            load.eager = True
            for table in load.tables:
                table.go_on()
            await asyncio.sleep(WARM_UP)
            await peer.settle()
            threads = database_seconds(peer.pids[0])
            run = await load.measure("closed", seconds)
            threads = database_seconds(peer.pids[0]) - threads
            await load.leave()
        return parts(run, msgspec.json.decode(samples.read_bytes(), type=dict[str, int]), threads, seconds)


def database_seconds(pid: int) -> float:
    """The CPU time of all threads but the first."""
    ticks = 0
    for thread in Path(f"/proc/{pid}/task").iterdir():
        if thread.name != str(pid):
            ticks += sum(map(int, (thread / "stat").read_text().rpartition(")")[2].split()[11:13]))
    return ticks / TICKS


def parts(run: Run, samples: dict[str, int], threads: float, seconds: float) -> dict[str, float]:
    """A sample that falls into another thread finds the event loop at rest: those are taken off it."""
    whole = run.cpu_ms_per_move * 1000
    database = threads / (run.moves_per_second * seconds) * 1e6
    total = sum(samples.values())
    spent = {part: whole * count / total for part, count in samples.items()}
    spent[REST] = max(0.0, spent.get(REST, 0.0) - database)
    return {**spent, DATABASE: database, "together": whole}


def report(found: dict[str, dict[str, float]], matches: int) -> None:
    machine = this_machine()
    table = Table(title=f"Microseconds of CPU for a move, {matches} matches at the same time ({machine.cpu})")
    table.add_column("")
    for game in found:
        table.add_column(game, justify="right")
    order = sorted({part for spent in found.values() for part in spent}, key=lambda part: part == "together")
    for part in order:
        table.add_row(part, *(f"{spent.get(part, 0.0):.0f}" for spent in found.values()))
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
