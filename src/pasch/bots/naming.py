"""What bots are called at a table."""

from collections.abc import Collection
from itertools import chain, count

from pasch.bots.levels import CHARACTERS

FREE = ("Trude", "Otto", "Hilde", "Karl", "Ida")
"""For bots that are no character, or whose name somebody else has."""


def bot_name(level: str, taken: Collection[str]) -> str:
    """The name of its level's character, or the first other one that nobody has."""
    names = chain([CHARACTERS[level]] if level in CHARACTERS else [], FREE, (f"Bot {n}" for n in count(1)))
    return next(name for name in names if name not in taken)
