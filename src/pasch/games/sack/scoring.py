"""S13–S17: how well dice meet the condition of a card, who wins it, and what is shown of a scoring."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache

from pasch.engine.game import Seat
from pasch.games.sack.model import CONDITIONS, LARGEST_SUM, Board, Card, Condition, Kind, Scoring, Verdict

Mine = Sequence[tuple[int, int]]
"""One seat's dice on a board: field and value, from the lowest field up. Never empty."""


def _strength(condition: Condition) -> Callable[[Mine], int]:
    """The function that measures dice; 0: they do not meet the condition (S17)."""
    counts = frozenset(condition.values)
    allowed = frozenset(filter(condition.allows, range(1, LARGEST_SUM + 1)))
    match condition.kind:
        case Kind.MOST:
            return lambda mine: sum([value in counts for _, value in mine])
        case Kind.LAST:
            return lambda mine: max([field for field, value in mine if value in counts], default=0)
        case Kind.EQUAL:
            return lambda mine: max(Counter([value for _, value in mine]).values())
        case Kind.DIFFERENT:
            return lambda mine: len({value for _, value in mine})
        case Kind.SUM:
            return lambda mine: total if (total := sum([value for _, value in mine])) in allowed else 0


STRENGTH = {card: _strength(condition) for card, condition in CONDITIONS.items()}


@lru_cache(1024)
def judge(condition: str, board: Board, players: int) -> Verdict:
    """Who wins a card with this condition if it is scored now."""
    mine: list[list[tuple[int, int]]] = [[] for _ in range(players)]
    for field, die in enumerate(board, start=1):
        mine[die.seat].append((field, die.value))
    strength = STRENGTH[condition]
    strengths = tuple([strength(dice) if dice else 0 for dice in mine])
    best = max(strengths)
    if best == 0:
        return Verdict(None, strengths, by_last_die=False)
    if strengths.count(best) == 1:
        return Verdict(Seat(strengths.index(best)), strengths, by_last_die=False)
    _, winner = max([(dice[-1], seat) for seat, dice in enumerate(mine) if strengths[seat] == best])
    return Verdict(Seat(winner), strengths, by_last_die=True)


# What is shown of a scoring


def scoring(board: int, card: Card, dice: Board, players: int) -> Scoring:
    """A card that is scored with these dice."""
    verdict = judge(card.id, dice, players)
    return Scoring(board, card, dice, verdict, _counting(CONDITIONS[card.id], dice, verdict), _deciding(dice, verdict))


def _counting(condition: Condition, dice: Board, verdict: Verdict) -> tuple[int, ...]:
    strengths, values, lying = verdict.strengths, condition.values, enumerate(dice, start=1)
    if condition.kind is Kind.LAST:
        return tuple([field for field, die in lying if strengths[die.seat] == field])
    if condition.kind is Kind.EQUAL:
        return tuple([field for field, die in lying if strengths[die.seat] == dice.count(die)])
    return tuple([field for field, die in lying if strengths[die.seat] and die.value in values])


def _deciding(dice: Board, verdict: Verdict) -> int:
    if not verdict.by_last_die:
        return 0
    return max(field for field, die in enumerate(dice, start=1) if die.seat == verdict.winner)
