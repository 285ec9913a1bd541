"""Draws the terminal pictures in docs/pictures: each game in the middle of a match."""

import os
from pathlib import Path

from pasch.bots.levels import bot
from pasch.engine.draws import chance
from pasch.engine.game import AnyGame, Chance, Decision, Seat
from pasch.engine.language import Lang
from pasch.engine.match import Match
from pasch.games import GAMES
from pasch.games.drawing import svg, usual_names

FOLDER = Path(__file__).parent / "pictures"
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
    names = usual_names(match.players, lang)
    drawn = svg(match.game, match.state, SEEN_BY, names, lang, f"pasch play {match.game.id}")
    (FOLDER / f"{match.game.id}-{lang}.svg").write_text(drawn, encoding="utf-8")


def main() -> None:
    os.environ.pop("NO_COLOR", None)
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES.values():
        for lang in ("de", "en"):
            draw(middle_of_a_match(game, min(4, game.seats[-1]), "pictures"), lang)


if __name__ == "__main__":
    main()
