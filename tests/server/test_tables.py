"""Tables over HTTP: opening and joining them, seats and bots, rematch, my tables, chat, closing, records."""

import asyncio
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pasch.bots.levels import CHARACTERS, LADDER, USUAL
from pasch.engine.fair import check
from pasch.engine.record import Proof2, Record
from pasch.games import GAMES
from pasch.server.http.addresses import outside
from pasch.server.http.identity import COOKIE
from pasch.server.http.socket import SIGNED_OUT
from pasch.server.settings import Settings
from pasch.server.store.database import sqlite_url
from pasch.server.store.storage import Device, Said
from tests.server.client import Player, players
from tests.server.nodes import Node, StoppedClock, node
from tests.server.scenes import HIGH, finished, match_of, watched

pytestmark = pytest.mark.anyio

Info = dict[str, Any]
_ids = count()


def kinds(info: Info) -> list[str]:
    return [chair["kind"] for chair in info["chairs"]]


def names(info: Info) -> list[str]:
    return [chair.get("name", "") for chair in info["chairs"]]


def colours(info: Info) -> list[str]:
    return [chair["colour"] for chair in info["chairs"]]


async def seat(player: Player, table: str, at: int, expect: int | None = None, **who: Any) -> Info:
    info: Info = await player.post(f"/tables/{table}/seats/{at}", who, expect)
    return info


# Opening


@pytest.mark.parametrize(
    "pace", [{"type": "none"}, {"type": "live", "move": 30, "match": 600}, {"type": "slow", "hours": 48}]
)
async def test_a_table_is_opened_with_game_seats_options_and_pace(here: Node, pace: dict[str, Any]) -> None:
    async with players(here.base, "Ann") as (ann,):
        table = await ann.open_table("sack", 4, options={"first": 1}, pace=pace, late="forfeit", undo=False)
        info = await ann.get(f"/tables/{table}")
        setup = info["setup"]
        assert (setup["game"], setup["seats"], setup["options"], setup["pace"]) == ("sack", 4, {"first": 1}, pace)
        assert (setup["late"], setup["undo"], setup["chat"], setup["stand_in"]) == ("forfeit", False, True, "medium")
        assert (info["stage"], info["hosting"], info["yours"], info["host"]) == ("lobby", True, [0], [0])
        assert kinds(info) == ["person", "open", "open", "open"]


async def test_seats_are_a_person_bots_or_open_from_the_start(here: Node) -> None:
    async with players(here.base, "Ann") as (ann,):
        await ann.post("/me", {"name": "Ann", "colour": "lilac"})
        info = await ann.post("/tables", {"game": "kniffel", "seats": 4, "bots": ["random", "greedy"]})
        assert kinds(info) == ["person", "open", "bot", "bot"]
        assert [chair.get("level") for chair in info["chairs"]] == [None, None, "random", "greedy"]
        assert colours(info) == ["lilac", "blue", "white", "black"]
        standing = await ann.post("/tables", {"game": "kniffel", "seats": 2, "sit": False, "bots": ["random"] * 6})
        assert (kinds(standing), standing["hosting"], standing["yours"]) == (["bot", "bot"], True, [])


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"game": "chess"}, "There is no game 'chess'"),
        ({"seats": 5}, "is for 2 to 4 players, not 5"),
        ({"options": {"first": 9}}, "Seat 9 cannot be first"),
        ({"bots": ["genius"]}, "There is no bot 'genius'"),
        ({"pace": {"type": "live", "move": 1}}, ""),
        ({"pace": {"type": "slow", "hours": 0}}, ""),
        ({"cheat": True}, ""),
    ],
)
async def test_a_table_at_which_nobody_could_play_is_not_opened(here: Node, wrong: Info, says: str) -> None:
    async with players(here.base, "Ann") as (ann,):
        response = await ann.http.post("/api/v1/tables", json={"game": "sack", "seats": 3, **wrong})
        assert response.status_code in (400, 409)
        assert says in response.json()["reason"]
        assert await ann.get("/me/tables") == []


async def test_somebody_without_a_name_opens_and_changes_nothing(here: Node) -> None:
    async with players(here.base, "Ann") as (ann,):
        table = await ann.open_table("hilo", 2)
        stranger = Player(here.base)
        assert await stranger.get("/me") is None
        assert await stranger.get("/me/tables") == []
        for path, body in (
            ("/tables", {"game": "hilo", "seats": 2}),
            (f"/tables/{table}/seats/1", {"type": "me"}),
            (f"/tables/{table}/begin", None),
            (f"/tables/{table}/close", None),
            ("/me/link", None),
        ):
            assert (await stranger.post(path, body, expect=403))["reason"] == "Who are you? Give your name first."
        await stranger.gone()


# Joining by link


async def test_whoever_has_the_link_sees_the_table_and_takes_a_seat(here: Node) -> None:
    async with players(here.base, "Ann", "Ben", "Cy") as (ann, ben, cy):
        table = await ann.open_table("sack", 3)
        stranger = Player(here.base)
        assert (await stranger.get(f"/tables/{table}"))["yours"] == []
        await stranger.gone()
        info = await ben.sit(table, 2, name="Big Ben", colour="green")
        assert (info["yours"], info["hosting"], names(info)) == ([2], False, ["Ann", "", "Big Ben"])
        assert info["chairs"][2]["colour"] == "green"
        refused = await seat(cy, table, 2, 403, type="me")
        assert (refused["rule"], refused["reason"]) == ("table", "Somebody sits here already.")
        assert (await ben.sit(table, 1))["yours"] == [1]
        await cy.get("/tables/NOWHERE-22222", expect=404)
        await seat(cy, table, 5, 404, type="me")


async def test_every_colour_is_there_once(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        table = await ann.open_table("sack", 3, bots=["random"])
        assert colours(await ann.sit(table, 0, colour="white")) == ["white", "blue", "red"], "the bot changes with Ann"
        assert colours(await ann.sit(table, 1, colour="white")) == ["blue", "white", "red"], "it moves with Ann"
        refused = await seat(ben, table, 0, 403, type="me", colour="white")
        assert refused["reason"] == "Somebody has this colour already."
        await seat(ben, table, 0, 400, type="me", colour="pink")
        assert colours(await ben.sit(table, 0, colour="lilac")) == ["lilac", "white", "red"]


async def test_several_people_sit_on_one_device(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        table = await ann.open_table("sack", 4)
        info = await seat(ann, table, 1, type="guest", name="Opa", colour="black")
        assert (info["yours"], info["chairs"][1]["guest"], names(info)[:2]) == ([0, 1], True, ["Ann", "Opa"])
        await seat(ben, table, 1, 403, type="me")
        await seat(ben, table, 1, 403, type="open")
        assert kinds(await ann.sit(table, 1))[:2] == ["open", "person"], "nobody has two chairs themselves"
        await seat(ann, table, 0, type="guest", name="Oma")
        assert kinds(await seat(ann, table, 0, type="open"))[0] == "open"


async def test_bots_are_added_removed_and_swapped_before_the_match(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        table = await ann.open_table("sack", 3)
        assert (await seat(ann, table, 1, type="bot", level="random"))["chairs"][1]["level"] == "random"
        assert (await seat(ann, table, 1, type="bot", level="greedy"))["chairs"][1]["level"] == "greedy"
        assert kinds(await ben.sit(table, 1)) == ["person", "person", "open"], "a person for a bot"
        assert kinds(await seat(ann, table, 1, type="bot", level="greedy"))[1] == "bot", "a bot for a person"
        assert kinds(await seat(ann, table, 1, type="open"))[1] == "open"
        assert (await seat(ben, table, 1, 403, type="bot", level="greedy"))["reason"].startswith("Only the person who")
        await seat(ann, table, 1, 400, type="bot", level="genius")
        await seat(ann, table, 1, 400, type="cat")


async def test_bots_have_names_of_their_own(here: Node) -> None:
    async with players(here.base, "Knut") as (knut,):
        table = await knut.open_table("twentyone", 6, bots=["medium", "medium", "good"])
        assert names(await knut.get(f"/tables/{table}"))[3:] == ["Oskar", "Trude", "Frieda"]
        info = await seat(knut, table, 1, type="bot", level="strong")
        called = [name for name in names(info) if name]
        assert called == ["Knut", "Otto", "Oskar", "Trude", "Frieda"], "the strong one's name is taken"
        full = await knut.post(
            "/tables", {"game": "hilo", "seats": 2, "sit": False, "bots": ["good", "easy", "strong"]}
        )
        assert names(full) == ["Emma", "Knut"], "the last ones have room"


async def test_the_host_changes_the_setup_before_the_match(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        table = await ann.open_table("hilo", 2)
        await ben.sit(table, 1)
        path, larger = f"/tables/{table}/setup", {"game": "sack", "seats": 4, "chat": False}
        await ben.call("PUT", path, larger, expect=403)
        info = await ann.call("PUT", path, larger)
        assert (info["setup"]["game"], info["setup"]["chat"], len(info["chairs"])) == ("sack", False, 4)
        await ben.sit(table, 3)
        refused = await ann.call("PUT", path, {"game": "sack", "seats": 2}, expect=403)
        assert refused["reason"] == "Too many people sit here already for that."
        await ben.sit(table, 1)
        assert len((await ann.call("PUT", path, {"game": "sack", "seats": 2}))["chairs"]) == 2
        await ann.post(f"/tables/{table}/begin")
        await ann.call("PUT", path, larger, expect=403)


async def test_an_abandoned_table_belongs_to_whoever_sits_down_next(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        table = await ann.open_table("hilo", 2)
        assert (await seat(ann, table, 0, type="open"))["hosting"], "nobody else is there"
        assert (await ben.sit(table, 0))["hosting"]
        assert not (await ann.get(f"/tables/{table}"))["hosting"]
        await seat(ben, table, 1, type="bot", level="random")
        await ann.sit(table, 1)
        await seat(ben, table, 0, type="open")
        assert (await ann.get(f"/tables/{table}"))["hosting"], "somebody else sits there"


# Beginning


async def test_empty_chairs_are_carried_away_when_the_match_begins(here: Node) -> None:
    async with players(here.base, "Ann", "Ben", "Cy") as (ann, ben, cy):
        table = await ann.open_table("sack", 4)
        refused = await ann.post(f"/tables/{table}/begin", expect=403)
        assert refused["reason"] == "Blöder Sack is for 2 to 4 players; 1 sits here."
        await ben.sit(table, 3)
        assert (await cy.post(f"/tables/{table}/begin", expect=403))["reason"].startswith("Only those who sit")
        info = await ben.post(f"/tables/{table}/begin")
        assert (info["stage"], names(info), info["yours"]) == ("playing", ["Ann", "Ben"], [1])
        await ann.post(f"/tables/{table}/begin", expect=403)


async def test_the_lot_decides_who_begins_unless_the_table_says_so(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        drawn = await match_of("sack", [ann, ben], options={})
        said = await match_of("sack", [ann, ben], options={"first": 1})
        for table, lot in ((drawn, True), (said, False)):
            await ann.post(f"/tables/{table}/close")
            record = await ann.get(f"/tables/{table}/record")
            assert record["proof"]["lot"] is lot
            check(msgspec.convert(record, Record), GAMES)
        assert record["options"]["first"] == 1


async def test_T1_the_lot_decides_who_gets_which_sheet_unless_the_table_says_so(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        seen = set()
        for wanted in ({}, {}, {}, {"sheets": ["F", "C"]}):
            table = await match_of("twentyone", [ann, ben], options=wanted)
            await ann.post(f"/tables/{table}/close")
            record = await ann.get(f"/tables/{table}/record")
            sheets = record["options"]["sheets"]
            assert record["proof"].get("lots") == (None if wanted else {"sheets": list("ABCDEF")})
            assert sheets == wanted.get("sheets", sheets)
            seen.add(tuple(sheets))
            check(msgspec.convert(record, Record), GAMES)
        assert len(seen) > 1, "not the same two at every table"


# Rematch and my tables


async def test_a_rematch_is_offered_to_all_at_once_and_begins_when_all_have_answered(here: Node) -> None:
    async with players(here.base, "Ann", "Ben", "Cy") as (ann, ben, cy):
        running = await match_of("hilo", [ann, ben])
        refused = await ann.post(f"/tables/{running}/rematch", expect=403)
        assert refused["reason"] == "The match is still being played."
        table = await finished([ann, ben], options={"first": 1}, chat=False)
        await cy.post(f"/tables/{table}/rematch", expect=403)
        await ann.watch(table)
        offered = ann.expect(lambda told: "again" in told.get("info", {}))
        asked = await ben.post(f"/tables/{table}/rematch")
        assert (asked["again"], asked.get("next")) == ({"seats": [1], "yours": True}, None)
        assert (await asyncio.wait_for(offered, 20))["info"]["again"] == {"seats": [1]}
        await ben.watch(table)
        begun = ben.expect(lambda told: told.get("info", {}).get("next") is not None)
        new = (await ann.post(f"/tables/{table}/rematch"))["next"]
        assert (await asyncio.wait_for(begun, 20))["info"]["next"] == new, "ben is told where it goes on"
        assert (await ann.post(f"/tables/{table}/rematch"))["next"] == new, "one for all who ask"
        info = await ann.get(f"/tables/{new}")
        assert (info["stage"], names(info), info["yours"]) == ("playing", ["Ann", "Ben"], [0])
        assert (info["setup"]["options"], info["setup"]["chat"]) == ({"first": 0}, False)


async def test_a_rematch_against_bots_begins_at_once(here: Node) -> None:
    async with players(here.base, "Ann") as (ann,):
        table = await ann.open_table("hilo", 3, bots=["random", "random"])
        await ann.post(f"/tables/{table}/begin")
        await ann.post(f"/tables/{table}/close")
        new = (await ann.post(f"/tables/{table}/rematch"))["next"]
        assert (await ann.get(f"/tables/{new}"))["stage"] == "playing"


async def test_who_does_not_join_a_rematch_is_not_named_and_leaves_the_seat(here: Node) -> None:
    async with players(here.base, "Ann", "Ben", "Cy") as (ann, ben, cy):
        table = await match_of("hilo", [ann, ben, cy], options={"first": 0})
        await ann.post(f"/tables/{table}/close")
        await ann.post(f"/tables/{table}/rematch")
        declined = await ben.post(f"/tables/{table}/rematch?joins=false")
        assert declined["again"] == {"seats": [0], "yours": False}
        assert (await cy.get(f"/tables/{table}"))["again"] == {"seats": [0]}
        new = (await cy.post(f"/tables/{table}/rematch"))["next"]
        info = await ann.get(f"/tables/{new}")
        assert (info["stage"], names(info)) == ("playing", ["Ann", "Cy"])


async def test_a_rematch_begins_after_a_minute_with_those_who_are_in(tmp_path: Path) -> None:
    clock = StoppedClock()
    async with node(sqlite_url(tmp_path), clock) as here, players(here.base, "Ann", "Ben") as (ann, ben):
        table = await ann.open_table("hilo", 3, bots=["random"])
        await ben.sit(table, 1)
        await ann.post(f"/tables/{table}/begin")
        await ann.post(f"/tables/{table}/close")
        await ann.watch(table)
        await ann.post(f"/tables/{table}/rematch")
        begun = ann.expect(lambda told: told.get("info", {}).get("next") is not None)
        clock.ahead = 61.0
        new = (await asyncio.wait_for(begun, 20))["info"]["next"]
        assert "Ben" not in names(await ann.get(f"/tables/{new}"))


async def test_my_tables_those_waiting_for_me_first(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        waiting_for_ann = await match_of("sack", [ann, ben])
        over = await finished([ann, ben])
        lobby = await ann.open_table("sack", 3)
        waiting_for_ben = await match_of("sack", [ann, ben], options={"first": 1})
        mine = await ann.get("/me/tables")
        assert [one["table"] for one in mine] == [waiting_for_ann, waiting_for_ben, lobby, over]
        assert [one["waiting_for_me"] for one in mine] == [True, False, False, False]
        assert [one["stage"] for one in mine] == ["playing", "playing", "lobby", "over"]
        assert (mine[1]["yours"], mine[1]["waiting"], names(mine[1])) == ([0], [1], ["Ann", "Ben"])
        assert (await ben.get("/me/tables"))[0]["table"] == waiting_for_ben
        await seat(ann, lobby, 0, type="open")
        assert lobby not in [one["table"] for one in await ann.get("/me/tables")]


# Who I am


async def test_a_private_link_makes_one_more_device_mine_and_works_once(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        table = await match_of("hilo", [ann, ben])
        first = await ann.post("/me/link")
        assert first["path"] == f"/#/me/{first['token']}"
        phone, tablet = Player(here.base), Player(here.base)
        restored = await phone.post("/me/restore", {"token": first["token"]})
        assert restored == {"me": {"name": "Ann", "colour": None}, "instead_of": None}
        assert (await phone.get(f"/tables/{table}"))["yours"] == [0]
        assert (await tablet.post("/me/restore", {"token": first["token"]}, expect=404))["rule"] == "missing"
        older, newer = await phone.post("/me/link"), await ann.post("/me/link")
        await tablet.post("/me/restore", {"token": older["token"]}, expect=404)
        assert await tablet.get("/me") is None
        await ann.post("/me/restore", {"token": newer["token"]})
        await tablet.post("/me/restore", {"token": newer["token"]})
        assert (await tablet.get("/me"))["name"] == "Ann", "one's own link is not used up by opening it oneself"
        for device in (phone, tablet):
            await device.gone()


async def test_devices_are_listed_and_signed_out_one_by_one(here: Node) -> None:
    async with players(here.base, "Ann") as (ann,):
        phone = Player(here.base)
        phone.http.headers["user-agent"] = "Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
        await phone.post("/me/restore", {"token": (await ann.post("/me/link"))["token"]})
        await phone.plug_in()
        listed = await ann.get("/me/devices")
        mine, other = sorted(listed, key=lambda one: not one["here"])
        assert (mine["here"], other["here"]) == (True, False)
        assert (other["kind"], other["name"]) == ("phone", "Firefox, Android")
        assert await ann.post("/me/sign-out", {"device": other["id"]}) == [mine]
        assert phone.socket is not None
        await phone.socket.wait_closed()
        assert phone.socket.close_code == SIGNED_OUT
        assert await phone.get("/me") is None
        assert (await phone.post("/me/link", expect=403))["rule"] == "table"
        assert (await ann.get("/me"))["name"] == "Ann"
        assert (await ann.post("/me/sign-out", {"device": other["id"]}, expect=404))["rule"] == "missing"
        await phone.gone()


async def test_a_cookie_from_before_there_was_a_list_goes_on_and_can_be_signed_out(here: Node) -> None:
    async with players(here.base, "Ann") as (ann,):
        person = ann.http.cookies[COOKIE].partition(".")[0]
        await here.node.storage.add_device(Device(person, person, "old", "", 0.0, 0.0))
        old = Player(here.base)
        old.http.cookies.set(COOKIE, here.visitors.signer.sign(person), domain="127.0.0.1")
        assert (await old.get("/me"))["name"] == "Ann"
        assert old.http.cookies[COOKIE] not in (ann.http.cookies[COOKIE], here.visitors.signer.sign(person))
        assert [one["kind"] for one in await ann.get("/me/devices")] == ["computer", "computer", "old"]
        await ann.post("/me/sign-out", {"device": "old"})
        assert (await old.get("/me"))["name"] == "Ann", "it has a cookie of its own by now"
        await old.gone()


async def test_names_are_plain_and_can_be_changed(here: Node) -> None:
    async with players(here.base, "Ann") as (ann,):
        assert (await ann.post("/me", {"name": " \u202eA\tnn\u0000 ", "colour": "blue"}))["name"] == "A nn"
        assert await ann.get("/me") == {"name": "A nn", "colour": "blue"}
        assert (await ann.post("/me", {"name": "\u200b"}, expect=403))["reason"].startswith("A name needs")
        await ann.post("/me", {"name": ""}, expect=400)
        await ann.post("/me", {"name": "x" * 17}, expect=400)
        assert (await ann.get("/me"))["name"] == "A nn"
        table = await ann.open_table("hilo", 2)
        assert names(await ann.sit(table, 0, name="  Anna\n "))[0] == "Anna"


# Chat


def said(player: Player) -> list[tuple[int | None, str, str]]:
    return [(told["seat"], told["name"], told["text"]) for told in player.heard if told["type"] == "chat"]


async def say(player: Player, table: str, text: str, key: str | None = None) -> dict[str, Any]:
    key = key or f"c{next(_ids)}"
    return await player.ask(
        {"type": "say", "id": key, "table": table, "text": text},
        lambda told: told.get("id") == key or told["type"] == "refused",
    )


async def test_those_who_sit_there_chat_and_all_who_watch_hear_it(here: Node) -> None:
    async with players(here.base, "Ann", "Ben", "Sue") as (ann, ben, sue):
        table, _ = await watched("hilo", [ann, ben])
        await sue.watch(table)
        for _ in range(2):
            assert (await say(ben, table, " good\n luck ", "once"))["type"] == "ack"
        await ann.ping()
        await sue.ping()
        assert said(ann) == said(ben) == said(sue) == [(1, "Ben", "good luck")]
        assert (await say(sue, table, "hey"))["reason"] == "Only those who sit at the table may do that."
        assert (await say(ann, table, "\u200b"))["reason"] == "You have written nothing."
        assert (await say(ann, table, "x" * 301))["rule"] == "format"
        history = await sue.get(f"/tables/{table}/chat")
        assert [(one["seat"], one["name"], one["text"]) for one in history] == [(1, "Ben", "good luck")]


async def test_a_table_keeps_its_latest_words_only(here: Node) -> None:
    async with players(here.base, "Ann") as (ann,):
        one, other = await ann.open_table("hilo", 2), await ann.open_table("hilo", 2)
        for at in range(5):
            for table in (one, other):
                await here.node.storage.say(table, Said(at, "Ann", f"{table} {at}"), keep=2)
        assert [line["text"] for line in await ann.get(f"/tables/{one}/chat")] == [f"{one} 3", f"{one} 4"]


async def test_nobody_floods_the_chat(here: Node) -> None:
    async with players(here.base, "Ann") as (ann,):
        table = await ann.open_table("hilo", 2)
        answers = [await say(ann, table, f"{n}") for n in range(30)]
        refused = next(answer for answer in answers if answer["type"] == "refused")
        assert (answers[0]["type"], refused["rule"]) == ("ack", "limit")
        assert refused["wait"] > 0
        assert len(await ann.get(f"/tables/{table}/chat")) < len(answers)


async def test_without_spectators_strangers_do_not_read_along(here: Node) -> None:
    async with players(here.base, "Ann", "Ben", "Sue") as (ann, ben, sue):
        table = await match_of("hilo", [ann, ben], spectators=False)
        assert (await sue.watch(table))["reason"] == "This table has no spectators."
        await sue.get(f"/tables/{table}/chat", expect=403)
        assert (await ben.watch(table))["type"] == "update"


# Closing, and records


async def test_a_closed_table_is_kept_and_takes_nothing_more(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        table, version = await watched("hilo", [ann, ben])
        await ben.post(f"/tables/{table}/close", expect=403)
        before = await here.node.storage.entries(table)
        assert (await ann.post(f"/tables/{table}/close"))["stage"] == "closed"
        assert (await ann.move(table, 0, version, HIGH))["reason"] == "This table is closed."
        await seat(ben, table, 1, 403, type="open")
        await ann.post(f"/tables/{table}/close", expect=403)
        assert (await here.node.storage.entries(table))[:-1] == before
        assert [one["stage"] for one in await ben.get("/me/tables")] == ["closed"]


async def test_the_record_is_opened_when_the_match_is_over(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        lobby = await ann.open_table("hilo", 2)
        assert (await ann.get(f"/tables/{lobby}/record", expect=403))["reason"].startswith("The match has not")
        table, version = await watched("hilo", [ann, ben])
        assert "what is hidden" in (await ann.get(f"/tables/{table}/record", expect=403))["reason"]
        for at, player in enumerate((ann, ben)):
            await player.move(table, at, version, HIGH)
        record = msgspec.convert(await ben.get(f"/tables/{table}/record"), Record)
        check(record, GAMES)
        assert isinstance(record.proof, Proof2)
        assert record.proof.table == table


async def test_all_games_are_listed(here: Node) -> None:
    async with players(here.base, "Ann") as (ann,):
        listed_games = {game["id"]: game for game in await ann.get("/games")}
        assert listed_games.keys() == GAMES.keys()
        assert listed_games["hilo"]["seats"] == [2, 3]
        assert listed_games["hilo"]["title"] == {"de": "Hoch oder tief", "en": "High or low"}
        for told in listed_games.values():
            assert (told["levels"], told["usual"]) == (list(LADDER), USUAL)
            assert told["characters"] == CHARACTERS
        assert listed_games["sack"]["levels"] == ["beginner", "easy", "medium", "good", "strong"]
        assert {game for game, info in listed_games.items() if info["open"]} == {"sack"}


async def test_only_this_machine_is_told_where_others_find_the_server(tmp_path: Path) -> None:
    async with (
        node(f"sqlite:///{tmp_path}/pasch.db", host="127.0.0.1") as closed,
        players(closed.base, "Ann") as (ann,),
    ):
        assert await ann.get("/address") == {"lan": None}
    everywhere = Settings(database="", host="0.0.0.0")  # noqa: S104 nothing is bound
    assert (outside(everywhere, 8000) or "").endswith(":8000")
    assert outside(Settings(database="", host="127.0.0.1"), 8000) is None
