"""How Karten-Kniffel is learned: a move's value is the expected value over all hands that its draw may bring.

Draws are taken with replacement: close enough for learning, where it is done millions of times. Hands do not grow
beyond seven cards, and a field is filled with the cards that bring most.
"""

from math import lgamma
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from pasch.games.bits import Number, packed, u32
from pasch.games.kniffel.learning import twin, words
from pasch.games.kniffel.learning.encode import EMPTY, SWAPS_FOR_MORE, fields, numbers
from pasch.games.kniffel.learning.heuristic import MOST_HELD, TURN, gains, hand_values
from pasch.games.kniffel.learning.tables import (
    ACTION,
    BEGIN,
    COUNTS,
    FIVES,
    FULL,
    LEFT,
    NEXT,
    NUMBER_OF_HANDS,
    PARTS,
    POINTS,
    SIZES,
)
from pasch.games.kniffel.learning.twin import ACT, TRIM, State
from pasch.games.kniffel.learning.value import embedding, logits_of_hands, open_features, totals
from pasch.games.kniffel.model import CARDS_PER_VALUE, HAND, VALUES, penalty_for_cards
from pasch.games.network import Weights, named, softmax
from pasch.games.twin import NO_ACTION, Guidance, shares

AFTER_CHANCE = True
"""Positions are judged when the cards are drawn: the hand is known then."""
LAMBDA = 0.95
HEURISTIC_PART = 0.1
TRUNCATE_AFTER = 60
"""Those who play well need 25 decisions."""
EXPLORATION, FORCED = 0.02, 1000.0
"""How often one card more is drawn, and a field filled if one can be, whatever its value; what is added to that."""
MOST_FILLED = 7
"""How many fields are tried. More can hardly ever be filled with one hand."""

COST = TURN + penalty_for_cards(SIZES)
"""What going on with each hand costs by the heuristic: a turn, and the penalty for its cards (K9)."""


def _log_coefficients() -> Any:
    """For each hand of up to five and each of five: the logarithm of the multinomial coefficient of the draw."""
    small, full = COUNTS[: FIVES.stop], COUNTS[FIVES]
    drawn = full[None] - small[:, None]
    log_factorial = np.array([lgamma(1 + many) for many in range(HAND + 1)], np.float32)
    found = log_factorial[drawn.clip(0).sum(axis=-1).clip(0, HAND)] - log_factorial[drawn.clip(0)].sum(axis=-1)
    return np.where((drawn >= 0).all(axis=-1), found, -np.inf)


LOG_COEFFICIENTS = _log_coefficients()
RAREST = 1e-9
"""A card that cannot be drawn is taken for one that hardly can."""


def is_evaluated(state: State) -> Number:
    return state.phase == ACT


def decide(weights: Weights, state: State, key: jax.Array, guidance: Guidance) -> tuple[Number]:
    players = len(state.hands)
    seen = named(fields(players), twin.observe(state, state.seat))
    seen["turn"] = jnp.ones_like(seen["turn"])
    hand = numbers(jnp, seen["hand"])
    unseen = CARDS_PER_VALUE - seen["discards"] - seen["hand"]
    embeddings = embedding(jnp, weights, jnp.asarray(COUNTS[FULL]))
    search = Search(weights, seen, hand, embeddings, unseen / unseen.sum(), guidance.by_heuristic)
    swaps, (score, field) = _swaps(search, state.phase == TRIM), _score(search, state.phase == ACT)
    ends = (seen["sheet"] != EMPTY).all(axis=-1).any()
    lot = jnp.where(guidance.by_heuristic & ends, 1.0, jax.random.uniform(key))
    swaps = swaps + FORCED * ((jnp.arange(len(swaps)) >= NUMBER_OF_HANDS) & (lot < guidance.exploration))
    score = score + FORCED * (lot > 1 - guidance.exploration)
    best = jnp.argmax(swaps)
    kept, extra = best % NUMBER_OF_HANDS, best // NUMBER_OF_HANDS
    discard = numbers(jnp, jnp.asarray(COUNTS)[hand] - jnp.asarray(COUNTS)[kept])
    swap = discard + extra * SWAPS_FOR_MORE
    action = jnp.where(score >= swaps[best], jnp.asarray(ACTION)[hand, field], swap)
    decides = (state.phase == ACT) | (state.phase == TRIM)
    return (jnp.where(decides, action, NO_ACTION).astype(jnp.int16),)


def redealt(state: State, seat: Number, key: jax.Array) -> State:
    """The cards that a seat does not see, dealt at random to the other hands and the pile, as `imagine` does it."""
    is_other = [seat != at for at in range(len(state.hands))]
    pool = sum((jnp.where(other, hand, u32(0)) for other, hand in zip(is_other, state.hands, strict=True)), state.pile)
    value, copy = np.divmod(np.arange(len(VALUES) * CARDS_PER_VALUE), CARDS_PER_VALUE)
    lies_there = copy < words.counts_of(pool)[value]
    order = jnp.argsort(jnp.argsort(jnp.where(lies_there, jax.random.uniform(key, lies_there.shape), 1.0)))
    hands, pile, begin = [], pool, u32(0)
    for other, hand in zip(is_other, state.hands, strict=True):
        end = begin + jnp.where(other, words.number_of(hand), u32(0))
        given = ((order >= begin) & (order < end))[:, None] & (value[:, None] == np.arange(len(VALUES)))
        dealt = packed(list(given.sum(axis=0, dtype=jnp.uint32)), words.LANE)
        hands.append(jnp.where(other, dealt, hand))
        pile, begin = pile - dealt, end
    return state._replace(hands=tuple(hands), pile=pile)


class Search(NamedTuple):
    """A decision, searched to the end of the turn."""

    weights: Weights
    seen: dict[str, Any]
    """The observation of the seat on turn, as if the turn were done."""
    hand: Number
    """The number of its hand."""
    embeddings: jax.Array
    """Of all hands of five and more."""
    odds: jax.Array
    """The probability of each value for the next card."""
    by_heuristic: Number | bool
    """Whether the heuristic decides instead of the network."""

    def values(self, seen: dict[str, Any], most: int) -> jax.Array:
        """For each hand of five to so many cards, the chance to win with it; the result, where that ends the match."""
        players = len(seen["held"])
        some = slice(BEGIN[most + 1] - BEGIN[HAND])
        heuristic = hand_values(jnp, seen["sheet"][0], jnp.asarray(POINTS[FULL][some]))
        features = open_features(jnp, seen, players)
        logits = logits_of_hands(jnp, self.weights, features, self.embeddings[some], heuristic, players)
        ends = (seen["first"] == 1) & (seen["sheet"] != EMPTY).all(axis=-1).any()
        share = shares(tuple(totals(jnp, seen["sheet"], seen["penalties"])))[0]
        return jnp.where(ends, share, softmax(jnp, logits[..., :-1])[..., 0])


def _expected(values: jax.Array, size: int, odds: jax.Array) -> jax.Array:
    """For every hand of up to this size: its expected value when it is filled up to it."""
    levels = [values]
    for smaller in range(size - 1, -1, -1):
        levels.append(levels[-1][jnp.asarray(NEXT[smaller])] @ odds)
    return jnp.concatenate(levels[::-1])


def _swaps(search: Search, trims: Number) -> jax.Array:
    """For each hand that may be kept, the value of drawing up to the old size, and behind all, of one card more."""
    heuristic = hand_values(jnp, search.seen["sheet"][0], jnp.asarray(POINTS[FULL])) - jnp.asarray(COST[FULL])
    values = jnp.where(search.by_heuristic, heuristic, search.values(search.seen, MOST_HELD))
    by_size = []
    for size in range(HAND, MOST_HELD + 1):
        begin, end = BEGIN[size] - BEGIN[HAND], BEGIN[size + 1] - BEGIN[HAND]
        expected = _expected(values[begin:end], size, search.odds)
        by_size.append(jnp.pad(expected, (0, NUMBER_OF_HANDS - len(expected)), constant_values=-jnp.inf))
    by_size.append(jnp.full(NUMBER_OF_HANDS, -jnp.inf))
    sizes = jnp.stack(by_size)
    over = jnp.asarray(SIZES)[search.hand] - HAND
    part = jnp.asarray(PARTS)[search.hand]
    fives = jnp.asarray(SIZES == HAND)
    same = jnp.where(trims, jnp.where(fives, sizes[0], -jnp.inf), sizes[over])
    more = jnp.where(trims, -jnp.inf, sizes[over + 1])
    passes = jnp.arange(NUMBER_OF_HANDS) == search.hand
    return jnp.concatenate([jnp.where(part & ~passes, same, -jnp.inf), jnp.where(part, more, -jnp.inf)])


def _score(search: Search, acts: Number) -> tuple[Number, Number]:
    """The value of filling the best field, and drawing or trimming to five cards; and which field it is."""
    seen, hand = search.seen, search.hand
    points, left = jnp.asarray(POINTS)[hand], jnp.asarray(LEFT)[hand]
    penalty = penalty_for_cards(jnp.asarray(SIZES)[hand])
    log_odds = jnp.asarray(COUNTS[: FIVES.stop]) @ jnp.log(jnp.maximum(search.odds, RAREST))

    def filled(at: Number) -> jax.Array:
        sheet = seen["sheet"].at[0, at].set(points[at])
        after = {**seen, "sheet": sheet, "penalties": seen["penalties"].at[0].add(penalty.astype(jnp.int16))}
        values, keeps = search.values(after, HAND), jnp.minimum(left[at], FIVES.stop - 1)
        odds = jnp.exp(jnp.asarray(LOG_COEFFICIENTS)[keeps] + log_odds[FIVES] - log_odds[keeps])
        trimmed = jnp.where(jnp.asarray(PARTS[:, FIVES])[left[at]], values, -jnp.inf).max()
        return jnp.where(jnp.asarray(SIZES)[left[at]] > HAND, trimmed, (odds * values).sum())

    gained = gains(jnp, seen["sheet"][0], points[None])[0] - penalty
    can = acts & (seen["sheet"][0] == EMPTY) & (points > 0)
    tried = [jnp.argmax(can & (jnp.cumsum(can) == at + 1)) for at in range(MOST_FILLED)]
    values = jnp.where(search.by_heuristic, gained[jnp.stack(tried)], jax.vmap(filled)(jnp.stack(tried)))
    values = jnp.where(jnp.arange(MOST_FILLED) < can.sum(), values, -jnp.inf)
    best = jnp.argmax(values)
    return values[best], jnp.stack(tried)[best]
