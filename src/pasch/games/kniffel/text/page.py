"""What the browser shows of Karten-Kniffel without asking: the fields in their order, and what they are called."""

from pasch.engine.language import Text
from pasch.games.kniffel import model
from pasch.games.kniffel.text import words

FIELDS: tuple[model.Field, ...] = model.FIELDS
UPPER: tuple[model.Field, ...] = model.UPPER
FIELD_NAMES: dict[model.Field, Text] = words.FIELD_NAMES
FIELD_SIGNS: dict[model.Field, str] = words.FIELD_SIGNS
VALUES: tuple[int, ...] = tuple(model.VALUES)
CARDS_PER_VALUE: int = model.CARDS_PER_VALUE
HAND: int = model.HAND
MOST_DRAWN: int = model.MOST_DRAWN
BONUS_FROM: int = model.BONUS_FROM
BONUS: int = model.BONUS
MALUS_BELOW: int = model.MALUS_BELOW
MALUS: int = model.MALUS
