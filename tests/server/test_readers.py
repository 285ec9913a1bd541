"""Readers who are slow, who come and go, who ask for too much; seats that change hands while others play."""

import asyncio
import socket as sockets
from typing import Any, Self

import msgspec
import pytest
from prometheus_client import REGISTRY
from websockets.asyncio.client import ClientConnection, connect

from pasch.engine.game import Seat
from pasch.server.http import outbox
from pasch.server.http.outbox import MOST_BYTES, MOST_MESSAGES
from pasch.server.http.socket import Client
from pasch.server.live.messages import Pong, encode
from pasch.server.live.updates import MOST_SCENES, NO_EXTRAS
from pasch.server.store.appending import append_of
from pasch.server.table import log
from pasch.server.table.log import Entry
from pasch.server.table.table import Table
from tests.server.client import Player, players
from tests.server.nodes import Node, node, tab
from tests.server.scenes import HIGH, match_of, watched

pytestmark = pytest.mark.anyio


@pytest.fixture
def sqlite(tmp_path: Any) -> str:
    return f"sqlite:///{tmp_path / 'pasch.db'}"


# Slow readers


class Counted(bytes):
    """A message of which it is known how many there are."""

    alive = 0

    def __new__(cls, size: int) -> Self:
        Counted.alive += 1
        return super().__new__(cls, size)

    def __del__(self) -> None:
        Counted.alive -= 1


def reader(here: Node) -> Client:
    """A socket that nobody reads."""
    return Client(here.node, here.visitors, None, None, "nobody")


@pytest.mark.parametrize(("size", "most"), [(100, MOST_MESSAGES), (100_000, MOST_BYTES // 100_000)])
async def test_what_waits_for_a_slow_reader_is_bounded(here: Node, size: int, most: int) -> None:
    slow = reader(here)
    for _ in range(1000):
        slow.send(Counted(size))
        assert Counted.alive <= most


async def test_a_slow_reader_is_told_anew_how_everything_stands(sqlite: str) -> None:
    async with node(sqlite) as here, players(here.base, "Ann", "Ben") as (ann, ben):
        stages = dict.fromkeys([await ann.open_table("hilo", 2) for _ in range(MOST_MESSAGES + 6)], "lobby")
        stages[await match_of("hilo", [ann, ben])] = "playing"
        slow = reader(here)
        for table in stages:
            await here.node.tables.watch(await here.node.tables.open(table), slow, None, NO_EXTRAS)
            slow.tables.add(table)
        for _ in range(3 * MOST_MESSAGES):
            slow.send(encode(Pong(time=0.0)))
        told: dict[str, str] = {}
        while len(told) < len(stages):
            message = msgspec.json.decode(await slow.next_message())
            if message["type"] == "update":
                told[message["table"]] = message["info"]["stage"]
        assert told == stages, "also more tables than messages may wait"
        slow.leave(slow.tables)


async def test_a_first_update_arrives_however_large_it_is(here: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    async with players(here.base, "Ann") as (ann,):
        table = await ann.open_table("hilo", 2)
    monkeypatch.setattr(outbox, "MOST_BYTES", 100)
    slow = reader(here)
    slow.send(encode(Pong(time=0.0)))
    await slow.hear(msgspec.json.encode({"type": "watch", "table": table}))
    while (told := msgspec.json.decode(await slow.next_message()))["type"] != "update":
        pass
    assert told["table"] == table
    slow.leave(slow.tables)


async def play_on(here: Node, code: str, events: int) -> None:
    """So many events more, written to the store by who holds all the seats. With the last move matches take longest."""
    table = Table(code, await here.node.storage.secret(code) or b"")
    for _ in table.read(await here.node.storage.entries(code)):
        pass
    first, new = table.version, []
    while table.version < first + events:
        if table.is_chance_due:
            new.append(table.fall(table.touched)[1])
        else:
            seat = Seat(table.waiting[0])
            new.append(Entry(table.version, table.touched, log.moved(seat, table.playing.moves(seat)[-1])))
            table.fold(new[-1])
    await here.node.writer.append(append_of(table, new, None))


async def test_a_first_watch_of_more_than_a_megabyte_arrives(sqlite: str) -> None:
    async with node(sqlite) as here, players(here.base, "Ann") as (ann,):
        table = await ann.open_table("twentyone", 6)
        for seat in range(1, 6):
            await ann.post(f"/tables/{table}/seats/{seat}", {"type": "guest", "name": f"Guest {seat}"})
        await ann.post(f"/tables/{table}/begin")
        await play_on(here, table, 104)
        everything = {"version": 0, "tell": "en", "effects": True}
        told = await ann.watch(table, **everything)
        assert len(max(ann.bytes, key=len)) > MOST_BYTES
        assert [len(news["scenes"]) for news in told["seats"]] == [MOST_SCENES] * 6
        async with tab(ann, here) as other:
            for _ in range(10):
                await other.say({"type": "ping"})
            assert (await other.watch(table, **everything))["version"] == told["version"]
            seat, move = next((news["seat"], news["moves"][0]) for news in told["seats"] if news["moves"])
            assert (await other.move(table, seat, told["version"], move))["type"] == "update"


async def test_others_go_on_while_somebody_does_not_read(sqlite: str) -> None:
    async with node(sqlite) as here, players(here.base, "Ann", "Ben") as (ann, ben):
        table = await ann.open_table("twentyone", 6, options={"first": 0})
        for seat in range(1, 6):
            await ann.post(f"/tables/{table}/seats/{seat}", {"type": "guest", "name": f"Guest {seat}"})
        await ann.post(f"/tables/{table}/begin")
        version = (await ann.watch(table))["version"]
        await ben.watch(table)
        version = (await ann.move(table, 0, version, {"type": "keep"}))["version"]
        slow = await _slow_socket(ann)
        asked, before = 0, _resyncs()
        while _resyncs() == before:
            await slow.send(msgspec.json.encode({"type": "watch", "table": table, "effects": True}).decode())
            await ben.ping()
            asked += 1
        for seat in range(6):
            told = await ann.move(table, seat, version, {"type": "mark", "colours": []})
        await ben.ping()
        assert ben.latest(table)["version"] == told["version"]
        heard = 0
        while (update := msgspec.json.decode(await slow.recv())).get("version") != told["version"]:
            heard += 1
        assert heard < asked
        assert [news["seat"] for news in update["seats"]] == list(range(6)), "whole again"
        slow.transport.abort()


def _resyncs() -> float:
    return REGISTRY.get_sample_value("pasch_resyncs_total") or 0.0


async def _slow_socket(player: Player) -> ClientConnection:
    """A second window of somebody, which takes nothing in until it is asked to."""
    line = sockets.socket()
    line.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 65_536)
    line.connect(("127.0.0.1", int(player.base.rpartition(":")[2])))
    cookies = "; ".join(f"{name}={value}" for name, value in player.http.cookies.items())
    address = player.base.replace("http", "ws", 1) + "/api/v1/socket"
    return await connect(
        address, sock=line, additional_headers={"Cookie": cookies}, compression=None, ping_interval=None, max_queue=1
    )


# Coming, going, asking too much


async def test_whoever_leaves_is_told_no_more_and_keeps_the_seat(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        table, version = await watched("hilo", [ann, ben])
        await ben.say({"type": "leave", "table": table})
        await ben.ping()
        heard = len(ben.heard)
        await ann.move(table, 0, version, HIGH)
        await ben.ping()
        assert [told["type"] for told in ben.heard[heard:]] == ["pong"]
        assert (await ben.watch(table))["info"]["yours"] == [1]


async def test_whoever_asks_too_much_is_told_when_to_ask_again(sqlite: str) -> None:
    async with node(sqlite, socket_rate=0.2) as here, players(here.base, "Ann") as (ann,):
        await ann.ping()
        refused = await ann.ask({"type": "ping"}, lambda told: told["type"] in ("pong", "refused"))
        assert (refused["rule"], refused["reason"][:26]) == ("limit", "That was too much at once.")
        assert 0 < refused["wait"] <= 5


async def test_the_server_says_goodbye_and_when_to_come_back(sqlite: str) -> None:
    async with node(sqlite) as here:
        ann = await (await Player(here.base).name("Ann")).plug_in()
        await ann.ping()
        goodbye = ann.expect(lambda told: told["type"] == "goodbye")
    assert (await goodbye)["wait"] > 0
    await ann.gone()


async def test_after_a_restart_everybody_rejoins_with_what_they_have(database: str) -> None:
    async with node(database) as here, players(here.base, "Ann", "Ben") as (ann, ben):
        table, version = await watched("hilo", [ann, ben])
        await ann.move(table, 0, version, HIGH)
    async with node(database) as here:
        ann, ben = [await one.elsewhere(here.base) for one in (ann, ben)]
        (news,) = (await ben.watch(table, version=version))["seats"]
        assert news["events"] == [{"n": version, "seat": 0, "type": "concealed"}]
        told = await ben.move(table, 1, version, HIGH)
        assert told["result"]["places"]
        assert (await ann.watch(table, version=version + 1))["result"] == told["result"]
        for player in (ann, ben):
            await player.gone()


# Seats that change hands in the middle of a match


async def test_a_bot_stands_in_and_hands_back_in_the_middle_of_a_match(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        table, version = await watched("sack", [ann, ben])
        await ben.watch(table, tell="de")
        bens_turn = ben.expect(lambda told: told.get("waiting") == [1] and told["version"] > version)
        info = await ann.post(f"/tables/{table}/seats/0", {"type": "bot", "level": "random"})
        assert (info["chairs"][0]["kind"], info["chairs"][0]["away"], info["yours"]) == ("person", True, [0])
        told = await asyncio.wait_for(bens_turn, 60)
        assert told["seats"][0]["moves"], "the bot has played seat 0"
        refused = await ann.move(table, 0, told["version"], {"type": "score", "board": None})
        assert refused["reason"].startswith("A bot plays this seat now")
        back = ben.expect(lambda told: "info" in told)
        await ann.say({"type": "back", "table": table})
        news = (await back)["seats"][0]
        assert [event["how"] for event in news["events"] if event["type"] == "table"] == ["back"]
        assert news["scenes"][-1]["told"] == ["Ann ist wieder da."]
        story = (await ben.get(f"/tables/{table}/story?lang=de&seat=1"))["scenes"]
        told_of_seats = [
            scene["told"][0] for scene in story if scene["n"] is not None and scene["event"]["type"] == "table"
        ]
        assert told_of_seats == [
            "Ann steht auf, ein Bot spielt weiter.",
            "Ben hat jetzt das Sagen am Tisch.",
            "Ann ist wieder da.",
        ]
