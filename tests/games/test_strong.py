"""The strong bot and its levels: what they see, how they judge, and that they do what anybody would."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pasch.bots.arena import contest
from pasch.bots.blunders import Blundering
from pasch.bots.levels import LADDER, bot
from pasch.bots.standings import summary
from pasch.bots.strong import Strong
from pasch.engine.draws import chance
from pasch.engine.errors import Malformed
from pasch.engine.game import AnyGame, Chance, Decision, Over, Seat
from pasch.engine.match import Match
from pasch.games import GAMES, folder
from pasch.games.network import init, softmax
from pasch.games.parts import encoding_of, value_of
from pasch.games.weights import About, fitting, is_learned, read, shipped, write
from tests.scale import scaled

Weights = Callable[[AnyGame, int], Path]
LEARNED = [game for game in GAMES.values() if (folder(game) / "learning" / "strong.py").exists()]
TABLES = [(game, players) for game in LEARNED for players in game.seats]
each_table = pytest.mark.parametrize(("game", "players"), TABLES, ids=lambda item: getattr(item, "id", str(item)))
each_game = pytest.mark.parametrize("game", LEARNED, ids=lambda game: game.id)


def decisions(game: AnyGame, players: int, seed: str, others: str = "greedy") -> Iterator[tuple[Match, Seat]]:
    """All decisions of a match."""
    below, match, player = chance(seed), Match(game, players), bot(game, others)
    while not isinstance(match.turn, Over):
        if isinstance(match.turn, Chance):
            match.draw(below)
        else:
            seat = match.turn.seats[0]
            yield match, seat
            match.play(seat, player.choose(game.view(match.state, seat), seat, match.moves(seat), below))


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Weights:
    """Files of weights before any learning: what holds of all weights holds of these."""
    folder = tmp_path_factory.mktemp("weights")

    def made(game: AnyGame, players: int) -> Path:
        file = folder / f"{game.id}-{players}.npz"
        about = About(game.id, players, encoding_of(game).VERSION, 0, 0, 0, 0, 0, 0.0, "none", "nothing", "0")
        write(file, init(value_of(game).shapes(players), 0), about)
        return file

    return made


def test_every_game_can_be_learned() -> None:
    assert {game.id for game in LEARNED} == set(GAMES) - {"hilo"}


@each_table
def test_every_table_has_been_learned_and_the_weights_say_how(game: AnyGame, players: int) -> None:
    about = fitting(shipped(game, players), game, players).about
    assert is_learned(game)
    assert about.matches > 500_000
    assert about.curve[-1].matches == about.matches
    assert len(about.curve) >= 10
    assert about.device != "cpu"


@each_game
def test_the_weights_of_a_game_are_small(game: AnyGame) -> None:
    assert sum(shipped(game, players).stat().st_size for players in game.seats) < 2_000_000


@pytest.mark.slow
@each_game
def test_it_wins_against_greedy(game: AnyGame) -> None:
    bots = ["strong", "greedy"]
    assert (
        summary(game, 2, bots, contest(game, 2, bots, scaled(10, 20), "wins", weighs_luck=True)).bots[0].win_rate > 0.5
    )


@each_table
def test_every_move_has_a_chance(game: AnyGame, players: int, weights: Weights) -> None:
    strong, below = Strong(game, file=weights(game, players)), chance("shares")
    for number, (match, seat) in enumerate(decisions(game, players, "shares")):
        if number % 7 == 0:
            moves = match.moves(seat)
            values = strong.move_values(game.view(match.state, seat), seat, moves, below)
            assert len(values) == len(moves)
            assert max(values) <= 1
            assert max(values) >= 0
            assert strong.choose(game.view(match.state, seat), seat, moves, below) in moves


@each_game
def test_it_judges_by_views_alone(game: AnyGame, weights: Weights) -> None:
    """What is hidden may be anything: nothing changes."""
    strong = Strong(game, file=weights(game, 3))
    for number, (match, seat) in enumerate(decisions(game, 3, "hidden")):
        if number % 11 == 0:
            view = game.view(match.state, seat)
            other = game.view(game.imagine(view, chance(f"other/{number}")), seat)
            one, two = (strong.move_values(seen, seat, match.moves(seat), chance("same")) for seen in (view, other))
            assert one == two


@each_table
def test_the_network_says_the_same_of_one_position_and_of_many(game: AnyGame, players: int) -> None:
    observe, judged = encoding_of(game).observe, value_of(game).logits
    weights = init(value_of(game).shapes(players), 0)
    seen = np.array([observe(game.view(match.state, seat), seat) for match, seat in decisions(game, players, "many")])
    together = judged(np, weights, seen, players)
    assert together.shape == (len(seen), players + 1)
    assert softmax(np, together[:, :-1]).sum(axis=1) == pytest.approx(1)
    assert judged(np, weights, seen[5], players) == pytest.approx(together[5], abs=1e-4)


@each_game
def test_less_noise_takes_the_best_move_more_often(game: AnyGame, weights: Weights) -> None:
    file, below = weights(game, 2), chance("levels")
    best = Strong(game, file=file)
    noise = [(0.9, 3.0), (0.0, 0.0)]
    found = [0] * len(noise)
    for match, seat in decisions(game, 2, "levels"):
        moves, view = match.moves(seat), game.view(match.state, seat)
        values = best.move_values(view, seat, moves, chance("same"))
        wanted = {move for move, value in zip(moves, values, strict=True) if value == max(values)}
        for at, (blunder_rate, temperature) in enumerate(noise):
            player = Blundering(Strong(game, temperature, file), blunder_rate)
            found[at] += player.choose(view, seat, moves, below) in wanted
    assert found[0] < found[1]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_level_plays_every_game(game: AnyGame) -> None:
    for match, seat in decisions(game, 2, "levels"):
        view, moves = game.view(match.state, seat), match.moves(seat)
        for level in LADDER:
            assert bot(game, level).choose(view, seat, moves, chance(level)) in moves
        if match.count > 20:
            break


def test_a_temperature_matters_little_where_the_choice_is_plain() -> None:
    """It confuses moves that are alike, not a win and a loss."""

    class Fixed(Strong):
        def move_values(self, view: Any, seat: Seat, moves: Any, below: Any) -> list[float]:  # noqa: ARG002
            return [0.5, 0.49, 0.001]

    game, below = LEARNED[0], chance("slip")
    chosen = [Fixed(game, 0.5).choose(None, Seat(0), "abc", below) for _ in range(400)]
    assert 150 < chosen.count("b") < 250
    assert chosen.count("c") == 0


def test_weights_of_another_table_are_refused(weights: Weights) -> None:
    game = LEARNED[0]
    file = weights(game, 3)
    match = next(decisions(game, 2, "refused"))[0]
    assert isinstance(match.turn, Decision)
    with pytest.raises(Malformed, match=r"is for .* 3 players, not for .* 2"):
        Strong(game, file=file).move_values(game.view(match.state, Seat(0)), Seat(0), match.moves(Seat(0)), chance(""))


def test_a_file_without_weights_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "weights.npz"
    file.write_bytes(b"no weights")
    with pytest.raises(Malformed, match="holds no learned weights"):
        read(file)
