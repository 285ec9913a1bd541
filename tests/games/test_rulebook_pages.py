"""The rulebook pages: what players must know before the first turn, in their words, the same in both languages."""

import re

import pytest

from pasch.engine.game import AnyGame
from pasch.engine.language import LANGS, Lang
from pasch.games import GAMES, folder
from pasch.terminal.pages import rulebook

REAL = [game for game in GAMES.values() if "pasch/games" in folder(game).as_posix()]
EACH_PAGE = pytest.mark.parametrize(
    ("game", "lang"), [pytest.param(game, lang, id=f"{game.id}-{lang}") for game in REAL for lang in LANGS]
)
TOLD = {
    "de": ("ab 8 Jahren", "Minuten", "im Uhrzeigersinn", "entscheidet das Los"),
    "en": ("8 and up", "minutes", "clockwise", "lot"),
}
FOR_PROGRAMS = {"de": "## Im Protokoll", "en": "## In the record"}
EXAMPLES = {"de": "## Beispiele", "en": "## Examples"}


def part(page: str, title: str) -> str:
    return page.split(f"\n{title}\n")[1].split("\n## ")[0]


@EACH_PAGE
def test_a_page_says_for_whom_how_long_who_begins_and_which_way_round(game: AnyGame, lang: Lang) -> None:
    page = rulebook(game, lang)
    for_players = page.replace(part(page, FOR_PROGRAMS[lang]), "")
    assert all(words in for_players for words in TOLD[lang])


@EACH_PAGE
def test_words_of_programs_stand_in_the_part_for_programs_only(game: AnyGame, lang: Lang) -> None:
    page = rulebook(game, lang)
    assert "`" in part(page, FOR_PROGRAMS[lang])
    assert "`" not in page.replace(part(page, FOR_PROGRAMS[lang]), "")
    assert ".json" not in page.replace(part(page, FOR_PROGRAMS[lang]), "")


@pytest.mark.parametrize("game", REAL, ids=lambda game: game.id)
def test_both_languages_tell_the_same_examples(game: AnyGame) -> None:
    german, english = (set(re.findall(r"[A-Z]?\d+", part(rulebook(game, lang), EXAMPLES[lang]))) for lang in LANGS)
    assert german == english
    assert len(german) > 5
