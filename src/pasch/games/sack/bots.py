"""How the bots look at Blöder Sack: the sacks that everyone has, and those that everyone may still get."""

from collections.abc import Sequence
from functools import lru_cache

from pasch.engine.game import Seat
from pasch.games.sack.conditions import judge
from pasch.games.sack.model import CARDS_TO_END, Board, Move, Phase, State, View
from pasch.games.sack.rules import legal_moves, play
from pasch.games.sack.view import imagine

LEADING_FIRST, LEADING_LAST = 0.3, 0.7
"""What a card is worth to the seat that would win it now, as a part of its sacks, with the first and the last die on
its board: a lead holds about every other time, and the better the fewer fields are left."""
BEHIND = 0.35
"""The same for a seat that is as good but later; less for one that is less good: one more die turns the card."""
CARD = 0.05
"""What a card is worth beside its sacks: it breaks ties (S19)."""
DIE = 0.05
"""What a die in the supply is worth: who runs short of dice must have a card scored (S5)."""


def willing(moves: Sequence[Move]) -> Sequence[Move]:
    return moves


def worth(view: View, seat: Seat, moves: Sequence[Move]) -> list[float]:
    state = imagine(view, lambda _: 0)
    return [_look_on(play(state, seat, move), seat) for move in moves]


def _look_on(state: State, seat: Seat) -> float:
    """What a position is worth when the die that is still in hand is placed well too."""
    if state.phase is Phase.PLACE and not state.refill:
        return max(_standing(play(state, seat, move), seat) for move in legal_moves(state, seat))
    return _standing(state, seat)


def _standing(state: State, seat: Seat) -> float:
    """What a seat has and may get, less what the others have and may get on average."""
    prospects = _possessions(state)
    ends = any(len(won) >= CARDS_TO_END for won in state.won)
    for card, board in zip(state.cards, state.boards, strict=True):
        if card and board:
            for owner, part in enumerate(_parts(card.id, board, len(prospects), state.fields, ends)):
                prospects[owner] += part * card.sacks
    mine = prospects[seat]
    return mine - (sum(prospects) - mine) / (len(prospects) - 1)


def _possessions(state: State) -> list[float]:
    return [
        sum([card.sacks + CARD for card in won]) + DIE * dice for won, dice in zip(state.won, state.supply, strict=True)
    ]


@lru_cache(16384)
def _parts(condition: str, board: Board, players: int, fields: int, ends: bool) -> list[float]:
    """How much of a card each seat may count as its own; when the match ends the leader gets it whole (S18)."""
    verdict = judge(condition, board, players)
    leading = 1.0 if ends else LEADING_FIRST + (LEADING_LAST - LEADING_FIRST) * len(board) / fields
    behind = 0.0 if ends else BEHIND / max(1, *verdict.strengths)
    return [
        leading if owner == verdict.winner else behind * strength for owner, strength in enumerate(verdict.strengths)
    ]
