"""The games in JAX by the names of Pgx: one match or many, with and without auto-reset."""

import pickle
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import pasch.env
from pasch.engine.errors import Malformed
from pasch.games.encoding import bounds
from tests.batch.conftest import plain_compiler  # noqa: F401

MATCHES, STEPS = 8, 100
GAMES = [pytest.param("kniffel", marks=pytest.mark.proof), pytest.param("sack", marks=pytest.mark.proof), "twentyone"]


def some_action(key: jax.Array, mask: jax.Array) -> jax.Array:
    return jax.random.categorical(key, jnp.where(mask, 0.0, -jnp.inf))


def some_late_action(key: jax.Array, mask: jax.Array) -> jax.Array:
    """Rather one with a high number: in Karten-Kniffel these are scores, without which a match has no end."""
    return jax.random.categorical(key, jnp.where(mask, jnp.arange(mask.shape[-1]) / 100, -jnp.inf))


def played(env: Any, steps: int = STEPS, choice: Any = some_action) -> Any:
    """Random play of some matches: all states, one after the other."""

    def step(state: Any, key: jax.Array) -> Any:
        choosing, falling = jax.random.split(key)
        actions = choice(choosing, state.legal_action_mask)
        after = jax.vmap(env.step)(state, actions, jax.random.split(falling, MATCHES))
        return after, (state, after)

    @jax.jit
    def play(key: jax.Array) -> Any:
        first = jax.vmap(env.init)(jax.random.split(key, MATCHES))
        return jax.lax.scan(step, first, jax.random.split(key, steps))[1]

    return jax.device_get(play(jax.random.key(1)))


@pytest.mark.parametrize("game", GAMES)
def test_random_play_until_the_end(game: str) -> None:
    env = pasch.env.jax(game, reward="win", observation="fields", limit=90)
    low, high = bounds(env.many.encoding.fields(2))
    before, after = played(env)
    assert before.legal_action_mask.any(axis=-1).all(), "there is always something to choose"
    assert set(before.current_player.flat) == {0, 1}
    assert ((low <= after.observation) & (after.observation <= high)).all()
    ended = after.terminated | after.truncated
    assert ended[-1].all()
    assert (ended[1:] >= ended[:-1]).all(), "what has ended stays so"
    news = after.terminated & ~before.terminated
    assert (after.rewards.sum(axis=-1) == news).all(), "one win in the step in which a match ends, nothing else"
    still = before.terminated | before.truncated
    assert (before.observation == after.observation)[still].all()
    assert (after.decisions == before.decisions + ~still).all()


@pytest.mark.parametrize("game", GAMES)
def test_leads_add_up_to_what_the_score_brings(game: str) -> None:
    earned = {}
    for reward in ("lead", "score"):
        _, after = played(pasch.env.jax(game, 3, reward=reward, observation="fields"), 200, some_late_action)
        assert after.terminated[-1].all(), "all matches have come to their end"
        earned[reward] = after.rewards.sum(axis=0)
        paid = (after.rewards != 0).any(axis=-1).sum(axis=0)
        assert ((paid > 1) if reward == "lead" else (paid <= 1)).all(), "step by step, or at the end"
    assert earned["score"].any()
    np.testing.assert_allclose(earned["lead"], earned["score"], atol=1e-3)


@pytest.mark.proof
def test_with_auto_reset_the_next_match_begins_at_once() -> None:
    env = pasch.env.jax("twentyone", 2, observation="fields", reward="score", auto_reset=True)
    before, after = played(env)
    ended = after.terminated
    assert ended.any(axis=0).all()
    assert (after.decisions == np.where(ended, 0, before.decisions + 1)).all()
    assert np.allclose(after.rewards.sum(axis=-1), 0, atol=1e-4)
    assert (after.rewards.any(axis=-1) <= ended).all()
    names = pasch.env.named("twentyone", 2, after.final_observation[ended])
    assert (names["row"].max(axis=-1) == 5).all(), "somebody's last row was full"
    assert (pasch.env.named("twentyone", 2, after.observation[ended])["row"] == 0).all()


def test_one_match_and_its_mistakes() -> None:
    env = pasch.env.jax("twentyone", reward="win")
    init, step = jax.jit(env.init), jax.jit(env.step)
    state = init(jax.random.key(3))
    assert (env.id, env.num_players, env.num_actions) == ("pasch-twentyone-v1", 2, 66)
    assert state.observation.shape == env.observation_shape
    assert state.observation.dtype == jnp.float32
    assert ((state.observation >= 0) & (state.observation <= 1)).all()
    assert not np.array_equal(env.observe(state, 0), env.observe(state, 1))
    player = int(state.current_player)
    wrong = step(state, jnp.argmin(state.legal_action_mask), jax.random.key(4))
    assert wrong.terminated
    assert wrong.rewards[player] == -1
    assert wrong.rewards[1 - player] == 0
    with pytest.raises(Malformed, match="no observations 'pixels'"):
        pasch.env.jax("twentyone", observation="pixels")


@pytest.mark.parametrize("copied", [lambda env: pickle.loads(pickle.dumps(env)), deepcopy], ids=["pickle", "deepcopy"])  # noqa: S301
@pytest.mark.parametrize("make", [pasch.env.jax, pasch.env.jaxmarl])
@pytest.mark.parametrize("game", ["kniffel", "sack", "twentyone"])
def test_a_copy_is_the_same_environment(game: str, make: Callable[..., Any], copied: Callable[[Any], Any]) -> None:
    env = make(game, 3, reward="score", limit=7, options={"first": 2})
    twin = copied(env)
    assert (twin.id, twin.num_players, twin.reward, twin.auto_reset) == (env.id, 3, env.reward, env.auto_reset)
    assert (twin.many.limit, twin.observation_shape) == (7, env.observation_shape)
    assert all(int(each.many.begin(0).first) == 2 for each in (env, twin))
