"""Blöder Sack as numbers: cards are numbered by their conditions in S16, boards and fields stand in their order."""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from pasch.engine.game import Seat
from pasch.engine.remembered import remembered
from pasch.games.encoding import Actions, Field, clockwise_from, from_seat, mask_of, observation_of_bytes
from pasch.games.sack.model import (
    BOARDS,
    CONDITIONS,
    DICE_PER_ROLL,
    DICE_PER_SEAT,
    FACES,
    FIELDS,
    SACKS_OF_A_CARD,
    SIX,
    Card,
    Die,
    Kind,
    Move,
    Phase,
    Place,
    Position,
    Replace,
    Score,
)
from pasch.games.sack.rules import placements, result

VERSION = 1
CARDS = tuple(CONDITIONS)
"""The ids of all cards; a card's number is its place here."""
CONDITION_OF = tuple(CONDITIONS.values())
"""What each card asks for."""
KINDS = tuple(Kind)
PICKS = (*FACES, *CARDS)
LIMIT = None

PLACES = len(FACES) * len(BOARDS)
REPLACES = len(BOARDS) * FIELDS
SCORES = PLACES + REPLACES
DECLINE = SCORES + len(BOARDS)
ACTIONS = (
    Actions("place", PLACES, "a die on a board: 5 × (value − 1) + (board − 1)"),
    Actions("replace", REPLACES, "the die on a field of a board: 9 × (board − 1) + (field − 1)"),
    Actions("score", len(BOARDS), "have the card of a board scored: board − 1"),
    Actions("decline", 1, "have no card scored"),
)
PHASES = tuple(Phase)
ACT = Phase.ACT
CARD_NUMBER = {card: number for number, card in enumerate(CARDS, start=1)}
MOST_ON_A_CARD = SACKS_OF_A_CARD[-1]
MOST_SACKS = MOST_ON_A_CARD * len(CARDS)

TIE_BREAK_BY_FIELD = 1 << FIELDS.bit_length()
"""A strength times this, plus a field: strengths compare first, then fields (S14)."""
TIE_BREAK_BY_CARDS = 1 << len(CARDS).bit_length()
"""Sacks times this, plus cards: sacks compare first, then cards (S19)."""


def action(view: Position, seat: Seat, move: Move) -> int:  # noqa: ARG001
    return number(move)


def number(move: Move) -> int:
    if isinstance(move, Place):
        return len(BOARDS) * (move.die - 1) + move.board - 1
    if isinstance(move, Replace):
        return PLACES + FIELDS * (move.board - 1) + move.field - 1
    return DECLINE if move.board is None else SCORES + move.board - 1


def mask(view: Position, seat: Seat, moves: Sequence[Move]) -> bytes:  # noqa: ARG001
    """Placements come as tuples that are the same for the same dice and boards, and stand before the replacements."""
    if isinstance(moves, tuple):
        return _mask(moves)
    if view.phase is not ACT:
        return mask_of(map(number, moves), DECLINE + 1)
    placing = placements(view)
    found = bytearray(_mask(placing))
    for move in moves[len(placing) :]:
        found[number(move)] = 1
    return bytes(found)


@remembered
def _mask(moves: tuple[Move, ...]) -> bytes:
    return mask_of(map(number, moves), DECLINE + 1)


def move(view: Position, seat: Seat, action: int) -> Move:  # noqa: ARG001
    if 0 <= action < PLACES:
        die, board = divmod(action, len(BOARDS))
        return Place(die + 1, board + 1)
    if PLACES <= action < SCORES:
        board, field = divmod(action - PLACES, FIELDS)
        if field < len(view.boards[board]):
            return Replace(view.boards[board][field].value, board + 1, field + 1)
        raise ValueError(f"no die lies on field {field + 1} of board {board + 1}, which action {action} replaces")
    if SCORES <= action <= DECLINE:
        return Score(None if action == DECLINE else action - SCORES + 1)
    raise ValueError(f"an action from 0 to {DECLINE} was expected, not {action}")


def fields(players: int) -> tuple[Field, ...]:
    boards = (len(BOARDS), FIELDS)
    return (
        Field("phase", (), 0, len(PHASES) - 1, "what happens next: " + ", ".join(phase.value for phase in PHASES)),
        Field("first", (), 0, players - 1, "the seat that began"),
        Field("turn", (), 0, players - 1, "the seat on turn"),
        Field("hand", (DICE_PER_ROLL,), 0, SIX, "the rolled dice still in hand, the lower first; 0: none"),
        Field("refill", (), 0, len(BOARDS), "the board that is about to get a new card; 0: none"),
        Field("card", (len(BOARDS),), 0, len(CARDS), "the card above each board: 1 + its place in S16; 0: none"),
        Field("worth", (len(BOARDS),), 0, MOST_ON_A_CARD, "the sacks of that card"),
        Field("value", boards, 0, SIX, "what the die on each field of each board shows; 0: none lies there"),
        Field("owner", boards, 0, players, "whose die it is: 1 + the seat; 0: none lies there"),
        Field("supply", (players,), 0, DICE_PER_SEAT, "the dice in each seat's supply"),
        Field("cards", (players,), 0, len(CARDS), "how many cards each seat has won"),
        Field("sacks", (players,), 0, MOST_SACKS, "the sacks on them"),
        Field(
            "pile",
            (len(CARDS),),
            0,
            MOST_ON_A_CARD,
            "the sacks of each card, by its place in S16, that is still in the pile",
        ),
    )


def scores(state: Position) -> tuple[int, ...]:
    return result(state).scores


def observe(view: Position, seat: Seat) -> NDArray[np.int16]:
    supply, dice = view.supply, b"".join(map(lying, view.boards))
    players = len(supply)
    return observation_of_bytes(
        bytes((PHASES.index(view.phase), (view.first - seat) % players, (view.seat - seat) % players)),
        _in_hand(view.hand, view.refill),
        _cards(view.cards),
        dice.translate(SHOWN),
        dice.translate(_owners(seat, players)),
        bytes((*supply[seat:], *supply[:seat])),
        _won(seat)(view.won),
        _pile(view.pile),
    )


# A number of an observation is one byte here. A move changes one board, and seldom a card: all else is known.

DIE = SIX + 1
"""A die on a board is one byte: its seat times this, plus what it shows; an empty field is 0."""
SHOWN = bytes(code % DIE for code in range(256))
"""What a die shows, by its byte."""


@cache
def _in_hand(hand: tuple[int, ...], refill: int) -> bytes:
    """The dice in hand, and the board that is about to get a new card."""
    return bytes(sorted(hand)).ljust(DICE_PER_ROLL, b"\0") + bytes([refill])


@lru_cache(1024)
def lying(board: tuple[Die, ...]) -> bytes:
    """The dice on a board, a byte for each field."""
    return bytes([DIE * die.seat + die.value for die in board]).ljust(FIELDS, b"\0")


@cache
def _owners(seat: Seat, players: int) -> bytes:
    """Whose a die is for a seat that looks at it, by its byte."""
    owners = [(1 + from_seat(seat, other, players),) * SIX for other in range(players)]
    return bytes([number for same in owners for number in (0, *same)]).ljust(256, b"\0")


@remembered
def _cards(cards: tuple[Card | None, ...]) -> bytes:
    """Which they are, then what they are worth."""
    numbers = [0 if card is None else CARD_NUMBER[card.id] for card in cards]
    return bytes((*numbers, *[0 if card is None else card.sacks for card in cards]))


@cache
def _won(seat: Seat) -> Callable[[tuple[tuple[Card, ...], ...]], bytes]:
    """How many cards each seat has won, then the sacks on them."""

    def numbers(won: tuple[tuple[Card, ...], ...]) -> bytes:
        seats = clockwise_from(seat, won)
        return bytes((*map(len, seats), *[sum([card.sacks for card in cards]) for cards in seats]))

    return remembered(numbers)


@remembered
def _pile(pile: tuple[Card, ...]) -> bytes:
    numbers = bytearray(len(CARDS))
    for card in pile:
        numbers[CARD_NUMBER[card.id] - 1] = card.sacks
    return bytes(numbers)
