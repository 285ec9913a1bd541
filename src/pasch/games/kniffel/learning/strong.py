"""How the strong bot plays Karten-Kniffel: every hand that a draw may bring is judged, each with its exact chance."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pasch.engine.draws import Below
from pasch.engine.game import Seat
from pasch.games.kniffel.hands import MOST_HELD, fills_the_11th, points
from pasch.games.kniffel.learning.encode import EMPTY, fields, observe
from pasch.games.kniffel.learning.heuristic import TURN, gains, most_points, promise
from pasch.games.kniffel.learning.odds import Stock, averages, counts, places, stock
from pasch.games.kniffel.learning.value import LARGE, embedded, logits, of_the_table, totals, with_hands
from pasch.games.kniffel.model import (
    FIELDS,
    HAND,
    INDEX,
    PENALTY_FOR_SILENCE,
    VALUES,
    Hand,
    Move,
    Phase,
    Score,
    State,
    Swap,
    Trim,
    View,
)
from pasch.games.kniffel.rules import penalty_for_cards
from pasch.games.kniffel.view import view
from pasch.games.network import Weights, named, softmax

Seen = dict[str, Any]
UNWANTED = -1.0
"""Holding more cards than are thought about, and passing (K18), which could go on for ever: worse than all else."""

HINT = 0.001
"""How much the rule of thumb says beside the network."""

LEVEL_NOISE = ((0.063, 0.208), (0.043, 0.142), (0.026, 0.086), (0.014, 0.045))
"""Blunder rate and temperature of each level below the best, the weakest first."""


def players(view: View) -> int:
    return len(view.sheets)


def move_values(weights: Weights, view: View, seat: Seat, moves: Sequence[Move], below: Below) -> list[float]:  # noqa: ARG001
    """For each move the seat's chance to win after it."""
    hand = view.hands[seat]
    assert hand is not None
    look = _Look(weights, view, seat, hand)
    found = dict[Move, float]()
    look.swaps([move for move in moves if isinstance(move, Swap)], found)
    look.scores([move for move in moves if isinstance(move, Score)], found)
    look.trims([move for move in moves if isinstance(move, Trim)], found)
    return [found[move] for move in moves]


def state_values(weights: Weights, before: State, states: Sequence[State]) -> NDArray[np.float64]:
    """Each seat's chance to win, in rows: what one seat gains by its cards, the others lose in proportion."""
    seats = range(len(before.hands))
    seen = np.array([[observe(view(state, Seat(seat)), Seat(seat)) for seat in seats] for state in states])
    found: NDArray[np.float64] = softmax(np, logits(np, weights, seen, len(seats))[..., :-1])[..., 0]
    return found if before.phase is Phase.DEAL else _led_by(before.seat, found)


def _led_by(seat: Seat, shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rows made to sum up to one: this seat keeps its own share, the others have the rest."""
    is_it, mine = np.arange(shares.shape[-1]) == seat, shares[:, [seat]]
    others = np.where(is_it, 0, shares)
    return np.where(is_it, mine, (1 - mine) * others / others.sum(axis=-1, keepdims=True))


class _Look:
    """One decision."""

    def __init__(self, weights: Weights, view: View, seat: Seat, hand: Hand) -> None:
        self.weights, self.view, self.hand, self.players = weights, view, hand, players(view)
        self.seen: Seen = named(fields(self.players), np.array(observe(view, seat)))
        self.seen["turn"] = np.ones_like(self.seen["turn"])
        self.is_last = int(self.seen["first"]) == 1
        self.silent_costs = PENALTY_FOR_SILENCE if fills_the_11th(view.sheets[seat]) else 0

    def _hopes(self, tables: Sequence[Seen], size: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """For each of several tables after the turn, and every hand of a size: the chance to win, and its promise."""
        table = np.stack([of_the_table(np, seen, self.players) for seen in tables])
        promised = promise(np, np.stack([seen["sheet"][0] for seen in tables]), _brings(size))
        numbers = with_hands(np, self.weights, table, _embedded(self.weights, size), promised, self.players)
        hopes: NDArray[np.float64] = softmax(np, numbers[..., :-1])[..., 0]
        ends = [self.is_last and bool((seen["sheet"] != EMPTY).all(axis=-1).any()) for seen in tables]
        for at, seen in enumerate(tables):
            if ends[at]:
                hopes[at] = _share(totals(np, seen["sheet"], seen["penalties"]))
        return hopes, promised

    # K2 Swap

    def swaps(self, moves: Sequence[Swap], found: dict[Move, float]) -> None:
        most = max(MOST_HELD, len(self.hand))
        by_size: dict[tuple[int, int], list[Swap]] = {}
        for move in moves:
            held = len(self.hand) - len(move.discard) + move.draw
            if held > most or not (move.discard or move.draw):
                found[move] = UNWANTED
            else:
                by_size.setdefault((held, move.draw), []).append(move)
        hopes = {held: self._held_on(held) for held in {held for held, _ in by_size}}
        cards = stock(self.view, self.hand)
        for (held, draw), swaps in by_size.items():
            if draw > self.view.pile_size:
                for swap in swaps:
                    runs_out = stock(self.view, self.hand, swap.discard)
                    found[swap] = self._averages(hopes[held], [swap], runs_out)[0]
            else:
                found.update(zip(swaps, self._averages(hopes[held], swaps, cards), strict=True))

    def _held_on(self, size: int) -> NDArray[np.float64]:
        """What every hand of a size is worth after a swap."""
        hopes, promised = self._hopes([self.seen], size)
        return _hinted(hopes[0], promised[0] - TURN - penalty_for_cards(size))

    def _averages(self, hopes: NDArray[np.float64], swaps: Sequence[Swap], cards: Stock) -> list[float]:
        kept = np.stack([_count(self.hand) - _count(swap.discard) for swap in swaps])
        found: list[float] = averages(hopes, kept, swaps[0].draw, cards).tolist()
        return found

    # K3 Score, K10 Refill, K16 More than five cards left

    def scores(self, moves: Sequence[Score], found: dict[Move, float]) -> None:
        if not moves:
            return
        tables = {self._entry(move): self._filled(*self._entry(move)) for move in moves}
        worths, _ = self._hopes(list(tables.values()), HAND)
        hinted = _hinted(worths, self._gains(list(tables))[:, None])
        hopes = dict(zip(tables, hinted, strict=True))
        for move in moves:
            left, worth = _count(self.hand) - _count(move.cards), hopes[self._entry(move)]
            size = int(left.sum())
            if size >= HAND:
                found[move] = float(worth[places(_fives(tuple(left.tolist())), HAND)].max())
            else:
                cards = stock(self.view, self.hand, move.cards)
                found[move] = float(averages(worth, left[None], HAND - size, cards)[0])

    def _entry(self, move: Score) -> tuple[int, int, int]:
        silent = 0 if move.announce else self.silent_costs
        return INDEX[move.field], points(move.field, move.cards) or 0, penalty_for_cards(len(self.hand)) + silent

    def _gains(self, entries: Sequence[tuple[int, int, int]]) -> NDArray[np.float64]:
        """What each entry brings by rule of thumb."""
        brings, each = np.zeros((len(entries), len(FIELDS))), np.arange(len(entries))
        at, amounts, penalties = map(list, zip(*entries, strict=True))
        brings[each, at] = amounts
        found: NDArray[np.float64] = gains(np, self.seen["sheet"][0], brings)[each, at] - penalties
        return found

    def _filled(self, field: int, amount: int, penalty: int) -> Seen:
        sheet, penalties = self.seen["sheet"].copy(), self.seen["penalties"].copy()
        sheet[0, field] = amount
        penalties[0] += penalty
        return {**self.seen, "sheet": sheet, "penalties": penalties}

    def trims(self, moves: Sequence[Trim], found: dict[Move, float]) -> None:
        if moves:
            (hopes,), _ = self._hopes([self.seen], HAND)
            kept = np.stack([_count(self.hand) - _count(trim.discard) for trim in moves])
            found.update(zip(moves, hopes[places(kept, HAND)].tolist(), strict=True))


def _hinted(hopes: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float64]:
    """The chances with a hint of what the rule of thumb says, so that whoever is sure to win goes on to the end."""
    return (1 - 2 * HINT) * hopes + HINT * (1 + np.clip(points / LARGE, -1, 1))


def _count(cards: Hand) -> NDArray[np.int64]:
    return np.array([cards.count(value) for value in VALUES])


@cache
def _fives(held: tuple[int, ...]) -> NDArray[np.int64]:
    """All hands of five that are part of a larger one."""
    found: NDArray[np.int64] = counts(HAND)
    return found[(found <= np.array(held)).all(axis=1)]


@cache
def _brings(size: int) -> NDArray[np.int64]:
    """For all hands of a size and each field: the most points."""
    found: NDArray[np.int64] = most_points(np, counts(size))
    return found


_kept: dict[tuple[int, int], tuple[Weights, Any]] = {}


def _embedded(weights: Weights, size: int) -> Any:
    """The numbers of all hands of a size, kept as long as the weights are the same."""
    kept = _kept.get((id(weights), size))
    if kept is None:
        kept = _kept[id(weights), size] = weights, embedded(np, weights, counts(size))
    return kept[1]


def _share(scores: Any) -> float:
    return float(1 / (scores == scores[0]).sum()) if scores[0] == scores.max() else 0.0
