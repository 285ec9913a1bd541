"""Circles at a real server: founded, joined by link, left; their tables, seasons, evenings and club evenings."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.server.client import Player, players
from tests.server.nodes import Node, StoppedClock, node, tab

pytestmark = pytest.mark.anyio

SUNDAY = {"name": "Sonntagsrunde", "felt": "hilo"}
DAY = 86_400.0


@pytest.fixture(scope="module")
async def here(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Node]:
    folder: Path = tmp_path_factory.mktemp("circles")
    async with node(f"sqlite:///{folder / 'pasch.db'}") as one:
        yield one


async def founded(host: Player, *others: Player, **more: Any) -> dict[str, Any]:
    """A circle that all of them are in."""
    circle: dict[str, Any] = await host.post("/circles", {**SUNDAY, **more})
    for one in others:
        await one.post(f"/invitations/{circle['link']}")
    return circle


async def played(circle: str, winner: Player, *others: Player, bots: int = 0) -> str:
    """A match of the circle that is over: the winner is first, all others share the second place."""
    people = [winner, *others]
    seats = len(people) + bots
    asked = {"game": "hilo", "seats": seats, "bots": ["greedy"] * bots, "options": {"first": 0}}
    table = (await winner.post(f"/circles/{circle}/tables", asked))["id"]
    for seat, one in enumerate(others, 1):
        await one.sit(table, seat)
    await play(table, people)
    return str(table)


async def play(table: str, people: list[Player]) -> None:
    await people[0].post(f"/tables/{table}/begin")
    over = people[0].expect(lambda told: told.get("table") == table and bool(told.get("result")))
    for one in people:
        told = await one.watch(table)
        for news in told["seats"]:
            if news["moves"]:
                await one.move(table, news["seat"], told["version"], news["moves"][0])
    await over


def names(circle: dict[str, Any]) -> list[str]:
    return [one["name"] for one in circle["members"]]


def called(circle: dict[str, Any], number: int) -> str:
    return str(next(one["name"] for one in circle["members"] if one["number"] == number))


async def test_a_circle_is_joined_by_link_and_only_its_members_see_it(database: str) -> None:
    async with (
        node(database) as one,
        node(database) as two,
        players(one.base, "Ann", "Ben", "Cid") as (ann, ben, cid),
        tab(ben, two) as twin,
    ):
        circle = await founded(ann)
        path, link = f"/circles/{circle['id']}", circle["link"]
        assert (await ann.get("/me/circles"))[0]["name"] == "Sonntagsrunde"
        told = await ben.get(f"/invitations/{link}")
        assert (told["host"], told["others"], told["circle"]) == ("Ann", [], None)
        assert circle["id"] not in "".join(ben.bytes)
        await ben.get(path, expect=404)
        await ben.post(f"{path}/link", expect=404)

        joined = await twin.post(f"/invitations/{link}")
        assert (names(joined), joined["me"], joined["host"]) == (["Ann", "Ben"], 1, False)
        assert names(await ann.get(path)) == ["Ann", "Ben"], "the other node knows"
        assert (await ben.get(f"/invitations/{link}"))["circle"] == circle["id"]

        for asked in (f"{path}/link", f"{path}/members/0/remove"):
            assert "runs the circle" in (await ben.post(asked, expect=403))["reason"]
        await ben.call("PUT", path, SUNDAY, expect=403)
        new = await ann.post(f"{path}/link")
        assert new["link"] != link
        assert "no longer valid" in (await cid.get(f"/invitations/{link}", expect=404))["reason"]
        await cid.post(f"/invitations/{link}", expect=404)
        await cid.post(f"/invitations/{new['link']}")
        changed = await ann.call("PUT", path, {"name": " Montags\nrunde ", "felt": "hilo", "bots": True})
        assert (changed["name"], changed["bots"]) == ("Montags runde", True)

        await ann.post(f"{path}/members/0/remove", expect=404)
        assert names(await ann.post(f"{path}/members/1/remove")) == ["Ann", "Cid"]
        await ben.get(path, expect=404)
        assert await ben.get("/me/circles") == []
        assert await ann.post(f"{path}/leave") == []
        assert (await cid.get(path))["host"], "whoever has been in it for the longest runs it"


async def test_the_season_counts_the_matches_of_the_circle(tmp_path: Path) -> None:
    clock = StoppedClock()
    async with (
        node(f"sqlite:///{tmp_path / 'pasch.db'}", clock) as here,
        players(here.base, "Ann", "Ben", "Cid") as (ann, ben, cid),
    ):
        circle = await founded(ann, ben, cid)
        path = f"/circles/{circle['id']}"
        first = await played(circle["id"], ann, ben)
        now = await ann.get(path)
        assert now["season"]["quarter"] == "autumn"
        assert sum(line["points"] for line in now["standing"]) == 1
        assert [line["matches"] for line in now["standing"]] == [1, 1, 0]
        (day,) = now["days"]
        assert day["day"] == datetime.fromtimestamp(clock() - 5 * 3600, UTC).date().isoformat()
        assert [match["table"] for match in day["matches"]] == [first]
        assert [called(now, one["member"]) for one in day["matches"][0]["places"]] in (["Ann", "Ben"], ["Ben", "Ann"])
        ((duel),) = now["duels"]
        assert duel["together"] == 1
        assert now["unread"] == 0, "nobody has learned the toy game"
        assert [line["points"] for line in now["luck"]] == [0, 0, 0]

        await played(circle["id"], ann, bots=1)
        other = await ann.open_table("hilo", 2)
        await ben.sit(other, 1)
        await play(other, [ann, ben])
        assert sum(line["matches"] for line in (await ann.get(path))["standing"]) == 2, (
            "neither with bots, nor outside of the circle"
        )
        with_bots = await ann.call("PUT", path, {**SUNDAY, "bots": True})
        assert sum(line["matches"] for line in with_bots["standing"]) == 3
        await ann.call("PUT", path, SUNDAY)

        await ben.post("/me", {"name": "Benno"})
        await ben.post(f"{path}/leave")
        await ben.post("/me", {"name": "Someone else"})
        now = await ann.get(path)
        lines = {called(now, line["member"]): line["matches"] for line in now["standing"]}
        assert lines == {"Ann": 1, "Benno": 1, "Cid": 0}, "their lines stay under the name at that time"
        assert [one["here"] for one in now["members"]] == [True, True, False]

        clock.ahead += 100 * DAY
        later = await ann.get(path)
        assert (later["season"]["quarter"], later["seasons"]) == ("winter", ["2023-winter", "2023-autumn"])
        assert [called(later, line["member"]) for line in later["standing"]] == ["Ann", "Cid"]
        before = await ann.get(f"{path}?season=2023-autumn")
        assert before["standing"] == [line for line in now["standing"] if line["matches"]]
        await ann.get(f"{path}?season=2023-monsoon", expect=400)


async def test_an_evening_is_planned_answered_and_cancelled(here: Node) -> None:
    async with players(here.base, "Ann", "Ben", "Cid") as (ann, ben, cid):
        circle = await founded(ann, ben, cid)
        path, now = f"/circles/{circle['id']}", here.node.clock()
        for wrong in (now - 1, now + 400 * DAY):
            await ben.post(f"{path}/evenings", {"at": wrong}, expect=403)
        told = await ben.post(f"{path}/evenings", {"at": now + DAY})
        evening = told["next"]
        await ben.post(f"{path}/evenings", {"at": now + DAY})
        assert (await ben.get(path))["next"] == evening, "planned twice, it is one"
        assert [one["comes"] for one in evening["coming"]] == [None, True, None]
        answered = f"{path}/evenings/{evening['number']}"
        await ann.post(answered, {"comes": True})
        told = await cid.post(answered, {"comes": False})
        assert [one["comes"] for one in told["next"]["coming"]] == [True, True, False]
        assert [slip["next"]["count"] for slip in await cid.get("/me/circles")] == [1]
        await cid.post(f"{answered}/cancel", expect=403)
        assert (await ann.post(f"{answered}/cancel"))["next"] is None
        await ann.post(answered, {"comes": True}, expect=404)


async def test_a_club_evening_draws_rounds_and_seats_everybody(database: str) -> None:
    async with (
        node(database) as one,
        node(database) as two,
        players(one.base, "Ann", "Ben", "Cid", "Dora", "Eve") as (ann, ben, cid, dora, eve),
        tab(ann, two) as twin,
    ):
        people = [ann, ben, cid, dora]
        circle = await founded(*people)
        club = f"/circles/{circle['id']}/club"
        await ann.get(club, expect=403)
        await ann.post(club, {"rounds": 2})
        await ben.post(club, {"rounds": 2}, expect=403)
        asked = {"round": 1, "game": "hilo", "size": 2}
        await ben.post(f"{club}/rounds", asked, expect=403)
        drawn = await ann.post(f"{club}/rounds", asked)
        assert drawn["playing"] == [0, 1]
        (first,) = drawn["drawn"]
        seated = [{seat["member"] for seat in table["seats"]} for table in first["tables"]]
        assert sorted(map(len, seated)) == [2, 2]
        assert set.union(*seated) == {0, 1, 2, 3}
        listed = {one["name"]: one["colour"] for one in drawn["members"]}
        for table in first["tables"]:
            chairs = (await ann.get(f"/tables/{table['table']}"))["chairs"]
            assert {one["name"]: one["colour"] for one in chairs}.items() <= listed.items(), "known by their emblems"
        again = await ann.post(f"{club}/rounds", {**asked, "round": 2}, expect=403)
        assert "when all are done" in again["reason"]
        await twin.post(f"{club}/rounds", asked, expect=409)

        await finish(first, people)
        done = await twin.get(club)
        assert (done["playing"], sum(line["points"] for line in done["standing"])) == ([], 2)
        scores = [seat["score"] for table in done["drawn"][0]["tables"] for seat in table["seats"]]
        assert None not in scores

        await eve.post(f"/invitations/{circle['link']}")
        await ben.post(f"{club}/pause", {"member": 0, "pauses": True}, expect=403)
        told = await ben.post(f"{club}/pause", {"member": 1, "pauses": True})
        assert told["pausing"] == [1]
        assert [one["sizes"] for one in told["sizes"] if (one["game"], one["wanted"]) == ("hilo", 3)] == [[4]] or [
            one["sizes"] for one in told["sizes"] if (one["game"], one["wanted"]) == ("hilo", 2)
        ] == [[2, 2]]
        second = (await ann.post(f"{club}/rounds", {**asked, "round": 2}))["drawn"][1]
        seated_now = [{seat["member"] for seat in table["seats"]} for table in second["tables"]]
        assert set.union(*seated_now) == {0, 2, 3, 4}, "Eve came later, Ben takes a break"
        assert not any(table in seated for table in seated_now), "nobody meets again"
        await finish(second, [*people, eve])
        over = await eve.get(club)
        assert over["over"]
        assert sum(line["points"] for line in over["standing"]) == 4
        page = await ann.get(f"/circles/{circle['id']}")
        assert (page["club"], page["last_club"]) == (False, over["at"]), "its standing is still reached"
        await ann.post(f"{club}/rounds", {**asked, "round": 3}, expect=403)


async def test_who_said_no_takes_a_break_and_may_come_after_all_also_when_others_are_removed(here: Node) -> None:
    async with players(here.base, "Ann", "Ben", "Cid", "Dora") as (ann, ben, cid, dora):
        circle = await founded(ann, ben, cid, dora)
        home, club = f"/circles/{circle['id']}", f"/circles/{circle['id']}/club"
        number = (await ann.post(f"{home}/evenings", {"at": here.node.clock() + 3600}))["next"]["number"]
        await ben.post(f"{home}/evenings/{number}", {"comes": False})
        await cid.post(f"{home}/evenings/{number}", {"comes": True})
        assert (await ann.post(club, {"rounds": 2}))["pausing"] == [1, 3], "Dora has not said anything"
        assert (await ben.post(f"{club}/pause", {"member": 1, "pauses": False}))["pausing"] == [3]
        drawn = await ann.post(f"{club}/rounds", {"round": 1, "game": "hilo", "size": 3})
        seated = [{seat["member"] for seat in table["seats"]} for table in drawn["drawn"][0]["tables"]]
        assert set.union(*seated) == {0, 1, 2}

        await ann.post(f"{home}/members/1/remove")
        await ben.get(club, expect=404)
        await finish(drawn["drawn"][0], [ann, ben, cid])
        after = await ann.get(club)
        assert after["playing"] == [], "whoever is removed plays on, and nobody waits"
        assert {line["member"] for line in after["standing"]} == {0, 1, 2}
        asked = {"round": 2, "game": "hilo", "size": 2}
        second = (await ann.post(f"{club}/rounds", asked))["drawn"][1]
        assert {seat["member"] for table in second["tables"] for seat in table["seats"]} == {0, 2}


async def finish(drawn: dict[str, Any], people: list[Player]) -> None:
    for table in drawn["tables"]:
        await play(table["table"], [people[seat["member"]] for seat in table["seats"]])


async def test_a_table_of_a_circle_is_opened_there_and_by_members_only(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        circle = await founded(ann)
        asked = {"game": "hilo", "seats": 2}
        await ben.post(f"/circles/{circle['id']}/tables", asked, expect=404)
        await ann.post("/tables", {**asked, "circle": circle["id"]}, expect=400)
        table = await ann.post(f"/circles/{circle['id']}/tables", asked)
        assert table["setup"]["circle"] == circle["id"]
        told = await ann.get(f"/circles/{circle['id']}")
        assert [(one["table"], one["mine"], one["stage"]) for one in told["tables"]] == [(table["id"], True, "lobby")]
