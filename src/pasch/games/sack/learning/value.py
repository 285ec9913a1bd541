"""The value network of Blöder Sack: one small network for each board, their outputs added up, then a trunk.

Adding them up makes it blind to the order of the boards: a pair of ones is as likely as a pair of fives.
"""

from typing import Any, NamedTuple

import numpy as np

from pasch.games.network import Shapes, Weights, concatenated, dense, layers, mlp, named, one_hot, relu
from pasch.games.outcome import SCORE_SCALE, places_taken
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

BOARD_HIDDEN = 192
BOARD_OUTPUT = 96
TRUNK = (192, 96)

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
    dice = dice_of_seats(xp, seen, players)
    strength = met(xp, card, *dice.by_kind())
    usual = xp.asarray(USUAL_STRENGTH)[xp.asarray(KIND)[card]][..., None]
    size = dice.groups.sum(axis=-1)
    single = [dice.last / FIELDS, strength / usual, leaders(dice.last, strength), size / USUAL_DICE]
    each = xp.concatenate([dice.groups / USUAL_GROUP, xp.stack(single, axis=-1)], axis=-1)
    left = fields_for(players) - size.sum(axis=-1)
    common = [seen["worth"] == 1, seen["worth"] == 2, left / FIELDS, *(left == few for few in LAST_FIELDS)]
    would_lead = leads_with_one_more(xp, card, dice, rank(dice.last, strength))
    return concatenated(xp, [_flat(each), xp.stack(common, axis=-1), _flat(would_lead)]), card


def _flat(each: Any) -> Any:
    """The features of the seats, one after the other."""
    return each.reshape(*each.shape[:-2], -1)


class Dice(NamedTuple):
    """For each board and seat, what the seat's dice there show."""

    groups: Any
    """How many of each value."""
    last: Any
    """The field of the last one."""
    counting: Any
    """How many count for the card."""
    last_counting: Any
    """The field of the last of those."""

    def by_kind(self) -> tuple[Any, Any, Any, Any, Any]:
        """What each kind of condition compares, in the order that `met` takes."""
        values = np.arange(1, 1 + len(FACES), dtype=np.float32)
        return (
            self.counting,
            self.last_counting,
            self.groups.max(axis=-1),
            (self.groups > 0).sum(axis=-1),
            (self.groups * values).sum(axis=-1),
        )


def dice_of_seats(xp: Any, seen: Seen, players: int) -> Dice:
    card, value = seen["card"], seen["value"]
    mine = (seen["owner"][..., None, :] == xp.arange(1, players + 1)[:, None]).astype(np.float32)
    counts = mine * xp.asarray(COUNTS)[card[..., None], value][..., None, :]
    field = xp.arange(1, FIELDS + 1)
    groups = mine @ _one_hot_values(xp, value)
    return Dice(groups, (mine * field).max(axis=-1), counts.sum(axis=-1), (counts * field).max(axis=-1))


def _one_hot_values(xp: Any, values: Any) -> Any:
    """One-hot, all zeros where there is no die."""
    return one_hot(xp, values, 1 + len(FACES))[..., 1:]


def met(xp: Any, card: Any, counting: Any, last_counting: Any, equal: Any, different: Any, total: Any) -> Any:
    """How well dice meet the condition of their board's card (S16), given what each kind of condition compares."""
    card = card.reshape(*card.shape, *[1] * (total.ndim - card.ndim))
    total = xp.minimum(total, LARGEST_SUM)
    strengths = {
        Kind.MOST: counting,
        Kind.LAST: last_counting,
        Kind.EQUAL: equal,
        Kind.DIFFERENT: different,
        Kind.SUM: total * xp.asarray(ALLOWED)[card, total.astype(np.int32)],
    }
    found, kind = strengths[KINDS[0]], xp.asarray(KIND)[card]
    for at, other in enumerate(KINDS[1:], start=1):
        found = xp.where(kind == at, strengths[other], found)
    return found


def leads_with_one_more(xp: Any, card: Any, dice: Dice, ranks: Any) -> Any:
    """For each board, seat and value: whether the seat leads once a die of that value lies on the next field."""
    groups, each = dice.groups, xp.arange(1, 1 + len(FACES))
    field = (1 + groups.sum(axis=(-1, -2)))[..., None, None]
    counts = xp.asarray(COUNTS)[card][..., None, 1:]
    counting, last_counting, equal, different, total = (kind[..., None] for kind in dice.by_kind())
    strength = met(
        xp,
        card,
        counting + counts,
        xp.where(counts, field, last_counting),
        xp.maximum(equal, groups + 1),
        different + (groups == 0),
        total + each,
    )
    others = xp.where(xp.eye(ranks.shape[-1], dtype=bool), 0, ranks[..., None, :]).max(axis=-1)
    return rank(field, strength) > others[..., None]


def rank(last: Any, strength: Any) -> Any:
    """By this seats are ordered on a board (S13, S14); 0: the condition is not met."""
    return (strength > 0) * (TIE_BREAK_BY_FIELD * strength + last)


def leaders(last: Any, strength: Any) -> Any:
    """Who wins each card if it is scored now (S13, S14)."""
    ranks = rank(last, strength)
    return (ranks > 0) & (ranks == ranks.max(axis=-1, keepdims=True))


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


def at_the_end(xp: Any, observation: Any, players: int) -> tuple[Any, Any]:
    """The seat's places and score, as networks learn them, when the last scoring (S18) is done now."""
    seen = named(fields(players), observation)
    dice = dice_of_seats(xp, seen, players)
    leads = leaders(dice.last, met(xp, seen["card"], *dice.by_kind()))
    sacks = seen["sacks"] + (leads * seen["worth"][..., None]).sum(axis=-2)
    ranks = sacks * TIE_BREAK_BY_CARDS + seen["cards"] + leads.sum(axis=-2)
    return places_taken(xp, ranks)[..., 0, :], sacks[..., 0] * SCORE_SCALE


# The network


def shapes(players: int) -> Shapes:
    nothing = np.zeros(sum(field.size for field in fields(players)), np.int16)
    boards, _, rest = features(np, nothing, players)
    return {
        **layers("board", boards.shape[-1], BOARD_HIDDEN, BOARD_OUTPUT),
        "card.b": (1 + len(CARDS), BOARD_HIDDEN),
        "gate.b": (1 + len(CARDS), BOARD_HIDDEN),
        **layers("trunk", rest.shape[-1] + BOARD_OUTPUT, *TRUNK, players + 1),
    }


def logits(xp: Any, weights: Weights, observation: Any, players: int) -> Any:
    """A logit for each place, and last an estimate of the seat's score (scaled)."""
    boards, card, rest = features(xp, observation, players)
    table = board_outputs(xp, weights, boards, card).sum(axis=-2)
    return mlp(xp, weights, "trunk", concatenated(xp, [rest, table]), len(TRUNK) + 1)


def board_outputs(xp: Any, weights: Weights, boards: Any, card: Any) -> Any:
    """What each board adds to the table; its card scales and shifts every hidden unit."""
    hidden = relu(xp, dense(weights, "board0", boards) * (1 + weights["gate.b"][card]) + weights["card.b"][card])
    return relu(xp, dense(weights, "board1", hidden))


def first_of_trunk(weights: Weights, boards: Any, rest: Any) -> tuple[Any, Any]:
    """What each board, and the rest, add to the trunk's first layer: positions that share them share that, too."""
    of_rest, of_boards = np.split(weights["trunk0.w"], [rest.shape[-1]])
    return boards @ of_boards, rest @ of_rest + weights["trunk0.b"]


def rest_of_trunk(xp: Any, weights: Weights, first: Any) -> Any:
    """The logits, from the sum of all that was added to the first layer."""
    return mlp(xp, weights, "trunk", relu(xp, first), len(TRUNK) + 1, begin=1)
