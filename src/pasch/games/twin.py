"""What a game's `batch.py` says: the same rules as `rules.py`, on numbers that JAX can put into arrays."""

from functools import reduce
from typing import Any, NamedTuple, Protocol, cast

import jax
import jax.numpy as jnp

from pasch.engine.game import AnyGame
from pasch.games import part
from pasch.games.bits import Number

CHANCE, DECISION, OVER = 0, 1, 2
"""What a state waits for."""
NO_ACTION = -1


class Standing(NamedTuple):
    """How the seats stand."""

    scores: tuple[Number, ...]
    ranks: tuple[Number, ...]
    """Higher the better a seat stands, and equal where the place is shared."""


class Twin(Protocol):
    """The JAX twin of a game, for one match; `vmap` makes it many. The number of players is fixed by the state's shape.

    A *decider* is somebody who may have to decide: the seat on turn, or, where seats choose at once, every seat.
    """

    def start(self, players: int, first: Number | int, options: Any = None) -> Any:
        """The state before the first event."""

    def turn(self, state: Any) -> Number:
        """CHANCE, DECISION or OVER."""

    def deciders(self, state: Any) -> tuple[Number, ...]:
        """The seats that may have to decide; how many they are never changes."""

    def mask(self, state: Any) -> tuple[tuple[Number, ...], ...]:
        """For each decider the actions that are legal, as the bits of words; none where it has nothing to decide."""

    def play(self, state: Any, actions: tuple[Number, ...]) -> Any:
        """Every decider acts; `NO_ACTION` for one that does not."""

    def draw(self, key: jax.Array, state: Any) -> Any:
        """How chance falls at random. Nothing else here is given a key."""

    def settle(self, state: Any, outcome: Any) -> Any:
        """How chance fell."""

    def observe(self, state: Any, seat: Number | int) -> jax.Array:
        """The observation of a seat: the numbers of `encode.fields` in a row, as int16."""

    def standing(self, state: Any) -> Standing:
        """How the seats stand, or have ended."""

    def options(self, options: Any, players: int) -> Any:
        """What `start` needs to know of the options of a match, as numbers."""

    def written(self, outcome: Any) -> Any:
        """An outcome of the engine as one of the twin."""

    def read(self, state: Any, outcome: Any) -> Any:
        """An outcome of the twin, for a state that waits for it, as one of the engine."""


def shares(ranks: tuple[Number, ...]) -> tuple[Number, ...]:
    """Each seat's share of the win of a match that is over."""
    best = reduce(jnp.maximum, ranks)
    share = 1 / sum((rank == best).astype(jnp.float32) for rank in ranks)
    return tuple(jnp.where(rank == best, share, 0) for rank in ranks)


def number_of_deciders(twin: Twin, players: int) -> int:
    return len(twin.deciders(twin.start(players, 0)))


def twin_of(game: AnyGame) -> Twin:
    return cast("Twin", part(game, "batch"))
