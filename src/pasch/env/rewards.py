"""The reward of each seat: for a finished match, or step by step for what has become of its lead."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pasch.engine.errors import Malformed
from pasch.engine.game import Result
from pasch.games.encoding import Field

AT_THE_END = ("win", "score")
REWARDS = (*AT_THE_END, "lead")


class Reward(NamedTuple):
    """A way to reward the seats, and what is known of its numbers."""

    of: Callable[[Result], list[float]]
    """What a finished match brings. A truncated one has no result, and so no reward."""
    low: float
    high: float
    total: float
    """What the rewards of all seats add up to."""
    each_step: bool = False
    """Whether every step brings its part of it, the last one before a match is truncated, too."""

    @property
    def for_illegal(self) -> float:
        """What an illegal action brings: no better than the worst that the rules have."""
        return -self.high


def reward_named(name: str, fields: Sequence[Field]) -> Reward:
    if name == "win":
        return Reward(win_shares, low=0.0, high=1.0, total=1.0)
    if name in ("score", "lead"):
        most = score_range(fields)
        return Reward(score_leads, low=-most, high=most, total=0.0, each_step=name == "lead")
    raise unknown_reward(name, REWARDS)


def unknown_reward(name: str, among: Sequence[str]) -> Malformed:
    known = ", ".join(among)
    return Malformed(
        f"Die Belohnung {name!r:.40} gibt es nicht, nur: {known}.", f"There is no reward {name!r:.40}, only: {known}."
    )


def win_shares(result: Result) -> list[float]:
    """1 for the winner; winners that share the first place share it."""
    return [result.share(seat) for seat in range(len(result.places))]


def score_leads(result: Result) -> list[float]:
    return leads(result.scores)


def leads(scores: Sequence[int]) -> list[float]:
    """Each seat's score less the mean of the others'."""
    total, others = sum(scores), len(scores) - 1
    return [score - (total - score) / others for score in scores]


def score_range(fields: Sequence[Field]) -> float:
    """An upper bound for the difference of two scores: they are among the fields of an observation."""
    return float(max(field.high for field in fields) - min(field.low for field in fields))
