"""Matches as pictures: SVG in notebooks, pixels and the terminal by `render_mode`."""

import re
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pyspiel
import pytest

import pasch.env
from pasch.engine.draws import chance
from pasch.engine.match import Match
from pasch.env.pixels import HIGH, WIDE
from pasch.games import GAMES
from tests.env.tables import REAL_TABLES

every_adapter = pytest.mark.parametrize("make", [pasch.env.aec, pasch.env.parallel, pasch.env.gym])


def words(svg: str | None) -> str:
    """What stands in a picture."""
    assert svg is not None
    return " ".join(ElementTree.fromstring(svg).itertext()).replace("\xa0", " ")  # noqa: S314


@pytest.mark.parametrize("game", sorted({game.id for game, _ in REAL_TABLES}))
def test_a_match_is_a_picture_in_a_notebook(game: str) -> None:
    match = Match(GAMES[game], 2)
    before = words(match._repr_html_())
    match.draw(chance("1"))
    assert words(match._repr_html_()) != before
    assert not re.findall(r"url\(\W*http[^)]*\)|(?:src|href)=\W*http", match._repr_html_() or ""), (
        "nothing from elsewhere"
    )


@every_adapter
def test_an_environment_is_a_picture_in_a_notebook(make: Any) -> None:
    env = make("kniffel", options={"first": 0}, **({"seat": 0} if make is pasch.env.gym else {}))
    assert env._repr_html_() is None
    env.reset(seed=1)
    assert "seat_0" in words(env._repr_html_())


def test_a_state_of_open_spiel_is_a_picture() -> None:
    pasch.env.register_open_spiel()
    state = pyspiel.load_game("pasch_sack(last=2,seed=3)").new_initial_state()
    assert "Red" in words(state._repr_html_())


def test_a_spectator_sees_no_hand() -> None:
    """A picture of somebody's hand is for them alone."""
    match = Match(GAMES["kniffel"], 2)
    match.draw(chance("1"))
    other = Match(GAMES["kniffel"], 2)
    other.draw(chance("2"))
    assert match.state != other.state
    shown = [words(one._repr_html_()) for one in (match, other)]
    assert shown[0].split("matrix")[0] == shown[1].split("matrix")[0]
    own = pasch.env.gym("kniffel", seat=0)
    own.reset(seed=1)
    assert words(own._repr_html_()) != words(own.playing.svg(None))


@every_adapter
def test_pixels_change_with_the_match(make: Any) -> None:
    env = make("sack", render_mode="rgb_array")
    env.reset(seed=1)
    before = env.render()
    assert before.dtype == np.uint8
    assert before.shape[2] == 3
    assert (before.shape[0] % HIGH, before.shape[1] % WIDE) == (0, 0)
    assert len(np.unique(before.reshape(-1, 3), axis=0)) > 20, "there are letters on it, in several colours"
    env.reset(seed=2)
    after = env.render()
    assert before.shape != after.shape or (before != after).any()


@every_adapter
def test_people_see_it_in_the_terminal(make: Any, capsys: pytest.CaptureFixture[str]) -> None:
    env = make("twentyone", render_mode="human")
    env.reset(seed=1)
    first = capsys.readouterr().out
    assert "seat_1" in first, "at once, without being asked"
    assert env.render() is None
    assert capsys.readouterr().out == first
