"""S16: the conditions of the sack cards as data, and who meets one best (S13, S14, S17)."""

from collections import Counter
from collections.abc import Callable, Sequence
from enum import Enum
from functools import lru_cache
from typing import Literal

from pasch.engine.game import Seat, Value
from pasch.games.sack.model import FACES, FIELDS, Board, Card, Scoring, Verdict


class Kind(Enum):
    """What is measured: the dice that count, the last one's field, the largest group, the values, the sum."""

    MOST = "most"
    LAST = "last"
    EQUAL = "equal"
    DIFFERENT = "different"
    SUM = "sum"


PARITIES = ("even", "odd")
"""By the remainder of a sum."""
LARGEST_SUM = FACES[-1] * FIELDS


class Condition(Value, frozen=True):
    """What a sack card asks for."""

    kind: Kind
    values: tuple[int, ...] = FACES
    """The values of the dice that count."""
    parity: Literal["even", "odd"] | None = None
    """What the sum must be, if that matters."""
    below: int | None = None
    """What the sum must not reach, if that matters."""

    def allows(self, total: int) -> bool:
        """Whether a sum counts (S17)."""
        return self.parity in (None, PARITIES[total % 2]) and (self.below is None or total < self.below)


LOW, HIGH = FACES[:3], FACES[3:]
ODD, EVEN = FACES[0::2], FACES[1::2]

CONDITIONS: dict[str, Condition] = {
    "most-dice": Condition(Kind.MOST),
    **{f"most-{n}": Condition(Kind.MOST, (n,)) for n in FACES},
    **{f"most-not-{n}": Condition(Kind.MOST, tuple(value for value in FACES if value != n)) for n in FACES},
    "most-123": Condition(Kind.MOST, LOW),
    "most-456": Condition(Kind.MOST, HIGH),
    "most-even": Condition(Kind.MOST, EVEN),
    "most-odd": Condition(Kind.MOST, ODD),
    "most-equal": Condition(Kind.EQUAL),
    "most-different": Condition(Kind.DIFFERENT),
    **{f"last-{n}": Condition(Kind.LAST, (n,)) for n in FACES},
    "last-123": Condition(Kind.LAST, LOW),
    "last-456": Condition(Kind.LAST, HIGH),
    "sum": Condition(Kind.SUM),
    "sum-even": Condition(Kind.SUM, parity="even"),
    "sum-odd": Condition(Kind.SUM, parity="odd"),
    "sum-under-10": Condition(Kind.SUM, below=10),
    "sum-under-15": Condition(Kind.SUM, below=15),
}
"""The one table of S16, by the ids of the cards: judge, words, pictograms, the twin and the page follow from it."""


# How well dice meet a condition

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
