"""The games in Gymnasium: its own checker, and what that does not cover."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import pasch.env
from pasch.engine.errors import Malformed
from pasch.engine.game import AnyGame
from pasch.engine.record import Record
from pasch.games.parts import encoding_of
from tests.env.tables import every_game, every_table, short_limit, some_action


@every_table
@pytest.mark.parametrize("opponents", ["greedy", "random"])
def test_check_env(game: AnyGame, players: int, opponents: str) -> None:
    """Through `gymnasium.make`, so that all that it can check is checked."""
    name = f"pasch/{game.id}-v{encoding_of(game).VERSION}"
    gymnasium.register(
        name,
        entry_point="pasch.env:gym",
        kwargs={"game_id": game.id, "players": players, "opponents": opponents},
    )
    try:
        check_env(gymnasium.make(name, disable_env_checker=True).unwrapped)
    finally:
        del gymnasium.registry[name]


def play(env: Any, seed: int | None, source: np.random.Generator) -> tuple[float, bool, bool, list[Any]]:
    """A random match with a reward at its end; that one, how it ended, and all that was seen."""
    seen, _ = env.reset(seed=seed)
    told, terminated, truncated, reward = [seen], False, False, 0.0
    while not (terminated or truncated):
        assert reward == 0
        assert np.array_equal(env.action_masks(), seen["action_mask"].astype(bool))
        seen, reward, terminated, truncated, info = env.step(some_action(seen, source))
        told.append(seen)
        assert not info["illegal"]
    return reward, terminated, truncated, told


@every_table
def test_whole_matches_can_be_played(game: AnyGame, players: int) -> None:
    env = pasch.env.gym(game.id, players=players, reward="win", limit=short_limit(game))
    reward, terminated, truncated, told = play(env, 1, np.random.default_rng(1))
    assert terminated != truncated
    assert 0 <= reward <= 1
    assert all(env.observation_space.contains(seen) for seen in told)


@every_game
def test_seeds_reproduce_opponents_and_dice(game: AnyGame) -> None:
    records = []
    for seed in (4, 4, 5):
        env = pasch.env.gym(game.id, players=game.seats[-1], opponents="random", reward="win", limit=25)
        play(env, seed, np.random.default_rng(1))
        records.append((env.seat, Record.of(env.playing.match)))
    assert records[0] == records[1] != records[2]


@every_game
def test_the_limit_counts_the_steps_of_the_learner(game: AnyGame) -> None:
    env = pasch.env.gym(game.id, limit=1, opponents="random", reward="win", players=game.seats[-1])
    reward, terminated, truncated, told = play(env, 1, np.random.default_rng(1))
    assert (len(told), terminated != truncated) == (2, True)
    assert not truncated or reward == 0
    assert pasch.env.gym(game.id).setup.limit == encoding_of(game).LIMIT


@every_game
def test_an_illegal_action_ends_the_match_for_the_worst_reward(game: AnyGame) -> None:
    for reward in ("win", "score"):
        env = pasch.env.gym(game.id, reward=reward)
        env.reset(seed=1)
        illegal = [*np.flatnonzero(env.action_masks() == 0), env.setup.actions][0]
        _, value, terminated, truncated, info = env.step(illegal)
        assert (value, terminated, truncated) == (-env.setup.reward.high, True, False)
        assert info["illegal"]
        with pytest.raises(ResetNeeded, match="call reset"):
            env.step(0)


def test_the_seat_is_drawn_anew_for_every_match_unless_it_is_given() -> None:
    drawn, given = pasch.env.gym("hilo", players=3), pasch.env.gym("hilo", players=3, seat=1)
    assert {drawn.reset(seed=seed)[1]["seat"] for seed in range(30)} == {0, 1, 2}
    assert {given.reset(seed=seed)[1]["seat"] for seed in range(10)} == {1}


def test_every_opponent_has_its_own_level_clockwise_from_the_learner() -> None:
    env = pasch.env.gym("hilo", players=3, seat=1, opponents=["greedy", "random"])
    said = set()
    for seed in range(12):
        env.reset(seed=seed)
        env.step(1)
        said.add(env.playing.match.state.said)
    assert {words[2] for words in said} == {"high"}, "the greedy one sits next and always says high"
    assert {words[0] for words in said} == {"high", "low"}
    assert {words[1] for words in said} == {"low"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"opponents": "genius"}, "There is no bot 'genius', only: random, greedy"),
        ({"opponents": ["random"]}, "2 other seats need 2 opponents, not 1"),
        ({"seat": 3}, "There is no seat 3, only the seats 0 to 2"),
    ],
)
def test_wrong_arguments_are_named(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(Malformed, match=said):
        pasch.env.gym("sack", players=3, **arguments)


@every_game
def test_a_match_can_be_shown_in_words(game: AnyGame) -> None:
    env = pasch.env.gym(game.id, render_mode="ansi")
    env.reset(seed=1)
    assert "seat_0" in str(env.render())
    assert pasch.env.gym(game.id).render_mode is None
