"""The truth about the reasons in twenty one: every roll of the dice of a row is looked at."""

from functools import cache
from itertools import product

from pasch.engine.language import Text
from pasch.games.twentyone.model import BONUS, FACES, FIELDS, LOCKED, Field, Mark
from pasch.games.twentyone.rules import entered_row, row_score
from tests.coach.claims import OFTEN, RATHER, Case, Claim, rounded

Groups = tuple[str | None, ...]


def free(case: Case, mark: Mark | None = None) -> list[Field]:
    """The free fields of the row, as it stands or after a mark."""
    page = case.view.pages[case.seat]
    row = entered_row(page, case.view.dice, mark) if mark else page.rows[page.at]
    return [field for field, entered in zip(FIELDS[page.sheet][page.at], row, strict=True) if entered is None]


@cache
def rolls(printed: tuple[int, ...], stay: tuple[bool, ...]) -> tuple[list[int], list[bool]]:
    """Of every roll for fields with these numbers, where some dice stay as ones: its hits, and whether any die fits."""
    hits, fits = [], []
    for dice in product(*[[LOCKED] if stays else FACES for stays in stay]):
        hits.append(sum(die == most for die, most in zip(dice, printed, strict=True)))
        fits.append(any(die <= most for die, most in zip(dice, printed, strict=True)))
    return hits, fits


def again(case: Case) -> tuple[list[int], list[bool]]:
    fields = free(case)
    return rolls(tuple(field.most for field in fields), tuple(case.view.dice[field.die] == LOCKED for field in fields))


def hits_now(case: Case) -> int:
    return sum(case.view.dice[field.die] == field.most for field in free(case))


def share(found: list[bool]) -> float:
    return sum(found) / len(found)


def there(case: Case, said: Groups) -> list[object]:
    return [said[0] if said[0] in ("Ein", "A") and hits_now(case) == 1 else hits_now(case)]


def as_many(case: Case, _: Groups) -> list[object]:
    return [rounded(share([hits >= hits_now(case) for hits in again(case)[0]]))]


def more(case: Case, _: Groups) -> list[object]:
    return [rounded(share([hits > hits_now(case) for hits in again(case)[0]]))]


def fits(case: Case, _: Groups) -> list[object]:
    return [rounded(share(again(case)[1]))]


def next_roll(case: Case, _: Groups) -> list[object]:
    mine, theirs = (free(case, move) for move in (case.better, case.other))
    chances = [
        share([hits > 0 for hits in rolls(tuple(field.most for field in fields), (False,) * len(fields))[0]])
        for fields in (mine, theirs)
    ]
    return [rounded(chances[0]), rounded(chances[1]) or None]


def bonus(case: Case, move: Mark) -> int:
    page = case.view.pages[case.seat]
    row = entered_row(page, case.view.dice, move)
    return BONUS[row_score(row, page.at).hits]


def more_bonus(case: Case, _: Groups) -> list[object]:
    mine, theirs = bonus(case, case.better), bonus(case, case.other)
    assert mine > theirs
    return [mine, theirs or None]


def counts(case: Case, _: Groups) -> list[object]:
    assert not free(case, case.better)
    return [bonus(case, case.better)]


def highest(case: Case, _: Groups) -> list[object]:
    return [max(field.most for field in free(case, case.better))]


TWENTYONE = [
    Claim(Text(r"(\d+|Ein) Treffer (?:liegt|liegen) schon da", r"(\d+|A) hits? (?:is|are) there already"), there),
    Claim(
        Text(
            f"ein neuer Wurf bringt nur {OFTEN.de} wieder (?:einen|so viele)",
            f"a new roll brings (?:one|as many) only {OFTEN.en}",
        ),
        as_many,
    ),
    Claim(Text(f"der neue trifft {OFTEN.de} mehr Felder", f"the new one meets more fields {OFTEN.en}"), more),
    Claim(Text(f"der neue Wurf bringt {OFTEN.de} welche", f"the new roll brings some {OFTEN.en}"), more),
    Claim(Text(f"der neue Wurf passt nur {OFTEN.de}", f"A new roll fits only {OFTEN.en}"), fits),
    Claim(Text(f"ein neuer passt {OFTEN.de}", f"a new one does {OFTEN.en}"), fits),
    Claim(
        Text(
            f"der nächste Wurf trifft {RATHER.de} mindestens eins davon",
            f"the next roll meets at least one of them {RATHER.en}",
        ),
        next_roll,
    ),
    Claim(
        Text(
            r"mehr Treffer und (\d+)(?: statt (\d+))? Punkte? Bonus",
            r"more hits and a bonus of (\d+)(?: instead of (\d+)| points?)",
        ),
        more_bonus,
    ),
    Claim(Text(r"zählt, mit (\d+) Punkt(?:en)? Bonus", r"counts, with a bonus of (\d+) points?"), counts),
    Claim(Text(r"die Reihe bleibt offen für die (\d+)", r"the row stays open for the (\d+)"), highest),
]
