"""Links that somebody is lured to open: nobody becomes somebody else without saying so, and no link works twice."""

import asyncio
import logging

import pytest

from pasch.server.http import identity
from tests.server.client import Player, players
from tests.server.nodes import Process, node

pytestmark = pytest.mark.anyio


async def test_opening_somebodys_link_takes_nobodys_identity(server: Process) -> None:
    async with players(server.base, "Ann", "Eve") as (ann, eve):
        table = await ann.open_table("kniffel", 2)
        link = {"token": (await eve.post("/me/link"))["token"]}
        asked = await ann.post("/me/restore", link)
        assert (asked["me"]["name"], asked["instead_of"]["name"]) == ("Eve", "Ann"), "both are named"
        assert (await ann.get("/me"))["name"] == "Ann"
        assert (await ann.get(f"/tables/{table}"))["hosting"]
        mine = {"token": (await ann.post("/me/link"))["token"]}
        await ann.post("/me/restore", {**link, "replace": True})
        assert (await ann.get("/me"))["name"] == "Eve"
        back = await ann.post("/me/restore", {**mine, "replace": True})
        assert back["me"]["name"] == (await ann.get("/me"))["name"] == "Ann"
        assert [one["here"] for one in await ann.get("/me/devices")] == [True]
        assert len(await eve.get("/me/devices")) == 1, "a device that left is no longer Eve's"


async def test_whoever_has_the_cookie_of_a_device_that_became_somebody_elses_is_sent_away(server: Process) -> None:
    async with players(server.base, "Ann", "Eve") as (ann, eve):
        thief = await ann.elsewhere(server.base)
        link = {"token": (await eve.post("/me/link"))["token"]}
        await ann.post("/me/restore", {**link, "replace": True})
        assert thief.socket is not None
        await thief.socket.wait_closed()
        assert await thief.get("/me") is None
        await thief.gone()


async def test_a_device_that_another_node_signed_out_is_sent_away_even_if_its_word_is_lost(storage: str) -> None:
    async with node(storage, sweep=3600.0) as here, players(here.base, "Ann", "Ben") as them:
        await here.node.scheduler.catch_up()
        for one in them:
            await one.ping()
        gone = here.visitors.signer.device(them[0].http.cookies["pasch"])
        await here.node.storage.remove_device(str(gone))
        await here.node.scheduler.catch_up()
        assert them[0].socket is not None
        await them[0].socket.wait_closed()
        await them[1].ping()


async def test_nobody_has_devices_without_end(storage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with node(storage) as here, players(here.base, "Ann") as (ann,):
        monkeypatch.setattr(identity, "MOST_DEVICES", 1)
        assert "Sign one of them out" in (await ann.post("/me/link", expect=403))["reason"]


async def test_of_many_who_open_one_link_at_once_one_gets_in(server: Process) -> None:
    async with players(server.base, "Ann") as (ann,):
        link = {"token": (await ann.post("/me/link"))["token"]}
        thieves = [Player(server.base) for _ in range(8)]
        answers = await asyncio.gather(*(thief.http.post("/api/v1/me/restore", json=link) for thief in thieves))
        assert sorted(answer.status_code for answer in answers) == [200] + [404] * 7
        assert len(await ann.get("/me/devices")) == 2
        for thief in thieves:
            await thief.gone()


async def test_a_stolen_cookie_is_worth_nothing_once_its_device_is_signed_out(server: Process) -> None:
    async with players(server.base, "Ann") as (ann,):
        phone = Player(server.base)
        await phone.post("/me/restore", {"token": (await ann.post("/me/link"))["token"]})
        thief = await phone.elsewhere(server.base)
        (stolen,) = [one["id"] for one in await ann.get("/me/devices") if not one["here"]]
        await ann.post("/me/sign-out", {"device": stolen})
        assert thief.socket is not None
        await thief.socket.wait_closed()
        assert await thief.get("/me") is None
        assert await thief.get("/me/tables") == []
        await thief.post("/tables", {"game": "kniffel", "seats": 2}, expect=403)
        for one in (phone, thief):
            await one.gone()


async def test_a_device_that_is_signed_out_has_kept_no_way_back(storage: str) -> None:
    async with node(storage) as here, players(here.base, "Ann") as (ann,):
        thief, again = Player(here.base), Player(here.base)
        await thief.post("/me/restore", {"token": (await ann.post("/me/link"))["token"]})
        link, code = [(await thief.post(f"/me/{way}"))["token"] for way in ("link", "code")]
        proof = (await again.post("/me/code/scan", {"token": code}))["proof"]
        await thief.post("/me/code/confirm", {"yes": True})
        (stolen,) = [one["id"] for one in await ann.get("/me/devices") if not one["here"]]
        await ann.post("/me/sign-out", {"device": stolen})
        await again.post("/me/restore", {"token": link}, expect=404)
        await again.post("/me/code/use", {"token": code, "proof": proof}, expect=404)
        kept = (await ann.post("/me/link"))["token"]
        await ann.post("/me/sign-out", {"device": (await ann.get("/me/devices"))[0]["id"]})
        assert (await again.post("/me/restore", {"token": kept}))["me"]["name"] == "Ann", "whoever goes, goes on there"
        for one in (thief, again):
            await one.gone()


async def test_whoever_reads_the_log_gets_into_no_circle_and_no_calendar(
    storage: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with node(storage) as here, players(here.base, "Ann") as (ann,):
        link = (await ann.post("/circles", {"name": "Sunday", "felt": "hilo"}))["link"]
        feed = (await ann.post("/me/calendar"))["path"]
        with caplog.at_level(logging.INFO, "pasch.access"):
            for path in (f"/r/{link}", f"/api/v1/invitations/{link}", feed):
                await ann.http.get(path)
        paths = [record.path for record in caplog.records if record.name == "pasch.access"]  # type: ignore[attr-defined]
        assert paths == ["/r/…", "/api/v1/invitations/…", "/api/v1/calendar/…"]
