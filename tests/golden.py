"""Golden games: whole matches as text, so that a change of the rules shows as a diff. `make golden` writes them."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from pasch.engine.draws import chance
from pasch.engine.game import AnyGame, Chance, Decision, Over
from pasch.engine.match import Match
from pasch.engine.record import event_to_json
from pasch.games import GAMES
from pasch.games.palette import SEAT_NAMES
from pasch.games.parts import greedy_of, text_of

FOLDER = Path(__file__).parent / "golden"
TABLES = [(game, players) for game in GAMES.values() for players in (game.seats[0], game.seats[-1])]


def path(game: AnyGame, players: int) -> Path:
    return FOLDER / f"{game.id}-{players}.txt"


def transcript(game: AnyGame, players: int) -> str:
    return "\n".join(_lines(game, players)) + "\n"


def _lines(game: AnyGame, players: int) -> Iterator[str]:
    below, names = chance(f"golden/{game.id}/{players}"), [name.en for name in SEAT_NAMES[:players]]
    match, text = Match(game, players), text_of(game)
    yield f"{game.id}, {players} players"
    while not isinstance(turn := match.turn, Over):
        before = game.view(match.state, None)
        if isinstance(turn, Decision):
            moves = greedy_of(game).willing(match.moves(turn.seats[0]))
            yield f"{match.count:>4} {turn.rule} seat {turn.seats[0]} chooses among {len(moves)}"
            match.play(turn.seats[0], moves[below(len(moves))])
        elif isinstance(turn, Chance):
            yield f"{match.count:>4} {turn.rule} chance falls in one of {turn.draw.ways} ways"
            match.draw(below)
        yield f"     {msgspec.json.encode(event_to_json(match.last)).decode()}"
        for sentence in text.tell(match.last, before, game.view(match.state, None), names, "en"):
            yield f"     {sentence}"
    yield f"{match.count:>4} {turn.rule} {turn.result}"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game, players in TABLES:
        path(game, players).write_text(transcript(game, players), encoding="utf-8")


if __name__ == "__main__":
    main()
