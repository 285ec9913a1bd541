"""What the network learns to say of a position: TD(λ) targets, from the results of matches and its own values."""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from pasch.train.selfplay import Transition


class Targets(NamedTuple):
    places: jax.Array
    scores: jax.Array
    known: jax.Array
    """Whether anything is known of what follows."""


def td_targets(rollout: Transition, places: jax.Array, scores: jax.Array, lambda_: float) -> Targets:
    """For each step of a rollout the target of its position; `places` and `scores` are the network's own values.

    That is how the match ended, mixed with the values on the way there: the nearer ones count more, and the smaller λ
    is, the more they do.
    """

    def back(following: Targets, at: tuple[jax.Array, jax.Array, Transition]) -> tuple[Targets, Targets]:
        places, scores, step = at
        target = Targets(
            jnp.where(step.over[:, None, None], step.places, following.places),
            jnp.where(step.over[:, None], step.scores, following.scores),
            step.over | following.known,
        )
        own, later = jnp.where(target.known, 1 - lambda_, 1.0), jnp.where(target.known, lambda_, 0.0)

        def mixed(value: jax.Array, later_value: jax.Array) -> jax.Array:
            each = (slice(None), *[None] * (value.ndim - 1))
            return jnp.where(step.evaluated[each], own[each] * value + later[each] * later_value, later_value)

        known = target.known | step.evaluated
        return Targets(mixed(places, target.places), mixed(scores, target.scores), known), target

    nothing = Targets(jnp.zeros_like(places[0]), jnp.zeros_like(scores[0]), jnp.zeros_like(rollout.over[0]))
    targets: Targets = jax.lax.scan(back, nothing, (places, scores, rollout), reverse=True)[1]
    return targets
