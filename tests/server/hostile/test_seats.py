"""Curious hosts: nobody sees a hand that is not theirs by changing who sits where."""

from typing import Any

import pytest

from tests.server.client import Player, players
from tests.server.nodes import StoppedClock, node
from tests.server.scenes import match_of, watched

pytestmark = pytest.mark.anyio

WISHES: list[dict[str, Any]] = [
    {"type": "me"},
    {"type": "guest", "name": "Eve"},
    {"type": "open"},
    {"type": "bot", "level": "random"},
]


async def tries(player: Player, table: str, seat: int) -> None:
    """Everything by which somebody could get a seat, or free it for somebody else; and a look through its eyes."""
    for wish in WISHES:
        refused = await player.post(f"/tables/{table}/seats/{seat}", wish, expect=403)
        assert refused["rule"] == "table"
    await player.get(f"/tables/{table}/story?seat={seat}&views=true", expect=403)


async def test_a_host_with_a_second_identity_never_holds_a_waiting_persons_cards(storage: str) -> None:
    clock = StoppedClock()
    async with node(storage, clock) as here, players(here.base, "Ann", "Ben", "Eve") as (ann, ben, eve):
        table, _ = await watched("kniffel", [ann, ben], options={"first": 1})
        await tries(ann, table, 1)
        clock.ahead = 61
        sent = await ann.post(f"/tables/{table}/seats/1", {"type": "open"})
        assert (sent["chairs"][1]["kind"], sent["chairs"][1]["away"]) == ("person", True), "a bot stands in, no more"
        await tries(eve, table, 1)
        for wish in WISHES[:2]:
            await ann.post(f"/tables/{table}/seats/1", wish, expect=403)
        story = (await ben.get(f"/tables/{table}/story"))["scenes"]
        assert ["Ann lets a bot play on for Ben."] in [scene["told"] for scene in story]
        back = ann.expect(lambda told: "info" in told and not told["info"]["chairs"][1].get("away"))
        await ben.say({"type": "back", "table": table})
        await back


async def test_on_a_slow_table_the_clock_decides_and_not_the_host(storage: str) -> None:
    clock = StoppedClock()
    async with node(storage, clock) as here, players(here.base, "Ann", "Ben") as (ann, ben):
        table = await match_of("kniffel", [ann, ben], options={"first": 1}, pace={"type": "slow", "hours": 24})
        clock.ahead = 23 * 3600
        await tries(ann, table, 1)


async def test_nobody_speaks_as_somebody_else(storage: str) -> None:
    async with node(storage) as here, players(here.base, "Ann", "Eve") as (ann, eve):
        table, _ = await watched("hilo", [ann, eve])
        await eve.sit(table, 1, name="Ann\u3164")
        heard = ann.expect(lambda told: told["type"] == "chat")
        await eve.ask(
            {"type": "say", "id": "1", "table": table, "text": "I give up!"}, lambda told: told.get("id") == "1"
        )
        assert (await heard)["name"] == "Ann (Blue)", "the same name says whose it is"


async def test_a_stranger_takes_no_bots_seat_once_the_match_has_begun(storage: str) -> None:
    async with node(storage) as here, players(here.base, "Ann", "Eve") as (ann, eve):
        table = await ann.open_table("kniffel", 3, bots=["random"] * 2)
        await ann.post(f"/tables/{table}/begin")
        for who in (eve, ann):
            await tries(who, table, 1)


async def test_no_name_covers_what_others_see(storage: str) -> None:
    pile = "\u0316\u0301\u0332\u20dd" * 4
    async with node(storage) as here, players(here.base, "Ann") as (ann,):
        told = await ann.post("/me", {"name": f"{pile[:2]}Tr{pile[:6]}\u1ed7i\u202e<b>"})
        assert told["name"] == f"Tr{pile[:3]}\u1ed7i <b>"
        await ann.post("/me", {"name": pile}, expect=403)


async def test_no_words_for_the_dice_reach_the_server_before_its_seal(storage: str) -> None:
    async with node(storage) as here, players(here.base, "Ann") as (ann,):
        await ann.post("/tables", {"game": "hilo", "seats": 2, "words": "luck"}, expect=400)
        table = await ann.open_table("hilo", 2)
        await ann.post(f"/tables/{table}/seats/0", {"type": "me", "words": "luck"}, expect=400)
        assert (await ann.get(f"/tables/{table}"))["seal"]


async def test_nobody_breaks_off_a_match_that_they_are_losing(storage: str) -> None:
    async with node(storage) as here, players(here.base, "Eve", "Ben") as (eve, ben):
        table = await match_of("hilo", [eve, ben], rated=True, listed=True)
        refused = await eve.post(f"/tables/{table}/close", expect=403)
        assert refused["reason"].startswith("This match counts for ratings and is played to its end.")
        assert (await ben.get(f"/tables/{table}"))["stage"] == "playing"
        lobby = await eve.open_table("hilo", 2, rated=True, listed=True)
        await eve.post(f"/tables/{lobby}/close")
