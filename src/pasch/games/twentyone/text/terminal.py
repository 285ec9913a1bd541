"""twenty one in a terminal without pictures: the table in sentences, what is asked, what can be typed."""

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence

from pasch.engine.errors import Malformed
from pasch.engine.game import Seat
from pasch.engine.language import Lang, Text
from pasch.games.twentyone.model import COLOURS, NUMBERS, ROWS, Colour, Effect, Keep, Mark, Move, Phase, Reroll, View
from pasch.games.twentyone.text.words import (
    COLOUR_NAMES,
    again,
    all_dice,
    colours_of,
    current_colours,
    dice,
    field,
    fitting,
    is_begun,
    number,
    positions,
    sentence,
    situation,
    strike,
    worth,
)
from pasch.games.words import POINTS, listed

OTHER_SPELLINGS: dict[str, Colour] = {"gruen": "green"}
KEEP_WORDS = ("k", "keep", "b", "behalten")
REROLL_WORDS = ("n", "nochmal", "a", "again", "r", "reroll")
STRIKE_WORDS = ("-", "–", "−", "x", "strich", "streichen", "strike")
YES_WORDS = ("j", "ja", "y", "yes")
"""Where nothing fits, the question is whether to strike."""
IDLE_WORDS = ("", "und", "and", "feld", "felder", "field", "fields")
"""Said in between, and meaning nothing."""

FIELD = Text("Feld", "field")
CURRENT = Text("jetzt", "current")
FULL = Text("voll", "full")
NOT_FULL = Text("nicht voll", "not full")
STILL_EMPTY = Text("noch leer", "still empty")
KEEP = Text("Behalten", "Keep")
WHICH_NUMBERS = Text("Welche Zahlen trägst du ein?", "Which numbers do you enter?")
NOTHING_FITS = Text("Keine Zahl passt.", "No number fits.")
TYPE_KEEP_OR_REROLL = Text("Tippe k für Behalten oder n für Nochmal.", "Type k to keep or n to roll again.")
TYPE_FIELDS = Text(
    "Tippe die Felder von links, zum Beispiel 1 3, oder - für einen Strich.",
    "Type the fields from the left, for example 1 3, or - for a strike.",
)


# The table


def lines(view: View, seat: Seat | None, names: Sequence[str], lang: Lang) -> list[str]:
    """What is needed for the choice comes last, right before the question."""
    others = [_other_line(view, Seat(owner), names, lang) for owner in range(len(view.pages)) if owner != seat]
    said = [situation(view, names, lang), *others]
    if seat is None:
        return [*said, *_dice_lines(view, lang)]
    own = [_sheet_line(view, seat, names, lang), *(_row_line(view, seat, row, lang) for row in range(ROWS))]
    return [*said, *own, *_dice_lines(view, lang), *_offer_lines(view, seat, lang)]


def reckoning(view: View, seat: Seat, lang: Lang) -> str:
    """T10–T12: what each row brought."""
    total, rows = POINTS.count(view.totals[seat]), " + ".join(str(score.points) for score in view.scores[seat])
    return Text(f"{total.de} ({rows})", f"{total.en} ({rows})").to(lang)


def _other_line(view: View, seat: Seat, names: Sequence[str], lang: Lang) -> str:
    at = view.pages[seat].at
    full = [score.points for score in view.scores[seat][:at]]
    parts = [_sheet_line(view, seat, names, lang)]
    if full:
        points, unit = ", ".join(map(str, full)), POINTS.of(full[-1])
        parts.append(Text(f"Volle Reihen: {points} {unit.de}.", f"Full rows: {points} {unit.en}.").to(lang))
    if at < ROWS:
        parts.append(_row_line(view, seat, at, lang))
    return " ".join(parts)


def _sheet_line(view: View, seat: Seat, names: Sequence[str], lang: Lang) -> str:
    sheet, total = view.pages[seat].sheet, view.totals[seat]
    said = Text(f"{names[seat]}, Blatt {sheet}, Summe {total}", f"{names[seat]}, sheet {sheet}, sum {total}").to(lang)
    if view.phase is not Phase.MARK:
        return f"{said}."
    chosen = Text("wählt noch", "is choosing") if seat in view.waiting else Text("hat gewählt", "has chosen")
    return f"{said}, {chosen.to(lang)}."


def _row_line(view: View, seat: Seat, row: int, lang: Lang) -> str:
    page = view.pages[seat]
    entries = zip(colours_of(page, row), page.rows[row], NUMBERS[row], strict=True)
    fields = ", ".join(f"{COLOUR_NAMES[colour].to(lang)} {field(entry, most, lang)}" for colour, entry, most in entries)
    if row > page.at:
        return Text(f"Reihe {row + 1}: {fields}.", f"Row {row + 1}: {fields}.").to(lang)
    stands = _row_state(view, seat, row, lang)
    return Text(f"Reihe {row + 1}, {stands}: {fields}.", f"Row {row + 1}, {stands}: {fields}.").to(lang)


def _row_state(view: View, seat: Seat, row: int, lang: Lang) -> str:
    page = view.pages[seat]
    full = FULL if row < page.at else NOT_FULL if view.phase is Phase.OVER else CURRENT
    points = worth(view.scores[seat][row]) if is_begun(page.rows[row]) else STILL_EMPTY.to(lang)
    return f"{full.to(lang)}, {points}"


def _dice_lines(view: View, lang: Lang) -> list[str]:
    if view.phase not in (Phase.KEEP, Phase.MARK):
        return []
    lie = all_dice(view, lang)
    return [Text(f"Die Würfel: {lie}.", f"The dice: {lie}.").to(lang)]


def _offer_lines(view: View, seat: Seat, lang: Lang) -> list[str]:
    """What the dice offer the seat, or what it has chosen."""
    if view.phase not in (Phase.KEEP, Phase.MARK):
        return []
    chosen = view.choices[seat]
    fields = _offers(view, seat, fitting(view, seat) if chosen is None else chosen.colours, lang)
    if chosen is not None:
        return [f"{Text('Gewählt', 'Chosen').to(lang)}: {fields or strike(view, seat, lang)}."]
    return [f"{Text('Es passt', 'What fits').to(lang)}: {fields}." if fields else NOTHING_FITS.to(lang)]


def _offers(view: View, seat: Seat, colours: Collection[Colour], lang: Lang) -> str:
    """These dice and the fields of the current row that they go to."""
    printed = NUMBERS[view.pages[seat].at]
    where = [(at, colour, view.dice[COLOURS.index(colour)]) for at, colour in positions(view, seat, colours)]
    return ", ".join(
        f"{FIELD.to(lang)} {at} {COLOUR_NAMES[colour].to(lang)} {field(value, printed[at - 1], lang)}"
        for at, colour, value in where
    )


# What is asked, and what can be typed


def question(view: View, seat: Seat, names: Sequence[str], lang: Lang) -> str:
    if view.phase is Phase.KEEP and seat == view.active:
        rolled = sentence(again(view, lang))
        return Text(f"Behalten oder nochmal? {rolled}.", f"Keep or again? {rolled}.").to(lang)
    if seat not in view.waiting:
        return situation(view, names, lang)
    return WHICH_NUMBERS.to(lang) if fitting(view, seat) else f"{NOTHING_FITS.to(lang)} {strike(view, seat, lang)}?"


def examples(view: View, seat: Seat, lang: Lang) -> list[tuple[str, str]]:
    if view.phase is Phase.KEEP and seat == view.active:
        rolled = again(view, lang)
        return [("k", KEEP.to(lang)), ("n", Text(f"Nochmal: {rolled}", f"Again: {rolled}").to(lang))]
    if seat not in view.waiting:
        return []
    return [*_help_to_enter(view, seat, lang), ("-", strike(view, seat, lang))]


def _help_to_enter(view: View, seat: Seat, lang: Lang) -> list[tuple[str, str]]:
    """All that fits, then the first alone, by its place and by its colour."""
    fits = positions(view, seat, fitting(view, seat))
    numbers = [number(view, colour, lang) for _, colour in fits]
    first = [typed for at, colour in fits[:1] for typed in (str(at), COLOUR_NAMES[colour].to(lang))]
    every = [" ".join(str(at) for at, _ in fits)] if len(fits) > 1 else []
    return [(typed, _enter(numbers, lang)) for typed in every] + [(typed, _enter(numbers[:1], lang)) for typed in first]


def _enter(numbers: Sequence[str], lang: Lang) -> str:
    what = listed(numbers).to(lang)
    return sentence(Text(f"{what} eintragen", f"enter {what}").to(lang))


def write(move: Move, view: View, seat: Seat) -> str:
    match move:
        case Keep():
            return "k"
        case Reroll():
            return "n"
        case Mark(colours):
            return " ".join(str(at) for at, _ in positions(view, seat, colours)) or "-"


def read(words: str, view: View, seat: Seat, moves: Sequence[Move]) -> Move:
    said = [word for word in re.split(r"[\s,;.+&]+", _plain(words)) if word not in IDLE_WORDS]
    match said:
        case [word] if word in KEEP_WORDS:
            return Keep()
        case [word] if word in REROLL_WORDS:
            return Reroll()
        case [word] if word in STRIKE_WORDS or (word in YES_WORDS and _is_asked_to_strike(view, seat)):
            return Mark(())
        case []:
            raise Malformed(*_expected(moves))
        case _:
            row = current_colours(view, seat)
            return Mark(tuple(colour for word in said for colour in _read_fields(word, row, moves)))


def _is_asked_to_strike(view: View, seat: Seat) -> bool:
    return view.phase is Phase.MARK and seat in view.waiting and not fitting(view, seat)


def _plain(words: str) -> str:
    return unicodedata.normalize("NFC", words).casefold()


def _read_fields(word: str, row: Sequence[Colour], moves: Sequence[Move]) -> list[Colour]:
    """The colours that a word means: positions, or the name of one colour or its beginning."""
    if re.fullmatch("[1-6]+", word):
        return [row[int(digit) - 1] for digit in word]
    meant = {colour for name, colour in _spellings() if name.startswith(word)}
    if len(meant) == 1:
        return list(meant)
    trouble = (
        Text(f"{word!r:.40} kann mehrere Farben meinen.", f"{word!r:.40} can mean several colours.")
        if meant
        else Text(f"{word!r:.40} kenne ich hier nicht.", f"{word!r:.40} means nothing here.")
    )
    expected = _expected(moves)
    raise Malformed(f"{trouble.de} {expected.de}", f"{trouble.en} {expected.en}")


def _spellings() -> Iterator[tuple[str, Colour]]:
    yield from ((_plain(name), colour) for colour, names in COLOUR_NAMES.items() for name in names)
    yield from OTHER_SPELLINGS.items()


def _expected(moves: Sequence[Move]) -> Text:
    return TYPE_KEEP_OR_REROLL if Keep() in moves else TYPE_FIELDS


# What a move brings


def describe(move: Move, effect: Effect, view: View, names: Sequence[str], lang: Lang) -> str:  # noqa: ARG001
    match move:
        case Keep():
            return KEEP.to(lang)
        case Reroll():
            rolled = dice(effect.rerolls, lang)
            return Text(f"Nochmal: {rolled}", f"Again: {rolled}").to(lang)
        case Mark(()):
            return f"{Text('Feld streichen', 'Strike a field').to(lang)}: {_then(effect, lang)}"
        case Mark(colours):
            return f"{_enter([number(view, colour, lang) for colour in colours], lang)}: {_then(effect, lang)}"


def _then(effect: Effect, lang: Lang) -> str:
    assert effect.row is not None
    parts = f"{effect.row.numbers} + {effect.row.bonus}"
    if effect.full:
        return Text(f"Reihe voll mit {parts}", f"row full with {parts}").to(lang)
    return Text(f"Reihe dann {parts}", f"row then {parts}").to(lang)
