"""The bots by name: the levels that people play against, the baselines, and custom bots."""

import os
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import cast

from pasch.bots.blunders import Blundering
from pasch.bots.bot import Bot
from pasch.bots.greedy import Greedy
from pasch.bots.random import Random
from pasch.bots.strong import Strong
from pasch.engine.errors import Malformed
from pasch.engine.game import AnyGame
from pasch.engine.language import Text
from pasch.games.parts import greedy_of, strong_of
from pasch.games.weights import is_learned

LADDER = ("beginner", "easy", "medium", "good", "strong")
"""The levels that people play against, the weakest first."""
STEP_WINS = 0.6
"""How often each of them wins for two against the next lower one (`benchmarks/calibrate.py`)."""
USUAL = "medium"
"""The level for those who did not ask for one."""
MEASURES = ("random", "greedy")
"""Bots without training, the baselines for those with it."""
LEVELS = (*MEASURES, *LADDER)

NAMES = {
    "random": Text("planlos", "clueless"),
    "greedy": Text("gierig", "greedy"),
    "beginner": Text("Anfänger", "beginner"),
    "easy": Text("leicht", "easy"),
    "medium": Text("mittel", "medium"),
    "good": Text("gut", "good"),
    "strong": Text("stark", "strong"),
}
CHARACTERS = {"beginner": "Pit", "easy": "Emma", "medium": "Oskar", "good": "Frieda", "strong": "Knut"}
"""Each level is one character."""


def check_level(level: str) -> None:
    if level not in LEVELS:
        known = ", ".join(LEVELS)
        raise Malformed(
            f"Einen Bot {level!r:.40} gibt es nicht, nur: {known}.", f"There is no bot {level!r:.40}, only: {known}."
        )


def bot(game: AnyGame, level: str) -> Bot:
    check_level(level)
    if level == "random":
        return Random(greedy_of(game))
    if level == "greedy" or not is_learned(game):
        return _blundering(Greedy(greedy_of(game)), BLUNDER_RATES.get(level, 0.0))
    blunder_rate, temperature = (*strong_of(game).LEVEL_NOISE, (0.0, 0.0))[LADDER.index(level)]
    return _blundering(Strong(game, temperature), blunder_rate)


BLUNDER_RATES = dict(zip(LADDER, (0.8, 0.6, 0.4, 0.2), strict=False))
"""Of the levels of a game that nobody has learned; the best is `greedy` then."""


def _blundering(player: Bot, rate: float) -> Bot:
    return Blundering(player, rate) if rate else player


# Anybody's own

WITH_WEIGHTS, WITH_NOISE = "strong@", "strong~"


def bot_from_spec(game: AnyGame, spec: str) -> Bot:
    """A level or any other bot.

    `strong@FILE`: the strong bot with the weights of a file. `strong~BLUNDER_RATE~TEMPERATURE`: with noise as a level
    has it. `MODULE:NAME`: a custom bot, called with the game. It can be any code, so never pass an untrusted name.
    """
    if spec.startswith(WITH_WEIGHTS):
        return Strong(game, file=Path(spec.removeprefix(WITH_WEIGHTS)))
    if spec.startswith(WITH_NOISE):
        return _noisy(game, spec)
    module, colon, attribute = spec.partition(":")
    return _own(module, attribute)(game) if colon else bot(game, spec)


def _noisy(game: AnyGame, spec: str) -> Bot:
    try:
        blunder_rate, temperature = map(float, spec.removeprefix(WITH_NOISE).split("~"))
    except ValueError as error:
        raise Malformed(
            f"Hinter {WITH_NOISE} stehen zwei Zahlen, wie strong~0.2~0.5, nicht {spec!r:.40}.",
            f"Behind {WITH_NOISE} stand two numbers, as in strong~0.2~0.5, not {spec!r:.40}.",
        ) from error
    return _blundering(Strong(game, temperature), blunder_rate)


def _own(module: str, attribute: str) -> Callable[[AnyGame], Bot]:
    """Also from a file of the current folder, where nothing that is installed has its name."""
    if not {"", os.getcwd()} & set(sys.path):
        sys.path.append(os.getcwd())
    try:
        return cast("Callable[[AnyGame], Bot]", getattr(import_module(module), attribute))
    except (ImportError, AttributeError) as error:
        raise Malformed(
            f"Einen Bot {module}:{attribute} gibt es nicht: {error}.", f"There is no bot {module}:{attribute}: {error}."
        ) from error
