"""The games for PettingZoo: one seat after the other (AEC), or all at once (parallel)."""

from typing import Any

from gymnasium.spaces import Space
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from pasch.bots.matches import NOTHING_SPECIAL
from pasch.engine.game import Seat
from pasch.env.playing import Playing, Seeds, Seen, Setup, agent_of
from pasch.env.spaces import action_space, metadata, observation_space


class Seats:
    """The seats under the names and with the spaces that PettingZoo asks for."""

    def __init__(self, setup: Setup, render_mode: str | None) -> None:
        self.setup = setup
        self.metadata = metadata(setup)
        self.render_mode = render_mode
        self.possible_agents = [agent_of(seat) for seat in setup.seats]
        self.agents: list[str] = []
        self.observation_spaces = {agent: observation_space(setup) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(setup) for agent in self.possible_agents}
        self._seeds = Seeds()
        self.playing: Playing

    def begin(self, seed: int | None, options: dict[str, Any] | None) -> None:
        self.playing = Playing(self.setup, self._seeds.following(seed), options or NOTHING_SPECIAL)
        self.agents = list(self.possible_agents)

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    def by_agent(self, values: list[float]) -> dict[str, float]:
        return dict(zip(self.possible_agents, values, strict=True))

    def render(self) -> str | None:
        return self.playing.picture(None) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""

    def _seat(self, agent: str) -> Seat:
        return self.setup.seats[self.possible_agents.index(agent)]


class Turns(Seats, AECEnv[str, Seen, int]):  # type: ignore[misc]
    """Seats that decide at once are asked one after the other, and see nothing of what was chosen before them."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.begin(seed, options)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: dict(self.setup.info) for agent in self.agents}
        self._skip_agent_selection = None
        self._ask()

    def observe(self, agent: str) -> Seen:
        return self.playing.seen(self._seat(agent), is_asked=agent == self.agent_selection)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self.playing.act(self._seat(agent), action):
            raise ValueError(f"{agent} may not do {action} now: its action mask says what it may")
        self.playing.steps += 1
        self._cumulative_rewards[agent] = 0.0
        self._ask()

    def _ask(self) -> None:
        """Turn to the seat that decides, or end the match."""
        playing = self.playing
        if playing.deciding and not playing.is_broken_off:
            self.agent_selection = self.possible_agents[playing.deciding[0]]
            return
        self.rewards = self.by_agent(playing.rewards())
        self.terminations = dict.fromkeys(self.agents, playing.is_over)
        self.truncations = dict.fromkeys(self.agents, playing.is_broken_off)
        self._accumulate_rewards()
        self._deads_step_first()


Step = tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


class Rounds(Seats, ParallelEnv[str, Seen, int]):  # type: ignore[misc]
    """All seats act in every step; what a seat sends that has nothing to decide is ignored.

    An illegal action is refused and changes nothing: the seat is told so (`illegal` in its info) and asked again.
    """

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        self.begin(seed, options)
        return self._seen(), self._infos()

    def step(self, actions: dict[str, int]) -> Step:
        live, playing = self.agents, self.playing
        if not live:
            return {}, {}, {}, {}, {}
        refused = [
            self.possible_agents[seat]
            for seat in playing.deciding
            if not playing.act(seat, actions[self.possible_agents[seat]])
        ]
        playing.steps += 1
        if playing.is_over or playing.is_broken_off:
            self.agents = []
        infos = self._infos()
        for agent in refused:
            infos[agent]["illegal"] = True
        return (
            self._seen(),
            self.by_agent(playing.rewards()),
            dict.fromkeys(live, playing.is_over),
            dict.fromkeys(live, playing.is_broken_off),
            infos,
        )

    def _seen(self) -> dict[str, Seen]:
        return {agent: self.playing.seen(self._seat(agent)) for agent in self.possible_agents}

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: dict(self.setup.info) for agent in self.possible_agents}


class EndsIllegal(TerminateIllegalWrapper[str, Seen, int]):  # type: ignore[misc]
    """PettingZoo's wrapper calls such a match truncated as well; it is not: nothing was to come after it."""

    def step(self, action: int) -> None:
        super().step(action)
        if self._terminated:
            self.unwrapped.truncations = dict.fromkeys(self.unwrapped.truncations, False)


def guarded(env: Turns) -> AECEnv[str, Seen, int]:
    """In the wrappers of PettingZoo's own board games: an illegal action ends the match."""
    ends = EndsIllegal(env, illegal_reward=env.setup.reward.for_illegal)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(ends))
