"""Gumbel search of mctx (pip install mctx) on the environments with the names of Pgx: no network, points are the value.

python docs/examples/gumbel.py
"""

import jax
import jax.numpy as jnp
import mctx

import pasch.env

GAME, TENS = "twentyone", 10.0
env = pasch.env.jax(GAME, 2, reward="score", observation="fields")


def lead(state):
    """By how many tens of points the seat that decides is ahead."""
    total = pasch.env.named(GAME, 2, state.observation)["total"]
    return (total[..., 0] - total[..., 1]) / TENS


def logits(state):
    return jnp.where(state.legal_action_mask, 0.0, jnp.finfo(jnp.float32).min)


def imagined(_, key, action, state):
    """A step of the search: chance falls anew in every one. What is good for one seat is bad for the other."""
    player = state.current_player
    after = jax.vmap(env.step)(state, action, jax.random.split(key, len(action)))
    reward = jnp.take_along_axis(after.rewards, player[:, None], axis=-1)[:, 0] / TENS
    sign = jnp.where(after.current_player == player, 1.0, -1.0)
    found = mctx.RecurrentFnOutput(
        reward=reward,
        discount=jnp.where(after.terminated, 0.0, sign),
        prior_logits=logits(after),
        value=jnp.where(after.terminated, 0.0, lead(after)),
    )
    return found, after


def search(state, key, simulations=32):
    """The action of every match that the search finds best."""
    root = mctx.RootFnOutput(prior_logits=logits(state), value=lead(state), embedding=state)
    return mctx.gumbel_muzero_policy(
        params=(),
        rng_key=key,
        root=root,
        recurrent_fn=imagined,
        num_simulations=simulations,
        invalid_actions=~state.legal_action_mask,
    ).action


def duel(key, matches=16, simulations=32, steps=150):
    """Seat 0 searches, seat 1 plays any action: the mean lead of seat 0 at the end, in points."""

    def step(carried, key):
        state, earned = carried
        one, two, three = jax.random.split(key, 3)
        anything = jax.random.categorical(two, logits(state))
        action = jnp.where(state.current_player == 0, search(state, one, simulations), anything)
        state = jax.vmap(env.step)(state, action, jax.random.split(three, matches))
        return (state, earned + state.rewards[:, 0]), None

    begin, play = jax.random.split(key)
    state = jax.vmap(env.init)(jax.random.split(begin, matches))
    (state, earned), _ = jax.lax.scan(step, (state, jnp.zeros(matches)), jax.random.split(play, steps))
    return earned.mean(), state.terminated.mean()


if __name__ == "__main__":
    lead_at_the_end, ended = jax.jit(duel)(jax.random.key(1))
    print(f"{float(lead_at_the_end):.1f} points ahead of random play; {float(ended):.0%} of the matches have ended")
