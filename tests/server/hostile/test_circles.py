"""Circles: whoever was removed stays outside, and no member makes a circle too heavy to be opened."""

import threading
from functools import partial
from typing import Any

import pytest
from sqlalchemy import event

from pasch.server.live import circle_pages
from pasch.server.people.points import standings
from pasch.server.store.circles import CircleStorage
from tests.server.client import players
from tests.server.nodes import node
from tests.server.test_circles import founded, played

pytestmark = pytest.mark.anyio


async def test_who_was_removed_does_not_come_back_by_the_link_they_know(storage: str) -> None:
    async with node(storage) as here, players(here.base, "Ann", "Eve") as (ann, eve):
        circle = await founded(ann, eve)
        left = await ann.post(f"/circles/{circle['id']}/members/1/remove")
        assert left["link"] != circle["link"]
        for ask in (eve.get, eve.post):
            await ask(f"/invitations/{circle['link']}", expect=404)


async def test_nobody_fills_the_log_of_a_circle(storage: str) -> None:
    async with node(storage, circle_rate=3 / 300) as here, players(here.base, "Ann", "Eve") as (ann, eve):
        circle = await founded(ann, eve)
        evening = f"/circles/{circle['id']}/evenings/2"
        for comes in (True, False):
            await eve.post(evening, {"comes": comes}, expect=404)
        await eve.post(evening, {"comes": True}, expect=429)
        await ann.post(f"/circles/{circle['id']}/link")


async def test_a_round_costs_as_many_tables_as_it_has(storage: str) -> None:
    async with node(storage, tables_rate=4 / 60) as here, players(here.base, "Ann", "Ben", "Cid", "Eve") as people:
        eve = people[-1]
        circle = await founded(eve, *people[:-1])
        club, asked = f"/circles/{circle['id']}/club", {"round": 1, "game": "hilo", "size": 2}
        for expected in (201, 201, 429):
            await eve.post(club, {"rounds": 1}, expect=201)
            await eve.post(f"{club}/rounds", asked, expect=expected)
            await eve.post(f"{club}/end", expect=200)


async def test_a_season_is_read_once_and_added_up_where_nobody_waits(
    storage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads, reads, read = [], [], CircleStorage.played

    def noted(*some: Any) -> Any:
        threads.append(threading.current_thread().name)
        return standings(*some)

    async def counted(*some: Any) -> Any:
        reads.append(some)
        return await read(*some)

    monkeypatch.setattr(circle_pages, "standings", noted)
    monkeypatch.setattr(CircleStorage, "played", counted)
    async with node(storage, reread_rate=4 / 20) as here, players(here.base, "Ann", "Eve") as (ann, eve):
        circle = await founded(ann, eve)
        await played(circle["id"], ann, eve)
        page = f"/circles/{circle['id']}"
        reads.clear()
        for path in (page, "/me/circles", page):
            assert len(await eve.get(path))
        assert len(reads) == 1
        await played(circle["id"], ann, eve)
        assert (await eve.get(page))["standing"][0]["matches"] == 2
        for path in (page, "/me/circles"):
            await eve.get(path, expect=429)
    assert {name.partition("_")[0] for name in threads} == {"desk"}


async def test_those_who_come_and_go_do_not_make_a_circle_too_large_to_ask_for(storage: str) -> None:
    """A question to PostgreSQL has room for some thirty thousand values."""
    async with node(storage) as here, players(here.base, "Ann", "Eve") as (ann, eve):
        circle = await founded(ann, eve)
        await eve.post(f"/circles/{circle['id']}/leave")
        opened = await here.node.circles.open(circle["id"])
        opened.known |= {f"{n}": opened.known[member] for n, member in enumerate([*opened.known][1:] * 1000)}
        sizes = [0]
        event.listen(here.node.engine.sync_engine, "before_cursor_execute", lambda *sent: sizes.append(len(sent[3])))
        assert [one["name"] for one in (await ann.get(f"/circles/{circle['id']}"))["members"]] == ["Ann"]
        assert max(sizes) < 1000


def is_over(table: str, told: dict[str, Any]) -> bool:
    return told.get("table") == table and bool(told.get("result"))


async def test_who_was_removed_writes_nothing_more_into_its_table(storage: str) -> None:
    async with node(storage) as here, players(here.base, "Ann", "Ben", "Eve", "Sock") as (ann, ben, eve, sock):
        circle = await founded(ann, ben, eve)
        table, other = await played(circle["id"], eve, sock), await played(circle["id"], ben, eve)
        await ann.post(f"/circles/{circle['id']}/members/2/remove")
        for one, people in ((table, (eve, sock)), (other, (ben, eve))):
            for who in people:
                await who.post(f"/tables/{one}/rematch")
            again = (await people[0].get(f"/tables/{one}"))["next"]
            assert (await people[0].get(f"/tables/{again}"))["setup"]["circle"] == (
                "" if one == table else circle["id"]
            )
            over = people[0].expect(partial(is_over, again))
            for who in people:
                told = await who.watch(again)
                await who.move(again, told["seats"][0]["seat"], told["version"], told["seats"][0]["moves"][0])
            await over
        told = await ann.get(f"/circles/{circle['id']}")
        lines = {one["member"]: one["matches"] for one in told["standing"]}
        assert lines == {0: 0, 1: 2, 2: 2}, "Eve's two of before, and both of Ben's"
