"""Bit fields packed into 32-bit words (SIMD within a register): what the JAX twins of the games are written with.

A twin is written for one match, in scalars and never in arrays: `vmap` makes arrays of them, one number per match, and
every line becomes an elementwise operation that the compiler can fuse with its neighbours. So there is no branching and
no gathering by a dynamic index, but selects.
"""

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_
from typing import TypeVar, cast

import jax
import jax.numpy as jnp
import numpy as np

Number = jax.Array
"""One integer of one match: a traced scalar."""

WORD = 32
T = TypeVar("T")


def u32(number: Number | int) -> Number:
    """A number as a word. One that is static stays a constant, which costs the compiler least."""
    return cast("Number", np.uint32(number)) if isinstance(number, int) else number.astype(jnp.uint32)


def lane(word: Number, at: Number | int, width: int) -> Number:
    """Extract one bit field (lane) of a word whose lanes are each `width` bits wide."""
    return (word >> u32(at * width)) & u32((1 << width) - 1)


def packed(numbers: Sequence[Number | int], width: int) -> Number:
    """Pack numbers into the lanes of a word, the first lowest."""
    word = u32(0)
    for at, number in enumerate(numbers):
        word = word | (u32(number) << u32(at * width))
    return word


def lanes(numbers: Sequence[int], width: int) -> int:
    """The same for static numbers."""
    return sum(number << (at * width) for at, number in enumerate(numbers))


def spread(word: Number, count: int, width: int) -> Number:
    """Deposit the lowest bits of a word, one each, into the lowest bits of lanes."""
    return packed([(word >> u32(at)) & u32(1) for at in range(count)], width)


def lowest(word: Number) -> Number:
    """Isolate the lowest set bit; 0 where there is none."""
    return word & (~word + u32(1))


def count(word: Number) -> Number:
    """Population count: how many bits are set."""
    return jax.lax.population_count(word)


def any_of(items: Iterable[Number]) -> Number:
    """OR of all: whether any is true; of words, the union of their bits."""
    return reduce(or_, items)


def clockwise(seat: Number, players: int) -> Number:
    return jnp.where(seat + 1 == players, 0, seat + 1).astype(seat.dtype)


def either(truth: Number, one: T, other: T) -> T:
    """Select: one of two states (pytrees), leaf by leaf; a leaf that is the same in both is left alone."""
    state: T = jax.tree.map(lambda a, b: a if a is b else jnp.where(truth, a, b), one, other)
    return state


def chosen(at: Number, items: Sequence[Number]) -> Number:
    """Select one of a few numbers by its index: a chain of selects instead of a gather."""
    result = items[0]
    for number, item in enumerate(items[1:], start=1):
        result = jnp.where(at == number, item, result)
    return result


def put(items: Sequence[Number], at: Number, item: Number) -> tuple[Number, ...]:
    """Scatter one number: the same numbers with the one at this index replaced."""
    return tuple(jnp.where(at == number, item, old).astype(old.dtype) for number, old in enumerate(items))


def table(at: Number, words: Sequence[int]) -> Number:
    """Look up a static table (a gather): one of many words."""
    return jnp.asarray(words, jnp.uint32)[at]


def below(word: Number, n: Number | int) -> Number:
    """A random word as a number from 0 to n − 1, for n up to 65,535: its 32 bits times n, without the last 32 bits."""
    high, low = word >> u32(16), word & u32(0xFFFF)
    return (high * u32(n) + ((low * u32(n)) >> u32(16))) >> u32(16)


def nth(words: Sequence[Number], n: Number) -> Number:
    """Select the n-th set bit (from 0) of a bit set in several words: its index."""
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
    """Population count of a bit set in several words."""
    return sum((count(word) for word in words[1:]), count(words[0]))


def joined(runs: Sequence[tuple[Number, int]]) -> tuple[Number, ...]:
    """Concatenate runs of bits, each a word and how many of its bits count, into words."""
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
    """The bit length of a word: the index of its highest set bit, from 1; 0 where there is none."""
    return u32(WORD) - jax.lax.clz(word)


def once(word: Number) -> Number:
    """The same number behind a fusion barrier: computed once for all its users.

    On CPUs XLA fuses what it takes for cheap into every user, which duplicates work without bounds in a chain of such
    numbers. A division by what it does not see to be 1 is not cheap; the next compiler (LLVM) sees it.
    """
    if jax.default_backend() != "cpu":
        return word
    wide = word.astype(jnp.uint32)
    nothing = (wide >> u32(31)) & (~wide >> u32(31))
    return (wide // (u32(1) + nothing)).astype(word.dtype)
