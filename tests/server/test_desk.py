"""Whole logs are read at the desk, in a thread of its own: others go on meanwhile, and what was read once is kept."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from pasch.server.live import open_tables
from pasch.server.store import storage
from tests.server.client import Player, players, raw
from tests.server.nodes import Node, node
from tests.server.scenes import HIGH, finished, watched

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def busy_desk(here: Node) -> AsyncIterator[None]:
    """Somebody else's log is being read all the while."""
    done = threading.Event()
    other = asyncio.create_task(here.node.desk.do(done.wait))
    try:
        yield
    finally:
        done.set()
        await other


async def go_on(player: Player) -> None:
    for _ in range(5):
        await player.ping()


@pytest.mark.parametrize("part", ["record", "story", "story?views=true&seat=0&lang=de"])
async def test_a_finished_match_is_read_at_the_desk_and_then_kept(here: Node, part: str) -> None:
    async with players(here.base, "Ann", "Ben", "Sue") as (ann, ben, sue):
        table = await finished([ann, ben])
        async with busy_desk(here):
            asked = [asyncio.create_task(one.get(f"/tables/{table}/{part}")) for one in (ann, sue)]
            await go_on(ben)
            assert not any(one.done() for one in asked)
        told = [await one for one in asked]
        async with busy_desk(here):
            told.append(await ben.get(f"/tables/{table}/{part}"))
        assert told[0] == told[1] == told[2]


async def test_what_is_kept_is_shown_to_those_who_may_see_it(here: Node) -> None:
    async with players(here.base, "Ann", "Ben", "Sue") as (ann, ben, sue):
        table, version = await watched("hilo", [ann, ben])
        mine = await ann.get(f"/tables/{table}/story?seat=0")
        await sue.get(f"/tables/{table}/story?seat=0", expect=403)
        assert (await sue.get(f"/tables/{table}/story"))["scenes"] != mine["scenes"]
        await ann.move(table, 0, version, HIGH)
        assert len((await ann.get(f"/tables/{table}/story?seat=0"))["scenes"]) > len(mine["scenes"])


async def test_a_table_is_opened_and_caught_up_with_at_the_desk(tmp_path: object) -> None:
    database = f"sqlite:///{tmp_path}/pasch.db"
    async with node(database) as here, players(here.base, "Ann", "Ben") as (ann, ben):
        table, version = await watched("hilo", [ann, ben])
        await ann.move(table, 0, version, HIGH)
        async with busy_desk(here):
            asked = asyncio.create_task(ann.watch(table, version=0))
            await go_on(ben)
            assert not asked.done()
        assert (await asked)["seats"][0]["events"]


async def test_the_description_of_the_interface_is_made_once(here: Node) -> None:
    path = "/api/v1/openapi.json"
    first = await raw(here.base, "GET", path)
    async with busy_desk(here):
        again = await raw(here.base, "GET", path, headers={"accept-encoding": "identity"})
        assert again.json() == first.json()
        same = await raw(here.base, "GET", path, headers={"if-none-match": first.headers["etag"]})
        assert (same.status_code, same.content) == (304, b"")


async def test_a_long_log_is_read_page_by_page(here: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        table = await finished([ann, ben])
    whole = await here.node.storage.entries(table)
    for size in (1, 2, len(whole), len(whole) + 1):
        monkeypatch.setattr(storage, "PAGE", size)
        assert await here.node.storage.entries(table) == whole
        assert await here.node.storage.entries(table, 2) == whole[2:]


async def test_of_all_that_was_missed_the_last_is_told(here: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        table = await finished([ann, ben])
        everything = (await ann.watch(table, version=0))["seats"][0]["events"]
        monkeypatch.setattr(open_tables, "MOST_MISSED", 2)
        assert (await ann.watch(table, version=0))["seats"][0]["events"] == everything[-2:]
