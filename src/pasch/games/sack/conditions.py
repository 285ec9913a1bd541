"""S16: the conditions of the sack cards, and who meets one best (S13, S14, S17)."""

from collections import Counter
from collections.abc import Callable, Container, Sequence
from functools import lru_cache

from pasch.engine.game import Seat
from pasch.games.sack.model import Board, Verdict

Mine = Sequence[tuple[int, int]]
"""One seat's dice on a board: field and value, from the lowest field up. Never empty."""

Condition = Callable[[Mine], int]
"""How well the dice meet a condition; 0: not at all (S17)."""

EVEN, ODD = frozenset({2, 4, 6}), frozenset({1, 3, 5})
LOW, HIGH = frozenset({1, 2, 3}), frozenset({4, 5, 6})
ANY = LOW | HIGH


def _most(values: Container[int]) -> Condition:
    return lambda mine: sum([value in values for _, value in mine])


def _last(values: Container[int]) -> Condition:
    return lambda mine: max([field for field, value in mine if value in values], default=0)


def _sum(allowed: Callable[[int], bool] = bool) -> Condition:
    def strength(mine: Mine) -> int:
        total = sum([value for _, value in mine])
        return total if allowed(total) else 0

    return strength


def _largest_group(mine: Mine) -> int:
    return max(Counter(value for _, value in mine).values())


def _different_values(mine: Mine) -> int:
    return len({value for _, value in mine})


CONDITIONS: dict[str, Condition] = {
    "most-dice": _most(ANY),
    **{f"most-{n}": _most({n}) for n in range(1, 7)},
    **{f"most-not-{n}": _most(ANY - {n}) for n in range(1, 7)},
    "most-123": _most(LOW),
    "most-456": _most(HIGH),
    "most-even": _most(EVEN),
    "most-odd": _most(ODD),
    "most-equal": _largest_group,
    "most-different": _different_values,
    **{f"last-{n}": _last({n}) for n in range(1, 7)},
    "last-123": _last(LOW),
    "last-456": _last(HIGH),
    "sum": _sum(),
    "sum-even": _sum(lambda total: total % 2 == 0),
    "sum-odd": _sum(lambda total: total % 2 == 1),
    "sum-under-10": _sum(lambda total: total < 10),
    "sum-under-15": _sum(lambda total: total < 15),
}


@lru_cache(1024)
def judge(condition: str, board: Board, players: int) -> Verdict:
    """Who wins a card with this condition if it is scored now."""
    mine: list[list[tuple[int, int]]] = [[] for _ in range(players)]
    for field, die in enumerate(board, start=1):
        mine[die.seat].append((field, die.value))
    meets = CONDITIONS[condition]
    strengths = tuple([meets(dice) if dice else 0 for dice in mine])
    best = max(strengths)
    equals = [seat for seat in range(players) if strengths[seat] == best]
    if best == 0:
        return Verdict(None, strengths, by_last_die=False)
    winner = max(equals, key=lambda seat: mine[seat][-1])
    return Verdict(Seat(winner), strengths, by_last_die=len(equals) > 1)
