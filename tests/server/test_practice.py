"""Exercises at a real server: gathered from reviews, tried, judged in the bots' processes, and back after some days."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from pasch.bots.levels import LADDER, bot
from pasch.coach.judging import chances_of
from pasch.engine.draws import chance
from pasch.engine.game import AnyGame, Seat
from pasch.games import GAMES
from pasch.games.weights import is_learned
from pasch.server.live.messages import encode
from pasch.server.live.practice import known, positions
from pasch.server.live.review_info import Played, reviewed
from pasch.server.live.reviews import judge_of
from pasch.server.store.appending import append_of
from pasch.server.store.schema import people, tries
from pasch.server.store.verdicts import WHOLE, keep_review
from pasch.server.table.log import Sat
from pasch.server.table.seats import Person, Setup
from tests.server.client import Player, players
from tests.server.nodes import Node, StoppedClock, node, tab
from tests.server.scenes import SECRET, Log, moved

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

GAME = GAMES["twentyone"]
LEARNED = [game for game in GAMES.values() if is_learned(game)]
DAY = 86_400.0
NEW, AGAIN = {"known": 0, "of": 5, "days": None}, {"known": 0, "of": 5, "days": 1}
ASKED = 400
"""How often the book is asked for until the coach has read everything; every question waits a little at the server."""


def played(*people: Person, game: AnyGame = GAME, away: bool = False, **setup: Any) -> Log:
    """A whole match in which the first makes the worst moves that there are; `away`: a bot stands in for them."""
    log, now, below = (
        Log(Setup(game=game.id, seats=len(people), **setup), *people),
        StoppedClock()(),
        chance("practice"),
    )
    log.begin(at=now)
    if away:
        chair = log.table.chairs[0]
        log.write(Sat(0, msgspec.structs.replace(chair, sitter=people[0].becoming("away"))), at=now)
    greedy = bot(game, "greedy")
    while log.table.stage == "playing":
        log.fall(now)
        for seat in log.table.waiting[:1]:
            view, moves = game.view(log.table.playing.state, seat), log.table.playing.moves(seat)
            choice = worst(game, view, seat, moves) if seat == 0 else greedy.choose(view, seat, moves, below)
            log.write(moved(seat, msgspec.to_builtins(choice)), at=now)
    return log


def worst(game: AnyGame, view: Any, seat: Seat, moves: Any) -> Any:
    values = chances_of(game, view, seat, moves)
    return moves[values.index(min(values))]


def review_of(log: Log) -> str:
    stored = tuple([(one.n, one.at, encode(one.what).decode(), one.key) for one in log.entries])
    return reviewed(Played(log.table.id, SECRET, stored), lambda _: None).decode()


async def stored(here: Node, code: str, log: Log, *, review: bool = True) -> str:
    """A match put into the database of a node, as if it had been played there."""
    storage, log.table.id = here.node.storage, code
    game = log.table.game
    assert await storage.create(code, game.id, SECRET, StoppedClock()())
    await here.node.writer.append(append_of(log.table, log.entries, None))
    if review:
        said = code, WHOLE, judge_of(game, len(log.table.chairs)), review_of(log)
        await here.node.writer.beside(lambda connection: keep_review(connection, *said))
    return code


async def person_of(here: Node, name: str) -> Person:
    async with here.node.engine.connect() as connection:
        found = await connection.execute(sa.select(people.c.id).where(people.c.name == name))
        return Person(found.scalar_one(), name)


async def book(player: Player, query: str = "") -> list[dict[str, Any]]:
    return list((await player.get(f"/me/exercises?{query}"))["exercises"])


def standings(exercises: list[dict[str, Any]], n: int) -> tuple[int, int | None]:
    (found,) = [one["standing"] for one in exercises if one["n"] == n]
    return found["known"], found["days"]


def as_told(value: Any) -> Any:
    return msgspec.json.decode(encode(value))


async def rows(here: Node) -> int:
    async with here.node.engine.connect() as connection:
        return len((await connection.execute(sa.select(tries))).all())


async def test_mistakes_are_gathered_and_come_back_after_1_2_4_9_and_21_days_on_all_nodes(database: str) -> None:
    clock = StoppedClock()
    async with (
        node(database, clock) as one,
        node(database, clock) as two,
        players(one.base, "Ann", "Ben") as (ann, ben),
        tab(ann, two) as twin,
    ):
        log = played(await person_of(one, "Ann"), await person_of(one, "Ben"))
        table = await stored(one, "TEST-PRACTICE", log, review=False)
        assert await ann.get("/me/exercises") == {"exercises": [], "unread": 1}
        for _ in range(ASKED):
            if not (found := await ann.get("/me/exercises?gather=true"))["unread"]:
                break
        first = found["exercises"][0]
        assert all(one["turn"] <= one["n"] for one in found["exercises"])
        assert {one["mark"] for one in found["exercises"]} <= {"mistake", "blunder"}
        assert all(one["loss"] >= 0.05 and one["standing"] == NEW for one in found["exercises"])
        assert all(one["asks"]["de"] and one["asks"]["en"] for one in found["exercises"])

        n, path = first["n"], f"/tables/{table}/tries/{first['n']}"
        position = await ann.get(path)
        bad = as_told(list(positions(table, SECRET, log.entries))[n].step.event.what)
        told = await ann.post(path, {"move": bad})
        assert (told["verdict"], told["standing"]) == ("other", AGAIN)
        assert told["loss"] == pytest.approx(position["loss"])
        assert told["tried"] == told["played"]
        assert told["best"]["chance"] - told["tried"]["chance"] == pytest.approx(told["loss"])
        right = told["best"]["move"]
        clock.ahead += DAY
        assert standings(await book(ann), n) == (0, 0), "what was not known is due tomorrow"
        for wait, known in ((1, 1), (2, 2), (4, 3), (9, 4), (21, 5)):
            told = await twin.post(path, {"move": right})
            assert (told["verdict"], told["loss"], told["standing"]) == (
                "right",
                0,
                {"known": known, "of": 5, "days": wait},
            )
            clock.ahead += (wait - 1) * DAY
            assert standings(await book(ann), n) == (known, 1)
            clock.ahead += DAY
            assert standings(await book(ann), n) == (known, 0)
        both = await asyncio.gather(*(one.post(path, {"move": bad}) for one in (ann, twin)))
        assert [told["standing"] for told in both] == [AGAIN] * 2
        assert await rows(one) == 7, "of two answers at once, one counts"
        assert [one["verdict"] for one in both] == ["other", "other"]
        assert (await ann.post(path, {"move": right}))["standing"] == AGAIN, "it has just been seen"
        assert await book(ben) == []
        clock.ahead += 60 * DAY
        assert await book(ann) == [], "90 days are over"
        assert (await ann.get(path))["standing"] is None


@pytest.fixture(scope="module")
async def here(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Node]:
    folder: Path = tmp_path_factory.mktemp("practice")
    async with node(f"sqlite:///{folder / 'pasch.db'}", StoppedClock(), tries_rate=0.1) as one:
        yield one


@pytest.mark.parametrize("game", LEARNED, ids=lambda game: game.id)
async def test_a_position_is_what_its_seat_saw_and_whoever_may_see_the_table_may_try_it(
    here: Node, game: AnyGame
) -> None:
    names = [f"{name} {game.id}" for name in ("Cid", "Dora", "Eve")]
    async with players(here.base, *names) as (cid, dora, eve):
        log = played(await person_of(here, names[0]), await person_of(here, names[1]), game=game)
        table = await stored(here, f"TEST-{game.id}", log)
        n, all_of_it = (await book(cid))[0]["n"], list(positions(table, SECRET, log.entries))
        told, found = await eve.get(f"/tables/{table}/tries/{n}"), all_of_it[n]
        assert told["view"] == as_told(game.view(found.step.before, Seat(0)))
        assert told["moves"] == as_told(tuple(game.legal_moves(found.step.before, Seat(0))))
        assert len(told["effects"]) == len(told["moves"])
        assert told["standing"] is None
        assert not {"best", "played", "candidates"} & told.keys(), "the answer is hidden"
        assert (await cid.get(f"/tables/{table}/tries/{n}"))["standing"] == NEW
        before = await rows(here)
        assert (await eve.post(f"/tables/{table}/tries/{n}", {"move": told["moves"][-1]}))["standing"] is None
        assert (await dora.post(f"/tables/{table}/tries/{n}", {"move": told["moves"][-1]}))["standing"] is None
        assert await rows(here) == before, "it is not their exercise"

        said = await eve.post(f"/tables/{table}/tries/{n}", {"move": {"type": "no"}}, expect=400)
        assert said["rule"] == "format"
        others = (as_told(one.step.event.what) for one in all_of_it if one.step.event.seat is not None)
        illegal = next(move for move in others if move not in told["moves"])
        said = await eve.post(f"/tables/{table}/tries/{n}", {"move": illegal}, expect=409)
        assert said["rule"][1:].isdigit(), "a rule of the game"


async def test_what_cannot_be_tried_is_said_in_a_sentence(here: Node) -> None:
    async with players(here.base, "Fay", "Gus", "Hal") as (fay, gus, hal):
        sitters = await person_of(here, "Fay"), await person_of(here, "Gus")
        closed = await stored(here, "TEST-CLOSED", played(*sitters, spectators=False))
        unread = await stored(here, "TEST-UNREAD", played(*sitters), review=False)
        lobby = await fay.open_table(GAME.id, 2)
        dice = next(
            n for n, one in enumerate(positions("", SECRET, played(*sitters).entries)) if one.step.event.seat is None
        )
        for path, sentence in {
            f"/tables/{lobby}/tries/0": "has not begun",
            f"/tables/{unread}/tries/0": "not been reviewed yet",
            f"/tables/{closed}/tries/{dice}": "nothing to decide",
            f"/tables/{closed}/tries/99999": "nothing to decide",
        }.items():
            for told in (await fay.get(path, expect=409), await fay.post(path, {"move": {}}, expect=409)):
                assert told["rule"] == "review"
                assert sentence in told["reason"]
        await hal.get(f"/tables/{closed}/tries/{dice}", expect=403)
        await hal.post(f"/tables/{closed}/tries/{dice}", {"move": {}}, expect=403)
        answers = [await gus.http.post(f"/api/v1/tables/{unread}/tries/0", json={"move": {}}) for _ in range(5)]
        assert [one.status_code for one in answers] == [409, 409, 409, 429, 429], (
            "three at once, then one in ten seconds"
        )


async def test_days_begin_at_midnight_where_somebody_is(tmp_path: Path) -> None:
    clock = StoppedClock()
    async with node(f"sqlite:///{tmp_path / 'pasch.db'}", clock) as here, players(here.base, "Ida", "Jo") as (ida, _):
        log = played(await person_of(here, "Ida"), await person_of(here, "Jo"))
        table = await stored(here, "TEST-DAYS", log)
        n = (await book(ida))[0]["n"]
        clock.ahead = DAY - clock() % DAY - 3600
        told = await ida.get(f"/tables/{table}/tries/{n}")
        await ida.post(f"/tables/{table}/tries/{n}", {"move": told["moves"][0]})
        assert standings(await book(ida), n)[1] == standings(await book(ida, "east=120"), n)[1] == 1
        clock.ahead += 2 * 3600
        assert [standings(await book(ida, f"east={east}"), n)[1] for east in (0, -120)] == [0, 1]


def test_only_what_somebody_decided_themselves_is_their_mistake_and_grades_them() -> None:
    ann, ben = Person("ann", "Ann"), Person("ben", "Ben")
    mistakes, graded = {}, {}
    for name, log in {
        "own": played(ann, ben),
        "a bot stood in": played(ann, ben, away=True),
        "a guest": played(Person("ann", "Kid", guest=True), ben),
    }.items():
        found = known("TEST", SECRET, log.entries, review_of(log))
        mistakes[name], graded[name] = {one.person for one in found.mistakes}, set(found.losses)
    assert "ann" in mistakes["own"]
    assert "ann" not in mistakes["a bot stood in"] | mistakes["a guest"]
    assert graded == {"own": {"ann", "ben"}, "a bot stood in": {"ben"}, "a guest": {"ben"}}


async def test_a_grade_is_made_of_all_my_matches_like_this_one_but_not_of_those_with_hints(here: Node) -> None:
    async with players(here.base, "Kim", "Lou") as (kim, lou):
        sitters = await person_of(here, "Kim"), await person_of(here, "Lou")
        own = await stored(here, "TEST-GRADE", played(*sitters))
        hinted = await stored(here, "TEST-HINTED", played(*sitters, hints="ask"))
        told, review = await kim.get(f"/tables/{hinted}/grade"), await kim.get(f"/tables/{own}/review")
        seat = review["seats"][0]
        assert told["grade"] == seat["grade"]
        assert [(one["table"], one["decisions"]) for one in told["latest"]] == [(own, seat["counted"])]
        assert told["latest"][0]["mean_loss"] == pytest.approx(seat["mean_loss"], abs=1e-6)
        assert (told["matches"], list(told["levels"])) == (1, list(LADDER))
        assert (await lou.get(f"/tables/{own}/grade"))["grade"] == review["seats"][1]["grade"]
        review = await kim.get(f"/tables/{hinted}/review")
        assert [(one["grade"], one["ungraded"]) for one in review["seats"]] == [(None, "hints")] * 2
    async with players(here.base, "Max") as (stranger,):
        nothing = await stranger.get(f"/tables/{own}/grade")
        assert (nothing["grade"], nothing["latest"]) == (None, [])
