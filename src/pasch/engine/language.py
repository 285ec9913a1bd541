"""Sentences: in the languages that the table speaks, and from outside."""

from typing import Literal, NamedTuple

Lang = Literal["de", "en"]
LANGS: tuple[Lang, ...] = ("de", "en")
LONGEST_QUOTE = 300


class Text(NamedTuple):
    de: str
    en: str

    def to(self, lang: Lang) -> str:
        return self.de if lang == "de" else self.en


def one_line(text: str) -> str:
    """Text from outside, fit to be printed: what could move the cursor or forge a line is taken out of it."""
    short = text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…"
    return "".join([letter if letter.isprintable() else "�" for letter in short])
