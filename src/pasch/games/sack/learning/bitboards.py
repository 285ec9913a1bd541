"""Bitboards for the JAX twin of Blöder Sack: a board as words of bit planes, and who wins the card above it."""

from functools import reduce
from operator import add, and_
from typing import NamedTuple

import jax
import jax.numpy as jnp

from pasch.games.bits import Number, any_of, chosen, count, highest, lane, packed, table, u32
from pasch.games.sack.learning.encode import CONDITION_OF, KINDS, TIE_BREAK_BY_FIELD
from pasch.games.sack.model import FACES, FIELDS, LARGEST_SUM, PARITIES, SIX, Condition, Kind

PLANE = (1 << FIELDS) - 1
"""One bit for each field of a board."""
VALUE_PLANES, OWNER_PLANES = 3, 2
"""What the dice show, and whose they are: a plane for each bit of the number."""


def bit(number: Number, at: int) -> Number:
    return lane(u32(number), at, 1)


def plane(word: Number, at: int) -> Number:
    return lane(word, at, FIELDS)


def planes_of(word: Number, planes: int) -> list[Number]:
    return [plane(word, at) for at in range(planes)]


def fields_with(word: Number, planes: int, number: Number) -> Number:
    """The fields on which these planes show a number."""
    differs = any_of(plane(word, at) ^ (u32(PLANE) * bit(number, at)) for at in range(planes))
    return ~differs & u32(PLANE)


def fields_showing(planes: list[Number], number: int) -> Number:
    """The same for a number that is known beforehand."""
    return reduce(and_, [fields if number >> at & 1 else fields ^ u32(PLANE) for at, fields in enumerate(planes)])


def with_number(word: Number, planes: int, fields: Number, number: Number) -> Number:
    """The same planes with a number on these fields."""
    for at in range(planes):
        shift = u32(at * FIELDS)
        word = (word & ~(fields << shift)) | ((fields * bit(number, at)) << shift)
    return word


def dice(values: Number) -> Number:
    """The fields on which dice lie."""
    return any_of(planes_of(values, VALUE_PLANES))


def dice_of(values: Number, owners: Number, seat: Number) -> Number:
    return fields_with(owners, OWNER_PLANES, seat) & dice(values)


def numbers_on(word: Number, planes: int) -> jax.Array:
    """The number on each field."""
    fields = jnp.arange(FIELDS, dtype=jnp.uint32)
    bits = [(word >> fields >> u32(at * FIELDS)) & u32(1) for at in range(planes)]
    return packed(bits, 1).astype(jnp.int16)


def dice_of_all(values: Number, owners: Number, players: int) -> list[Number]:
    """The fields on which the dice of each seat lie."""
    lying, planes = dice(values), planes_of(owners, OWNER_PLANES)
    return [fields_showing(planes, seat) & lying for seat in range(players)]


# S16, S17 The conditions

VALUE_BITS, KIND_BITS, PARITY_BITS = SIX + 1, 3, len(PARITIES)
KIND_AT = VALUE_BITS
PARITIES_AT = KIND_AT + KIND_BITS
LIMIT_AT = PARITIES_AT + PARITY_BITS
"""Where the parts of a condition stand in its word."""


def _word(condition: Condition) -> int:
    """A condition as a word: which values count, how they are measured, which sums are allowed."""
    values = sum(1 << value for value in condition.values)
    parities = sum(1 << at for at, parity in enumerate(PARITIES) if condition.parity in (None, parity))
    limit = condition.below or LARGEST_SUM + 1
    return values | KINDS.index(condition.kind) << KIND_AT | parities << PARITIES_AT | limit << LIMIT_AT


WORDS = tuple(map(_word, CONDITION_OF))


class Judged(NamedTuple):
    """A board under a card: what all seats are measured by."""

    kind: Number
    parities: Number
    limit: Number
    bits: list[Number]
    """The fields whose dice have each bit of their value."""
    shown: list[Number]
    """The fields that show each value."""
    counting: Number
    """The fields whose dice count for the card."""


def _judged(card: Number, values: Number) -> Judged:
    condition = table(jnp.maximum(card, 0), WORDS)
    bits = planes_of(values, VALUE_PLANES)
    shown = [fields_showing(bits, face) for face in FACES]
    return Judged(
        kind=lane(condition >> u32(KIND_AT), 0, KIND_BITS),
        parities=condition >> u32(PARITIES_AT),
        limit=condition >> u32(LIMIT_AT),
        bits=bits,
        shown=shown,
        counting=any_of(fields * bit(condition, face) for face, fields in zip(FACES, shown, strict=True)),
    )


def _strength(judged: Judged, mine: Number) -> Number:
    """How well the dice on these fields meet the condition; 0: not at all."""
    groups = [count(mine & fields) for fields in judged.shown]
    different = reduce(add, [jnp.minimum(group, u32(1)) for group in groups])
    total = reduce(add, [count(mine & fields) << u32(at) for at, fields in enumerate(judged.bits)])
    allowed = ((judged.parities >> (total & u32(1))) & u32(1) == 1) & (total < judged.limit)
    met = mine & judged.counting
    strengths = {
        Kind.MOST: count(met),
        Kind.LAST: highest(met),
        Kind.EQUAL: reduce(jnp.maximum, groups),
        Kind.DIFFERENT: different,
        Kind.SUM: jnp.where(allowed, total, u32(0)),
    }
    return chosen(judged.kind, [strengths[kind] for kind in KINDS])


# S13, S14, S21 Who wins


def winner_of(card: Number, values: Number, owners: Number, players: int) -> Number:
    """The seat that wins a card if it is scored now; `players` where nobody does."""
    judged = _judged(card, values)
    winner, best = u32(players), u32(0)
    for seat, mine in enumerate(dice_of_all(values, owners, players)):
        strength = _strength(judged, mine)
        rank = jnp.where(strength == 0, u32(0), strength * u32(TIE_BREAK_BY_FIELD) + highest(mine))
        winner = jnp.where(rank > best, u32(seat), winner)
        best = jnp.maximum(best, rank)
    return winner
