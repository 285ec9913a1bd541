"""Regression tests for bugs that the tests of their part did not catch."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from pasch.server.table import permissions
from pasch.server.table.clocks import Live
from tests.server.client import players
from tests.server.nodes import Node, StoppedClock, node
from tests.server.scenes import HIGH, LOW, finished, match_of, sack, watched
from tests.services import Postgres, Redis

pytestmark = pytest.mark.anyio


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock()


@pytest.fixture
async def here(tmp_path: Path, clock: StoppedClock) -> AsyncIterator[Node]:
    async with node(f"sqlite:///{tmp_path / 'pasch.db'}", clock, sweep=3600.0) as one:
        yield one


async def test_a_nul_in_an_id_does_not_hold_all_other_tables_up(postgres: Postgres) -> None:
    async with node(postgres.fresh_database()) as here, players(here.base, "Ann", "Ben") as (ann, ben):
        table, version = await watched("hilo", [ann, ben])
        for message in (
            {"type": "move", "id": "\0", "table": table, "seat": 0, "version": version, "move": HIGH},
            {"type": "watch", "table": "\0"},
        ):
            refused = await ann.ask(message, lambda told: told["type"] == "refused")
            assert refused["rule"] == "format"
        await ann.get("/tables/%00", expect=404)


async def test_the_last_move_of_a_match_sent_again_is_acknowledged_again(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        table, version = await watched("hilo", [ann, ben])
        await ann.move(table, 0, version, HIGH)
        await ben.move(table, 1, version, HIGH, key="last")
        assert (await ben.move(table, 1, version, HIGH, key="last"))["type"] == "ack"


async def test_a_lost_seat_is_not_regained_by_standing_up(here: Node, clock: StoppedClock) -> None:
    async with players(here.base, "Ann", "Ben", "Cy") as (ann, ben, cy):
        table, version = await watched("hilo", [ann, ben, cy], pace={"type": "live", "move": 60}, late="forfeit")
        for seat, player in ((1, ben), (2, cy)):
            await player.move(table, seat, version, HIGH)
        clock.ahead = 60
        lost = ann.expect(lambda told: "info" in told)
        await here.node.scheduler.sweep()
        assert (await lost)["info"]["chairs"][0]["lost"]
        await ann.post(f"/tables/{table}/seats/0", {"type": "open"}, expect=403)


async def test_a_refusal_changes_nothing_that_anybody_sees(here: Node) -> None:
    async with players(here.base, "Ann") as (ann,):
        table = await ann.open_table("hilo", 2)
        before = await ann.get(f"/tables/{table}")
        await ann.post(f"/tables/{table}/seats/1", {"type": "me", "name": "\u200b"}, expect=403)
        assert await ann.get(f"/tables/{table}") == before


async def test_when_the_host_leaves_somebody_else_who_sits_there_is_the_host(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        table = await ann.open_table("hilo", 2)
        await ben.sit(table, 1)
        await ann.post(f"/tables/{table}/seats/0", {"type": "open"})
        assert (await ben.get(f"/tables/{table}"))["hosting"]


async def test_a_table_in_the_memory_of_another_node_is_not_shown_as_it_was(postgres: Postgres, redis: Redis) -> None:
    database = postgres.fresh_database()
    async with (
        node(database, redis=redis.url) as one,
        node(database, redis=redis.url) as other,
        players(one.base, "Ann", "Ben") as (ann, ben),
    ):
        table, version = await watched("hilo", [ann, ben])
        there = await ben.elsewhere(other.base)
        await there.get(f"/tables/{table}")
        await ann.move(table, 0, version, HIGH)
        await ben.move(table, 1, version, HIGH)
        stage = (await there.get(f"/tables/{table}"))["stage"]
        record = await there.http.get(f"/api/v1/tables/{table}/record")
        rematch = await there.http.post(f"/api/v1/tables/{table}/rematch")
        await there.gone()
        assert (stage, record.status_code, rematch.status_code) == ("over", 200, 200)


async def test_whoever_watched_before_a_match_without_spectators_does_not_watch_it(here: Node) -> None:
    async with players(here.base, "Ann", "Ben", "Sue") as (ann, ben, sue):
        table = await ann.open_table("hilo", 2, spectators=False)
        await ben.sit(table, 1)
        await sue.watch(table)
        await ann.post(f"/tables/{table}/begin")
        await sue.ping()
        assert not any(told["seats"] for told in sue.heard if told["type"] == "update")


async def test_after_taking_back_the_table_waits_for_me_again(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        table, version = await watched("hilo", [ann, ben])
        await ann.move(table, 0, version, HIGH)
        await ann.undo(table, 0, version + 1)
        assert (await ann.get("/me/tables"))[0]["waiting_for_me"]


async def test_every_colour_is_there_once_also_when_chairs_are_added(here: Node) -> None:
    async with players(here.base, "Ann") as (ann,):
        table = await ann.open_table("sack", 2)
        await ann.sit(table, 0, colour="white")
        info = await ann.call("PUT", f"/tables/{table}/setup", {"game": "sack", "seats": 4})
        assert len({chair["colour"] for chair in info["chairs"]}) == 4


async def test_a_choice_is_not_taken_back_by_somebody_who_has_not_seen_it(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        table, version = await watched("hilo", [ann, ben])
        await ann.move(table, 0, version, HIGH)
        await ann.undo(table, 0, version + 1)
        await ann.move(table, 0, version + 2, LOW)
        assert (await ann.undo(table, 0, version + 1))["rule"] == "stale"


def test_time_that_ran_out_is_used_up() -> None:
    log = sack(pace=Live(move=None, match=30))
    log.do(permissions.run_out(log.table, 30), at=30)
    log.do(permissions.come_back(log.table, "ann"), at=40)
    assert log.table.clocks.banks[0] <= 0


def test_standing_up_and_sitting_down_gives_no_time_back() -> None:
    log = sack(pace=Live(move=None, match=300))
    log.do(permissions.replace_sitter(log.table, "ann", 0, None, 200), at=200)
    log.do(permissions.sit(log.table, "ann", 0, "Ann", None, None, guest=False), at=200)
    assert log.table.clocks.banks[0] == 100


async def test_my_own_colour_moves_to_another_chair_with_me(here: Node) -> None:
    async with players(here.base, "Ann") as (ann,):
        table = await ann.open_table("hilo", 2)
        assert (await ann.sit(table, 1, colour="red"))["chairs"][1]["colour"] == "red"


async def test_nobody_sits_on_two_chairs_themselves(here: Node) -> None:
    async with players(here.base, "Ann") as (ann,):
        table = await ann.open_table("hilo", 2)
        await ann.post(f"/tables/{table}/seats/1", {"type": "guest", "name": "Opa"})
        assert [chair["kind"] for chair in (await ann.sit(table, 1))["chairs"]] == ["open", "person"]


async def test_a_word_sent_again_is_said_once(here: Node) -> None:
    async with players(here.base, "Ann") as (ann,):
        table = await ann.open_table("hilo", 2)
        for _ in range(2):
            await ann.ask({"type": "say", "id": "x", "table": table, "text": "hi"}, lambda told: told.get("id") == "x")
        assert len(await ann.get(f"/tables/{table}/chat")) == 1


async def test_a_rematch_after_somebody_has_left_can_begin(here: Node) -> None:
    async with players(here.base, "Ann", "Ben", "Cy") as (ann, ben, cy):
        table = await match_of("hilo", [ann, ben, cy], options={"first": 1})
        await ben.post(f"/tables/{table}/seats/1", {"type": "open"})
        await ann.post(f"/tables/{table}/close")
        new = (await ann.post(f"/tables/{table}/rematch"))["table"]
        await ann.post(f"/tables/{new}/begin")


async def test_two_who_ask_for_a_rematch_at_once_find_one_table(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        table = await finished([ann, ben])
        one, other = await asyncio.gather(*(who.post(f"/tables/{table}/rematch") for who in (ann, ben)))
        assert one == other
        assert sorted(mine["stage"] for mine in await ann.get("/me/tables")) == ["lobby", "over"]
