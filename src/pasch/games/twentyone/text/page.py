"""What the browser shows of twenty one without asking: the dice, and the sheets as they are printed."""

from pasch.engine.language import Text
from pasch.games.twentyone import model
from pasch.games.twentyone.text import words

COLOURS: tuple[model.Colour, ...] = model.COLOURS
COLOUR_NAMES: dict[model.Colour, Text] = words.COLOUR_NAMES
NUMBERS: tuple[tuple[int, ...], ...] = model.NUMBERS
BONUS: tuple[int, ...] = model.BONUS
STRUCK: int = model.STRUCK
SHEETS: dict[str, tuple[tuple[model.Colour, ...], ...]] = {
    letter: tuple(tuple(field.colour for field in row) for row in rows) for letter, rows in model.FIELDS.items()
}
