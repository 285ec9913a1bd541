"""What a review says of each seat, in a few numbers that lists and statistics can add up: computed from its body."""

from typing import NamedTuple

import msgspec

from pasch.bots.confidence import Mean

WHOLE = "match"
"""The part of a match that a review is of; checks are of single events."""


class Verdict(NamedTuple):
    match: str
    judge: str
    seat: int
    luck: float
    """What chance brought the seat, as a share of the win."""
    own: float
    """What its own decisions lost."""
    counted: int
    """Its decisions that counted."""
    loss: float
    """For each of these."""
    squares: float
    """The sum of squared deviations from that."""

    @property
    def losses(self) -> Mean:
        return Mean(self.counted, self.loss, self.squares)


class _Exact(msgspec.Struct):
    luck: float
    own: float


class _Balance(msgspec.Struct):
    exact: _Exact


class _Seat(msgspec.Struct):
    seat: int
    balance: _Balance


class _Judged(msgspec.Struct):
    loss: float
    counted: bool


class _Step(msgspec.Struct):
    seat: int | None
    judgement: _Judged | None


class _Body(msgspec.Struct):
    """What verdicts need of a review: the rest of it is skipped."""

    seats: list[_Seat]
    steps: list[_Step]


_decode = msgspec.json.Decoder(_Body).decode


def verdicts_in(match: str, judge: str, body: str) -> list[Verdict]:
    found = _decode(body)
    losses = {one.seat: Mean() for one in found.seats}
    for step in found.steps:
        if step.seat is not None and step.judgement is not None and step.judgement.counted:
            losses[step.seat].add(step.judgement.loss)
    return [
        Verdict(match, judge, one.seat, exact.luck, exact.own, mean.count, mean.value, mean.squares)
        for one in found.seats
        for exact, mean in [(one.balance.exact, losses[one.seat])]
    ]
