"""Writes what the weights say of how they were learned into docs/training.md, and their curves as pictures.

python -m docs.make_curves; `--check` only compares.
"""

import sys
from pathlib import Path

from docs import generated

from pasch.engine.game import AnyGame
from pasch.games import GAMES
from pasch.games.weights import fitting, is_learned, shipped
from pasch.train.curve import picture

DOCS = Path(__file__).parent
PAGE, CURVES = DOCS / "training.md", DOCS / "curves"
HEAD = "| table | matches | before | positions learned from | seconds | weights | at the end against | | curve |"


def files() -> dict[Path, str]:
    tables = [(game, players) for game in GAMES.values() if is_learned(game) for players in game.seats]
    lines = [HEAD, "|---|" + "---:|" * 5 + "---|---|---|", *(line(game, players) for game, players in tables)]
    pictures = {CURVES / f"{game.id}-{players}.svg": curve(game, players) for game, players in tables}
    return {PAGE: generated.between(PAGE.read_text(encoding="utf-8"), "learned", "\n".join(lines)), **pictures}


def line(game: AnyGame, players: int) -> str:
    learned = fitting(shipped(game, players), game, players)
    about, size = learned.about, sum(array.size for array in learned.weights.values())
    positions, last = about.rounds * about.size * about.steps * players, about.curve[-1]
    share = "" if last.share is None else f"{last.share:.1%} ± {last.error:.1%} (even: {1 / players:.1%})"
    cells = [
        f"{game.id} for {players}",
        f"{about.matches:,}",
        f"{about.before:,}" if about.before else "–",
        f"{positions / 1e6:,.0f} M",
        f"{about.seconds:,.0f}",
        f"{size:,}",
        about.against,
        share,
        f"[picture](curves/{game.id}-{players}.svg)",
    ]
    return f"| {' | '.join(cells)} |"


def curve(game: AnyGame, players: int) -> str:
    return picture(fitting(shipped(game, players), game, players).about)


if __name__ == "__main__":
    sys.exit(generated.run(files(), sys.argv[1:], "make curves"))
