"""The value network of Blöder Sack: one small network for each board, their outputs added up, then a trunk.

Adding them up makes it blind to the order of the boards: a pair of ones is as likely as a pair of fives.
"""

from typing import Any

import numpy as np

from pasch.games.network import Shapes, Weights, concatenated, dense, layers, mlp, named, one_hot, relu
from pasch.games.sack.learning.encode import (
    CARDS,
    CONDITION_OF,
    KINDS,
    PHASES,
    TIE_BREAK_BY_CARDS,
    TIE_BREAK_BY_FIELD,
    fields,
)
from pasch.games.sack.model import (
    CARDS_TO_END,
    DICE_PER_ROLL,
    DICE_PER_SEAT,
    FACES,
    FIELDS,
    LARGEST_SUM,
    Kind,
    fields_for,
)

BOARD_HIDDEN = 96
BOARD_OUTPUT = 48
TRUNK = (96, 48)

# The conditions as tables; card 0 is none

KIND = np.array([0, *(KINDS.index(condition.kind) for condition in CONDITION_OF)])
COUNTS = np.array([[False] * (1 + len(FACES)), *([n in one.values for n in (0, *FACES)] for one in CONDITION_OF)])
"""For each card and value: whether such a die counts."""
ALLOWED = np.array(
    [[False] * (1 + LARGEST_SUM), *([one.allows(total) for total in range(1 + LARGEST_SUM)] for one in CONDITION_OF)]
)
"""For each card and sum: whether it is allowed."""

# Features, scaled to about 1

USUAL = {Kind.MOST: 3, Kind.LAST: FIELDS, Kind.EQUAL: 2, Kind.DIFFERENT: 3, Kind.SUM: 12}
"""About how large the strengths of each kind of condition are."""
USUAL_STRENGTH = np.array([USUAL[kind] for kind in KINDS], np.float32)
USUAL_GROUP, USUAL_DICE, USUAL_SACKS, USUAL_LEAD, USUAL_PILE = 2, 3, 6, 4, 20
LAST_FIELDS = (1, 2, 3)
"""So few fields left are worth a feature of their own."""

Seen = dict[str, Any]


def features(xp: Any, observation: Any, players: int) -> tuple[Any, Any, Any]:
    """The features of each board, the number of its card, and the features of the rest."""
    seen = named(fields(players), observation)
    return *board_features(xp, seen, players), rest_features(xp, seen, players)


def board_features(xp: Any, seen: Seen, players: int) -> tuple[Any, Any]:
    card = seen["card"]
    groups, last, strength = measured(xp, seen, players)
    usual = xp.asarray(USUAL_STRENGTH)[xp.asarray(KIND)[card]][..., None]
    size = groups.sum(axis=-1)
    single = [last / FIELDS, strength / usual, leaders(last, strength), size / USUAL_DICE]
    each = xp.concatenate([groups / USUAL_GROUP, xp.stack(single, axis=-1)], axis=-1)
    left = fields_for(players) - size.sum(axis=-1)
    common = [seen["worth"] == 1, seen["worth"] == 2, left / FIELDS, *(left == few for few in LAST_FIELDS)]
    return concatenated(xp, [each.reshape(*each.shape[:-2], -1), xp.stack(common, axis=-1)]), card


def measured(xp: Any, seen: Seen, players: int) -> tuple[Any, Any, Any]:
    """For each board and seat: the dice of each value, the field of the last one, and how well they meet the card."""
    card, value = seen["card"], seen["value"]
    mine = (seen["owner"][..., None, :] == xp.arange(1, players + 1)[:, None]).astype(np.float32)
    groups = mine @ _one_hot_values(xp, value)
    last = (mine * xp.arange(1, FIELDS + 1)).max(axis=-1)
    return groups, last, _strength(xp, card, value, mine, groups)


def _one_hot_values(xp: Any, values: Any) -> Any:
    """One-hot, all zeros where there is no die."""
    return one_hot(xp, values, 1 + len(FACES))[..., 1:]


def _strength(xp: Any, card: Any, value: Any, mine: Any, groups: Any) -> Any:
    """How well each seat meets the condition of each board (S16)."""
    counts = mine * xp.asarray(COUNTS)[card[..., None], value][..., None, :]
    total = (mine * value[..., None, :]).sum(axis=-1)
    strengths = {
        Kind.MOST: counts.sum(axis=-1),
        Kind.LAST: (counts * xp.arange(1, FIELDS + 1)).max(axis=-1),
        Kind.EQUAL: groups.max(axis=-1),
        Kind.DIFFERENT: (groups > 0).sum(axis=-1),
        Kind.SUM: total * xp.asarray(ALLOWED)[card[..., None], total.astype(np.int32)],
    }
    found, kind = strengths[KINDS[0]], xp.asarray(KIND)[card][..., None]
    for at, other in enumerate(KINDS[1:], start=1):
        found = xp.where(kind == at, strengths[other], found)
    return found


def leaders(last: Any, strength: Any) -> Any:
    """Who wins each card if it is scored now (S13, S14)."""
    rank = (strength > 0) * (TIE_BREAK_BY_FIELD * strength + last)
    return (rank > 0) & (rank == rank.max(axis=-1, keepdims=True))


def rest_features(xp: Any, seen: Seen, players: int) -> Any:
    supply, cards, sacks = seen["supply"], seen["cards"], seen["sacks"]
    lead = sacks - xp.concatenate([sacks[..., 1:].max(axis=-1, keepdims=True), *[sacks[..., :1]] * (players - 1)], -1)
    return concatenated(
        xp,
        [
            supply / DICE_PER_SEAT,
            supply < DICE_PER_ROLL,
            cards / CARDS_TO_END,
            cards >= CARDS_TO_END - 1,
            sacks / USUAL_SACKS,
            lead / USUAL_LEAD,
            (cards >= CARDS_TO_END).any(axis=-1, keepdims=True),
            one_hot(xp, seen["turn"], players),
            one_hot(xp, seen["first"], players),
            one_hot(xp, seen["phase"], len(PHASES)),
            _one_hot_values(xp, seen["hand"]).sum(axis=-2),
            seen["refill"][..., None] > 0,
            (seen["pile"] > 0).sum(axis=-1, keepdims=True) / USUAL_PILE,
        ],
    )


def last_share(xp: Any, observation: Any, players: int) -> Any:
    """The seat's share of the win when the last scoring (S18) is done now."""
    seen = named(fields(players), observation)
    _, last, strength = measured(xp, seen, players)
    leads = leaders(last, strength)
    sacks = seen["sacks"] + (leads * seen["worth"][..., None]).sum(axis=-2)
    rank = sacks * TIE_BREAK_BY_CARDS + seen["cards"] + leads.sum(axis=-2)
    wins = rank == rank.max(axis=-1, keepdims=True)
    return wins[..., 0] / wins.sum(axis=-1)


# The network


def shapes(players: int) -> Shapes:
    nothing = np.zeros(sum(field.size for field in fields(players)), np.int16)
    boards, _, rest = features(np, nothing, players)
    return {
        **layers("board", boards.shape[-1], BOARD_HIDDEN, BOARD_OUTPUT),
        "card.b": (1 + len(CARDS), BOARD_HIDDEN),
        **layers("trunk", BOARD_OUTPUT + rest.shape[-1], *TRUNK, players + 1),
    }


def logits(xp: Any, weights: Weights, observation: Any, players: int) -> Any:
    """A logit for each place, and last an estimate of the seat's score (in tens)."""
    boards, card, rest = features(xp, observation, players)
    return logits_of_table(xp, weights, board_outputs(xp, weights, boards, card).sum(axis=-2), rest)


def board_outputs(xp: Any, weights: Weights, boards: Any, card: Any) -> Any:
    hidden = relu(xp, dense(weights, "board0", boards) + weights["card.b"][card])
    return relu(xp, dense(weights, "board1", hidden))


def logits_of_table(xp: Any, weights: Weights, table: Any, rest: Any) -> Any:
    """The same as `logits`, for the sum of the boards' outputs and the features of the rest."""
    return mlp(xp, weights, "trunk", concatenated(xp, [table, rest]), len(TRUNK) + 1)
