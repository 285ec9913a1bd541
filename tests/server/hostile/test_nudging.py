"""Nudges as a weapon: nobody is woken more often than they agreed to, and what is asked of push services is no trap."""

import asyncio
from math import inf

import pytest

from tests.server.client import players
from tests.server.nodes import StoppedClock, node
from tests.server.push_service import push_service
from tests.server.scenes import match_of
from tests.server.test_nudges import CONTACT, HOUR, SLOW, lena_and_tobi

pytestmark = pytest.mark.anyio


async def test_of_many_nudges_at_once_one_arrives(storage: str) -> None:
    clock = StoppedClock()
    async with (
        push_service() as service,
        node(storage, clock, contact=CONTACT, push_services=(service.origin,)) as here,
        lena_and_tobi(here, service) as (lena, _, table),
    ):
        clock.ahead = 12 * HOUR
        here.node.scheduler.nudge = None
        pokes = (lena.http.post(f"/api/v1/tables/{table}/seats/1/nudge") for _ in range(8))
        answers = await asyncio.gather(*pokes)
        assert sorted(one.status_code for one in answers) == [200] + [403] * 7


async def test_others_nudge_nobody_more_often_than_some_times_an_hour(storage: str) -> None:
    clock = StoppedClock()
    async with (
        push_service() as service,
        node(storage, clock, contact=CONTACT, push_services=(service.origin,), poke_rate=2 / 1800) as here,
        lena_and_tobi(here, service) as (lena, tobi, _),
    ):
        tables = [await match_of("hilo", [lena, tobi]) for _ in range(3)]
        clock.ahead = 12 * HOUR
        asked = [await lena.http.post(f"/api/v1/tables/{one}/seats/1/nudge") for one in tables]
        assert [one.status_code for one in asked] == [200, 200, 429]
        await tobi.post(f"/tables/{tables[0]}/seats/0/nudge")


@pytest.mark.parametrize("tail", ["\0", "\n", " ", "\\", "ä"], ids=repr)
async def test_what_is_no_address_is_not_stored_as_one(storage: str, tail: str) -> None:
    """PostgreSQL knows no text with a zero in it: whoever sent one was told that the server could not store."""
    known, key = "https://fcm.googleapis.com", {"key": "B" * 87, "auth": "A" * 22, "lang": "en"}
    async with node(storage, contact=CONTACT) as here, players(here.base, "Eve") as (eve,):
        for endpoint in (f"{known}/{tail}", f"https://evil.example{tail}.fcm.googleapis.com/"):
            sent = await eve.post("/me/nudges/here", {"here": {"endpoint": endpoint, **key}}, expect=400)
            assert sent["rule"] == "format"
        await eve.post("/me/passkeys/remove", {"id": tail * 64}, expect=400)


async def test_a_calendar_reads_no_log_and_no_name_writes_into_it(storage: str) -> None:
    async with node(storage) as here, players(here.base, "Ann", "Eve") as (ann, eve):
        await eve.post("/me", {"name": "E;,\\\r\nURL:x"})
        await match_of("hilo", [ann, eve], pace=SLOW)
        feed = (await ann.post("/me/calendar"))["path"]
        await asyncio.gather(ann.unplug(), eve.unplug())
        here.node.tables.forget(inf)
        lines = (await ann.http.get(feed)).text.replace("\r\n ", "").split("\r\n")
        assert here.node.tables.by_id == {}
        assert "SUMMARY:Your turn: High or low with E\\;\\,\\\\ URL:x. 24 h left." in lines
        assert [line for line in lines if line.startswith("URL")] == [line for line in lines if "/t/" in line]
