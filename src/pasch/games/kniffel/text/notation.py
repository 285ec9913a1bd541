"""The short words in which one types a move of Karten-Kniffel: `t 13+`, `6 666!`, `w 24`."""

import re
from collections.abc import Sequence
from unicodedata import normalize

from pasch.engine.errors import Malformed
from pasch.engine.game import Seat
from pasch.engine.language import Text
from pasch.games.kniffel.hands import points
from pasch.games.kniffel.model import FIELDS, HAND, VALUES, Field, Hand, Move, Phase, Score, Swap, Trim, View
from pasch.games.kniffel.text.words import SAID, digits, field_number

LONGEST = 80
"""Nobody types more than this for a move."""

SWAP = re.compile(r"(?:tauschen|tausche|tausch|swap|t|s) ?([0-9 ]*)([+-]?)")
TRIM = re.compile(r"(?:wirf|trim|w) ?([0-9 ]*)")
BARE = re.compile(r"[0-9 ]+")
SCORE = re.compile(r"([0-9]+|[^0-9]+)([0-9 ]*)")

LOST = {
    Phase.ACT: Text(
        "Das verstehe ich nicht. Tippe zum Beispiel t 13 (1 und 3 tauschen) oder 6 (Feld 6 eintragen).",
        "I do not understand. Type t 13 (swap 1 and 3) or 6 (score field 6), for example.",
    ),
    Phase.TRIM: Text(
        "Das verstehe ich nicht. Tippe die Karten, die du abwirfst, zum Beispiel w 24.",
        "I do not understand. Type the cards that you discard, for example w 24.",
    ),
}
NO_CARD = Text("Karten sind Ziffern von 1 bis 6.", "Cards are digits from 1 to 6.")
WHICH_CARDS = Text(
    "Welche Karten? Zum Beispiel t 13; t + zieht nur eine, t - passt.",
    "Which cards? For example t 13; t + only draws one, t - passes.",
)
NO_FIELD = Text("Die Felder haben die Nummern 1 bis 12.", "The fields have the numbers 1 to 12.")


def write(move: Move, view: View, seat: Seat) -> str:  # noqa: ARG001
    match move:
        case Swap(discard=discard, draw=draw):
            more = "+" if draw > len(discard) else ""
            return f"t {digits(discard)}{more}" if discard or more else "t -"
        case Trim(discard=discard):
            return f"w {digits(discard)}"
        case _:
            return f"{field_number(move.field)} {digits(move.cards)}{'!' if move.announce else ''}"


def read(words: str, view: View, seat: Seat, moves: Sequence[Move]) -> Move:
    typed = _tidy(words) if len(words) <= LONGEST else ""
    if found := SWAP.fullmatch(typed):
        if not (found[1].strip() or found[2]):
            raise Malformed(*WHICH_CARDS)
        discard = _cards(found[1])
        return Swap(discard, len(discard) + (found[2] == "+"))
    if found := TRIM.fullmatch(typed):
        return Trim(_cards(found[1]))
    if view.phase is Phase.TRIM and BARE.fullmatch(typed):
        return Trim(_cards(typed))
    if found := SCORE.fullmatch(typed.replace("!", " ").strip()):
        return _score(found[1].strip(), found[2], "!" in typed, view, seat, moves)
    raise _lost(view)


def _tidy(words: str) -> str:
    """Small letters, one blank between words, umlauts written out, any dash a plain one."""
    small = normalize("NFC", words).casefold().translate(SPELLED)
    return " ".join(small.split())


SPELLED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "–": "-", "−": "-", ",": " ", ";": " "})


def _lost(view: View) -> Malformed:
    return Malformed(*LOST.get(view.phase, LOST[Phase.ACT]))


def _cards(typed: str) -> Hand:
    cards = tuple(int(digit) for digit in typed.replace(" ", ""))
    if any(card not in VALUES for card in cards):
        raise Malformed(*NO_CARD)
    return cards


# A field and the cards for it


def _score(name: str, typed: str, announce: bool, view: View, seat: Seat, moves: Sequence[Move]) -> Score:
    field = _field(name, view)
    return Score(field, _cards(typed) or _best_cards(field, view, seat, moves), announce)


def _best_cards(field: Field, view: View, seat: Seat, moves: Sequence[Move]) -> Hand:
    """The cards that bring the most; where none meet the field, any, so that the rule itself says why not."""
    ways = [move.cards for move in moves if isinstance(move, Score) and move.field is field]
    hand = view.hands[seat] or ()
    return max(ways, key=lambda cards: points(field, cards) or 0, default=hand[:HAND])


def _field(name: str, view: View) -> Field:
    if name.isdecimal():
        return _numbered(name)
    squeezed = _squeezed(name)
    found = [field for field in FIELDS if squeezed in NAMES[field]] or _starting(squeezed)
    if not found:
        raise _lost(view)
    if len(found) > 1:
        raise Malformed(*_which(found))
    return found[0]


def _numbered(number: str) -> Field:
    if number not in NUMBERS:
        raise Malformed(*NO_FIELD)
    return NUMBERS[number]


def _starting(start: str) -> list[Field]:
    return [field for field in FIELDS if start and any(name.startswith(start) for name in NAMES[field])]


def _which(fields: Sequence[Field]) -> Text:
    german = " oder ".join(SAID[field].de for field in fields)
    english = " or ".join(SAID[field].en for field in fields)
    return Text(f"Welches Feld meinst du: {german}?", f"Which field do you mean: {english}?")


def _squeezed(name: str) -> str:
    return _tidy(name).replace(" ", "").replace("-", "")


NUMBERS = {str(field_number(field)): field for field in FIELDS}
NAMES = {field: {_squeezed(name) for name in (*SAID[field], field.value)} for field in FIELDS}
