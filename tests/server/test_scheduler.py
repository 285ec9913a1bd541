"""What a node does without being asked: clocks, bots in their processes, idle tables, and what others left undone."""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from signal import SIGKILL
from typing import Any, NamedTuple

import pytest

import tests
from pasch.server.table.log import Closed, Moved
from tests.server.client import Player, players
from tests.server.nodes import Node, StoppedClock, laid_out, node
from tests.server.scenes import HIGH, LOW, match_of, watched
from tests.services import Postgres, Redis

pytestmark = pytest.mark.anyio

LIVE = {"type": "live", "move": 60}
NEVER = 3600.0
"""Seconds that no test lasts: nothing happens by itself."""
DAY = 86_400


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock()


@pytest.fixture
async def here(database: str, clock: StoppedClock) -> AsyncIterator[Node]:
    """A node whose bots move at once, and which looks after its tables when the test says so."""
    async with node(database, clock, sweep=NEVER) as one:
        yield one


@pytest.fixture
async def patient(database: str, clock: StoppedClock) -> AsyncIterator[Node]:
    """The same with bots that never come to move while somebody watches."""
    async with node(database, clock, sweep=NEVER, bot_pause=NEVER) as one:
        yield one


def chair(told: dict[str, Any], seat: int) -> dict[str, Any]:
    found: dict[str, Any] = told["info"]["chairs"][seat]
    return found


async def next_update(player: Player, node: Node) -> dict[str, Any]:
    """Look after the tables; what the player is told then."""
    told = player.expect(lambda told: told["type"] == "update")
    await node.node.scheduler.sweep()
    return await asyncio.wait_for(told, 60)


# Clocks


@pytest.mark.parametrize(("pace", "seconds"), [(LIVE, 60), ({"type": "slow", "hours": 24}, DAY)])
async def test_a_bot_stands_in_for_somebody_whose_clock_has_run_out(
    here: Node, clock: StoppedClock, pace: dict[str, Any], seconds: float
) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        table, version = await watched("sack", [ann, ben], pace=pace, stand_in="random")
        assert [left["move"] for left in ann.latest(table)["clocks"]] == [seconds, None]
        clock.ahead = seconds - 1
        await here.node.scheduler.sweep()
        await ben.ping()
        assert ben.latest(table)["version"] == version, "there is still time"
        clock.ahead = seconds
        bens_turn = ben.expect(lambda told: told.get("waiting") == [1])
        told = await next_update(ben, here)
        assert (chair(told, 0)["away"], chair(told, 0)["name"]) == (True, "Ann")
        assert (await asyncio.wait_for(bens_turn, 60))["seats"][0]["moves"], "the bot has moved, the match goes on"


async def test_whoever_was_away_takes_the_seat_back(patient: Node, clock: StoppedClock) -> None:
    async with players(patient.base, "Ann", "Ben") as (ann, ben):
        table, version = await watched("sack", [ann, ben], pace=LIVE)
        move = ann.latest(table)["seats"][0]["moves"][0]
        clock.ahead = 61
        told = await next_update(ann, patient)
        assert told["seats"][0]["moves"] == [], "a bot is asked, not Ann"
        assert told["clocks"][0]["move"] is None
        refused = await ann.move(table, 0, told["version"], move)
        assert refused["reason"] == "A bot plays this seat now. Come back first."
        told = await ann.ask({"type": "back", "table": table}, lambda told: told["type"] == "update")
        assert "away" not in chair(told, 0)
        assert told["seats"][0]["moves"]
        assert told["clocks"][0]["move"] == 60
        assert (await ann.move(table, 0, told["version"], move))["type"] == "update"
        assert version < told["version"]


async def test_whoever_only_looks_is_not_back_yet(patient: Node, clock: StoppedClock) -> None:
    async with players(patient.base, "Ann", "Ben") as (ann, ben):
        table, version = await watched("sack", [ann, ben], pace=LIVE)
        await ann.unplug()
        clock.ahead = 61
        assert chair(await next_update(ben, patient), 0)["away"]
        await ann.plug_in()
        told = await ann.watch(table, version=version)
        assert (told["seats"][0]["seat"], told["seats"][0]["moves"]) == (0, []), "one sees one's own cards"
        back = ben.expect(lambda told: "info" in told)
        await ann.say({"type": "back", "table": table})
        assert "away" not in chair(await back, 0)


async def test_where_the_table_says_so_the_seat_is_lost_and_the_last_one_left_ends_it(
    here: Node, clock: StoppedClock
) -> None:
    async with players(here.base, "Ann", "Ben", "Cy") as (ann, ben, cy):
        table, version = await watched("hilo", [ann, ben, cy], pace=LIVE, late="forfeit", stand_in="random")
        await ben.move(table, 1, version, HIGH)
        clock.ahead = 30
        told = await cy.move(table, 2, version, HIGH)
        clock.ahead = 61
        over = ben.expect(lambda told: "result" in told)
        told = await next_update(ben, here)
        assert chair(told, 0)["lost"] is True
        assert told["info"]["stage"] == "playing", "a bot plays the seat to the end"
        assert (await asyncio.wait_for(over, 60))["info"]["stage"] == "over"

        table, version = await watched("hilo", [ann, ben, cy], pace=LIVE, late="forfeit")
        await ben.move(table, 1, version, HIGH)
        clock.ahead += 61
        told = await next_update(ben, here)
        assert [chair(told, seat).get("lost", False) for seat in range(3)] == [True, False, True]
        assert (told["info"]["stage"], told["waiting"]) == ("closed", [])
        assert (await here.node.storage.entries(table))[-1].what == Closed("forfeit")


async def test_a_lost_seat_is_not_taken_back(patient: Node, clock: StoppedClock) -> None:
    async with players(patient.base, "Ann", "Ben", "Cy") as (ann, ben, cy):
        table, version = await watched("hilo", [ann, ben, cy], pace=LIVE, late="forfeit")
        for seat, player in ((1, ben), (2, cy)):
            await player.move(table, seat, version, HIGH)
        clock.ahead = 61
        told = await next_update(ann, patient)
        assert (await ann.move(table, 0, told["version"], HIGH))["reason"] == "This seat is lost: the time was up."
        await ann.say({"type": "back", "table": table})
        assert chair(await ann.watch(table), 0)["lost"]
        for wish in ("me", "open"):
            await ann.post(f"/tables/{table}/seats/0", {"type": wish}, expect=403)


# Idle tables


async def test_what_nobody_has_touched_for_long_is_closed_and_kept(here: Node, clock: StoppedClock) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        table, version = await watched("hilo", [ann, ben])
        lobby = await ann.open_table("hilo", 2)
        clock.ahead = 89 * DAY
        await here.node.scheduler.sweep()
        await ann.ping()
        assert ann.latest(table)["info"]["stage"] == "playing"
        clock.ahead = 90 * DAY
        told = await next_update(ann, here)
        assert (told["info"]["stage"], told["waiting"]) == ("closed", [])
        entries = await here.node.storage.entries(table)
        assert (len(entries), entries[-1].what) == (version + 1, Closed("idle"))
        assert (await ben.get(f"/tables/{table}/record"))["events"][0]["type"] == "deal", "nothing is deleted"
        while (await ann.get(f"/tables/{lobby}"))["stage"] != "closed":
            await ann.ping()
        assert [one["stage"] for one in await ann.get("/me/tables")] == ["closed", "closed"]
        clock.ahead = 200 * DAY
        await here.node.scheduler.sweep()
        assert len(await here.node.storage.entries(table)) == version + 1


# Memory


async def test_a_table_that_nobody_watches_leaves_the_memory_and_comes_back(here: Node, clock: StoppedClock) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        table, version = await watched("hilo", [ann, ben])
        told = await ann.move(table, 0, version, HIGH)
        clock.ahead = here.node.settings.keep + 1
        await here.node.scheduler.sweep()
        assert table in here.node.tables.by_id, "somebody watches"
        for player in (ann, ben):
            await player.unplug()
        while table in here.node.tables.by_id:
            await here.node.scheduler.sweep()
        await ann.plug_in()
        assert (await ann.get(f"/tables/{table}"))["stage"] == "playing"
        again = await ann.watch(table, version=version)
        assert again["version"] == told["version"]
        assert again["seats"][0]["events"] == told["seats"][0]["events"]
        await ben.plug_in()
        assert (await ben.move(table, 1, version, LOW))["type"] == "ack"


# Bots in processes of their own


class Thought(NamedTuple):
    """A bot that thinks, in a process."""

    process: int
    writer: asyncio.StreamWriter

    def let(self) -> None:
        self.writer.write(b".")


PONDERING = '''"""Bots that say where they think, and think until they are let."""

import os
import socket


def willing(moves):
    with socket.create_connection(("127.0.0.1", {port})) as line:
        line.sendall(b"%d\\n" % os.getpid())
        line.recv(1)
    return moves
'''


@pytest.fixture
async def thoughts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator["asyncio.Queue[Thought]"]:
    """The bots of the toy game that have begun to think: in the workers it is a copy with slow bots."""
    begun: asyncio.Queue[Thought] = asyncio.Queue()
    heads: list[tuple[asyncio.Task[Any] | None, asyncio.StreamWriter]] = []

    async def on_thought(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heads.append((asyncio.current_task(), writer))
        begun.put_nowait(Thought(int(await reader.readline()), writer))
        await reader.read()

    async with await asyncio.start_server(on_thought, "127.0.0.1", 0) as server:
        games = tmp_path / "games"
        shutil.copytree(Path(tests.__file__).parent / "toy", games)
        port = server.sockets[0].getsockname()[1]
        (games / "hilo" / "learning" / "greedy.py").write_text(PONDERING.format(port=port), encoding="utf-8")
        monkeypatch.setenv("PASCH_GAMES", str(games))
        yield begun
        for head, writer in heads:
            writer.close()
            await asyncio.gather(writer.wait_closed(), *filter(None, [head]), return_exceptions=True)


async def next_thought(thoughts: "asyncio.Queue[Thought]") -> Thought:
    return await asyncio.wait_for(thoughts.get(), 60)


@pytest.fixture
async def pondering(tmp_path: Path, thoughts: "asyncio.Queue[Thought]") -> AsyncIterator[Node]:
    async with node(f"sqlite:///{tmp_path / 'pasch.db'}", sweep=NEVER, lease=NEVER) as one:
        yield one


def is_over(table: str) -> Callable[[dict[str, Any]], bool]:
    return lambda told: told.get("table") == table and "result" in told


async def with_bot(player: Player) -> tuple[str, int]:
    """A match against a slow bot, watched."""
    table = await player.open_table("hilo", 2, bots=["random"])
    await player.post(f"/tables/{table}/begin")
    return table, int((await player.watch(table))["version"])


async def test_while_a_bot_thinks_everybody_else_plays(pondering: Node, thoughts: "asyncio.Queue[Thought]") -> None:
    async with players(pondering.base, "Ann", "Ben") as (ann, ben):
        slow, version = await with_bot(ann)
        thought = await next_thought(thoughts)
        assert thought.process != os.getpid()
        assert (await ann.move(slow, 0, version, HIGH))["waiting"] == [1], "also at the same table"
        table, begin = await watched("hilo", [ann, ben])
        await ann.move(table, 0, begin, HIGH)
        assert (await ben.move(table, 1, begin, HIGH))["result"]["places"]
        assert (await ann.get(f"/tables/{slow}"))["stage"] == "playing", "the bot still thinks"
        over = ann.expect(is_over(slow))
        thought.let()
        assert (await asyncio.wait_for(over, 60))["info"]["stage"] == "over"


async def test_a_bot_thinks_while_it_takes_its_time(tmp_path: Path, thoughts: "asyncio.Queue[Thought]") -> None:
    slow: dict[str, Any] = {"sweep": NEVER, "lease": NEVER, "bot_pause": NEVER}
    async with node(f"sqlite:///{tmp_path / 'pasch.db'}", **slow) as one, players(one.base, "Ann") as (ann,):
        table = await ann.open_table("hilo", 2, bots=["random"])
        await ann.watch(table)
        await ann.post(f"/tables/{table}/begin")
        (await next_thought(thoughts)).let()
        assert (await ann.watch(table))["waiting"] == [0, 1], "it knows its move and does not show it yet"


async def test_where_nobody_looks_on_a_bot_takes_no_longer_than_it_thinks(
    tmp_path: Path, thoughts: "asyncio.Queue[Thought]"
) -> None:
    slow: dict[str, Any] = {"sweep": NEVER, "lease": NEVER, "bot_pause": NEVER}
    async with node(f"sqlite:///{tmp_path / 'pasch.db'}", **slow) as one, players(one.base, "Ann") as (ann,):
        table = await ann.open_table("hilo", 2, bots=["random"])
        await ann.post(f"/tables/{table}/begin")
        thought = await next_thought(thoughts)
        await ann.watch(table)
        moved = ann.expect(lambda told: told.get("waiting") == [0])
        thought.let()
        await asyncio.wait_for(moved, 60)


async def test_a_worker_that_dies_is_replaced_and_all_its_bots_think_again(
    pondering: Node, thoughts: "asyncio.Queue[Thought]"
) -> None:
    async with players(pondering.base, "Ann") as (ann,):
        one, version = await with_bot(ann)
        other, _ = await with_bot(ann)
        first = await next_thought(thoughts)
        os.kill(first.process, SIGKILL)
        for table in (one, other):
            await ann.move(table, 0, version, HIGH)
        over = [ann.expect(is_over(table)) for table in (one, other)]
        for _ in over:
            thought = await next_thought(thoughts)
            assert thought.process != first.process
            thought.let()
        for told in over:
            assert (await asyncio.wait_for(told, 60))["info"]["stage"] == "over"


async def test_what_a_bot_has_thought_for_a_seat_that_is_no_longer_its_own_is_dropped(
    pondering: Node, thoughts: "asyncio.Queue[Thought]"
) -> None:
    async with players(pondering.base, "Ann", "Ben") as (ann, ben):
        table, version = await watched("hilo", [ann, ben], stand_in="random")
        await ben.post(f"/tables/{table}/seats/1", {"type": "open"})
        thought = await next_thought(thoughts)
        await ben.sit(table, 1)
        thought.let()
        later, _ = await with_bot(ann)
        moved = ann.expect(lambda told: told.get("table") == later and told.get("waiting") == [0])
        (await next_thought(thoughts)).let()
        await asyncio.wait_for(moved, 60)
        assert (await ben.watch(table))["waiting"] == [0, 1], "the worker is further already"
        await ben.move(table, 1, version, LOW)
        entries = await pondering.node.storage.entries(table)
        assert [entry.what.seat for entry in entries if isinstance(entry.what, Moved)] == [1]


# What another node left undone


async def test_a_bots_move_that_a_dead_node_owed_is_made_by_the_next(database: str) -> None:
    async with node(database, sweep=NEVER, bot_pause=NEVER, lease=0.0) as dead, players(dead.base, "Ann") as (ann,):
        table = await ann.open_table("sack", 2, bots=["random"], options={"first": 1})
        await ann.watch(table)
        await ann.post(f"/tables/{table}/begin")
        assert (await ann.watch(table))["waiting"] == [1]
    async with node(database, sweep=NEVER) as alive:
        ann = await ann.elsewhere(alive.base)
        assert (await ann.watch(table))["waiting"] == [1], "nobody has looked yet"
        my_turn = ann.expect(lambda told: told.get("waiting") == [0])
        await alive.node.scheduler.sweep()
        assert (await asyncio.wait_for(my_turn, 60))["seats"][0]["moves"]
        await ann.gone()


async def test_a_node_takes_over_from_one_that_hangs_and_those_there_are_told(postgres: Postgres, redis: Redis) -> None:
    shared: dict[str, Any] = {"database": laid_out(postgres), "redis": redis.url, "sweep": NEVER, "lease": 0.0}
    async with (
        node(**shared, bot_pause=NEVER) as hanging,
        node(**shared) as other,
        players(hanging.base, "Ann", "Ben") as (ann, ben),
    ):
        table = await match_of("sack", [ann, ben], options={"first": 1})
        await ann.watch(table)
        my_turn = ann.expect(lambda told: told.get("waiting") == [0])
        await ben.post(f"/tables/{table}/seats/1", {"type": "bot", "level": "random"})
        await other.node.scheduler.sweep()
        assert (await asyncio.wait_for(my_turn, 60))["seats"][0]["moves"]
