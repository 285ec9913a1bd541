"""Scenes: each event with the view right after it, told in sentences; and the whole story of a match."""

from typing import Any

import msgspec
import pytest

from pasch.engine.language import Lang
from pasch.server.live import narration
from pasch.server.live.updates import MOST_SCENES, NO_EXTRAS, Extras, Updates
from pasch.server.table.log import Undone
from pasch.server.table.seats import COLOURS, Bot, Chair, Open, Sitter, names_of
from tests.server.client import Player, players
from tests.server.nodes import Node
from tests.server.scenes import HIGH, LOW, SECRET, finished, hilo, match_of, moved, person, sack, watched

pytestmark = pytest.mark.anyio


def scenes(told: dict[str, Any], seat: int = 0) -> list[dict[str, Any]]:
    shown: list[dict[str, Any]] = told["seats"][seat]["scenes"]
    return shown


def told_of(told: dict[str, Any]) -> list[list[str]]:
    return [scene["told"] for scene in scenes(told)]


async def shown_to(player: Player, table: str, lang: Lang = "en", **more: Any) -> dict[str, Any]:
    return await player.watch(table, tell=lang, **more)


# In updates


async def test_each_event_of_an_update_is_a_scene_of_its_own(here: Node) -> None:
    async with players(here.base, "Lena", "Tom") as (lena, tom):
        table, _ = await watched("sack", [lena, tom])
        assert scenes(await shown_to(lena, table, "de")) == [], "nothing is new to whoever begins to watch"
        for _ in range(2):
            news = lena.latest(table)["seats"][0]
            told = await lena.move(table, 0, lena.latest(table)["version"], news["moves"][0])
        events, shown = told["seats"][0]["events"], scenes(told)
        assert [scene["n"] for scene in shown] == [event["n"] for event in events]
        assert [event["type"] for event in events[:2]] == ["place", "roll"], "Tom's dice fall in the same update"
        place, roll, *_ = shown
        assert place["told"][0].startswith("Lena legt ")
        assert roll["told"][0].startswith(("Tom würfelt ", "Pasch! Tom würfelt "))
        assert (place["view"]["hand"], place["view"]["seat"]) == ([], 1)
        assert shown[-1]["view"] == told["seats"][0]["view"] != place["view"]


async def test_whoever_does_not_ask_for_scenes_is_told_the_same_bytes_as_ever() -> None:
    log = sack()
    steps = log.write(moved(0, {"type": "place", "die": 2, "board": 1})) + log.write(
        moved(0, {"type": "place", "die": 3, "board": 1})
    )
    updates = Updates(log.table, steps, 0.0)
    plain, shown = (updates.for_reader((), extras) for extras in (NO_EXTRAS, Extras(scenes="de")))
    news = msgspec.json.decode(plain)["seats"][0]
    assert list(news) == ["seat", "events", "view", "moves"]
    with_scenes = msgspec.json.decode(shown)
    assert len(with_scenes["seats"][0].pop("scenes")) == 2
    assert msgspec.json.encode(with_scenes) == plain


async def test_a_concealed_choice_is_told_without_what_it_is_and_once(here: Node) -> None:
    async with players(here.base, "Lena", "Tom", "Ida") as (lena, tom, ida):
        table, version = await watched("hilo", [lena, tom, ida])
        for one in (lena, tom):
            await shown_to(one, table, "de")
        heard = tom.expect(lambda told: told["type"] == "update")
        told = await lena.move(table, 0, version, HIGH)
        assert told_of(told) == told_of(await heard) == [["Lena hat gewählt."]]
        assert scenes(told)[0]["view"]["said"] == ["high", None, None]
        assert scenes(await heard)[0]["view"]["said"] == [None, None, None]
        await tom.move(table, 1, version, LOW)
        heard = tom.expect(lambda told: told["type"] == "update")
        await ida.move(table, 2, version, LOW)
        last = await heard
        assert [event["n"] for event in last["seats"][0]["events"]] == [version, version + 1, version + 2, version + 3]
        assert [scene["n"] for scene in scenes(last)] == [version + 2, version + 3], "the others were shown before"
        assert told_of(last)[1][0].startswith("Der Würfel zeigt ")
        assert scenes(last)[0]["view"]["said"] == [None, "low", None], "not over yet"
        assert scenes(last)[1]["view"]["said"] == ["high", "low", "low"]


@pytest.mark.parametrize(
    ("lang", "sentence"), [("de", "Lena nimmt den letzten Zug zurück."), ("en", "Lena takes back the last move.")]
)
async def test_taking_back_is_a_scene(here: Node, lang: Lang, sentence: str) -> None:
    async with players(here.base, "Lena", "Tom") as (lena, tom):
        table, version = await watched("sack", [lena, tom])
        before = (await shown_to(lena, table, lang))["seats"][0]["view"]
        await shown_to(tom, table, lang)
        told = await lena.move(table, 0, version, lena.latest(table)["seats"][0]["moves"][0])
        assert scenes(told)[0]["view"] != before
        heard = tom.expect(lambda told: told["type"] == "update")
        told = await lena.undo(table, 0, told["version"])
        mine = {"de": "Du nimmst den letzten Zug zurück.", "en": "You take back the last move."}[lang]
        assert scenes(told) == [{"n": version + 1, "view": before, "told": [sentence], "pieces": [[mine]]}]
        (toms,) = scenes(await heard)
        assert toms == scenes(told)[0] | {"pieces": [[0, sentence.removeprefix("Lena")]]}
        assert scenes(await shown_to(tom, table, lang, version=version)) == [toms], "it is not shown any more"


async def test_rejoining_brings_the_scenes_that_were_missed(here: Node) -> None:
    async with players(here.base, "Lena", "Tom") as (lena, tom):
        table, version = await watched("hilo", [lena, tom])
        await lena.move(table, 0, version, HIGH)
        assert told_of(await shown_to(tom, table, version=version)) == [["Lena has chosen."]]
        await tom.move(table, 1, version, LOW)
        missed = await shown_to(tom, table, version=version)
        assert [scene["n"] for scene in scenes(missed)] == [version, version + 1, version + 2]
        since = await shown_to(tom, table, version=version + 1)
        assert [event["n"] for event in since["seats"][0]["events"]] == [version, version + 1, version + 2]
        assert scenes(since) == scenes(missed)[1:], "what was concealed then is told again, but not shown again"
        assert scenes(await shown_to(tom, table, version=since["version"])) == []
        assert "scenes" not in (await tom.watch(table, version=version))["seats"][0]


def test_of_much_that_was_missed_only_the_last_is_shown() -> None:
    log = hilo()
    for _ in range(MOST_SCENES):
        log.write(moved(0, HIGH), Undone(0))
        steps = log.reread()
    told = msgspec.json.decode(Updates(log.table, steps, 0.0).for_reader((), Extras(scenes="en")))["seats"][0]
    assert len(told["events"]) == len(steps) == MOST_SCENES + 1
    assert [scene["n"] for scene in told["scenes"]] == [step.n for step in steps[1:]]


# Names


def test_seats_without_a_name_go_by_their_colour_and_namesakes_by_both() -> None:
    sitters: list[Sitter] = [
        person("lena"),
        Bot("greedy"),
        person("lena"),
        Open(),
        Bot("random", "Rot"),
        Bot("greedy", "Ada"),
    ]
    chairs = [Chair(colour, sitter) for colour, sitter in zip(COLOURS, sitters, strict=True)]
    assert names_of(chairs, "de") == ["Lena (Rot)", "Blau", "Lena (Weiß)", "Schwarz", "Rot", "Ada"]
    assert names_of(chairs[::-1], "en")[-2:] == ["Blue", "Lena (Red)"]
    red = [Chair("red", Bot("greedy")), Chair("blue", person("red"))]
    assert names_of(red, "en") == ["Red (Red)", "Red (Blue)"]


async def test_a_name_that_changes_changes_in_sentences(here: Node) -> None:
    async with players(here.base, "Lena", "Lena") as (lena, other):
        table, version = await watched("hilo", [lena, other])
        await shown_to(lena, table)
        assert told_of(await lena.move(table, 0, version, HIGH)) == [["Lena (Red) has chosen."]]
        await other.sit(table, 1, name="Tom")
        await lena.ping()
        renamed = "Tom has another name now, before: Lena."
        assert told_of(await shown_to(lena, table, version=version)) == [["Lena has chosen."], [renamed]]


# The story


async def story_at(player: Player, table: str, expect: int | None = None, **asked: Any) -> dict[str, Any]:
    words = "&".join(f"{name}={value}" for name, value in asked.items())
    told: dict[str, Any] = await player.get(f"/tables/{table}/story?{words}", expect)
    return told


async def test_a_story_is_all_that_was_shown(here: Node) -> None:
    async with players(here.base, "Lena", "Tom") as (lena, tom):
        table = await lena.open_table("hilo", 2, options={"first": 0})
        await tom.sit(table, 1)
        for one in (lena, tom):
            await shown_to(one, table, "de")
        await lena.post(f"/tables/{table}/begin")
        version = (await lena.watch(table, tell="de"))["version"]
        await lena.move(table, 0, version, HIGH)
        await lena.undo(table, 0, version + 1)
        await lena.move(table, 0, version + 2, LOW)
        last = await tom.move(table, 1, version + 3, HIGH)
        for seat, one in enumerate((lena, tom)):
            told = await story_at(one, table, lang="de", seat=seat, views="true")
            assert (told["names"], told["version"]) == (["Lena", "Tom"], last["version"])
            assert told["result"] == last["result"]
            begin, *shown = told["scenes"]
            heard = [scene for told in one.heard if told.get("seats") for scene in scenes(told)]
            kept = [scene for scene in heard if scene["n"] not in (version, version + 1)]
            assert [{name: scene[name] for name in ("n", "view", "told", "pieces")} for scene in shown] == kept
            assert [scene["n"] for scene in shown if scene.get("partial")] == [version + 2], "Tom had not chosen yet"
            assert (begin["n"], begin["seat"], begin["event"], begin["told"]) == (None, None, None, [])
            assert begin["view"]["phase"] == "deal"
            assert [scene["seat"] for scene in shown] == [None, 0, 1, None]
            assert [scene["event"]["type"] for scene in shown] == ["deal", "say", "say", "roll"]
            card = shown[0]["event"]["cards"][seat]
            assert shown[0]["event"]["cards"] == [card if owner == seat else 0 for owner in range(2)]


async def test_while_a_match_is_played_a_story_is_told_to_own_eyes(here: Node) -> None:
    async with players(here.base, "Lena", "Tom", "Sue") as (lena, tom, sue):
        table, version = await watched("hilo", [lena, tom])
        await lena.move(table, 0, version, HIGH)
        own = await story_at(lena, table, seat=0, views="true")
        assert own["scenes"][-1]["event"] == HIGH
        assert own["scenes"][-1]["view"]["said"] == ["high", None]
        for one, eyes in ((tom, {"seat": 1}), (tom, {}), (sue, {})):
            shown = (await story_at(one, table, views="true", **eyes))["scenes"][-1]
            assert (shown["seat"], shown["event"], shown["told"]) == (0, {"type": "concealed"}, ["Lena has chosen."])
            assert shown["view"]["said"] == [None, None]
        for one, seat in ((tom, 0), (sue, 0), (sue, 1)):
            assert (await story_at(one, table, 403, seat=seat))["rule"] == "table"
        assert (await story_at(lena, table, 404, seat=2))["rule"] == "missing"


async def test_a_story_is_for_those_who_may_watch(here: Node) -> None:
    async with players(here.base, "Lena", "Tom", "Sue") as (lena, tom, sue):
        table = await match_of("hilo", [lena, tom], spectators=False)
        assert (await story_at(sue, table, 403))["rule"] == "table"
        assert len((await story_at(tom, table))["scenes"]) == 2
        over = await finished([lena, tom])
        hidden = await finished([lena, tom], spectators=False)
        assert (await story_at(sue, hidden, 403))["rule"] == "table"
        for eyes in ({}, {"seat": 0}, {"seat": 1}):
            told = await story_at(sue, over, **eyes)
            assert told["result"]["places"]
            assert "view" not in told["scenes"][0]
        assert (await story_at(sue, over, 404, seat=2))["rule"] == "missing"


async def test_before_it_begins_nothing_happened(here: Node) -> None:
    async with players(here.base, "Lena") as (lena,):
        table = await lena.open_table("hilo", 2)
        nothing = {"version": 3, "names": ["Lena", "Blau"], "scenes": [], "result": None}
        assert await story_at(lena, table, lang="de", seat=1) == nothing
        assert (await story_at(lena, "nowhere", 404))["rule"] == "missing"
        for wrong in ({"lang": "fr"}, {"seat": 9}, {"seat": "x"}, {"views": "perhaps"}):
            assert (await story_at(lena, table, 400, **wrong))["rule"] == "format"


async def test_a_story_of_a_closed_match_is_open_too(here: Node) -> None:
    async with players(here.base, "Lena", "Tom") as (lena, tom):
        table, version = await watched("hilo", [lena, tom])
        await lena.move(table, 0, version, HIGH)
        await lena.post(f"/tables/{table}/close")
        told = await story_at(tom, table, seat=0)
        assert (told["scenes"][-2]["event"], told["result"]) == (HIGH, None)
        assert told["scenes"][-1]["told"] == ["Lena has closed the table."]


async def test_the_language_follows_the_browser_where_none_is_named(here: Node) -> None:
    async with players(here.base, "Lena", "Tom") as (lena, tom):
        table = await finished([lena, tom])
        for header, word in (("de-AT", "Würfel"), ("fr", "die")):
            told = await lena.call("GET", f"/tables/{table}/story", headers={"accept-language": header})
            assert word in told["scenes"][-1]["told"][0]


def test_of_a_match_without_end_the_end_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    log = sack()
    monkeypatch.setattr(narration, "LONGEST_STORY", 1)
    told = narration.story("TEST", SECRET, log.entries, None, "en", views=True)
    before, roll = msgspec.json.decode(told)["scenes"]
    assert (before["n"], before["view"]["phase"], roll["event"]["type"]) == (None, "roll", "roll")
