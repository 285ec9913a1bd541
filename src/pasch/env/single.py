"""The games for Gymnasium: one seat learns, bots have the others."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import Env
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from pasch.bots.bot import Bot
from pasch.bots.levels import bot
from pasch.bots.matches import NOTHING_SPECIAL
from pasch.engine.errors import Malformed
from pasch.engine.game import Seat
from pasch.env.playing import Playing, Seen, Setup, seed_from
from pasch.env.spaces import action_space, metadata, observation_space

Step = tuple[Seen, float, bool, bool, dict[str, Any]]


def bots_for(setup: Setup, opponents: str | Sequence[str]) -> list[Bot]:
    """One bot for each other seat, clockwise from the learner."""
    others = setup.players - 1
    levels = [opponents] * others if isinstance(opponents, str) else list(opponents)
    if len(levels) != others:
        raise Malformed(
            f"Für {others} andere Plätze werden {others} Gegner gebraucht, nicht {len(levels)}.",
            f"{others} other seats need {others} opponents, not {len(levels)}.",
        )
    return [bot(setup.game, level) for level in levels]


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

    def __init__(
        self, setup: Setup, seat: int | None, opponents: str | Sequence[str], render_mode: str | None = None
    ) -> None:
        self.setup = setup
        self.metadata = metadata(setup)
        self.render_mode = render_mode
        self.observation_space = observation_space(setup)
        self.action_space = action_space(setup)
        self._wanted = None if seat is None else checked_seat(setup, seat)
        self._bots = bots_for(setup, opponents)
        self._ended = True
        self.seat: Seat
        self.playing: Playing

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        super().reset(seed=seed)
        self.playing = Playing(self.setup, seed_from(self.np_random), options or NOTHING_SPECIAL)
        drawn = self.setup.seats[self.np_random.integers(self.setup.players)]
        self.seat = drawn if self._wanted is None else self._wanted
        self._ended = False
        self._go_on()
        return self.playing.seen(self.seat), self._info()

    def step(self, action: np.int64 | int) -> Step:
        playing = self.playing
        if self._ended:
            raise ResetNeeded("The match has ended: call reset() for the next one.")
        if not playing.act(self.seat, int(action)):
            self._ended = True
            return playing.seen(self.seat), self.setup.reward.for_illegal, True, False, self._info(illegal=True)
        playing.steps += 1
        self._go_on()
        self._ended = playing.is_over or playing.is_broken_off
        reward = playing.rewards()[self.seat]
        return playing.seen(self.seat), reward, playing.is_over, playing.is_broken_off, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """What the learner may do, under the name that MaskablePPO looks for."""
        return self.playing.mask(self.seat).astype(np.bool_)

    def render(self) -> str | None:
        return self.playing.picture(self.seat) if self.render_mode == "ansi" else None

    def _go_on(self) -> None:
        """Let the bots play until the learner has to decide."""
        playing = self.playing
        while playing.deciding and self.seat not in playing.deciding:
            seat = playing.deciding[0]
            mind = self._bots[(seat - self.seat) % self.setup.players - 1]
            playing.play(seat, mind.choose(playing.view(seat), seat, playing.match.moves(seat), playing.below))

    def _info(self, *, illegal: bool = False) -> dict[str, Any]:
        return {**self.setup.info, "seat": int(self.seat), "illegal": illegal}
