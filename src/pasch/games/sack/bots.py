"""How the bots look at Blöder Sack: the sacks that everyone has, and those that everyone is about to win."""

from collections.abc import Sequence

from pasch.engine.game import Seat
from pasch.games.sack.conditions import judge
from pasch.games.sack.model import CARDS_TO_END, Move, State, View
from pasch.games.sack.rules import play
from pasch.games.sack.view import imagine

LEAD_AT_ONCE = 0.4
LEAD_WHEN_FULL = 0.9
SECOND = 0.3
NEXT_CARD = 0.3
DIE = 0.02


def willing(moves: Sequence[Move]) -> Sequence[Move]:
    return moves


def worth(view: View, seat: Seat, moves: Sequence[Move]) -> list[float]:
    state = imagine(view, lambda _: 0)
    return [_value(play(state, seat, move), seat) for move in moves]


def _value(state: State, seat: Seat) -> float:
    players = len(state.supply)
    prospects = [_prospect(state, owner) for owner in range(players)]
    ending = any(len(cards) >= CARDS_TO_END for cards in state.won)
    for card, board in zip(state.cards, state.boards, strict=True):
        if card and board:
            verdict = judge(card.id, board, players)
            if verdict.winner is not None:
                fill = len(board) / state.fields
                sure = 1.0 if ending else LEAD_AT_ONCE + (LEAD_WHEN_FULL - LEAD_AT_ONCE) * fill
                prospects[verdict.winner] += sure * card.sacks
                best = verdict.strengths[verdict.winner]
                if not ending:
                    for o, s in enumerate(verdict.strengths):
                        if o != verdict.winner:
                            prospects[o] += (1 - sure) * SECOND * card.sacks * s / best
    rivals = [p for owner, p in enumerate(prospects) if owner != seat]
    return prospects[seat] - sum(rivals) / len(rivals)


def _prospect(state: State, owner: int) -> float:
    return sum(card.sacks + 0.01 for card in state.won[owner]) + DIE * state.supply[owner]
