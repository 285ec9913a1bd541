"""The environments in JAX with what others have written for such: Pgx's wrapper, JaxMARL's form, mctx, and examples."""

import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import pasch.env
from pasch.bots.evaluation import evaluate
from pasch.games import GAMES
from tests.batch.conftest import plain_compiler  # noqa: F401

EXAMPLES = Path(__file__).parent.parent.parent / "docs" / "examples"
STEPS = 200

pytestmark = pytest.mark.proof


def any_action(key: jax.Array, mask: jax.Array) -> jax.Array:
    return jax.random.categorical(key, jnp.where(mask, 0.0, -jnp.inf))


def test_the_wrapper_of_pgx_begins_the_next_match() -> None:
    from pgx.experimental.wrappers import auto_reset

    env = pasch.env.jax("twentyone", 2, reward="win")
    step = auto_reset(env.step, env.init)

    @jax.jit
    def play(key: jax.Array) -> Any:
        def one(state: Any, key: jax.Array) -> Any:
            after = step(state, any_action(key, state.legal_action_mask), key)
            return after, (after.terminated, after.rewards, after.decisions)

        return jax.lax.scan(one, env.init(key), jax.random.split(key, STEPS))[1]

    terminated, rewards, decisions = jax.device_get(play(jax.random.key(0)))
    assert terminated.sum() > 1
    assert (rewards.sum(axis=-1) == terminated).all()
    assert (decisions[terminated] == 0).all()


ON_FOUR_DEVICES = """
import jax, jax.numpy as jnp, numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec
import pasch.env

jax.config.update("jax_disable_most_optimizations", True)
env = pasch.env.jax("twentyone", 2, auto_reset=True)

def play(key):
    def step(state, key):
        choosing, falling = jax.random.split(key)
        action = jax.random.categorical(choosing, jnp.where(state.legal_action_mask, 0.0, -jnp.inf))
        state = env.step(state, action, falling)
        return state, (state.rewards, state.observation)
    return jax.lax.scan(step, env.init(key), jax.random.split(key, 40))[1]

devices, keys, plays = np.array(jax.devices()), jax.random.split(jax.random.key(1), 8), jax.vmap(play)
each, mesh = PartitionSpec("matches"), Mesh(devices, ("matches",))
alone = jax.device_get(jax.jit(plays)(keys))
spread = jax.jit(plays)(jax.device_put(keys, NamedSharding(mesh, each)))
assert len(devices) == len(spread[0].sharding.device_set) == 4
mapped = jax.jit(jax.shard_map(plays, mesh=mesh, in_specs=each, out_specs=each, check_vma=False))(keys)
apart = [found.reshape(8, *found.shape[2:]) for found in jax.pmap(plays)(keys.reshape(4, 2))]
for there in (spread, mapped, apart):
    assert all((one == other).all() for one, other in zip(alone, jax.device_get(there), strict=True))
"""


def test_matches_are_the_same_on_several_devices() -> None:
    several = {"XLA_FLAGS": "--xla_force_host_platform_device_count=4", "JAX_PLATFORMS": "cpu"}
    done = subprocess.run([sys.executable, "-c", ON_FOUR_DEVICES], env=os.environ | several, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()


@pytest.mark.parametrize("game", ["sack", "twentyone"])
def test_all_act_at_once_as_in_jaxmarl(game: str) -> None:
    env = pasch.env.jaxmarl(game, 3, reward="win", limit=150)

    @jax.jit
    def play(key: jax.Array) -> Any:
        def one(state: Any, key: jax.Array) -> Any:
            *keys, falling = jax.random.split(key, 4)
            may = env.get_avail_actions(state)
            actions = {agent: any_action(own, may[agent]) for own, agent in zip(keys, env.agents, strict=True)}
            seen, after, rewards, done, infos = env.step(falling, state, actions)
            told = (jnp.stack([mask.sum() for mask in may.values()]), jnp.stack(list(rewards.values())))
            return after, (*told, done["__all__"], infos["truncated"], after.steps, seen, infos["final_observation"])

        return jax.lax.scan(one, env.reset(key)[1], jax.random.split(key, STEPS))[1]

    choices, rewards, done, truncated, steps, seen, final = jax.device_get(play(jax.random.key(2)))
    assert (choices >= 1).all(), "there is always something to do"
    assert (choices == 1).any(), "if only nothing"
    assert done.any()
    assert np.allclose(rewards.sum(axis=-1), done & ~truncated, atol=1e-5)
    assert (steps[done] == 0).all()
    assert set(seen) == set(env.agents)
    assert seen["seat_0"].shape[1:] == env.observation_space("seat_0").shape
    assert (seen["seat_0"] != final["seat_0"]).any(axis=-1)[done].all(), "what was seen last is kept"
    assert (seen["seat_0"] == final["seat_0"])[~done].all()


def test_an_illegal_action_changes_nothing_where_all_act_at_once() -> None:
    env = pasch.env.jaxmarl("twentyone", 2, auto_reset=False)
    _, state = jax.jit(env.reset)(jax.random.key(1))
    may = env.get_avail_actions(state)
    wrong = {agent: jnp.argmin(mask) for agent, mask in may.items()}
    _, after, rewards, done, _ = jax.jit(env.step)(jax.random.key(2), state, wrong)
    assert not done["__all__"]
    assert not any(float(reward) for reward in rewards.values())
    same = jax.tree.map(lambda one, other: bool((one == other).all()), state.match, after.match)
    assert all(jax.tree.leaves(same))


def test_the_ppo_of_the_example_learns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ppo = runpy.run_path(str(EXAMPLES / "ppo.py"))
    weights = ppo["train"](updates=20, matches=64, steps=32)
    assert ppo["share_of_wins"]("twentyone", 2, ppo["policy"](weights), matches=30) > 0.65
    np.savez(tmp_path / "ppo-twentyone-2.npz", **weights)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(EXAMPLES)
    table = evaluate("ppo:Learned", [(GAMES["twentyone"], 2)], 10, "ppo").tables[0]
    assert (table.reference, table.share > 0.65) == ("random", True), "and can be measured like every bot"


def test_the_single_file_learns_against_bots() -> None:
    single = runpy.run_path(str(EXAMPLES / "single_file.py"))
    weights = single["train"](updates=12, count=8, steps=64)
    assert single["share_of_wins"](weights, matches=30) > 0.6


def test_the_gumbel_search_of_the_example_is_ahead() -> None:
    gumbel = runpy.run_path(str(EXAMPLES / "gumbel.py"))
    lead, ended = jax.jit(lambda key: gumbel["duel"](key, matches=8, simulations=16))(jax.random.key(1))
    assert ended == 1
    assert lead > 5
