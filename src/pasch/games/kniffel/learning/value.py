"""The value network of Karten-Kniffel: an embedding of what lies open, times an embedding of the cards in hand.

The logits are bilinear in both, so that all hands that a draw may bring are judged at once. One more factor of a hand
is its heuristic value on the seat's sheet. The other hands are not seen.
"""

from typing import Any

import numpy as np

from pasch.games.kniffel.learning.encode import EMPTY, fields, points_of
from pasch.games.kniffel.learning.heuristic import hand_values
from pasch.games.kniffel.model import BONUS_FROM, CARDS_PER_VALUE, FIELDS, HAND, INDEX, UPPER, VALUES, Field, bonus
from pasch.games.network import Shapes, Weights, concatenated, layers, mlp, named, one_hot

OPEN = (160, 80)
HELD = (64, 32)
"""The sizes of the layers for what lies open and for the cards in hand; the last is the size of a hand's embedding."""
FACTORS = HELD[-1] + 1
"""The embedding, and the heuristic value."""
LARGE = 40
"""The scale of heuristic values."""
OF_A_SHEET = len(FIELDS) + 9
OF_A_HAND = len(VALUES) * HAND + 10
PAR = 3
"""So many cards in each upper field bring the bonus (K14)."""

# Hands


def hand_features(xp: Any, held: Any) -> Any:
    """The features of hands that are given as their counts."""
    at_least = (held[..., None] >= xp.arange(1, HAND + 1)).astype(np.float32)
    has = held > 0
    run_of_three = (has[..., :-2] & has[..., 1:-1] & has[..., 2:]).any(axis=-1)
    meets = points_of(xp, held) > 0
    size = held.sum(axis=-1)
    each = [
        run_of_three,
        meets[..., INDEX[Field.SMALL_STRAIGHT]],
        meets[..., INDEX[Field.LARGE_STRAIGHT]],
        size <= HAND,
        size == HAND + 1,
        size > HAND + 1,
        held.max(axis=-1) / HAND,
        has.sum(axis=-1) / HAND,
        meets[..., INDEX[Field.FULL_HOUSE]],
        (held >= 2).sum(axis=-1) >= 2,
    ]
    return concatenated(
        xp, [at_least.reshape(*at_least.shape[:-2], -1), xp.stack([item.astype(np.float32) for item in each], -1)]
    )


# What lies open


def open_features(xp: Any, seen: dict[str, Any], players: int) -> Any:
    """The features of what lies open; the observer is seat 0."""
    sheet = seen["sheet"]
    filled = sheet != EMPTY
    entered = xp.where(filled, sheet, 0)
    upper = entered[..., : len(UPPER)].sum(axis=-1)
    par = (filled[..., : len(UPPER)] * xp.asarray(PAR * np.arange(1, 7))).sum(axis=-1)
    left = len(FIELDS) - filled.sum(axis=-1)
    held = xp.where(xp.arange(players) == 0, 0, seen["held"] - HAND)
    each = [
        upper / BONUS_FROM,
        (upper - par) / 10,
        bonus(upper) > 0,
        bonus(upper) < 0,
        totals(xp, sheet, seen["penalties"]) / 200,
        left / len(FIELDS),
        left == 1,
        left <= 2,
        held / 2,
    ]
    sheets = concatenated(xp, [filled, xp.stack([item.astype(np.float32) for item in each], axis=-1)])
    unseen = CARDS_PER_VALUE - seen["discards"]
    return concatenated(
        xp,
        [
            sheets.reshape(*sheets.shape[:-2], -1),
            one_hot(xp, seen["turn"], players),
            one_hot(xp, seen["first"], players),
            (left == 0).any(axis=-1, keepdims=True),
            len(VALUES) * unseen / unseen.sum(axis=-1, keepdims=True) - 1,
        ],
    )


def totals(xp: Any, sheet: Any, penalties: Any) -> Any:
    """K15, of sheets in which `EMPTY` marks a free field."""
    entered = xp.where(sheet == EMPTY, 0, sheet)
    upper = entered[..., : len(UPPER)].sum(axis=-1)
    return entered.sum(axis=-1) + bonus(upper) - penalties


# The network


def shapes(players: int) -> Shapes:
    inputs = (OF_A_SHEET + 2) * players + 1 + len(VALUES)
    return {
        **layers("open", inputs, *OPEN),
        **layers("alone", OPEN[-1], players + 1),
        **layers("with", OPEN[-1], (players + 1) * FACTORS),
        **layers("held", OF_A_HAND, *HELD),
    }


def logits(xp: Any, weights: Weights, observation: Any, players: int) -> Any:
    """A logit for each place, and last an estimate of the seat's score."""
    seen = named(fields(players), observation)
    held = seen["hand"][..., None, :]
    heuristic = hand_values(xp, seen["sheet"][..., 0, :], points_of(xp, held))
    features = open_features(xp, seen, players)
    return logits_of_hands(xp, weights, features, embedding(xp, weights, held), heuristic, players)[..., 0, :]


def embedding(xp: Any, weights: Weights, held: Any) -> Any:
    """The embeddings of hands that are given as their counts."""
    return mlp(xp, weights, "held", hand_features(xp, held), len(HELD))


def logits_of_hands(xp: Any, weights: Weights, features: Any, hands: Any, heuristic: Any, players: int) -> Any:
    """The logits of many hands beside the same features of what lies open, in an axis before the last.

    Hands are given as their embeddings and their heuristic values.
    """
    alone, factors = _of_what_lies_open(xp, weights, features, players)
    alone = alone[..., None, :]
    return alone + hands @ factors[..., :-1, :] + (heuristic / LARGE)[..., None] * factors[..., -1:, :]


def chances_of_hands(weights: Weights, features: Any, hands: Any, heuristic: Any, players: int) -> Any:
    """The chance to win with many hands beside each of many rows of features; the softmax of the same logits.

    With NumPy this is a few times as fast: it goes place by place.
    """
    alone, factors = _of_what_lies_open(np, weights, features, players)
    odds = 0.0
    for place in range(1, players):
        behind = factors[..., place] - factors[..., 0]
        of_hands = behind[:, :-1] @ hands.T + behind[:, -1:] * (heuristic / LARGE)
        odds = odds + np.exp(of_hands + (alone[:, place] - alone[:, 0])[:, None])
    return 1 / (1 + odds)


def _of_what_lies_open(xp: Any, weights: Weights, features: Any, players: int) -> tuple[Any, Any]:
    """The part of the logits without the hand, and for each of a hand's factors what it is multiplied with."""
    outer = xp.maximum(mlp(xp, weights, "open", features, len(OPEN)), 0)
    factors = mlp(xp, weights, "with", outer, 1)
    return mlp(xp, weights, "alone", outer, 1), factors.reshape(*factors.shape[:-1], FACTORS, players + 1)
