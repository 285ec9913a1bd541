"""Writes the table of docs/rating.md from the anchors beside the weights of the games: python -m docs.make_rating.

`--check` only compares. `python -m benchmarks.anchors --write` makes the anchors anew.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from docs import generated

from pasch.bots.levels import LADDER
from pasch.games import GAMES
from pasch.server.people.anchors import measured

PAGE = Path(__file__).parent / "rating.md"


def rows() -> Iterator[str]:
    yield f"| game | {' | '.join(LADDER)} | matches |"
    yield "|---" * (len(LADDER) + 2) + "|"
    for game in sorted(GAMES):
        if (found := measured(game)) is not None:
            levels = (found.levels[level] for level in LADDER)
            told = " | ".join(f"{one.mu:.1f} ± {one.sigma:.1f}" for one in levels)
            yield f"| {game} | {told} | {sum(found.matches.values())} |"


def files() -> dict[Path, str]:
    return {PAGE: generated.between(PAGE.read_text(encoding="utf-8"), "anchors", "\n".join(rows()))}


if __name__ == "__main__":
    sys.exit(generated.run(files(), sys.argv[1:], "python -m docs.make_rating"))
