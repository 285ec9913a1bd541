"""How the strong bot plays Blöder Sack: expectimax to the end of its turn, with the network's values at the leaves.

Where a board is full in the middle of a turn, a sample of the cards that may be turned up stands for all of them. For
two and three players the best moves, where they are close, are searched through the turn of the next one as well.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pasch.engine.draws import Below
from pasch.engine.game import Decision, Seat
from pasch.games.closest import closest, with_further
from pasch.games.network import Weights
from pasch.games.sack.learning.positions import Positions
from pasch.games.sack.model import (
    CARDS_TO_END,
    DECK,
    FACES,
    Card,
    Move,
    Options,
    Phase,
    Place,
    Refill,
    Roll,
    State,
    View,
)
from pasch.games.sack.rules import legal_moves, play, settle, turn
from pasch.games.sack.view import imagine

SAMPLE_SIZE = 6
"""How many of the cards that may be turned up are tried."""
FEW_CARDS = 8
"""About how many, spread over the pile, where the luck of a roll is judged."""
NEAR = 0.03
"""Moves so near the best by what the seat on turn finds alone are looked at by all seats, where luck is judged."""
MOST_CLOSE, CLOSE = 3, 0.015
"""So many of the best moves are searched further, if they are as close to the best as this."""
SEARCHED_FURTHER = 3
"""With more players than this they are not: it takes long, and wins too little to be seen."""
MOST_ENDS = 3
"""From so many ends of the turn, where different cards may be turned up."""
ROLLS = tuple((Roll((a, b)), 1 if a == b else 2) for a in FACES for b in FACES if a <= b)
"""What two dice may show, and in how many ways."""

Tree = int | tuple[Literal["max", "mean"], list["Tree"]]
"""A leaf is the number of a position; a node has its children."""
Way = tuple[tuple[float, int], ...]
"""The positions that best play leads to, with their probabilities."""

LEVEL_NOISE = ((0.098, 0.327), (0.068, 0.227), (0.045, 0.151), (0.026, 0.087))
"""Blunder rate and temperature of each level below the best, the weakest first."""


def players(view: View) -> int:
    return len(view.supply)


def move_values(weights: Weights, view: View, seat: Seat, moves: Sequence[Move], below: Below) -> list[float]:
    """For each move what the seat plays for: its chance to win, and a little its place and score."""
    leaves, trees = _grown(view, seat, moves, _sample(view.pile, below))
    found = Positions(leaves.states).outcomes(weights)
    return _searched(weights, view, seat, leaves, trees, found.wanted(seat), found.shares[:, seat], below)


def judged_values(weights: Weights, view: View, seat: Seat, moves: Sequence[Move], below: Below) -> list[float]:
    """For each move the seat's chance to win, with all the cards that may be turned up."""
    leaves, trees = _grown(view, seat, moves, view.pile)
    shares = Positions(leaves.states).outcomes(weights).shares[:, seat]
    return _searched(weights, view, seat, leaves, trees, shares, shares, below)


def _searched(
    weights: Weights,
    view: View,
    seat: Seat,
    leaves: "_Leaves",
    trees: Sequence[Tree],
    values: NDArray[np.float64],
    shares: NDArray[np.float64],
    below: Below,
) -> list[float]:
    """The values of the roots, given those of the leaves; where the best are close, with what the chance to win there
    changes by in the next one's turn."""
    found = [_best_way(tree, values) for tree in trees]
    plain = [value for value, _ in found]
    if players(view) > SEARCHED_FURTHER:
        return plain
    close = closest(plain, MOST_CLOSE, CLOSE)
    if len(close) == 1:
        return plain
    ways = {at: found[at][1][:MOST_ENDS] for at in close}
    ends = sorted({leaf for way in ways.values() for _, leaf in way})
    order_of_cards = _sample(view.pile, below, len(view.pile))
    later = _a_turn_later(weights, [leaves.states[leaf] for leaf in ends], order_of_cards)[:, seat]
    change = dict(zip(ends, later - shares[ends], strict=True))
    ahead = {at: plain[at] + sum(change[leaf] for _, leaf in way) / len(way) for at, way in ways.items()}
    return with_further(plain, ahead)


def knows(options: Options) -> bool:
    """Only the usual deck (S23), in whatever order."""
    return not isinstance(options.deck, tuple) or set(options.deck) == set(DECK)


def state_values(weights: Weights, before: State, states: Sequence[State]) -> NDArray[np.float64]:
    """Each seat's chance to win, in rows: as all find it at the end of the turn, if that is played best.

    The seat on turn looks at everything alone, and what comes near the best is looked at by all.
    """
    distinct, leaves, seat = {_key(state): state for state in states}, _Leaves(), states[0].seat
    cards = before.pile[:: 1 + len(before.pile) // FEW_CARDS]
    trees = [_best_turn(state, cards, leaves) for state in distinct.values()]
    values = Positions(leaves.states).outcomes(weights, [seat]).wanted(seat)
    trees = [_pruned(tree, values)[1] for tree in trees]
    near = sorted({leaf for tree in trees for leaf in _leaves_of(tree)})
    found = Positions([leaves.states[leaf] for leaf in near]).outcomes(weights)
    values[near] = found.wanted(seat)
    shares = dict(zip(near, found.shares, strict=True))
    ways = [_best_way(tree, values)[1] for tree in trees]
    rows = {key: sum(weight * shares[leaf] for weight, leaf in way) for key, way in zip(distinct, ways, strict=True)}
    return np.array([rows[_key(state)] for state in states])


def _key(state: State) -> tuple[object, ...]:
    """The same for states that followed from the same one and differ only in the order of the dice."""
    return state.phase, state.cards, tuple(sorted(state.hand))


def _sample(pile: tuple[Card, ...], below: Below, size: int = SAMPLE_SIZE) -> list[Card]:
    left = list(pile)
    return [left.pop(below(len(left))) for _ in range(min(len(left), size))]


# The next turn


def _a_turn_later(weights: Weights, ends: Sequence[State], cards: Sequence[Card]) -> NDArray[np.float64]:
    """Each seat's chance to win, in rows: the mean over what the next one may roll and does then, by its own values.

    The first of the `cards` that is still in the pile is turned up where one is wanted: all of them must be there.
    """
    begun = [(at, ways, state) for at, end in enumerate(ends) for ways, state in _rolled(end, cards)]
    after = Positions(_turns_played(weights, [state for _, _, state in begun], cards)).outcomes(weights).shares
    totals = np.zeros((len(ends), 1 + after.shape[1]))
    for (at, ways, _), row in zip(begun, after, strict=True):
        totals[at] += ways, *(ways * row)
    return totals[:, 1:] / totals[:, :1]


def _rolled(end: State, cards: Sequence[Card]) -> list[tuple[int, State]]:
    if end.refill:
        end = _refilled(end, cards)
    if end.phase is not Phase.ROLL:
        return [(1, end)]
    return [(ways, settle(end, roll)) for roll, ways in ROLLS]


def _turns_played(weights: Weights, states: list[State], cards: Sequence[Card]) -> list[State]:
    """The states when the seat with dice in hand has placed them, one decision after the other, by its own values."""
    while under_way := [at for at, state in enumerate(states) if state.hand]:
        seat, sizes = states[under_way[0]].seat, [0]
        tries: list[State] = []
        for at in under_way:
            state = _refilled(states[at], cards) if states[at].refill else states[at]
            tries += [play(state, seat, move) for move in _in_order(state, legal_moves(state, seat))] or [state]
            sizes.append(len(tries))
        values = Positions(tries).outcomes(weights, [seat]).wanted(seat)
        for at, (first, last) in zip(under_way, pairwise(sizes), strict=True):
            states[at] = tries[first + int(values[first:last].argmax())]
    return states


def _in_order(state: State, moves: Sequence[Move]) -> list[Move]:
    """Of two dice the first one is placed first: which of them is hardly matters."""
    return [move for move in moves if not isinstance(move, Place) or move.die == state.hand[0]]


def _refilled(state: State, cards: Sequence[Card]) -> State:
    return settle(state, Refill(state.refill, next(card for card in cards if card in state.pile).id))


# The tree


def _grown(view: View, seat: Seat, moves: Sequence[Move], cards: Sequence[Card]) -> tuple["_Leaves", list[Tree]]:
    """A tree for each move, to the end of the turn."""
    state, leaves = imagine(view, lambda _: 0), _Leaves()
    return leaves, [_expand(play(state, seat, move), seat, cards, leaves) for move in moves]


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
    seat, moves = state.seat, legal_moves(state, state.seat)
    return "max", [_expand(play(state, seat, move), seat, cards, leaves, _only(state, move)) for move in moves]


def _only(state: State, move: Move) -> int | None:
    """The one board left for the other die: on all others it may as well be placed first. None: any board."""
    if not isinstance(move, Place) or move.die == state.hand[0]:
        return None
    return move.board if len(state.boards[move.board - 1]) + 1 < state.fields else None


def _expand(state: State, seat: Seat, cards: Sequence[Card], leaves: _Leaves, only: int | None = None) -> Tree:
    """The tree below a state in which a seat may still have a die to place, perhaps on one board only."""
    if state.phase is not Phase.PLACE or not state.hand:
        return leaves.add(_ended(state))
    if state.refill:
        refilled = (settle(state, Refill(state.refill, card.id)) for card in cards if card in state.pile)
        return "mean", [_expand(following, seat, cards, leaves) for following in refilled]
    placed = (play(state, seat, move) for move in legal_moves(state, seat) if only in (None, move.board))
    return "max", [_expand(following, seat, cards, leaves) for following in placed]


def _ended(state: State) -> State:
    """The end, where only a card is still to be turned up: it does not matter which one."""
    if not state.refill or max(map(len, state.won)) < CARDS_TO_END:
        return state
    following = settle(state, Refill(state.refill, state.pile[0].id))
    return following if following.phase is Phase.OVER else state


def _pruned(tree: Tree, values: NDArray[np.float64]) -> tuple[float, Tree]:
    """The value of the root, and the tree without moves that are not near the best."""
    if isinstance(tree, int):
        return float(values[tree]), tree
    kind, children = tree
    found = [_pruned(child, values) for child in children]
    if kind == "mean":
        return sum(value for value, _ in found) / len(found), (kind, [child for _, child in found])
    best = max(value for value, _ in found)
    return best, (kind, [child for value, child in found if value >= best - NEAR])


def _leaves_of(tree: Tree) -> Iterator[int]:
    if isinstance(tree, int):
        yield tree
    else:
        for child in tree[1]:
            yield from _leaves_of(child)


def _best_way(tree: Tree, values: NDArray[np.float64]) -> tuple[float, Way]:
    """The value of the root, given those of the leaves, and where best play leads: to all that is equally good."""
    if isinstance(tree, int):
        return float(values[tree]), ((1.0, tree),)
    kind, children = tree
    found = [_best_way(child, values) for child in children]
    if kind == "max":
        best = max([value for value, _ in found])
        return best, _mixed(list(dict.fromkeys([way for value, way in found if value == best])))
    return sum(value for value, _ in found) / len(found), _mixed([way for _, way in found])


def _mixed(ways: Sequence[Way]) -> Way:
    """Each of them equally often: who does not care may take any."""
    if len(ways) == 1:
        return ways[0]
    return tuple((part / len(ways), leaf) for way in ways for part, leaf in way)
