"""The truth about the reasons in Karten-Kniffel: every draw is counted, by the cards that the seat does not see."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod

from pasch.engine.language import Text
from pasch.games.kniffel.hands import points
from pasch.games.kniffel.model import ALL_CARDS, INDEX, UPPER, VALUES, Field, Hand, Score, Swap
from pasch.games.kniffel.text.words import SAID
from tests.coach.claims import OFTEN, RATHER, Case, Claim, rounded

NAME = Text("„([^“]+)“", "“([^”]+)”")
Groups = tuple[str | None, ...]


def meets(field: Field, hand: Hand) -> bool:
    """Whether some cards of a hand fill a lower field, as the rulebook says it."""
    many = [*sorted(Counter(hand).values(), reverse=True), 0, 0]
    runs = [set(range(low, high)) <= set(hand) for low, high in RUNS.get(field, [])]
    return {
        Field.THREE_OF_A_KIND: many[0] >= 3 and len(hand) >= 5,
        Field.FOUR_OF_A_KIND: many[0] >= 4 and len(hand) >= 5,
        Field.FULL_HOUSE: many[0] >= 3 and many[1] >= 2,
        Field.KNIFFEL: many[0] >= 5,
    }.get(field, any(runs))


RUNS = {
    Field.SMALL_STRAIGHT: [(low, low + 4) for low in (1, 2, 3)],
    Field.LARGE_STRAIGHT: [(low, low + 5) for low in (1, 2)],
}


@cache
def draws(cards: Hand, size: int) -> dict[Hand, int]:
    """In how many ways each set of so many of these cards is drawn."""
    held = Counter(cards)
    sets = combinations_with_replacement(VALUES, size)
    return {drawn: prod(comb(held[value], drawn.count(value)) for value in VALUES) for drawn in sets}


def unseen(case: Case) -> Hand:
    left = Counter(ALL_CARDS)
    left.subtract(case.view.discards)
    left.subtract(case.view.hands[case.seat])
    return tuple(sorted(left.elements()))


def kept(case: Case, move: object) -> tuple[Hand, Hand]:
    """The cards that stay in hand, and those that go."""
    away = move.cards if isinstance(move, Score) else move.discard  # type: ignore[attr-defined]
    left = Counter(case.view.hands[case.seat])
    left.subtract(away)
    return tuple(left.elements()), away


def chance(case: Case, move: object, field: Field) -> float:
    stays, away = kept(case, move)
    size = move.draw if isinstance(move, Swap) else max(0, 5 - len(stays)) if isinstance(move, Score) else 0
    lying = tuple(sorted((*case.view.discards, *away)))
    return completed(field, stays, size, unseen(case), case.view.pile_size, lying)


@cache
def completed(field: Field, stays: Hand, size: int, hidden: Hand, pile: int, lying: Hand) -> float:
    """The chance of it; when the pile has run out, the rest is drawn from what lies open."""
    ways, met, first = 0, 0, min(size, pile)
    for drawn, often in draws(hidden, first).items():
        for more, times in draws(lying, size - first).items():
            ways += often * times
            met += often * times * meets(field, (*stays, *drawn, *more))
    return met / ways


def upper(case: Case, move: object) -> int:
    entered = sum(number or 0 for number in case.view.sheets[case.seat][: len(UPPER)])
    scored = isinstance(move, Score) and move.field in UPPER
    return entered + ((points(move.field, move.cards) or 0) if scored else 0)  # type: ignore[attr-defined]


def most(case: Case, move: object) -> int:
    """The most that the upper part can become after a move: five cards in each free field, unless the match ends."""
    if any(None not in sheet for sheet in case.view.sheets):
        return upper(case, move)
    free = [at for at, entered in enumerate(case.view.sheets[case.seat][: len(UPPER)]) if entered is None]
    filled = INDEX[move.field] if isinstance(move, Score) else None
    return upper(case, move) + sum(5 * (at + 1) for at in free if at != filled)


def named(case: Case, name: str | None) -> Field:
    field = next(field for field, said in SAID.items() if said.to(case.lang) == name)
    assert case.view.sheets[case.seat][INDEX[field]] is None
    return field


def often(case: Case, said: Groups) -> list[object]:
    field = named(case, said[0])
    mine, theirs = (chance(case, move, field) for move in (case.better, case.other))
    assert mine > theirs
    return [said[0], rounded(mine), rounded(theirs) or None]


def seldom(case: Case, said: Groups) -> list[object]:
    return [said[0], rounded(chance(case, case.other, named(case, said[0])))]


def sure(case: Case, said: Groups) -> list[object]:
    return [said[0] if chance(case, case.better, named(case, said[0])) == 1 else "not sure"]


def fitting(case: Case, said: Groups) -> list[object]:
    """The field has been named before."""
    field, (stays, _) = named(case, said[0]), kept(case, case.better)
    fit = sum(meets(field, (*stays, card)) for card in unseen(case))
    mine, theirs = (chance(case, move, field) for move in (case.better, case.other))
    return [said[0], rounded(mine), rounded(theirs) or None, fit]


def reached(mark: int, worth: int) -> Callable[[Case, Groups], list[object]]:
    def truth(case: Case, _: Groups) -> list[object]:
        assert upper(case, case.better) >= mark > upper(case, case.other)
        return [upper(case, case.better), worth]

    return truth


def within_reach(case: Case, _: Groups) -> list[object]:
    assert most(case, case.better) >= 63 > most(case, case.other)
    return [63 - upper(case, case.better)]


def averted(case: Case, _: Groups) -> list[object]:
    assert most(case, case.better) >= 43 > most(case, case.other)
    return [20]


def held(case: Case, move: Swap) -> int:
    return len(kept(case, move)[0]) + move.draw


def one_more(case: Case, _: Groups) -> list[object]:
    assert held(case, case.better) == held(case, case.other) + 1
    return []


def no_penalty(case: Case, _: Groups) -> list[object]:
    assert held(case, case.better) <= 5 < held(case, case.other)
    return []


WORKS = Text(f"{NAME.de} klappt so {RATHER.de}", f"{NAME.en} works out {RATHER.en}")
KNIFFEL = [
    Claim(
        Text(
            rf"{WORKS.de}; (\d+) passende Karten? (?:ist|sind) noch verdeckt",
            rf"{WORKS.en}; (\d+) fitting cards? (?:is|are) still hidden",
        ),
        fitting,
    ),
    Claim(WORKS, often),
    Claim(Text(f"der Tausch bringt {NAME.de} nur {OFTEN.de}", f"the swap brings {NAME.en} only {OFTEN.en}"), seldom),
    Claim(Text(f"{NAME.de} ist dir so sicher", f"{NAME.en} is yours for sure"), sure),
    Claim(
        Text(
            r"Oben sind es damit (\d+), und der Bonus von (\d+) ist sicher",
            r"That makes (\d+) in the upper part, and the bonus of (\d+) points is safe",
        ),
        reached(63, 35),
    ),
    Claim(
        Text(
            r"Oben sind es damit (\d+), und der Abzug von (\d+) droht nicht mehr",
            r"That makes (\d+) in the upper part, and losing (\d+) points no longer threatens",
        ),
        reached(43, 20),
    ),
    Claim(
        Text(
            r"Der Bonus bleibt erreichbar, oben fehlen dann noch (\d+) Punkte?",
            r"The bonus stays within reach, (\d+) points? short in the upper part",
        ),
        within_reach,
    ),
    Claim(
        Text(r"Der Abzug von (\d+) lässt sich so noch abwenden", r"Losing (\d+) points can still be averted that way"),
        averted,
    ),
    Claim(Text("eine Karte mehr", "one more card"), one_more),
    Claim(Text("so fallen keine Strafpunkte mehr an", "no penalty points that way"), no_penalty),
]
