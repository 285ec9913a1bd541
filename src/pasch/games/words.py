"""Words that several games share: things that are counted, things in a row, and the values of dice and cards."""

from collections.abc import Iterable

from pasch.engine.game import Value
from pasch.engine.language import Text

AND, OR = Text("und", "and"), Text("oder", "or")
NOTHING = Text("nichts", "nothing")
OVER = Text("Die Partie ist zu Ende.", "The match is over.")
SEVERAL = (
    Text("Nuller", "zeros"),
    Text("Einser", "ones"),
    Text("Zweier", "twos"),
    Text("Dreier", "threes"),
    Text("Vierer", "fours"),
    Text("Fünfer", "fives"),
    Text("Sechser", "sixes"),
)
"""Several dice or cards of one value."""


class Noun(Value, frozen=True):
    """Something that is counted."""

    one: Text
    many: Text

    def of(self, number: int) -> Text:
        """The word after this number."""
        return self.one if abs(number) == 1 else self.many

    def count(self, number: int) -> Text:
        word = self.of(number)
        return Text(f"{figure(number)} {word.de}", f"{figure(number)} {word.en}")


POINTS = Noun(Text("Punkt", "point"), Text("Punkte", "points"))
WITH_POINTS = Noun(Text("Punkt", "point"), Text("Punkten", "points"))
"""After “mit”."""
CARDS = Noun(Text("Karte", "card"), Text("Karten", "cards"))


def figure(number: int) -> str:
    """A number with a real minus."""
    return str(number).replace("-", "−")


def times(chance: float, instead: float = 0) -> Text:
    """How often something comes about that is neither sure nor all but impossible, and how often it does otherwise."""
    many, otherwise = _of_a_hundred(chance), _of_a_hundred(instead)
    if otherwise in (0, many):
        return Text(f"in {many} von 100 Fällen", f"{many} times out of 100")
    return Text(f"in {many} statt {otherwise} von 100 Fällen", f"{many} instead of {otherwise} times out of 100")


def _of_a_hundred(chance: float) -> int:
    """Rounded, but never to what is sure; what was rounded before is the same on all machines."""
    return min(99, round(round(100 * chance, 6)))


SURE = 1 - 1e-9
"""A chance from here on is 1, but for how machines add up."""


def listed(parts: Iterable[object], link: Text = AND) -> Text:
    """Things in a row, the last two joined by a word: 1, 3 and 6."""
    *most, last = [str(part) for part in parts] or [""]
    head = ", ".join(most)
    return Text(f"{head} {link.de} {last}", f"{head} {link.en} {last}") if most else Text(last, last)


def joined(separator: str, texts: Iterable[Text]) -> Text:
    """Several texts as one, in both languages."""
    pairs = list(texts)
    return Text(separator.join([text.de for text in pairs]), separator.join([text.en for text in pairs]))
