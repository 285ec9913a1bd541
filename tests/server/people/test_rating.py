"""Ratings: the formula of docs/rating.md, what counts, and that `pasch ratings` finds what the server shows."""

from asyncio import to_thread
from math import exp, sqrt
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from benchmarks.anchors import anchors_of
from hypothesis import given, settings
from hypothesis import strategies as st

from pasch.bots.arena import Played as Match
from pasch.bots.levels import LADDER, STEP_WINS
from pasch.cli import main
from pasch.engine.game import Result
from pasch.games import GAMES
from pasch.games.weights import is_learned
from pasch.server.live.desk import Desk
from pasch.server.live.ratings import STORED_EVERY, Book
from pasch.server.people.anchors import MODEL, measured
from pasch.server.people.rating import MIDDLE, Ranked, Rating, anchor, rate
from pasch.server.store.database import engine_for, upgrade
from pasch.server.store.marks import Marks, decoded
from pasch.server.store.rebuild import rebuild
from pasch.server.store.schema import people, results, tables
from pasch.server.table.log import Sat
from pasch.server.table.ranks import ranks_of
from pasch.server.table.seats import Bot, Person, Setup
from tests.server.client import players
from tests.server.nodes import StoppedClock, node
from tests.server.scenes import Log
from tests.server.test_circles import founded, play, played

ANN, BEN = Person("ann", "Ann"), Person("ben", "Ben")
BETA, KAPPA, TAU = 25 / 6, 0.0001, 25 / 300


def row(match: str, person: str | None, rank: int, bot: str | None = None, ended: float = 0.0) -> Ranked:
    return Ranked(match, ended, "", "hilo", person, bot, rank)


def by_hand(before: list[Rating], ranks: list[int]) -> list[Rating]:
    """As docs/rating.md has it."""
    seats = range(len(ranks))
    square = [one.sigma**2 + TAU**2 for one in before]
    c = sqrt(sum(one + BETA**2 for one in square))
    strength = [exp(one.mu / c) for one in before]
    behind = [sum(strength[s] for s in seats if ranks[s] >= ranks[q]) for q in seats]
    shared = [ranks.count(ranks[q]) for q in seats]
    after = []
    for i in seats:
        p = {q: strength[i] / behind[q] for q in seats if ranks[q] <= ranks[i]}
        up = sum(((q == i) - p[q]) / shared[q] for q in p)
        sure = sum(p[q] * (1 - p[q]) / shared[q] for q in p)
        shrink = 1 - square[i] / c**2 * sqrt(square[i]) / c * sure
        after.append(Rating(before[i].mu + square[i] / c * up, sqrt(square[i] * max(shrink, KAPPA)), 1))
    return after


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1, 4), min_size=2, max_size=6))
def test_the_formula_is_that_of_the_page(ranks: list[int]) -> None:
    people = [f"p{n}" for n in range(len(ranks))]
    found = rate({}, [row("A", one, rank) for one, rank in zip(people, ranks, strict=True)])
    for one, wanted in zip(people, by_hand([Rating()] * len(ranks), ranks), strict=True):
        got = found["", "hilo", one]
        assert (got.mu, got.sigma, got.matches) == pytest.approx((wanted.mu, wanted.sigma, 1))


def test_levels_are_anchors_and_the_model_expects_of_them_what_the_arena_finds() -> None:
    low, high = anchor("hilo", LADDER[1]), anchor("hilo", LADDER[2])
    assert 1 / (1 + exp((low.mu - high.mu) / (sqrt(2) * MODEL.beta))) == pytest.approx(STEP_WINS)
    assert [round(anchor("hilo", level).mu, 1) for level in LADDER] == [20.2, 22.6, 25, 27.4, 29.8]
    found = rate({}, [row("A", "ann", 1), row("A", None, 2, bot="strong")])
    assert found.keys() == {("", "hilo", "ann")}
    weaker = rate({}, [row("A", "ann", 1), row("A", None, 2, bot="beginner")])
    assert 25 < weaker["", "hilo", "ann"].mu < found["", "hilo", "ann"].mu


def test_the_anchors_are_where_the_matches_of_the_arena_would_not_move_them() -> None:
    """Matches by chances that are known, as the model has them; the fit finds these again."""
    random, true = Random(5), dict(zip(range(len(LADDER)), (20.0, 21.0, 25.0, 26.0, 31.0), strict=True))
    tables: dict[int, list[Match]] = {2: [], 4: []}
    for seats, some in tables.items():
        for _ in range(400):
            left, order = random.sample(sorted(true), seats), list[int]()
            while left:
                chances = [exp(true[one] / (sqrt(seats) * MODEL.beta)) for one in left]
                order.append(left.pop(left.index(random.choices(left, chances)[0])))
            entrants = tuple(sorted(order))
            placed = tuple(order.index(one) + 1 for one in entrants)
            some.append(Match(entrants, Result(scores=placed, places=placed)))
    found = anchors_of(tables)
    assert found.matches == {2: 400, 4: 400}
    assert found.levels["medium"].mu == MIDDLE
    for level, mu in zip(LADDER, true.values(), strict=True):
        assert found.levels[level].mu == pytest.approx(mu, abs=2.5 * found.levels[level].sigma), level
        assert found.levels[level].sigma < 2


def test_every_game_that_was_learned_has_anchors_in_the_order_of_its_levels() -> None:
    for game in filter(is_learned, GAMES.values()):
        found = measured(game.id)
        assert found is not None, f"run: python -m benchmarks.anchors {game.id} --write"
        strengths = [found.levels[level].mu for level in LADDER]
        assert strengths == sorted(strengths)
        assert set(found.matches) == {*game.seats} - {1}
        assert anchor(game.id, "strong").mu == strengths[-1]


def test_matches_are_taken_in_the_order_in_which_they_ended_whatever_order_they_come_in() -> None:
    one = [row("B", "ann", 1, ended=1), row("B", "ben", 2, ended=1)]
    two = [row("A", "ann", 2, ended=2), row("A", "cy", 1, ended=2)]
    whole = rate({}, [*one, *two])
    assert whole == rate({}, [*two, *one]) == rate(rate({}, one), two)
    assert [whole["", "hilo", who].matches for who in ("ann", "ben", "cy")] == [2, 1, 1]
    assert Rating(matches=9).is_provisional
    assert not Rating(matches=10).is_provisional


# What counts


def ranks(*sitters: Any, away: int | None = None, lost: float | None = None, **setup: Any) -> Any:
    """The ranks of a match in which the first seat came first; one of them may have left."""
    log = Log(Setup(**{"game": "twentyone", "seats": len(sitters), "rated": True, "listed": True, **setup}), *sitters)
    log.begin()
    if away is not None:
        chair = log.table.chairs[away]
        assert isinstance(chair.sitter, Person)
        log.write(Sat(away, msgspec.structs.replace(chair, sitter=chair.sitter.becoming("away"))))
    if lost is not None:
        log.table.course.forfeited[1] = lost
    return ranks_of(log.table, [1, *[2] * (len(sitters) - 1)])


def test_what_counts_for_ratings() -> None:
    assert ranks(ANN, BEN) == [1, 2]
    assert ranks(ANN, BEN, rated=False) is None
    assert ranks(ANN, BEN, hints="three") is None
    assert ranks(ANN, Person("ann", "Kid", guest=True)) is None
    assert ranks(ANN, Bot("strong")) == [1, 2]
    assert ranks(ANN, Bot("greedy")) is None, "it is no level"
    assert ranks(ANN, Bot("strong"), game="hilo") is None, "nobody has learned it"
    assert ranks(ANN, BEN, Bot("easy"), away=0) == [4, 2, 2], "whoever has left comes last"
    assert ranks(ANN, BEN, lost=0.3) is None
    assert ranks(ANN, BEN, lost=0.4) == [1, 2]


@pytest.mark.anyio
async def test_pasch_ratings_finds_from_the_logs_what_the_server_shows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clock, url = StoppedClock(), f"sqlite:///{tmp_path / 'pasch.db'}"
    async with node(url, clock) as here, players(here.base, "Ann", "Ben", "Cid") as people:
        ann, ben, cid = people
        circle = await founded(ann, ben, cid, rated=True)
        path = f"/circles/{circle['id']}"
        for some in ([ann, ben], [ben, cid, ann], [ann, cid]):
            await played(circle["id"], *some)
            clock.ahead += 200
            shown = (await ann.get(path))["ratings"]
        await played(circle["id"], ann, bots=1)
        assert (await ann.get(path))["ratings"] == shown, "a bot without a level does not count"
        table = await ann.post("/tables", {"game": "hilo", "seats": 2, "rated": True, "listed": True})
        await ben.sit(table["id"], 1)
        await play(table["id"], [ann, ben])
        alone = {one: await one.get("/me/ratings") for one in people}
        names = {one["number"]: one["name"] for one in circle["members"]} | {1: "Ben", 2: "Cid"}
    assert await to_thread(main, ["export", str(tmp_path / "all.jsonl"), "--database", url]) == 0
    assert await to_thread(main, ["ratings", str(tmp_path / "all.jsonl"), "--json"]) == 0
    found = [msgspec.json.decode(line) for line in capsys.readouterr().out.splitlines()]
    same = ("game", "rating", "give", "matches", "provisional")
    assert [(names[one["member"]], *(one[name] for name in same)) for one in shown] == [
        (one["name"], *(one[name] for name in same)) for one in found if one["circle"] == circle["id"]
    ]
    assert [one["matches"] for one in found if one["circle"] is None] == [1, 1]
    assert alone[cid] == []
    assert {one["rating"] for one in found if one["circle"] is None} == {
        alone[ann][0]["rating"],
        alone[ben][0]["rating"],
    }
    assert await to_thread(main, ["ratings", str(tmp_path / "all.jsonl"), "--lang", "en"]) == 0
    assert capsys.readouterr().out.count("provisional") == 5


@pytest.mark.anyio
async def test_a_node_goes_on_where_another_has_stored_how_far_it_was(database: str) -> None:
    """Whatever is stored in between, and however the matches are read, the ratings are those of all matches."""
    engine, clock, desk = engine_for(database), StoppedClock(), Desk()
    await upgrade(engine)
    matches = [(f"T{at:04}", clock() - 9000 + 16.8 * (at // 3)) for at in range(STORED_EVERY // 2 + 99)]
    common = {"game": "hilo", "players": 2, "place": 1, "stood_in": 0, "hints": 0, "rated": True, "facts": "{}"}
    async with engine.begin() as connection:
        for who in ("ann", "ben"):
            await connection.execute(sa.insert(people).values(id=who, name=who, created=0.0))
        blank = {"game": "hilo", "stage": "over", "secret": b"", "version": 1, "waiting": 0, "chairs": "[]"}
        await connection.execute(
            sa.insert(tables), [{"id": code, "created": 0.0, "touched": 0.0, **blank} for code, _ in matches]
        )
        found: list[dict[str, Any]] = [
            {"match": code, "ended": at, "seat": seat, "person": who, "rank": 1 + (seat == n % 2), **common}
            for n, (code, at) in enumerate(matches)
            for seat, who in enumerate(("ann", "ben"))
        ]
        await connection.execute(sa.insert(results), found)
    wanted = rate({}, [row(one["match"], one["person"], one["rank"], ended=one["ended"]) for one in found])
    marks = Marks(engine)
    assert await Book(marks, desk, clock).of("") == wanted
    until, body = await marks.mark("") or (0.0, "")
    assert 0 < decoded("", body)["", "hilo", "ann"].matches < wanted["", "hilo", "ann"].matches, (
        "the latest may still change"
    )
    assert await Book(marks, desk, clock).of("") == wanted
    await marks.keep("", until, "[]")
    assert await Book(marks, desk, clock).of("") != wanted, "it is what was stored"
    await rebuild(engine)
    assert await marks.mark("") is None, "and is thrown away with all else that is computed"
    desk.close()
    await engine.dispose()
