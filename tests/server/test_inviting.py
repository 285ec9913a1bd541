"""When a circle enters an evening, those who want it are told: once, not at night, not while they look."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from pasch.server.store.inviting import Invited, Inviting
from tests.server.client import Player, players
from tests.server.nodes import Node, StoppedClock, node
from tests.server.push_service import PushService, push_service
from tests.server.test_circles import founded
from tests.server.test_nudges import CONTACT, EVENING, HOUR, MINUTE
from tests.services import Postgres, Redis

pytestmark = pytest.mark.anyio
DAY = 24 * HOUR


async def wanting(one: Player, service: PushService, **more: Any) -> None:
    await one.call("PUT", "/me/nudges", {"turn": False, "circle": True, "zone": "Europe/Berlin", **more})
    told = await one.post("/me/nudges/here", {"here": service.subscription("de")})
    assert (told["circle"], told["turn"], told["here"]) == (True, False, True)


async def waiting(here: Node, now: float) -> list[Invited]:
    return await Inviting(here.node.engine).due(now, 9)


async def test_who_wants_it_is_told_of_an_evening_in_the_morning_and_once(tmp_path: Path) -> None:
    clock, database = StoppedClock(), f"sqlite:///{tmp_path / 'pasch.db'}"
    async with (
        push_service() as service,
        node(database, clock, contact=CONTACT, push_services=(service.origin,)) as here,
        players(here.base, "Lena", "Tobi", "Aylin") as (lena, tobi, aylin),
    ):
        circle = await founded(lena, tobi, aylin)
        path = f"/circles/{circle['id']}"
        await tobi.unplug()
        await wanting(tobi, service)
        await lena.post(f"{path}/evenings", {"at": clock() + 2 * DAY})
        (due,) = await waiting(here, clock() + DAY)
        assert due.due == pytest.approx(EVENING + 8 * HOUR + 46 * MINUTE + 40), "eight in Berlin"
        clock.ahead = 9 * HOUR
        assert await service.next() == {
            "title": "Sonntagsrunde",
            "body": "Lena hat einen Abend eingetragen: Donnerstag, 16.11., 23:13 Uhr. Bist du dabei?",
            "circle": circle["id"],
        }
        assert await waiting(here, clock() + DAY) == [], "once"

        second = await lena.post(f"{path}/evenings", {"at": clock() + DAY})
        (due,) = await waiting(here, clock() + DAY)
        assert due.due == clock() + HOUR, "evenings are entered at will: not more often than this"
        await lena.post(f"{path}/evenings/{second['next']['number']}/cancel")
        clock.ahead += HOUR
        while await waiting(here, clock()):
            pass  # the sweep takes it
        await tobi.plug_in()
        clock.ahead += HOUR
        await lena.post(f"{path}/evenings", {"at": clock() + DAY})
        while await waiting(here, clock()):
            pass
        await wanting(tobi, service, circle=True)
        assert service.arrived.empty(), "nobody is told of what was cancelled, or while they look"


async def test_who_looks_at_another_node_is_not_told_and_two_nodes_tell_once(postgres: Postgres, redis: Redis) -> None:
    clock, database = StoppedClock(), postgres.fresh_database()
    clock.ahead = 12 * HOUR
    async with push_service() as service:
        more = {"redis": redis.url, "contact": CONTACT, "push_services": (service.origin,)}
        async with (
            node(database, clock, **more) as one,
            node(database, clock, **more) as two,
            players(one.base, "Lena", "Tobi") as (lena, tobi),
        ):
            circle = await founded(lena, tobi)
            path = f"/circles/{circle['id']}/evenings"
            await wanting(tobi, service)
            await tobi.unplug()
            there = await tobi.elsewhere(two.base)
            await lena.post(path, {"at": clock() + DAY})
            while await waiting(one, clock()):
                await asyncio.sleep(0)
            assert service.arrived.empty(), "the other node knows that the page is open"
            await there.gone()
            while two.node.nudges.is_open((await one.node.circles.open(circle["id"])).members[1]):
                await asyncio.sleep(0)
            await lena.post(path, {"at": clock() + 2 * DAY})
            clock.ahead += MINUTE
            assert (await service.next())["circle"] == circle["id"]
            assert await waiting(two, clock()) == []
            assert service.arrived.empty()
