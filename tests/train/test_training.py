"""A whole training, much too short: it writes weights that play, a curve, and goes on where it stopped."""

from pathlib import Path

import numpy as np
import pytest

from pasch.cli import main
from pasch.games import GAMES
from pasch.games.network import init, layers, mlp, widened
from pasch.games.parts import value_of
from pasch.games.weights import About, Point, fitting, read, write
from pasch.train.curve import picture
from pasch.train.trainer import FIRST_RATE, LAST_RATE, learning_rate

SMALL = ["--players", "2", "--size", "8", "--steps", "4", "--seed", "5"]


@pytest.mark.proof
def test_it_trains_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["train", "kniffel", *SMALL, "--folder", str(tmp_path)]
    assert main([*words, "--seconds", "100", "--stop-after", "1", "--duel", "2"]) == 0
    file = tmp_path / "kniffel-2.npz"
    said = capsys.readouterr()
    assert said.out.strip() == str(file)
    assert "kniffel for 2" in said.err
    first = fitting(file, GAMES["kniffel"], 2)
    assert (first.about.seed, first.about.size, first.about.steps) == (5, 8, 4)
    assert first.about.rounds >= 1
    assert all(np.isfinite(array).all() for array in first.weights.values())
    assert (tmp_path / "kniffel-2.svg").read_text(encoding="utf-8").startswith("<svg")
    whole = int(first.about.seconds) + 2
    assert main([*words, "--seconds", str(whole), "--duel", "0", "--resume"]) == 0
    later = read(file)
    assert later.about.rounds > first.about.rounds
    assert later.about.seconds >= whole
    assert later.about.curve[: len(first.about.curve)] == first.about.curve
    assert main(["arena", "kniffel", "--bots", f"strong@{file},random", "--games", "2", "--json"]) == 0
    begun = file.rename(tmp_path / "begun.npz")  # by its name a process reads a file once
    assert main([*words, "--seconds", "1", "--duel", "0", "--begin", str(begun)]) == 0
    assert read(file).about.before == later.about.matches


def test_a_widened_network_computes_the_same() -> None:
    small, inputs = init(layers("some", 3, 4, 2), 1), np.random.default_rng(2).standard_normal((5, 3))
    large = widened(small, layers("some", 6, 9, 2), 3)
    new = np.random.default_rng(4).standard_normal((5, 3))
    found = mlp(np, large, "some", np.concatenate([inputs, new], axis=1), 2)
    assert np.allclose(found, mlp(np, small, "some", inputs, 2))
    assert large["some0.w"][:, 4:].any(), "its new units begin at random"


def test_the_learning_rate_warms_up_and_decays() -> None:
    rates = [learning_rate(at / 100) for at in range(1, 101)]
    assert rates == sorted(rates, reverse=True)
    assert learning_rate(0) < learning_rate(0.01) <= FIRST_RATE
    assert rates[-1] == pytest.approx(LAST_RATE)


def test_the_curve_shows_every_point() -> None:
    points = [Point(10.0 * n, 100 * n, 0.7 - n / 50, 0.5 + n / 20, 0.03) for n in range(1, 6)]
    drawn = picture(About("game", 3, 1, 0, 8, 8, 5, 500, 50.0, "cpu", "old", "1", points))
    assert drawn.count("<polyline") == 2
    assert drawn.count("<path") == 5 + len(points)


def test_only_weights_that_win_are_adopted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game, home, new = GAMES["twentyone"], tmp_path / "weights" / "2.npz", tmp_path / "new.npz"
    for module in ("adoption", "commands"):
        monkeypatch.setattr(f"pasch.train.{module}.shipped", lambda *_: home)
    about = About(game.id, 2, 1, 0, 0, 0, 0, 0, 0.0, "none", "nothing", "0")
    words = ["train", "twentyone", "--players", "2", "--adopt", str(new), "--games", "8", "--lang", "en"]
    write(new, init(value_of(game).shapes(2), 1), about)
    assert main(words) == 0, "there were none before"
    assert "Adopted as" in capsys.readouterr().out
    adopted = home.read_bytes()
    assert main(words) == 1, "the same weights are not better than themselves"
    assert "The new weights are not surely better" in capsys.readouterr().out
    assert home.read_bytes() == adopted
