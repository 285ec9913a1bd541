"""The games for PettingZoo: one seat after the other (AEC), or all at once (parallel)."""

from collections.abc import Iterator
from typing import Any

from gymnasium.error import ResetNeeded
from gymnasium.spaces import Space
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.env_logger import EnvLogger

from pasch.bots.matches import NOTHING_SPECIAL
from pasch.env.forms import MASK, Seen
from pasch.env.playing import Playing, Seeds, Setup, agent_of, checked_mode, single
from pasch.env.spaces import action_space, metadata, observation_space

BEFORE_RESET = "There is no match yet: call reset() first."


class Seats:
    """The seats under the names and with the spaces that PettingZoo asks for."""

    def __init__(self, setup: Setup, render_mode: str | None) -> None:
        self.setup = setup
        self.metadata = metadata(setup)
        self.render_mode = checked_mode(render_mode)
        self.possible_agents = [agent_of(seat) for seat in setup.seats]
        self.agents: list[str] = []
        self.observation_spaces = {agent: observation_space(setup) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(setup) for agent in self.possible_agents}
        self._seeds = Seeds()
        self._seat = dict(zip(self.possible_agents, setup.seats, strict=True))
        self._playing: Playing | None = None

    @property
    def playing(self) -> Playing:
        if self._playing is None:
            raise ResetNeeded(BEFORE_RESET)
        return self._playing

    def begin(self, seed: int | None, options: dict[str, Any] | None) -> None:
        self._playing = Playing(self.setup, self._seeds.following(seed), options or NOTHING_SPECIAL)
        self.agents = list(self.possible_agents)

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    def by_agent(self, values: list[float]) -> dict[str, float]:
        return {agent: values[seat] for agent, seat in self._seat.items()}

    def render(self) -> Any:
        """As a spectator sees it: words (`ansi`), pixels (`rgb_array`); `human` shows it in the terminal, unasked."""
        return self.playing.rendered(self.render_mode, None)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _repr_html_(self) -> str | None:
        return None if self._playing is None else self._playing.svg(None)

    def close(self) -> None:
        """Nothing is held open."""


class Turns(Seats, AECEnv[str, Seen, int]):  # type: ignore[misc]
    """Seats that decide at once are asked one after the other, and see nothing of what was chosen before them.

    An illegal action ends the match, as the wrappers of PettingZoo's own board games have it. They are not used: they
    take twice the time of all the rest.
    """

    agent_selection: str = ""
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, Any]]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.begin(seed, options)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: dict(self.setup.info) for agent in self.agents}
        self._skip_agent_selection = None
        self._ask()
        self._show()

    def observe(self, agent: str) -> Seen:
        """With the mask that is in the info, if this seat is asked: it is made once."""
        playing, mask = self.playing, self.infos[agent].get(MASK)
        seen: Seen = playing.seen(self._seat[agent], playing.idle_mask() if mask is None else mask)
        return seen

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """Each seat that is asked, and at the end each once more; between two of them somebody must have acted."""
        if self._playing is None:
            raise ResetNeeded(BEFORE_RESET)
        while self.agents and max_iter > 0:
            self._acted = False
            yield self.agent_selection
            assert self._acted, "need to call step() or reset() in a loop over `agent_iter`"
            max_iter -= 1

    def step(self, action: int | None) -> None:
        playing = self.playing
        self._acted = True
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = single(action)
        assert 0 <= number < self.setup.actions, "action is not in action space"
        self._cumulative_rewards[agent] = 0.0
        if not playing.act(self._seat[agent], number):
            self._end_illegal(agent)
            return
        playing.steps += 1
        del self.infos[agent][MASK]
        if self.setup.reward.each_step or playing.is_over:
            self.rewards = self.by_agent(playing.rewards())
            self._accumulate_rewards()
        self._ask()
        self._show()

    def _ask(self) -> None:
        """Turn to the seat that decides, or end the match."""
        playing = self.playing
        if playing.deciding and not playing.is_broken_off:
            seat = playing.deciding[0]
            self.agent_selection = agent = self.possible_agents[seat]
            self.infos[agent][MASK] = playing.mask(seat)
            return
        self.terminations = dict.fromkeys(self.agents, playing.is_over)
        self.truncations = dict.fromkeys(self.agents, playing.is_broken_off)
        self._end()

    def _end(self) -> None:
        """Each seat is told once more, and nothing is left to decide: all have a mask that says so."""
        for info in self.infos.values():
            info[MASK] = self.playing.idle_mask()
        self._deads_step_first()

    def _end_illegal(self, agent: str) -> None:
        EnvLogger.warn_on_illegal_move()
        self.terminations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0) | {agent: self.setup.reward.for_illegal}
        self._accumulate_rewards()
        self._end()


Step = tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


class Rounds(Seats, ParallelEnv[str, Seen, int]):  # type: ignore[misc]
    """All seats act in every step; what a seat sends that has nothing to decide is ignored.

    An illegal action is refused and changes nothing: the seat is told so (`illegal` in its info) and asked again.
    """

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        self.begin(seed, options)
        self._show()
        return self._told()

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
        self._show()
        seen, infos = self._told()
        for agent in refused:
            infos[agent]["illegal"] = True
        return (
            seen,
            self.by_agent(playing.rewards()),
            dict.fromkeys(live, playing.is_over),
            dict.fromkeys(live, playing.is_broken_off),
            infos,
        )

    def _told(self) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """What each seat sees, and its info, which has the mask too and says whether the seat is asked."""
        playing, info = self.playing, self.setup.info
        seen, infos = {}, {}
        for agent, seat in self._seat.items():
            mask = playing.asked_mask(seat)
            seen[agent] = playing.seen(seat, mask)
            infos[agent] = {**info, MASK: mask.copy(), "asked": seat in playing.deciding}
        return seen, infos
