"""A review as JSON: one object for a match."""

from typing import Any

import msgspec
from msgspec.structs import asdict

from pasch.coach.exact import Exact
from pasch.coach.values import Judgement, Review, SeatReview, Step


def as_json(review: Review, exact: dict[int, Exact] | None = None, seat: int | None = None) -> dict[str, Any]:
    """Shares of the win from 0 to 1; keys that do not apply are left out.

    `exact`: by event, what was played on. `seat`: only this seat's balance and decisions; chances and luck are of all.
    """
    return {
        "game": review.game,
        "players": review.players,
        "seats": [_seat(one) for one in review.seats if seat in (None, one.seat)],
        "events": [_event(step, (exact or {}).get(step.n), seat in (None, step.seat)) for step in review.steps],
    }


def _seat(seat: SeatReview) -> dict[str, Any]:
    parts = asdict(seat.balance.exact)
    keys = ("start", "result", "luck", "own", "others", "rest")
    said = {"seat": seat.seat, **{key: parts[key] for key in keys}}
    said |= {"decisions": seat.decisions, "counted": seat.counted}
    if seat.counted:
        said["mean_loss"] = seat.mean_loss
    if seat.grade:
        said["grade"] = msgspec.to_builtins(seat.grade)
    return said


def _event(step: Step, exact: Exact | None, is_told: bool) -> dict[str, Any]:
    said: dict[str, Any] = {"n": step.n}
    if step.seat is not None:
        said["seat"] = step.seat
    said["chances"] = step.chances
    if step.luck:
        said["luck"] = step.luck.brought
    if step.judgement and is_told:
        said |= _judged(step.judgement)
    if exact:
        said["exact"] = msgspec.to_builtins(exact)
    return said


def _judged(judged: Judgement) -> dict[str, Any]:
    best, played = (msgspec.to_builtins(candidate.move) for candidate in (judged.best, judged.played))
    said = {"best": best, "played": played, "loss": judged.loss}
    return {**said, "mark": judged.mark} if judged.mark else said
