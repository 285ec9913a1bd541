"""How twenty one is learned: every seat judges all its marks, beside what the others are guessed to mark."""

from typing import Any

import jax
import jax.numpy as jnp

from pasch.games.bits import Number
from pasch.games.network import Weights, named
from pasch.games.twentyone.learning import twin as batch
from pasch.games.twentyone.learning.encode import KEEP, REROLL, fields
from pasch.games.twentyone.learning.twin import DONE, KEEPING, MARK, ROLL, State
from pasch.games.twentyone.learning.value import Page, pages, worth_of_marks
from pasch.games.twentyone.model import COLOURS, LOCKED
from pasch.games.twin import NO_ACTION

AFTER_CHANCE = False
"""Positions are judged when all have marked, before the next roll."""
LAMBDA = 0.85
HEURISTIC_PART = 0.0
TRUNCATE_AFTER = None
TRIES = 8
"""How many rolls are tried before the dice are rolled again."""


def is_evaluated(state: State) -> Number:
    return (state.phase == ROLL) | (state.phase == DONE)


def decide(weights: Weights, state: State, key: jax.Array, by_heuristic: Number) -> tuple[Number, ...]:  # noqa: ARG001
    players = len(state.rows)
    observation = batch.observe(state, 0)
    seen, page = named(fields(players), observation), pages(jnp, observation, players)
    following = (state.active + 1) % players
    seats = [jnp.int8(seat) for seat in range(players)]
    worth = jnp.stack([_worth(weights, page, seen["shown"][None], following, seat)[0] for seat in seats])
    marks = worth.argmax(axis=-1)
    keeps = worth.max(axis=-1)[state.active]
    again = _again(key, seen["dice"])
    tried = _worth(weights, page, again[:, seen["colour"]], following, state.active)
    rolls = tried.max(axis=-1).mean() > keeps
    keeping = jnp.where(rolls, REROLL, KEEP)
    return tuple(
        jnp.where(
            state.phase == MARK,
            marks[seat],
            jnp.where((state.phase == KEEPING) & (state.active == seat), keeping, NO_ACTION),
        ).astype(jnp.int16)
        for seat in range(players)
    )


def _again(key: jax.Array, dice: jax.Array) -> jax.Array:
    """The dice after some rolls of those that do not show a 1 (T4)."""
    rolled = jax.random.randint(key, (TRIES, len(COLOURS)), 1, 7, jnp.int16)
    return jnp.where(dice == LOCKED, dice, rolled)


def _worth(weights: Weights, page: Page, shown: jax.Array, following: Number, seat: Number) -> jax.Array:
    """For each of several rolls and each mark of a seat, its chance to win."""

    def turned(items: Any, axis: int) -> Any:
        return jnp.roll(items, -seat.astype(jnp.int32), axis)

    seats = shown.shape[1]
    page = Page(*(turned(item, 0) for item in page))
    worth: jax.Array = worth_of_marks(jnp, weights, page, turned(shown, 1), (following - seat) % seats)
    return worth
