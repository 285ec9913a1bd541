"""The bots by name."""

from collections.abc import Callable

from pasch.bots.bot import Bot, GameBots, bots_of
from pasch.bots.greedy import Greedy
from pasch.bots.random import Random
from pasch.engine.errors import Malformed
from pasch.engine.game import AnyGame
from pasch.engine.language import Text

LEVELS: dict[str, Callable[[GameBots], Bot]] = {"random": Random, "greedy": Greedy}


def check_level(level: str) -> None:
    if level not in LEVELS:
        known = ", ".join(LEVELS)
        raise Malformed(
            Text(
                f"Einen Bot {level!r:.40} gibt es nicht, nur: {known}.",
                f"There is no bot {level!r:.40}, only: {known}.",
            )
        )


def bot(game: AnyGame, level: str) -> Bot:
    check_level(level)
    return LEVELS[level](bots_of(game))
