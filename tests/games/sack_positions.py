"""Builders for the rulebook tests of sack: boards from text, positions, and events with named dice."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from pasch.engine.game import Chance, Decision, Seat
from pasch.engine.match import Event, Match, apply
from pasch.games.sack import GAME
from pasch.games.sack.model import (
    DECK,
    Board,
    Card,
    Deal,
    Die,
    Options,
    Phase,
    Place,
    Refill,
    Replace,
    Roll,
    Score,
    Scoring,
    State,
)

DEALT = ("most-dice", "sum", "most-4", "last-2", "sum-under-10")
"""What lies above boards 1 to 5 unless a test says otherwise."""

WORTH = {card.id: card for card in DECK}


# Things on the table


def dice(text: str) -> Board:
    """`0:5 1:3` is a five of seat 0 on field 1 and a three of seat 1 on field 2."""
    return tuple(Die(Seat(int(word[0])), int(word[2])) for word in text.split())


def cards(text: str) -> tuple[Card, ...]:
    return tuple(WORTH.get(name, Card(name, 1)) for name in text.split())


SMALL_DECK = cards("most-dice sum most-equal most-different most-not-6 most-not-5 sum-under-15")
"""The fewest cards for two (S23), all of them met by almost any die."""


def position(
    *,
    players: int = 2,
    first: int = 0,
    seat: int = 0,
    phase: Phase = Phase.ROLL,
    boards: Mapping[int, str] | None = None,
    above: Mapping[int, str] | None = None,
    won: Sequence[str] = (),
    hand: tuple[int, ...] = (),
    pile: str | None = None,
) -> State:
    """A table in mid-play: `above` changes cards of `DEALT` ("" closes a board), the pile is the rest of the deck."""
    lying = tuple(dice((boards or {}).get(board, "")) for board in range(1, 6))
    shown = [(above or {}).get(board, name) for board, name in enumerate(DEALT, start=1)]
    taken = tuple(cards(words) for words in won) or ((),) * players
    seen = [*filter(None, shown), *(card.id for mine in taken for card in mine)]
    assert len(seen) == len(set(seen)), "a card lies in two places"
    in_hand = [len(hand) if at == seat else 0 for at in range(players)]
    start: State = GAME.start(players, Options(first=first))
    return msgspec.structs.replace(
        start,
        seat=Seat(seat),
        phase=phase,
        boards=lying,
        cards=tuple(cards(name)[0] if name else None for name in shown),
        won=taken,
        hand=hand,
        supply=tuple(
            10 - in_hand[at] - sum(die.seat == at for board in lying for die in board) for at in range(players)
        ),
        pile=tuple(card for card in DECK if card.id not in seen) if pile is None else cards(pile),
    )


# Events


def deal(*names: str) -> Event:
    return Event(None, Deal(names or DEALT))


def roll(*values: int) -> Event:
    return Event(None, Roll(values))


def refill(board: int, card: str) -> Event:
    return Event(None, Refill(board, card))


def place(seat: int, die: int, board: int) -> Event:
    return Event(Seat(seat), Place(die, board))


def exchange(seat: int, die: int, board: int, field: int) -> Event:
    return Event(Seat(seat), Replace(die, board, field))


def score(seat: int, board: int | None) -> Event:
    return Event(Seat(seat), Score(board))


# Play


def dealt(players: int = 2, first: int = 0) -> Match:
    return play(Match(GAME, players, Options(first=first)), deal())


def play(match: Match, *events: Event) -> Match:
    for event in events:
        match.apply(event)
    return match


def take_turns(match: Match, *turns: str) -> Match:
    """`3>1 5>2`: the seat on turn rolls 3 and 5 and places them on boards 1 and 2."""
    for turn in turns:
        seat = match.state.seat
        placed = [(int(word[0]), int(word[2])) for word in turn.split()]
        play(match, roll(*(die for die, _ in placed)), *(place(seat, die, board) for die, board in placed))
    return match


def after(state: State, *events: Event) -> State:
    for event in events:
        state = apply(GAME, state, event)
    return state


def moves(state: State, seat: int = 0) -> set[Any]:
    return set(GAME.legal_moves(state, Seat(seat)))


def decides(state: State, seat: int, rule: str) -> bool:
    return GAME.turn(state) == Decision((Seat(seat),), rule)


def awaits_refill(state: State) -> bool:
    turn = GAME.turn(state)
    return isinstance(turn, Chance) and turn.rule == "S15"


def scored(condition: str, board: str, players: int = 3) -> Scoring:
    """How a card is scored whose board holds these dice: by a pair of ones (S7)."""
    swapped = {at: DEALT[0] for at, name in enumerate(DEALT, start=1) if name == condition}
    before = position(players=players, boards={1: board}, above=swapped | {1: condition})
    scoring = after(before, roll(1, 1)).news[0]
    assert scoring.verdict == GAME.view(before, None).standings[0]
    return scoring


def winner(condition: str, board: str, players: int = 3) -> int | None:
    return scored(condition, board, players).verdict.winner
