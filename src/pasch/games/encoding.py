"""What encodings are made of: runs of actions, named fields of small integers, and seats counted from the observer."""

from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from math import prod
from struct import Struct
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pasch.engine.errors import Malformed
from pasch.engine.game import Seat
from pasch.games.parts import Encoding


class Field(NamedTuple):
    """Some numbers of an observation. Seats are counted from the observer: 0 is the observer, 1 the next clockwise."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    meaning: str

    @property
    def size(self) -> int:
        return prod(self.shape)


class Actions(NamedTuple):
    """A run of action numbers that belong together."""

    name: str
    size: int
    meaning: str


def number_of_actions(encoding: Encoding) -> int:
    return sum(run.size for run in encoding.ACTIONS)


def bounds(fields: Sequence[Field]) -> tuple[list[int], list[int]]:
    """The lowest and the highest that each number of an observation can be."""
    return (
        [field.low for field in fields for _ in range(field.size)],
        [field.high for field in fields for _ in range(field.size)],
    )


def legal_actions(encoding: Encoding, view: Any, seat: Seat, moves: Sequence[Any]) -> dict[int, Any]:
    """The moves that a seat may make by their numbers, which ascend."""
    return {number: encoding.move(view, seat, number) for number in ones(encoding.mask(view, seat, moves))}


def ones(mask: bytes | NDArray[np.int8]) -> list[int]:
    """Where a mask has a 1, in ascending order."""
    numbers: list[int] = np.frombuffer(mask, np.int8).nonzero()[0].tolist()
    return numbers


def mask_of(numbers: Iterable[int], size: int) -> bytes:
    mask = bytearray(size)
    for number in numbers:
        mask[number] = 1
    return bytes(mask)


# Observations are put together of pieces that were made before: most of what is seen has not changed by a move.

INT16, UINT8 = np.dtype(np.int16), np.dtype(np.uint8)


def packed(numbers: Iterable[int]) -> bytes:
    """A piece of an observation."""
    return array("h", numbers).tobytes()


@cache
def packer(count: int) -> Callable[..., bytes]:
    """Makes a piece of this many numbers, which are its arguments: several times as fast as `packed`."""
    return Struct(f"={count}h").pack


def observation(*pieces: bytes) -> NDArray[np.int16]:
    return np.frombuffer(bytearray().join(pieces), INT16)


def observation_of_bytes(*pieces: bytes) -> NDArray[np.int16]:
    """The same of pieces with one byte for each number, where none is below 0 or above 255."""
    return np.frombuffer(b"".join(pieces), UINT8).astype(INT16)


def limit_for(encoding: Encoding, deciding: int, limit: int | None) -> int | None:
    """After how many decisions in total a match with this many seats is truncated; None: never."""
    if limit is None:
        return None if encoding.LIMIT is None else encoding.LIMIT * deciding
    if limit < 1:
        raise Malformed(
            f"Eine Grenze ist mindestens ein Schritt, nicht {limit}.", f"A limit is at least one step, not {limit}."
        )
    return limit


def from_seat(seat: Seat, other: int, players: int) -> int:
    """How many places clockwise of a seat another one sits."""
    return (other - seat) % players


def clockwise_from(seat: Seat, items: Sequence[Any]) -> Sequence[Any]:
    """What every seat has, the observer's first."""
    return [*items[seat:], *items[:seat]]
