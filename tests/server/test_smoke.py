"""A whole match of every game, from opening the table to the checked record, over HTTP and the socket."""

from random import Random
from typing import Any

import msgspec
import pytest

from pasch.engine.fair import check
from pasch.engine.game import Result
from pasch.engine.record import Record
from pasch.games import GAMES
from tests.server.client import Player, players
from tests.server.nodes import node

pytestmark = [pytest.mark.anyio, pytest.mark.slow]
SHORT = "twentyone"
"""A real game whose matches are not long."""


async def play_out(people: list[Player], table: str, choice: Random) -> dict[str, Any]:
    """Everybody plays any of the moves they are offered, until the match is over; the last update."""
    while True:
        for player in people:
            told = player.latest(table)
            if told.get("result"):
                return told
            for news in told["seats"]:
                if news["moves"]:
                    answer = await player.move(table, news["seat"], told["version"], choice.choice(news["moves"]))
                    assert answer["type"] in ("update", "refused"), answer
                    break
        await people[0].ask({"type": "ping"}, lambda told: told["type"] == "pong")


@pytest.mark.parametrize(
    ("database", "game"),
    [
        *[("sqlite", game) for game in GAMES],
        *[pytest.param("postgresql", game, marks=() if game == SHORT else pytest.mark.proof) for game in GAMES],
    ],
    indirect=["database"],
)
async def test_two_people_and_a_bot_play_a_whole_match(database: str, game: str) -> None:
    async with node(database) as here, players(here.base, "Ann", "Ben") as (ann, ben):
        table = await ann.open_table(game, 3, bots=["random"], words="one two three")
        await ben.sit(table, 1, words="vier")
        await ann.post(f"/tables/{table}/begin")
        await ann.watch(table)
        await ben.watch(table)
        last = await play_out([ann, ben], table, Random(1))
        record = await ann.get(f"/tables/{table}/record")
        assert record["proof"]["words"] == ["one two three", "vier", ""]
        match = check(msgspec.convert(record, Record), GAMES)
        assert Record.of(match).result == msgspec.convert(last["result"], Result)
