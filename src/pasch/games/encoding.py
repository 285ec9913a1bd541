"""What a game's `encode.py` says: its actions as numbers, and its views as named fields of small integers."""

from collections.abc import Sequence
from math import prod
from typing import Any, NamedTuple, Protocol, cast

from pasch.engine.errors import Malformed
from pasch.engine.game import AnyGame, Seat
from pasch.engine.language import Text
from pasch.games import part


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


class Encoding(Protocol):
    """The numbers of one game. What is written with one `VERSION` can be read with it alone."""

    VERSION: int
    """Changes whenever an action's or a field's meaning, place or range does."""
    ACTIONS: tuple[Actions, ...]
    """All actions, run after run, from 0."""
    PICKS: tuple[Any, ...]
    """All that a single pick of chance can be: faces of a die, cards."""
    LIMIT: int | None
    """After how many decisions of each seat, on average, learning breaks a match off; None: it ends by itself."""

    def action(self, view: Any, seat: Seat, move: Any) -> int:
        """The number of a move that this seat may make."""

    def move(self, view: Any, seat: Seat, action: int) -> Any:
        """The move that a number stands for; raise ValueError where it stands for none."""

    def fields(self, players: int) -> tuple[Field, ...]:
        """What an observation consists of."""

    def observe(self, view: Any, seat: Seat) -> Sequence[int]:
        """The observation of a seat: the numbers of all fields in a row."""


def encoding_of(game: AnyGame) -> Encoding:
    return cast("Encoding", part(game, "encode"))


def number_of_actions(encoding: Encoding) -> int:
    return sum(run.size for run in encoding.ACTIONS)


def bounds(fields: Sequence[Field]) -> tuple[list[int], list[int]]:
    """The lowest and the highest that each number of an observation can be."""
    return (
        [field.low for field in fields for _ in range(field.size)],
        [field.high for field in fields for _ in range(field.size)],
    )


def legal_actions(encoding: Encoding, view: Any, seat: Seat, moves: Sequence[Any]) -> dict[int, Any]:
    """The moves that a seat may make by their numbers."""
    number = encoding.action
    return {number(view, seat, move): move for move in moves}


def limit_for(encoding: Encoding, deciding: int, limit: int | None) -> int | None:
    """After how many decisions a match is broken off, where so many seats share them; None: never."""
    if limit is None:
        return None if encoding.LIMIT is None else encoding.LIMIT * deciding
    if limit < 1:
        raise Malformed(
            Text(
                f"Eine Grenze ist mindestens ein Schritt, nicht {limit}.",
                f"A limit is at least one step, not {limit}.",
            )
        )
    return limit


def from_seat(seat: Seat, other: int, players: int) -> int:
    """How many places clockwise of a seat another one sits."""
    return (other - seat) % players


def clockwise_from(seat: Seat, items: Sequence[Any]) -> Sequence[Any]:
    """What every seat has, the observer's first."""
    return [*items[seat:], *items[:seat]]
