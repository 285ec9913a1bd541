"""What costs much: whole logs, reviews, tries, tables. Nobody keeps others from theirs by asking for many."""

import asyncio
import threading
from functools import partial
from math import inf
from typing import Any

import pytest

from pasch.server.http.limits import CROWD, Bucket, Shares
from pasch.server.live import reviews
from pasch.server.live.desk import Desk
from pasch.server.table import permissions
from pasch.server.table.refusals import TooMuch
from tests.scale import scaled
from tests.server.client import Player, players
from tests.server.nodes import node
from tests.server.scenes import HIGH, LOW, finished, watched

pytestmark = pytest.mark.anyio

ONCE = 0.001
"""A rate that allows a thing once, and then not for many minutes."""


async def statuses(player: Player, *paths: str) -> list[int]:
    return [(await player.http.get(f"/api/v1/tables/{path}")).status_code for path in paths]


def test_nobody_is_told_to_wait_for_no_time() -> None:
    bucket = Bucket(1000.0, 0.001)
    bucket.take()
    with pytest.raises(TooMuch) as refused:
        bucket.take()
    assert refused.value.wait == 0.01, "whoever waits for no time keeps the node busy"


def test_who_comes_under_many_names_has_no_more_than_some_neighbours() -> None:
    shares = Shares(ONCE, 1 / ONCE)
    for n in range(int(CROWD)):
        shares.take(f"Eve {n}", "there")
    for who, where in (("one more", "there"), ("Eve 1", "elsewhere"), (None, "there")):
        with pytest.raises(TooMuch):
            shares.take(who, where)
    shares.take("Ann", "here")
    shares.take(None, "nowhere")


async def test_no_table_waits_for_more_than_one_document() -> None:
    desk, go, order = Desk(), threading.Event(), list[object]()

    def work(name: object) -> None:
        go.wait()
        order.append(name)

    documents = [asyncio.create_task(desk.write(partial(work, n))) for n in range(3)]
    table = asyncio.create_task(desk.do(partial(work, "a table")))
    await asyncio.sleep(0)
    go.set()
    await asyncio.gather(*documents, table)
    assert order == [0, "a table", 1, 2]
    desk.close()


async def test_whole_logs_are_read_for_one_person_only_so_often(storage: str) -> None:
    async with node(storage, reread_rate=1 / 20) as here, players(here.base, "Ann", "Ben") as (ann, ben):
        table = await finished([ann, ben])
        missed = [(await ann.watch(table, version=0))["seats"][0]["events"] for _ in range(2)]
        assert [len(events) > 0 for events in missed] == [True, False], "they are told how it stands, and no more"
        assert await statuses(ann, f"{table}/story", f"{table}/record") == [429, 429]
        assert await statuses(ben, f"{table}/story", f"{table}/record") == [200, 429]
        assert await statuses(ann, f"{table}/story") == [200], "what is kept costs nothing"
        for path in ("statistics", "matches/json", "matches/csv"):
            await ann.get(f"/me/{path}", expect=429)


async def test_tables_that_are_not_in_memory_are_read_for_one_person_only_so_often(storage: str) -> None:
    async with node(storage, reread_rate=1 / 20) as here, players(here.base, "Ann", "Ben") as (ann, ben):
        tables = [await ann.open_table("hilo", 2) for _ in range(2)]
        here.node.tables.forget(inf)
        assert await statuses(ann, *tables) == [200, 429]
        assert (await ann.watch(tables[1]))["rule"] == "limit"
        assert await statuses(ben, *tables) == [200, 200], "one of them is in memory"


async def test_taking_back_again_and_again_stops(storage: str) -> None:
    async with node(storage, reread_rate=1 / 20) as here, players(here.base, "Ann", "Ben") as (ann, ben):
        table, version = await watched("hilo", [ann, ben])
        for told in ("update", "refused"):
            version = (await ann.move(table, 0, version, HIGH))["version"]
            undone = await ann.undo(table, 0, version)
            assert undone["type"] == told
            version = undone.get("version", version)
        assert undone["rule"] == "limit"
        assert (await ben.move(table, 1, version, LOW))["result"]


async def test_a_match_that_stands_still_is_ended_with_a_sentence_to_its_people(
    storage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = scaled(20, permissions.MOST_STILL)
    monkeypatch.setattr(permissions, "MOST_STILL", most)
    nothing = {"type": "swap", "discard": [], "draw": 0}
    async with node(storage) as here, players(here.base, "Ann", "Eve") as people:
        table, version = await watched("kniffel", people)
        told: dict[str, Any] = {"waiting": [0], "version": version}
        passed = 0
        while seats := told["waiting"]:
            told, passed = await people[seats[0]].move(table, seats[0], told["version"], nothing), passed + 1
        assert (passed, told["info"]["stage"]) == (most + 2, "closed")
        for player in people:
            await player.ping()
            assert player.latest(table)["info"]["closed"] == "standstill"
        for lang, sentence in (
            ("de", "Der Tisch ist geschlossen: Die Partie kam nicht mehr voran, zuletzt wurde nur noch gepasst."),
            ("en", "The table is closed: the match did not go on any more, all that happened was passing."),
        ):
            assert (await people[0].get(f"/tables/{table}/story?lang={lang}"))["scenes"][-1]["told"] == [sentence]


# Reviews


async def test_nobody_fills_the_line_for_reviews(storage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "PATIENCE", 0)
    async with node(storage) as here, players(here.base, "Ann", "Ben", "Eve") as (ann, ben, eve):
        tables = [await finished([ann, ben]) for _ in range(reviews.MOST_OF_PERSON + 2)]
        async with here.node.reviews.room.busy, here.node.reviews.check_room.busy:
            paths = [f"{table}/review" for table in tables[:-1]]
            assert await statuses(eve, *paths) == [202] * reviews.MOST_OF_PERSON + [429]
            assert await statuses(eve, f"{tables[0]}/review", f"{tables[0]}/review/0") == [202, 429], "what runs, runs"
            assert await statuses(ann, f"{tables[-1]}/review") == [202]
            assert await statuses(eve, f"{tables[-1]}/review") == [202]
            monkeypatch.setattr(reviews, "MOST_OF_ADDRESS", reviews.MOST_OF_PERSON + 1)
            assert await statuses(ben, f"{tables[-1]}/review/0") == [429], "under many names it is not more"
            assert await ben.get("/me/exercises?gather=true") == {"exercises": [], "unread": 0}
            await here.node.reviews.stop()


async def test_a_match_that_was_drawn_out_is_not_reviewed(storage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with node(storage) as here, players(here.base, "Ann", "Ben") as (ann, ben):
        table = await finished([ann, ben])
        monkeypatch.setattr(permissions, "MOST_REVIEWED", 5)
        for path in ("review", "review/0", "tries/0"):
            refused = await ann.get(f"/tables/{table}/{path}", expect=409)
            assert refused["reason"] == "This match was too long to be reviewed."


# Tables and seats


async def test_rematches_are_new_tables_too(storage: str) -> None:
    async with node(storage, tables_rate=1 / 60) as here, players(here.base, "Ann") as (ann,):
        table = await ann.open_table("hilo", 2, bots=["random"])
        await ann.post(f"/tables/{table}/begin")
        await ann.post(f"/tables/{table}/close")
        await ann.post(f"/tables/{table}/rematch", expect=429)
        assert "next" not in await ann.get(f"/tables/{table}")


async def test_nobody_fills_a_log_by_sitting_down_and_standing_up(storage: str) -> None:
    async with node(storage, seats_rate=3 / 60) as here, players(here.base, "Ann", "Ben") as (ann, ben):
        table = await ann.open_table("hilo", 2)
        for n in range(3):
            await ann.sit(table, 0, name=f"Ann {n}")
        await ann.post(f"/tables/{table}/seats/0", {"type": "me", "name": "Ann 4"}, expect=429)
        setup = (await ann.get(f"/tables/{table}"))["setup"]
        assert (await ann.http.put(f"/api/v1/tables/{table}/setup", json=setup)).status_code == 429
        await ann.post(f"/tables/{table}/sit", expect=429)
        await ben.post(f"/tables/{table}/sit")


async def test_nobody_fills_the_list_of_open_tables(storage: str) -> None:
    async with node(storage, listed_rate=2 / 600) as here, players(here.base, "Ann", "Eve") as (ann, eve):
        shown, hidden = [await eve.open_table("hilo", 2, listed=listed) for listed in (True, False)]
        setup = (await eve.get(f"/tables/{shown}"))["setup"]
        await eve.call("PUT", f"/tables/{shown}/setup", setup)
        await eve.open_table("hilo", 2, listed=True)
        await eve.post("/tables", {"game": "hilo", "seats": 2, "listed": True}, expect=429)
        await eve.call("PUT", f"/tables/{hidden}/setup", setup, expect=429)
        await ann.open_table("hilo", 2, listed=True)
        assert len((await ann.get("/tables/open"))["tables"]) == 3
