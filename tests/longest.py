"""The longest sentences that are told of a match, as the page gets them: two lines of the smallest phone must hold each
(`web/e2e/shell.spec.ts`). `make golden` writes them."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from pasch.engine.draws import chance
from pasch.engine.game import AnyGame, Seat
from pasch.engine.language import LANGS, Lang
from pasch.games import GAMES
from pasch.games.address import Pieces, addressed, marks
from pasch.games.parts import text_of
from tests.laws import heard_by

WEB = Path(__file__).parent.parent / "web"
FILE = WEB / "e2e" / "longest.json"
SHOWN = [game for game in GAMES.values() if (WEB / "src" / "games" / game.id).exists()]
MATCHES, LONGEST = 4, 6
EMBLEM = "WW"
"""About as wide as one, and as a card that is drawn."""


def longest() -> dict[str, list[Pieces]]:
    """Of each game, in both languages: the longest sentences, one of each form."""
    return {game.id: [pieces for lang in LANGS for pieces in _of_each_form(game, lang)[:LONGEST]] for game in SHOWN}


def _of_each_form(game: AnyGame, lang: Lang) -> list[Pieces]:
    found: dict[str, tuple[int, Pieces]] = {}
    for pieces in _told(game, lang):
        text = "".join([EMBLEM if isinstance(piece, int) else piece for piece in pieces])
        drawn = re.sub(r"[„“][^“”]+[“”]", 2 * EMBLEM, text)
        form = re.sub(r"[\d., ]+", "#", drawn)
        found[form] = max(found.get(form, (0, pieces)), (len(drawn), pieces), key=lambda one: one[0])
    return [pieces for _, pieces in sorted(found.values(), key=lambda one: -one[0])]


def _told(game: AnyGame, lang: Lang) -> Iterator[Pieces]:
    """All that the first seat hears, at the fullest tables."""
    me, players = Seat(0), game.seats[-1]
    for match in range(MATCHES):
        for event, before, after in heard_by(me, game, players, chance(f"longest/{game.id}/{match}")):
            yield from addressed(text_of(game).tell(event, before, after, marks(players), lang), me, lang)


def written() -> str:
    """A sentence on each line."""
    told = {game: ",\n    ".join(_json(one) for one in pieces) for game, pieces in longest().items()}
    return "{\n" + ",\n".join(f"  {_json(game)}: [\n    {one}\n  ]" for game, one in told.items()) + "\n}\n"


def _json(what: object) -> str:
    return json.dumps(what, ensure_ascii=False)


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
