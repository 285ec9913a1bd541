"""The architecture: who may import whom, and which files may name a game.

What holds for every file is one test, which names the files that break it: a test for each file takes longer to begin
than to run.
"""

import ast
import os
import re
from collections.abc import Callable, Iterable
from functools import cache
from inspect import isclass, isfunction, signature
from pathlib import Path
from typing import Protocol

import pytest

from pasch.engine.game import AnyGame
from pasch.games import GAMES, folder, parts
from pasch.terminal.pages import rulebook
from tests.rooms import MAY_IMPORT

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "pasch"
FILES = sorted(SOURCE.rglob("*.py"))
MADE = {".git", ".venv", "node_modules", "dist", "build", "client"}
"""Folders of which nothing was written here: installed, or built."""
CLIENT = ROOT / "web" / "src"
OF_THE_CLIENT = (".ts", ".js", ".svelte", ".css", ".html")


def files_of(folder: Path, *suffixes: str) -> list[Path]:
    found = []
    for at, folders, names in os.walk(folder):
        folders[:] = sorted(set(folders) - MADE)
        found += [Path(at) / name for name in names if name.endswith(suffixes)]
    return sorted(found)


CLIENT_FILES = files_of(CLIENT, *OF_THE_CLIENT)
REAL_GAMES = [game for game in GAMES.values() if folder(game).is_relative_to(SOURCE)]


@cache
def text(file: Path) -> str:
    return file.read_text(encoding="utf-8")


@cache
def tree(file: Path) -> ast.Module:
    return ast.parse(text(file))


def where(faults: Callable[[Path], object], files: Iterable[Path]) -> dict[str, object]:
    """The files in which something is wrong, and what it is."""
    assert files, "there is nothing to look at"
    return {str(file.relative_to(ROOT)): found for file in files if (found := faults(file))}


def room(file: Path) -> str:
    return file.relative_to(SOURCE).with_suffix("").parts[0]


def imports(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return {name for name in found if name.split(".")[0] == "pasch"}


def test_imports_go_one_way() -> None:
    def beyond(file: Path) -> set[str]:
        return {[*name.split("."), "__init__"][1] for name in imports(file)} - MAY_IMPORT[room(file)]

    assert where(beyond, FILES) == {}


@pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.id)
def test_rules_import_the_engine_and_their_own_nouns_only(game: object) -> None:
    for name in imports(folder(game) / "rules.py"):  # type: ignore[arg-type]
        assert name.startswith(("pasch.engine", f"pasch.games.{game.id}."))  # type: ignore[attr-defined]


def others_named(file: Path, own: str | None) -> set[str]:
    """The games that a file names, but for its own."""
    return {game.id for game in REAL_GAMES if game.id != own}.intersection(re.findall(r"\w+", text(file).lower()))


def test_nobody_outside_its_folder_knows_a_game_by_name() -> None:
    def named(file: Path) -> set[str]:
        return others_named(file, file.relative_to(SOURCE).parts[1] if room(file) == "games" else None)

    assert where(named, FILES) == {}


def test_nobody_in_the_client_outside_its_folder_knows_a_game_by_name() -> None:
    def named(file: Path) -> set[str]:
        return others_named(file, file.relative_to(CLIENT).parts[1] if file.is_relative_to(CLIENT / "games") else None)

    assert where(named, CLIENT_FILES) == {}


RULES = {game.id: set(re.findall(r"^- \*\*([A-Z]\d+)\*\*", rulebook(game, "en"), re.MULTILINE)) for game in REAL_GAMES}


def test_rulebooks_number_their_rules() -> None:
    assert all(len(rules) > 10 for rules in RULES.values())


def test_rules_are_named_by_number_in_their_own_game_only() -> None:
    def named(file: Path) -> set[str]:
        own = next((game.id for game in REAL_GAMES if f"/games/{game.id}/" in file.as_posix()), None)
        others = set[str]().union(*(rules for game, rules in RULES.items() if game != own))
        return others.intersection(re.findall(r"\w+", text(file)))

    assert where(named, [*FILES, *CLIENT_FILES]) == {}


def test_files_say_what_they_are() -> None:
    assert where(lambda file: not ast.get_docstring(tree(file)), FILES) == {}


WRITTEN = [file for file in CLIENT_FILES if file.name not in {"types.ts", "protocol.ts"}]
"""The client's files that people write; the other ones are generated from the server's types."""


def test_files_stay_short() -> None:
    """A file that passes 400 lines is asking to be two."""

    def too_many(file: Path) -> int:
        lines = len(text(file).splitlines())
        return lines if lines > 400 else 0

    assert where(too_many, [*FILES, *WRITTEN]) == {}


PARTS: dict[type, Callable[[AnyGame], object]] = {
    parts.GameText: parts.text_of,
    parts.Greedy: parts.greedy_of,
    parts.Encoding: parts.encoding_of,
    parts.Twin: parts.twin_of,
    parts.HidingTwin: parts.hiding_twin_of,
    parts.ValueNetwork: parts.value_of,
    parts.Learner: parts.learner_of,
    parts.Strong: parts.strong_of,
    parts.Reasons: parts.reasons_of,
    parts.Facts: parts.facts_of,
}


@pytest.mark.parametrize("protocol", PARTS, ids=lambda protocol: protocol.__name__)
@pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.id)
def test_a_game_has_all_its_parts(game: AnyGame, protocol: type) -> None:
    if protocol is parts.HidingTwin and game.is_open:
        protocol = parts.Twin
    found = PARTS[protocol](game)
    for name, wanted in vars(protocol).items():
        if isfunction(wanted) and not name.startswith("_"):
            assert list(signature(getattr(found, name)).parameters) == list(signature(wanted).parameters)[1:], name
    for name in protocol.__annotations__:
        assert hasattr(found, name)


def test_every_protocol_of_a_part_is_checked() -> None:
    protocols = {kind for kind in vars(parts).values() if isclass(kind) and getattr(kind, "_is_protocol", False)}
    assert protocols - {Protocol} == set(PARTS)


def test_the_project_speaks_of_nothing_but_itself() -> None:
    for file in files_of(ROOT, ".py", ".md", ".toml", ".txt", *OF_THE_CLIENT):
        assert "/" + "work/" not in file.read_text(encoding="utf-8"), file
