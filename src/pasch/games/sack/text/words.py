"""What cards, values and amounts are called in both languages, and the pictograms of the cards."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pasch.engine.language import Lang, Text
from pasch.games.palette import FACES as GLYPHS
from pasch.games.sack.model import CONDITIONS, EVEN, FACES, ODD, Condition, Kind

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
SEVERAL = (
    Text("Nuller", "zeros"),
    Text("Einser", "ones"),
    Text("Zweier", "twos"),
    Text("Dreier", "threes"),
    Text("Vierer", "fours"),
    Text("Fünfer", "fives"),
    Text("Sechser", "sixes"),
)
"""Several dice of one value."""
NUMBERS = (
    *(Text(value.de.lower(), value.en) for value in VALUES),
    Text("sieben", "seven"),
    Text("acht", "eight"),
    Text("neun", "nine"),
    Text("zehn", "ten"),
    Text("elf", "eleven"),
    Text("zwölf", "twelve"),
)


class Noun(NamedTuple):
    one: Text
    many: Text


DICE = Noun(Text("Würfel", "die"), Text("Würfel", "dice"))
CARDS = Noun(Text("Karte", "card"), Text("Karten", "cards"))
SACKS = Noun(Text("Sack", "sack"), Text("Säcke", "sacks"))


def amount(number: int, noun: Noun) -> Text:
    word = noun.one if number == 1 else noun.many
    return Text(f"{number} {word.de}", f"{number} {word.en}")


def spoken(number: int) -> Text:
    return NUMBERS[number] if number < len(NUMBERS) else Text(str(number), str(number))


def listed(words: Sequence[str], link: Text) -> Text:
    """The words in a row, the last two joined by `link`."""
    *most, last = words
    head = ", ".join(most)
    return Text(f"{head} {link.de} {last}", f"{head} {link.en} {last}") if head else Text(last, last)


AND, OR = Text("und", "and"), Text("oder", "or")


# The cards (S16)


def excluded(condition: Condition) -> int | None:
    """The value that does not count, where that is a single one."""
    others = [value for value in FACES if value not in condition.values]
    return others[0] if len(others) == 1 else None


def _name(condition: Condition) -> Text:
    match condition.kind:
        case Kind.MOST:
            what = _most(condition)
            return Text(f"Meiste {what.de}", f"Most {what.en}")
        case Kind.EQUAL:
            return Text("Meiste gleiche", "Most equal")
        case Kind.DIFFERENT:
            return Text("Meiste verschiedene", "Most different")
        case Kind.LAST:
            last = listed([str(value) for value in condition.values], OR)
            return Text(f"Letzte {last.de}", f"Last {last.en}")
        case Kind.SUM:
            return _sum(condition)


def _most(condition: Condition) -> Text:
    values, but = condition.values, excluded(condition)
    if but:
        return Text(f"außer {VALUES[but].de}", f"but {SEVERAL[but].en}")
    if len(values) == 1:
        return SEVERAL[values[0]]
    digits = ", ".join(map(str, values))
    named = {FACES: Text("Würfel", "dice"), EVEN: Text("gerade", "even"), ODD: Text("ungerade", "odd")}
    return named.get(values, Text(digits, digits))


def _sum(condition: Condition) -> Text:
    if condition.below:
        return Text(f"Summe unter {condition.below}", f"Sum under {condition.below}")
    named = {None: ("Höchste", "Highest"), "even": ("Gerade", "Even"), "odd": ("Ungerade", "Odd")}
    german, english = named[condition.parity]
    return Text(f"{german} Summe", f"{english} sum")


CARD_NAMES = {card: _name(condition) for card, condition in CONDITIONS.items()}


def card_name(card: str, lang: Lang) -> str:
    """The name of the card with this condition (S16)."""
    return CARD_NAMES[card].to(lang)


def quoted(card: str) -> Text:
    name = CARD_NAMES[card]
    return Text(f"„{name.de}“", f"“{name.en}”")


def pictogram(card: str) -> str:
    """A sign and an object that say the same."""
    condition = CONDITIONS[card]
    match condition.kind:
        case Kind.MOST:
            return f"▆▂ {_drawn(condition)}"
        case Kind.EQUAL:
            return "▆▂ ⚃=⚃"
        case Kind.DIFFERENT:
            return "▆▂ ⚀≠⚃"
        case Kind.LAST:
            return f"⚑ {_drawn(condition)}"
        case Kind.SUM if condition.parity:
            return f"Σ {_dotted(value for value in FACES if condition.allows(value))}"
        case Kind.SUM:
            return f"Σ < {condition.below}" if condition.below else "Σ "


def _drawn(condition: Condition) -> str:
    values, but = condition.values, excluded(condition)
    if but:
        return f"≠ {GLYPHS[but]}"
    named = {FACES: "□", EVEN: _dotted(EVEN), ODD: _dotted(ODD)}
    return named.get(values) or "".join(GLYPHS[value] for value in values)


def _dotted(values: Iterable[int]) -> str:
    return "·".join(map(str, values))


def is_about_the_last_die(card: str) -> bool:
    """Whether a strength under this condition is the number of a field."""
    return CONDITIONS[card].kind is Kind.LAST
