"""Whole numbers in packed words: what the JAX twins of the games are written with.

A twin is written for one match, in single numbers and never in arrays: `vmap` makes arrays of them, one number per
match, and every line becomes an operation on whole arrays that the compiler can join with its neighbours.
"""

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_
from typing import TypeVar, cast

import jax
import jax.numpy as jnp
import numpy as np

Number = jax.Array
"""One whole number of one match."""

WORD = 32
T = TypeVar("T")


def u32(number: Number | int) -> Number:
    """A number as a word. One that is known beforehand stays a constant, which costs the compiler least."""
    return cast("Number", np.uint32(number)) if isinstance(number, int) else number.astype(jnp.uint32)


def lane(word: Number, at: Number | int, width: int) -> Number:
    """One of the lanes of a word, each `width` bits wide."""
    return (word >> u32(at * width)) & u32((1 << width) - 1)


def packed(numbers: Sequence[Number | int], width: int) -> Number:
    """A word of lanes, the first number lowest."""
    word = u32(0)
    for at, number in enumerate(numbers):
        word = word | (u32(number) << u32(at * width))
    return word


def lanes(numbers: Sequence[int], width: int) -> int:
    """The same for numbers that are known beforehand."""
    return sum(number << (at * width) for at, number in enumerate(numbers))


def spread(word: Number, count: int, width: int) -> Number:
    """The lowest bits of a word, each at the bottom of a lane of its own."""
    return packed([(word >> u32(at)) & u32(1) for at in range(count)], width)


def lowest(word: Number) -> Number:
    """The lowest bit of a word, alone; 0 where there is none."""
    return word & (~word + u32(1))


def count(word: Number) -> Number:
    return jax.lax.population_count(word)


def any_of(items: Iterable[Number]) -> Number:
    """Whether any of these is true; of words, the bits of all."""
    return reduce(or_, items)


def clockwise(seat: Number, players: int) -> Number:
    return jnp.where(seat + 1 == players, 0, seat + 1).astype(seat.dtype)


def either(truth: Number, one: T, other: T) -> T:
    """One of two states; what is the same in both is left alone."""
    state: T = jax.tree.map(lambda a, b: a if a is b else jnp.where(truth, a, b), one, other)
    return state


def chosen(at: Number, items: Sequence[Number]) -> Number:
    """One of a few numbers."""
    result = items[0]
    for number, item in enumerate(items[1:], start=1):
        result = jnp.where(at == number, item, result)
    return result


def put(items: Sequence[Number], at: Number, item: Number) -> tuple[Number, ...]:
    """The same numbers with one of them changed."""
    return tuple(jnp.where(at == number, item, old).astype(old.dtype) for number, old in enumerate(items))


def table(at: Number, words: Sequence[int]) -> Number:
    """One of many words that are known beforehand."""
    return jnp.asarray(words, jnp.uint32)[at]


def below(word: Number, n: Number | int) -> Number:
    """A random word as a number from 0 to n − 1, for n up to 65,535: its 32 bits times n, without the last 32 bits."""
    high, low = word >> u32(16), word & u32(0xFFFF)
    return (high * u32(n) + ((low * u32(n)) >> u32(16))) >> u32(16)


def nth(words: Sequence[Number], n: Number) -> Number:
    """Where the n-th bit that is set stands in some words, from 0."""
    sizes = [count(word) for word in words]
    word, base, left = words[0], u32(0), n
    skipped = u32(0)
    for at, size in enumerate(sizes[:-1], start=1):
        skipped = skipped + size
        beyond = n >= skipped
        word = jnp.where(beyond, words[at], word)
        base = jnp.where(beyond, u32(at * WORD), base)
        left = jnp.where(beyond, n - skipped, left)
    return base + _nth_of_word(word, left)


def _nth_of_word(word: Number, n: Number) -> Number:
    at = u32(0)
    for half in (16, 8, 4, 2, 1):
        size = count(word & u32((1 << half) - 1))
        beyond = n >= size
        at = jnp.where(beyond, at + half, at)
        n = jnp.where(beyond, n - size, n)
        word = jnp.where(beyond, word >> u32(half), word)
    return at


def total(words: Sequence[Number]) -> Number:
    """How many bits are set in all."""
    return sum((count(word) for word in words[1:]), count(words[0]))


def joined(runs: Sequence[tuple[Number, int]]) -> tuple[Number, ...]:
    """Runs of bits, each a word and how many of its bits count, one behind the other as words."""
    words = [u32(0)] * -(-sum(size for _, size in runs) // WORD)
    begin = 0
    for word, size in runs:
        at, shift = divmod(begin, WORD)
        words[at] = words[at] | (word << u32(shift))
        if shift + size > WORD:
            words[at + 1] = words[at + 1] | (word >> u32(WORD - shift))
        begin += size
    return tuple(words)


def highest(word: Number) -> Number:
    """The place of the highest bit of a word, from 1; 0 where there is none."""
    return u32(WORD) - jax.lax.clz(word)


def once(word: Number) -> Number:
    """The same number, computed once for all who use it.

    XLA's compiler for processors computes what it takes for cheap anew for every user, which grows without bounds in
    a chain of such numbers. A division by what it does not see to be 1 is not cheap; the next compiler sees it.
    """
    if jax.default_backend() != "cpu":
        return word
    wide = word.astype(jnp.uint32)
    nothing = (wide >> u32(31)) & (~wide >> u32(31))
    return (wide // (u32(1) + nothing)).astype(word.dtype)
