"""Two nodes over one database: whatever both want to write is written once, and what one writes the other tells."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Any, Self

import pytest

from pasch.server.store.database import engine_for
from pasch.server.store.storage import Storage
from pasch.server.table.log import Entry
from tests.scale import scaled
from tests.server.client import Player, players
from tests.server.nodes import Node, laid_out, node, tab
from tests.server.scenes import HIGH, LOW, watched
from tests.server.test_storage import Faults, impatient
from tests.services import HOST, Postgres, Redis

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

ROUNDS = scaled(4, 10)
SOON = 100
"""Seconds in which what happened on one node must be told on the other; it takes less than one."""


@pytest.fixture(params=["alone", "redis"])
def redis_url(request: pytest.FixtureRequest) -> str | None:
    """Whether the nodes can tell each other what happens."""
    if request.param == "alone":
        return None
    redis: Redis = request.getfixturevalue("redis")
    return redis.url


@asynccontextmanager
async def two_nodes(database: str, *redis: str | None) -> AsyncIterator[tuple[Node, Node]]:
    """Two nodes, each with its own address of Redis where two are given."""
    async with node(database, redis=redis[0]) as one, node(database, redis=redis[-1]) as two:
        yield one, two


@asynccontextmanager
async def ann_and_ben(one: Node, two: Node) -> AsyncIterator[tuple[Player, Player]]:
    """Ann at one node, Ben at the other."""
    async with players(one.base, "Ann") as (ann,), players(two.base, "Ben") as (ben,):
        yield ann, ben


def grown(player: Player, table: str, version: int) -> "asyncio.Future[dict[str, Any]]":
    """When a player is told that a table has grown beyond a version."""
    return player.expect(lambda told: told.get("table") == table and told.get("version", 0) > version)


async def soon(*told: "asyncio.Future[dict[str, Any]]") -> None:
    late = (await asyncio.wait(told, timeout=SOON))[1]
    for one in late:
        one.cancel()
    assert not late, f"{len(late)} of {len(told)} were never told"


async def moves(here: Node, table: str) -> list[Entry]:
    return [entry for entry in await here.node.storage.entries(table) if entry.key is not None]


def refusals(told: Iterable[dict[str, Any]]) -> list[str]:
    return [one["rule"] for one in told if one["type"] == "refused"]


# Races


async def test_of_two_tabs_at_two_nodes_exactly_one_moves(database: str, redis_url: str | None) -> None:
    async with two_nodes(database, redis_url) as (one, two), ann_and_ben(one, two) as (ann, ben), tab(ann, two) as twin:
        for at in range(ROUNDS):
            table, version = await watched("hilo", [ann, ben])
            await twin.watch(table)
            told = await asyncio.gather(
                ann.move(table, 0, version, HIGH, f"here-{at}"), twin.move(table, 0, version, LOW, f"there-{at}")
            )
            assert refusals(told) == ["stale"], told
            acknowledged = [one.get("ack") or one["id"] for one in told if one["type"] != "refused"]
            assert [entry.key for entry in await moves(one, table)] == acknowledged


async def test_a_move_sent_to_two_nodes_at_once_counts_once(database: str, redis_url: str | None) -> None:
    async with two_nodes(database, redis_url) as (one, two), ann_and_ben(one, two) as (ann, ben), tab(ann, two) as twin:
        for _ in range(ROUNDS):
            table, version = await watched("hilo", [ann, ben])
            told = await asyncio.gather(
                *(player.move(table, 0, version, HIGH, f"same-{table}") for player in (ann, twin))
            )
            assert refusals(told) == []
            assert [entry.key for entry in await moves(two, table)] == [f"same-{table}"]


async def test_of_two_tabs_at_one_node_exactly_one_moves(database: str) -> None:
    async with node(database) as here, ann_and_ben(here, here) as (ann, ben), tab(ann, here) as twin:
        table, version = await watched("hilo", [ann, ben])
        told = await asyncio.gather(
            ann.move(table, 0, version, HIGH, "here"), twin.move(table, 0, version, LOW, "there")
        )
        assert refusals(told) == ["stale"]
        assert len(await moves(here, table)) == 1


async def test_choices_made_at_once_on_two_nodes_all_count(database: str, redis_url: str | None) -> None:
    async with two_nodes(database, redis_url) as (one, two), ann_and_ben(one, two) as (ann, ben):
        for _ in range(ROUNDS):
            table, version = await watched("hilo", [ann, ben])
            told = await asyncio.gather(ann.move(table, 0, version, HIGH), ben.move(table, 1, version, LOW))
            assert refusals(told) == []
            assert sorted(one.what.seat for one in await moves(one, table)) == [0, 1]  # type: ignore[union-attr]


# What all nodes share


async def test_two_nodes_may_start_at_once_on_an_empty_database(empty: str) -> None:
    async def start() -> tuple[Any, Node]:
        context = node(empty)
        return context, await context.__aenter__()

    (first, one), (second, two) = await asyncio.gather(start(), start())
    try:
        async with players(one.base, "Ann") as (ann,), tab(ann, two) as twin:
            assert (await twin.get("/me"))["name"] == "Ann", "a cookie of one node is good at the other"
    finally:
        await first.__aexit__(None, None, None)
        await second.__aexit__(None, None, None)


async def test_the_first_who_asks_for_a_setting_makes_it(database: str) -> None:
    async with node(database):
        engines = [engine_for(database) for _ in range(4)]
        asked = (Storage(engine).setting("word", f"{at}") for at, engine in enumerate(engines))
        assert len(set(await asyncio.gather(*asked))) == 1
        assert await Storage(engines[0]).setting("word", "late") != "late"
        for engine in engines:
            await engine.dispose()


# What one node writes, the other knows


async def test_what_happened_at_another_node_counts_for_a_request(postgres: Postgres, redis: Redis) -> None:
    async with two_nodes(laid_out(postgres), redis.url) as (one, two), ann_and_ben(one, two) as (ann, ben):
        table = await ann.open_table("hilo", 2)
        await ben.sit(table, 1)
        assert [chair["kind"] for chair in (await ann.get(f"/tables/{table}"))["chairs"]] == ["person"] * 2
        await ann.post(f"/tables/{table}/begin")
        await ben.watch(table)
        version = (await ben.watch(table))["version"]
        async with tab(ann, two) as twin:
            await twin.move(table, 0, version, HIGH)
            await ben.move(table, 1, version, HIGH)
        assert (await ann.get(f"/tables/{table}"))["stage"] == "over"
        assert (await ann.get(f"/tables/{table}/record"))["result"]
        both = await asyncio.gather(*(who.post(f"/tables/{table}/rematch") for who in (ann, ben)))
        assert next(info["next"] for info in both if "next" in info) == (await ben.get(f"/tables/{table}"))["next"]


async def test_open_tables_are_the_same_everywhere_and_told_at_once(postgres: Postgres, redis: Redis) -> None:
    async with two_nodes(laid_out(postgres), redis.url) as (one, two), ann_and_ben(one, two) as (ann, ben):
        await ben.say({"type": "browse"})
        await ben.ping()
        news = ben.expect(lambda told: told["type"] == "open")
        table = await ann.open_table("hilo", 2, listed=True)
        await soon(news)
        assert [found["table"] for found in (await ben.get("/tables/open"))["tables"]] == [table]
        assert (await ben.post(f"/tables/{table}/sit"))["yours"] == [1]
        assert (await ann.get("/tables/open"))["tables"] == []


async def test_a_match_goes_on_while_redis_is_away_and_when_it_is_back(postgres: Postgres, redis: Redis) -> None:
    async with two_nodes(laid_out(postgres), redis.url) as (one, two), ann_and_ben(one, two) as (ann, ben):
        before = [await watched("hilo", [ann, ben]) for _ in range(3)]
        redis.stop()
        try:
            told = [grown(ben, *match) for match in before]
            for table, version in before:
                await ann.move(table, 0, version, HIGH)
            await soon(*told)
        finally:
            redis.start()
        for here in (one, two):
            await here.node.notices.connected.wait()
        after = [await watched("hilo", [ann, ben]) for _ in range(6)]
        told = [grown(ben, *match) for match in after]
        for table, version in after:
            await ann.move(table, 0, version, HIGH)
        await soon(*told)


class Line:
    """A line between a node and Redis: what the node says can be held back, and the line can be cut."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self.is_open = asyncio.Event()
        self.is_open.set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._writers: set[asyncio.StreamWriter] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connect, HOST, 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.cut()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def url(self) -> str:
        return f"redis://{HOST}:{self._server.sockets[0].getsockname()[1]}/0"

    def cut(self) -> None:
        """End all connections, and take no new ones."""
        self._server.close()
        for writer in self._writers:
            writer.transport.abort()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, out = await asyncio.open_connection(HOST, self._redis.port)
        self._writers |= {writer, out}
        for source, sink, held in ((reader, out, True), (there, writer, False)):
            task = asyncio.create_task(self._pass_on(source, sink, held))
            self._tasks.add(task)

    async def _pass_on(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, held: bool) -> None:
        with suppress(ConnectionError):
            while data := await source.read(65_536):
                if held:
                    await self.is_open.wait()
                sink.write(data)
        sink.close()


@asynccontextmanager
async def overheard(redis: Redis) -> AsyncIterator["asyncio.StreamReader"]:
    """All that nodes tell each other."""
    reader, writer = await asyncio.open_connection(HOST, redis.port)
    writer.write(b"PSUBSCRIBE pasch:*\r\n")
    await reader.readuntil(b":1\r\n")
    yield reader
    writer.close()


async def test_what_happens_before_a_node_listens_is_told_too(postgres: Postgres, redis: Redis) -> None:
    async with (
        Line(redis) as slow,
        two_nodes(laid_out(postgres), redis.url, slow.url) as nodes,
        ann_and_ben(*nodes) as (ann, ben),
    ):
        await watched("hilo", [ann, ben])
        slow.is_open.clear()
        table, version = await watched("hilo", [ann, ben])
        told = grown(ben, table, version)
        async with overheard(redis) as news:
            await ann.move(table, 0, version, HIGH)
            await asyncio.wait_for(news.readuntil(table.encode()), SOON)
        slow.is_open.set()
        await soon(told)


async def test_a_match_goes_on_when_one_node_cannot_reach_redis(postgres: Postgres, redis: Redis) -> None:
    async with (
        Line(redis) as line,
        two_nodes(laid_out(postgres), line.url, redis.url) as nodes,
        ann_and_ben(*nodes) as (ann, ben),
    ):
        table, version = await watched("hilo", [ann, ben])
        line.cut()
        told = grown(ben, table, version)
        await ann.move(table, 0, version, HIGH)
        await soon(told)


async def test_what_a_newcomer_is_told_the_others_are_told_too(
    postgres: Postgres, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Something happens elsewhere just while somebody returns to a table that others here watch."""
    async with two_nodes(laid_out(postgres), redis.url) as (one, two), ann_and_ben(one, two) as (ann, ben):
        table, version = await watched("hilo", [ann, ben])
        read, storage = two.node.storage.entries, two.node.storage

        async def entries(code: str, begin: int = 0) -> list[Entry]:
            found = await read(code, begin)
            if begin:
                monkeypatch.undo()
                await ann.move(table, 0, version, HIGH)
            return found

        async with tab(ben, two) as twin:
            told = grown(ben, table, version)
            monkeypatch.setattr(storage, "entries", entries)
            await twin.watch(table, version=version - 1)
            await soon(told)


async def test_a_node_that_could_not_store_a_move_still_tells_what_the_other_stored(
    postgres: Postgres, redis: Redis
) -> None:
    with impatient() as patch:
        async with two_nodes(laid_out(postgres), redis.url) as (one, two), ann_and_ben(one, two) as (ann, ben):
            table, version = await watched("hilo", [ann, ben])
            faults = Faults(patch, two.node.engine.sync_engine, two.node.writer.store.engine)
            faults.is_away = True
            assert (await ben.move(table, 1, version, LOW))["rule"] == "unavailable"
            faults.is_away = False
            told = grown(ben, table, version)
            await ann.move(table, 0, version, HIGH)
            await soon(told)


# Devices


async def test_a_device_that_is_signed_out_at_one_node_is_closed_out_at_the_other(
    postgres: Postgres, redis: Redis
) -> None:
    database = laid_out(postgres)
    async with two_nodes(database, redis.url) as (one, two), players(one.base, "Ann") as (ann,):
        phone = Player(two.base)
        await phone.post("/me/restore", {"token": (await ann.post("/me/link"))["token"]})
        await phone.plug_in()
        (other,) = [device["id"] for device in await ann.get("/me/devices") if not device["here"]]
        await ann.post("/me/sign-out", {"device": other})
        assert phone.socket is not None
        await asyncio.wait_for(phone.socket.wait_closed(), SOON)
        assert await phone.get("/me") is None
        await phone.gone()
