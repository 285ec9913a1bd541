"""What the JAX twins of all games share: what a state waits for, how the seats stand, and win shares."""

from functools import reduce
from typing import NamedTuple

import jax.numpy as jnp

from pasch.games.bits import Number
from pasch.games.parts import Twin

CHANCE, DECISION, OVER = 0, 1, 2
"""What a state waits for."""
NO_ACTION = -1


class Standing(NamedTuple):
    """How the seats stand."""

    scores: tuple[Number, ...]
    ranks: tuple[Number, ...]
    """Higher the better a seat stands, and equal where the place is shared."""


class Guidance(NamedTuple):
    """How far a training leads the policy, which otherwise takes the action of the highest value."""

    by_heuristic: Number | bool
    """Whether the heuristic decides instead of the network."""
    exploration: Number | float
    """How often an action is taken whatever its value."""


UNGUIDED = Guidance(False, 0.0)


def shares(ranks: tuple[Number, ...]) -> tuple[Number, ...]:
    """Each seat's win share in a match that is over."""
    best = reduce(jnp.maximum, ranks)
    share = 1 / sum((rank == best).astype(jnp.float32) for rank in ranks)
    return tuple(jnp.where(rank == best, share, 0) for rank in ranks)


def number_of_deciders(twin: Twin, players: int) -> int:
    return len(twin.deciders(twin.start(players, 0)))
