"""What tools for learning expect: ids, pickling, flat observations, masks that are never empty, own opponents."""

import pickle
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.error import ResetNeeded

import pasch.env
from pasch.bots.levels import bot
from pasch.engine.errors import Malformed
from pasch.engine.game import AnyGame
from pasch.games import GAMES
from pasch.games.flat import MOST_ONE_HOT, OneHot
from pasch.games.parts import encoding_of
from pasch.games.weights import shipped
from tests.env.tables import REAL_TABLES, every_game, every_table, short_limit, some_action

Make = Callable[..., Any]
every_adapter = pytest.mark.parametrize("make", [pasch.env.aec, pasch.env.parallel, pasch.env.gym])


# Ids of Gymnasium


@every_game
def test_every_game_has_an_id(game: AnyGame) -> None:
    players = game.seats[-1]
    env = gymnasium.make(f"pasch-{game.id}-v{encoding_of(game).VERSION}", players=players, opponents="random")
    seen, info = env.reset(seed=1)
    assert env.unwrapped.setup.players == players  # type: ignore[attr-defined]
    assert np.array_equal(info["action_mask"], seen["action_mask"])


def test_an_id_with_the_module_needs_no_import() -> None:
    program = "import gymnasium; print(gymnasium.make('pasch.env:pasch-twentyone-v1').reset(seed=1)[1]['encoding'])"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "1\n"


def test_many_at_once_go_on_after_the_end() -> None:
    """In the mode NEXT_STEP, an action is chosen after the end as well, before the next match begins."""
    env = gymnasium.make_vec("pasch-twentyone-v1", num_envs=2, opponents="random")
    source, ends = np.random.default_rng(1), 0
    seen, _ = env.reset(seed=1)
    while ends < 3:
        seen, _, terminated, _, info = env.step([source.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]])
        assert np.array_equal(info["action_mask"], seen["action_mask"])
        ends += int(terminated.sum())


# Copies


def played_on(env: Any, steps: int = 12) -> list[Any]:
    """What is seen with random actions that depend on nothing but what is seen; from where the environment is."""
    source, told = np.random.default_rng(3), []
    for _ in range(steps):
        if hasattr(env, "agent_selection"):
            seen = env.observe(env.agent_selection)
            env.step(some_action(seen, source))
        elif hasattr(env, "possible_agents"):
            seen = {agent: env.playing.seen(seat) for seat, agent in enumerate(env.possible_agents)}
            asked = {agent: some_action(one, source) for agent, one in seen.items() if one["action_mask"].any()}
            env.step(dict.fromkeys(env.agents, 0) | asked)
        else:
            seen = env.playing.seen(env.seat)
            env.step(some_action(seen, source))
        told.append(seen)
    return told


@pytest.mark.parametrize("game", sorted({game.id for game, _ in REAL_TABLES}))
@every_adapter
@pytest.mark.parametrize("copied", [lambda env: pickle.loads(pickle.dumps(env)), deepcopy], ids=["pickle", "deepcopy"])  # noqa: S301
def test_a_copy_goes_on_alike_and_on_its_own(make: Make, game: str, copied: Callable[[Any], Any]) -> None:
    env = make(game, limit=1000)
    env.reset(seed=7)
    played_on(env, 3)
    twin = copied(env)
    count = env.unwrapped.playing.match.count
    there = played_on(twin)
    assert env.unwrapped.playing.match.count == count
    assert all(str(one) == str(other) for one, other in zip(played_on(env), there, strict=True))
    assert env.unwrapped.playing.match.events == twin.unwrapped.playing.match.events


@every_game
def test_a_game_of_open_spiel_is_pickled(game: AnyGame) -> None:
    pasch.env.register_open_spiel()
    spiel = pyspiel.load_game(f"pasch_{game.id}(players={game.seats[-1]},reward=score,limit=7)")
    twin = pickle.loads(pickle.dumps(spiel))  # noqa: S301
    assert str(twin) == str(spiel)
    assert twin.new_initial_state().history_str() == spiel.new_initial_state().history_str()


# Observations


@every_table
def test_one_hot_says_the_same(game: AnyGame, players: int) -> None:
    fields = encoding_of(game).fields(players)
    env = pasch.env.gym(game.id, players=players, limit=short_limit(game), observation="flat", opponents="random")
    flat: Any
    flat, info = env.reset(seed=1)
    source, ended = np.random.default_rng(1), False
    while not ended:
        assert env.observation_space.contains(flat)
        assert info["action_mask"].any()
        numbers, at = env.playing.observation(env.seat), 0
        for field in fields:
            for number in numbers[: field.size]:
                span = field.high - field.low
                width = span + 1 if span < MOST_ONE_HOT else 1
                part = flat[at : at + width]
                told = field.low + (np.flatnonzero(part) if width > 1 or not span else part * span)
                assert told == pytest.approx([number], abs=1e-3)
                at += width
            numbers = numbers[field.size :]
        assert at == len(flat)
        flat, _, terminated, truncated, info = env.step(some_action(info, source))
        ended = terminated or truncated
    assert info["action_mask"].any(), "not even after the end"


def test_the_keys_that_others_expect() -> None:
    size = OneHot(encoding_of(GAMES["twentyone"]).fields(2)).size
    for name, key, mask in (
        ("one_hot", "observation", "action_mask"),
        ("rllib", "observations", "action_mask"),
        ("tianshou", "obs", "mask"),
    ):
        env = pasch.env.parallel("twentyone", observation=name)
        seen, infos = env.reset(seed=1)
        assert seen["seat_0"][key].shape == (size,)
        assert seen["seat_0"][key].dtype == np.float32
        assert all(env.observation_space(agent).contains(seen[agent]) for agent in env.agents)
        assert all(np.array_equal(infos[agent]["action_mask"], seen[agent][mask]) for agent in env.agents)


def test_a_flat_observation_has_its_mask_in_the_info() -> None:
    env = pasch.env.aec("twentyone", observation="flat")
    env.reset(seed=1)
    source = np.random.default_rng(1)
    for agent in env.agent_iter():
        seen, _, terminated, _, info = env.last()
        assert env.observation_space(agent).contains(seen)
        assert info["action_mask"].any() == (not terminated), "at the end, too, there is one"
        env.step(None if terminated else some_action(info, source))
    assert all(env.terminations.values())


def test_after_an_illegal_action_nobody_has_anything_to_choose() -> None:
    env = pasch.env.aec("twentyone", players=3, observation="flat")
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.last()[-1]["action_mask"] == 0)[0]))
    for _ in env.agent_iter():
        *_, terminated, _, info = env.last()
        assert terminated
        assert not info["action_mask"].any()
        env.step(None)


def test_idle_seats_have_an_action_that_does_nothing() -> None:
    env = pasch.env.parallel("twentyone", players=3, reward="win", options={"first": 1})
    seen, infos = env.reset(seed=1)
    asked = [agent for agent, info in infos.items() if info["asked"]]
    assert asked == ["seat_1"], "who rolls decides whether to keep the dice"
    assert [np.flatnonzero(seen[agent]["action_mask"]).tolist() for agent in ("seat_0", "seat_2")] == [[0], [0]]
    source = np.random.default_rng(1)
    while env.agents:
        seen, rewards, *_, infos = env.step({agent: some_action(seen[agent], source) for agent in env.agents})
        assert not any("illegal" in info for info in infos.values())
        assert all(one["action_mask"].any() for one in seen.values())
    assert sum(rewards.values()) == 1
    assert [np.flatnonzero(one["action_mask"]).tolist() for one in seen.values()] == [[0]] * 3, "after the end, too"
    assert all(np.array_equal(infos[agent]["action_mask"], seen[agent]["action_mask"]) for agent in seen)


def test_no_mask_is_empty_where_a_match_is_truncated() -> None:
    env, source = pasch.env.parallel("twentyone", players=3, limit=4), np.random.default_rng(1)
    seen, _ = env.reset(seed=1)
    while env.agents:
        seen, _, _, truncated, _ = env.step({agent: some_action(seen[agent], source) for agent in env.agents})
    assert all(truncated.values())
    assert all(one["action_mask"].any() for one in seen.values())


def test_idle_seats_have_an_empty_mask_where_it_is_asked_for() -> None:
    env = pasch.env.parallel("twentyone", players=3, idle="empty")
    source, (seen, infos) = np.random.default_rng(1), env.reset(seed=1)
    while env.agents:
        assert any(info["asked"] for info in infos.values())
        assert all(seen[agent]["action_mask"].any() == info["asked"] for agent, info in infos.items())
        asked = {agent: some_action(seen[agent], source) for agent, info in infos.items() if info["asked"]}
        seen, *_, infos = env.step(dict.fromkeys(env.agents, 0) | asked)
    assert not any(one["action_mask"].any() for one in seen.values())


# Opponents


def first_legal(seen: dict[str, Any]) -> Any:
    return np.flatnonzero(seen["action_mask"])[0]


def scores(opponents: Any, **more: Any) -> list[Any]:
    env = pasch.env.gym("twentyone", seat=0, opponents=opponents, **more)
    env.reset(seed=1)
    source, ended = np.random.default_rng(1), False
    while not ended:
        _, _, ended, _, _ = env.step(some_action({"action_mask": env.action_masks()}, source))
    return [event.what for event in env.playing.match.events]


def test_an_opponent_can_be_a_bot_a_function_or_a_file() -> None:
    game = GAMES["twentyone"]
    assert scores("strong") == scores(f"strong@{shipped(game, 2)}") == scores(bot(game, "strong")) == scores(["strong"])
    assert scores(first_legal) == scores([first_legal], observation="one_hot") != scores("strong")
    assert scores("tests.env.test_tools:own") == scores("greedy")


def own(game: AnyGame) -> Any:
    return bot(game, "greedy")


def test_what_is_no_opponent_is_refused() -> None:
    with pytest.raises(Malformed, match="a bot or a function, not 7"):
        pasch.env.gym("twentyone", opponents=[7])  # type: ignore[list-item]
    env = pasch.env.gym("twentyone", opponents=lambda _: 63, seat=0, options={"first": 1})
    with pytest.raises(ValueError, match="may not do 63 here"):
        env.reset(seed=1)


# Mistakes


@every_adapter
def test_before_the_first_reset_there_is_nothing(make: Make) -> None:
    with pytest.raises(ResetNeeded):
        make("twentyone").step(0)
    with pytest.raises(ResetNeeded):
        pasch.env.aec("twentyone").last()


@every_adapter
def test_an_unknown_way_to_render_or_to_observe_is_refused(make: Make) -> None:
    with pytest.raises(Malformed, match="no render_mode 'hologram', only: ansi, human, rgb_array"):
        make("twentyone", render_mode="hologram")
    with pytest.raises(Malformed, match="no observations 'pixels', only: fields, one_hot"):
        make("twentyone", observation="pixels")


@pytest.mark.parametrize("action", [np.array([3]), [3], 1.5, None])
def test_an_action_that_is_no_number_gets_a_sentence(action: Any) -> None:
    env = pasch.env.gym("twentyone")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="An action is one whole number, not"):
        env.step(action)


def test_an_unknown_mask_of_idle_seats_is_refused() -> None:
    with pytest.raises(Malformed, match="a mask empty or noop, not 'full'"):
        pasch.env.parallel("twentyone", idle="full")
