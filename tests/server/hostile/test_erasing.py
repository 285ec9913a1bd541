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
from tests.server.test_circles import founded

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


async def test_who_is_refused_to_be_erased_has_lost_nothing_and_nobody_else_keeps_them(storage: str) -> None:
    async with node(storage, dice_wait=60.0) as here, players(here.base, "Ann", "Eve") as (ann, eve):
        circle, tables = await founded(ann, eve), [await eve.open_table("hilo", 2) for _ in range(4)]
        for table in tables:
            await ann.sit(table, 1)
        for table in tables[1:3]:
            await eve.post(f"/tables/{table}/begin")
        await ann.post("/me/erase", {"name": "Ann"}, expect=403)
        assert [one["name"] for one in (await eve.get(f"/circles/{circle['id']}"))["members"]] == ["Ann", "Eve"]
        assert [len((await eve.get(f"/tables/{table}"))["chairs"][1]) > 2 for table in tables] == [True] * 4
        for table in tables[1:3]:
            await eve.post(f"/tables/{table}/close")
        await ann.post(f"/tables/{tables[0]}/seats/1", {"type": "open"})
        await eve.post(f"/tables/{tables[0]}/seats/1", {"type": "guest", "name": "Sock"})
        await eve.post(f"/tables/{tables[0]}/begin")
        await ann.post("/me/erase", {"name": "Ann"})
        assert "Ann" not in str([await eve.get(f"/tables/{table}") for table in tables])
        assert (await eve.get(f"/tables/{tables[0]}"))["dice"]["seats"] == ["nothing"] * 2, "it still waits for Eve"
