"""A line end behind what is otherwise right: it once spoiled the proof of a match, and what PostgreSQL could store."""

from typing import Any

import msgspec
import pytest
from docs.make_protocol import schema

from pasch.engine.fair import commitment
from pasch.server.table.seats import END
from tests.server.client import players
from tests.server.nodes import Node, node
from tests.server.scenes import HIGH, watched

pytestmark = pytest.mark.anyio


def patterns(part: Any) -> set[str]:
    """All that stand somewhere in a description."""
    match part:
        case {"pattern": str() as pattern}:
            return {pattern}
        case dict():
            return {one for value in part.values() for one in patterns(value)}
        case list():
            return {one for value in part for one in patterns(value)}
    return set()


async def test_no_pattern_lets_a_line_end_stand_behind_it(here: Node) -> None:
    async with players(here.base, "Eve") as (eve,):
        found = patterns(msgspec.json.decode(schema())) | patterns(await eve.get("/openapi.json"))
    assert len(found) > 5
    assert {one for one in found if not one.endswith(END)} == set()


async def test_nobody_spoils_the_proof_of_a_match(storage: str) -> None:
    async with node(storage, dice_wait=60.0) as here, players(here.base, "Eve") as (eve,):
        table = await eve.post("/tables", {"game": "hilo", "seats": 2, "bots": ["random"]})
        path, random = f"/tables/{table['id']}", "ab" * 32
        await eve.post(f"{path}/begin")
        hashed = commitment(table["seal"], 0, random, "")
        await eve.post(f"{path}/seats/0/dice", {"type": "commit", "commitment": f"{hashed}\n"}, expect=400)
        await eve.post(f"{path}/seats/0/dice", {"type": "commit", "commitment": hashed})
        await eve.post(f"{path}/seats/0/dice", {"type": "reveal", "random": f"{random}\n"}, expect=400)
        await eve.post(f"{path}/seats/0/dice", {"type": "reveal", "random": random, "words": "\n"}, expect=400)


async def test_an_id_is_no_longer_than_it_can_be_stored(here: Node) -> None:
    async with players(here.base, "Ann", "Eve") as (ann, eve):
        table, version = await watched("hilo", [ann, eve])
        move = {"type": "move", "id": "x" * 40 + "\n", "table": table, "seat": 1, "version": version, "move": HIGH}
        assert (await eve.ask(move, lambda told: told["type"] in ("update", "refused")))["rule"] == "format"
