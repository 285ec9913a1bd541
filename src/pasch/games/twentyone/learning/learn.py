"""The policy of twenty one in training: every seat takes the mark of the highest value, beside what others may mark."""

from typing import Any

import jax
import jax.numpy as jnp

from pasch.games.bits import Number
from pasch.games.network import Weights, named
from pasch.games.twentyone.learning import twin as batch
from pasch.games.twentyone.learning.encode import KEEP, REROLL, fields
from pasch.games.twentyone.learning.twin import DONE, KEEPING, MARK, ROLL, State
from pasch.games.twentyone.learning.value import Page, mark_values, pages, rerolled
from pasch.games.twin import NO_ACTION, Guidance

AFTER_CHANCE = False
"""Positions are evaluated when all have marked, before the next roll."""
LAMBDA = 0.85
HEURISTIC_PART = EXPLORATION = 0.0
TRUNCATE_AFTER = None
TRIES = 8
"""How many second rolls are sampled to decide whether to roll again."""


def is_evaluated(state: State) -> Number:
    return (state.phase == ROLL) | (state.phase == DONE)


def decide(weights: Weights, state: State, key: jax.Array, guidance: Guidance) -> tuple[Number, ...]:  # noqa: ARG001
    players = len(state.rows)
    observation = batch.observe(state, 0)
    seen, page = named(fields(players), observation), pages(jnp, observation, players)
    following = (state.active + 1) % players
    seats = [jnp.int8(seat) for seat in range(players)]
    values = jnp.stack([_values(weights, page, seen["shown"][None], following, seat)[0] for seat in seats])
    marks = values.argmax(axis=-1)
    keeps = values.max(axis=-1)[state.active]
    again = rerolled(jnp, seen["dice"], jax.random.randint(key, (TRIES, len(seen["dice"])), 1, 7, jnp.int16))
    sampled = _values(weights, page, again[:, seen["colour"]], following, state.active)
    rolls = sampled.max(axis=-1).mean() > keeps
    keeping = jnp.where(rolls, REROLL, KEEP)
    return tuple(
        jnp.where(
            state.phase == MARK,
            marks[seat],
            jnp.where((state.phase == KEEPING) & (state.active == seat), keeping, NO_ACTION),
        ).astype(jnp.int16)
        for seat in range(players)
    )


def redealt(state: State, seat: Number, key: jax.Array) -> State:  # noqa: ARG001
    return state  # nothing is hidden


def _values(weights: Weights, page: Page, shown: jax.Array, following: Number, seat: Number) -> jax.Array:
    """For each of several rolls and each mark of a seat, its chance to win."""

    def turned(items: Any, axis: int) -> Any:
        return jnp.roll(items, -seat.astype(jnp.int32), axis)

    seats = shown.shape[1]
    page = Page(*(turned(item, 0) for item in page))
    values: jax.Array = mark_values(jnp, weights, page, turned(shown, 1), (following - seat) % seats)
    return values
