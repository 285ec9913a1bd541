"""Nudges: who wants them is told once a turn and when time runs short, never at night, never while they look."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from pasch.server.live.nudging import is_known, rest
from pasch.server.live.open_table import OpenTable
from pasch.server.store.wishing import Wish
from pasch.server.table.clocks import Clocks, Slow
from tests.server.client import Player
from tests.server.nodes import Node, StoppedClock, laid_out, node
from tests.server.push_service import PushService, push_service
from tests.server.scenes import match_of
from tests.services import Postgres, Redis

pytestmark = pytest.mark.anyio
CONTACT = "mailto:host@example.org"
SLOW = {"type": "slow", "hours": 24}
MINUTE, HOUR = 60.0, 3600.0
EVENING = StoppedClock()()
"""Where the clock stands: 22:13 in Greenwich, 23:13 in Berlin."""
WANTED = {"turn": True, "zone": "Europe/Berlin"}


@asynccontextmanager
async def lena_and_tobi(here: Node, service: PushService) -> AsyncIterator[tuple[Player, Player, str]]:
    """Both away from a slow match that waits for them; Tobi wants to be told."""
    lena, tobi = await Player(here.base).name("Lena"), await Player(here.base).name("Tobi")
    try:
        table = await match_of("hilo", [lena, tobi], pace=SLOW)
        assert not (await tobi.get("/me/nudges"))["asked"]
        await tobi.call("PUT", "/me/nudges", WANTED)
        told = await tobi.post("/me/nudges/here", {"here": service.subscription()})
        assert (told["asked"], told["here"], told["turn"]) == (True, True, True)
        yield lena, tobi, table
    finally:
        await lena.gone()
        await tobi.gone()


async def look(here: Node, table: str) -> float | None:
    return await here.node.nudges.look(await here.node.tables.fresh(table))


async def test_who_is_away_is_told_and_told_again_when_time_runs_short_but_not_at_night(tmp_path: Path) -> None:
    clock, database = StoppedClock(), f"sqlite:///{tmp_path / 'pasch.db'}"
    async with (
        push_service() as service,
        node(database, clock, contact=CONTACT, push_services=(service.origin,)) as here,
        lena_and_tobi(here, service) as (lena, tobi, table),
    ):
        assert await look(here, table) is None, "too early"
        clock.ahead = 2 * MINUTE
        morning = await look(here, table)
        assert morning is not None
        assert morning == pytest.approx(EVENING + 8 * HOUR + 46 * MINUTE + 40), "eight in Berlin"
        clock.ahead = morning - EVENING
        assert await service.next() == {
            "title": "Your turn",
            "body": "High or low with Lena. 15 h left.",
            "table": table,
        }
        assert service.claims["sub"] == CONTACT
        assert service.claims["key"] == (await lena.get("/me/nudges"))["key"]
        assert clock() < service.claims["exp"] <= clock() + 24 * HOUR
        assert await look(here, table) is None, "once a turn"

        await tobi.plug_in()
        await tobi.watch(table)
        clock.ahead = 12 * HOUR + MINUTE
        assert await look(here, table) is None
        await tobi.unplug()
        while here.node.nudges.is_open(await _id(here, tobi)):
            await asyncio.sleep(0)
        assert await look(here, table) is None, "who was there at that time knows it"
        clock.ahead = 20 * HOUR + MINUTE
        assert (await service.next())["body"].endswith("4 h left.")
        service.status = 410
        await lena.post(f"/tables/{table}/seats/1/nudge")
        assert (await service.next())["title"] == "Lena nudges you"
        await lena.post(f"/tables/{table}/seats/1/nudge", expect=403)
        await tobi.post(f"/tables/{table}/seats/1/nudge", expect=403)
        while (await tobi.get("/me/nudges"))["here"]:
            pass  # the answer of the push service has just arrived
        assert service.arrived.empty()


async def test_a_reminder_that_comes_due_while_a_table_is_looked_after_is_not_left_out(tmp_path: Path) -> None:
    clock = StoppedClock()
    async with (
        push_service() as service,
        node(f"sqlite:///{tmp_path / 'pasch.db'}", clock, contact=CONTACT, push_services=(service.origin,)) as here,
        lena_and_tobi(here, service) as _,
    ):

        async def nudge(opened: OpenTable) -> float | None:
            later = await here.node.nudges.look(opened)
            clock.ahead = 20 * HOUR + MINUTE
            return later

        here.node.scheduler.nudge = nudge
        clock.ahead = 12 * HOUR + MINUTE
        assert [(await service.next())["title"] for _ in "ab"] == ["Your turn"] * 2


async def test_a_calendar_has_the_deadlines_and_belongs_to_whoever_has_its_address(tmp_path: Path) -> None:
    clock = StoppedClock()
    async with (
        push_service() as service,
        node(f"sqlite:///{tmp_path / 'pasch.db'}", clock, contact=CONTACT, push_services=(service.origin,)) as here,
        lena_and_tobi(here, service) as (lena, tobi, table),
    ):
        await match_of("hilo", [lena, tobi])
        old, link = await tobi.post("/me/calendar"), await tobi.post("/me/calendar")
        assert (await lena.http.get(old["path"])).status_code == 404
        feed = await lena.http.get(link["path"], params={"lang": "de"})
        assert feed.headers["content-type"].startswith("text/calendar")
        lines = feed.text.replace("\r\n ", "").split("\r\n")
        assert lines.count("BEGIN:VEVENT") == 1, "a match without a clock has no deadline"
        assert f"DTSTART:{datetime.fromtimestamp(EVENING + 24 * HOUR, UTC):%Y%m%dT%H%M%SZ}" in lines
        assert "SUMMARY:Du bist dran: Hoch oder tief mit Lena. Noch 24 Std. Zeit." in lines
        assert f"URL:{here.base}/t/{table}" in lines
        assert max(len(line.encode()) for line in feed.text.split("\r\n")) <= 75


async def test_nobody_is_told_who_looks_at_another_node(postgres: Postgres, redis: Redis) -> None:
    clock, database = StoppedClock(), laid_out(postgres)
    clock.ahead = 12 * HOUR
    async with (
        push_service() as service,
        node(database, clock, redis=redis.url, contact=CONTACT, push_services=(service.origin,)) as one,
        node(database, clock, redis=redis.url, contact=CONTACT, push_services=(service.origin,)) as two,
        lena_and_tobi(one, service) as (_, tobi, table),
    ):
        there = await tobi.elsewhere(two.base)
        await there.watch(table)
        clock.ahead += 2 * MINUTE
        await look(one, table)
        told = await one.node.wishing.nudged(await _id(one, tobi), table)
        assert told is not None
        assert (told.step, service.arrived.empty()) == (1, True)
        await there.gone()


async def _id(here: Node, player: Player) -> str:
    return str(player.http.cookies["pasch"]).partition(".")[0]


SERVICES: dict[str, bool] = {
    "https://fcm.googleapis.com/fcm/send/x": True,
    "https://updates.push.services.mozilla.com/wpush/v2/x": True,
    "https://web.push.apple.com/x": True,
    "https://wns2-par02p.notify.windows.com/w/?token=x": True,
    "https://push.example.org/x": True,
    "http://fcm.googleapis.com/x": False,
    "https://fcm.googleapis.com:22/x": False,
    "https://a:b@fcm.googleapis.com/x": False,
    "https://evilfcm.googleapis.com.example.org/x": False,
    "https://xpush.apple.com/x": False,
    "https://127.0.0.1/x": False,
    "https://[::1": False,
    "": False,
}


@pytest.mark.parametrize("endpoint", SERVICES)
def test_only_push_services_are_talked_to(endpoint: str) -> None:
    assert is_known(endpoint, ["https://push.example.org"]) is SERVICES[endpoint]


async def test_without_a_contact_nobody_is_nudged_and_the_page_can_say_so(tmp_path: Path) -> None:
    async with node(f"sqlite:///{tmp_path / 'pasch.db'}") as here, push_service() as service:
        lena = await Player(here.base).name("Lena")
        assert (await lena.get("/me/nudges"))["key"] is None
        await lena.post("/me/nudges/here", {"here": service.subscription()}, expect=403)
        await lena.call("PUT", "/me/nudges", {"turn": True, "zone": "Nowhere/Land"}, expect=403)
        await lena.gone()


@pytest.mark.parametrize(
    ("hours", "after"), [(24, [1 / 60, 12, 20, 23]), (8, [1 / 60, 4, 7]), (2, [1 / 60, 1]), (1, [1 / 60, 0.5])]
)
def test_reminders_come_at_half_of_the_time_and_four_hours_and_one_before_its_end(hours: int, after: Any) -> None:
    assert Clocks(Slow(hours), 2, 0.0).reminders(0.0) == pytest.approx([one * HOUR for one in after])


@pytest.mark.parametrize(("begin", "end", "hours"), [(22, 8, 8.78), (8, 22, 0), (23, 0, 0.78), (7, 7, 0)])
def test_it_is_quiet_where_somebody_lives(begin: int, end: int, hours: float) -> None:
    wish = Wish(True, begin * 60, end * 60, "Europe/Berlin")
    assert rest(wish, EVENING) / HOUR == pytest.approx(hours, abs=0.01)
