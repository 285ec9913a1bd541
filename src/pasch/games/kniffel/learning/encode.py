"""Karten-Kniffel as numbers: cards are counted by value, and every choice of at most five cards has a number."""

from itertools import combinations_with_replacement

from pasch.engine.game import Seat
from pasch.games.encoding import Actions, Field, clockwise_from, from_seat
from pasch.games.kniffel.hands import fills_the_11th, points
from pasch.games.kniffel.model import (
    ALL_CARDS,
    BONUS,
    CARDS_PER_VALUE,
    FIELDS,
    HAND,
    MALUS,
    MOST_DISCARDED,
    MOST_IN_HAND,
    PENALTY_FOR_SILENCE,
    PENALTY_PER_CARD,
    VALUES,
    Hand,
    Move,
    Phase,
    Score,
    Swap,
    Trim,
    View,
)
from pasch.games.kniffel.model import Field as SheetField

VERSION = 1
PICKS = tuple(VALUES)
LIMIT = 100

CHOICES: tuple[Hand, ...] = tuple(
    cards for size in range(MOST_DISCARDED + 1) for cards in combinations_with_replacement(VALUES, size)
)
"""Every choice of at most five cards, fewer first, in ascending order."""
SCORES: tuple[tuple[SheetField, Hand], ...] = tuple(
    (field, cards) for field in FIELDS for cards in CHOICES if points(field, cards) is not None
)
"""Every way to fill a field, field by field."""

SWAPS, SWAPS_FOR_MORE = 0, len(CHOICES)
SCORING, SILENT = 2 * len(CHOICES), 2 * len(CHOICES) + len(SCORES)
END = SILENT + len(SCORES)
ACTIONS = (
    Actions(
        "swap",
        len(CHOICES),
        "discard these cards (`CHOICES` of its encode.py) and draw as many; in a trim, none",
    ),
    Actions("swap for more", len(CHOICES), "discard these cards and draw one more"),
    Actions(
        "score",
        len(SCORES),
        "fill a field with these cards (`SCORES`), announcing where K11 wants it",
    ),
    Actions("score silently", len(SCORES), "fill the last field but one without announcing it"),
)
_choice_number = {cards: number for number, cards in enumerate(CHOICES)}
_score_number = {score: number for number, score in enumerate(SCORES)}

PHASES = tuple(Phase)
EMPTY = -1
MOST_POINTS = BONUS + sum(max(points(field, cards) or 0 for of, cards in SCORES if of == field) for field in FIELDS)
MOST_PENALTIES = len(FIELDS) * PENALTY_PER_CARD * (MOST_IN_HAND - HAND) + PENALTY_FOR_SILENCE


def action(view: View, seat: Seat, move: Move) -> int:
    match move:
        case Swap():
            extra = move.draw - len(move.discard)
            return (SWAPS_FOR_MORE if extra else SWAPS) + _choice_number[move.discard]
        case Score():
            silent = fills_the_11th(view.sheets[seat]) and not move.announce
            return (SILENT if silent else SCORING) + _score_number[move.field, move.cards]
        case _:
            return SWAPS + _choice_number[move.discard]


def move(view: View, seat: Seat, action: int) -> Move:
    if action in range(SCORING):
        extra, choice = divmod(action, len(CHOICES))
        cards = CHOICES[choice]
        return Trim(cards) if view.phase is Phase.TRIM and not extra else Swap(cards, len(cards) + extra)
    if action in range(SCORING, END):
        silent, score = divmod(action - SCORING, len(SCORES))
        field, cards = SCORES[score]
        if silent and not fills_the_11th(view.sheets[seat]):
            raise ValueError(f"action {action} leaves out an announcement that is not due")
        return Score(field, cards, announce=not silent and fills_the_11th(view.sheets[seat]))
    raise ValueError(f"an action from 0 to {END - 1} was expected, not {action}")


def fields(players: int) -> tuple[Field, ...]:
    return (
        Field("phase", (), 0, len(PHASES) - 1, "what happens next: " + ", ".join(phase.value for phase in PHASES)),
        Field("first", (), 0, players - 1, "the seat that began"),
        Field("turn", (), 0, players - 1, "the seat on turn"),
        Field("due", (), 0, MOST_DISCARDED + 1, "how many cards it is about to draw"),
        Field("hand", (6,), 0, MOST_IN_HAND, "the observer's cards of each value"),
        Field("held", (players,), 0, MOST_IN_HAND, "how many cards each seat holds"),
        Field("pile", (), 0, len(ALL_CARDS), "how many cards the pile has"),
        Field("discards", (6,), 0, CARDS_PER_VALUE, "the discarded and played cards of each value"),
        Field("sheet", (players, 12), EMPTY, 50, "the points in each field: " + ", ".join(FIELDS) + "; −1: empty"),
        Field("penalties", (players,), 0, MOST_PENALTIES, "the penalty points of each seat"),
        Field("total", (players,), MALUS - MOST_PENALTIES, MOST_POINTS, "the sheet added up, bonus and penalties too"),
    )


def observe(view: View, seat: Seat) -> list[int]:
    players = len(view.sheets)
    hand = view.hands[seat] or ()
    return [
        PHASES.index(view.phase),
        from_seat(seat, view.first, players),
        from_seat(seat, view.seat, players),
        view.due,
        *(hand.count(value) for value in VALUES),
        *clockwise_from(seat, view.hand_sizes),
        view.pile_size,
        *(view.discards.count(value) for value in VALUES),
        *(EMPTY if entered is None else entered for sheet in clockwise_from(seat, view.sheets) for entered in sheet),
        *clockwise_from(seat, view.penalties),
        *(total.total for total in clockwise_from(seat, view.totals)),
    ]
