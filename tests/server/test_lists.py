"""Lists at a real server: my tables, open tables, my finished matches, and what they add up to."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pasch.coach.grades import heights, levels
from pasch.engine.game import places
from pasch.games import GAMES
from pasch.server.live.reviews import judge_of
from pasch.server.live.statistics import statistics
from pasch.server.store.results import Played
from tests.server.client import Player, players
from tests.server.nodes import Node, StoppedClock, node
from tests.server.scenes import HIGH, finished, watched

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
async def here(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Node]:
    folder: Path = tmp_path_factory.mktemp("lists")
    async with node(f"sqlite:///{folder / 'pasch.db'}", StoppedClock()) as one:
        yield one


def is_open(told: dict[str, Any]) -> bool:
    return bool(told["type"] == "open")


async def codes(player: Player, query: str = "") -> list[str]:
    return [one["table"] for one in (await player.get(f"/tables/open{query}"))["tables"]]


async def test_an_open_table_is_found_filled_by_one_tap_and_gone(here: Node) -> None:
    async with players(here.base, "Ann", "Ben", "Cem") as (ann, ben, cem):
        hidden = await ann.open_table("hilo", 2)
        await ben.say({"type": "browse"})
        await ben.ping()
        news = ben.expect(is_open)
        table = await ann.open_table("hilo", 2, listed=True, pace={"type": "slow", "hours": 24})
        other = await ann.open_table("sack", 3, listed=True)
        await news
        assert {hidden} & set(await codes(ben)) == set()
        assert set(await codes(ben)) == {table, other}
        assert await codes(ben, "?game=hilo") == [table]
        first = await ben.get("/tables/open?limit=1")
        assert first["more"]
        assert await codes(ben, f"?limit=1&after={first['tables'][0]['table']}") == [
            code for code in (await codes(ben)) if code != first["tables"][0]["table"]
        ]
        shown = next(one for one in (await ben.get("/tables/open"))["tables"] if one["table"] == table)
        assert (shown["pace"], [chair["kind"] for chair in shown["chairs"]]) == (
            {"type": "slow", "hours": 24},
            ["person", "open"],
        )
        assert set(shown) == {"table", "game", "since", "pace", "rated", "chairs"}, "and nothing more"
        news = ben.expect(is_open)
        assert (await ben.post(f"/tables/{table}/sit"))["yours"] == [1]
        assert (await ben.post(f"/tables/{table}/sit"))["yours"] == [1], "a second tap changes nothing"
        await news
        late = await cem.post(f"/tables/{table}/sit", expect=403)
        assert late["reason"] == "Somebody was faster."
        assert await codes(cem) == [other]
        setup = (await ann.get(f"/tables/{other}"))["setup"]
        await ann.call("PUT", f"/tables/{other}/setup", {**setup, "listed": False})
        assert await codes(cem) == []


async def test_my_turn_has_a_clock_and_results_are_new_until_seen(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        slow, version = await watched("hilo", [ann, ben], pace={"type": "slow", "hours": 3})
        (mine,) = await ann.get("/me/tables")
        assert (mine["left"], mine["since"], mine["waiting_for_me"]) == (3 * 3600.0, StoppedClock()(), True)
        await ann.move(slow, 0, version, HIGH)
        (mine,) = await ann.get("/me/tables")
        assert (mine["left"], mine["since"], mine["waiting_for_me"]) == (None, None, False)
        tables = [await finished([ann, ben]) for _ in range(3)]
        found = await ann.get("/me/matches")
        assert [one["new"] for one in found["matches"]] == [True] * 3
        assert {one["table"] for one in found["matches"]} == set(tables)
        assert (found["total"], found["first"]) == (3, StoppedClock()())
        one = found["matches"][0]
        scores = [seat["score"] for seat in one["seats"]]
        assert [seat["name"] for seat in one["seats"]] == ["Ann", "Ben"]
        assert [seat["place"] for seat in one["seats"]] == list(places(scores))
        await ann.post(f"/tables/{one['table']}/seen")
        page = await ann.get("/me/matches?limit=1")
        assert page["matches"] == [{**one, "new": False}]
        rest = await ann.get(f"/me/matches?after={one['table']}")
        assert [match["table"] for match in rest["matches"]] == [match["table"] for match in found["matches"][1:]]
        assert all(match["new"] for match in (await ben.get("/me/matches"))["matches"])
        rows = await ann.get("/me/matches/json")
        assert [row["table"] for row in rows] == [match["table"] for match in reversed(found["matches"])]
        sheet = (await ann.http.get("/api/v1/me/matches/csv")).text.splitlines()
        assert sheet[0] == "ended,table,game,players,place,score,hints,stood_in,forfeited,rated,circle"
        assert len(sheet) == 4
        assert (await ann.get("/me/statistics"))["games"][0]["matches"] == 3
        stranger = Player(here.base)
        assert (await stranger.get("/me/matches"))["matches"] == (await stranger.get("/me/statistics"))["games"] == []
        await stranger.gone()


# What matches add up to


def played(at: int, place: int, score: int, **more: Any) -> Played:
    usual: dict[str, Any] = {
        "match": f"M{at}",
        "game": "twentyone",
        "players": 3,
        "ended": float(at),
        "stood_in": 0,
        "facts": msgspec.json.encode({"sheet": score, "all_hits": 0}).decode(),
        "met": "{}",
        "judge": "",
        "luck": 0.0,
        "counted": 0,
        "loss": 0.0,
        "squares": 0.0,
    }
    return Played(**usual | {"place": place, "score": score} | more)


def judged(one: Played, loss: float, luck: float = 0.0) -> Played:
    judge = judge_of(GAMES["twentyone"], 3)
    return one._replace(judge=judge, luck=luck, counted=20, loss=loss, squares=0.001)


def test_places_scores_and_records_add_up() -> None:
    matches = [played(1, 1, 90), played(2, 3, 60), played(3, 2, 120, stood_in=4), played(4, 1, 90, players=2)]
    (game,) = statistics(matches).games
    two, three = game.counts
    assert (two.players, two.places, two.mean_place, two.best_score) == (2, [1, 0], 1.0, 90)
    assert (three.matches, three.places, three.mean_place, three.mean_score) == (3, [1, 1, 1], 2.0, 90.0)
    assert [(one.fact, one.value, one.table) for one in game.records] == [("sheet", 90, "M1")], "nobody else's"
    assert (three.grade, three.luck) == (None, None)


def test_a_grade_begins_with_the_fifth_match_and_rises_with_better_play() -> None:
    table = levels(GAMES["twentyone"])[3]
    losses = [table["easy"].mean_loss] * 15 + [table["good"].mean_loss] * 15
    matches = [judged(played(at, 1, 80), loss, luck=0.01) for at, loss in enumerate(losses)]
    assert statistics(matches[:4]).games[0].counts[0].grade is None
    (count,) = statistics(matches).games[0].counts
    assert count.grade
    assert count.luck
    assert (count.grade.like, len(count.grade.points)) == ("good", 26)
    at = [point.height for point in count.grade.points]
    assert at == sorted(at)
    assert (at[0], at[-1]) == pytest.approx((1.0, 3.0), abs=0.01)
    assert all(point.low <= point.height <= point.high for point in count.grade.points)
    assert count.luck.mean == pytest.approx(0.01)
    for change in ({"stood_in": 1}, {"judge": "of before"}):
        assert statistics([one._replace(**change) for one in matches]).games[0].counts[0].grade is None
    height = heights(GAMES["twentyone"], 3)
    assert (height(9.0), height(0.0)) == (0.0, 4.0)


def test_whoever_beats_a_level_is_told_the_next() -> None:
    met = [{"good": (3, 2), "medium": (9, 1)}, {"good": (2, 1), "strong": (2, 2)}]
    matches = [played(at, 1, 90, met=msgspec.json.encode(one).decode()) for at, one in enumerate(met)]
    (game,) = statistics([*matches, matches[0]._replace(stood_in=1)]).games
    assert [(duel.level, duel.matches, duel.ahead) for duel in game.duels] == [
        ("medium", 9, 1),
        ("good", 5, 3),
        ("strong", 2, 2),
    ]
    assert (game.beaten, game.next) == ("good", "strong")
    (best,) = statistics([played(1, 1, 90, met='{"strong":[5,4]}')]).games
    assert (best.beaten, best.next) == ("strong", None)
