"""How the strong bot plays twenty one: all its marks are evaluated beside those that the others are predicted to make.

To keep the dice or not, it samples many rolls and takes the best mark of each.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pasch.engine.draws import Below
from pasch.engine.game import Seat
from pasch.games.network import Weights, named, softmax
from pasch.games.twentyone.learning.encode import action, fields, observe
from pasch.games.twentyone.learning.value import logits, mark_values, pages, rerolled
from pasch.games.twentyone.model import Keep, Mark, Move, Options, Phase, State, View
from pasch.games.twentyone.view import view

TRIES = 128
"""How many rolls are sampled."""

LEVEL_NOISE = ((0.104, 0.345), (0.075, 0.251), (0.052, 0.173), (0.035, 0.115))
"""Blunder rate and temperature of each level below the best, the weakest first."""


def players(view: View) -> int:
    return len(view.pages)


def move_values(weights: Weights, view: View, seat: Seat, moves: Sequence[Move], below: Below) -> list[float]:
    """For each move the seat's chance to win after it."""
    observation = np.array(observe(view, seat))
    seen = named(fields(players(view)), observation)
    page, following = pages(np, observation, players(view)), (seen["active"] + 1) % players(view)
    now = mark_values(np, weights, page, seen["shown"][None], following)[0]
    if isinstance(moves[0], Mark):
        return [float(now[action(view, seat, move)]) for move in moves]
    rolled = np.random.default_rng(below(2**32)).integers(1, 7, (TRIES, *seen["dice"].shape))
    rolls = rerolled(np, seen["dice"], rolled)[:, seen["colour"]]
    again = mark_values(np, weights, page, rolls, following).max(axis=-1).mean()
    return [float(now.max()) if isinstance(move, Keep) else float(again) for move in moves]


judged_values = move_values


def knows(options: Options) -> bool:  # noqa: ARG001
    return True


def state_values(weights: Weights, before: State, states: Sequence[State]) -> NDArray[np.float64]:
    """Each seat's chance to win, in rows; before the roll again it is as if a roll that is no good never was."""
    seats, dice = range(len(before.pages)), np.array([state.dice for state in states])
    rolled, was = np.zeros((len(states), len(seats))), np.zeros(len(seats))
    for seat in seats:
        observation = np.array(observe(view(before, Seat(seat)), Seat(seat)))
        seen, page = named(fields(len(seats)), observation), pages(np, observation, len(seats))
        following = (seen["active"] + 1) % len(seats)
        rolled[:, seat] = mark_values(np, weights, page, dice[:, seen["colour"]], following).max(axis=-1)
        was[seat] = softmax(np, logits(np, weights, observation, len(seats))[:-1])[0]
    again = (states[0].phase is Phase.KEEP) & (rolled[:, before.active] < was[before.active])
    return np.where(again[:, None], was, rolled)
