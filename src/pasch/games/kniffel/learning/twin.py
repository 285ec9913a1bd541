"""The JAX twin of Karten-Kniffel: cards of all kinds are words of six lanes, and a sheet is a word of twelve fields."""

from collections.abc import Sequence
from typing import NamedTuple

import jax
import jax.numpy as jnp

from pasch.games.bits import (
    WORD,
    Number,
    any_of,
    below,
    chosen,
    clockwise,
    count,
    joined,
    lane,
    lanes,
    packed,
    table,
    u32,
)
from pasch.games.kniffel.learning.encode import (
    ACTIONS,
    CHOICES,
    EMPTY,
    MOST,
    PHASES,
    POINTS,
    SCORES,
    SCORING,
    SILENT,
    SWAPS_FOR_MORE,
)
from pasch.games.kniffel.learning.words import (
    ALL_CARDS,
    LANE,
    cards_in,
    counts_of,
    lowest_of,
    number_of,
    number_of_many,
    word_of,
)
from pasch.games.kniffel.model import (
    FIELDS,
    HAND,
    INDEX,
    MOST_DISCARDED,
    MOST_IN_HAND,
    PENALTY_FOR_SILENCE,
    SEATS,
    UPPER,
    VALUES,
    Deal,
    Draw,
    Hand,
    Options,
    Outcome,
    Phase,
    bonus,
    penalty_for_cards,
)
from pasch.games.twin import CHANCE, DECISION, NO_ACTION, OVER, Standing

DEAL, ACT, DRAW, TRIM, DONE = map(PHASES.index, (Phase.DEAL, Phase.ACT, Phase.DRAW, Phase.TRIM, Phase.OVER))

# Sheets: upper fields as their number of cards, sums as they are, the others as one bit; 0: empty

WIDTHS = (3,) * 6 + (5, 5) + (1,) * 4
LARGEST = tuple((1 << width) - 1 for width in WIDTHS)
PLACES = tuple(sum(WIDTHS[:at]) for at in range(len(FIELDS)))
UNITS = (*VALUES, 1, 1, *MOST[-4:])
"""What a field brings for each one that is written there."""
OF_THREE, OF_FIVE, OF_ONE = (
    sum(1 << place for place, width in zip(PLACES, WIDTHS, strict=True) if width == wanted) for wanted in (3, 5, 1)
)
"""The lowest bits of the fields that are three, five bits and one bit wide."""

CARDS = tuple(word_of(cards) for cards in (*CHOICES, *CHOICES, *(cards for _, cards in SCORES * 2)))
"""The cards of each action."""
ENTRIES = (0,) * SCORING + tuple(
    points // UNITS[INDEX[field]] << PLACES[INDEX[field]]
    for (field, _), points in zip(SCORES * 2, POINTS * 2, strict=True)
)
"""What each action writes on a sheet."""


class State(NamedTuple):
    first: Number
    seat: Number
    phase: Number
    due: Number
    is_last_round: Number
    """Whether a sheet is full."""
    pile: Number
    hands: tuple[Number, ...]
    sheets: tuple[Number, ...]
    penalties: tuple[Number, ...]


# K1 Material and set-up


def options(options: Options, players: int) -> tuple[()]:  # noqa: ARG001
    return ()


def start(players: int, first: Number | int, options: tuple[()] | None = None) -> State:  # noqa: ARG001
    return State(
        first=jnp.int8(first),
        seat=jnp.int8(first),
        phase=jnp.int8(DEAL),
        due=jnp.int8(0),
        is_last_round=jnp.bool_(False),
        pile=u32(ALL_CARDS),
        hands=(u32(0),) * players,
        sheets=(u32(0),) * players,
        penalties=(jnp.int16(0),) * players,
    )


# Whose turn it is, and for what


def turn(state: State) -> Number:
    waits = (state.phase == ACT) | (state.phase == TRIM)
    return jnp.where(state.phase == DONE, OVER, jnp.where(waits, DECISION, CHANCE)).astype(jnp.int8)


def deciders(state: State) -> tuple[Number, ...]:
    return (state.seat,)


def settle(state: State, outcome: tuple[Number, ...]) -> State:
    """The outcome of a deal is every seat's hand; a draw is all the cards of its outcome."""
    deals = state.phase == DEAL
    given = sum(map(u32, outcome), u32(0))
    shuffled = jnp.where(_runs_out(state), _discards(state), u32(0))
    drawn = [jnp.where(state.seat == seat, given, u32(0)) for seat in range(len(state.hands))]
    settled = state._replace(
        hands=tuple(hand + jnp.where(deals, u32(outcome[seat]), drawn[seat]) for seat, hand in enumerate(state.hands)),
        pile=state.pile + shuffled - given,
        due=jnp.int8(0),
        phase=jnp.int8(ACT),
    )
    return _end_turn(settled, ~deals)


def play(state: State, actions: tuple[Number, ...]) -> State:
    (action,) = actions
    acts = action != NO_ACTION
    at = u32(jnp.maximum(action, 0))
    cards = table(at, CARDS)
    held = number_of(chosen(state.seat, state.hands))
    left = held - number_of(cards)
    trims = (action >= SCORING) & (left > HAND)
    due = _due(state, action, held, left)
    played = _entered(state, action, table(at, ENTRIES), held)._replace(
        hands=tuple(hand - jnp.where(state.seat == seat, cards, u32(0)) for seat, hand in enumerate(state.hands)),
        due=jnp.where(acts, due, state.due).astype(jnp.int8),
        phase=jnp.where(acts, jnp.where(trims, TRIM, DRAW), state.phase).astype(jnp.int8),
    )
    return _end_turn(played, acts & ~trims & (due == 0))


def _due(state: State, action: Number, held: Number, left: Number) -> Number:
    """K2: as many cards as were discarded, or one more. K10: up to five. K16: none."""
    refill = jnp.where(left < HAND, HAND - left, 0)
    swap = held - left + (action >= SWAPS_FOR_MORE)
    return jnp.where(action >= SCORING, refill, jnp.where(state.phase == TRIM, 0, swap))


# What is legal, as words of one bit for each action

NEEDS = range(1, MOST_DISCARDED + 1)
Words = Sequence[int]


def _words(truths: Sequence[bool]) -> Words:
    return [lanes(truths[at : at + WORD], 1) for at in range(0, len(truths), WORD)]


def _needing(choices: Sequence[Hand]) -> list[Words]:
    """For each value and each number from 1 to 5, the choices that need at least so many such cards."""
    return [_words([cards.count(value) >= need for cards in choices]) for value in VALUES for need in NEEDS]


CHOICES_NEEDING = _needing(CHOICES)
CHOICES_OF_SIZE = [_words([len(cards) == size for cards in CHOICES]) for size in range(MOST_DISCARDED + 1)]
SCORES_NEEDING = _needing([cards for _, cards in SCORES])
SCORES_OF_FIELD = [_words([of == field for of, _ in SCORES]) for field in FIELDS]


def mask(state: State) -> tuple[tuple[Number, ...], ...]:
    hand, filled = chosen(state.seat, state.hands), _filled(chosen(state.seat, state.sheets))
    held, acts = number_of(hand), _all(state.phase == ACT)
    lacks = [_all(lane(hand, at, LANE) < need) for at in range(len(VALUES)) for need in NEEDS]
    sizes = [acts | _all((state.phase == TRIM) & (held == HAND + size)) for size in range(MOST_DISCARDED + 1)]
    empty = [acts & (lane(filled, place, 1) - u32(1)) for place in PLACES]
    swaps = _without(_union(sizes, CHOICES_OF_SIZE), _union(lacks, CHOICES_NEEDING))
    scores = _without(_union(empty, SCORES_OF_FIELD), _union(lacks, SCORES_NEEDING))
    for_more = acts & _all(held < MOST_IN_HAND)
    fills_the_11th = _all(count(filled) == len(FIELDS) - 2)
    runs = (swaps, [word & for_more for word in swaps], scores, [word & fills_the_11th for word in scores])
    return (joined([pair for run, actions in zip(runs, ACTIONS, strict=True) for pair in _sized(run, actions.size)]),)


def _all(truth: Number) -> Number:
    return jnp.where(truth, u32((1 << WORD) - 1), u32(0))


def _union(truths: Sequence[Number], sets: Sequence[Words]) -> list[Number]:
    """The bits of all sets whose truth is all ones."""
    return [
        any_of(truth & u32(word) for truth, word in zip(truths, words, strict=True) if word)
        for words in zip(*sets, strict=True)
    ]


def _without(words: Sequence[Number], others: Sequence[Number]) -> list[Number]:
    return [word & ~other for word, other in zip(words, others, strict=True)]


def _sized(words: Sequence[Number], size: int) -> list[tuple[Number, int]]:
    """The words of a run, each with how many of its bits count."""
    return [(word, min(WORD, size - WORD * at)) for at, word in enumerate(words)]


# K2 Swap, K12 and K20 The pile runs out

BYTE = 8
LOW_BYTES = lanes((1,) * 4, BYTE)
GUARDS = lanes((1 << BYTE - 1,) * 4, BYTE)
NO_PICK = GUARDS // LOW_BYTES - 1
"""A card behind all cards."""


class UpTo(NamedTuple):
    """How many cards there are of values up to 1, 2, 3, 4 and up to 5, 6, in lanes of a byte."""

    four: Number
    six: Number


def draw(key: jax.Array, state: State) -> tuple[Number, ...]:
    players = len(state.hands)
    runs_out = _runs_out(state)
    certain = jnp.where(runs_out, state.pile, u32(0))
    due = jnp.where(state.phase == DEAL, u32(HAND * players), u32(state.due) - number_of(certain))
    pools = [_up_to(jnp.where(runs_out, _discards(state), state.pile))]
    for number in _picks(key, HAND * players, due, lane(pools[0].six, 1, BYTE)):
        pools.append(UpTo(_picked(pools[-1].four, number), _picked(pools[-1].six, number)))
    hands = [_between(pools[at + HAND], pools[at]) for at in range(0, HAND * players, HAND)]
    return (certain + hands[0], *hands[1:], *[u32(0)] * (SEATS[-1] - players))


def _picks(key: jax.Array, most: int, due: Number, left: Number) -> list[Number]:
    """Which of the cards that are left comes next, each time; two picks share a random word."""
    words = jax.random.bits(key, ((most + 1) // 2,), jnp.uint32)
    picks = []
    for at in range(most):
        word = words[at // 2] * (left - u32(at - 1)) if at % 2 else words[at // 2]
        picks.append(jnp.where(at < due, below(word, left - u32(at)), u32(NO_PICK)))
    return picks


def _runs_out(state: State) -> Number:
    return u32(state.due) > number_of_many(state.pile)


def _discards(state: State) -> Number:
    return u32(ALL_CARDS) - sum(state.hands, state.pile)


def _up_to(cards: Number) -> UpTo:
    four = packed([lane(cards, at, LANE) for at in range(4)], BYTE) * u32(LOW_BYTES)
    five = lane(four, 3, BYTE) + lane(cards, 4, LANE)
    return UpTo(four, five | ((five + lane(cards, 5, LANE)) << u32(BYTE)))


def _picked(up_to: Number, number: Number) -> Number:
    """Without the card of this number, in ascending order from 0."""
    reached = (up_to | u32(GUARDS)) - (number + u32(1)) * u32(LOW_BYTES)
    return up_to - ((reached >> u32(BYTE - 1)) & u32(LOW_BYTES))


def _between(fewer: UpTo, more: UpTo) -> Number:
    """The cards that make the difference."""
    four, six = more.four - fewer.four, more.six - fewer.six
    low = four - (four << u32(BYTE))
    high = six - (six << u32(BYTE)) - lane(four, 3, BYTE)
    return packed([*(lane(low, at, BYTE) for at in range(4)), *(lane(high, at, BYTE) for at in range(2))], LANE)


def written(outcome: Outcome) -> tuple[int, ...]:
    hands = outcome.hands if isinstance(outcome, Deal) else (outcome.cards,)
    return tuple(map(word_of, hands)) + (0,) * (SEATS[-1] - len(hands))


def read(state: State, outcome: tuple[int, ...]) -> Outcome:
    if int(state.phase) == DEAL:
        return Deal(tuple(map(cards_in, outcome[: len(state.hands)])))
    return Draw(tuple(card for word in outcome for card in cards_in(word)))


# K3–K9 Score, K11 Announce


def _entered(state: State, action: Number, entry: Number, held: Number) -> State:
    for_silence = jnp.where(action >= SILENT, u32(PENALTY_FOR_SILENCE), 0)
    penalty = jnp.where(action >= SCORING, penalty_for_cards(held, jnp.where) + for_silence, 0).astype(jnp.int16)
    sheet = chosen(state.seat, state.sheets) + entry
    return state._replace(
        sheets=tuple(jnp.where(state.seat == seat, sheet, old) for seat, old in enumerate(state.sheets)),
        penalties=tuple(old + jnp.where(state.seat == seat, penalty, 0) for seat, old in enumerate(state.penalties)),
        is_last_round=state.is_last_round | (count(_filled(sheet)) == len(FIELDS)),
    )


def _filled(sheet: Number) -> Number:
    """The lowest bit of every field that is filled."""
    two = sheet | (sheet >> u32(1))
    three = two | (sheet >> u32(2))
    five = three | (two >> u32(3))
    return (three & u32(OF_THREE)) | (five & u32(OF_FIVE)) | (sheet & u32(OF_ONE))


# K13–K15, K19 End


def _end_turn(state: State, ends: Number) -> State:
    following = clockwise(state.seat, len(state.hands))
    finished = (following == state.first) & state.is_last_round
    return state._replace(
        seat=jnp.where(ends, following, state.seat),
        phase=jnp.where(ends, jnp.where(finished, DONE, ACT), state.phase).astype(jnp.int8),
    )


def standing(state: State) -> Standing:
    totals = tuple(map(_total, state.sheets, state.penalties))
    return Standing(totals, totals)


def _total(sheet: Number, penalties: Number) -> Number:
    entered = [
        ((sheet >> u32(place)) & u32(largest)) * u32(unit)
        for place, largest, unit in zip(PLACES, LARGEST, UNITS, strict=True)
    ]
    upper, lower = sum(entered[: len(UPPER)], u32(0)), sum(entered[len(UPPER) :], u32(0))
    total: Number = (upper + lower).astype(jnp.int16) + bonus(upper, jnp.where) - penalties
    return total.astype(jnp.int16)


# What a seat sees


def observe(state: State, seat: Number | int) -> jax.Array:
    players, seat = len(state.hands), jnp.asarray(seat)
    seats = (state.hands, state.sheets, state.penalties)
    hands, sheets, penalties = (jnp.roll(jnp.stack(items), -seat) for items in seats)
    numbers = [
        jnp.stack([state.phase, (state.first - seat) % players, (state.seat - seat) % players, state.due]),
        counts_of(hands[0]),
        number_of(hands),
        number_of_many(state.pile)[None],
        counts_of(_discards(state)),
        _fields(sheets).reshape(-1),
        penalties,
        _total(sheets, penalties),
    ]
    return jnp.concatenate([part.astype(jnp.int16) for part in numbers])


def seen_by(state: State, seat: Number | int) -> State:
    """Of the other hands only how many cards they hold: all that the seat does not see is in the pile."""
    others = [jnp.where(seat == at, u32(0), hand) for at, hand in enumerate(state.hands)]
    hands = [jnp.where(seat == at, hand, number_of(hand)) for at, hand in enumerate(state.hands)]
    return state._replace(hands=tuple(hands), pile=sum(others, state.pile))


def observe_seen(seen: State, seat: Number | int) -> jax.Array:
    """The other hands are dealt the lowest of those cards, one after the other: which they are, nobody observes."""
    pile, hands = seen.pile, []
    for at, hand in enumerate(seen.hands):
        dealt = lowest_of(pile, jnp.where(seat == at, u32(0), hand))
        hands.append(jnp.where(seat == at, hand, dealt))
        pile = pile - dealt
    return observe(seen._replace(hands=tuple(hands), pile=pile), seat)


def _fields(sheets: jax.Array) -> jax.Array:
    places, largest, units = (jnp.asarray(numbers, jnp.uint32) for numbers in (PLACES, LARGEST, UNITS))
    entered = (sheets[:, None] >> places) & largest
    return jnp.where(entered == 0, EMPTY, (entered * units).astype(jnp.int16))
