"""Adoption: new weights replace old ones only when they have beaten them."""

from pathlib import Path
from shutil import copyfile

from pasch.bots.levels import WITH_WEIGHTS
from pasch.engine.game import AnyGame
from pasch.engine.language import Lang
from pasch.games.weights import fitting, shipped
from pasch.terminal.report import print_table, watched_contest


def adopt(game: AnyGame, players: int, new: Path, games: int, seed: str, jobs: int, lang: Lang) -> bool:
    """Lets both play, each in every seat with the same chance; puts the new ones into the game's folder if they win.

    They have to: the whole 95 % interval of their wins, less what was luck, must be above their fair share. Where there
    are none yet, they are adopted at once.
    """
    fitting(new, game, players)
    old = shipped(game, players)
    if old.exists():
        bots = [f"{WITH_WEIGHTS}{file}" for file in (new, old)]
        table = watched_contest(game, players, bots, games, seed, jobs, weighs_luck=True)
        print_table(table, lang)
        if table.bots[0].low <= table.bots[0].fair:
            return False
    old.parent.mkdir(exist_ok=True)
    copyfile(new, old)
    return True
