"""The docs are true: what they show was run, what they quote is there."""

import doctest
import re
from pathlib import Path

import pytest
from docs.make_protocol import PAGE, SCHEMA, page, schema

from pasch.engine.language import LANGS
from pasch.games import GAMES, folder
from pasch.terminal.pages import rulebook

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
NUMBERS = {"kniffel": ("K", 21), "sack": ("S", 24), "twentyone": ("T", 14)}


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_the_session_in_the_readme() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 5
    assert not failed


def test_the_code_in_adding_a_game_is_the_code_of_the_toy_game() -> None:
    page = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```(?:python|markdown)\n(.*?)```", page, re.DOTALL)
    files = [file.read_text(encoding="utf-8") for file in folder(GAMES["hilo"]).iterdir() if file.is_file()]
    assert len(blocks) > 5
    for block in blocks:
        for piece in block.strip().split("\n\n\n"):
            assert any(piece in file for file in files), piece


def test_the_protocol_is_described_as_it_is() -> None:
    assert SCHEMA.read_text(encoding="utf-8") == schema(), "run: make protocol"
    text = PAGE.read_text(encoding="utf-8")
    assert page(text) == text, "run: make protocol"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
        assert target.startswith("http") or (page.parent / target).exists(), target


@pytest.mark.parametrize("game", NUMBERS)
@pytest.mark.parametrize("lang", LANGS)
def test_the_rulebook_page_has_every_rule_once(game: str, lang: str) -> None:
    letter, last = NUMBERS[game]
    found = re.findall(rf"^- \*\*({letter}\d+)\*\*", rulebook(GAMES[game], lang), re.MULTILINE)  # type: ignore[arg-type]
    assert found == [f"{letter}{number}" for number in range(1, last + 1)]


@pytest.mark.parametrize("game", NUMBERS)
def test_every_rule_has_a_test_that_carries_its_number(game: str) -> None:
    letter, last = NUMBERS[game]
    tests = "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / "tests" / "games").glob(f"test_{game}*.py"))
    proved = set(re.findall(rf"def test_({letter}\d+)_", tests))
    assert proved == {f"{letter}{number}" for number in range(1, last + 1)}


@pytest.mark.parametrize("game", NUMBERS)
def test_the_commands_in_the_readme_are_there(game: str) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"src/pasch/games/{game}/README.md" in readme
