"""Taking everything along, and being erased: nothing private is left, and the matches of others stay whole."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pasch.cli import main
from pasch.server.http.identity import COOKIE
from pasch.server.store.belongings import PRIVATE, points_at_people
from tests.server.client import Player, players
from tests.server.nodes import laid_out, node
from tests.server.scenes import HIGH, finished, watched
from tests.server.test_transfer import everything
from tests.services import Postgres, Redis

pytestmark = pytest.mark.anyio
OF_OTHERS_TOO = {"results"}
"""Rows that name a person by their random id alone: they stay, since they belong to others' matches, too."""


async def test_everything_is_taken_along_in_one_file(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'pasch.db'}"
    async with node(database) as here, players(here.base, "Lena", "Tobi", "Aylin") as (lena, tobi, aylin):
        over, foreign = await finished([lena, tobi]), await finished([tobi, aylin])
        await watched("hilo", [lena, tobi])
        mine = await lena.get("/me/export")
        assert (mine["pasch_me"], mine["me"]["name"], len(mine["devices"])) == (1, "Lena", 1)
        assert [(one["table"], one["mine"]) for one in mine["matches"]] == [(over, [0])], (
            "no running one, and no other's"
        )
        assert mine["matches"][0]["record"] == await lena.get(f"/tables/{over}/record")
        assert [chair["name"] for chair in mine["matches"][0]["seats"]] == ["Lena", "Tobi"]
        assert {one["table"] for one in (await tobi.get("/me/export"))["matches"]} == {over, foreign}
        stranger = Player(here.base)
        await stranger.get("/me/export", expect=403)
        await stranger.gone()


def is_without_her(table: str, told: dict[str, Any]) -> bool:
    info: Any = told.get("info")
    return told.get("table") == table and bool(info) and "name" not in info["chairs"][0]


async def test_who_is_erased_is_named_nowhere_and_the_others_play_on(
    postgres: Postgres, redis: Redis, tmp_path: Path
) -> None:
    database, record = laid_out(postgres), tmp_path / "record.json"
    async with (
        node(database, redis=redis.url) as one,
        node(database, redis=redis.url) as two,
        players(one.base, "Lena") as (lena,),
        players(two.base, "Tobi") as (tobi,),
    ):
        over = await finished([lena, tobi])
        running, _ = await watched("hilo", [lena, tobi], spectators=False)
        left = await tobi.open_table("hilo", 2)
        await lena.sit(left, 1)
        await lena.post(f"/tables/{left}/seats/1", {"type": "open"})
        lobby = await lena.open_table("hilo", 2)
        for who, words in ((lena, "Hallo, hier Lena!"), (tobi, "Gut gespielt.")):
            line = {"type": "say", "id": words, "table": over, "text": words}
            await who.ask(line, lambda told: told["type"] == "ack")
        before = [await tobi.get(f"/tables/{over}/{what}") for what in ("record", "story?lang=en")]
        assert before[1]["names"] == ["Lena", "Tobi"]

        await lena.post("/me/erase", {"name": "Tobi"}, expect=403)
        gone = tobi.expect(lambda told: is_without_her(running, told))
        cookies = dict(lena.http.cookies)
        await lena.post("/me/erase", {"name": "Lena"})
        assert COOKIE not in lena.http.cookies
        assert lena.socket is not None
        await lena.socket.wait_closed()
        lena.http.cookies.update(cookies)
        assert await lena.get("/me") is None, "what the cookie was worth is gone"

        assert (await asyncio.wait_for(gone, 20))["info"]["chairs"][0]["away"]
        after = [await tobi.get(f"/tables/{over}/{what}") for what in ("record", "story?lang=en")]
        assert (after[0], after[1]["names"]) == (before[0], ["somebody", "Tobi"])
        assert [said["text"] for said in await tobi.get(f"/tables/{over}/chat")] == ["Gut gespielt."]
        over_now = tobi.expect(lambda told: told.get("table") == running and bool(told.get("result")))
        await tobi.move(running, 1, tobi.latest(running)["version"], HIGH)
        assert await asyncio.wait_for(over_now, 20), "a bot has played for her"
        assert (await tobi.get(f"/tables/{lobby}"))["stage"] == "closed"
        record.write_bytes(msgspec.json.encode(after[0]))
    assert main(["verify", str(record)]) == 0
    assert "Lena" not in repr(await everything(database))


def test_all_that_is_somebodys_own_goes_with_them() -> None:
    assert points_at_people() == {str(table.name) for table in PRIVATE} | OF_OTHERS_TOO
