"""How the strong bot plays Blöder Sack: expectimax to the end of its turn, with the network's values at the leaves.

Where a board is full in the middle of a turn, a sample of the cards that may be turned up stands for all of them.
"""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pasch.engine.draws import Below
from pasch.engine.game import Decision, Seat
from pasch.games.network import Weights
from pasch.games.sack.learning.positions import Positions
from pasch.games.sack.model import DECK, Card, Move, Options, Phase, Refill, State, View
from pasch.games.sack.rules import legal_moves, play, settle, turn
from pasch.games.sack.view import imagine

SAMPLE_SIZE = 6
"""How many of the cards that may be turned up are tried."""

Tree = int | tuple[Literal["max", "mean"], list["Tree"]]
"""A leaf is the number of a position; a node has its children."""
Way = list[tuple[float, int]]
"""The positions that best play leads to, with their probabilities."""

LEVEL_NOISE = ((0.098, 0.327), (0.068, 0.227), (0.045, 0.151), (0.026, 0.087))
"""Blunder rate and temperature of each level below the best, the weakest first."""


def players(view: View) -> int:
    return len(view.supply)


def move_values(weights: Weights, view: View, seat: Seat, moves: Sequence[Move], below: Below) -> list[float]:
    """For each move the seat's chance to win."""
    return _searched(weights, view, seat, moves, _sample(view.pile, below))


def judged_values(weights: Weights, view: View, seat: Seat, moves: Sequence[Move], below: Below) -> list[float]:  # noqa: ARG001
    """The same with all the cards that may be turned up."""
    return _searched(weights, view, seat, moves, view.pile)


def _searched(weights: Weights, view: View, seat: Seat, moves: Sequence[Move], cards: Sequence[Card]) -> list[float]:
    state, leaves = imagine(view, lambda _: 0), _Leaves()
    trees = [_expand(play(state, seat, move), seat, cards, leaves) for move in moves]
    values = Positions(leaves.states).values(weights, seat)
    return [_best_way(tree, values)[0] for tree in trees]


def knows(options: Options) -> bool:
    """Only the usual deck (S23), in whatever order."""
    return not isinstance(options.deck, tuple) or set(options.deck) == set(DECK)


def state_values(weights: Weights, before: State, states: Sequence[State]) -> NDArray[np.float64]:
    """Each seat's chance to win, in rows: each values the positions at the end of the turn, if that is played best."""
    distinct, leaves = {_key(state): state for state in states}, _Leaves()
    trees = [_best_turn(state, before.pile, leaves) for state in distinct.values()]
    values = Positions(leaves.states).values(weights, states[0].seat)
    ways = [_best_way(tree, values)[1] for tree in trees]
    ends = sorted({leaf for way in ways for _, leaf in way})
    reached, at = Positions([leaves.states[leaf] for leaf in ends]), {leaf: at for at, leaf in enumerate(ends)}
    shares = np.stack([reached.values(weights, Seat(seat)) for seat in range(len(before.supply))], axis=-1)
    found = [sum(weight * shares[at[leaf]] for weight, leaf in way) for way in ways]
    rows = dict(zip(distinct, found, strict=True))
    return np.array([rows[_key(state)] for state in states])


def _key(state: State) -> tuple[object, ...]:
    """The same for states that followed from the same one and differ only in the order of the dice."""
    return state.phase, state.cards, tuple(sorted(state.hand))


def _sample(pile: tuple[Card, ...], below: Below) -> list[Card]:
    left = list(pile)
    return [left.pop(below(len(left))) for _ in range(min(len(left), SAMPLE_SIZE))]


# The tree


class _Leaves:
    """Positions that are to be valued, each once."""

    def __init__(self) -> None:
        self.states: list[State] = []
        self._known: dict[tuple[object, ...], int] = {}

    def add(self, state: State) -> int:
        key = state.boards, state.cards, state.phase, state.seat, state.hand, state.refill, state.won, state.supply
        at = self._known.setdefault(key, len(self.states))
        if at == len(self.states):
            self.states.append(state)
        return at


def _best_turn(state: State, cards: Sequence[Card], leaves: _Leaves) -> Tree:
    """The tree below a state, if somebody is to decide there."""
    if not isinstance(turn(state), Decision):
        return leaves.add(state)
    played = (play(state, state.seat, move) for move in legal_moves(state, state.seat))
    return "max", [_expand(following, state.seat, cards, leaves) for following in played]


def _expand(state: State, seat: Seat, cards: Sequence[Card], leaves: _Leaves) -> Tree:
    """The tree below a state in which a seat may still have a die to place."""
    if state.phase is not Phase.PLACE or not state.hand:
        return leaves.add(state)
    if state.refill:
        refilled = (settle(state, Refill(state.refill, card.id)) for card in cards if card in state.pile)
        return "mean", [_expand(following, seat, cards, leaves) for following in refilled]
    placed = (play(state, seat, move) for move in legal_moves(state, seat))
    return "max", [_expand(following, seat, cards, leaves) for following in placed]


def _best_way(tree: Tree, values: NDArray[np.float64]) -> tuple[float, Way]:
    """The value of the root, given those of the leaves, and where best play leads."""
    if isinstance(tree, int):
        return float(values[tree]), [(1.0, tree)]
    kind, children = tree
    found = [_best_way(child, values) for child in children]
    if kind == "max":
        return max(found, key=lambda one: one[0])
    weight = 1 / len(found)
    return sum(value for value, _ in found) * weight, [(weight * part, leaf) for _, way in found for part, leaf in way]
