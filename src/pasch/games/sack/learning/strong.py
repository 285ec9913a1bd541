"""How the strong bot plays Blöder Sack: it looks on to where its turn ends, and has the network judge that.

Where a board is full in the middle of a turn, some of the cards that may be turned up are tried.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pasch.engine.draws import Below, chance
from pasch.engine.game import Chance, Decision, Over, Seat
from pasch.games.network import Weights, softmax
from pasch.games.sack.learning.encode import observe
from pasch.games.sack.learning.value import logits
from pasch.games.sack.model import Card, Move, Phase, Refill, State, View
from pasch.games.sack.rules import legal_moves, play, settle, turn
from pasch.games.sack.view import imagine, view

MOST_CARDS = 6
"""How many of the cards that may be turned up are tried."""

Tree = float | int | tuple[Any, list[Any]]
"""A share that is sure, the number of a position to be judged, or what is made of several of these."""

LEVEL_NOISE = ((0.095, 0.317), (0.067, 0.222), (0.045, 0.149), (0.025, 0.082))
"""Blunder rate and temperature of each level below the best, the weakest first."""


def players(view: View) -> int:
    return len(view.supply)


def move_values(weights: Weights, view: View, seat: Seat, moves: Sequence[Move], below: Below) -> list[float]:
    """For each move the seat's chance to win after it."""
    state, positions = imagine(view, below), list[State]()
    cards = _some(state.pile, below)
    trees = [_after(play(state, seat, move), seat, cards, positions) for move in moves]
    hopes = _judged(weights, positions, seat, players(view))
    return [_folded(tree, hopes) for tree in trees]


def state_values(weights: Weights, before: State, states: Sequence[State]) -> NDArray[np.float64]:
    """Each seat's chance to win, in rows: where the turn will end, each judges for itself."""
    ends = {alike: _played_on(weights, state) for alike, state in {_alike(state): state for state in states}.items()}
    hopes = np.stack([_hopes(weights, list(ends.values()), Seat(seat)) for seat in range(len(before.supply))], axis=-1)
    rows = dict(zip(ends, hopes, strict=True))
    return np.array([rows[_alike(state)] for state in states])


def _hopes(weights: Weights, states: Sequence[State], seat: Seat) -> NDArray[np.float64]:
    judged: NDArray[np.float64] = _judged(weights, states, seat, len(states[0].supply))
    turns = map(turn, states)
    return np.array(
        [now.result.share(seat) if isinstance(now, Over) else hope for now, hope in zip(turns, judged, strict=True)]
    )


def _alike(state: State) -> tuple[Any, ...]:
    """The same for states that came of the same one and differ in the order of the dice alone."""
    return state.phase, state.cards, tuple(sorted(state.hand))


def _played_on(weights: Weights, state: State) -> State:
    """The state when the turn is over, if the seat does what seems best to it."""
    below, seat = chance("foreseen"), state.seat
    while True:
        match turn(state):
            case Decision() if state.seat == seat:
                moves = legal_moves(state, seat)
                found = move_values(weights, view(state, seat), seat, moves, below)
                state = play(state, seat, moves[found.index(max(found))])
            case Chance(draw=draw) if state.hand:
                state = settle(state, draw.fall(below(draw.ways)))
            case _:
                return state


def _some(pile: tuple[Card, ...], below: Below) -> list[Card]:
    left = list(pile)
    return [left.pop(below(len(left))) for _ in range(min(len(left), MOST_CARDS))]


def _after(state: State, seat: Seat, cards: Sequence[Card], positions: list[State]) -> Tree:
    now = turn(state)
    if isinstance(now, Over):
        return now.result.share(seat)
    if state.phase is Phase.PLACE and state.hand:
        if state.refill:
            opened = (settle(state, Refill(state.refill, card.id)) for card in cards)
            return np.mean, [_after(following, seat, cards, positions) for following in opened]
        placed = (play(state, seat, move) for move in legal_moves(state, seat))
        return max, [_after(following, seat, cards, positions) for following in placed]
    positions.append(state)
    return len(positions) - 1


def _judged(weights: Weights, positions: Sequence[State], seat: Seat, players: int) -> Any:
    if not positions:
        return np.zeros(0)
    seen = np.array([observe(state, seat) for state in positions])
    return softmax(np, logits(np, weights, seen, players)[:, :-1])[:, 0]


def _folded(tree: Tree, hopes: Any) -> float:
    if isinstance(tree, tuple):
        way, parts = tree
        return float(way([_folded(part, hopes) for part in parts]))
    return float(hopes[tree]) if isinstance(tree, int) else tree
