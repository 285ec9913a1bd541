"""Many positions of Blöder Sack valued at once: what several share, boards and the rest, is encoded once."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pasch.engine.game import Over, Seat
from pasch.games.encoding import clockwise_from, from_seat
from pasch.games.network import Weights, softmax
from pasch.games.sack.learning.encode import CARDS, PHASES
from pasch.games.sack.learning.value import board_features, board_outputs, logits_of_table, rest_features
from pasch.games.sack.model import DICE_PER_ROLL, FIELDS, Board, Card, State
from pasch.games.sack.rules import turn

NUMBER = {card: 1 + at for at, card in enumerate(CARDS)}
PHASE = {phase: at for at, phase in enumerate(PHASES)}
PADDING = (0,) * FIELDS

Values = NDArray[np.float64]


class Positions:
    """Positions of one match; each is valued from the seat of whoever asks."""

    def __init__(self, states: Sequence[State]) -> None:
        boards: dict[tuple[Card | None, Board], int] = {}
        rests: dict[tuple[Any, ...], int] = {}
        tables, places = [], []
        for state in states:
            tables.append([boards.setdefault(one, len(boards)) for one in zip(state.cards, state.boards, strict=True)])
            rest = state.phase, state.seat, state.hand, state.refill, state.supply, state.won, len(state.pile)
            places.append(rests.setdefault(rest, len(rests)))
        self._states, self._boards, self._rests = states, list(boards), [states[at] for at in _first(places)]
        self._tables, self._places = np.array(tables), np.array(places)
        self._ends = [(at, now.result) for at, now in enumerate(map(turn, states)) if isinstance(now, Over)]

    def values(self, weights: Weights, seat: Seat) -> Values:
        """The seat's chance to win in each; its share where the match is over."""
        players = len(self._states[0].supply)
        cards = [0 if card is None else NUMBER[card.id] for card, _ in self._boards]
        seen = {
            "card": np.array(cards),
            "worth": np.array([0 if card is None else card.sacks for card, _ in self._boards]),
            "value": np.array([_padded([die.value for die in board]) for _, board in self._boards]),
            "owner": np.array(
                [_padded([1 + from_seat(seat, die.seat, players) for die in board]) for _, board in self._boards]
            ),
        }
        features, card = board_features(np, seen, players)
        table = board_outputs(np, weights, features, card)[self._tables].sum(axis=-2)
        rest = rest_features(np, _rest(self._rests, seat, players), players)[self._places]
        found: Values = softmax(np, logits_of_table(np, weights, table, rest)[:, :-1])[:, 0].astype(np.float64)
        for at, result in self._ends:
            found[at] = result.share(seat)
        return found


def _first(places: Sequence[int]) -> list[int]:
    """Where each place comes first."""
    found: dict[int, int] = {}
    for at, place in enumerate(places):
        found.setdefault(place, at)
    return list(found.values())


def _padded(dice: list[int]) -> tuple[int, ...]:
    return (*dice, *PADDING[len(dice) :])


def _rest(states: Sequence[State], seat: Seat, players: int) -> dict[str, Any]:
    """What the network sees beside the boards."""
    lists = {
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
    return {name: np.array(numbers) for name, numbers in lists.items()}
