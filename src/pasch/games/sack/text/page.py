"""What the browser shows of Blöder Sack without asking: what the cards are called (S16)."""

from pasch.engine.language import Text
from pasch.games.sack.text import words as names

CARD_NAMES: dict[str, Text] = names.CARD_NAMES
