"""High or low as numbers."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pasch.engine.game import Seat
from pasch.games.encoding import Actions, Field, clockwise_from, mask_of, observation, packed

from ..model import Move, Phase, Say, State, View
from ..rules import result
from ..view import view as view_of

VERSION = 1
ACTIONS = (Actions("say", 2, "0: high, 1: low"),)
PICKS = (1, 2, 3, 4, 5, 6)
LIMIT = None

WORDS: tuple[Literal["high", "low"], ...] = ("high", "low")
PHASES = tuple(Phase)


Position = State | View


def action(view: Position, seat: Seat, move: Move) -> int:
    return WORDS.index(move.word)


def mask(view: Position, seat: Seat, moves: Sequence[Move]) -> bytes:
    return mask_of([action(view, seat, move) for move in moves], len(WORDS))


def move(view: Position, seat: Seat, action: int) -> Move:
    if action in range(len(WORDS)):
        return Say(WORDS[action])
    raise ValueError(f"an action from 0 to 1 was expected, not {action}")


def fields(players: int) -> tuple[Field, ...]:
    return (
        Field("phase", (), 0, len(PHASES) - 1, "what happens next: " + ", ".join(phase.value for phase in PHASES)),
        Field("cards", (players,), 0, 6, "the cards that the observer sees; 0: face down"),
        Field("said", (players,), 0, 2, "the words that the observer knows: 1 high, 2 low; 0: none"),
        Field("waiting", (players,), 0, 1, "whether each seat has still to say a word"),
        Field("die", (), 0, 6, "what the die shows; 0: not rolled"),
        Field("score", (players,), -5, 12, "the scores, once the die has fallen"),
    )


def observe(view: Position, seat: Seat) -> NDArray[np.int16]:
    seen = view if isinstance(view, View) else view_of(view, seat)
    return observation(
        packed([PHASES.index(seen.phase)]),
        packed(clockwise_from(seat, seen.cards)),
        packed(0 if word is None else 1 + WORDS.index(word) for word in clockwise_from(seat, seen.said)),
        packed(other in seen.waiting for other in clockwise_from(seat, range(len(seen.cards)))),
        packed([seen.die]),
        packed(clockwise_from(seat, _scores(seen))),
    )


def scores(state: State) -> Sequence[int]:
    return result(state).scores if state.phase is Phase.OVER else (0,) * len(state.cards)


def _scores(view: View) -> list[int]:
    if view.phase is not Phase.OVER:
        return [0] * len(view.cards)
    return [
        card + (view.die if word == "high" else -view.die) for card, word in zip(view.cards, view.said, strict=True)
    ]
