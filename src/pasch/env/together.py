"""The games in JAX as JaxMARL has its own: all seats act in every step, and everything is told by the seats' names."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from pasch.env.playing import agent_of
from pasch.env.pure import Twinned, either_of
from pasch.games.twin import NO_ACTION, OVER

ByAgent = dict[str, jax.Array]
EVERYBODY = "__all__"
NOOP = 0
"""What a seat may do that has nothing to decide: it does nothing then."""


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class Round:
    """A match, and how many steps it has had."""

    match: Any
    steps: jax.Array
    done: jax.Array


class Discrete(NamedTuple):
    """A space of actions, with the names of JaxMARL's."""

    n: int

    @property
    def shape(self) -> tuple[int, ...]:
        return ()

    def sample(self, rng: jax.Array) -> jax.Array:
        return jax.random.randint(rng, (), 0, self.n)


class Box(NamedTuple):
    """A space of observations, with the names of JaxMARL's."""

    low: float
    high: float
    shape: tuple[int, ...]

    def sample(self, rng: jax.Array) -> jax.Array:
        return jax.random.uniform(rng, self.shape, minval=self.low, maxval=self.high)


class Together(Twinned):
    """`reset` and `step` as JaxMARL's `MultiAgentEnv`: a match that has ended begins anew in the same step.

    Who has nothing to decide has one action, 0, which does nothing. An illegal action is ignored: the seat is asked
    again. `limit` counts the steps; `truncated` in the infos says that a match was truncated.
    """

    def __init__(self, game: str, players: int, **more: Any) -> None:
        super().__init__(game, players, **{"auto_reset": True} | more)
        self.agents = [agent_of(seat) for seat in range(players)]
        self.num_agents = players
        self.name = self.id

    def observation_space(self, agent: str) -> Box:  # noqa: ARG002
        return Box(0.0, 1.0, self.observation_shape)

    def action_space(self, agent: str) -> Discrete:  # noqa: ARG002
        return Discrete(self.num_actions)

    def reset(self, key: jax.Array) -> tuple[ByAgent, Round]:
        state = Round(self.begun(key), jnp.zeros((), jnp.int32), jnp.zeros((), bool))
        return self.get_obs(state), state

    def step(
        self, key: jax.Array, state: Round, actions: ByAgent
    ) -> tuple[ByAgent, Round, ByAgent, ByAgent, dict[str, Any]]:
        """Observations, state, rewards, who is done, infos; with auto-reset, the first two are of the next match."""
        falling, beginning = jax.random.split(key)
        seen, after, rewards, done, infos = self.step_env(falling, state, actions)
        if not self.auto_reset:
            return seen, after, rewards, done, infos
        infos["final_observation"] = seen
        fresh = self.reset(beginning)
        seen, after = either_of(after.done, fresh, (seen, after))
        return seen, after, rewards, done, infos

    def step_env(
        self, key: jax.Array, state: Round, actions: ByAgent
    ) -> tuple[ByAgent, Round, ByAgent, ByAgent, dict[str, Any]]:
        """One step without auto-reset; after the end nothing changes."""
        twin, before = self.many.twin, state.match
        chosen = jnp.stack([jnp.asarray(actions[agent], jnp.int32) for agent in self.agents])[self.deciders(before)]
        acting = tuple(
            jnp.where(mask[action], action, NO_ACTION).astype(jnp.int16)
            for action, mask in zip(chosen, self.masks(before), strict=True)
        )
        acts = jnp.stack([action != NO_ACTION for action in acting]).any() & ~state.done
        match = either_of(acts, self.many.until_a_decision(key, twin.play(before, acting)), before)
        steps, over = state.steps + 1, twin.turn(match) == OVER
        truncated = jnp.zeros_like(over) if self.many.limit is None else ~over & (steps >= self.many.limit)
        after = Round(match, steps, over | truncated)
        brought = jnp.where(state.done, 0.0, self.rewards(before, match)).astype(jnp.float32)
        done = dict.fromkeys((*self.agents, EVERYBODY), after.done)
        rewards = {agent: brought[seat] for seat, agent in enumerate(self.agents)}
        return self.get_obs(after), after, rewards, done, {"truncated": truncated & ~state.done}

    def get_obs(self, state: Round) -> ByAgent:
        return {agent: self.seen(state.match, seat) for seat, agent in enumerate(self.agents)}

    def get_avail_actions(self, state: Round) -> ByAgent:
        """What each seat may do: never nothing."""
        masks, deciders = jnp.stack(self.masks(state.match)), self.deciders(state.match)
        noop = jnp.arange(self.num_actions) == NOOP
        found = {}
        for seat, agent in enumerate(self.agents):
            own = (masks & (deciders == seat)[:, None]).any(axis=0)
            found[agent] = jnp.where(own.any(), own, noop)
        return found
