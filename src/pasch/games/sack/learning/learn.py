"""How Blöder Sack is learned: every action that is legal is tried in the twin, and what it leads to is judged."""

import jax
import jax.numpy as jnp

from pasch.games.bits import Number, nth, once, total
from pasch.games.network import Weights, softmax
from pasch.games.sack.learning import twin as batch
from pasch.games.sack.learning.twin import ROLL, State
from pasch.games.sack.learning.value import last_share, logits
from pasch.games.twin import NO_ACTION, OVER

AFTER_CHANCE = False
"""Positions are judged before chance falls: a turn is done, or a new card is about to be turned up."""
LAMBDA = 0.93
HEURISTIC_PART = 0.0
TRUNCATE_AFTER = None
MOST_TRIED = 32
"""How many actions are tried. More are hardly ever legal: ten ways to place, and replacing that many dice is rare."""


def is_evaluated(state: State) -> Number:  # noqa: ARG001
    return jnp.asarray(True)


def decide(weights: Weights, state: State, key: jax.Array, by_heuristic: Number) -> tuple[Number]:  # noqa: ARG001
    """The action after which the seat on turn is most likely to win."""
    (mask,) = batch.mask(state)
    legal = total(mask)
    tries = jnp.arange(MOST_TRIED, dtype=jnp.uint32)
    actions = jax.vmap(lambda n: once(nth(mask, jnp.minimum(n, jnp.maximum(legal, 1) - 1))))(tries).astype(jnp.int16)
    seen, ended = jax.vmap(lambda action: _after(state, action))(actions)
    players = len(state.supply)
    hopes = softmax(jnp, logits(jnp, weights, seen, players)[..., :-1])[..., 0]
    worth = jnp.where(tries < legal, jnp.where(ended, last_share(jnp, seen, players), hopes), -jnp.inf)
    return (jnp.where(legal == 0, jnp.int16(NO_ACTION), actions[jnp.argmax(worth)]),)


def _after(state: State, action: Number) -> tuple[jax.Array, Number]:
    after = jax.tree.map(once, batch.play(state, (action,)))
    as_it_lies = after._replace(phase=jnp.int8(ROLL))  # the last scoring (S18) is spared, and done by `last_share`
    return batch.observe(as_it_lies, state.seat).at[0].set(after.phase), batch.turn(after) == OVER
