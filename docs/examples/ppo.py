"""Proximal policy optimisation by self-play, on the environments with the names of Pgx: one network for all seats.

python docs/examples/ppo.py [GAME] [PLAYERS]
cd docs/examples && pasch evaluate ppo:Learned --json > ppo.json      for the leaderboard; it trains at all tables first
"""

import sys
from functools import partial
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import optax

import pasch.env
from pasch.games.flat import OneHot
from pasch.games.parts import encoding_of, strong_of

DISCOUNT_OF_TRACES, CLIP, ENTROPY, EPOCHS, PIECES = 0.9, 0.2, 0.01, 2, 4
SCALE = {"win": 1, "score": 10, "lead": 10}
"""Points are divided by ten: larger rewards would let the loss of the value drown that of the policy."""


def network(key, size, actions, hidden=128):
    """Two layers, for the policy and the value. The last weights are zero: at first all legal actions are alike."""
    first, second = jax.random.split(key)
    return {
        "in": jax.random.normal(first, (size, hidden)) / size**0.5,
        "hidden": jax.random.normal(second, (hidden, hidden)) * (2 / hidden) ** 0.5,
        "out": jnp.zeros((hidden, actions + 1)),
    }


def think(weights, seen, mask):
    """The logits of the legal actions, and the reward that is expected."""
    out = jax.nn.relu(jax.nn.relu(seen @ weights["in"]) @ weights["hidden"]) @ weights["out"]
    return jnp.where(mask, out[..., :-1], -1e9), out[..., -1]


def played(env, scale, steps, weights, state, key):
    """Some decisions of every match; whoever is asked uses the same network."""

    def step(state, key):
        choosing, falling = jax.random.split(key)
        logits, value = think(weights, state.observation, state.legal_action_mask)
        action = jax.random.categorical(choosing, logits)
        chance = jnp.take_along_axis(jax.nn.log_softmax(logits), action[:, None], axis=-1)[:, 0]
        after = jax.vmap(env.step)(state, action, jax.random.split(falling, len(action)))
        told = {
            "seen": state.observation,
            "mask": state.legal_action_mask,
            "action": action,
            "chance": chance,
            "value": value,
            "player": state.current_player,
            "rewards": after.rewards / scale,
            "ended": after.terminated | after.truncated,
        }
        return after, told

    return jax.lax.scan(step, state, jax.random.split(key, steps))


def advantages(env, weights, told, state):
    """Generalised advantages. Between two decisions of a seat others decide: each seat has a trace of its own."""
    seats = jnp.arange(env.num_players)
    seen = jax.vmap(lambda one: jax.vmap(partial(env.observe, one))(seats))(state)
    _, expected = think(weights, seen, jnp.ones((), bool))

    def back(later, now):
        expected, trace, earned = later
        ended, mine = now["ended"][:, None], now["player"][:, None] == seats
        earned = jnp.where(ended, now["rewards"], earned + now["rewards"])
        expected, trace = jnp.where(ended, 0, expected), jnp.where(ended, 0, trace)
        better = earned + expected - now["value"][:, None] + DISCOUNT_OF_TRACES * trace
        later = (jnp.where(mine, now["value"][:, None], expected), jnp.where(mine, better, trace), earned * ~mine)
        return later, (better * mine).sum(axis=-1)

    nothing = jnp.zeros_like(expected)
    return jax.lax.scan(back, (expected, nothing, nothing), told, reverse=True)[1]


def loss(weights, told):
    logits, value = think(weights, told["seen"], told["mask"])
    chances = jax.nn.log_softmax(logits)
    ratio = jnp.exp(jnp.take_along_axis(chances, told["action"][:, None], axis=-1)[:, 0] - told["chance"])
    better = (told["better"] - told["better"].mean()) / (told["better"].std() + 1e-6)
    gain = jnp.minimum(ratio * better, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * better).mean()
    spread = -jnp.where(told["mask"], jnp.exp(chances) * chances, 0).sum(axis=-1).mean()
    return ((told["value"] + told["better"] - value) ** 2).mean() / 2 - gain - ENTROPY * spread


def train(game="twentyone", players=2, *, reward="lead", updates=60, matches=256, steps=64, seed=0):
    """The weights after so many updates."""
    env = pasch.env.jax(game, players, reward=reward, auto_reset=True)
    adam = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(1e-3))
    key, begin, draw = jax.random.split(jax.random.key(seed), 3)
    weights = network(draw, env.observation_shape[0], env.num_actions)

    @jax.jit
    def update(weights, memory, state, key):
        playing, mixing = jax.random.split(key)
        state, told = played(env, SCALE[reward], steps, weights, state, playing)
        told["better"] = advantages(env, weights, told, state)
        flat = jax.tree.map(lambda each: each.reshape(-1, *each.shape[2:]), told)

        def learn(carried, order):
            weights, memory = carried
            change, memory = adam.update(jax.grad(loss)(weights, jax.tree.map(lambda each: each[order], flat)), memory)
            return (optax.apply_updates(weights, change), memory), None

        orders = [jax.random.permutation(each, matches * steps) for each in jax.random.split(mixing, EPOCHS)]
        pieces = jnp.stack(orders).reshape(EPOCHS * PIECES, -1)
        (weights, memory), _ = jax.lax.scan(learn, (weights, memory), pieces)
        return weights, memory, state

    state, memory = jax.jit(jax.vmap(env.init))(jax.random.split(begin, matches)), adam.init(weights)
    for each in jax.random.split(key, updates):
        weights, memory, state = update(weights, memory, state, each)
    return weights


def policy(weights):
    """What has learned, as an opponent or a player of `pasch.env.gym(..., observation="one_hot")`."""
    think_once = jax.jit(think)

    def choose(seen):
        return int(np.argmax(think_once(weights, seen["observation"], seen["action_mask"].astype(bool))[0]))

    return choose


class Learned:
    """What has learned, as a bot."""

    def __init__(self, game):
        self.game, self.encoding, self.tables = game, encoding_of(game), {}

    def choose(self, view, seat, moves, _):
        players = strong_of(self.game).players(view)
        if players not in self.tables:
            self.tables[players] = OneHot(self.encoding.fields(players)), policy(kept(self.game.id, players))
        one_hot, choose = self.tables[players]
        mask = np.frombuffer(self.encoding.mask(view, seat, moves), np.int8)
        seen = {"observation": one_hot(self.encoding.observe(view, seat)), "action_mask": mask}
        return self.encoding.move(view, seat, choose(seen))


def kept(game, players):
    """The weights in this folder; trained first, where there are none."""
    file = Path(f"ppo-{game}-{players}.npz")
    if not file.exists():
        np.savez(file, **train(game, players))
    return dict(np.load(file))


def share_of_wins(game, players, choose, opponents="random", matches=50):
    env = pasch.env.gym(game, players=players, opponents=opponents, reward="win", observation="one_hot")
    won = 0.0
    for seed in range(matches):
        seen, _ = env.reset(seed=seed)
        ended = False
        while not ended:
            seen, reward, terminated, truncated, _ = env.step(choose(seen))
            ended = terminated or truncated
        won += reward
    return won / matches


if __name__ == "__main__":
    game, players = sys.argv[1] if sys.argv[1:] else "twentyone", int(sys.argv[2]) if sys.argv[2:] else 2
    choose = policy(train(game, players))
    for rival in ("random", "greedy"):
        print(f"{share_of_wins(game, players, choose, rival):.2f} of the wins against {rival}")
