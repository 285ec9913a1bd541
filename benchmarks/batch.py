"""Decisions per second of random play in the JAX twins, beside Pgx in the same run, on whatever device JAX finds.

A decision is one seat's choice of one legal action; seats that choose at once each make one. Every match that ends is
restarted. The floor is what the memory alone would take: the state of a match read and written once in every step, at
the speed at which this device copies memory. Pgx's figures are steps of its environments, played at random as in its
manual; they include the observation of the seat on turn, which the twins make only when asked: `--observe` makes them
for all deciders in every step, `--pack` packs them and keeps those of the last steps, as a learner does.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

import jax
import jax.numpy as jnp
import msgspec
from rich.console import Console
from rich.table import Table

from pasch.batch import Many, Matches
from pasch.games import GAMES
from pasch.games.twin import NO_ACTION

PEERS = ("backgammon", "2048", "leduc_holdem", "connect_four")
REPEATS = 3
PACKED_STEPS = 16
"""How many steps are kept."""
SIZES = {"cpu": (1, 64, 4096, 65_536), "gpu": (1, 4096, 65_536, 1_048_576, 4_194_304)}
PEER_SIZES = {"cpu": (4096,), "gpu": (65_536, 1_048_576)}
MILLION = 1_000_000


class Row(msgspec.Struct):
    """One figure: millions of decisions (of a peer: steps) per second."""

    name: str
    players: int
    batch: int
    rate: float
    compile_seconds: float
    bytes_per_match: int
    """The state of a match."""
    temporary_bytes: float
    """What a step needs beside it, for each match."""
    per_step: float = 1.0
    """Decisions in a step of a match, on average."""
    of_floor: float = 0.0
    """The time that the memory alone would take, as a part of the time taken."""


Loop = Callable[[jax.Array, Any, int], Any]
"""Play so many steps."""


def timed(loop: Loop, state: Any, wanted: float) -> tuple[float, float, Any, Any]:
    """Seconds per step, the best of some runs; seconds to compile; what the compiler says; and the last result."""
    begin = perf_counter()
    compiled = jax.jit(loop).lower(jax.random.key(0), state, 1).compile()
    compile_seconds = perf_counter() - begin
    steps = 2
    seconds(compiled, state, steps)
    while (once := seconds(compiled, state, steps)[0]) < wanted / 4:
        steps *= 2
    steps = max(steps, int(steps * wanted / once))
    found = [seconds(compiled, state, steps) for _ in range(REPEATS)]
    best, result = min(found, key=lambda one: one[0])
    return best / steps, compile_seconds, compiled, (steps, result)


def seconds(compiled: Any, state: Any, steps: int) -> tuple[float, Any]:
    begin = perf_counter()
    result = jax.tree.map(lambda leaf: leaf.block_until_ready(), compiled(jax.random.key(steps), state, steps))
    return perf_counter() - begin, result


def pasch_loop(many: Many, observes: bool, packs: bool) -> Loop:
    """Counts the decisions, the matches that ended and what the first seat won, for every place in the batch."""

    def body(step_number: Any, carried: Any) -> Any:
        matches, key, decisions, ended, won, kept = carried
        if packs:
            at = step_number % PACKED_STEPS
            kept = jax.tree.map(lambda all_, now: all_.at[at].set(now), kept, many.pack(matches))
        key, choose, fall = jax.random.split(key, 3)
        if observes:
            won = won + many.observe(matches).astype(jnp.float32).sum(axis=(1, 2)) * 1e-9
        actions = many.random(choose, matches)
        acted = sum((action != NO_ACTION).astype(jnp.int32) for action in actions)
        matches, step = many.step(fall, matches, actions)
        return matches, key, decisions + acted, ended + (step.over | step.truncated), won + step.wins[0], kept

    def loop(key: jax.Array, matches: Matches, steps: int) -> Any:
        none, packed = jnp.zeros(len(matches.decisions), jnp.int32), jax.eval_shape(many.pack, matches)
        kept = jax.tree.map(lambda now: jnp.zeros((PACKED_STEPS, *now.shape), now.dtype), packed) if packs else ()
        *_, decisions, ended, won, kept = jax.lax.fori_loop(
            0, steps, body, (matches, key, none, none, none.astype(jnp.float32), kept)
        )
        return decisions.astype(jnp.float32).mean(), ended.astype(jnp.float32).mean(), won.mean(), kept

    return loop


def pasch_row(game: str, players: int, size: int, bandwidth: float, asked: argparse.Namespace) -> Row:
    many = Many(game, players)
    matches = jax.jit(many.start, static_argnums=1)(jax.random.key(0), size)
    per_step, compile_seconds, compiled, (steps, result) = timed(
        pasch_loop(many, asked.observe, asked.pack), matches, asked.seconds
    )
    decisions = float(result[0])
    state = sum(leaf.dtype.itemsize for leaf in jax.tree.leaves(matches))
    return Row(
        name=f"{game}, observed" if asked.observe else f"{game}, packed" if asked.pack else game,
        players=players,
        batch=size,
        rate=size * decisions / steps / per_step / MILLION,
        compile_seconds=compile_seconds,
        bytes_per_match=state,
        temporary_bytes=compiled.memory_analysis().temp_size_in_bytes / size,
        per_step=decisions / steps,
        of_floor=2 * state * size / bandwidth / per_step,
    )


def pgx_row(name: str, size: int, wanted: float) -> Row:
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def body(_: Any, carried: Any) -> Any:
        state, key = carried
        key, choose, fall = jax.random.split(key, 3)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        actions = jax.random.categorical(choose, logits, axis=-1)
        return step(state, actions, jax.random.split(fall, size)), key

    def loop(key: jax.Array, state: Any, steps: int) -> Any:
        return jax.lax.fori_loop(0, steps, body, (state, key))

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(0), size))
    per_step, compile_seconds, compiled, _ = timed(loop, state, wanted)
    return Row(
        name=f"pgx {name}",
        players=env.num_players,
        batch=size,
        rate=size / per_step / MILLION,
        compile_seconds=compile_seconds,
        bytes_per_match=sum(leaf.nbytes // size for leaf in jax.tree.leaves(state) if hasattr(leaf, "nbytes")),
        temporary_bytes=compiled.memory_analysis().temp_size_in_bytes / size,
    )


def bandwidth_of_memory() -> float:
    """Bytes read and written per second by a plain copy that does not fit into any cache."""
    words = jnp.arange((1 << 28) if jax.default_backend() == "gpu" else (1 << 25), dtype=jnp.uint32)
    copy = jax.jit(lambda words: words + jnp.uint32(1))
    copy(words).block_until_ready()
    best = min(seconds(lambda _, words, __: copy(words), words, 1)[0] for _ in range(10))
    return 2 * words.nbytes / best


def rows(asked: argparse.Namespace) -> Iterator[Row]:
    bandwidth = bandwidth_of_memory()
    kind = "cpu" if jax.default_backend() == "cpu" else "gpu"
    for name in () if asked.no_peers else PEERS:
        for size in asked.batch or PEER_SIZES[kind]:
            yield pgx_row(name, size, asked.seconds)
    for game in asked.game or GAMES:
        players = asked.players or min(4, GAMES[game].seats[-1])
        for size in asked.batch or SIZES[kind]:
            yield pasch_row(game, players, size, bandwidth, asked)


def shown(found: list[Row], device: str) -> Table:
    table = Table(title=f"Random play with auto-reset on {device}, JAX {jax.__version__}")
    backgammon = max((row.rate for row in found if row.name == "pgx backgammon"), default=None)
    for head in (
        "game",
        "players",
        "batch",
        "M decisions/s",
        "× backgammon",
        "compile s",
        "bytes",
        "+ per step",
        "of the floor",
    ):
        table.add_column(head, justify="left" if head == "game" else "right")
    for row in found:
        table.add_row(
            row.name,
            str(row.players),
            f"{row.batch:,}",
            f"{row.rate:,.3f}",
            f"{row.rate / backgammon:,.1f}" if backgammon else "–",
            f"{row.compile_seconds:.1f}",
            str(row.bytes_per_match),
            f"{row.temporary_bytes:,.0f}",
            f"{row.of_floor:.0%}" if row.of_floor else "–",
        )
    return table


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.batch", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", choices=list(GAMES), action="append", help="default: all")
    parser.add_argument("--players", type=int, help="default: 4")
    parser.add_argument("--batch", type=int, action="append", help="matches at once; may be given several times")
    parser.add_argument("--no-peers", action="store_true", help="leave Pgx out")
    parser.add_argument("--observe", action="store_true", help="make the observations of all deciders in every step")
    parser.add_argument("--pack", action="store_true", help="pack them instead, and keep those of the last steps")
    parser.add_argument("--seconds", type=float, default=1.0, help="of every run (default: 1)")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    arguments = parser.parse_args()
    console, found = Console(stderr=True), []
    device = f"{jax.devices()[0].device_kind} ({jax.default_backend()})"
    try:
        for row in rows(arguments):
            console.print(f"{row.name} {row.players} × {row.batch:,}: {row.rate:,.3f} M/s", style="dim")
            found.append(row)
    finally:  # what was measured is told even where a later game fails
        if arguments.json:
            report = {"device": device, "jax": jax.__version__, "rows": found}
            sys.stdout.write(msgspec.json.encode(report).decode() + "\n")
        else:
            Console().print(shown(found, device))


if __name__ == "__main__":
    main()
