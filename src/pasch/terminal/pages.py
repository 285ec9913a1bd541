"""The rulebook pages and titles of the games."""

import os

from pasch.engine.game import AnyGame
from pasch.engine.language import Lang
from pasch.games import folder

NEUTRAL = "PASCH_NEUTRAL_NAMES"
"""The setting that shows neutral names instead of the publishers' titles."""


def title(game: AnyGame, lang: Lang) -> str:
    return (game.plain_title if os.environ.get(NEUTRAL) else game.title).to(lang)


def rulebook(game: AnyGame, lang: Lang) -> str:
    """The rulebook page, as Markdown."""
    name = "README.md" if lang == "en" else f"README.{lang}.md"
    page = (folder(game) / name).read_text(encoding="utf-8")
    return page.replace(game.title.to(lang), title(game, lang), 1)
