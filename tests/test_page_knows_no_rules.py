"""The page knows no rules: no TypeScript of a game names a number of its rulebook.

Such numbers come with the view, an effect, or the constants of `types.ts`, which are generated. A number that is the
same by chance (a coordinate, a duration) is excused by a comment for the lines up to the next blank one, with the
reason: `not of the rules: 4 (pixels)`.
"""

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from pasch.games import GAMES

CLIENT = Path(__file__).parent.parent / "web" / "src" / "games"
CHECKED = [game for game in GAMES if (CLIENT / game).exists()]
GENERATED = "types.ts"
DRAWINGS = {"Art.svelte", "Sign.svelte", "drawn.ts"}
"""The lid of the box, the sign of the game, paths that are drawn: nothing but coordinates."""
SMALLEST = 3
"""Ones and twos are everywhere, and mean nothing."""

NUMBER = re.compile(r"(?<![\w.#$])\d+(?![\w.])")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
EXCUSE = re.compile(r"not of the rules: (\d+(?:, \d+)*) \(")
FILES = [
    file
    for game in CHECKED
    for file in sorted((CLIENT / game).rglob("*"))
    if file.suffix in (".ts", ".svelte") and not file.name.endswith(".test.ts")
    if file.name not in {GENERATED, *DRAWINGS}
]


def numbers_of(game: str) -> set[int]:
    """The numbers of a rulebook: the constants of `model.py`, and how many there are where a constant lists things."""
    constants = [value for name, value in vars(import_module(f"pasch.games.{game}.model")).items() if name.isupper()]
    found = {number for value in constants for number in _numbers(value)}
    return {abs(number) for number in found if abs(number) >= SMALLEST}


def _numbers(value: object) -> Iterator[int]:
    if isinstance(value, int):
        yield value
    elif isinstance(value, range | tuple | list | dict | frozenset):
        yield len(value)
        yield from (item for item in value if isinstance(item, int))


def code_of(text: str, suffix: str) -> str:
    """What is computed: scripts, and what stands in braces in the markup; no comments, no styles."""
    if suffix == ".svelte":
        text = re.sub(r"<style.*?</style>|<!--.*?-->", "", text, flags=re.DOTALL)
        scripts = re.findall(r"<script.*?>(.*?)</script>", text, flags=re.DOTALL)
        text = "\n".join([*scripts, *_in_braces(re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL))])
    return COMMENT.sub("", text)


def _in_braces(markup: str) -> Iterator[str]:
    begin = depth = 0
    for brace in re.finditer(r"[{}]", markup):
        depth += 1 if brace[0] == "{" else -1
        if depth == 1 and brace[0] == "{":
            begin = brace.start()
        elif depth == 0:
            yield markup[begin : brace.end()]


def named(text: str, suffix: str) -> set[int]:
    """The numbers that are named without an excuse."""
    lines = "\n\n".join(map(_without_excused, text.split("\n\n")))
    return {int(number) for number in NUMBER.findall(code_of(lines, suffix))}


def _without_excused(lines: str) -> str:
    excused = {number for numbers in EXCUSE.findall(lines) for number in numbers.split(", ")}
    rest = EXCUSE.sub("", lines)
    assert excused <= set(NUMBER.findall(rest)), "there is nothing to excuse here any more"
    return NUMBER.sub(lambda number: "" if number[0] in excused else number[0], rest)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(CLIENT)))
def test_no_file_of_a_board_names_a_number_of_the_rules(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    of_the_rules = named(text, file.suffix) & numbers_of(file.relative_to(CLIENT).parts[0])
    assert not of_the_rules, "take it from the view, an effect or types.ts (text/page.py)"


@pytest.mark.parametrize(
    ("suffix", "text"),
    [
        (".ts", "const boards = [1, 2, 3, 4, 5];"),
        (".ts", "if (view.won.some((cards) => cards.length >= 5)) return;"),
        (".ts", "const isKey = /^[1-5]$/.test(key);"),
        (".ts", "const progress = `${number} of 5 cards`; // of the rules"),
        (".svelte", "<script>\n  const fields = { length: 5 };\n</script>"),
        (".svelte", "<main class:five={view.fields === 5}></main>"),
        (".svelte", "{#if true}<b>{say({ n: 5 })}</b>{/if}"),
        (".ts", "// not of the rules: 4 (pixels)\nif (far > 4) return 5;"),
        (".ts", "// not of the rules: 5 (pixels)\nif (far > 5) return;\n\nif (boards > 5) return;"),
    ],
)
def test_such_a_number_is_found(suffix: str, text: str) -> None:
    assert 5 in named(text, suffix)


@pytest.mark.parametrize(
    ("suffix", "text"),
    [
        (".ts", "/** The 5 boards (S5). */ const left = 1.5 + x5; // 5 of them"),
        (".ts", "const turn = `rotate(5deg) scale(.5)`;"),
        (".ts", "// not of the rules: 4, 5 (pixels)\nif (far > 4) return 5;"),
        (".svelte", '<!-- 5 --><path d="M5 5h5" /><style>.five { width: calc(5 * 1px); }</style>'),
    ],
)
def test_nothing_else_is_taken_for_one(suffix: str, text: str) -> None:
    assert 5 not in named(text, suffix)


def test_an_excuse_goes_when_it_is_not_needed_any_more() -> None:
    with pytest.raises(AssertionError, match="nothing to excuse"):
        named("// not of the rules: 5 (pixels)\nif (far > 4) return;", ".ts")


@pytest.mark.parametrize("game", CHECKED)
def test_every_rulebook_has_numbers(game: str) -> None:
    assert numbers_of(game)
