"""Karten-Kniffel as numbers: every hand of cards and every action has one, and what a seat sees is a row of them.

A hand is also given as its counts: how many cards of each value it has. Tables have a row for each hand of a size.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pasch.engine.game import Seat
from pasch.games.encoding import Actions, Field, clockwise_from, mask_of, observation, packed, packer
from pasch.games.kniffel.hands import HANDS, HandMoves, best_points, is_silent, points, possible, swaps_of
from pasch.games.kniffel.model import (
    ALL_CARDS,
    BONUS,
    CARDS_PER_VALUE,
    FIELDS,
    MALUS,
    MOST_DISCARDED,
    MOST_DRAWN,
    MOST_IN_HAND,
    PENALTY_FOR_SILENCE,
    VALUES,
    Hand,
    Move,
    Phase,
    Score,
    Sheet,
    State,
    Swap,
    Trim,
    View,
    fills_the_11th,
    penalty_for_cards,
)
from pasch.games.kniffel.model import Field as SheetField
from pasch.games.kniffel.rules import total

# Hands

NUMBER = {hand: number for number, hand in enumerate(HANDS)}


def fewer_than(size: int) -> int:
    """How many hands have fewer cards: the number of the first hand of a size."""
    return comb(size + len(VALUES) - 1, len(VALUES))


_BEFORE = np.array([[comb(more + kinds - 1, kinds) for more in range(MOST_IN_HAND + 1)] for kinds in VALUES[::-1]])
"""A hand's number as a sum (the combinatorial number system): for each value, by its cards of this value or higher."""


def numbers(xp: Any, counts: Any) -> Any:
    """The numbers of hands that are given as their counts; `xp` is `numpy` or `jax.numpy`."""
    this_or_higher = xp.cumsum(counts[..., ::-1], axis=-1)[..., ::-1]
    return xp.asarray(_BEFORE)[np.arange(len(VALUES)), this_or_higher].sum(axis=-1)


def row(hand: Hand) -> int:
    """Where a hand stands among those of its size."""
    return NUMBER[hand] - fewer_than(len(hand))


def hands_of(size: int) -> tuple[Hand, ...]:
    return HANDS[fewer_than(size) : fewer_than(size + 1)]


@cache
def counts(size: int) -> NDArray[np.int64]:
    """The counts of all hands of a size."""
    return np.array([[hand.count(value) for value in VALUES] for hand in hands_of(size)])


@cache
def joined(size: int, more: int) -> NDArray[np.int64]:
    """For all hands of a size, and in columns all of another: the row of the hand that both make together."""
    found: NDArray[np.int64] = numbers(np, counts(size)[:, None] + counts(more)) - fewer_than(size + more)
    return found


@cache
def points_table(size: int) -> NDArray[np.int64]:
    """For all hands of a size and each field: the most points; 0: none."""
    return np.array([best_points(hand) for hand in hands_of(size)])


@cache
def _all_points() -> NDArray[np.int64]:
    return np.concatenate([points_table(size) for size in range(MOST_IN_HAND + 1)])


def points_of(xp: Any, counts: Any) -> Any:
    """For each field the most points of hands that are given as their counts."""
    return xp.asarray(_all_points())[numbers(xp, counts)]


# Actions

VERSION = 1
PICKS = tuple(VALUES)
LIMIT = 100

CHOICES: tuple[Hand, ...] = HANDS[: fewer_than(MOST_DISCARDED + 1)]
"""Every choice of at most five cards, fewer first, in ascending order."""
SCORES: tuple[tuple[SheetField, Hand], ...] = tuple(
    (field, cards) for field in FIELDS for cards in CHOICES if points(field, cards) is not None
)
"""Every way to fill a field, field by field."""
POINTS: tuple[int, ...] = tuple(points(*score) or 0 for score in SCORES)
"""What each of them brings."""
MOST = tuple(map(max, zip(*map(best_points, CHOICES), strict=True)))
"""The most points of each field."""

SWAPS, SWAPS_FOR_MORE = 0, len(CHOICES)
SCORING, SILENT = 2 * len(CHOICES), 2 * len(CHOICES) + len(SCORES)
END = SILENT + len(SCORES)
ACTIONS = (
    Actions("swap", len(CHOICES), "discard these cards (`CHOICES` of its encode.py) and draw as many; in a trim, none"),
    Actions("swap for more", len(CHOICES), "discard these cards and draw one more"),
    Actions("score", len(SCORES), "fill a field with these cards (`SCORES`), announcing where K11 wants it"),
    Actions("score silently", len(SCORES), "fill the last field but one without announcing it"),
)
Position = State | View
"""What is read of a state is in every view of it: of the others' hands, how many cards they have."""
_score_number = {score: number for number, score in enumerate(SCORES)}


def action(view: Position, seat: Seat, move: Move) -> int:
    match move:
        case Swap():
            extra = move.draw - len(move.discard)
            return (SWAPS_FOR_MORE if extra else SWAPS) + NUMBER[move.discard]
        case Score():
            begin = SILENT if is_silent(view.sheets[seat], move) else SCORING
            return begin + _score_number[move.field, move.cards]
        case _:
            return SWAPS + NUMBER[move.discard]


def mask(view: Position, seat: Seat, moves: Sequence[Move]) -> bytes:
    """The swaps of a hand are always the same, and so is how it can fill each field that is empty."""
    if not isinstance(moves, HandMoves):
        return mask_of([action(view, seat, move) for move in moves], END)
    sheet, found = view.sheets[seat], bytearray(_swapping(moves.hand))
    for field, run, ways in _filling(moves.hand):
        if sheet[field] is None:
            found[run] = ways
    if fills_the_11th(sheet):
        found[SILENT:] = found[SCORING:SILENT]
    return bytes(found)


@cache
def _swapping(hand: Hand) -> bytes:
    can = possible(hand)
    discards = mask_of(map(NUMBER.__getitem__, can.discards), len(CHOICES))
    return (discards * len(can.more)).ljust(END, b"\0")


@cache
def _filling(hand: Hand) -> list[tuple[int, slice, bytearray]]:
    """The fields that a hand can fill: which it is, where its scores are in a mask, and those that the hand has."""
    found = []
    for field, scores in possible(hand).scores:
        run = RUNS[field]
        numbers = [_score_number[score.field, score.cards] + SCORING - run.start for score in scores]
        found.append((field, run, bytearray(mask_of(numbers, run.stop - run.start))))
    return found


def _run(field: SheetField) -> slice:
    begin = next(number for number, score in enumerate(SCORES) if score[0] is field)
    return slice(SCORING + begin, SCORING + begin + sum(score[0] is field for score in SCORES))


RUNS = tuple(map(_run, FIELDS))
"""Where the ways to fill each field are in a mask."""


def move(view: Position, seat: Seat, action: int) -> Move:
    if 0 <= action < SCORING:
        extra, choice = divmod(action, len(CHOICES))
        cards = CHOICES[choice]
        return Trim(cards) if view.phase is TRIM and not extra else swaps_of(cards)[extra]
    if SCORING <= action < END:
        (silent, score), is_due = divmod(action - SCORING, len(SCORES)), fills_the_11th(view.sheets[seat])
        if silent and not is_due:
            raise ValueError(f"action {action} leaves out an announcement that is not due")
        return _score(score, is_due and not silent)
    raise ValueError(f"an action from 0 to {END - 1} was expected, not {action}")


@cache
def _score(number: int, announce: bool) -> Score:
    return Score(*SCORES[number], announce)


# Observations

PHASES = tuple(Phase)
TRIM = Phase.TRIM
EMPTY = -1
MOST_POINTS = BONUS + sum(MOST)
MOST_PENALTIES = len(FIELDS) * penalty_for_cards(MOST_IN_HAND) + PENALTY_FOR_SILENCE


def fields(players: int) -> tuple[Field, ...]:
    names = ", ".join(FIELDS)
    return (
        Field("phase", (), 0, len(PHASES) - 1, "what happens next: " + ", ".join(phase.value for phase in PHASES)),
        Field("first", (), 0, players - 1, "the seat that began"),
        Field("turn", (), 0, players - 1, "the seat on turn"),
        Field("due", (), 0, MOST_DRAWN, "how many cards it is about to draw"),
        Field("hand", (len(VALUES),), 0, MOST_IN_HAND, "the observer's cards of each value"),
        Field("held", (players,), 0, MOST_IN_HAND, "how many cards each seat holds"),
        Field("pile", (), 0, len(ALL_CARDS), "how many cards the pile has"),
        Field("discards", (len(VALUES),), 0, CARDS_PER_VALUE, "the discarded and played cards of each value"),
        Field("sheet", (players, len(FIELDS)), EMPTY, max(MOST), f"the points in each field: {names}; −1: empty"),
        Field("penalties", (players,), 0, MOST_PENALTIES, "the penalty points of each seat"),
        Field("total", (players,), MALUS - MOST_PENALTIES, MOST_POINTS, "the sheet added up, bonus and penalties too"),
    )


def scores(state: Position) -> list[int]:
    return [total(sheet, penalties).total for sheet, penalties in zip(state.sheets, state.penalties, strict=True)]


def observe(view: Position, seat: Seat) -> NDArray[np.int16]:
    players = len(view.sheets)
    if isinstance(view, View):
        held, left = view.hand_sizes, view.pile_size
    else:
        held, left = tuple([len(hand) for hand in view.hands]), len(view.pile)
    changing = packer(FIXED_NUMBERS + players)(
        PHASES.index(view.phase),
        (view.first - seat) % players,
        (view.seat - seat) % players,
        view.due,
        *_of_each_value(view.hands[seat] or ()),
        *held[seat:],
        *held[:seat],
        left,
        *map(bytes(view.discards).count, VALUES),
    )
    return observation(changing, _written(view.sheets, view.penalties, seat))


FIXED_NUMBERS = 5 + 2 * len(VALUES)
"""How many numbers come before the sheets, besides those of each seat."""


@lru_cache(len(HANDS))
def _of_each_value(cards: Hand) -> tuple[int, ...]:
    return tuple([cards.count(value) for value in VALUES])


@lru_cache(4096)
def _written(sheets: tuple[Sheet, ...], penalties: tuple[int, ...], seat: Seat) -> bytes:
    """What a seat sees of the sheets: most moves write nothing."""
    entered = [EMPTY if points is None else points for sheet in clockwise_from(seat, sheets) for points in sheet]
    totals = [total(sheet, points).total for sheet, points in zip(sheets, penalties, strict=True)]
    return packed((*entered, *clockwise_from(seat, penalties), *clockwise_from(seat, totals)))
