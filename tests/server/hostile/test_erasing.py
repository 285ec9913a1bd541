"""Erased and curious: nothing of somebody who is gone is found, not even in the files of the database."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from pasch.server.http.kept import Kept
from pasch.server.live.desk import Desk
from tests.server.client import players
from tests.server.nodes import node
from tests.server.scenes import finished

pytestmark = pytest.mark.anyio


async def test_the_files_of_the_database_keep_nothing_of_who_is_erased(tmp_path: Path) -> None:
    async with (
        node(f"sqlite:///{tmp_path / 'pasch.db'}", sweep=3600.0) as here,
        players(here.base, "Zaphodine", "Tobi") as (gone, tobi),
    ):
        table = await finished([gone, tobi])
        for n in range(3):
            said = {"type": "say", "id": f"{n}", "table": table, "text": f"Zaphodine was here {n}"}
            await gone.ask(said, lambda told: told["type"] == "ack")
        assert "Zaphodine" in "".join(file.read_text("latin-1") for file in tmp_path.iterdir())
        await gone.post("/me/erase", {"name": "Zaphodine"})
        assert [file.name for file in tmp_path.iterdir() if b"Zaphodine" in file.read_bytes()] == []


async def test_a_story_that_was_being_told_while_somebody_was_erased_is_not_kept() -> None:
    desk, go, names = Desk(), threading.Event(), ["Zaphodine"]
    kept, key = Kept(desk), ("story", "TABLE")

    async def prepare() -> Callable[[], bytes]:
        known = names[0].encode()
        return lambda: (go.wait(), known)[1]

    asked = asyncio.create_task(kept.file(key, prepare))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    names[0] = "somebody"
    kept.forget("TABLE")
    go.set()
    await asked
    for _ in range(2):
        assert (await kept.file(key, prepare)).bodies[""][1] == b"somebody"
    desk.close()
