"""Deep Q-learning of Tianshou 2 (pip install tianshou) against bots.

python docs/examples/tianshou_dqn.py [GAME] [STEPS]
"""

import sys

import numpy as np
import torch
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Batch, Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

import pasch.env


def train(game="twentyone", steps=20_000, opponents="random", count=8, seed=0):
    np.random.seed(seed)
    torch.manual_seed(seed)

    def make():
        return pasch.env.gym(game, opponents=opponents, reward="lead", observation="tianshou")

    one, envs = make(), DummyVectorEnv([make] * count)
    envs.seed(seed)
    net = Net(
        state_shape=one.observation_space["obs"].shape, action_shape=int(one.action_space.n), hidden_sizes=[128, 128]
    )
    policy = DiscreteQLearningPolicy(
        model=net, action_space=one.action_space, observation_space=one.observation_space, eps_training=0.1
    )
    learner = DQN(
        policy=policy,
        optim=AdamOptimizerFactory(lr=1e-3),
        n_step_return_horizon=3,
        target_update_freq=250,
        huber_loss_delta=1.0,
    )
    collector = Collector(learner, envs, VectorReplayBuffer(20_000, count), exploration_noise=True)
    collector.reset()
    collector.collect(n_step=1024, random=False)
    learner.run_training(
        OffPolicyTrainerParams(
            training_collector=collector,
            max_epochs=1,
            epoch_num_steps=steps,
            collection_step_num_env_steps=16 * count,
            update_step_num_gradient_steps_per_sample=0.1,
            batch_size=128,
            verbose=False,
            show_progress=False,
        )
    )
    return learner.policy


def share_of_wins(policy, game="twentyone", opponents="random", matches=50):
    env = pasch.env.gym(game, opponents=opponents, reward="win", observation="tianshou")
    won = 0.0
    for seed in range(matches):
        seen, _ = env.reset(seed=seed)
        ended = False
        while not ended:
            batch = Batch(obs=Batch(obs=seen["obs"][None], mask=seen["mask"][None]), info=Batch())
            with torch.no_grad():
                action = int(policy(batch).act[0])
            seen, reward, terminated, truncated, _ = env.step(action)
            ended = terminated or truncated
        won += reward
    return won / matches


if __name__ == "__main__":
    game = sys.argv[1] if sys.argv[1:] else "twentyone"
    policy = train(game, int(sys.argv[2]) if sys.argv[2:] else 20_000)
    for rival in ("random", "greedy"):
        print(f"{share_of_wins(policy, game, rival):.2f} of the wins against {rival}")
