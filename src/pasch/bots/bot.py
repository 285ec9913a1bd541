"""What a bot is."""

from collections.abc import Sequence
from typing import Any, Protocol

from pasch.engine.draws import Below
from pasch.engine.game import Seat

FINE = 1 << 30
"""The resolution of random numbers of bots."""


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, view: Any, seat: Seat, moves: Sequence[Any], below: Below) -> Any:
        """One of the moves, of which there is at least one."""
