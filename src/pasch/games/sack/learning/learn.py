"""How Blöder Sack is learned: every legal action is tried in the twin, and the network values its afterstate."""

import jax
import jax.numpy as jnp

from pasch.games.bits import Number, nth, once, total
from pasch.games.network import Weights, softmax
from pasch.games.outcome import wanted
from pasch.games.sack.learning import twin
from pasch.games.sack.learning.value import at_the_end, logits
from pasch.games.twin import NO_ACTION, OVER, Guidance

AFTER_CHANCE = False
"""Positions are valued before chance falls: a turn is done, or a new card is about to be turned up."""
LAMBDA = 0.93
HEURISTIC_PART = EXPLORATION = 0.0
TRUNCATE_AFTER = None
MOST_ACTIONS = 32
"""How many actions are tried. More are hardly ever legal: ten ways to place, and replacing that many dice is rare."""


def is_evaluated(state: twin.State) -> Number:  # noqa: ARG001
    return jnp.asarray(True)


def decide(weights: Weights, state: twin.State, key: jax.Array, guidance: Guidance) -> tuple[Number]:  # noqa: ARG001
    """The action that leads to what the seat on turn wants most."""
    (mask,) = twin.mask(state)
    legal = total(mask)
    tries = jnp.arange(MOST_ACTIONS, dtype=jnp.uint32)
    actions = jax.vmap(lambda n: once(nth(mask, jnp.minimum(n, jnp.maximum(legal, 1) - 1))))(tries).astype(jnp.int16)
    observations, ended = jax.vmap(lambda action: _afterstate(state, action))(actions)
    players = len(state.supply)
    outputs = logits(jnp, weights, observations, players)
    expected = wanted(jnp, softmax(jnp, outputs[..., :-1]), outputs[..., -1])
    values = jnp.where(ended, wanted(jnp, *at_the_end(jnp, observations, players)), expected)
    best = actions[jnp.argmax(jnp.where(tries < legal, values, -jnp.inf))]
    return (jnp.where(legal == 0, jnp.int16(NO_ACTION), best),)


def redealt(state: twin.State, seat: Number, key: jax.Array) -> twin.State:  # noqa: ARG001
    return state  # nothing is hidden


def _afterstate(state: twin.State, action: Number) -> tuple[jax.Array, Number]:
    """What the seat on turn observes after an action, and whether the match is over."""
    after = jax.tree.map(once, twin.play(state, (action,)))
    as_it_lies = after._replace(phase=jnp.int8(twin.ROLL))  # the last scoring (S18) is left to `at_the_end`
    return twin.observe(as_it_lies, state.seat).at[0].set(after.phase), twin.turn(after) == OVER
