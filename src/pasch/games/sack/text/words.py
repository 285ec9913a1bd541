"""What cards, values and amounts are called in both languages, and the pictograms of the cards."""

from collections.abc import Iterable

from pasch.engine.language import Lang, Text
from pasch.games.palette import FACES as GLYPHS
from pasch.games.sack.model import CONDITIONS, EVEN, FACES, ODD, Condition, Kind
from pasch.games.words import OR, SEVERAL, Noun, listed

VALUES = (
    Text("Null", "zero"),
    Text("Eins", "one"),
    Text("Zwei", "two"),
    Text("Drei", "three"),
    Text("Vier", "four"),
    Text("Fünf", "five"),
    Text("Sechs", "six"),
)
"""One die by its value."""
NUMBERS = (
    *(Text(value.de.lower(), value.en) for value in VALUES),
    Text("sieben", "seven"),
    Text("acht", "eight"),
    Text("neun", "nine"),
    Text("zehn", "ten"),
    Text("elf", "eleven"),
    Text("zwölf", "twelve"),
)


DICE = Noun(Text("Würfel", "die"), Text("Würfel", "dice"))
WITH_DICE = Noun(Text("Würfel", "die"), Text("Würfeln", "dice"))
SACKS = Noun(Text("Sack", "sack"), Text("Säcke", "sacks"))


def spoken(number: int) -> Text:
    return NUMBERS[number] if number < len(NUMBERS) else Text(str(number), str(number))


# The cards (S16)


def _shown(condition: Condition) -> tuple[Text, str]:
    """What a card is called, and its pictogram: a sign and an object."""
    match condition.kind:
        case Kind.MOST:
            what, drawn = _most(condition.values)
            return Text(f"Meiste {what.de}", f"Most {what.en}"), f"▆▂ {drawn}"
        case Kind.EQUAL:
            return Text("Meiste gleiche", "Most equal"), "▆▂ ⚃=⚃"
        case Kind.DIFFERENT:
            return Text("Meiste verschiedene", "Most different"), "▆▂ ⚀≠⚃"
        case Kind.LAST:
            last = listed(condition.values, OR)
            return Text(f"Letzte {last.de}", f"Last {last.en}"), f"⚑ {_faces(condition.values)}"
        case Kind.SUM:
            return _sum(condition)


def _most(values: tuple[int, ...]) -> tuple[Text, str]:
    others = [value for value in FACES if value not in values]
    if len(values) == 1:
        return SEVERAL[values[0]], _faces(values)
    if len(others) == 1:
        return Text(f"ohne {SEVERAL[others[0]].de}", f"non-{SEVERAL[others[0]].en}"), f"≠ {_faces(others)}"
    digits = ", ".join(map(str, values))
    named = {FACES: (Text("Würfel", "dice"), "□"), EVEN: (EVEN_ONES, _digits(EVEN)), ODD: (ODD_ONES, _digits(ODD))}
    return named.get(values, (Text(digits, digits), _faces(values)))


def _sum(condition: Condition) -> tuple[Text, str]:
    if condition.below:
        return Text(f"Summe unter {condition.below}", f"Sum under {condition.below}"), f"Σ < {condition.below}"
    if condition.parity:
        which, drawn = (EVEN_ONES, EVEN) if condition.parity == "even" else (ODD_ONES, ODD)
        return Text(f"{which.de.capitalize()} Summe", f"{which.en.capitalize()} sum"), f"Σ {_digits(drawn)}"
    return Text("Höchste Summe", "Highest sum"), "Σ "


EVEN_ONES, ODD_ONES = Text("gerade", "even"), Text("ungerade", "odd")


def _faces(values: Iterable[int]) -> str:
    return "".join(GLYPHS[value] for value in values)


def _digits(values: Iterable[int]) -> str:
    return "·".join(map(str, values))


_SHOWN = {card: _shown(condition) for card, condition in CONDITIONS.items()}
CARD_NAMES = {card: name for card, (name, _) in _SHOWN.items()}
PICTOGRAMS = {card: drawn for card, (_, drawn) in _SHOWN.items()}


def card_name(card: str, lang: Lang) -> str:
    """The name of the card with this condition (S16)."""
    return CARD_NAMES[card].to(lang)


def quoted(card: str) -> Text:
    name = CARD_NAMES[card]
    return Text(f"„{name.de}“", f"“{name.en}”")


def is_about_the_last_die(card: str) -> bool:
    """Whether a strength under this condition is the number of a field."""
    return CONDITIONS[card].kind is Kind.LAST
