"""Why a move is better in twenty one: hits and their bonus, full rows, what stays free, what a roll may bring."""

from pasch.engine.game import Seat
from pasch.engine.language import Text
from pasch.games.twentyone.learning.exact import chance_of_hits, chance_to_fit
from pasch.games.twentyone.model import FIELDS, LOCKED, ROWS, Field, Keep, Mark, Move, Reroll, RowScore, View
from pasch.games.twentyone.rules import entered_row, row_score
from pasch.games.words import POINTS, SURE, WITH_POINTS, joined, times

SELDOM = 1 / 2
"""A chance up to here is said with “only”."""


def why(view: View, seat: Seat, better: Move, other: Move) -> Text | None:
    match better, other:
        case Keep(), _:
            return _keep(view, seat)
        case Reroll(), _:
            return _reroll(view, seat)
        case Mark(), Mark():
            return joined("; ", [_gain(view, seat, better, other), _left(view, seat, better, other)])
    return None


# T4 Keep or roll again


def _free(view: View, seat: Seat) -> list[Field]:
    """The free fields of the current row."""
    page = view.pages[seat]
    fields = zip(FIELDS[page.sheet][page.at], page.rows[page.at], strict=True)
    return [field for field, entered in fields if entered is None]


def _rolled(view: View, seat: Seat) -> list[Field]:
    """The free fields whose dice would be rolled again."""
    return [field for field in _free(view, seat) if view.dice[field.die] != LOCKED]


def _hits(view: View, seat: Seat) -> int:
    return sum(fit.hit for fit in view.fits[seat])


def _chance(view: View, seat: Seat, hits: int) -> float:
    """That a new roll has at least so many hits, those that stay among them."""
    staying = sum(fit.hit and fit.colour in view.locked for fit in view.fits[seat])
    return chance_of_hits(len(_rolled(view, seat)), hits - staying)


def _keep(view: View, seat: Seat) -> Text:
    hits = _hits(view, seat)
    chance = _chance(view, seat, hits)
    if hits and chance < SURE:
        return joined("; ", [_there(hits), _again(hits, chance)])
    if view.fits[seat]:
        return Text(
            "Der Wurf passt in die Reihe; ein neuer könnte schlechter fallen.",
            "The roll fits the row; a new one could fall worse.",
        )
    chance = chance_to_fit(field.most for field in _free(view, seat))
    if chance > SELDOM:
        return Text(
            "Ein neuer Wurf könnte den anderen mehr helfen; so bleibt es beim Strich.",
            "A new roll could help the others more; it stays with the strike.",
        )
    often = times(chance)
    return Text(
        f"Auch der neue Wurf passt nur {often.de}; so bleibt es beim Strich.",
        f"A new roll fits only {often.en}; it stays with the strike.",
    )


def _there(hits: int) -> Text:
    if hits == 1:
        return Text("Ein Treffer liegt schon da", "A hit is there already")
    return Text(f"{hits} Treffer liegen schon da", f"{hits} hits are there already")


def _again(hits: int, chance: float) -> Text:
    if chance > SELDOM:
        taken = Text("ihn", "it") if hits == 1 else Text("sie", "them")
        return Text(f"ein neuer Wurf könnte {taken.de} wieder nehmen.", f"a new roll could take {taken.en} away.")
    often, many = times(chance), Text("wieder einen", "one") if hits == 1 else Text("wieder so viele", "as many")
    return Text(f"ein neuer Wurf bringt nur {often.de} {many.de}.", f"a new roll brings {many.en} only {often.en}.")


def _reroll(view: View, seat: Seat) -> Text:
    hits = _hits(view, seat)
    chance = _chance(view, seat, hits + 1)
    often = times(chance)
    if not view.fits[seat]:
        often = times(chance_to_fit(field.most for field in _free(view, seat)))
        return Text(
            f"Von diesem Wurf passt nichts; ein neuer passt {often.de}.",
            f"Nothing of this roll fits; a new one does {often.en}.",
        )
    if not _rolled(view, seat):
        return Text(
            "Deine Würfel bleiben liegen; der neue Wurf kann den anderen etwas nehmen.",
            "Your dice stay; the new roll can take something from the others.",
        )
    if not hits:
        return Text(
            f"Ein Treffer ist nicht dabei; der neue Wurf bringt {often.de} welche.",
            f"There is no hit in it; the new roll brings some {often.en}.",
        )
    if chance > SELDOM:
        return Text(
            f"Der Wurf passt nur zum Teil; der neue trifft {often.de} mehr Felder.",
            f"The roll fits only in part; the new one meets more fields {often.en}.",
        )
    return Text(
        "Der Wurf passt nur zum Teil; der neue kann mehr Felder treffen.",
        "The roll fits only in part; the new one can meet more fields.",
    )


# T5 Enter or strike


def _score(view: View, seat: Seat, mark: Mark) -> tuple[RowScore, int]:
    """What the row is worth after a mark, and how many of its fields are free."""
    page = view.pages[seat]
    row = entered_row(page, view.dice, mark)
    return row_score(row, page.at), row.count(None)


def _gain(view: View, seat: Seat, better: Mark, other: Mark) -> Text:
    (mine, free), (theirs, left) = _score(view, seat, better), _score(view, seat, other)
    if mine.hits > theirs.hits:
        return _more_hits(mine, theirs)
    if not free and left:
        return _counts(mine)
    if not other.colours:
        return Text("Eine Zahl statt eines Strichs", "A number instead of a strike")
    if free < left:
        return Text("So kommst du schneller voran", "That gets you on faster")
    if free > left:
        return Text("Die Felder bleiben frei für höhere Zahlen", "The fields stay free for higher numbers")
    return Text("So bleiben die besseren Felder frei", "The better fields stay free that way")


def _more_hits(mine: RowScore, theirs: RowScore) -> Text:
    """T10, of the row as it then stands."""
    if not theirs.bonus:
        bonus = POINTS.count(mine.bonus)
        return Text(f"Das bringt mehr Treffer und {bonus.de} Bonus", f"That brings more hits and a bonus of {bonus.en}")
    return Text(
        f"Das bringt mehr Treffer und {mine.bonus} statt {theirs.bonus} Punkte Bonus",
        f"That brings more hits and a bonus of {mine.bonus} instead of {theirs.bonus}",
    )


def _counts(mine: RowScore) -> Text:
    if not mine.bonus:
        return Text("Die Reihe wird voll und zählt", "The row is full and counts")
    return Text(
        f"Die Reihe wird voll und zählt, mit {WITH_POINTS.count(mine.bonus).de} Bonus",
        f"The row is full and counts, with a bonus of {POINTS.count(mine.bonus).en}",
    )


def _left(view: View, seat: Seat, better: Mark, other: Mark) -> Text:
    page = view.pages[seat]
    (mine, many), (theirs, fewer) = _score(view, seat, better), _score(view, seat, other)
    if many > fewer and mine.hits <= theirs.hits and other.colours:
        return _next_hit(many, fewer)
    row = entered_row(page, view.dice, better)
    free = [field.most for field, entered in zip(FIELDS[page.sheet][page.at], row, strict=True) if entered is None]
    if not free and page.at == ROWS - 1:
        return Text("mit dieser Runde ist Schluss.", "this round is the last.")
    if not free:
        return Text("danach beginnt die nächste Reihe.", "then the next row begins.")
    highest = max(free)
    return Text(f"die Reihe bleibt offen für die {highest}.", f"the row stays open for the {highest}.")


def _next_hit(many: int, fewer: int) -> Text:
    """With so many free fields instead of fewer, or of another row."""
    often = times(chance_of_hits(many, 1), chance_of_hits(fewer, 1) if fewer else 0)
    return Text(
        f"der nächste Wurf trifft {often.de} mindestens eins davon.",
        f"the next roll meets at least one of them {often.en}.",
    )
