"""Are the chances that the networks give what happens? Very many matches of self-play in the JAX twins tell.

python -m benchmarks.calibration --size 8192 --steps 300 [--weaker 0.2]

At every position that a network values, the chance of each seat is held against its share of the win at the end: the
slope of a line through them, and how far each tenth of the chances is off, in points. Standard errors are by match.
Matches that are not over when the steps are done do not count. With `--weaker` only one seat of each match plays as
well as it can: the others take any legal action now and then, the weakest of them that often.
"""

import argparse
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from rich.console import Console

from benchmarks.tables import add_tables, tables
from benchmarks.tenths import Floats, Numbers, calibration
from pasch.coach.values import POINT
from pasch.engine.game import AnyGame
from pasch.games.network import softmax
from pasch.games.twin import UNGUIDED, Guidance
from pasch.games.weights import trained
from pasch.train.selfplay import SelfPlay

AT_ONCE = 100
"""So many steps are played by one call: what they bring has to fit into the memory."""


class Seen(NamedTuple):
    """Chances of seats, what these seats won in the end, and in which match; and what the seat that never slips won."""

    chance: Floats
    result: Floats
    match: Numbers
    best: float


def seen(game: AnyGame, players: int, size: int, steps: int, weaker: float) -> Seen:
    play = SelfPlay(game, players)
    weights = {name: jnp.asarray(array) for name, array in trained(game, players).weights.items()}
    rates = weaker * ((jnp.arange(size)[:, None] + jnp.arange(players)) % players) / (players - 1)

    def advance(key: jax.Array, match: Any, rates: jax.Array) -> Any:
        """One match, a step further."""
        choice, lot, words, fall = jax.random.split(key, 4)
        slips = rates[jnp.stack(play.twin.deciders(match.state))]
        if play.learner.EXPLORATION:  # it knows slips that matches recover from
            explored = play.learner.decide(weights, match.state, choice, Guidance(False, slips[0]))
            return play.advance(fall, match, explored)
        best = play.learner.decide(weights, match.state, choice, UNGUIDED)
        any_ = play.many.random_actions(tuple(jax.random.bits(words, (len(best),), jnp.uint32)), match.state)
        slips = jax.random.uniform(lot, (len(best),)) < slips
        return play.advance(fall, match, tuple(jnp.where(*one) for one in zip(slips, any_, best, strict=True)))

    @jax.jit
    def some(key: jax.Array, matches: Any) -> Any:
        def step(matches: Any, key: jax.Array) -> Any:
            matches, now = jax.vmap(advance)(jax.random.split(key, size), matches, rates)
            chances = softmax(jnp, play.evaluate(weights, now.observations)[0])[..., 0]
            return matches, (chances, now.evaluated & ~now.over, now.over, now.places[..., 0])

        return jax.lax.scan(step, matches, jax.random.split(key, min(steps, AT_ONCE)))

    matches, found = jax.jit(play.many.start, static_argnums=1)(jax.random.key(0), size), []
    for call in range(-(-steps // AT_ONCE)):
        matches, now = some(jax.random.key(1 + call), matches)
        found.append(jax.tree.map(np.asarray, now))
    return _with_ends(*(np.concatenate(parts) for parts in zip(*found, strict=True)))


def _with_ends(chances: Any, valued: Any, over: Any, won: Any) -> Seen:
    """Backwards from the ends of the matches; what has none is left out."""
    _, size, players = chances.shape
    result, match, count = np.full((size, players), np.nan), np.zeros(size, np.int64), 0
    results, numbers = np.empty(chances.shape), np.empty(over.shape, np.int64)
    for at in reversed(range(len(over))):
        ended = over[at]
        result[ended], match[ended] = won[at][ended], count + np.arange(ended.sum())
        count += int(ended.sum())
        results[at], numbers[at] = result, match
    kept = valued[..., None] & ~np.isnan(results)
    numbers = np.broadcast_to(numbers[..., None], chances.shape)
    best = won[:, np.arange(size), -np.arange(size) % players][over].mean()
    return Seen(chances[kept].astype(float), results[kept], numbers[kept], float(best))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_tables(parser)
    parser.add_argument("--size", type=int, default=1024, help="matches at once")
    parser.add_argument("--steps", type=int, default=300, help="of each")
    parser.add_argument("--weaker", type=float, default=0.0, help="how often the weakest seat takes any action")
    args = parser.parse_args()
    console = Console(soft_wrap=True)
    for game, players in tables(args):
        found = seen(game, players, args.size, args.steps, args.weaker)
        one = calibration(found.chance, found.result, found.match)
        worst = one.worst(1)
        console.print(
            f"{game.id} for {players}: {len(np.unique(found.match)):,} matches, {found.best:.0%} won by the best seat:"
            f" slope {one.slope:.3f} ± {one.error:.3f}; furthest tenth {worst.off / POINT:+.1f} ±"
            f" {worst.error / POINT:.1f} points; all:"
            f" {', '.join(f'{tenth.off / POINT:+.1f}' for tenth in one.tenths)}",
            highlight=False,
        )


if __name__ == "__main__":
    main()
