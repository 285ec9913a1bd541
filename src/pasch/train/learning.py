"""Learning by self-play: matches are played, what they teach is taken in, and so on."""

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import optax

from pasch.batch.many import Matches
from pasch.engine.game import AnyGame
from pasch.games.network import init
from pasch.train.selfplay import Seen, SelfPlay

SCORE = 0.5
"""What an error in the score counts beside one in the places."""
SLOWNESS = 0.999
"""How slowly the weights that are kept in the end follow those that learn: they are their average over a while."""
FASTEST, SLOWEST = 2e-3, 2e-5
"""The rate of learning at the beginning and at the end."""
LESSON, LESSONS = 8192, 8
"""About how many positions are learned from at once; fewer where a round would have fewer lessons than this."""


class Learned(NamedTuple):
    """All that learning has come to, and goes on from."""

    weights: dict[str, jax.Array]
    average: dict[str, jax.Array]
    memory: Any
    rival: dict[str, jax.Array]
    """Weights of an earlier time, to measure against."""
    matches: Matches
    key: jax.Array


class Report(NamedTuple):
    """What one round of learning was like."""

    ended: jax.Array
    surprise: jax.Array


class Learning:
    """One game for one number of players."""

    def __init__(self, game: AnyGame, players: int, size: int, steps: int) -> None:
        self.play = SelfPlay(game, players)
        self.size, self.steps = size, steps
        self._optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.scale_by_adam(b2=0.99))
        self.round = jax.jit(self._round, donate_argnums=0)
        self.duel = jax.jit(self.play.duel, static_argnums=3)

    def begin(self, seed: int, rival: dict[str, Any] | None = None) -> Learned:
        first = init(self.play.value.shapes(self.play.players), seed)
        arrays = {name: jnp.asarray(array) for name, array in first.items()}
        key, lot = jax.random.split(jax.random.key(seed))
        matches = jax.jit(self.play.start, static_argnums=1)(lot, self.size)
        return Learned(arrays, copied(first), self._optimizer.init(arrays), copied(rival or first), matches, key)

    def _round(self, learned: Learned, rate: jax.Array, by_heuristic: jax.Array) -> tuple[Learned, Report]:
        """Some steps of all matches, and a lesson from all the positions they came to."""
        key, play, order = jax.random.split(learned.key, 3)
        matches, seen = self.play.play(play, learned.weights, learned.matches, self.steps, by_heuristic)
        lessons = self._lessons(order, learned.weights, seen)
        (weights, average, memory), surprises = jax.lax.scan(
            partial(self._learn, rate), (learned.weights, learned.average, learned.memory), lessons
        )
        return Learned(weights, average, memory, learned.rival, matches, key), Report(seen.over.sum(), surprises.mean())

    def _lessons(self, key: jax.Array, weights: dict[str, jax.Array], seen: Seen) -> tuple[jax.Array, ...]:
        """The positions in any order, in portions, with what they should be judged as."""
        places, scores, known = self.play.aims(weights, seen, self.play.learner.LAMBDA)
        size = self.steps * self.size * self.play.players
        known = jnp.broadcast_to((known & seen.counts)[..., None], seen.observations.shape[:-1])
        portions = max(LESSONS, size // LESSON)
        order = jax.random.permutation(key, size)[: size // portions * portions].reshape(portions, -1)
        flat = (
            seen.observations.reshape(size, -1),
            places.reshape(size, -1),
            scores.reshape(size),
            known.reshape(size),
        )
        return tuple(item[order] for item in flat)

    def _learn(self, rate: jax.Array, at: tuple[Any, ...], lesson: tuple[jax.Array, ...]) -> tuple[Any, jax.Array]:
        weights, average, memory = at
        (_, surprise), slope = jax.value_and_grad(self._loss, has_aux=True)(weights, *lesson)
        change, memory = self._optimizer.update(slope, memory)
        weights = {name: weight - rate * change[name] for name, weight in weights.items()}
        part = jnp.maximum(1 - SLOWNESS, 1 / (1 + memory[1].count))
        average = {name: old + part * (weights[name] - old) for name, old in average.items()}
        return (weights, average, memory), surprise

    def _loss(
        self,
        weights: dict[str, jax.Array],
        observations: jax.Array,
        places: jax.Array,
        scores: jax.Array,
        known: jax.Array,
    ) -> tuple[jax.Array, jax.Array]:
        numbers, hoped = self.play.judged(weights, observations)
        surprise = -(places * jax.nn.log_softmax(numbers)).sum(axis=-1)
        amount = jnp.maximum(known.sum(), 1)
        loss = ((surprise + SCORE * (hoped - scores) ** 2) * known).sum() / amount
        return loss, (surprise * known).sum() / amount


def copied(weights: Mapping[str, Any]) -> dict[str, jax.Array]:
    return {name: jnp.array(array, copy=True) for name, array in weights.items()}


def rate_at(progress: float) -> float:
    """From the fastest to the slowest, always by the same factor; the first hundredth is for warming up."""
    return float(FASTEST * (SLOWEST / FASTEST) ** min(1.0, progress) * min(1.0, 0.1 + 90 * progress))
