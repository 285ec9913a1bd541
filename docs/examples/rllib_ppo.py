"""PPO of RLlib (pip install 'ray[rllib]' torch) against bots, with the module for masks that its own examples have.

python docs/examples/rllib_ppo.py [GAME] [ITERATIONS]
"""

import sys

import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

import pasch.env


def train(game="twentyone", iterations=5, opponents="random", seed=0):
    """The module that has learned."""
    register_env("pasch", lambda wish: pasch.env.gym(**wish))
    wish = {"game_id": game, "opponents": opponents, "reward": "lead", "observation": "rllib"}
    config = (
        PPOConfig()
        .environment("pasch", env_config=wish)
        .env_runners(num_env_runners=0, num_envs_per_env_runner=4)
        .learners(num_learners=0)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule, model_config={"head_fcnet_hiddens": [128, 128]}
            )
        )
        # Scores are tens of points: the loss of the value must not be cut off there, nor drown that of the policy.
        .training(
            gamma=1.0,
            lr=5e-4,
            train_batch_size_per_learner=2048,
            minibatch_size=256,
            num_epochs=6,
            vf_clip_param=1000.0,
            vf_loss_coeff=0.01,
        )
        .debugging(seed=seed)
    )
    learner = config.build_algo()
    for _ in range(iterations):
        learner.train()
    module = learner.get_module()
    learner.stop()
    return module


def share_of_wins(module, game="twentyone", opponents="random", matches=50):
    env = pasch.env.gym(game, opponents=opponents, reward="win", observation="rllib")
    won = 0.0
    for seed in range(matches):
        seen, _ = env.reset(seed=seed)
        ended = False
        while not ended:
            batch = {Columns.OBS: {key: torch.from_numpy(each)[None].float() for key, each in seen.items()}}
            with torch.no_grad():
                logits = module.forward_inference(batch)[Columns.ACTION_DIST_INPUTS]
            seen, reward, terminated, truncated, _ = env.step(int(logits.argmax()))
            ended = terminated or truncated
        won += reward
    return won / matches


if __name__ == "__main__":
    game = sys.argv[1] if sys.argv[1:] else "twentyone"
    module = train(game, int(sys.argv[2]) if sys.argv[2:] else 5)
    for rival in ("random", "greedy"):
        print(f"{share_of_wins(module, game, rival):.2f} of the wins against {rival}")
