"""The rooms of the server: each knows those before it, a table is pure, and the time of day comes from outside."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from pasch import server
from tests.rooms import SERVER_ROOMS

SERVER = Path(server.__file__).parent
FILES = sorted(file for file in SERVER.rglob("*.py") if "migrations" not in file.parts)
BESIDE = {"settings", "clock", "metrics"}
"""Known to every room but the table."""
WORLD = {"asyncio", "time", "datetime", "random", "secrets", "os", "socket", "logging", "sqlalchemy", "litestar"}


def imports(file: Path) -> Iterator[str]:
    """The full name of all that a file imports."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def room(name: str) -> str:
    return name.removeprefix("pasch.server.").partition(".")[0]


def named(file: Path) -> str:
    return file.relative_to(SERVER).with_suffix("").as_posix()


@pytest.mark.parametrize("file", FILES, ids=named)
def test_a_room_knows_only_the_rooms_before_it(file: Path) -> None:
    own = named(file).partition("/")[0]
    known = {room(name) for name in imports(file) if name.startswith("pasch.server.")}
    if own in SERVER_ROOMS:
        known -= {*SERVER_ROOMS[: SERVER_ROOMS.index(own) + 1], *(BESIDE if own != "table" else ())}
    known -= {"logs"} if own == "serve" else set()
    assert known == set()


@pytest.mark.parametrize("file", sorted((SERVER / "table").glob("*.py")), ids=named)
def test_a_table_is_pure(file: Path) -> None:
    assert {name.partition(".")[0] for name in imports(file)}.isdisjoint(WORLD)


def test_the_time_of_day_comes_from_outside() -> None:
    assert [named(file) for file in FILES if "time.time" in imports(file)] == ["http/app"]
