"""A sentence in the languages that the table speaks."""

from typing import Literal, NamedTuple

Lang = Literal["de", "en"]
LANGS: tuple[Lang, ...] = ("de", "en")


class Text(NamedTuple):
    de: str
    en: str

    def to(self, lang: Lang) -> str:
        return self.de if lang == "de" else self.en
