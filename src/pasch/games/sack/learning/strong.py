"""How the strong bot plays Blöder Sack: expectimax to the end of its turn, with the network's values at the leaves.

Where a board is full in the middle of a turn, a sample of the cards that may be turned up stands for all of them.
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
from pasch.games.sack.model import DECK, Card, Move, Options, Phase, Refill, State, View
from pasch.games.sack.rules import legal_moves, play, settle, turn
from pasch.games.sack.view import imagine, view

SAMPLE_SIZE = 6
"""How many of the cards that may be turned up are tried."""

Tree = float | int | tuple[Any, list[Any]]
"""A leaf is a share of the win, or the number of a position that the network values; a node is `max` or `np.mean`,
and its children."""

LEVEL_NOISE = ((0.095, 0.317), (0.067, 0.222), (0.045, 0.149), (0.025, 0.082))
"""Blunder rate and temperature of each level below the best, the weakest first."""


def players(view: View) -> int:
    return len(view.supply)


def move_values(weights: Weights, view: View, seat: Seat, moves: Sequence[Move], below: Below) -> list[float]:
    """For each move the seat's chance to win."""
    state, leaves = imagine(view, below), list[State]()
    cards = _sample(state.pile, below)
    trees = [_expand(play(state, seat, move), seat, cards, leaves) for move in moves]
    values = _values(weights, leaves, seat, players(view))
    return [_backed_up(tree, values) for tree in trees]


judged_values = move_values


def knows(options: Options) -> bool:
    """Only the usual deck (S23), in whatever order."""
    return not isinstance(options.deck, tuple) or set(options.deck) == set(DECK)


def state_values(weights: Weights, before: State, states: Sequence[State]) -> NDArray[np.float64]:
    """Each seat's chance to win, in rows: each values the state at the end of the turn."""
    ends = {key: _end_of_turn(weights, state) for key, state in {_key(state): state for state in states}.items()}
    seats = range(len(before.supply))
    values = np.stack([_values_or_results(weights, list(ends.values()), Seat(seat)) for seat in seats], axis=-1)
    rows = dict(zip(ends, values, strict=True))
    return np.array([rows[_key(state)] for state in states])


def _key(state: State) -> tuple[Any, ...]:
    """The same for states that followed from the same one and differ only in the order of the dice."""
    return state.phase, state.cards, tuple(sorted(state.hand))


def _end_of_turn(weights: Weights, state: State) -> State:
    """The state when the turn is over, if the seat always makes the move of the highest value."""
    below, seat = chance("foreseen"), state.seat
    while True:
        match turn(state):
            case Decision() if state.seat == seat:
                moves = legal_moves(state, seat)
                values = move_values(weights, view(state, seat), seat, moves, below)
                state = play(state, seat, moves[values.index(max(values))])
            case Chance(draw=draw) if state.hand:
                state = settle(state, draw.fall(below(draw.ways)))
            case _:
                return state


def _sample(pile: tuple[Card, ...], below: Below) -> list[Card]:
    left = list(pile)
    return [left.pop(below(len(left))) for _ in range(min(len(left), SAMPLE_SIZE))]


# The tree


def _expand(state: State, seat: Seat, cards: Sequence[Card], leaves: list[State]) -> Tree:
    """The tree below a state; the positions at its leaves are added to `leaves`."""
    now = turn(state)
    if isinstance(now, Over):
        return now.result.share(seat)
    if state.phase is Phase.PLACE and state.hand:
        if state.refill:
            refilled = (settle(state, Refill(state.refill, card.id)) for card in cards)
            return np.mean, [_expand(following, seat, cards, leaves) for following in refilled]
        placed = (play(state, seat, move) for move in legal_moves(state, seat))
        return max, [_expand(following, seat, cards, leaves) for following in placed]
    leaves.append(state)
    return len(leaves) - 1


def _backed_up(tree: Tree, values: Any) -> float:
    """The value of the root, given those of the leaves."""
    if isinstance(tree, tuple):
        combine, children = tree
        return float(combine([_backed_up(child, values) for child in children]))
    return float(values[tree]) if isinstance(tree, int) else tree


# The network


def _values(weights: Weights, states: Sequence[State], seat: Seat, players: int) -> Any:
    """The seat's chance to win in each state."""
    if not states:
        return np.zeros(0)
    observations = np.array([observe(state, seat) for state in states])
    return softmax(np, logits(np, weights, observations, players)[:, :-1])[:, 0]


def _values_or_results(weights: Weights, states: Sequence[State], seat: Seat) -> NDArray[np.float64]:
    """The same, and the result itself where the match is over."""
    values, turns = _values(weights, states, seat, len(states[0].supply)), map(turn, states)
    return np.array(
        [now.result.share(seat) if isinstance(now, Over) else value for now, value in zip(turns, values, strict=True)]
    )
