"""What a review says of each seat, in a few numbers that lists and statistics can add up: computed from its body."""

from typing import NamedTuple

import msgspec
import sqlalchemy as sa

from pasch.bots.confidence import Mean
from pasch.server.store.database import insert_into
from pasch.server.store.schema import results, reviews

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


_judge = (
    sa.update(results)
    .where(results.c.match == sa.bindparam("of_match"), results.c.seat == sa.bindparam("of_seat"))
    .values({name: sa.bindparam(name) for name in Verdict._fields})
)


def keep_review(connection: sa.Connection, match: str, part: str, judge: str, body: str) -> None:
    """Store what the coach said of a match; another node may have stored the same."""
    row = {"match": match, "part": part, "judge": judge, "body": body}
    is_new = connection.execute(insert_into(connection, reviews).on_conflict_do_nothing(), row).rowcount == 1
    if is_new and part == WHOLE:
        found = verdicts_in(judge, body)
        told = [{"of_match": match, "of_seat": seat, **verdict._asdict()} for seat, verdict in found.items()]
        connection.execute(_judge, told)
