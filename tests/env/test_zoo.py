"""The games in PettingZoo: its own suites, and what they do not cover."""

from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

import pasch.env
from pasch.engine.game import AnyGame
from pasch.games import GAMES
from pasch.games.parts import encoding_of
from tests.env.tables import every_game, every_real_table, every_table, short_limit, some_action

# `api_test` warns about dictionaries and about the empty masks of seats that are finished in every environment but
# those of a list by name: PettingZoo's own board games.
not_on_its_list = [
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",
]


def filtered(test: Any) -> Any:
    for warning in not_on_its_list:
        test = pytest.mark.filterwarnings(warning)(test)
    return test


# Its suites


@every_table
@filtered
def test_api_test(game: AnyGame, players: int) -> None:
    api_test(pasch.env.aec(game.id, players=players), num_cycles=60)


@every_table
@filtered
def test_api_test_at_the_limit(game: AnyGame, players: int) -> None:
    api_test(pasch.env.aec(game.id, players=players, limit=1, reward="score"), num_cycles=10)


@every_table
def test_seed_test(game: AnyGame, players: int) -> None:
    seed_test(partial(pasch.env.aec, game.id, players=players), num_cycles=15)


@every_table
def test_parallel_api_test(game: AnyGame, players: int) -> None:
    parallel_api_test(pasch.env.parallel(game.id, players=players), num_cycles=60)


@every_table
def test_parallel_api_test_at_the_limit(game: AnyGame, players: int) -> None:
    parallel_api_test(pasch.env.parallel(game.id, players=players, limit=1), num_cycles=10)


@every_table
def test_parallel_seed_test(game: AnyGame, players: int) -> None:
    parallel_seed_test(partial(pasch.env.parallel, game.id, players=players))


@every_real_table
def test_max_cycles_test(game: AnyGame, players: int) -> None:
    """With a module as those of PettingZoo's parallel environments: a cycle is a step of all seats."""

    def parallel_env(max_cycles: int) -> Any:
        return pasch.env.parallel(game.id, players=players, limit=max_cycles)

    def env(max_cycles: int) -> Any:
        return parallel_to_aec(parallel_env(max_cycles))

    max_cycles_test(SimpleNamespace(parallel_env=parallel_env, env=env))


# What they do not ask


def play_turns(env: Any, seed: int) -> dict[str, float]:
    """A random match, one seat after the other; all rewards of each seat together."""
    sources = sources_for(env, seed)
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        rewards[agent] += reward
        assert not (terminated and truncated)
        env.step(None if terminated or truncated else some_action(seen, sources[agent]))
    return rewards


def play_rounds(env: Any, seed: int) -> dict[str, float]:
    """The same match, all seats at once."""
    sources = sources_for(env, seed)
    seen, infos = env.reset(seed=seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    while env.agents:
        asked = [agent for agent in env.agents if infos[agent]["asked"]]
        chosen = {agent: some_action(seen[agent], sources[agent]) for agent in asked}
        seen, rewards, terminated, truncated, infos = env.step(dict.fromkeys(env.agents, 0) | chosen)
        assert set(terminated) == set(truncated) == set(env.possible_agents)
        total = {agent: total[agent] + reward for agent, reward in rewards.items()}
    return total


def sources_for(env: Any, seed: int) -> dict[str, np.random.Generator]:
    return {agent: np.random.default_rng([seed, at]) for at, agent in enumerate(env.possible_agents)}


@every_table
def test_at_once_or_one_by_one_makes_no_difference(game: AnyGame, players: int) -> None:
    both = [make(game.id, players=players, limit=short_limit(game)) for make in (pasch.env.aec, pasch.env.parallel)]
    one_by_one, at_once = both
    assert play_turns(one_by_one, 3) == pytest.approx(play_rounds(at_once, 3))
    assert one_by_one.unwrapped.playing.match.events == at_once.playing.match.events


@every_game
def test_seats_that_decide_at_once_see_nothing_of_each_other(game: AnyGame) -> None:
    env = pasch.env.aec(game.id, players=game.seats[-1], limit=60).unwrapped
    source = np.random.default_rng(1)
    env.reset(seed=1)
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        later = env.playing.deciding[1:]
        before = [env.playing.mask(seat) for seat in later]
        env.step(some_action(env.observe(env.agent_selection), source))
        if later:
            assert env.playing.deciding == later
            assert all(np.array_equal(env.playing.mask(seat), mask) for seat, mask in zip(later, before, strict=True))


@every_game
def test_only_the_seat_that_is_asked_has_a_mask(game: AnyGame) -> None:
    env = pasch.env.aec(game.id)
    env.reset(seed=1)
    asked = [agent for agent in env.agents if env.observe(agent)["action_mask"].any()]
    assert asked == [env.agent_selection]


@every_game
def test_a_match_that_ends_is_terminated(game: AnyGame) -> None:
    env = pasch.env.aec(game.id, reward="score", options={"first": 0})
    rewards = play_turns(env, 5)
    assert sum(rewards.values()) == pytest.approx(0)
    assert any(rewards.values()) or encoding_of(game).LIMIT is not None


@every_game
@pytest.mark.parametrize("reward", ["win", "score"])
def test_a_match_that_is_broken_off_is_truncated_and_brings_nothing(game: AnyGame, reward: str) -> None:
    env = pasch.env.aec(game.id, limit=1, reward=reward)
    env.reset(seed=1)
    env.step(some_action(env.observe(env.agent_selection), np.random.default_rng(1)))
    assert not any(env.terminations.values())
    assert all(env.truncations.values())
    assert not any(env.rewards.values())


def test_the_game_that_needs_it_has_a_limit_of_its_own() -> None:
    limits = {game.id: pasch.env.aec(game.id).unwrapped.setup.limit for game in GAMES.values()}
    assert limits == {"hilo": None, "kniffel": 200, "sack": None, "twentyone": None}


@every_game
def test_an_illegal_action_ends_the_match_for_the_worst_reward(game: AnyGame) -> None:
    env = pasch.env.aec(game.id, reward="score", players=game.seats[-1])
    env.reset(seed=2)
    agent = env.agent_selection
    illegal = np.flatnonzero(env.observe(agent)["action_mask"] == 0)
    if not len(illegal):
        return
    env.step(int(illegal[0]))
    assert not any(env.truncations.values()), "it ended, it was not broken off"
    assert env.rewards[agent] == env.unwrapped.setup.reward.low
    assert all(env.terminations.values())


def test_an_illegal_action_is_refused_where_all_act_at_once() -> None:
    env = pasch.env.parallel("twentyone", players=3, options={"first": 1})
    env.reset(seed=1)
    before = env.playing.match.state
    _, rewards, terminated, truncated, infos = env.step(dict.fromkeys(env.agents, 0))
    assert env.playing.match.state is before
    assert [agent for agent, info in infos.items() if info.get("illegal")] == ["seat_1"]
    assert not any([*rewards.values(), *terminated.values(), *truncated.values()])


def test_after_the_end_nothing_happens_any_more() -> None:
    env = pasch.env.parallel("hilo", limit=1)
    env.reset(seed=1)
    env.step({"seat_0": 0, "seat_1": 0})
    assert env.step({"seat_0": 0, "seat_1": 0}) == ({}, {}, {}, {}, {})


@every_game
def test_the_version_of_the_numbers_is_told(game: AnyGame) -> None:
    env = pasch.env.aec(game.id)
    env.reset(seed=1)
    version = encoding_of(game).VERSION
    assert str(env.unwrapped) == env.metadata["name"] == f"pasch-{game.id}-v{version}"
    assert all(info["encoding"] == version for info in env.infos.values())


@every_game
@pytest.mark.parametrize("adapter", [pasch.env.aec, pasch.env.parallel])
def test_a_match_can_be_shown_in_words(game: AnyGame, adapter: Any) -> None:
    env = adapter(game.id, render_mode="ansi")
    env.reset(seed=1)
    assert "seat_0" in env.render()
    silent = adapter(game.id)
    silent.reset(seed=1)
    assert silent.render() is None
    silent.close()


def test_options_of_one_match_come_with_reset() -> None:
    env = pasch.env.aec("sack", players=4, options={"first": 3})
    env.reset(seed=1)
    assert env.agent_selection == "seat_3"
    env.reset(seed=1, options={"first": 1, "unheard of": True})
    assert env.agent_selection == "seat_1"


def test_matches_after_a_seeded_one_follow_from_it() -> None:
    env = pasch.env.aec("sack")
    seen = []
    for _ in range(2):
        env.reset(seed=9)
        first = env.last()[0]["observation"].tolist()
        env.reset()
        seen.append((first, env.last()[0]["observation"].tolist()))
    assert seen[0] == seen[1]
    assert seen[0][0] != seen[0][1]
