"""Random draws: their possible outcomes, the probabilities, and how to sample one."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from math import comb, perm
from random import Random
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from pasch.engine.remembered import remembered

Below = Callable[[int], int]
"""A source of chance: `below(n)` is a number from 0 to n − 1, all equally likely."""

O_co = TypeVar("O_co", covariant=True)
O = TypeVar("O")  # noqa: E741
T = TypeVar("T", bound=Hashable)

FACES = range(1, 7)
_ANY_FACE = dict.fromkeys(FACES, 1)
_counted: Callable[[tuple[Any, ...]], Counter[Any]] = remembered(Counter)


def chance(seed: str) -> Below:
    """A repeatable source of chance. Equal seeds give equal numbers, on every machine.

    It can be copied and pickled, and goes on from there.
    """
    return _Source(seed.encode(errors="surrogatepass")).below


class _Source(Random):
    def below(self, n: int) -> int:
        length = n.bit_length()
        number = self.getrandbits(length)
        while number >= n:
            number = self.getrandbits(length)
        return number


class Draw(Protocol[O_co]):
    """A random draw: one uniform number determines its outcome.

    It can also be split into single picks, one after the other, and traversed as a tree.
    """

    @property
    def ways(self) -> int:
        """The number of equally likely outcomes."""

    def fall(self, way: int) -> O_co:
        """The outcome with this number, from 0."""

    def options(self, picked: tuple[Any, ...]) -> dict[Any, int]:
        """What the next pick can be, with weights; empty when the picks are complete."""

    def outcome(self, picked: tuple[Any, ...], /) -> O_co:
        """The outcome that these picks make."""

    def admits(self, outcome: object) -> bool:
        """Whether this outcome is possible."""


class Dice(msgspec.Struct, Generic[O], frozen=True, dict=True):
    """Dice in fixed positions. A 0 in `held` is rolled, any other value stays as it lies."""

    held: tuple[int, ...]
    kind: type[O]
    outcome: Callable[[tuple[int, ...]], O]
    values: Callable[[O], tuple[int, ...]]

    def options(self, picked: tuple[int, ...]) -> dict[int, int]:
        if len(picked) == len(self.held):
            return {}
        held = self.held[len(picked)]
        return {held: 1} if held else _ANY_FACE.copy()

    @cached_property
    def _rolled(self) -> list[int]:
        """The positions of the dice that are rolled."""
        return [at for at, held in enumerate(self.held) if not held]

    @cached_property
    def ways(self) -> int:
        ways: int = len(FACES) ** len(self._rolled)
        return ways

    def fall(self, way: int) -> O:
        values = list(self.held)
        for at in self._rolled:
            values[at] = way % 6 + 1
            way //= 6
        return self.outcome(tuple(values))

    def admits(self, outcome: object) -> bool:
        if not isinstance(outcome, self.kind):
            return False
        values = self.values(outcome)
        return len(values) == len(self.held) and all(
            value == held if held else value in FACES for value, held in zip(values, self.held, strict=True)
        )


class Cards(msgspec.Struct, Generic[O, T], frozen=True):
    """`count` cards from a pool without replacement, after all of `taken`, which are certain."""

    pool: tuple[T, ...]
    count: int
    kind: type[O]
    outcome: Callable[[tuple[T, ...]], O]
    cards: Callable[[O], tuple[T, ...]]
    taken: tuple[T, ...] = ()
    in_order: bool = True
    """Whether it matters which card comes first."""

    def options(self, picked: tuple[T, ...]) -> dict[T, int]:
        certain = len(self.taken)
        if len(picked) < certain:
            return {self.taken[len(picked)]: 1}
        if len(picked) == certain + self.count:
            return {}
        left = dict(_counted(self.pool))
        for card in picked[certain:]:
            left[card] -= 1
            if not left[card]:
                del left[card]
        return left

    @property
    def ways(self) -> int:
        return perm(len(self.pool), self.count)

    def fall(self, way: int) -> O:
        pool = list(self.pool)
        picked = list(self.taken)
        for left in range(len(pool), len(pool) - self.count, -1):
            way, at = divmod(way, left)
            picked.append(pool.pop(at))
        return self.outcome(tuple(picked))

    def admits(self, outcome: object) -> bool:
        if not isinstance(outcome, self.kind):
            return False
        cards = self.cards(outcome)
        if len(cards) != len(self.taken) + self.count:
            return False
        rest = Counter(cards)
        rest.subtract(self.taken)
        from_pool = all(0 <= number <= self.pool.count(card) for card, number in rest.items())
        return from_pool and self.outcome(cards) == outcome


def by_lot(pool: Sequence[T], seats: int, below: Below) -> tuple[T, ...]:
    """Something different from a pool for each seat, drawn as cards are."""
    draw: Cards[tuple[T, ...], T] = Cards(tuple(pool), seats, tuple, tuple, tuple)
    return draw.fall(below(draw.ways))


def sets_of(draw: "Cards[O, T]") -> Iterator[tuple[O, int]]:
    """Every outcome of a draw in which the order does not matter, with the number of ways in which its cards can be
    taken."""

    def some(kinds: list[tuple[T, int]], size: int) -> Iterator[tuple[tuple[T, ...], int]]:
        if not size:
            yield (), 1
        elif kinds:
            (card, there), *others = kinds
            for number in range(min(size, there) + 1):
                for rest, ways in some(others, size - number):
                    yield (card,) * number + rest, ways * comb(there, number)

    for cards, ways in some(list(Counter(draw.pool).items()), draw.count):
        yield draw.outcome((*draw.taken, *cards)), ways


def spread(draw: "Dice[O]", times: int, below: Below) -> list[O]:
    """So many rolls in which every die shows each face equally often: a better sample than as many independent ones
    (a Latin hypercube). Each roll by itself is as likely as any other."""
    columns = []
    for held in draw.held:
        faces = [held or FACES[at % len(FACES)] for at in range(times)]
        columns.append([faces.pop(below(len(faces))) for _ in range(times)])
    return [draw.outcome(values) for values in zip(*columns, strict=True)]


def chances(draw: Draw[O]) -> dict[O, Fraction]:
    """Every outcome with its probability. For draws whose tree is small enough to enumerate."""
    total: dict[O, Fraction] = {}
    for picked, probability in _leaves(draw, (), Fraction(1)):
        outcome = draw.outcome(picked)
        total[outcome] = total.get(outcome, Fraction(0)) + probability
    return total


def _leaves(draw: Draw[O], picked: tuple[Any, ...], so_far: Fraction) -> Iterator[tuple[tuple[Any, ...], Fraction]]:
    options = draw.options(picked)
    if not options:
        yield picked, so_far
    weight = sum(options.values())
    for option, share in options.items():
        yield from _leaves(draw, (*picked, option), so_far * share / weight)
