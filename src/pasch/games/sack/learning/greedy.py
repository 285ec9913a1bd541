"""The heuristic of the greedy bot for Blöder Sack: the sacks that everyone has, and a guess at those to come."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from pasch.engine.game import Seat, put
from pasch.games.sack.model import Board, Card, Move, Phase, State, View
from pasch.games.sack.rules import DICE, is_last_round, placements, play
from pasch.games.sack.scoring import judge
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

Prospects = tuple[tuple[float, ...], ...]
"""What every seat has, and then for each board the sacks that every seat may expect of its card."""


def willing(moves: Sequence[Move]) -> Sequence[Move]:
    return moves


def worth(view: View, seat: Seat, moves: Sequence[Move]) -> list[float]:
    state = imagine(view, lambda _: 0)
    return [_value(play(state, seat, move), seat) for move in moves]


def _value(state: State, seat: Seat) -> float:
    """The value of a position, after the best placement of the die that is still in hand."""
    if state.phase is Phase.PLACE and not state.refill:
        return max([_lead(prospects, seat) for prospects in _after_last_die(state)])
    return _lead(_prospects(state), seat)


def _after_last_die(state: State) -> Iterator[Prospects]:
    """The prospects for each placement of the last die: where nothing is scored, only its board changes."""
    now, players, fields, is_ending = _prospects(state), len(state.won), state.fields, is_last_round(state)
    for place in placements(state):
        card, board = state.cards[place.board - 1], (*state.boards[place.board - 1], DICE[state.seat][place.die])
        if is_ending or len(board) == fields:
            yield _prospects(play(state, state.seat, place))
        else:
            yield put(now, place.board, _shares(card, board, players, fields, is_ending))


def _lead(prospects: Prospects, seat: Seat) -> float:
    """What a seat has and may get, less what the others have and may get on average."""
    sums = list(map(sum, zip(*prospects, strict=True)))
    mine = sums[seat]
    return mine - (sum(sums) - mine) / (len(sums) - 1)


def _prospects(state: State) -> Prospects:
    players, fields, is_ending = len(state.won), state.fields, is_last_round(state)
    boards = zip(state.cards, state.boards, strict=True)
    shares = [_shares(card, board, players, fields, is_ending) for card, board in boards]
    return (_possessions(state.won, state.supply), *shares)


@lru_cache(1024)
def _possessions(won: tuple[tuple[Card, ...], ...], supply: tuple[int, ...]) -> tuple[float, ...]:
    owners = zip(won, supply, strict=True)
    return tuple([sum([card.sacks + CARD for card in cards]) + DIE * dice for cards, dice in owners])


@lru_cache(8192)
def _shares(card: Card | None, board: Board, players: int, fields: int, is_ending: bool) -> tuple[float, ...]:
    """The sacks that each seat may expect of a card; when the match ends the leader gets all (S18)."""
    if not card or not board:
        return (0.0,) * players
    verdict = judge(card.id, board, players)
    leading = 1.0 if is_ending else LEADING_FIRST + (LEADING_LAST - LEADING_FIRST) * len(board) / fields
    behind = 0.0 if is_ending else BEHIND / max(1, *verdict.strengths)
    shares = [behind * strength * card.sacks for strength in verdict.strengths]
    if verdict.winner is not None:
        shares[verdict.winner] = leading * card.sacks
    return tuple(shares)
