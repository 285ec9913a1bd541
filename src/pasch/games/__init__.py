"""The games: every folder here (and in the folders that PASCH_GAMES names) that has a `GAME`. There is no list."""

import os
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from pasch.engine.game import AnyGame
from pasch.engine.match import Match

__path__ += [str(Path(folder).resolve()) for folder in os.environ.get("PASCH_GAMES", "").split(os.pathsep) if folder]


def _found() -> dict[str, AnyGame]:
    folders = [name for _, name, is_folder in iter_modules(__path__) if is_folder]
    modules = [import_module(f"{__name__}.{folder}") for folder in folders]
    return {module.GAME.id: module.GAME for module in modules if hasattr(module, "GAME")}


GAMES: dict[str, AnyGame] = _found()


def folder(game: AnyGame) -> Path:
    """Where the game lives: its rulebook pages and data lie there."""
    file = import_module(f"{__name__}.{game.id}").__file__
    assert file is not None
    return Path(file).parent


def _drawn(match: Match) -> str:
    from pasch.games.drawing import svg, usual_names

    return svg(match.game, match.state, None, usual_names(match.players))


Match.drawn = _drawn
