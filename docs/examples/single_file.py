"""PPO in one file, as CleanRL writes it, with vector environments of Gymnasium against bots, masks and JAX.

python docs/examples/single_file.py [GAME] [OPPONENTS]
"""

import sys

import gymnasium
import jax
import jax.numpy as jnp
import numpy as np
import optax

import pasch.env

GAMMA, LAMBDA, CLIP, ENTROPY, EPOCHS, PIECES = 1.0, 0.95, 0.2, 0.01, 4, 4


def network(key, size, actions, hidden=128):
    first, second = jax.random.split(key)
    return {
        "in": jax.random.normal(first, (size, hidden)) / size**0.5,
        "hidden": jax.random.normal(second, (hidden, hidden)) * (2 / hidden) ** 0.5,
        "out": jnp.zeros((hidden, actions + 1)),
    }


@jax.jit
def think(weights, seen, mask):
    """The logits of the legal actions, and the value."""
    out = jax.nn.relu(jax.nn.relu(seen @ weights["in"]) @ weights["hidden"]) @ weights["out"]
    return jnp.where(mask, out[..., :-1], -1e9), out[..., -1]


def loss(weights, seen, mask, action, chance, better, target):
    logits, value = think(weights, seen, mask)
    chances = jax.nn.log_softmax(logits)
    ratio = jnp.exp(jnp.take_along_axis(chances, action[:, None], axis=-1)[:, 0] - chance)
    better = (better - better.mean()) / (better.std() + 1e-6)
    gain = jnp.minimum(ratio * better, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * better).mean()
    spread = -jnp.where(mask, jnp.exp(chances) * chances, 0).sum(axis=-1).mean()
    return ((target - value) ** 2).mean() / 2 - gain - ENTROPY * spread


def train(game="twentyone", opponents="random", *, updates=30, count=8, steps=128, seed=0):
    """With reward `lead`: it tells more than who has won, and in kniffel `win` is hardly ever seen at first."""
    envs = gymnasium.make_vec(
        f"pasch-{game}-v1", num_envs=count, opponents=opponents, observation="flat", reward="lead"
    )
    rng, adam = np.random.default_rng(seed), optax.chain(optax.clip_by_global_norm(0.5), optax.adam(1e-3))
    weights = network(jax.random.key(seed), envs.single_observation_space.shape[0], envs.single_action_space.n)
    memory = adam.init(weights)

    @jax.jit
    def learn(weights, memory, piece):
        change, memory = adam.update(jax.grad(loss)(weights, *piece), memory)
        return optax.apply_updates(weights, change), memory

    seen, info = envs.reset(seed=seed)
    ended = np.zeros(count, bool)
    for _ in range(updates):
        rows = []
        for _ in range(steps):
            mask = info["action_mask"].astype(bool)
            logits, value = map(np.asarray, think(weights, seen, mask))
            action = (logits + rng.gumbel(size=logits.shape)).argmax(axis=-1)
            chance = np.take_along_axis(np.asarray(jax.nn.log_softmax(logits)), action[:, None], axis=-1)[:, 0]
            # Gymnasium resets in the step after the end: what is done there is nobody's decision.
            counts, old = ~ended, seen
            seen, reward, terminated, truncated, info = envs.step(action)
            ended = terminated | truncated
            rows.append((old, mask, action, chance, value, reward / 10, ended, counts))
        _, last = think(weights, seen, info["action_mask"].astype(bool))
        olds, masks, actions, chances, values, rewards, ends, counts = map(np.stack, zip(*rows, strict=True))
        better = advantages(values, rewards, ends, np.asarray(last))
        flat = [each[counts] for each in (olds, masks, actions, chances, better, better + values)]
        for _ in range(EPOCHS):
            order = rng.permutation(len(flat[0]))[: len(flat[0]) // PIECES * PIECES]
            # Pieces of one size, so that there is one program to compile.
            for piece in order[: count * steps * 7 // 8 // PIECES * PIECES].reshape(PIECES, -1):
                weights, memory = learn(weights, memory, [each[piece] for each in flat])
    return weights


def advantages(values, rewards, ends, last):
    better, later, trace = np.zeros_like(values), last, np.zeros_like(last)
    for at in reversed(range(len(values))):
        goes_on = ~ends[at]
        trace = rewards[at] + GAMMA * later * goes_on - values[at] + GAMMA * LAMBDA * trace * goes_on
        better[at], later = trace, values[at]
    return better


def share_of_wins(weights, game="twentyone", opponents="random", matches=50):
    env = pasch.env.gym(game, opponents=opponents, reward="win", observation="flat")
    won = 0.0
    for seed in range(matches):
        seen, info = env.reset(seed=seed)
        ended = False
        while not ended:
            logits, _ = think(weights, seen, info["action_mask"].astype(bool))
            seen, reward, terminated, truncated, info = env.step(int(np.argmax(logits)))
            ended = terminated or truncated
        won += reward
    return won / matches


if __name__ == "__main__":
    game = sys.argv[1] if sys.argv[1:] else "twentyone"
    opponents = sys.argv[2] if sys.argv[2:] else "random"
    learned = train(game, opponents)
    for rival in ("random", "greedy"):
        print(f"{share_of_wins(learned, game, rival):.2f} of the wins against {rival}")
