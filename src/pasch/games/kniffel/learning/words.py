"""Cards of Karten-Kniffel as words: how many there are of each value, in lanes of five bits."""

from collections.abc import Sequence

import jax
import jax.numpy as jnp

from pasch.games.bits import Number, lane, lanes, packed, u32
from pasch.games.kniffel.model import CARDS_PER_VALUE, VALUES, Hand

LANE = 5
BOTTOMS = lanes((1,) * len(VALUES), LANE)
ALL_CARDS = CARDS_PER_VALUE * BOTTOMS


def word_of(cards: Sequence[int]) -> int:
    return lanes([cards.count(value) for value in VALUES], LANE)


def cards_in(word: int) -> Hand:
    return tuple(value for at, value in enumerate(VALUES) for _ in range(int(word) >> LANE * at & 0b11111))


def number_of(word: Number) -> Number:
    """How many cards these are, if fewer than 32."""
    return lane(word * u32(BOTTOMS), len(VALUES) - 1, LANE)


def number_of_many(word: Number) -> Number:
    return sum((lane(word, at, LANE) for at in range(len(VALUES))), u32(0))


def counts_of(cards: Number) -> jax.Array:
    return jnp.stack([lane(cards, at, LANE) for at in range(len(VALUES))])


def lowest_of(cards: Number, number: Number) -> Number:
    """So many of the cards, the lowest values first."""
    taken = []
    for at in range(len(VALUES)):
        taken.append(jnp.minimum(lane(cards, at, LANE), number))
        number = number - taken[-1]
    return packed(taken, LANE)
