"""A round ahead in Karten-Kniffel: what moves are worth when all seats have had a turn, in many imagined positions.

The other hands and all draws are imagined, the same for every move (common random numbers), and every seat plays by the
network.
"""

from collections.abc import Sequence

import numpy as np

from pasch.engine.draws import Below
from pasch.engine.game import Seat
from pasch.games.kniffel.hands import is_silent, penalty, points, without
from pasch.games.kniffel.learning.encode import NUMBER, fields, numbers, observe
from pasch.games.kniffel.learning.heuristic import MOST_HELD
from pasch.games.kniffel.learning.policy import Policy
from pasch.games.kniffel.learning.positions import SWAPS, Choice, Floats, Positions, played, taken
from pasch.games.kniffel.model import (
    CARDS_PER_VALUE,
    HAND,
    INDEX,
    MOST_DRAWN,
    Phase,
    Score,
    Swap,
    View,
)
from pasch.games.network import Weights, named

FINE = 1 << 30
"""The resolution of random numbers."""


def can_look_ahead(view: View, seat: Seat, move: Swap | Score) -> bool:
    """Hands are no larger than the bots let them grow, and nothing is trimmed (K16)."""
    hand = view.hands[seat]
    assert hand is not None
    trims = isinstance(move, Score) and len(hand) - len(move.cards) > HAND
    return view.phase is Phase.ACT and max(view.hand_sizes) <= MOST_HELD and not trims


def values_ahead(
    weights: Weights,
    view: View,
    seat: Seat,
    moves: Sequence[Swap | Score],
    values: Floats,
    samples: int,
    below: Below,
) -> Floats:
    """For each move the seat's chance to win a round later, less what is mere luck on the way there.

    `values`: what is expected of the moves before the draw. Luck is what a draw brings its seat, against what that seat
    expected; it expected that without a look at its own discards.
    """
    begun = imagined(view, seat, samples, below)
    players, repeated = len(view.sheets), np.tile(np.arange(samples), len(moves))
    random = _uniform(below, (samples, players + 1, MOST_DRAWN))[repeated]
    at = begun.of(repeated)
    choice = chosen(view, seat, moves, values, samples)
    policy = Policy(weights, players)
    luck, result = np.zeros(len(repeated)), np.full(len(repeated), np.nan)
    for turn in range(players + 1):
        mover, following = turn % players, (turn + 1) % players
        discards, at = at.discards, played(at, mover, choice, random[:, turn])
        under_way, over, shares = np.isnan(result), at.are_over(following), at.shares()
        after = np.where(over, shares[:, mover], policy.value(at._replace(discards=discards), mover, following))
        brought = np.where(under_way, after - choice.value, 0)
        luck += brought if mover == 0 else -brought / (players - 1)
        result = np.where(under_way & over, shares[:, 0], result)
        if turn < players:
            choice = policy.choice(at, following)
    views = np.stack([policy.value(at, other, following) for other in range(players)])
    of_all = (views[0] + 1 - views[1:].sum(axis=0)) / 2
    found: Floats = (np.where(np.isnan(result), of_all, result) - luck).reshape(len(moves), samples).mean(axis=1)
    return found


def imagined(view: View, seat: Seat, samples: int, below: Below) -> Positions:
    players = len(view.sheets)
    seen = named(fields(players), observe(view, seat).astype(np.int64))
    pile = np.tile(CARDS_PER_VALUE - seen["discards"] - seen["hand"], (samples, 1))
    hands = np.full((samples, players), numbers(np, seen["hand"]))
    for other, size in enumerate(seen["held"][1:], 1):
        dealt, pile = taken(pile, np.full(samples, size), _uniform(below, (samples, size)))
        hands[:, other] = numbers(np, dealt)
    return Positions(
        sheets=np.tile(seen["sheet"], (samples, 1, 1)),
        penalties=np.tile(seen["penalties"], (samples, 1)),
        hands=hands,
        discards=np.tile(seen["discards"], (samples, 1)),
        pile=pile,
        first=int(seen["first"]),
    )


def _uniform(below: Below, shape: tuple[int, ...]) -> Floats:
    return np.array([below(FINE) for _ in range(int(np.prod(shape)))]).reshape(shape) / FINE


def chosen(
    view: View, seat: Seat, moves: Sequence[Swap | Score], values: Sequence[float] | Floats, samples: int
) -> Choice:
    """Each move as often as there are samples."""
    hand = view.hands[seat]
    assert hand is not None
    rows = []
    for move, value in zip(moves, values, strict=True):
        if isinstance(move, Swap):
            kept = without(hand, move.discard)
            rows.append((SWAPS, 0, 0, NUMBER[kept], len(kept) + move.draw, value))
        else:
            cost, kept = penalty(len(hand), is_silent(view.sheets[seat], move)), without(hand, move.cards)
            rows.append((INDEX[move.field], points(move.field, move.cards) or 0, cost, NUMBER[kept], HAND, value))
    return Choice(*(np.repeat(np.array(column), samples) for column in zip(*rows, strict=True)))
