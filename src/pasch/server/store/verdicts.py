"""What a review says of each seat, in a few numbers that lists and statistics can add up: computed from its body."""

from typing import NamedTuple

import msgspec

from pasch.bots.confidence import Mean

WHOLE = "match"
"""The part of a match that a review is of; checks are of single events."""


class Verdict(NamedTuple):
    """The part of a result that a review says."""

    judge: str
    luck: float
    counted: int
    loss: float
    squares: float


class _Exact(msgspec.Struct):
    luck: float


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


def verdicts_in(judge: str, body: str) -> dict[int, Verdict]:
    """By seat."""
    found = _decode(body)
    losses = {one.seat: Mean() for one in found.seats}
    for step in found.steps:
        if step.seat is not None and step.judgement is not None and step.judgement.counted:
            losses[step.seat].add(step.judgement.loss)
    return {
        one.seat: Verdict(judge, one.balance.exact.luck, mean.count, mean.value, mean.squares)
        for one in found.seats
        for mean in [losses[one.seat]]
    }
