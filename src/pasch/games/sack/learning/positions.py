"""Many positions of Blöder Sack valued at once: what several share, boards and the rest, is encoded once."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pasch.engine.game import Seat
from pasch.games.encoding import clockwise_from, from_seat
from pasch.games.network import Weights, softmax
from pasch.games.outcome import SCORE_SCALE, places_taken, wanted
from pasch.games.sack.learning.encode import CARDS, PHASES
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
PADDING = (0,) * FIELDS

Values = NDArray[np.float64]


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
        boards: dict[tuple[Card | None, Board], int] = {}
        known: dict[tuple[int, int], int] = {}
        rests: dict[tuple[Any, ...], int] = {}
        tables, places = [], []
        for state in states:
            row = []
            for one in zip(state.cards, state.boards, strict=True):
                same = id(one[0]), id(one[1])  # of most boards faster to see than that their dice are equal
                if (at := known.get(same)) is None:
                    at = known[same] = boards.setdefault(one, len(boards))
                row.append(at)
            tables.append(row)
            rest = id(state.phase), state.seat, state.hand, state.refill, state.supply, id(state.won), len(state.pile)
            places.append(rests.setdefault(rest, len(rests)))
        self._players, self._boards = len(states[0].supply), list(boards)
        self._rests = [states[at] for at in _first(places)]
        self._tables, self._places = np.array(tables), np.array(places)
        self._ends = [(at, result(state)) for at, state in enumerate(states) if state.phase is Phase.OVER]

    def outcomes(self, weights: Weights, seats: Sequence[int] = ()) -> Outcomes:
        """How they end for these seats, by default for all."""
        seats = seats or range(self._players)
        seen = _boards(self._boards, seats, self._players)
        features, card = board_features(np, seen, self._players)
        rest = rest_features(np, _rests(self._rests, seats, self._players), self._players)
        boards, rests = first_of_trunk(weights, board_outputs(np, weights, features, card), rest)
        outputs = rest_of_trunk(np, weights, boards[:, self._tables].sum(axis=-2) + rests[:, self._places])
        outputs = outputs.swapaxes(0, 1)
        places, scores = softmax(np, outputs[..., :-1]).astype(np.float64), outputs[..., -1].astype(np.float64)
        for at, end in self._ends:
            places[at] = places_taken(np, -np.array(end.places))[list(seats)]
            scores[at] = [end.scores[seat] * SCORE_SCALE for seat in seats]
        return Outcomes(seats, places, scores)


def _first(places: Sequence[int]) -> list[int]:
    """Where each place comes first."""
    found: dict[int, int] = {}
    for at, place in enumerate(places):
        found.setdefault(place, at)
    return list(found.values())


def _boards(boards: Sequence[tuple[Card | None, Board]], seats: Sequence[int], players: int) -> dict[str, Any]:
    """What the network sees of boards, for each of the seats."""
    lists = {
        "card": [0 if card is None else NUMBER[card.id] for card, _ in boards],
        "worth": [0 if card is None else card.sacks for card, _ in boards],
        "value": [_padded([die.value for die in board]) for _, board in boards],
        "owner": [_padded([die.seat for die in board]) for _, board in boards],
    }
    seen = {name: np.array(numbers)[None].repeat(len(seats), axis=0) for name, numbers in lists.items()}
    clockwise = (seen["owner"] - np.array(seats)[:, None, None]) % players
    return seen | {"owner": np.where(seen["value"] > 0, 1 + clockwise, 0)}


def _padded(dice: list[int]) -> tuple[int, ...]:
    return (*dice, *PADDING[len(dice) :])


def _rests(states: Sequence[State], seats: Sequence[int], players: int) -> dict[str, Any]:
    """What it sees beside the boards, for each of the seats."""
    each = [_rest(states, Seat(seat), players) for seat in seats]
    return {name: np.array([one[name] for one in each]) for name in each[0]}


def _rest(states: Sequence[State], seat: Seat, players: int) -> dict[str, list[Any]]:
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
        "pile": [[at < len(state.pile) for at in range(len(CARDS))] for state in states],
    }
