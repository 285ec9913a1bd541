"""Hints at a table: asked back before a mistake, taken by whoever may, told to all, and logged."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from pasch.coach import ASKS_FROM, chances_of
from pasch.engine.errors import Malformed, PaschError
from pasch.engine.game import Seat
from pasch.engine.record import Record
from pasch.server.table import hints, permissions
from pasch.server.table import refusals as no
from pasch.server.table.log import Hinted
from pasch.server.table.refusals import Stale
from pasch.server.table.seats import Setup
from tests.server.client import Player, players
from tests.server.nodes import Node, node
from tests.server.scenes import Log, person, sack

pytestmark = pytest.mark.anyio
ANN = Seat(0)


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'pasch.db'}"


# By the log alone


def taken(log: Log, kind: Any, seat: Seat = ANN, key: str | None = None) -> list[Any]:
    return [step.event.what for step in log.do(hints.take(log.table, seat, log.table.version, kind), key=key)]


@pytest.mark.parametrize(
    ("setup", "kinds"),
    [
        ({}, set()),
        ({"hints": "ask"}, set()),
        ({"hints": "three"}, {"three"}),
        ({"hints": "rank"}, {"three", "rank"}),
        ({"hints": "ask", "tutor": True}, {"tip"}),
        ({"hints": "three", "tutor": True}, {"three"}),
    ],
)
def test_a_table_has_the_hints_that_were_chosen_for_it(setup: dict[str, Any], kinds: set[str]) -> None:
    for kind in ("question", "three", "rank", "tip"):
        log = sack(**setup)
        if kind in kinds:
            assert len(taken(log, kind)) == 1
        else:
            with pytest.raises(PaschError, match=no.NO_HINTS.en):
                taken(log, kind)


def test_whoever_was_asked_is_shown_more_and_only_about_that_decision() -> None:
    log = sack(hints="ask")
    log.do(hints.ask_back(log.table, ANN, log.table.version), key="first")
    assert not hints.is_asked_back(log.table, "ann", ANN, log.table.version, "second"), "once for each decision"
    assert hints.is_asked_back(log.table, "ann", ANN, log.table.version, "first"), "the answer was lost"
    assert [one.how for one in taken(log, "three") + taken(log, "rank")] == ["hinted"], "told once"
    assert taken(log, "three") == []
    log.do(
        permissions.move(
            log.table, "ann", 0, log.table.version, msgspec.Raw(b'{"type":"place","die":2,"board":1}'), "m"
        )
    )
    assert hints.is_asked_back(log.table, "ann", ANN, log.table.version, "third"), "another decision"
    with pytest.raises(PaschError, match=no.NO_HINTS.en):
        taken(log, "three")
    before = log.table.given
    log.reread()
    assert log.table.given == before
    assert before.counts == {0: 3}


def test_tips_are_told_once_and_a_question_is_not() -> None:
    log = sack(hints="ask", tutor=True)
    assert log.do(hints.ask_back(log.table, ANN, log.table.version)) == []
    log = sack(hints="ask", tutor=True)
    assert [one.how for one in taken(log, "tip")] == ["tutored"]
    log.do(
        permissions.move(
            log.table, "ann", 0, log.table.version, msgspec.Raw(b'{"type":"place","die":2,"board":1}'), "m"
        )
    )
    assert taken(log, "tip") == []
    assert log.table.given.counts == {0: 2}


def test_a_hint_keeps_nothing_from_being_undone_and_makes_no_move_stale() -> None:
    log = sack(hints="rank")
    known = log.table.version
    taken(log, "rank")
    log.do(permissions.move(log.table, "ann", 0, known, msgspec.Raw(b'{"type":"place","die":2,"board":1}'), "m"))
    taken(log, "three")
    assert log.table.can_undo(0)
    with pytest.raises(Stale):
        list(hints.take(log.table, ANN, known, "rank"))


@pytest.mark.parametrize("kind", ["ask", "three", "rank"])
def test_there_are_hints_only_where_the_coach_knows_the_game(kind: Any) -> None:
    with pytest.raises(Malformed, match="the coach has not learned it"):
        permissions.settled(Setup(game="hilo", seats=2, hints=kind))


def test_a_move_is_not_asked_back_at_other_tables_nor_from_others() -> None:
    log = sack(person("ann"), person("ben"), hints="three")
    assert not hints.is_asked_back(log.table, "ann", 0, log.table.version, "m")
    log = sack(person("ann"), person("ben"), hints="ask")
    assert not hints.is_asked_back(log.table, "ben", 0, log.table.version, "m")
    assert not hints.is_asked_back(log.table, "ben", 1, log.table.version, "m")
    assert hints.is_asked_back(log.table, "ann", 0, log.table.version, "m")


# With a real node


async def begun(people: list[Player], game: str, **setup: Any) -> str:
    ann, ben = people
    table = await ann.open_table(game, 2, options={"first": 0}, **setup)
    await ben.sit(table, 1)
    await ann.post(f"/tables/{table}/begin")
    for one in (ann, ben):
        await one.watch(table, tell="de")
    return table


def extremes(here: Node, table: str, seat: int) -> tuple[Any, Any, float]:
    """The best and the worst move of a seat, and how much lies between them."""
    state = here.node.tables.by_id[table].table.playing
    moves = state.moves(Seat(seat))
    values = chances_of(state.game, state.game.view(state.state, Seat(seat)), Seat(seat), moves)
    best, worst = moves[values.index(max(values))], moves[values.index(min(values))]
    return msgspec.to_builtins(best), msgspec.to_builtins(worst), max(values) - min(values)


async def said(player: Player, **message: Any) -> dict[str, Any]:
    key = message.setdefault("id", f"h{len(player.heard)}")
    return await player.ask(message, lambda told: key in (told.get("id"), told.get("ack")))


async def to_a_mistake(here: Node, people: list[Player], table: str) -> tuple[Player, int, int, Any, Any]:
    """Play on until whoever is to move could make a mistake: they, their seat, the version, the best and the worst."""
    for _ in range(200):
        told = people[0].latest(table)
        seat, version = told["waiting"][0], told["version"]
        best, worst, loss = extremes(here, table, seat)
        if best != worst and loss >= ASKS_FROM:
            return people[seat], seat, version, best, worst
        await said(people[seat], type="move", table=table, seat=seat, version=version, move=worst, ask="en")
        for one in people:
            await one.ping()
    raise AssertionError("nobody could make a mistake")


async def test_before_a_mistake_one_is_asked_once_and_shown_more_and_the_others_are_told(database: str) -> None:
    async with node(database, hint_seconds=60.0) as here, players(here.base, "Ann", "Ben") as people:
        table = await begun(people, "sack", hints="ask")
        one, seat, version, best, worst = await to_a_mistake(here, people, table)
        other = people[1 - seat]
        assert not any(told["type"] == "hint" for player in people for told in player.heard), "played without a word"
        where = {"table": table, "seat": seat, "version": version}
        question = await said(one, type="move", **where, move=worst, ask="de")
        assert (question["type"], question["kind"], question["meant"]["move"]) == ("hint", "question", worst)
        assert question.keys() == {"type", "id", "table", "seat", "kind", "number", "meant"}, "nothing but a question"
        assert "chance" not in question["meant"]
        three = await said(one, type="hint", **where, kind="three", lang="de")
        assert best in [each["move"] for each in three["moves"]]
        assert not any("chance" in each for each in three["moves"])
        assert "best" not in three
        rank = await said(one, type="hint", **where, kind="rank", lang="de", move=worst)
        assert [each["move"] for each in rank["moves"]] == [each["move"] for each in three["moves"]], "the same letters"
        assert rank["moves"][rank["best"]]["move"] == best
        assert rank["meant"]["mark"] in ("mistake", "blunder")
        stranger = await said(other, type="hint", **where, kind="rank", lang="de")
        assert (stranger["type"], stranger["reason"]) == ("refused", no.NOT_YOURS.en)
        played = await said(one, type="move", **where, move=worst, ask="de")
        assert played["type"] == "update", "asked once"
        for player in people:
            await player.ping()
        name = ("Ann", "Ben")[seat]
        lines = [line for told in other.heard if told["type"] == "update" for line in scenes(told)]
        assert lines.count(f"{name} hat sich einen Tipp geholt.") == 1
        assert not any(told["type"] == "hint" for told in other.heard)
        own = [piece for told in one.heard if told["type"] == "update" for piece in scenes(told, "pieces")]
        assert ["Du hast dir einen Tipp geholt."] in own
        logged = [entry.what for entry in await here.node.storage.entries(table) if isinstance(entry.what, Hinted)]
        assert logged == [Hinted(seat, "question"), Hinted(seat, "three"), Hinted(seat, "rank")]
        await people[0].post(f"/tables/{table}/close")
        record = msgspec.convert(await other.get(f"/tables/{table}/record"), Record)
        assert msgspec.to_builtins(record.hints) == {"kind": "ask", "taken": (3, 0) if seat == 0 else (0, 3)}


def scenes(told: dict[str, Any], what: str = "told") -> list[Any]:
    return [line for news in told["seats"] for scene in news.get("scenes", []) for line in scene[what]]


async def test_a_hint_that_would_come_late_does_not_hold_back_a_move(database: str) -> None:
    async with node(database, hint_seconds=0.0) as here, players(here.base, "Ann", "Ben") as people:
        table = await begun(people, "sack", hints="ask", tutor=True)
        one, seat, version, _, worst = await to_a_mistake(here, people, table)
        where = {"table": table, "seat": seat, "version": version}
        late = await said(one, type="hint", **where, kind="tip", lang="de")
        assert late["reason"] == no.HINT_LATE.en
        played = await said(one, type="move", **where, move=worst, ask="de")
        assert (played["type"], played["ack"] is not None) == ("update", True)
        assert not any(isinstance(entry.what, Hinted) for entry in await here.node.storage.entries(table))


async def test_hints_are_limited_for_each_person(database: str) -> None:
    async with node(database, hint_seconds=60.0, hint_rate=0.1) as here, players(here.base, "Ann", "Ben") as people:
        table = await begun(people, "twentyone", hints="rank")
        where = {"table": table, "seat": 0, "version": people[0].latest(table)["version"]}
        answers = [await said(people[0], type="hint", **where, kind="rank", lang="en", id=f"{n}") for n in range(4)]
        assert [answer["type"] for answer in answers] == ["hint"] * 3 + ["refused"]
        assert answers[-1]["rule"] == "limit"
        assert [answer["number"] for answer in answers[:3]] == [1, 1, 1], "the same hint"


async def test_somebody_new_has_a_tutor_against_bots_in_three_matches(database: str) -> None:
    async with node(database) as here, players(here.base, "Ann", "Ben") as (ann, ben):

        async def opened(one: Player, **more: Any) -> tuple[str, Any, Any]:
            info = await one.post("/tables", {"game": "sack", "seats": 2, **more})
            return info["id"], info["setup"]["hints"], info["setup"]["tutor"]

        against = {"bots": ["easy"]}
        assert (await opened(ann))[1:] == ("off", False), "others may come"
        assert (await opened(ann, **against, hints="off"))[1:] == ("off", False), "as chosen"
        for _ in range(3):
            table, *kind = await opened(ann, **against)
            assert kind == ["ask", True]
            await ann.post(f"/tables/{table}/begin")
            await ann.post(f"/tables/{table}/close")
        assert (await opened(ann, **against))[1:] == ("off", False), "not new any more"
        again = (await ann.post(f"/tables/{table}/rematch"))["next"]
        assert (await ann.get(f"/tables/{again}"))["setup"]["hints"] == "off"
        assert (await opened(ben, **against))[1:] == ("ask", True)
        assert (await ben.post("/tables", {"game": "hilo", "seats": 2, **against}))["setup"]["hints"] == "off"
