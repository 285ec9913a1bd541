"""The strong bot in Karten-Kniffel: the expected value of a move, over every hand that a draw may bring.

For two players the best moves, where they are close, are played on for a round as well.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from pasch.engine.draws import Below, chance
from pasch.engine.game import Seat
from pasch.games.closest import closest, with_further
from pasch.games.kniffel.hands import choices, is_silent, penalty, points, without
from pasch.games.kniffel.learning.ahead import can_look_ahead, values_ahead
from pasch.games.kniffel.learning.encode import EMPTY, counts, fields, observe, points_table, row
from pasch.games.kniffel.learning.heuristic import MOST_HELD, TURN, gains, hand_values
from pasch.games.kniffel.learning.odds import Stock, expected, stock, unseen
from pasch.games.kniffel.learning.value import LARGE, embedding, logits_of_hands, open_features, totals
from pasch.games.kniffel.model import (
    FIELDS,
    HAND,
    INDEX,
    Hand,
    Move,
    Options,
    Phase,
    Score,
    State,
    Swap,
    Trim,
    View,
    penalty_for_cards,
)
from pasch.games.kniffel.rules import legal_moves
from pasch.games.kniffel.view import view
from pasch.games.network import Weights, named, softmax

Seen = dict[str, Any]
Values = NDArray[np.float64]
UNWANTED = -1.0
"""The value of holding more cards than are thought about, and of passing (K18), which could go on for ever."""

SURE = 0.0001
"""Chances are clipped to this distance from 0 and 1 before they become odds."""
HINT = 0.001
"""The weight of the heuristic beside the network."""

MOST_CLOSE, CLOSE = 3, 0.02
"""So many of the best moves are played on, if they are as close to the best as this."""
PLAYED_ON = 2
"""With more players than this they are not."""
SAMPLES, TRUST = 16, 0.5
"""How many times each of them is played on, and the weight of what that finds beside the value before."""

LEVEL_NOISE = ((0.057, 0.191), (0.04, 0.133), (0.025, 0.084), (0.013, 0.045))
"""Blunder rate and temperature of each level below the best, the weakest first."""


def players(view: View) -> int:
    return len(view.sheets)


def move_values(
    weights: Weights,
    view: View,
    seat: Seat,
    moves: Sequence[Move],
    below: Below,  # noqa: ARG001
) -> list[float]:
    """For each move the seat's chance to win after it; `UNWANTED` for what the bot never does."""
    return _played_on(weights, view, seat, moves, searched(weights, view, seat, moves, MOST_HELD))


def judged_values(
    weights: Weights,
    view: View,
    seat: Seat,
    moves: Sequence[Move],
    below: Below,  # noqa: ARG001
) -> list[float]:
    """For each move the seat's chance to win after it.

    What the bot never does counts at most as much as its best move: the network has not seen what that leads to.
    """
    every, hand = searched(weights, view, seat, moves, None), view.hands[seat]
    assert hand is not None
    wanted = [_is_wanted(move, hand, MOST_HELD) for move in moves]
    best = max(value for value, is_wanted in zip(every, wanted, strict=True) if is_wanted)
    capped = [min(value, best) for value in every]
    of_wanted = [value if is_wanted else UNWANTED for value, is_wanted in zip(capped, wanted, strict=True)]
    further = _played_on(weights, view, seat, moves, of_wanted)
    return [value if is_wanted else plain for value, plain, is_wanted in zip(further, capped, wanted, strict=True)]


def _played_on(weights: Weights, view: View, seat: Seat, moves: Sequence[Move], plain: list[float]) -> list[float]:
    """The same values, but with what a round later says where the best are close.

    What is imagined depends on the view alone, so that a move is judged by the same as it was chosen by.
    """
    if players(view) > PLAYED_ON:
        return plain
    close = closest(plain, MOST_CLOSE, CLOSE)
    some = [move for at in close if not isinstance(move := moves[at], Trim) and can_look_ahead(view, seat, move)]
    if not 1 < len(some) == len(close):
        return plain
    before, below = np.array([plain[at] for at in close]), chance(sha256(msgspec.json.encode(view)).hexdigest())
    ahead = (1 - TRUST) * before + TRUST * values_ahead(weights, view, seat, some, before, SAMPLES, below)
    return with_further(plain, dict(zip(close, ahead.tolist(), strict=True)))


def _is_wanted(move: Move, hand: Hand, most_held: int) -> bool:
    if not isinstance(move, Swap):
        return True
    held = len(hand) - len(move.discard) + move.draw
    return held <= max(most_held, len(hand)) and bool(move.discard or move.draw)


def searched(weights: Weights, view: View, seat: Seat, moves: Sequence[Move], most_held: int | None) -> list[float]:
    """Unless the bot's limit for its hand is given, every move is thought about."""
    hand = view.hands[seat]
    assert hand is not None
    search = _Search(weights, view, seat, hand)
    found = dict[Move, float]()
    search.swaps([move for move in moves if isinstance(move, Swap)], found, most_held)
    search.scores([move for move in moves if isinstance(move, Score)], found)
    search.trims([move for move in moves if isinstance(move, Trim)], found)
    return [found[move] for move in moves]


def knows(options: Options) -> bool:  # noqa: ARG001
    return True


def state_values(weights: Weights, before: State, states: Sequence[State]) -> Values:
    """Each seat's chance to win, in rows, when all hands lay open: what each knows of its own is put together.

    By its hand a seat's odds are so many times what they would be without it; all that lies open is the same in states
    that chance may lead to.
    """
    now, seats = states[0], range(len(before.hands))
    known, public = np.empty((len(states), len(seats))), np.empty(len(seats))
    for seat in map(Seat, seats):
        seen, size = view(now, seat), len(now.hands[seat])
        values = _hand_values(weights, seen, seat, size)
        public[seat] = values @ Stock(unseen(seen), size, unseen(seen)).probabilities(size)
        known[:, seat] = values[[row(state.hands[seat]) for state in states]]
    if now.phase is Phase.TRIM:
        moves = legal_moves(now, now.seat)
        known[:, now.seat] = max(searched(weights, view(now, now.seat), now.seat, moves, None))
    known, alone = np.clip(known, SURE, 1 - SURE), np.clip(public, SURE, 1 - SURE)
    shares: Values = known / (1 - known) * (1 - alone) / alone * (public / public.sum())
    return shares


def _hand_values(weights: Weights, view: View, seat: Seat, size: int) -> Values:
    """The seat's chance to win with every hand of a size."""
    seen = named(fields(players(view)), observe(view, seat).astype(np.int64))
    heuristic = hand_values(np, seen["sheet"][0], points_table(size))
    features = open_features(np, seen, players(view))
    found = logits_of_hands(np, weights, features, _embedding(weights, size), heuristic, players(view))
    values: Values = softmax(np, found[..., :-1])[..., 0]
    return values


class _Search:
    """One decision, searched to the end of the turn: the network judges the positions there."""

    def __init__(self, weights: Weights, view: View, seat: Seat, hand: Hand) -> None:
        self.weights, self.view, self.hand, self.players = weights, view, hand, players(view)
        self.sheet = view.sheets[seat]
        self.seen: Seen = named(fields(self.players), observe(view, seat).astype(np.int64))
        self.seen["turn"] = np.ones_like(self.seen["turn"])
        self.is_last = int(self.seen["first"]) == 1

    def _values(self, leaves: Sequence[Seen], size: int) -> tuple[Values, Values]:
        """For each of several observations after the turn, and every hand of a size: the value by the network, and
        the one by the heuristic."""
        features = np.stack([open_features(np, seen, self.players) for seen in leaves])
        heuristic = hand_values(np, np.stack([seen["sheet"][0] for seen in leaves]), points_table(size))
        hands = _embedding(self.weights, size)
        found = logits_of_hands(np, self.weights, features, hands, heuristic, self.players)
        values: Values = softmax(np, found[..., :-1])[..., 0]
        for at, seen in enumerate(leaves):
            if self.is_last and (seen["sheet"] != EMPTY).all(axis=-1).any():
                values[at] = _share(totals(np, seen["sheet"], seen["penalties"]))
        return values, heuristic

    # K2 Swap

    def swaps(self, moves: Sequence[Swap], found: dict[Move, float], most_held: int | None) -> None:
        by_size: dict[tuple[int, int], list[Swap]] = {}
        for move in moves:
            held = len(self.hand) - len(move.discard) + move.draw
            if most_held and not _is_wanted(move, self.hand, most_held):
                found[move] = UNWANTED
            else:
                by_size.setdefault((held, move.draw), []).append(move)
        values = {held: self._values_after_swap(held) for held in {held for held, _ in by_size}}
        cards = stock(self.view, self.hand)
        for (held, draw), swaps in by_size.items():
            if draw > self.view.pile_size:
                for swap in swaps:
                    runs_out = stock(self.view, self.hand, swap.discard)
                    found[swap] = self._expected(values[held], [swap], runs_out)[0]
            else:
                found.update(zip(swaps, self._expected(values[held], swaps, cards), strict=True))

    def _values_after_swap(self, size: int) -> Values:
        """Of every hand of a size."""
        values, heuristic = self._values([self.seen], size)
        return _hinted(values[0], heuristic[0] - TURN - penalty_for_cards(size))

    def _expected(self, values: Values, swaps: Sequence[Swap], cards: Stock) -> list[float]:
        kept = [without(self.hand, swap.discard) for swap in swaps]
        found: list[float] = expected(values, kept, swaps[0].draw, cards).tolist()
        return found

    # K3 Score, K10 Refill, K16 More than five cards left

    def scores(self, moves: Sequence[Score], found: dict[Move, float]) -> None:
        if not moves:
            return
        leaves = {self._entry(move): self._filled(*self._entry(move)) for move in moves}
        values, _ = self._values(list(leaves.values()), HAND)
        hinted = dict(zip(leaves, _hinted(values, self._gains(list(leaves))[:, None]), strict=True))
        for move in moves:
            left, after = without(self.hand, move.cards), hinted[self._entry(move)]
            if len(left) >= HAND:
                found[move] = float(after[[row(kept) for kept in choices(left, HAND)]].max())
            else:
                cards = stock(self.view, self.hand, move.cards)
                found[move] = float(expected(after, [left], HAND - len(left), cards)[0])

    def _entry(self, move: Score) -> tuple[int, int, int]:
        cost = penalty(len(self.hand), is_silent(self.sheet, move))
        return INDEX[move.field], points(move.field, move.cards) or 0, cost

    def _gains(self, entries: Sequence[tuple[int, int, int]]) -> Values:
        """The gain of each entry by the heuristic."""
        amounts, each = np.zeros((len(entries), len(FIELDS))), np.arange(len(entries))
        at, amount, penalties = map(list, zip(*entries, strict=True))
        amounts[each, at] = amount
        found: Values = gains(np, self.seen["sheet"][0], amounts)[each, at] - penalties
        return found

    def _filled(self, field: int, amount: int, penalty: int) -> Seen:
        sheet, penalties = self.seen["sheet"].copy(), self.seen["penalties"].copy()
        sheet[0, field] = amount
        penalties[0] += penalty
        return {**self.seen, "sheet": sheet, "penalties": penalties}

    def trims(self, moves: Sequence[Trim], found: dict[Move, float]) -> None:
        if moves:
            (values,), _ = self._values([self.seen], HAND)
            kept = [row(without(self.hand, trim.discard)) for trim in moves]
            found.update(zip(moves, values[kept].tolist(), strict=True))


def _hinted(values: Values, heuristic: Values) -> Values:
    """Values with a hint of the heuristic, so that whoever is sure to win goes on to the end."""
    return (1 - 2 * HINT) * values + HINT * (1 + np.clip(heuristic / LARGE, -1, 1))


_kept: dict[tuple[int, int], tuple[Weights, Any]] = {}


def _embedding(weights: Weights, size: int) -> Any:
    """The embeddings of all hands of a size, kept as long as the weights are the same."""
    kept = _kept.get((id(weights), size))
    if kept is None:
        kept = _kept[id(weights), size] = weights, embedding(np, weights, counts(size))
    return kept[1]


def _share(scores: Any) -> float:
    return float(1 / (scores == scores[0]).sum()) if scores[0] == scores.max() else 0.0
