"""Guessing tables: there are too many, and whoever tries is stopped, at every door."""

import re
from math import log2

import httpx
import msgspec
import pytest

from pasch.server.live.open_tables import GROUPS, NOUNS, SIGNS, SIGNS_IN_GROUP, new_code
from pasch.server.settings import Settings
from tests.server.client import players
from tests.server.hostile.attackers import TEXT, attacker, frame, rules
from tests.server.nodes import Process, node
from tests.server.scenes import match_of

pytestmark = pytest.mark.anyio

TRIES = int(60 * Settings(database="").guesses) + 20


def test_an_id_has_at_least_45_bits_and_can_be_read_aloud() -> None:
    assert log2(len(set(NOUNS)) * len(set(SIGNS)) ** (GROUPS * SIGNS_IN_GROUP)) >= 45
    for code in {new_code() for _ in range(100)}:
        assert re.fullmatch(r"[A-Z]{3,8}-[2-9A-Z]{4}-[2-9A-Z]{4}", code)


async def test_the_socket_counts_guesses_and_then_tells_of_no_table(server: Process) -> None:
    async with players(server.base, "Ann", "Ben") as (ann, ben), attacker(server.base, "127.0.0.3") as evil:
        table = await match_of("hilo", [ann, ben])
        tries = [*(f"KARO-{n}" for n in range(TRIES)), table]
        await evil.upgrade()
        await evil.told(1)
        for code in tries:
            await evil.pour(frame(TEXT, msgspec.json.encode({"type": "watch", "table": code})))
        said = rules(await evil.told(len(tries)))
        assert (said[0], said[-1]) == ("missing", "limit")
        assert len(said) == len(tries), "the last one was right, and it was told of that no more than of the others"
        assert (await ben.watch(table))["type"] == "update", "whoever comes from elsewhere"


async def test_http_counts_guesses_and_then_tells_of_no_table(server: Process) -> None:
    there = httpx.AsyncHTTPTransport(local_address="127.0.0.4")
    async with players(server.base, "Ann", "Ben") as (ann, ben):
        table = await match_of("hilo", [ann, ben])
        async with httpx.AsyncClient(base_url=f"{server.base}/api/v1/tables/", transport=there) as evil:
            said = [(await evil.get(f"KARO-{n}")).status_code for n in range(TRIES)]
            while said[-1] == 404:  # a slow machine is forgiven some of them meanwhile
                said.append((await evil.get("KARO")).status_code)
            assert (said[0], said[-1]) == (404, 429)
            assert (await evil.get(table)).status_code == 429
        assert (await ann.get(f"/tables/{table}"))["id"] == table


@pytest.mark.parametrize("kind", ["calendar", "invitations"])
async def test_whoever_guessed_too_often_is_let_in_by_no_secret_address(storage: str, kind: str) -> None:
    async with node(storage, guesses=2 / 60) as here, players(here.base, "Ann") as (ann,):
        circle = await ann.post("/circles", {"name": "Sunday", "felt": "hilo"})
        right = {"calendar": (await ann.post("/me/calendar"))["token"], "invitations": circle["link"]}[kind]
        tried = [(await ann.http.get(f"/api/v1/{kind}/{one}")).status_code for one in (right, *"xyz", right)]
        assert tried == [200, 404, 404, 429, 429]
        await ann.get(f"/circles/{circle['id']}")
