"""What a position of Blöder Sack is worth to a seat, as a small network says: each board is judged alike, then all.

The boards are added up: which of them is which does not matter, a pair of ones is as likely as a pair of fives.
"""

from typing import Any

import numpy as np

from pasch.games.network import Shapes, Weights, concatenated, dense, layers, mlp, named, one_hot, relu
from pasch.games.sack.conditions import CONDITIONS
from pasch.games.sack.learning.encode import CARDS, FACES, PHASES, fields
from pasch.games.sack.model import CARDS_TO_END, DICE_PER_ROLL, FIELDS, FIELDS_FOR_TWO

ON_A_BOARD = 96
OF_A_BOARD = 48
TRUNK = (96, 48)

# The conditions as tables; card 0 is none

MOST, LAST, EQUAL, DIFFERENT, SUM = range(5)
USUAL = np.array([3, 9, 2, 3, 12], np.float32)
"""About how large the strengths of each kind of condition are."""
LARGEST_SUM = 6 * FIELDS


def _kind(card: str) -> int:
    of_its_own = {"most-equal": EQUAL, "most-different": DIFFERENT}
    return of_its_own.get(card, {"most": MOST, "last": LAST, "sum": SUM}[card.split("-")[0]])


KIND = np.array([MOST, *map(_kind, CARDS)])
COUNTS = np.array([[False] * 7, *([False, *(CONDITIONS[card]([(1, face)]) > 0 for face in FACES)] for card in CARDS)])
"""For each card and face: whether such a die counts."""
ALLOWED = np.array(
    [[False] * (LARGEST_SUM + 1)]
    + [[total > 0 and CONDITIONS[card]([(1, total)]) > 0 for total in range(LARGEST_SUM + 1)] for card in CARDS]
)
"""For each card and sum: whether it is allowed."""

# What the network sees

Seen = dict[str, Any]


def features(xp: Any, observation: Any, players: int) -> tuple[Any, Any, Any]:
    """The numbers of the boards, their cards, and the numbers of the rest, for a seat that made the observation."""
    seen = named(fields(players), observation)
    return *_boards(xp, seen, players), _rest(xp, seen, players)


def _boards(xp: Any, seen: Seen, players: int) -> tuple[Any, Any]:
    card = seen["card"]
    groups, last, strength = _measured(xp, seen, players)
    usual = xp.asarray(USUAL)[xp.asarray(KIND)[card]][..., None]
    size = groups.sum(axis=-1)
    single = [last / FIELDS, strength / usual, _leads(last, strength), size / 3]
    each = xp.concatenate([groups / 2, xp.stack(single, axis=-1)], axis=-1)
    left = (FIELDS_FOR_TWO if players == 2 else FIELDS) - size.sum(axis=-1)
    common = [seen["worth"] == 1, seen["worth"] == 2, left / FIELDS, left == 1, left == 2, left == 3]
    return concatenated(xp, [each.reshape(*each.shape[:-2], -1), xp.stack(common, axis=-1)]), card


def _measured(xp: Any, seen: Seen, players: int) -> tuple[Any, Any, Any]:
    """For each board and seat: the dice of each value, the field of the last one, and how well they meet the card."""
    card, value = seen["card"], seen["value"]
    mine = (seen["owner"][..., None, :] == xp.arange(1, players + 1)[:, None]).astype(np.float32)
    groups = mine @ one_hot(xp, value, 7)[..., 1:]
    last = (mine * xp.arange(1, FIELDS + 1)).max(axis=-1)
    return groups, last, _strength(xp, card, value, mine, groups)


def _leads(last: Any, strength: Any) -> Any:
    """Who wins each card if it is scored now (S13, S14)."""
    rank = (strength > 0) * (16 * strength + last)
    return (rank > 0) & (rank == rank.max(axis=-1, keepdims=True))


def last_share(xp: Any, observation: Any, players: int) -> Any:
    """The seat's share of the win when the last scoring (S18) is done now."""
    seen = named(fields(players), observation)
    _, last, strength = _measured(xp, seen, players)
    leads = _leads(last, strength)
    worth = (seen["sacks"] + (leads * seen["worth"][..., None]).sum(axis=-2)) * 64
    rank = worth + seen["cards"] + leads.sum(axis=-2)
    wins = rank == rank.max(axis=-1, keepdims=True)
    return wins[..., 0] / wins.sum(axis=-1)


def _strength(xp: Any, card: Any, value: Any, mine: Any, groups: Any) -> Any:
    """How well each seat meets the condition of each board (S16)."""
    counts = mine * xp.asarray(COUNTS)[card[..., None], value][..., None, :]
    total = (mine * value[..., None, :]).sum(axis=-1)
    allowed = xp.asarray(ALLOWED)[card[..., None], total.astype(np.int32)]
    kind = xp.asarray(KIND)[card][..., None]
    strength = counts.sum(axis=-1)
    strength = xp.where(kind == LAST, (counts * xp.arange(1, FIELDS + 1)).max(axis=-1), strength)
    strength = xp.where(kind == EQUAL, groups.max(axis=-1), strength)
    strength = xp.where(kind == DIFFERENT, (groups > 0).sum(axis=-1), strength)
    return xp.where(kind == SUM, total * allowed, strength)


def _rest(xp: Any, seen: Seen, players: int) -> Any:
    supply, cards, sacks = seen["supply"], seen["cards"], seen["sacks"]
    lead = sacks - xp.concatenate([sacks[..., 1:].max(axis=-1, keepdims=True), *[sacks[..., :1]] * (players - 1)], -1)
    hand = one_hot(xp, seen["hand"], 7)[..., 1:].sum(axis=-2)
    return concatenated(
        xp,
        [
            supply / 10,
            supply < DICE_PER_ROLL,
            cards / CARDS_TO_END,
            cards >= CARDS_TO_END - 1,
            sacks / 6,
            lead / 4,
            (cards >= CARDS_TO_END).any(axis=-1, keepdims=True),
            one_hot(xp, seen["turn"], players),
            one_hot(xp, seen["first"], players),
            one_hot(xp, seen["phase"], len(PHASES)),
            hand,
            seen["refill"][..., None] > 0,
            (seen["pile"] > 0).sum(axis=-1, keepdims=True) / 20,
        ],
    )


# The network


def shapes(players: int) -> Shapes:
    on_a_board = 10 * players + 6
    rest = 8 * players + len(PHASES) + 9
    return {
        **layers("board", on_a_board, ON_A_BOARD, OF_A_BOARD),
        "card.b": (len(CARDS) + 1, ON_A_BOARD),
        **layers("trunk", OF_A_BOARD + rest, *TRUNK, players + 1),
    }


def logits(xp: Any, weights: Weights, observation: Any, players: int) -> Any:
    """For each place a number that grows with its chance, and last what the seat's score may be (in tens)."""
    boards, card, rest = features(xp, observation, players)
    inner = relu(xp, dense(weights, "board0", boards) + weights["card.b"][card])
    table = relu(xp, dense(weights, "board1", inner)).sum(axis=-2)
    return mlp(xp, weights, "trunk", concatenated(xp, [table, rest]), len(TRUNK) + 1)
