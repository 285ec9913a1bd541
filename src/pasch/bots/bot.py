"""What a bot is, and what a game adds to the bots in its `bots.py`."""

from collections.abc import Sequence
from typing import Any, Protocol, cast

from pasch.engine.draws import Below
from pasch.engine.game import AnyGame, Seat
from pasch.games import part

FINE = 1 << 30
"""How finely bots divide what they leave to chance."""


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, view: Any, seat: Seat, moves: Sequence[Any], below: Below) -> Any:
        """One of the moves, which are never none."""


class GameBots(Protocol):
    """What a game adds to the bots."""

    def willing(self, moves: Sequence[Any]) -> Sequence[Any]:
        """The moves among which a player without a plan chooses: those that bring the match nearer its end."""

    def worth(self, view: Any, seat: Seat, moves: Sequence[Any]) -> Sequence[float]:
        """How good each move looks at first sight; the greedy bot takes the best."""


def bots_of(game: AnyGame) -> GameBots:
    return cast("GameBots", part(game, "bots"))
