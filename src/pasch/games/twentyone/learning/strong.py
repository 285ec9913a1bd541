"""How the strong bot plays twenty one: all its marks are evaluated beside those that the others are predicted to make.

To keep the dice or not, it samples many rolls and takes the best mark of each.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pasch.engine.draws import FACES, Below
from pasch.engine.game import Seat
from pasch.games.network import Weights, named
from pasch.games.twentyone.learning.encode import action, fields, observe
from pasch.games.twentyone.learning.value import Page, mark_values, marked, pages, rerolled, table_values
from pasch.games.twentyone.model import COLOURS, Keep, Mark, Move, Options, Phase, State, View
from pasch.games.twentyone.view import view

TRIES = 126
"""How many rolls are sampled."""
FORESEEN = 36
"""How many stand for all where a state is valued before the roll again: always the same."""

Marks = NDArray[np.int64]

LEVEL_NOISE = ((0.104, 0.345), (0.075, 0.251), (0.052, 0.173), (0.035, 0.115))
"""Blunder rate and temperature of each level below the best, the weakest first."""


def players(view: View) -> int:
    return len(view.pages)


def move_values(weights: Weights, view: View, seat: Seat, moves: Sequence[Move], below: Below) -> list[float]:
    """For each move the seat's chance to win after it."""
    observation = observe(view, seat).astype(np.int64)
    seen = named(fields(players(view)), observation)
    page, following = pages(np, observation, players(view)), (seen["active"] + 1) % players(view)
    now = mark_values(np, weights, page, seen["shown"][None], following)[0]
    if isinstance(moves[0], Mark):
        return [float(now[action(view, seat, move)]) for move in moves]
    rolls = rerolled(np, seen["dice"], _rolls(TRIES, below(2**32)))[:, seen["colour"]]
    again = mark_values(np, weights, page, rolls, following).max(axis=-1).mean()
    return [float(now.max()) if isinstance(move, Keep) else float(again) for move in moves]


judged_values = move_values


def _rolls(times: int, seed: int) -> Marks:
    """So many rolls of all dice in which every die shows each face equally often."""
    faces = np.arange(times)[:, None] % len(FACES) + 1
    found: Marks = np.random.default_rng(seed).permuted(np.broadcast_to(faces, (times, len(COLOURS))), axis=0)
    return found


def knows(options: Options) -> bool:  # noqa: ARG001
    return True


def state_values(weights: Weights, before: State, states: Sequence[State]) -> NDArray[np.float64]:  # noqa: ARG001
    """Each seat's chance to win, in rows: when all have made the mark that each thinks best, or the one it has chosen.

    Before the roll again, a roll that is no good for the active seat is worth what any other would be on average.
    """
    now, dice = states[0], np.array([state.dice for state in states])
    if now.phase is not Phase.KEEP:
        return _when_marked(weights, now, dice)
    found = _when_marked(weights, now, np.concatenate([dice, _rolls(FORESEEN, TRIES)]))
    found, again = found[: len(dice)], found[len(dice) :].mean(axis=0)
    return np.where((found[:, now.active] < again[now.active])[:, None], again, found)


def _when_marked(weights: Weights, now: State, dice: NDArray[np.int64]) -> NDArray[np.float64]:
    """Each seat's chance to win when all have marked, for several rolls, in rows."""
    seats = len(now.pages)
    seen_by_first = view(now, Seat(0))
    observation = observe(seen_by_first, Seat(0)).astype(np.int64)
    seen, page = named(fields(seats), observation), pages(np, observation, seats)
    shown = dice[:, seen["colour"]]
    after = []
    for seat, mark in enumerate(now.choices):
        if mark is None:
            best = _best_marks(weights, now, dice, page, shown, Seat(seat))
        else:
            best = np.full(len(dice), action(seen_by_first, Seat(seat), mark))
        after.append(_after_marks(page, shown, Seat(seat), best))
    joint = Page(*(np.stack(items, axis=-1) for items in zip(*after, strict=True)))
    found: NDArray[np.float64] = table_values(np, weights, joint, _following(now))
    return found


def _following(now: State) -> int:
    return (now.active + 1) % len(now.pages)


_latest: dict[tuple[Any, ...], tuple[Weights, Marks]] = {}
"""The marks of the round in which the seats choose one after the other: they stay the same."""
LATEST = 64


def _best_marks(weights: Weights, now: State, dice: Marks, page: Page, shown: Marks, seat: Seat) -> Marks:
    """The mark that a seat thinks best, for each of several rolls."""
    key = id(weights), now.pages, now.active, dice.tobytes(), seat
    if key not in _latest:
        turned = Page(*(np.roll(item, -seat, axis=0) for item in page))
        following = (_following(now) - seat) % len(now.pages)
        values = mark_values(np, weights, turned, np.roll(shown, -seat, axis=1), following)
        while len(_latest) >= LATEST:
            _latest.pop(next(iter(_latest)), None)
        _latest[key] = weights, values.argmax(axis=-1)
    return _latest[key][1]


def _after_marks(page: Page, shown: Marks, seat: Seat, marks: Marks) -> Page:
    """A seat's page after a mark, for each of several rolls."""
    after, _ = marked(np, Page(*(np.broadcast_to(item[seat], marks.shape) for item in page)), shown[:, seat])
    size = after.free.shape
    return Page(*(np.take_along_axis(np.broadcast_to(item, size), marks[:, None], axis=-1)[:, 0] for item in after))
