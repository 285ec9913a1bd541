"""A game that has nothing but its rules, the counter of the benchmarks: it is served and played in plain sentences."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tests
from tests.server.client import players
from tests.server.nodes import Process
from tests.server.scenes import watched

pytestmark = pytest.mark.anyio
FOLDER = Path(tests.__file__).parent.parent / "benchmarks" / "peers" / "games"


@pytest.fixture(autouse=True)
def games(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [file.name for file in (FOLDER / "counter").glob("*.py")] == ["__init__.py"], "nothing but rules"
    monkeypatch.setenv("PASCH_GAMES", str(FOLDER))


def told(update: dict[str, Any]) -> list[list[str]]:
    return [scene["told"] for scene in update["seats"][0]["scenes"]]


async def test_a_game_without_words_is_served_in_plain_sentences(tmp_path: Path) -> None:
    with Process("--port", "0", "--data", str(tmp_path)) as server:
        async with players(server.base, "Lena", "Tom") as (lena, tom):
            offered = {game["id"]: game["title"] for game in await lena.get("/games")}
            assert offered["counter"] == {"de": "Zähler", "en": "Counter"}
            table, version = await watched("counter", [lena, tom])
            await lena.watch(table, tell="de")
            await tom.watch(table, tell="en")
            update = await lena.move(table, 0, version, {"type": "add"})
            assert told(update) == [["Lena spielt: add."]]
            await tom.move(table, 1, update["version"], {"type": "add"})
            assert told(tom.latest(table)) == [["Tom plays: add."]]
            story = await lena.get(f"/tables/{table}/story?lang=de")
            assert [scene["told"] for scene in story["scenes"]] == [[], ["Lena spielt: add."], ["Tom spielt: add."]]


async def test_a_game_without_words_is_played_in_a_terminal(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "pasch", "play", "counter", "--bots", "--names", "Lena,Tom", "--lang", "en"],
        input="nonsense\nadd\n#1\nquit\n",
        capture_output=True,
        text=True,
        timeout=60,
        cwd=tmp_path,  # where the match that was quit is saved
    )
    assert "none of the moves" in ended.stdout
    assert "Lena plays: add." in ended.stdout
    assert "count: 2" in ended.stdout
