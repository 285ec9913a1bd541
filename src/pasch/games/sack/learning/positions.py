"""Many positions of Blöder Sack valued at once: what several share, boards and the rest, is encoded once."""

from collections.abc import Sequence
from itertools import chain
from threading import local
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from pasch.engine.game import Seat
from pasch.games.encoding import clockwise_from, from_seat
from pasch.games.network import Weights, softmax
from pasch.games.outcome import SCORE_SCALE, places_taken, wanted
from pasch.games.sack.learning.encode import CARDS, DIE, PHASES, lying
from pasch.games.sack.learning.value import (
    board_features,
    board_outputs,
    first_of_trunk,
    rest_features,
    rest_of_trunk,
)
from pasch.games.sack.model import DICE_PER_ROLL, FIELDS, Board, Card, Phase, State
from pasch.games.sack.rules import result

NUMBER = {card: 1 + at for at, card in enumerate(CARDS)}
PHASE = {phase: at for at, phase in enumerate(PHASES)}
OVER = Phase.OVER
MOST_KNOWN = 4096
"""Boards that are remembered for each seat; then all are forgotten."""

Values = NDArray[np.float64]
T = TypeVar("T")


class Outcomes(NamedTuple):
    """How positions, one in each row, will end for some seats, each as it sees them itself."""

    seats: Sequence[int]
    places: Values
    """The chance of each place."""
    scores: Values

    @property
    def shares(self) -> Values:
        """Each seat's chance to win, in rows that add up to 1: the nearest to what the seats, all of them, find."""
        each = self.places[..., 0]
        nearest = np.maximum(0, each - (each.sum(axis=-1, keepdims=True) - 1) / each.shape[-1])
        found: Values = nearest / nearest.sum(axis=-1, keepdims=True)
        return found

    def wanted(self, seat: Seat) -> Values:
        """What the seat plays for; where all seats are asked, the chance to win is what they find together."""
        at = self.seats.index(seat)
        found: Values = wanted(np, self.places[:, at], self.scores[:, at])
        return found if len(self.seats) == 1 else found + self.shares[:, at] - self.places[:, at, 0]


class Positions:
    """Positions of one match; each is valued from the seat of whoever asks."""

    def __init__(self, states: Sequence[State]) -> None:
        size = len(states), len(states[0].boards)
        above, which = _numbered([state.cards for state in states])
        boards, at = _numbered(list(chain.from_iterable([state.boards for state in states])))
        cards, card = _numbered(list(chain.from_iterable(above)))
        pairs, tables = np.unique(at.reshape(size) * len(cards) + card.reshape(-1, size[1])[which], return_inverse=True)
        rests: dict[tuple[Any, ...], int] = {}
        places = [
            rests.setdefault(
                (id(state.phase), state.seat, state.hand, state.refill, state.supply, id(state.won), len(state.pile)),
                len(rests),
            )
            for state in states
        ]
        self._players = len(states[0].supply)
        self._boards = [(cards[pair % len(cards)], boards[pair // len(cards)]) for pair in pairs.tolist()]
        self._rests = [states[at] for at in _first(places)]
        self._tables, self._places = tables.reshape(size), np.array(places)
        self._ends = [(at, result(state)) for at, state in enumerate(states) if state.phase is OVER]

    def outcomes(self, weights: Weights, seats: Sequence[int] = ()) -> Outcomes:
        """How they end for these seats, by default for all."""
        seats = seats or range(self._players)
        features, card = KNOWN.features(self._boards, seats, self._players)
        rest = rest_features(np, _rests(self._rests, seats, self._players), self._players)
        boards, rests = first_of_trunk(weights, board_outputs(np, weights, features, card), rest)
        outputs = rest_of_trunk(np, weights, boards[:, self._tables].sum(axis=-2) + rests[:, self._places])
        outputs = outputs.swapaxes(0, 1)
        places, scores = softmax(np, outputs[..., :-1]).astype(np.float64), outputs[..., -1].astype(np.float64)
        for at, end in self._ends:
            places[at] = places_taken(np, -np.array(end.places))[list(seats)]
            scores[at] = [end.scores[seat] * SCORE_SCALE for seat in seats]
        return Outcomes(seats, places, scores)


def _numbered(items: Sequence[T]) -> tuple[list[T], NDArray[np.int64]]:
    """The different ones, and which of them each is. Most are the same object, which is faster to see than equality."""
    same = np.fromiter(map(id, items), np.int64, len(items))
    _, first, objects = np.unique(same, return_index=True, return_inverse=True)
    different: dict[T, int] = {}
    numbers = [different.setdefault(items[at], len(different)) for at in first.tolist()]
    return list(different), np.array(numbers)[objects]


def _first(places: Sequence[int]) -> list[int]:
    """Where each place comes first."""
    found: dict[int, int] = {}
    for at, place in enumerate(places):
        found.setdefault(place, at)
    return list(found.values())


class Known(local):
    """What the network is given of boards: most of them come again with the next move, and are looked up then."""

    def __init__(self) -> None:
        self._boards: dict[tuple[int, int], dict[tuple[Card | None, Board], int]] = {}
        self._features: dict[tuple[int, int], NDArray[np.float32]] = {}

    def features(
        self, boards: Sequence[tuple[Card | None, Board]], seats: Sequence[int], players: int
    ) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """The features of boards, for each of the seats, and the numbers of their cards."""
        card = np.array([0 if card is None else NUMBER[card.id] for card, _ in boards])
        found = [self._of_seat(boards, seat, players) for seat in seats]
        return np.stack(found), card[None].repeat(len(seats), axis=0)

    def _of_seat(self, boards: Sequence[tuple[Card | None, Board]], seat: int, players: int) -> NDArray[np.float32]:
        if len(boards) > MOST_KNOWN:
            return _features(boards, seat, players)
        table = seat, players
        known = self._boards.setdefault(table, {})
        if len(known) + len(boards) > MOST_KNOWN:
            known.clear()
        before = len(known)
        new = [board for board in boards if board not in known]
        if new:
            rows = _features(new, seat, players)
            if table not in self._features:
                self._features[table] = np.empty((MOST_KNOWN, rows.shape[-1]), np.float32)
            self._features[table][before : before + len(new)] = rows
            known.update(zip(new, range(before, before + len(new)), strict=True))
        return self._features[table][[known[board] for board in boards]]


def _features(boards: Sequence[tuple[Card | None, Board]], seat: int, players: int) -> NDArray[np.float32]:
    found: NDArray[np.float32] = board_features(np, _boards(boards, seat, players), players)[0]
    return found


KNOWN = Known()


def _boards(boards: Sequence[tuple[Card | None, Board]], seat: int, players: int) -> dict[str, NDArray[np.int64]]:
    """What a seat sees of boards."""
    codes = np.frombuffer(b"".join([lying(board) for _, board in boards]), np.uint8).reshape(len(boards), FIELDS)
    value, owner = codes.astype(np.int64) % DIE, codes.astype(np.int64) // DIE
    return {
        "card": np.array([0 if card is None else NUMBER[card.id] for card, _ in boards]),
        "worth": np.array([0 if card is None else card.sacks for card, _ in boards]),
        "value": value,
        "owner": np.where(value > 0, 1 + (owner - seat) % players, 0),
    }


def _rests(states: Sequence[State], seats: Sequence[int], players: int) -> dict[str, Any]:
    """What it sees beside the boards, for each of the seats."""
    each = [_rest(states, Seat(seat), players) for seat in seats]
    return {name: np.array([one[name] for one in each]) for name in each[0]}


def _rest(states: Sequence[State], seat: Seat, players: int) -> dict[str, Any]:
    return {
        "phase": [PHASE[state.phase] for state in states],
        "first": [from_seat(seat, state.first, players) for state in states],
        "turn": [from_seat(seat, state.seat, players) for state in states],
        "hand": [(*sorted(state.hand), *(0,) * (DICE_PER_ROLL - len(state.hand))) for state in states],
        "refill": [state.refill for state in states],
        "supply": [clockwise_from(seat, state.supply) for state in states],
        "cards": [[len(cards) for cards in clockwise_from(seat, state.won)] for state in states],
        "sacks": [
            [sum([card.sacks for card in cards]) for cards in clockwise_from(seat, state.won)] for state in states
        ],
        "pile": np.arange(len(CARDS)) < np.array([[len(state.pile)] for state in states]),
    }
