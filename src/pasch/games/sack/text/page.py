"""What the browser shows of Blöder Sack without asking: the cards (S16), and numbers of the rulebook."""

from pasch.engine.language import Text
from pasch.games.sack import model
from pasch.games.sack.text import words

CARD_NAMES: dict[str, Text] = words.CARD_NAMES
CONDITIONS: dict[str, model.Condition] = model.CONDITIONS
FACES: tuple[int, ...] = model.FACES
BOARDS: tuple[int, ...] = tuple(model.BOARDS)
DECK: tuple[str, ...] = tuple(card.id for card in model.DECK)
FIELDS: int = model.FIELDS
DICE_PER_ROLL: int = model.DICE_PER_ROLL
CARDS_TO_END: int = model.CARDS_TO_END
