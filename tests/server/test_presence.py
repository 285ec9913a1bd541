"""Who is here, who is away and since when, who only watches; and the quick words that they say to each other."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from pasch.server.store.database import sqlite_url
from pasch.server.table.log import Moved
from tests.server.client import Player, players
from tests.server.nodes import StoppedClock, laid_out, node
from tests.services import Postgres, Redis

pytestmark = pytest.mark.anyio

SOON = 20


async def begun(ann: Player, ben: Player) -> str:
    table = await ann.open_table("hilo", 2, options={"first": 0})
    await ben.sit(table, 1)
    await ann.post(f"/tables/{table}/begin")
    return table


def present(player: Player, away: list[float | None], watching: list[str]) -> "asyncio.Future[dict[str, Any]]":
    """When a player is told just this."""
    return player.expect(
        lambda told: (told["type"], told.get("away"), told.get("watching")) == ("present", away, watching)
    )


async def test_everybody_is_told_who_comes_who_goes_and_who_watches(tmp_path: Path) -> None:
    clock = StoppedClock()
    async with (
        node(sqlite_url(tmp_path), clock, dice_wait=0.0) as here,
        players(here.base, "Ann", "Ben", "Cy") as (ann, ben, cy),
    ):
        table = await begun(ann, ben)
        clock.ahead = 90.0
        alone = present(ann, [None, 90.0], [])
        await ann.watch(table, people=True)
        await asyncio.wait_for(alone, SOON)  # ben has not been seen since he sat down

        both = present(ann, [None, None], [])
        await ben.watch(table)
        await asyncio.wait_for(both, SOON)
        assert not any(told["type"] == "present" for told in ben.heard), "ben has not asked"

        more = present(ann, [None, None], ["Cy"])
        await cy.watch(table, people=True)
        await asyncio.wait_for(more, SOON)
        assert cy.heard[-1]["watching"] == ["Cy"], "whoever watches is told at once, too"

        left = present(cy, [None, 0.0], ["Cy"])
        await ben.unplug()
        await asyncio.wait_for(left, SOON)
        clock.ahead = 300.0
        later = present(cy, [None, 210.0], ["Cy"])
        await cy.watch(table, people=True)
        await asyncio.wait_for(later, SOON)


@pytest.mark.slow
async def test_at_two_nodes_all_are_here_and_a_word_is_heard_at_both(postgres: Postgres, redis: Redis) -> None:
    database = laid_out(postgres)
    async with (
        node(database, redis=redis.url, dice_wait=0.0) as one,
        node(database, redis=redis.url, dice_wait=0.0) as two,
        players(one.base, "Ann") as (ann,),
        players(two.base, "Ben", "Cy") as (ben, cy),
    ):
        table = await begun(ann, ben)
        both = [present(who, [None, None], ["Cy"]) for who in (ann, ben)]
        for who in (ann, ben, cy):
            await who.watch(table, people=True)
        await asyncio.wait_for(asyncio.gather(*both), SOON)

        said = ben.expect(lambda told: told["type"] == "reaction")
        await ann.say({"type": "react", "table": table, "word": "ouch"})
        assert await asyncio.wait_for(said, SOON) == {"type": "reaction", "table": table, "seat": 0, "word": "ouch"}

        gone = ben.expect(lambda told: told["type"] == "present" and told["away"][0] is not None)
        await ann.unplug()
        await asyncio.wait_for(gone, SOON)


async def test_a_quick_word_is_for_those_at_the_table_once_in_a_while_and_kept_nowhere(tmp_path: Path) -> None:
    async with (
        node(sqlite_url(tmp_path), limits=1.0, dice_wait=0.0) as here,
        players(here.base, "Ann", "Ben", "Cy") as (ann, ben, cy),
    ):
        table = await begun(ann, ben)
        for who in (ann, ben, cy):
            await who.watch(table)
        word = {"type": "react", "table": table, "word": "cheers"}
        heard = [who.expect(lambda told: told["type"] == "reaction") for who in (ann, ben, cy)]
        await ben.say(word)
        assert {told["seat"] for told in await asyncio.wait_for(asyncio.gather(*heard), SOON)} == {1}
        assert (await ben.ask(word, lambda told: told["type"] == "refused"))["rule"] == "limit"
        assert (await cy.ask(word, lambda told: told["type"] == "refused"))["rule"] == "table"
        odd = {**word, "word": "insult"}
        assert (await ann.ask(odd, lambda told: told["type"] == "refused"))["rule"] == "format"
        assert await ann.get(f"/tables/{table}/chat") == []
        assert not any(isinstance(entry.what, Moved) for entry in await here.node.storage.entries(table))
