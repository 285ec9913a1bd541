"""The games for Gymnasium: one seat learns, bots have the others."""

from typing import Any

import numpy as np
from gymnasium import Env
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from pasch.bots.matches import NOTHING_SPECIAL
from pasch.engine.errors import Malformed
from pasch.engine.game import Seat
from pasch.env.forms import MASK, Seen
from pasch.env.opponents import Opponents, bots_for
from pasch.env.playing import Playing, Setup, checked_mode, seed_from
from pasch.env.spaces import action_space, metadata, observation_space

Step = tuple[Seen, float, bool, bool, dict[str, Any]]


def checked_seat(setup: Setup, seat: int) -> Seat:
    if seat in range(setup.players):
        return setup.seats[seat]
    last = setup.players - 1
    raise Malformed(
        f"Platz {seat} gibt es nicht, nur die Plätze 0 bis {last}.",
        f"There is no seat {seat}, only the seats 0 to {last}.",
    )


class OneSeat(Env[Seen, np.int64]):
    """A match against bots. A step is one decision of the learner; the bots and chance go on until the next."""

    def __init__(self, setup: Setup, seat: int | None, opponents: Opponents, render_mode: str | None = None) -> None:
        self.setup = setup
        self.metadata = metadata(setup)
        self.render_mode = checked_mode(render_mode)
        self.observation_space = observation_space(setup)
        self.action_space = action_space(setup)
        self._wanted = None if seat is None else checked_seat(setup, seat)
        self._opponents = opponents
        self._bots = bots_for(setup, opponents)
        self._ended = True
        self._playing: Playing | None = None
        self.seat: Seat

    def __getstate__(self) -> dict[str, Any]:
        """A bot holds more than can be sent to another process; there it is made again from what was asked for."""
        return {name: value for name, value in self.__dict__.items() if name != "_bots"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bots = bots_for(self.setup, self._opponents)

    @property
    def playing(self) -> Playing:
        if self._playing is None:
            raise ResetNeeded("There is no match yet: call reset() first.")
        return self._playing

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        super().reset(seed=seed)
        self._playing = Playing(self.setup, seed_from(self.np_random), options or NOTHING_SPECIAL)
        drawn = self.setup.seats[self.np_random.integers(self.setup.players)]
        self.seat = drawn if self._wanted is None else self._wanted
        self._ended = False
        self._go_on()
        self._show()
        return self._told()

    def step(self, action: np.int64 | int) -> Step:
        playing = self.playing
        if self._ended:
            raise ResetNeeded("The match has ended: call reset() for the next one.")
        if not playing.act(self.seat, action):
            self._ended = True
            seen, info = self._told(illegal=True)
            return seen, self.setup.reward.for_illegal, True, False, info
        playing.steps += 1
        self._go_on()
        is_over, is_broken_off = playing.is_over, playing.is_broken_off
        self._ended = is_over or is_broken_off
        self._show()
        seen, info = self._told()
        return seen, playing.rewards()[self.seat], is_over, is_broken_off, info

    def action_masks(self) -> NDArray[np.bool_]:
        """What the learner may do, under the name that MaskablePPO looks for."""
        return self.playing.asked_mask(self.seat).astype(np.bool_)

    def render(self) -> Any:
        """As the learner sees it: words (`ansi`), pixels (`rgb_array`); `human` shows it in the terminal, unasked."""
        return self.playing.rendered(self.render_mode, self.seat)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _repr_html_(self) -> str | None:
        return None if self._playing is None else self._playing.svg(self.seat)

    def _go_on(self) -> None:
        """Let the bots play until the learner has to decide."""
        playing, learner, players = self.playing, self.seat, self.setup.players
        while (deciding := playing.deciding) and learner not in deciding:
            seat = deciding[0]
            mind = self._bots[(seat - learner) % players - 1]
            view = playing.view(seat) if getattr(mind, "looks", True) else None
            playing.play(seat, mind.choose(view, seat, playing.match.moves(seat), playing.below))

    def _told(self, *, illegal: bool = False) -> tuple[Seen, dict[str, Any]]:
        """After the end the mask has one action that does nothing: vector environments choose before they reset."""
        playing, seat = self.playing, self.seat
        mask = playing.asked_mask(seat)
        info = {**self.setup.info, "seat": int(seat), "illegal": illegal, MASK: mask.copy()}
        return playing.seen(seat, mask), info
