"""One update of the network: self-play, TD(λ) targets, and gradient steps on minibatches of them."""

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import optax

from pasch.batch.many import Matches
from pasch.engine.game import AnyGame
from pasch.games.network import softmax, widened
from pasch.games.twin import Guidance
from pasch.train.selfplay import SelfPlay, Transition
from pasch.train.targets import td_targets

SCORE_LOSS = 0.5
"""The weight of the squared error of the score beside the cross-entropy of the places."""
EMA_DECAY = 0.999
"""Of the exponential moving average of the weights, which is what is kept in the end."""
FIRST_RATE, LAST_RATE = 2e-3, 2e-5
"""The learning rate at the beginning and at the end."""
WARM_RATE = 1e-3
"""The first one where a training goes on from trained weights."""
MINIBATCH, FEWEST_MINIBATCHES = 8192, 8
"""About how many positions make a minibatch; smaller ones where an update would have fewer of them than this."""

Arrays = dict[str, jax.Array]


class TrainState(NamedTuple):
    """All that a training goes on from."""

    weights: Arrays
    average: Arrays
    optimizer: optax.OptState
    baseline: Arrays
    """Weights of an earlier time, to measure against."""
    matches: Matches
    key: jax.Array


class Metrics(NamedTuple):
    """Of one update."""

    ended: jax.Array
    cross_entropy: jax.Array


class Trainer:
    """One game for one number of players."""

    def __init__(self, game: AnyGame, players: int, size: int, steps: int) -> None:
        self.play = SelfPlay(game, players)
        self.size, self.steps = size, steps
        self._optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.scale_by_adam(b2=0.99))
        self.update = jax.jit(self._update, donate_argnums=0)
        self.duel = jax.jit(self.play.duel, static_argnums=3)

    def init(
        self, seed: int, baseline: Mapping[str, Any] | None = None, begin: Mapping[str, Any] | None = None
    ) -> TrainState:
        """`begin`: weights to go on from, perhaps of a smaller network."""
        first = widened(begin or {}, self.play.value.shapes(self.play.players), seed)
        weights = {name: jnp.asarray(array) for name, array in first.items()}
        key, lot = jax.random.split(jax.random.key(seed))
        matches = jax.jit(self.play.many.start, static_argnums=1)(lot, self.size)
        optimizer = self._optimizer.init(weights)
        return TrainState(weights, copied(first), optimizer, copied(baseline or first), matches, key)

    def _update(self, state: TrainState, learning_rate: jax.Array, guidance: Guidance) -> tuple[TrainState, Metrics]:
        """Some steps of all matches, and gradient steps on all the positions they came to."""
        key, play, order = jax.random.split(state.key, 3)
        matches, rollout = self.play.rollout(play, state.weights, state.matches, self.steps, guidance)
        minibatches = self._minibatches(order, state.weights, rollout)
        (weights, average, optimizer), losses = jax.lax.scan(
            partial(self._gradient_step, learning_rate), (state.weights, state.average, state.optimizer), minibatches
        )
        metrics = Metrics(rollout.over.sum(), losses.mean())
        return TrainState(weights, average, optimizer, state.baseline, matches, key), metrics

    def _minibatches(self, key: jax.Array, weights: Arrays, rollout: Transition) -> tuple[jax.Array, ...]:
        """The positions shuffled, with their targets and whether they have any."""
        logits, scores = self.play.evaluate(weights, rollout.observations)
        targets = td_targets(rollout, softmax(jnp, logits), scores, self.play.learner.LAMBDA)
        size = self.steps * self.size * self.play.players
        known = jnp.broadcast_to((targets.known & rollout.evaluated)[..., None], rollout.observations.shape[:-1])
        count = max(FEWEST_MINIBATCHES, size // MINIBATCH)
        order = jax.random.permutation(key, size)[: size // count * count].reshape(count, -1)
        flat = (
            rollout.observations.reshape(size, -1),
            targets.places.reshape(size, -1),
            targets.scores.reshape(size),
            known.reshape(size),
        )
        return tuple(item[order] for item in flat)

    def _gradient_step(
        self, learning_rate: jax.Array, at: tuple[Any, ...], minibatch: tuple[jax.Array, ...]
    ) -> tuple[Any, jax.Array]:
        weights, average, optimizer = at
        (_, cross_entropy), gradient = jax.value_and_grad(self._loss, has_aux=True)(weights, *minibatch)
        updates, optimizer = self._optimizer.update(gradient, optimizer)
        weights = {name: weight - learning_rate * updates[name] for name, weight in weights.items()}
        part = jnp.maximum(1 - EMA_DECAY, 1 / (1 + optimizer[1].count))
        average = {name: old + part * (weights[name] - old) for name, old in average.items()}
        return (weights, average, optimizer), cross_entropy

    def _loss(
        self, weights: Arrays, observations: jax.Array, places: jax.Array, scores: jax.Array, known: jax.Array
    ) -> tuple[jax.Array, jax.Array]:
        logits, predicted = self.play.evaluate(weights, observations)
        cross_entropy = -(places * jax.nn.log_softmax(logits)).sum(axis=-1)
        amount = jnp.maximum(known.sum(), 1)
        loss = ((cross_entropy + SCORE_LOSS * (predicted - scores) ** 2) * known).sum() / amount
        return loss, (cross_entropy * known).sum() / amount


def copied(weights: Mapping[str, Any]) -> Arrays:
    return {name: jnp.array(array, copy=True) for name, array in weights.items()}


def learning_rate(progress: float, first: float = FIRST_RATE) -> float:
    """Exponential decay from the first to the last; the first hundredth of the training warms up."""
    return float(first * (LAST_RATE / first) ** min(1.0, progress) * min(1.0, 0.1 + 90 * progress))
