"""Why a move is better in twenty one: hits, full rows, what stays free."""

from pasch.engine.game import Seat
from pasch.engine.language import Text
from pasch.games.twentyone.model import FIELDS, Keep, Mark, Move, Reroll, RowScore, View
from pasch.games.twentyone.rules import entered_row, row_score
from pasch.games.words import joined


def why(view: View, seat: Seat, better: Move, other: Move) -> Text | None:
    match better, other:
        case Keep(), _:
            return _keep(view, seat)
        case Reroll(), _:
            return _reroll(view, seat)
        case Mark(), Mark():
            return joined("; ", [_gain(view, seat, better, other), _left(view, seat, better)])
    return None


def _keep(view: View, seat: Seat) -> Text:
    if any(fit.hit for fit in view.fits[seat]):
        return Text(
            "Ein Treffer liegt schon da; ein neuer Wurf könnte ihn wieder nehmen.",
            "A hit is there already; a new roll could take it away.",
        )
    if view.fits[seat]:
        return Text(
            "Der Wurf passt in die Reihe; ein neuer könnte schlechter fallen.",
            "The roll fits the row; a new one could fall worse.",
        )
    return Text(
        "Auch der neue Wurf passt selten; so bleibt es beim Strich.",
        "A new roll seldom fits either; it stays with the strike.",
    )


def _reroll(view: View, seat: Seat) -> Text:
    if not view.fits[seat]:
        return Text(
            "Von diesem Wurf passt nichts; ein neuer kann nur helfen.",
            "Nothing of this roll fits; a new one can only help.",
        )
    if not any(fit.hit for fit in view.fits[seat]):
        return Text(
            "Ein Treffer ist nicht dabei; der neue Wurf kann noch welche bringen.",
            "There is no hit in it; the new roll can still bring some.",
        )
    return Text(
        "Der Wurf passt nur zum Teil; der neue kann mehr Felder treffen.",
        "The roll fits only in part; the new one can meet more fields.",
    )


def _score(view: View, seat: Seat, mark: Mark) -> tuple[RowScore, int]:
    """What the row is worth after a mark, and how many of its fields are free."""
    page = view.pages[seat]
    row = entered_row(page, view.dice, mark)
    return row_score(row, page.at), row.count(None)


def _gain(view: View, seat: Seat, better: Mark, other: Mark) -> Text:
    (mine, free), (theirs, left) = _score(view, seat, better), _score(view, seat, other)
    if mine.hits > theirs.hits:
        return Text("Das bringt mehr Treffer", "That brings more hits")
    if not free and left:
        return Text("Die Reihe wird voll und zählt", "The row is full and counts")
    if not other.colours:
        return Text("Eine Zahl statt eines Strichs", "A number instead of a strike")
    if free < left:
        return Text("So kommst du schneller voran", "That gets you on faster")
    if free > left:
        return Text("Die Felder bleiben frei für höhere Zahlen", "The fields stay free for higher numbers")
    return Text("So bleiben die besseren Felder frei", "The better fields stay free that way")


def _left(view: View, seat: Seat, better: Mark) -> Text:
    page = view.pages[seat]
    row = entered_row(page, view.dice, better)
    free = [field.most for field, entered in zip(FIELDS[page.sheet][page.at], row, strict=True) if entered is None]
    if not free:
        return Text("danach beginnt die nächste Reihe.", "then the next row begins.")
    highest = max(free)
    return Text(f"die Reihe bleibt offen für die {highest}.", f"the row stays open for the {highest}.")
