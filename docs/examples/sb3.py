"""MaskablePPO of sb3-contrib (pip install sb3-contrib) against bots.

python docs/examples/sb3.py [GAME] [STEPS]
"""

import sys

from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

import pasch.env


def train(game="twentyone", steps=40_000, opponents="random", count=4, **more):
    """With reward `score`: it tells more than who has won, and in kniffel `win` is hardly ever seen at first."""

    def make():
        return pasch.env.gym(game, opponents=opponents, reward="score", observation="flat")

    model = MaskablePPO("MlpPolicy", DummyVecEnv([make] * count), gamma=1.0, seed=0, **more)
    return model.learn(steps)


def share_of_wins(model, game="twentyone", opponents="random", matches=50):
    env = pasch.env.gym(game, opponents=opponents, observation="flat")
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
