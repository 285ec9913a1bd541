"""Boards of Blöder Sack as words of bit planes, and who wins the card above one: for the JAX twin."""

from collections.abc import Collection

import jax
import jax.numpy as jnp

from pasch.games.bits import Number, chosen, count, highest, packed, table, u32
from pasch.games.sack.conditions import ANY, EVEN, HIGH, LOW, ODD
from pasch.games.sack.encode import CARDS, FACES
from pasch.games.sack.model import FIELDS

PLANE = (1 << FIELDS) - 1
"""One bit for each field of a board."""
VALUE_PLANES, OWNER_PLANES = 3, 2
"""What the dice show, and whose they are: a plane for each bit of the number."""


def bit(number: Number, at: int) -> Number:
    return (u32(number) >> u32(at)) & u32(1)


def plane(word: Number, at: int) -> Number:
    return (word >> u32(at * FIELDS)) & u32(PLANE)


def fields_with(word: Number, planes: int, number: Number | int) -> Number:
    """The fields on which these planes show a number."""
    differs = u32(0)
    for at in range(planes):
        wanted = PLANE * (number >> at & 1) if isinstance(number, int) else u32(PLANE) * bit(number, at)
        differs = differs | (plane(word, at) ^ u32(wanted))
    return ~differs & u32(PLANE)


def with_number(word: Number, planes: int, fields: Number, number: Number) -> Number:
    """The same planes with a number on these fields."""
    for at in range(planes):
        shift = u32(at * FIELDS)
        word = (word & ~(fields << shift)) | ((fields * bit(number, at)) << shift)
    return word


def dice(values: Number) -> Number:
    """The fields on which dice lie."""
    return plane(values, 0) | plane(values, 1) | plane(values, 2)


def dice_of(values: Number, owners: Number, seat: Number | int) -> Number:
    return fields_with(owners, OWNER_PLANES, seat) & dice(values)


def numbers_on(word: Number, planes: int) -> jax.Array:
    """The number on each field."""
    fields = jnp.arange(FIELDS, dtype=jnp.uint32)
    bits = [(word >> fields >> u32(at * FIELDS)) & u32(1) for at in range(planes)]
    return packed(bits, 1).astype(jnp.int16)


# S16, S17 The conditions

MOST, LAST, EQUAL, DIFFERENT, SUM = range(5)
NO_LIMIT = 63


def _condition(kind: int, values: Collection[int] = ANY, parities: int = 0b11, limit: int = NO_LIMIT) -> int:
    """A condition as a word: which values count, how they are judged, and which sums are allowed."""
    return sum(1 << value for value in values) | kind << 7 | parities << 10 | limit << 12


CONDITIONS = {
    "most-dice": _condition(MOST),
    **{f"most-{n}": _condition(MOST, {n}) for n in FACES},
    **{f"most-not-{n}": _condition(MOST, ANY - {n}) for n in FACES},
    "most-123": _condition(MOST, LOW),
    "most-456": _condition(MOST, HIGH),
    "most-even": _condition(MOST, EVEN),
    "most-odd": _condition(MOST, ODD),
    "most-equal": _condition(EQUAL),
    "most-different": _condition(DIFFERENT),
    **{f"last-{n}": _condition(LAST, {n}) for n in FACES},
    "last-123": _condition(LAST, LOW),
    "last-456": _condition(LAST, HIGH),
    "sum": _condition(SUM),
    "sum-even": _condition(SUM, parities=0b01),
    "sum-odd": _condition(SUM, parities=0b10),
    "sum-under-10": _condition(SUM, limit=10),
    "sum-under-15": _condition(SUM, limit=15),
}
CONDITION_OF = tuple(CONDITIONS[card] for card in CARDS)


def _strength(condition: Number, values: Number, shown: list[Number], counting: Number, mine: Number) -> Number:
    kind = (condition >> u32(7)) & u32(0b111)
    groups = [count(mine & fields) for fields in shown]
    largest, different = groups[0], u32(groups[0] != 0)
    for group in groups[1:]:
        largest, different = jnp.maximum(largest, group), different + u32(group != 0)
    amount = sum(count(mine & plane(values, at)) << u32(at) for at in range(VALUE_PLANES))
    allowed = ((condition >> (u32(10) + (amount & u32(1)))) & u32(1) == 1) & (amount < condition >> u32(12))
    met = mine & counting
    return chosen(kind, [count(met), highest(met), largest, different, jnp.where(allowed, amount, u32(0))])


# S13, S14, S21 Who wins


def winner_of(card: Number, values: Number, owners: Number, players: int) -> Number:
    """The seat that wins a card if it is scored now; `players` where nobody does."""
    condition = table(jnp.maximum(card, 0), CONDITION_OF)
    shown = [fields_with(values, VALUE_PLANES, face) for face in FACES]
    counting = u32(0)
    for face, fields in zip(FACES, shown, strict=True):
        counting = counting | (fields * ((condition >> u32(face)) & u32(1)))
    winner, best = u32(players), u32(0)
    for seat in range(players):
        mine = dice_of(values, owners, seat)
        strength = _strength(condition, values, shown, counting, mine)
        rank = jnp.where(strength == 0, u32(0), strength * u32(16) + highest(mine))
        winner = jnp.where(rank > best, u32(seat), winner)
        best = jnp.maximum(best, rank)
    return winner
