"""Servers for board games side by side: moves per second, latency, memory for each match. python -m benchmarks.server

Every server gets one core, the load the others. All of them play the smallest game of two: the players take turns
adding one to a counter. So what is measured is the server and its storage, not a game.
"""

import argparse
import asyncio
import importlib
import os
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from statistics import median_low

import msgspec
from rich.console import Console
from rich.table import Table

from benchmarks.load import Memory, Peer, Run, loops, memory
from benchmarks.peers import boardgameio, pasch
from benchmarks.process import Machine, this_machine

SATURATED = 0.9
"""A load generator that is busier than this may be the bottleneck."""
DISTURBED = 0.05
"""The share of a core that others may take."""

PEERS: dict[str, Callable[[], Peer]] = {
    "boardgame.io memory": lambda: boardgameio.BoardgameIO("memory"),
    "boardgame.io flatfile": lambda: boardgameio.BoardgameIO("flatfile"),
    **{f"Pasch {game}": partial(pasch.Pasch, game) for game in pasch.GAMES},
    **{f"Pasch {game} with reviews": partial(pasch.Reviewed, game) for game in pasch.MOVES},
}
BASES = ("boardgame.io memory", "boardgame.io flatfile")
"""What the ratio columns compare with."""


class Results(msgspec.Struct):
    machine: Machine
    python: str
    loop: str
    seconds: float
    common_rate: float
    versions: dict[str, dict[str, str]] = {}
    runs: list[Run] = []
    memory: list[Memory] = []


def main() -> None:
    args = arguments()
    new_loop = loop_factory()
    results = Results(this_machine(), sys.version.split()[0], new_loop.__module__, args.seconds, args.rate)
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        print("only one core: server and load share it, so the figures say little", file=sys.stderr)
    os.sched_setaffinity(0, cores[1:] or cores)
    try:
        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(measure(args, cores[0], results, PEERS))
    finally:  # what was measured is told even where a later server fails
        tell(args, results)


def tell(args: argparse.Namespace, results: Results) -> None:
    if args.json:
        sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(results)) + b"\n")
    else:
        report(results)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=8.0, help="of every measurement (default: 8)")
    parser.add_argument("--warm-up", type=float, default=4.0, help="seconds before every measurement (default: 4)")
    parser.add_argument("--matches", type=int, nargs="+", default=[50, 200], help="at the same time (default: 50 200)")
    parser.add_argument("--rate", type=float, default=200.0, help="moves/s that every server is asked (default: 200)")
    parser.add_argument("--repeats", type=int, default=1, help="interleaved; the median one counts (default: 1)")
    parser.add_argument(
        "--idle", type=int, default=2000, help="matches that nobody is connected to, 0: no memory (default: 2000)"
    )
    parser.add_argument(
        "--warming", type=int, default=4000, help="matches before the memory is measured (default: 4000)"
    )
    parser.add_argument("--connected", type=int, default=200, help="matches with both players (default: 200)")
    parser.add_argument("--only", nargs="+", choices=PEERS, default=list(PEERS), help="these servers")
    parser.add_argument("--json", action="store_true", help="everything as JSON")
    return parser.parse_args()


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    """uvloop, if it is there, leaves the load more time."""
    try:
        factory: Callable[[], asyncio.AbstractEventLoop] = importlib.import_module("uvloop").new_event_loop
    except ImportError:
        return asyncio.new_event_loop
    return factory


async def measure(
    args: argparse.Namespace, core: int, results: Results, peers: Mapping[str, Callable[[], Peer]]
) -> None:
    names = [name for name in args.only if boardgameio.is_possible() or name not in BASES]
    if missing := set(args.only) - set(names):
        print(f"node or npm is missing, so not measured: {', '.join(sorted(missing))}", file=sys.stderr)
    tries: dict[tuple[str, int], list[list[Run]]] = {}
    for _ in range(args.repeats):
        for matches in args.matches:
            for name in names:
                say(f"{name}, {matches} matches")
                async with running(peers[name](), core) as peer:
                    found = await loops(peer, matches, args.rate, args.warm_up, args.seconds)
                    results.versions[name] = peer.versions
                tries.setdefault((name, matches), []).append(found)
                results.runs = [run for found in tries.values() for run in the_median(found)]
    for name in names if args.idle else ():
        say(f"{name}, memory of {args.idle} matches")
        async with running(peers[name](), core) as peer:
            results.memory.append(await memory(peer, args.warming, args.idle, args.connected))


def say(what: str) -> None:
    print(f"{what} …", file=sys.stderr, flush=True)


@asynccontextmanager
async def running(peer: Peer, core: int) -> AsyncIterator[Peer]:
    try:
        await peer.start(core)
        yield peer
    finally:
        await peer.stop()


def the_median(tries: Sequence[list[Run]]) -> list[Run]:
    middle = median_low(runs[0].moves_per_second for runs in tries)
    return next(runs for runs in tries if runs[0].moves_per_second == middle)


def report(results: Results) -> None:
    console, machine = Console(width=130), results.machine
    console.print(f"{machine.cpu}, {machine.cores} cores, {machine.memory_gib} GiB, {machine.system}")
    console.print(f"Python {results.python}, {results.loop}; each server on one core, the load on the others")
    for name, versions in results.versions.items():
        console.print(f"{name}: {', '.join(f'{part} {version}' for part, version in versions.items())}")
    closed = [run for run in results.runs if run.loop == "closed"]
    console.print(throughput(closed))
    for title, loop in (
        ("half of its own closed-loop rate", "half"),
        (f"{results.common_rate:g} moves/s", "common"),
    ):
        console.print(latency(f"Open loop, {title}", [run for run in results.runs if run.loop == loop]))
    console.print(memories(results.memory))
    if any(run.generator_busy > SATURATED for run in results.runs):
        console.print("! The load was busy all the time: that server may be faster than shown.")
    if any(run.others_busy > DISTURBED for run in results.runs):
        console.print(
            "~ Something else ran on the cores of the server or the load: measure again on a machine at rest."
        )
    if any(run.silent_matches or run.moves_behind for run in results.runs):
        console.print("? Matches fell silent, or moves that were due could not be made in time.")


def throughput(runs: list[Run]) -> Table:
    table = head(
        "Closed loop", "matches", "moves/s", "CPU ms/move", "moves/s per full core", "p99 ms", "server", "load"
    )
    for run in runs:
        base = {label(other): other.moves_per_second for other in runs if other.matches == run.matches}
        figures = f"{run.moves_per_second:,.0f}", f"{run.cpu_ms_per_move:.3f}", f"{run.moves_per_core_second:,.0f}"
        busy = f"{run.server_busy:.0%}", f"{run.generator_busy:.0%}{marks(run)}"
        row = label(run), str(run.matches), *figures, f"{run.p99_ms:.1f}", *busy
        table.add_row(*row, *ratios(run.moves_per_second, base))
    return table


def latency(title: str, runs: list[Run]) -> Table:
    table = head(title, "matches", "moves/s", "p50 ms", "p99 ms", "p99 from due", "CPU ms/move", "server", "load")
    for run in runs:
        base = {label(other): other.p99_ms for other in runs if other.matches == run.matches}
        figures = f"{run.p50_ms:.2f}", f"{run.p99_ms:.2f}", f"{run.p99_from_due_ms:.2f}", f"{run.cpu_ms_per_move:.3f}"
        busy = f"{run.server_busy:.0%}", f"{run.generator_busy:.0%}{marks(run)}"
        row = label(run), str(run.matches), f"{run.moves_per_second:,.0f}", *figures, *busy
        table.add_row(*row, *ratios(run.p99_ms, base))
    return table


def memories(found: list[Memory]) -> Table:
    table = head("Memory", "empty MiB", "idle matches", "KiB each", "connected matches", "KiB each")
    base = {f"{one.server} {one.storage}": one.idle_kib for one in found}
    for one in found:
        row = f"{one.empty_mib:.1f}", f"{one.idle_matches:,}", f"{one.idle_kib:.2f}"
        connected = f"{one.connected_matches:,}", f"{one.connected_kib:.1f}"
        table.add_row(f"{one.server} {one.storage}", *row, *connected, *ratios(one.idle_kib, base))
    return table


def head(title: str, *columns: str) -> Table:
    table = Table(title=title)
    table.add_column("")
    for column in (*columns, *(f"× {base.removeprefix('boardgame.io ')}" for base in BASES)):
        table.add_column(column, justify="right")
    return table


def label(run: Run) -> str:
    return f"{run.server} {run.storage}"


def marks(run: Run) -> str:
    flags = {
        "!": run.generator_busy > SATURATED,
        "~": run.others_busy > DISTURBED,
        "?": bool(run.silent_matches or run.moves_behind),
    }
    return "".join(mark for mark, is_set in flags.items() if is_set)


def ratios(value: float, bases: dict[str, float]) -> list[str]:
    return [f"{value / bases[name]:.2f}" if bases.get(name) else "" for name in BASES]


if __name__ == "__main__":
    main()
