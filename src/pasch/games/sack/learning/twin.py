"""The JAX twin of Blöder Sack: a board is a word of bit planes, a pile of cards a word with one bit for each."""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from pasch.games.bits import (
    Number,
    any_of,
    below,
    chosen,
    clockwise,
    count,
    either,
    joined,
    nth,
    once,
    packed,
    put,
    u32,
)
from pasch.games.sack.learning.bitboards import (
    OWNER_PLANES,
    VALUE_PLANES,
    dice,
    dice_of,
    dice_of_all,
    fields_with,
    numbers_on,
    plane,
    winner_of,
    with_number,
)
from pasch.games.sack.learning.encode import CARDS, DECLINE, MOST_ON_A_CARD, PHASES, PLACES, SCORES, TIE_BREAK_BY_CARDS
from pasch.games.sack.model import (
    BOARDS,
    CARDS_TO_END,
    DECK,
    DICE_PER_ROLL,
    DICE_PER_SEAT,
    FACES,
    FIELDS,
    SIX,
    Deal,
    Options,
    Outcome,
    Phase,
    Refill,
    Roll,
    fields_for,
)
from pasch.games.twin import CHANCE, DECISION, OVER, Standing

NO_CARD = -1
DEAL, SHORT, ROLL, SIXES, ACT, PLACE, DONE = map(PHASES.index, Phase)


class State(NamedTuple):
    """When a match is over, the dice still lie on the boards: `standing` and `observe` do the last scoring (S18)."""

    first: Number
    seat: Number
    phase: Number
    refill: Number
    hand: tuple[Number, Number]
    values: tuple[Number, ...]
    """For each board what its dice show: a plane for each bit of it."""
    owners: tuple[Number, ...]
    """For each board whose they are, likewise."""
    cards: tuple[Number, ...]
    pile: Number
    doubles: Number
    """The cards that are worth two sacks, wherever they are."""
    supply: tuple[Number, ...]
    won: tuple[Number, ...]
    """How many cards each seat has won."""
    sacks: tuple[Number, ...]


# S1–S4 Material and set-up, S23 A deck of one's own


def options(options: Options, players: int) -> tuple[int, int]:  # noqa: ARG001
    deck = options.deck if isinstance(options.deck, tuple) else DECK
    return (
        sum(1 << CARDS.index(card.id) for card in deck),
        sum(1 << CARDS.index(card.id) for card in deck if card.sacks == MOST_ON_A_CARD),
    )


DEFAULT = options(Options(), 2)


def start(players: int, first: Number | int, options: tuple[Number | int, Number | int] | None = None) -> State:
    pile, doubles = DEFAULT if options is None else options
    nothing = jnp.int8(0)
    return State(
        first=jnp.int8(first),
        seat=jnp.int8(first),
        phase=jnp.int8(DEAL),
        refill=nothing,
        hand=(nothing, nothing),
        values=(u32(0),) * len(BOARDS),
        owners=(u32(0),) * len(BOARDS),
        cards=(jnp.int8(NO_CARD),) * len(BOARDS),
        pile=u32(pile),
        doubles=u32(doubles),
        supply=(jnp.int8(DICE_PER_SEAT),) * players,
        won=(nothing,) * players,
        sacks=(nothing,) * players,
    )


# Whose turn it is, and for what


def turn(state: State) -> Number:
    falls = (state.refill != 0) | (state.phase == ROLL) | (state.phase == DEAL)
    return jnp.where(state.phase == DONE, OVER, jnp.where(falls, CHANCE, DECISION)).astype(jnp.int8)


def deciders(state: State) -> tuple[Number]:
    return (state.seat,)


def mask(state: State) -> tuple[tuple[Number, ...]]:
    decides = u32(turn(state) == DECISION)
    acts, places = u32(state.phase == ACT), u32(state.phase == PLACE)
    runs = [
        (_placements(state) * (acts | places), PLACES),
        *((_replaceable(state, board) * acts, FIELDS) for board in range(len(BOARDS))),
        (_scorable(state), len(BOARDS)),
        (u32(state.phase == SIXES), 1),
    ]
    return (tuple(word * decides for word in joined(runs)),)


def _placements(state: State) -> Number:
    open_boards = packed([card != NO_CARD for card in state.cards], 1)
    one, other = (u32(1) << (u32(jnp.maximum(die, 1)) - u32(1)) * u32(len(BOARDS)) for die in state.hand)
    return open_boards * one | jnp.where(state.hand[1] == 0, u32(0), open_boards * other)


def _replaceable(state: State, board: int) -> Number:
    values, owners = state.values[board], state.owners[board]
    fits = fields_with(values, VALUE_PLANES, state.hand[0]) | fields_with(values, VALUE_PLANES, state.hand[1])
    return fits & ~fields_with(owners, OWNER_PLANES, state.seat)


def _scorable(state: State) -> Number:
    own = [count(dice_of(*board, state.seat)) for board in zip(state.values, state.owners, strict=True)]
    short = packed([dice >= DICE_PER_ROLL for dice in own], 1) * u32(state.phase == SHORT)
    return short | packed([values != 0 for values in state.values], 1) * u32(state.phase == SIXES)


def play(state: State, actions: tuple[Number]) -> State:
    action = actions[0].astype(jnp.int32)
    places = (action >= 0) & (action < PLACES)
    replaces = (action >= PLACES) & (action < SCORES)
    chooses = action >= SCORES
    board = jnp.where(places, action % len(BOARDS), (action - PLACES) // FIELDS)
    board = jnp.where(chooses, action - SCORES, board)
    placed, is_full = _placed(state, board, action // len(BOARDS) + 1)
    replaced = _replaced(state, board, (action - PLACES) % FIELDS)
    after = either(places, placed, either(replaces, replaced, _choosing(state, chooses)))
    scored = _scored(after, board, (places & is_full) | (chooses & (action != DECLINE)))
    return _go_on(scored, action >= 0)


# S5 Short of dice, S8 Pair of sixes


def _begin_turn(state: State, seat: Number, is_time: Number) -> State:
    phase = jnp.where(chosen(seat, state.supply) < DICE_PER_ROLL, SHORT, ROLL)
    return state._replace(
        seat=jnp.where(is_time, seat, state.seat).astype(jnp.int8),
        phase=jnp.where(is_time, phase, state.phase).astype(jnp.int8),
    )


def _choosing(state: State, is_time: Number) -> State:
    phase = jnp.where(state.phase == SHORT, ROLL, ACT)
    return state._replace(phase=jnp.where(is_time, phase, state.phase).astype(jnp.int8))


# S6 Roll, S7 Pair 1–5, S8 Pair of sixes


def draw(key: jax.Array, state: State) -> tuple[Number, ...]:
    """Five cards, or one, or two dice; the rest of the numbers means nothing then."""
    words = jax.random.bits(key, ((len(BOARDS) + 1) // 2,), jnp.uint32)
    cards = _five_cards(words, state.pile)
    way = below(words[0], len(FACES) ** 2)
    dice = (way // u32(len(FACES)) + u32(1), way % u32(len(FACES)) + u32(1))
    rolls = (state.phase == ROLL) & (state.refill == 0)
    return (
        *(jnp.where(rolls, die, card).astype(jnp.int8) for die, card in zip(dice, cards, strict=False)),
        *(card.astype(jnp.int8) for card in cards[DICE_PER_ROLL:]),
    )


def _five_cards(words: jax.Array, pile: Number) -> list[Number]:
    """Two cards with each random word."""
    cards: list[Number] = []
    for at in range(len(BOARDS)):
        left = jnp.maximum(count(pile), 1)
        if at % 2 == 0:
            ways = below(words[at // 2], left * jnp.maximum(left - 1, 1))
            way, rest = ways % left, ways // left
        else:
            way = rest
        cards.append(nth((pile,), way))
        pile = pile & ~(u32(1) << cards[-1])
    return cards


def settle(state: State, outcome: tuple[Number, ...]) -> State:
    outcome = tuple(jnp.asarray(number, jnp.int8) for number in outcome)
    refills = state.refill != 0
    deals = state.phase == DEAL
    rolls = ~refills & ~deals
    after = _rolled(_turned_up(state, outcome, deals, refills), outcome, rolls)
    pair = rolls & (outcome[0] == outcome[1])
    board = outcome[0] - 1
    scored = _scored(after, board, pair & (outcome[0] != SIX) & (chosen(board, state.values) != 0))
    sixes = pair & (outcome[0] == SIX) & any_of(values != 0 for values in state.values)
    scored = scored._replace(phase=jnp.where(sixes, SIXES, scored.phase).astype(jnp.int8))
    return _begin_turn(_go_on(scored, ~deals & ~sixes), state.first, deals)


def _rolled(state: State, dice: tuple[Number, ...], is_time: Number) -> State:
    left = (chosen(state.seat, state.supply) - DICE_PER_ROLL).astype(jnp.int8)
    rolled = state._replace(hand=(dice[0], dice[1]), supply=put(state.supply, state.seat, left), phase=jnp.int8(ACT))
    return either(is_time, rolled, state)


def written(outcome: Outcome) -> tuple[int, ...]:
    match outcome:
        case Deal():
            return tuple(map(CARDS.index, outcome.cards))
        case Roll():
            return (*outcome.dice, *UNUSED[DICE_PER_ROLL:])
        case _:
            return (CARDS.index(outcome.card), *UNUSED[1:])


UNUSED = (0,) * len(BOARDS)


def read(state: State, outcome: tuple[int, ...]) -> Outcome:
    if state.phase == DEAL:
        return Deal(tuple(CARDS[card] for card in outcome))
    if state.refill:
        return Refill(int(state.refill), CARDS[outcome[0]])
    return Roll(tuple(map(int, outcome[:DICE_PER_ROLL])))


# S9 Place or replace


def _go_on(state: State, is_time: Number) -> State:
    """What follows from the rules alone once an event is done and its new card lies open (S15, S18, S22)."""
    is_open = any_of(card != NO_CARD for card in state.cards)
    stays = (state.refill != 0) | (state.phase == ROLL) | ((state.hand[0] != 0) & is_open)
    ends = once(is_time & ~stays)
    unplaced = (state.hand[0] != 0).astype(jnp.int8) + (state.hand[1] != 0)
    supply = put(state.supply, state.seat, chosen(state.seat, state.supply) + unplaced)
    back = state._replace(supply=supply, hand=(jnp.int8(0), jnp.int8(0)))
    return _end_turn(either(ends, back, state), ends)


# S10 Place, S11 Full board


def _placed(state: State, board: Number, die: Number) -> tuple[State, Number]:
    values, owners = chosen(board, state.values), chosen(board, state.owners)
    lying = count(dice(values))
    field = u32(1) << lying
    is_first = state.hand[0] == die
    placed = state._replace(
        values=put(state.values, board, with_number(values, VALUE_PLANES, field, die)),
        owners=put(state.owners, board, with_number(owners, OWNER_PLANES, field, state.seat)),
        hand=(jnp.where(is_first, state.hand[1], state.hand[0]), jnp.int8(0)),
        phase=jnp.int8(PLACE),
    )
    return placed, lying + 1 == fields_for(len(state.supply))


# S12 Replace, S20 Order after a replacement


def _replaced(state: State, board: Number, field: Number) -> State:
    owners = chosen(board, state.owners)
    fields = u32(1) << u32(field)
    removed = packed([(plane(owners, at) & fields) != 0 for at in range(OWNER_PLANES)], 1)
    supply = put(state.supply, removed, chosen(removed, state.supply) + jnp.int8(1))
    supply = put(supply, state.seat, chosen(state.seat, supply) + jnp.int8(1))
    return state._replace(
        owners=put(state.owners, board, with_number(owners, OWNER_PLANES, fields, state.seat)),
        supply=supply,
        hand=(jnp.int8(0), jnp.int8(0)),
    )


# S13–S15, S21 Scoring a card


def _scored(state: State, board: Number, is_time: Number) -> State:
    card, players = chosen(board, state.cards), len(state.supply)
    values, owners = once(chosen(board, state.values)), once(chosen(board, state.owners))
    winner = once(jnp.where(is_time, winner_of(card, values, owners, players), u32(players)))
    is_won = winner != players
    back = [jnp.where(is_time, count(mine), u32(0)) for mine in dice_of_all(values, owners, players)]
    cleared = jnp.where(is_time, u32(0), values), jnp.where(is_time, u32(0), owners)
    mine = [u32(winner == seat) for seat in range(players)]
    return state._replace(
        values=put(state.values, board, cleared[0]),
        owners=put(state.owners, board, cleared[1]),
        cards=put(state.cards, board, jnp.where(is_won, jnp.int8(NO_CARD), card)),
        refill=jnp.where(is_won & (state.pile != 0), board + 1, state.refill).astype(jnp.int8),
        supply=_more(state.supply, back),
        won=_more(state.won, mine),
        sacks=_more(state.sacks, [_worth(state, card) * share for share in mine]),
    )


def _more(numbers: tuple[Number, ...], more: list[Number]) -> tuple[Number, ...]:
    return tuple((number + extra.astype(jnp.int8)) for number, extra in zip(numbers, more, strict=True))


# S3, S15 New cards


def _turned_up(state: State, cards: tuple[Number, ...], deals: Number, refills: Number) -> State:
    turned = u32(refills | deals) << u32(cards[0])
    for card in cards[1:]:
        turned = turned | (u32(deals) << u32(card))
    above = [
        jnp.where(deals, card, jnp.where(state.refill == at, cards[0], old))
        for at, card, old in zip(BOARDS, cards, state.cards, strict=True)
    ]
    return state._replace(cards=tuple(above), pile=state.pile & ~turned, refill=jnp.int8(0))


# S18, S19 End


def _end_turn(state: State, is_time: Number) -> State:
    following = clockwise(state.seat, len(state.supply))
    enough = any_of(cards >= CARDS_TO_END for cards in state.won)
    over = is_time & (following == state.first) & enough
    state = state._replace(phase=jnp.where(over, DONE, state.phase).astype(jnp.int8))
    return _begin_turn(state, following, is_time & ~over)


def _final(state: State) -> State:
    for board in range(len(BOARDS)):
        state = _scored(state, jnp.int8(board), (state.phase == DONE) & (state.values[board] != 0))
    return state._replace(refill=jnp.where(state.phase == DONE, 0, state.refill).astype(jnp.int8))


def standing(state: State) -> Standing:
    won, sacks = state.won, state.sacks
    for card, values, owners in zip(state.cards, state.values, state.owners, strict=True):
        winner = winner_of(card, values, owners, len(won))
        shares = [u32((winner == seat) & (state.phase == DONE)) for seat in range(len(won))]
        won, sacks = _more(won, shares), _more(sacks, [_worth(state, card) * share for share in shares])
    ranks = [sack.astype(jnp.int16) * TIE_BREAK_BY_CARDS + cards for sack, cards in zip(sacks, won, strict=True)]
    return Standing(sacks, tuple(ranks))


def _worth(state: State, card: Number) -> Number:
    return u32(1) + ((state.doubles >> u32(jnp.maximum(card, 0))) & u32(1))


# What a seat sees


def observe(state: State, seat: Number | int) -> jax.Array:
    state, players, seat = _final(state), len(state.supply), jnp.asarray(seat)
    owners = jnp.stack([numbers_on(word, OWNER_PLANES) for word in state.owners])
    values = jnp.stack([numbers_on(word, VALUE_PLANES) for word in state.values])
    cards = jnp.stack(state.cards)
    each = jnp.arange(len(CARDS))
    in_pile = (state.pile >> u32(each)) & u32(1)
    one, other = state.hand
    both = (one != 0) & (other != 0)
    numbers = [
        jnp.stack([state.phase, (state.first - seat) % players, (state.seat - seat) % players]),
        jnp.stack([jnp.where(both, jnp.minimum(one, other), one), jnp.where(both, jnp.maximum(one, other), other)]),
        state.refill[None],
        cards + 1,
        jnp.where(cards == NO_CARD, 0, _worth(state, cards)),
        values.reshape(-1),
        jnp.where(values == 0, 0, 1 + (owners - seat) % players).reshape(-1),
        *(jnp.roll(jnp.stack(items), -seat) for items in (state.supply, state.won, state.sacks)),
        in_pile * _worth(state, each),
    ]
    return jnp.concatenate([part.astype(jnp.int16) for part in numbers])
