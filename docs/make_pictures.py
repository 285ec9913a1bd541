"""Draws the terminal pictures in docs/pictures: each game in the middle of a match."""

import os
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.measure import Measurement
from rich.terminal_theme import TerminalTheme
from rich.text import Text as Styled

from pasch.bots.levels import bot
from pasch.engine.draws import chance
from pasch.engine.game import AnyGame, Chance, Decision, Seat
from pasch.engine.language import Lang
from pasch.engine.match import Match
from pasch.games import GAMES
from pasch.games.palette import GOLD_TEXT, SEAT_NAMES
from pasch.games.parts import text_of
from pasch.terminal.screen import WIDEST

FOLDER = Path(__file__).parent / "pictures"
WALNUT = TerminalTheme((42, 31, 23), (243, 231, 211), [(42, 31, 23)] * 8)
SEEN_BY = Seat(0)


def middle_of_a_match(game: AnyGame, players: int, seed: str) -> Match:
    """A match between greedy bots at the first decision of seat 0 after its middle."""
    below, player = chance(seed), bot(game, "greedy")
    lengths = []
    for stop in (None, 0.55):
        match = Match(game, players)
        while True:
            if isinstance(match.turn, Chance):
                match.draw(below)
            elif isinstance(match.turn, Decision):
                seat = match.turn.seats[0]
                if stop and match.count > stop * lengths[0] and seat == SEEN_BY:
                    return match
                match.play(seat, player.choose(game.view(match.state, seat), seat, match.moves(seat), below))
            else:
                lengths.append(match.count)
                break
        below = chance(seed)
    return match


def draw(match: Match, lang: Lang) -> None:
    names = [name.to(lang) for name in SEAT_NAMES]
    text = text_of(match.game)
    view = match.game.view(match.state, SEEN_BY)
    picture = text.picture(view, SEEN_BY, names[: match.players], lang)
    wide = Measurement.get(Console(width=WIDEST), Console(width=WIDEST).options, picture).maximum
    console = Console(record=True, width=wide, file=StringIO(), force_terminal=True, color_system="truecolor")
    console.print(picture)
    console.print(Styled(f"{text.question(view, SEEN_BY, names, lang)} >", style=GOLD_TEXT))
    console.save_svg(str(FOLDER / f"{match.game.id}-{lang}.svg"), title=f"pasch play {match.game.id}", theme=WALNUT)


def main() -> None:
    os.environ.pop("NO_COLOR", None)
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES.values():
        for lang in ("de", "en"):
            draw(middle_of_a_match(game, min(4, game.seats[-1]), "pictures"), lang)


if __name__ == "__main__":
    main()
