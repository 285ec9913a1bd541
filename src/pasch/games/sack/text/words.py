"""What cards, values and amounts are called in both languages."""

from collections.abc import Sequence
from typing import NamedTuple

from pasch.engine.language import Lang, Text

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

CARD_NAMES: dict[str, Text] = {
    "most-dice": Text("Meiste Würfel", "Most dice"),
    **{f"most-{n}": Text(f"Meiste {SEVERAL[n].de}", f"Most {SEVERAL[n].en}") for n in range(1, 7)},
    **{f"most-not-{n}": Text(f"Meiste außer {VALUES[n].de}", f"Most but {SEVERAL[n].en}") for n in range(1, 7)},
    "most-123": Text("Meiste 1, 2, 3", "Most 1, 2, 3"),
    "most-456": Text("Meiste 4, 5, 6", "Most 4, 5, 6"),
    "most-even": Text("Meiste gerade", "Most even"),
    "most-odd": Text("Meiste ungerade", "Most odd"),
    "most-equal": Text("Meiste gleiche", "Most equal"),
    "most-different": Text("Meiste verschiedene", "Most different"),
    **{f"last-{n}": Text(f"Letzte {n}", f"Last {n}") for n in range(1, 7)},
    "last-123": Text("Letzte 1, 2 oder 3", "Last 1, 2 or 3"),
    "last-456": Text("Letzte 4, 5 oder 6", "Last 4, 5 or 6"),
    "sum": Text("Höchste Summe", "Highest sum"),
    "sum-even": Text("Gerade Summe", "Even sum"),
    "sum-odd": Text("Ungerade Summe", "Odd sum"),
    "sum-under-10": Text("Summe unter 10", "Sum under 10"),
    "sum-under-15": Text("Summe unter 15", "Sum under 15"),
}


class Noun(NamedTuple):
    one: Text
    many: Text


DICE = Noun(Text("Würfel", "die"), Text("Würfel", "dice"))
CARDS = Noun(Text("Karte", "card"), Text("Karten", "cards"))
SACKS = Noun(Text("Sack", "sack"), Text("Säcke", "sacks"))


def card_name(card: str, lang: Lang) -> str:
    """The name of the card with this condition (S16)."""
    return CARD_NAMES[card].to(lang)


def quoted(card: str) -> Text:
    name = CARD_NAMES[card]
    return Text(f"„{name.de}“", f"“{name.en}”")


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


def is_about_the_last_die(card: str) -> bool:
    """Whether a strength under this condition is the number of a field."""
    return card.startswith("last-")
