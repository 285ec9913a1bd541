"""Time that jumps or stands still: nobody loses a seat or a table by it, and no secret is published."""

import asyncio
import signal
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import SQLAlchemyError

from pasch.server.clock import DAY, PAUSE, QUIET, Clock
from pasch.server.live.scheduler import ALIVE_EVERY
from pasch.server.table.seats import Person
from tests.server.client import players
from tests.server.hostile.conftest import attacked
from tests.server.nodes import Node, node, tab
from tests.server.scenes import HIGH, watched
from tests.services import Redis

pytestmark = pytest.mark.anyio

NEVER = 3600.0
HURRIED: dict[str, Any] = {"pace": {"type": "live", "move": 60}, "late": "forfeit"}
START = 1_700_000_000.0


class Machine:
    """The two clocks of a machine, in the hands of a test, and the time at the tables that comes of them."""

    def __init__(self, day: float = START) -> None:
        self.day, self.steady = day, 0.0
        self.clock = Clock(lambda: self.day, lambda: self.steady)

    def sleep(self, seconds: float) -> None:
        """The node does not run."""
        self.day += seconds
        self.steady += seconds

    def run(self, seconds: float) -> None:
        """The node runs, and looks at the clock now and then."""
        while seconds > 0:
            self.sleep(min(seconds, PAUSE - 1))
            self.clock()
            seconds -= PAUSE - 1


async def looked_after(here: Node, table: str) -> tuple[str, list[str]]:
    """Do what is due; the stage of a table then, and who is there."""
    await here.node.scheduler.sweep()
    for code, _ in await here.node.storage.due(here.node.clock() + 2 * here.node.settings.lease, 100):
        await here.node.scheduler.look_after(code, 0.0)
    now = (await here.node.tables.fresh(table)).table
    return now.stage, [sitter.presence for sitter in now.sitters if isinstance(sitter, Person)]


async def test_a_clock_that_jumps_by_90_days_closes_nothing(storage: str) -> None:
    machine = Machine()
    async with node(storage, machine.clock, sweep=NEVER) as here, players(here.base, "Ann", "Ben") as (ann, ben):
        table, version = await watched("hilo", [ann, ben], **HURRIED)
        machine.run(QUIET + 5)
        for jump in (90 * DAY, -180 * DAY, 90 * DAY):
            machine.day += jump
            assert await looked_after(here, table) == ("playing", ["here", "here"])
            machine.run(1)
        assert (await ben.watch(table))["clocks"][0]["move"] == 60 - (QUIET + 5) - 3
        await ann.get(f"/tables/{table}/record", expect=403)
        assert (await ann.move(table, 0, version, HIGH))["type"] == "update"
        machine.run(60)
        assert await looked_after(here, table) == ("closed", ["here", "lost"]), "who is really late has lost"


async def test_a_node_that_starts_90_days_later_gives_a_day_before_it_closes_what_is_idle(storage: str) -> None:
    async with node(storage, Machine().clock, sweep=NEVER) as before, players(before.base, "Ann") as (ann,):
        table = await ann.open_table("hilo", 2)
    machine = Machine(START + 91 * DAY)
    async with node(storage, machine.clock, sweep=NEVER) as after:
        for pause in (0.0, QUIET, DAY - QUIET - 60):
            machine.run(pause)
            assert (await looked_after(after, table))[0] == "lobby"
        machine.run(120)
        assert (await looked_after(after, table))[0] == "closed"


async def test_a_node_that_starts_in_the_past_goes_on_from_the_newest_entry(storage: str) -> None:
    async with node(storage, Machine().clock, sweep=NEVER) as before, players(before.base, "Ann") as (ann,):
        await ann.open_table("hilo", 2)
    async with node(storage, Machine(0.0).clock, sweep=NEVER) as after:
        assert after.node.clock() == START


@pytest.mark.parametrize("off", [2.0, 600.0])
async def test_a_server_that_was_off_takes_nobodys_time(storage: str, off: float) -> None:
    machine = Machine()
    async with node(storage, machine.clock, sweep=NEVER) as before, players(before.base, "Ann", "Ben") as (ann, ben):
        table, version = await watched("hilo", [ann, ben], **HURRIED)
        machine.run(40)
    later = Machine(machine.day + off)
    async with node(storage, later.clock, sweep=NEVER) as after, tab(ann, after) as ann, tab(ben, after) as ben:
        assert await looked_after(after, table) == ("playing", ["here", "here"])
        assert (await ben.watch(table))["clocks"][0]["move"] == pytest.approx(20, abs=0.1)
        told = [scene["told"] for scene in (await ben.get(f"/tables/{table}/story"))["scenes"]]
        assert told[-1] == ["The server was off for a while: so long all clocks stood still."]
        later.run(19)
        assert await looked_after(after, table) == ("playing", ["here", "here"])
        assert (await ann.move(table, 0, version, HIGH))["type"] == "ack"
        later.run(2)
        assert await looked_after(after, table) == ("closed", ["here", "lost"]), "given back once"


async def test_where_another_node_went_on_time_has_passed(tmp_path: Path, redis: Redis) -> None:
    database, machine = f"sqlite:///{tmp_path / 'pasch.db'}", Machine()
    shared: dict[str, Any] = {"redis": redis.url, "sweep": NEVER}
    async with (
        node(database, machine.clock, **shared) as on,
        players(on.base, "Ann", "Ben") as (ann, ben),
    ):
        table, _ = await watched("hilo", [ann, ben], **HURRIED)
        for _ in range(4):
            machine.run(ALIVE_EVERY)
            await on.node.scheduler.sweep()
        async with node(database, machine.clock, **shared) as new, tab(ben, new) as other:
            assert new.node.tables.stops == []
            assert (await other.watch(table))["clocks"][0]["move"] == pytest.approx(20, abs=0.1)


async def test_a_node_that_slept_takes_nobodys_seat(storage: str) -> None:
    machine = Machine()
    async with node(storage, machine.clock, sweep=NEVER) as here, players(here.base, "Ann", "Ben") as (ann, ben):
        table, version = await watched("hilo", [ann, ben], **HURRIED)
        machine.run(50)
        machine.sleep(20)
        assert await looked_after(here, table) == ("playing", ["here", "here"])
        assert (await ben.watch(table))["clocks"][0]["move"] == 10
        machine.run(QUIET - 1)
        assert await looked_after(here, table) == ("playing", ["here", "here"]), "they may still be on their way back"
        assert (await ann.move(table, 0, version, HIGH))["type"] == "update"
        machine.run(1)
        assert await looked_after(here, table) == ("closed", ["here", "lost"])


@pytest.mark.proof
async def test_a_process_that_was_stopped_for_longer_than_a_clock_takes_nobodys_seat(storage: str) -> None:
    """As a laptop that is closed, with the real clocks: this one test waits."""
    hurried, sweeps = {**HURRIED, "pace": {"type": "live", "move": 6}}, 3
    with attacked(storage) as server:
        async with players(server.base, "Ann", "Ben") as (ann, ben):
            table, version = await watched("hilo", [ann, ben], **hurried)
            assert server.process is not None
            server.process.send_signal(signal.SIGSTOP)
            await asyncio.sleep(6 + PAUSE)
            server.process.send_signal(signal.SIGCONT)
            await asyncio.sleep(sweeps)
            info = await ben.get(f"/tables/{table}")
            assert info["stage"] == "playing"
            assert not any(chair.get("away") or chair.get("lost") for chair in info["chairs"])
            assert (await ann.move(table, 0, version, HIGH))["type"] == "update"
            assert (await ben.move(table, 1, version, HIGH))["result"]


async def test_a_move_that_waits_for_the_storage_loses_no_seat(tmp_path: Path) -> None:
    machine, file = Machine(), tmp_path / "pasch.db"
    async with (
        node(f"sqlite:///{file}", machine.clock, sweep=NEVER) as here,
        players(here.base, "Ann", "Ben") as (ann, ben),
    ):
        table, version = await watched("hilo", [ann, ben], **HURRIED)
        machine.run(55)
        kept = file.rename(tmp_path / "kept")
        machine.run(10)
        with pytest.raises((SQLAlchemyError, OSError)):
            await here.node.scheduler.sweep()
        kept.rename(file)
        assert await looked_after(here, table) == ("playing", ["here", "here"])
        assert (await ann.move(table, 0, version, HIGH))["type"] == "update"
