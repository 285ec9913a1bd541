"""The words of twenty one that its pictures and its sentences share: colours, fields, dice, who does what."""

from collections.abc import Collection, Sequence

from pasch.engine.game import Seat
from pasch.engine.language import Lang, Text
from pasch.games.twentyone.model import COLOURS, ROWS, SHEETS, STRUCK, Colour, Page, Phase, Row, RowScore, View
from pasch.games.words import WITH_POINTS, listed

COLOUR_NAMES: dict[Colour, Text] = {
    "red": Text("rot", "red"),
    "yellow": Text("gelb", "yellow"),
    "green": Text("grün", "green"),
    "blue": Text("blau", "blue"),
    "white": Text("weiß", "white"),
    "black": Text("schwarz", "black"),
}
MOST_NAMED = 2
"""So many who still choose are named; more are counted."""


# Fields


def colours_of(page: Page, row: int) -> tuple[Colour, ...]:
    """The colours of a row's fields, from left to right."""
    return tuple(COLOURS[colour] for colour in SHEETS[page.sheet][row])


def current_colours(view: View, seat: Seat) -> tuple[Colour, ...]:
    page = view.pages[seat]
    return colours_of(page, min(page.at, ROWS - 1))


def positions(view: View, seat: Seat, colours: Collection[Colour]) -> list[tuple[int, Colour]]:
    """Where these colours stand in the seat's current row, from 1."""
    return [(at, colour) for at, colour in enumerate(current_colours(view, seat), 1) if colour in colours]


def is_begun(row: Row) -> bool:
    return any(entered is not None for entered in row)


def fitting(view: View, seat: Seat) -> tuple[Colour, ...]:
    """The colours whose numbers this seat could enter, should the dice stay as they lie."""
    return tuple(fit.colour for fit in view.fits[seat])


def field(number: int | None, printed: int, lang: Lang) -> str:
    match number:
        case None:
            return Text(f"frei bis {printed}", f"free up to {printed}").to(lang)
        case _ if number == STRUCK:
            return Text("gestrichen", "struck").to(lang)
        case _ if number == printed:
            return Text(f"{number} (Treffer)", f"{number} (hit)").to(lang)
        case _:
            return str(number)


def strike(view: View, seat: Seat, lang: Lang) -> str:
    page = view.pages[seat]
    at = page.rows[page.at].index(None)
    colour = COLOUR_NAMES[colours_of(page, page.at)[at]]
    return Text(f"Feld {at + 1} ({colour.de}) streichen", f"Strike field {at + 1} ({colour.en})").to(lang)


# Dice and points


def number(view: View, colour: Colour, lang: Lang) -> str:
    """What the die of this colour shows."""
    return f"{COLOUR_NAMES[colour].to(lang)} {view.dice[COLOURS.index(colour)]}"


def all_dice(view: View, lang: Lang) -> str:
    return ", ".join(number(view, colour, lang) for colour in COLOURS)


def dice(count: int, lang: Lang) -> str:
    return Text(f"{count} Würfel", f"{count} {'die' if count == 1 else 'dice'}").to(lang)


def again(view: View, lang: Lang) -> str:
    """What rolling again would roll, and what would stay."""
    ones = len(view.locked)
    rolled = dice(len(COLOURS) - ones, lang)
    match ones:
        case 0:
            return Text(f"alle {rolled}", f"all {rolled}").to(lang)
        case 1:
            return Text(f"{rolled}, die 1 bleibt liegen", f"{rolled}, the 1 stays").to(lang)
        case _:
            return Text(f"{rolled}, {ones} Einsen bleiben liegen", f"{rolled}, {ones} ones stay").to(lang)


def worth(score: RowScore) -> str:
    return f"{score.numbers} + {score.bonus} = {score.points}"


# Who does what


def situation(view: View, names: Sequence[str], lang: Lang) -> str:
    who = names[view.active]
    match view.phase:
        case Phase.ROLL:
            return Text(f"{who} würfelt.", f"{who} rolls.").to(lang)
        case Phase.KEEP:
            return Text(f"{who} überlegt: behalten oder nochmal?", f"{who} is thinking: keep or again?").to(lang)
        case Phase.AGAIN:
            return Text(f"{who} würfelt nochmal.", f"{who} rolls again.").to(lang)
        case Phase.MARK:
            rolled = Text(f"{who} hat gewürfelt.", f"{who} has rolled.").to(lang)
            return f"{rolled} {_still_choosing(view, names, lang)}"
        case Phase.OVER:
            return ending(view, names, lang)


def _still_choosing(view: View, names: Sequence[str], lang: Lang) -> str:
    count = len(view.waiting)
    if count == len(view.pages):
        return Text("Jetzt wählen alle.", "Everyone chooses.").to(lang)
    if count > MOST_NAMED:
        return Text(f"{count} wählen noch.", f"{count} are still choosing.").to(lang)
    who = listed([names[seat] for seat in view.waiting]).to(lang)
    return Text(f"Noch am Überlegen: {who}.", f"Still choosing: {who}.").to(lang)


def ending(view: View, names: Sequence[str], lang: Lang) -> str:
    best = [names[seat] for seat, place in enumerate(view.places) if place == 1]
    who, points = listed(best).to(lang), WITH_POINTS.count(max(view.totals))
    if len(best) == 1:
        return Text(f"{who} gewinnt mit {points.de}.", f"{who} wins with {points.en}.").to(lang)
    return Text(f"{who} teilen sich den Sieg mit {points.de}.", f"{who} share the win with {points.en}.").to(lang)


def sentence(words: str) -> str:
    return words[:1].upper() + words[1:]
