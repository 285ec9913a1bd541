"""MaskablePPO of sb3-contrib (pip install sb3-contrib) against bots.

python docs/examples/sb3.py [GAME] [STEPS]
"""

import sys

from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv, VecNormalize

import pasch.env


def train(game="twentyone", steps=40_000, opponents="random", count=4, reward="lead", seed=0, **more):
    def make():
        return pasch.env.gym(game, opponents=opponents, reward=reward, observation="flat")

    # Scores are tens of points: unscaled, the loss of the value would drown that of the policy.
    envs = VecNormalize(DummyVecEnv([make] * count), norm_obs=False, gamma=1.0)
    usual = {"n_steps": 2048 // count, "batch_size": 256, "gamma": 1.0, "seed": seed}
    return MaskablePPO("MlpPolicy", envs, **usual | more).learn(steps)


def share_of_wins(model, game="twentyone", opponents="random", matches=50):
    env = pasch.env.gym(game, opponents=opponents, reward="win", observation="flat")
    won = 0.0
    for seed in range(matches):
        seen, _ = env.reset(seed=seed)
        ended = False
        while not ended:
            action, _ = model.predict(seen, action_masks=env.action_masks(), deterministic=True)
            seen, reward, terminated, truncated, _ = env.step(int(action))
            ended = terminated or truncated
        won += reward
    return won / matches


if __name__ == "__main__":
    game = sys.argv[1] if sys.argv[1:] else "twentyone"
    model = train(game, int(sys.argv[2]) if sys.argv[2:] else 40_000)
    for rival in ("random", "greedy"):
        print(f"{share_of_wins(model, game, rival):.2f} of the wins against {rival}")
