"""What happened in a match of twenty one, in sentences."""

from collections.abc import Sequence

from pasch.engine.language import Lang, Text
from pasch.engine.match import Event
from pasch.games.narration import chosen
from pasch.games.twentyone.model import NUMBERS, STRUCK, Keep, Mark, Marked, Phase, Reroll, View
from pasch.games.twentyone.text.words import COLOUR_NAMES, again, all_dice, colours_of, ending, field, worth
from pasch.games.words import OVER, POINTS, listed


def tell(event: Event, before: View, after: View, names: Sequence[str], lang: Lang) -> list[str]:
    who = names[before.active if event.seat is None else event.seat]
    match event.what:
        case Keep():
            return [Text(f"{who} behält den Wurf.", f"{who} keeps the roll.").to(lang)]
        case Reroll():
            rolled = again(before, lang)
            return [Text(f"{who} würfelt nochmal: {rolled}.", f"{who} rolls again: {rolled}.").to(lang)]
        case Mark():
            # What was chosen stays hidden until all have chosen (T13).
            return _tell_round(after, names, lang) if after.news else [chosen(who).to(lang)]
        case _:
            lie = all_dice(after, lang)
            return [Text(f"{who} würfelt: {lie}.", f"{who} rolls: {lie}.").to(lang)]


def _tell_round(after: View, names: Sequence[str], lang: Lang) -> list[str]:
    told = [f"{_tell_marked(after, marked, names, lang)}; {_tell_row(marked, lang)}." for marked in after.news]
    return [*told, OVER.to(lang), ending(after, names, lang)] if after.phase is Phase.OVER else told


def _tell_marked(after: View, marked: Marked, names: Sequence[str], lang: Lang) -> str:
    who, printed = names[marked.seat], NUMBERS[marked.row]
    colours = [COLOUR_NAMES[colour].to(lang) for colour in colours_of(after.pages[marked.seat], marked.row)]
    new = [at for at, entered in enumerate(marked.after) if entered != marked.before[at]]
    if marked.after[new[0]] == STRUCK:
        where = f"{new[0] + 1} ({colours[new[0]]})"
        return Text(f"{who} streicht Feld {where}", f"{who} strikes field {where}").to(lang)
    what = listed([f"{colours[at]} {field(marked.after[at], printed[at], lang)}" for at in new]).to(lang)
    return Text(f"{who} trägt {what} ein", f"{who} enters {what}").to(lang)


def _tell_row(marked: Marked, lang: Lang) -> str:
    row, points = marked.row + 1, worth(marked.score)
    if None in marked.after:
        return Text(f"Reihe {row} steht bei {points}", f"row {row} stands at {points}").to(lang)
    unit = POINTS.of(marked.score.points)
    return Text(f"Reihe {row} ist voll: {points} {unit.de}", f"row {row} is full: {points} {unit.en}").to(lang)
