"""How twenty one is learned: every seat judges all its marks, beside what the others are guessed to mark."""

from typing import Any

import jax
import jax.numpy as jnp

from pasch.games.bits import Number
from pasch.games.network import Weights, chances, named
from pasch.games.twentyone import batch
from pasch.games.twentyone.batch import DONE, KEEPING, MARK, ROLL, State
from pasch.games.twentyone.encode import KEEP, REROLL, fields
from pasch.games.twentyone.model import COLOURS, LOCKED, ROWS
from pasch.games.twentyone.value import Page, guessed, judged_for, marked, of_a_page, pages, totals
from pasch.games.twin import NO_ACTION, shares

AFTER_CHANCE = False
"""Positions are judged when all have marked, before the next roll."""
TRUST = 0.85
TRIES = 8
"""How many rolls are tried before the dice are rolled again."""


def counts(state: State) -> Number:
    return (state.phase == ROLL) | (state.phase == DONE)


def decide(weights: Weights, state: State, key: jax.Array) -> tuple[Number, ...]:
    players = len(state.rows)
    observation = batch.observe(state, 0)
    seen, page = named(fields(players), observation), pages(jnp, observation, players)
    following = (state.active + 1) % players
    worth = _worth(weights, page, seen["shown"], following)
    marks = worth.argmax(axis=-1)
    keeps = worth.max(axis=-1)[state.active]
    again = _again(key, seen["dice"])
    tried = jax.vmap(lambda dice: _worth_of_one(weights, page, dice[seen["colour"]], following, state.active))(again)
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


def _worth(weights: Weights, page: Page, shown: jax.Array, following: Number) -> jax.Array:
    """For each seat and mark, its chance to win."""
    players = shown.shape[0]
    return jnp.stack([_worth_of_one(weights, page, shown, following, jnp.int8(seat)) for seat in range(players)])


def _worth_of_one(weights: Weights, page: Page, shown: jax.Array, following: Number, seat: Number) -> jax.Array:
    players = shown.shape[0]

    def turned(items: Any) -> Any:
        return jnp.roll(items, -seat.astype(jnp.int32), axis=0)

    page, shown = Page(*map(turned, page)), turned(shown)
    others = guessed(jnp, Page(*(item[1:] for item in page)), shown[1:])
    mine, legal = marked(jnp, Page(*(item[0] for item in page)), shown[0])
    active = (following - seat) % players
    numbers = judged_for(jnp, weights, of_a_page(jnp, mine), of_a_page(jnp, others), active)
    hopes = chances(jnp, numbers[..., :-1])[..., 0]
    ends = (mine.row == ROWS) | (others.row == ROWS).any()
    own, theirs = totals(jnp, mine), totals(jnp, others)
    share = jax.vmap(lambda total: shares((total, *theirs))[0])(own)
    return jnp.where(legal, jnp.where(ends, share, hopes), -jnp.inf)
