"""How Karten-Kniffel is learned: every hand that a swap or a refill may bring is judged, and averaged over the draw.

The cards of a draw are taken one by one as if each were put back: close enough for learning, where it is done millions
of times. Hands do not grow beyond seven cards, and a field is filled with the cards that bring most.
"""

from math import lgamma
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from pasch.games.bits import Number
from pasch.games.kniffel.hands import MOST_HELD, all_hands, points
from pasch.games.kniffel.learning import twin as batch
from pasch.games.kniffel.learning.encode import CHOICES, EMPTY, SCORES, SCORING, SWAPS_FOR_MORE, fields
from pasch.games.kniffel.learning.heuristic import TURN, gains, promise
from pasch.games.kniffel.learning.odds import counts as counts_of
from pasch.games.kniffel.learning.odds import next_places
from pasch.games.kniffel.learning.twin import ACT, TRIM, State
from pasch.games.kniffel.learning.value import embedded, of_the_table, totals, with_hands
from pasch.games.kniffel.model import (
    CARDS_PER_VALUE,
    FIELDS,
    HAND,
    INDEX,
    MOST_DISCARDED,
    PENALTY_PER_CARD,
    VALUES,
    Hand,
)
from pasch.games.network import Weights, named, softmax
from pasch.games.twin import NO_ACTION, shares

AFTER_CHANCE = True
"""Positions are judged when the cards are drawn: the hand is known then."""
LAMBDA = 0.95
HEURISTIC_PART = 0.1
TRUNCATE_AFTER = 60
"""Those who play well need 25 decisions."""
CURIOSITY, AT_ANY_PRICE = 0.02, 1000.0
"""How often one card more is drawn, or a field filled if one can be, whatever it is worth: else little is tried out."""
MOST_FILLED = 7
"""How many fields are tried. More can hardly ever be filled with one hand."""

ALL: tuple[Hand, ...] = tuple(hand for size in range(MOST_HELD + 1) for hand in all_hands(size))
PLACE = {hand: at for at, hand in enumerate(ALL)}
BEGIN = np.cumsum([0, *(len(all_hands(size)) for size in range(MOST_HELD + 1))])
"""Where the hands of each size begin among all."""
COUNTS = np.concatenate([counts_of(size) for size in range(MOST_HELD + 1)])
SIZES = COUNTS.sum(axis=1)
COST = TURN + PENALTY_PER_CARD * np.maximum(SIZES - HAND, 0)
"""What going on with each hand costs by rule of thumb: a turn, and the penalty for its cards (K9)."""
NEXT = [next_places(size) for size in range(MOST_HELD)]
FULL = slice(BEGIN[HAND], BEGIN[MOST_HELD + 1])
"""The hands of five and more."""

KEYS = 8 ** np.arange(len(VALUES))
PLACE_OF_KEY = np.zeros(8 ** len(VALUES), np.int16)
PLACE_OF_KEY[COUNTS @ KEYS] = np.arange(len(ALL))
CHOICE_OF_KEY = np.zeros(8 ** len(VALUES), np.int16)
for number, cards in enumerate(CHOICES):
    CHOICE_OF_KEY[sum(int(KEYS[value - 1]) for value in cards)] = number

PARTS = np.stack([(hand >= COUNTS).all(axis=1) & (hand.sum() - SIZES <= MOST_DISCARDED) for hand in COUNTS])
"""For each hand which others are part of it, so that the rest can be discarded."""


def _best_scores() -> tuple[Any, Any, Any]:
    """For each hand and field: the most points it brings (0: none), the action, and the cards that are left."""
    brings = np.zeros((len(ALL), len(FIELDS)), np.int16)
    action, left = np.zeros_like(brings), np.zeros_like(brings)
    needs = np.array([[cards.count(value) for value in VALUES] for _, cards in SCORES])
    for number, (field, cards) in enumerate(SCORES):
        at, worth = INDEX[field], points(field, cards) or 0
        better = (needs[number] <= COUNTS).all(axis=1) & (worth > brings[:, at])
        brings[better, at], action[better, at] = worth, SCORING + number
        left[better, at] = PLACE_OF_KEY[(COUNTS[better] - needs[number]) @ KEYS]
    return brings, action, left


POINTS, ACTION, LEFT = _best_scores()


def _trims() -> Any:
    """For each hand of six the hands of five that it can be trimmed to, counted from the first of five (K16)."""
    trims = np.zeros((len(ALL), HAND + 1), np.int16)
    for place in range(BEGIN[HAND + 1], BEGIN[HAND + 2]):
        hand = ALL[place]
        trims[place] = [PLACE[hand[:at] + hand[at + 1 :]] - BEGIN[HAND] for at in range(HAND + 1)]
    return trims


TRIMS = _trims()


def _ways() -> Any:
    """For each hand of up to five, and each of five: the logarithm of the ways to draw from the one to the other."""
    small, full = COUNTS[: BEGIN[HAND + 1]], COUNTS[BEGIN[HAND] : BEGIN[HAND + 1]]
    drawn = full[None] - small[:, None]
    of = np.array([lgamma(1 + many) for many in range(HAND + 1)], np.float32)
    ways = of[drawn.clip(0).sum(axis=-1).clip(0, HAND)] - of[drawn.clip(0)].sum(axis=-1)
    return np.where((drawn >= 0).all(axis=-1), ways, -np.inf)


WAYS = _ways()
RAREST = 1e-9
"""A card that cannot be drawn is taken for one that hardly can."""


def is_evaluated(state: State) -> Number:
    return state.phase == ACT


def decide(weights: Weights, state: State, key: jax.Array, by_heuristic: Number) -> tuple[Number]:
    players = len(state.hands)
    seen = named(fields(players), batch.observe(state, state.seat))
    seen["turn"] = jnp.ones_like(seen["turn"])
    hand = jnp.asarray(PLACE_OF_KEY)[(seen["hand"] * jnp.asarray(KEYS)).sum()]
    unseen = CARDS_PER_VALUE - seen["discards"] - seen["hand"]
    held = embedded(jnp, weights, jnp.asarray(COUNTS[FULL]))
    look = Look(weights, seen, hand, held, unseen / unseen.sum(), by_heuristic)
    swaps, (score, field) = _swaps(look, state.phase == TRIM), _score(look, state.phase == ACT)
    ends = (seen["sheet"] != EMPTY).all(axis=-1).any()
    lot = jnp.where(by_heuristic & ends, 1.0, jax.random.uniform(key))
    swaps = swaps + AT_ANY_PRICE * ((jnp.arange(len(swaps)) >= len(ALL)) & (lot < CURIOSITY))
    score = score + AT_ANY_PRICE * (lot > 1 - CURIOSITY)
    best = jnp.argmax(swaps)
    kept, extra = best % len(ALL), best // len(ALL)
    discard = ((jnp.asarray(COUNTS)[hand] - jnp.asarray(COUNTS)[kept]) * jnp.asarray(KEYS)).sum()
    swap = jnp.asarray(CHOICE_OF_KEY)[discard] + extra * SWAPS_FOR_MORE
    action = jnp.where(score >= swaps[best], jnp.asarray(ACTION)[hand, field], swap)
    decides = (state.phase == ACT) | (state.phase == TRIM)
    return (jnp.where(decides, action, NO_ACTION).astype(jnp.int16),)


class Look(NamedTuple):
    """What a seat on turn judges by."""

    weights: Weights
    seen: dict[str, Any]
    """What it sees, as if the turn were done."""
    hand: Number
    """Its place among all hands."""
    held: jax.Array
    """The numbers of all hands of five and more."""
    odds: jax.Array
    """How likely the next card is of each value."""
    by_heuristic: Number
    """Whether it follows the rule of thumb instead of the network."""

    def hopes(self, seen: dict[str, Any], most: int) -> jax.Array:
        """For each hand of five to so many cards, the chance to win with it; the result, where that ends the match."""
        players = len(seen["held"])
        some = slice(BEGIN[most + 1] - BEGIN[HAND])
        promised = promise(jnp, seen["sheet"][0], jnp.asarray(POINTS[FULL][some]))
        numbers = with_hands(jnp, self.weights, of_the_table(jnp, seen, players), self.held[some], promised, players)
        ends = (seen["first"] == 1) & (seen["sheet"] != EMPTY).all(axis=-1).any()
        share = shares(tuple(totals(jnp, seen["sheet"], seen["penalties"])))[0]
        return jnp.where(ends, share, softmax(jnp, numbers[..., :-1])[..., 0])


def _averages(hopes: jax.Array, size: int, odds: jax.Array) -> jax.Array:
    """For every hand of up to this size: what it becomes on average when it is filled up to it."""
    levels = [hopes]
    for smaller in range(size - 1, -1, -1):
        levels.append(levels[-1][jnp.asarray(NEXT[smaller])] @ odds)
    return jnp.concatenate(levels[::-1])


def _swaps(look: Look, trims: Number) -> jax.Array:
    """For each hand that may be kept, what follows from drawing up to the old size, and behind all, one card more."""
    promised = promise(jnp, look.seen["sheet"][0], jnp.asarray(POINTS[FULL])) - jnp.asarray(COST[FULL])
    hopes = jnp.where(look.by_heuristic, promised, look.hopes(look.seen, MOST_HELD))
    by_size = []
    for size in range(HAND, MOST_HELD + 1):
        begin = BEGIN[size] - BEGIN[HAND]
        averages = _averages(hopes[begin : begin + len(all_hands(size))], size, look.odds)
        by_size.append(jnp.pad(averages, (0, len(ALL) - len(averages)), constant_values=-jnp.inf))
    by_size.append(jnp.full(len(ALL), -jnp.inf))
    sizes = jnp.stack(by_size)
    over = jnp.asarray(SIZES)[look.hand] - HAND
    part = jnp.asarray(PARTS)[look.hand]
    fives = jnp.asarray(SIZES == HAND)
    same = jnp.where(trims, jnp.where(fives, sizes[0], -jnp.inf), sizes[over])
    more = jnp.where(trims, -jnp.inf, sizes[over + 1])
    passes = jnp.arange(len(ALL)) == look.hand
    return jnp.concatenate([jnp.where(part & ~passes, same, -jnp.inf), jnp.where(part, more, -jnp.inf)])


def _score(look: Look, acts: Number) -> tuple[Number, Number]:
    """What follows from filling the best field, and drawing or trimming to five cards; and which field it is."""
    seen, hand = look.seen, look.hand
    brings, left = jnp.asarray(POINTS)[hand], jnp.asarray(LEFT)[hand]
    penalty = PENALTY_PER_CARD * jnp.maximum(jnp.asarray(SIZES)[hand] - HAND, 0)
    rarity = jnp.asarray(COUNTS[: BEGIN[HAND + 1]]) @ jnp.log(jnp.maximum(look.odds, RAREST))

    def filled(at: Number) -> jax.Array:
        sheet = seen["sheet"].at[0, at].set(brings[at])
        after = {**seen, "sheet": sheet, "penalties": seen["penalties"].at[0].add(penalty.astype(jnp.int16))}
        hopes, keeps = look.hopes(after, HAND), jnp.minimum(left[at], len(WAYS) - 1)
        odds = jnp.exp(jnp.asarray(WAYS)[keeps] + rarity[BEGIN[HAND] :] - rarity[keeps])
        trimmed = hopes[jnp.asarray(TRIMS)[left[at]]].max()
        return jnp.where(jnp.asarray(SIZES)[left[at]] > HAND, trimmed, (odds * hopes).sum())

    gained = gains(jnp, seen["sheet"][0], brings[None])[0] - penalty
    can = acts & (seen["sheet"][0] == EMPTY) & (brings > 0)
    tried = [jnp.argmax(can & (jnp.cumsum(can) == at + 1)) for at in range(MOST_FILLED)]
    worth = jnp.where(look.by_heuristic, gained[jnp.stack(tried)], jax.vmap(filled)(jnp.stack(tried)))
    worth = jnp.where(jnp.arange(MOST_FILLED) < can.sum(), worth, -jnp.inf)
    best = jnp.argmax(worth)
    return worth[best], jnp.stack(tried)[best]
