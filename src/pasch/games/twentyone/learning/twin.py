"""The JAX twin of twenty one: a row of a sheet is a word of six lanes, and every seat chooses at once."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from msgspec.structs import astuple

from pasch.games.bits import (
    Number,
    any_of,
    below,
    chosen,
    clockwise,
    count,
    lane,
    lanes,
    lowest,
    packed,
    spread,
    table,
    u32,
)
from pasch.games.twentyone.learning.encode import CHOICES, FREE, KEEP, LETTERS, PHASES, REROLL, UNDECIDED
from pasch.games.twentyone.model import BONUS, COLOURS, LOCKED, NUMBERS, ROWS, SHEETS, Options, Phase, Roll, SixDice
from pasch.games.twin import CHANCE, DECISION, OVER, Standing

LANE, ALL = 3, len(COLOURS)
FULL = 0b111
BOTTOMS = lanes((1,) * ALL, LANE)
"""The lowest bit of every lane."""
EMPTY_ROW = lanes((FULL,) * ALL, LANE)
"""A free field is a lane of ones."""
ROLL, KEEPING, AGAIN, MARK, DONE = map(PHASES.index, (Phase.ROLL, Phase.KEEP, Phase.AGAIN, Phase.MARK, Phase.OVER))
PRINTED = tuple(lanes(row, LANE) for row in (*NUMBERS, (0,) * ALL))
"""The numbers of each row; nothing is printed behind the last."""
PRINTED_COLOURS = tuple(lanes(row, LANE) for letter in LETTERS for row in (*SHEETS[letter], (0,) * ALL))
"""The dice of each row of each sheet."""
FACES_OF_SIX = 6**ALL


class State(NamedTuple):
    first: Number
    active: Number
    phase: Number
    dice: Number
    sheets: tuple[Number, ...]
    at: tuple[Number, ...]
    """The row that each seat works on."""
    rows: tuple[Number, ...]
    """What it has entered there."""
    finished: tuple[Number, ...]
    """The points of its full rows."""
    choices: tuple[Number, ...]


# T1–T3 Material and set-up


def options(options: Options, players: int) -> tuple[int, ...]:
    sheets = options.sheets if isinstance(options.sheets, tuple) else LETTERS[:players]
    return tuple(map(LETTERS.index, sheets))


def start(players: int, first: Number | int, options: tuple[Number | int, ...] | None = None) -> State:
    sheets = range(players) if options is None else options
    return State(
        first=jnp.int8(first),
        active=jnp.int8(first),
        phase=jnp.int8(ROLL),
        dice=u32(0),
        sheets=tuple(jnp.int8(sheet) for sheet in sheets),
        at=(jnp.int8(0),) * players,
        rows=(u32(EMPTY_ROW),) * players,
        finished=(jnp.int16(0),) * players,
        choices=(jnp.int8(UNDECIDED),) * players,
    )


# Whose turn it is, and for what


def turn(state: State) -> Number:
    waits = (state.phase == KEEPING) | (state.phase == MARK)
    return jnp.where(state.phase == DONE, OVER, jnp.where(waits, DECISION, CHANCE)).astype(jnp.int8)


def deciders(state: State) -> tuple[Number, ...]:
    return tuple(jnp.int8(seat) for seat in range(len(state.rows)))


def mask(state: State) -> tuple[tuple[Number, ...], ...]:
    return tuple(_mask(state, seat) for seat in range(len(state.rows)))


def _mask(state: State, seat: int) -> tuple[Number, ...]:
    keeps = u32((state.phase == KEEPING) & (state.active == seat))
    marks = (state.phase == MARK) & (state.choices[seat] == UNDECIDED)
    low, high = _subsets(_enterable(state, seat))
    return jnp.where(marks, low, u32(0)), jnp.where(marks, high, u32(0)), keeps * u32(0b11)


def _subsets(bottoms: Number) -> tuple[Number, Number]:
    """Every choice among these fields, one bit each, as two words."""
    word = u32(1)
    for at in range(ALL - 1):
        doubled = word | (word << u32(1 << at))
        word = jnp.where((bottoms >> u32(LANE * at)) & u32(1) == 1, doubled, word)
    return word, jnp.where((bottoms >> u32(LANE * (ALL - 1))) & u32(1) == 1, word, u32(0))


def play(state: State, actions: tuple[Number, ...]) -> State:
    return _marked(_kept(state, chosen(state.active, actions)), actions, is_time=state.phase == MARK)


# T4 Roll, keep or roll again


def _kept(state: State, action: Number) -> State:
    phase = jnp.where(action == KEEP, MARK, jnp.where(action == REROLL, AGAIN, state.phase))
    return state._replace(phase=jnp.where(state.phase == KEEPING, phase, state.phase).astype(jnp.int8))


def draw(key: jax.Array, state: State) -> Number:
    way = below(jax.random.bits(key, (), jnp.uint32), FACES_OF_SIX)
    faces = []
    for _ in COLOURS:
        faces.append(way % u32(6) + u32(1))
        way = way // u32(6)
    rolled = packed(faces, LANE)
    locked = _equal(state.dice, u32(lanes((LOCKED,) * ALL, LANE))) * u32(FULL)
    again = (rolled & ~locked) | (state.dice & locked)
    return jnp.where(state.phase == AGAIN, again, rolled)


def settle(state: State, outcome: Number) -> State:
    return state._replace(dice=u32(outcome), phase=jnp.where(state.phase == ROLL, KEEPING, MARK).astype(jnp.int8))


def written(outcome: Roll) -> int:
    return lanes(astuple(outcome.dice), LANE)


def read(state: State, outcome: int) -> Roll:  # noqa: ARG001
    return Roll(SixDice(*(outcome >> LANE * at & FULL for at in range(ALL))))


# T5, T6 Enter


def _enterable(state: State, seat: int) -> Number:
    """The free fields whose numbers are high enough, as the bottoms of their lanes."""
    shown, printed = _shown(state, seat), _printed(state, seat)
    fits = [lane(shown, at, LANE) <= lane(printed, at, LANE) for at in range(ALL)]
    return packed(fits, LANE) & _free(state.rows[seat])


def _printed(state: State, seat: int) -> Number:
    return chosen(state.at[seat], [u32(row) for row in PRINTED])


def _colours(state: State, seat: int) -> Number:
    row = state.sheets[seat].astype(jnp.int32) * (ROWS + 1) + state.at[seat]
    return table(row, PRINTED_COLOURS)


def _shown(state: State, seat: int) -> Number:
    """What the dice show for each field of the current row."""
    colours = _colours(state, seat)
    return packed([lane(state.dice, lane(colours, at, LANE), LANE) for at in range(ALL)], LANE)


def _free(row: Number) -> Number:
    return _equal(row, u32(EMPTY_ROW))


def _equal(word: Number, other: Number) -> Number:
    """The bottoms of the lanes that are equal."""
    differs = word ^ other
    return ~(differs | (differs >> u32(1)) | (differs >> u32(2))) & u32(BOTTOMS)


# T7–T9, T13 All choose, then all is shown


def _marked(state: State, actions: tuple[Number, ...], is_time: Number) -> State:
    choices = tuple(
        jnp.where(is_time & (choice == UNDECIDED) & (action < CHOICES), action, choice).astype(jnp.int8)
        for choice, action in zip(state.choices, actions, strict=True)
    )
    waits = any_of(choice == UNDECIDED for choice in choices)
    return _end_round(state._replace(choices=choices), is_time & ~waits)


def _end_round(state: State, done: Number) -> State:
    at, rows, finished = [], [], []
    for seat in range(len(state.rows)):
        row = _entered(state, seat)
        full = done & (_free(row) == 0)
        gained = jnp.where(full, _points(row, _printed(state, seat)), 0)
        rows.append(jnp.where(done, jnp.where(full, u32(EMPTY_ROW), row), state.rows[seat]))
        at.append((state.at[seat] + full).astype(jnp.int8))
        finished.append((state.finished[seat] + gained).astype(jnp.int16))
    over = any_of(row == ROWS for row in at)
    return state._replace(
        at=tuple(at),
        rows=tuple(rows),
        finished=tuple(finished),
        active=jnp.where(done, clockwise(state.active, len(rows)), state.active),
        phase=jnp.where(done, jnp.where(over, DONE, ROLL), state.phase).astype(jnp.int8),
        choices=tuple(jnp.where(done, UNDECIDED, choice).astype(jnp.int8) for choice in state.choices),
    )


def _entered(state: State, seat: int) -> Number:
    row, choice = state.rows[seat], state.choices[seat]
    marked = spread(u32(choice), ALL, LANE) * u32(FULL)
    struck = lowest(_free(row)) * u32(FULL)
    return jnp.where(choice == 0, row & ~struck, (row & ~marked) | (_shown(state, seat) & marked))


# T10–T12, T14 Scoring and end


def _points(row: Number, printed: Number) -> Number:
    """What a row is worth as it stands."""
    numbers = row & ~(_free(row) * u32(FULL))
    pairs = (numbers & u32(0o070707)) + ((numbers >> u32(LANE)) & u32(0o070707))
    numbers_sum = lane(pairs, 0, 6) + lane(pairs, 1, 6) + lane(pairs, 2, 6)
    hits = count(_equal(row, printed))
    return (numbers_sum + chosen(hits, [u32(bonus) for bonus in BONUS])).astype(jnp.int16)


def standing(state: State) -> Standing:
    totals = _totals(state)
    return Standing(totals, totals)


def _totals(state: State) -> tuple[Number, ...]:
    points = [_points(row, _printed(state, seat)) for seat, row in enumerate(state.rows)]
    current = [jnp.where(at < ROWS, now, jnp.int16(0)) for at, now in zip(state.at, points, strict=True)]
    return tuple(full + now for full, now in zip(state.finished, current, strict=True))


# What a seat sees


def seen_by(state: State, seat: Number | int) -> State:
    """That another seat has chosen is seen, not what: it might have kept."""
    choices = enumerate(state.choices)
    told = [jnp.where((seat == at) | (choice == UNDECIDED), choice, choice.dtype.type(KEEP)) for at, choice in choices]
    return state._replace(choices=tuple(told))


def observe_seen(seen: State, seat: Number | int) -> jax.Array:
    return observe(seen, seat)


def observe(state: State, seat: Number | int) -> jax.Array:
    players = len(state.rows)
    totals = _totals(state)
    chose = [(choice != UNDECIDED).astype(jnp.int16) for choice in state.choices]
    colours = [_colours(state, other) for other in range(players)]
    everyone = [
        jnp.stack(state.sheets),
        jnp.stack(state.at),
        jnp.stack([_fields(row, is_row=True) for row in state.rows]),
        jnp.stack([_fields(_printed(state, other)) for other in range(players)]),
        jnp.stack([_fields(colour) for colour in colours]),
        jnp.stack([_fields(_shown(state, other)) for other in range(players)]),
        jnp.stack(state.finished),
        jnp.stack(totals),
        jnp.stack(chose),
    ]
    seat = jnp.asarray(seat)
    numbers = [
        jnp.stack([state.phase, (state.first - seat) % players, (state.active - seat) % players]),
        _fields(state.dice),
        *(jnp.roll(items, -seat, axis=0).reshape(-1) for items in everyone),
        jnp.stack(state.choices)[seat][None],
    ]
    return jnp.concatenate([part.astype(jnp.int16) for part in numbers])


def _fields(word: Number, is_row: bool = False) -> jax.Array:
    fields = jnp.stack([lane(word, at, LANE) for at in range(ALL)]).astype(jnp.int16)
    return jnp.where(fields == FULL, FREE, fields) if is_row else fields
