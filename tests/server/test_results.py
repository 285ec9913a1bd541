"""Results: one for each seat of a finished match, folded from the log, stored with its last entry, and rebuilt."""

from collections import Counter
from functools import partial
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from alembic import command
from msgspec.structs import replace

from pasch.server.store.appending import append_of
from pasch.server.store.database import engine_for, migrate, upgrade
from pasch.server.store.rebuild import catch_up, rebuild, told
from pasch.server.store.schema import metadata, people, results
from pasch.server.store.storage import Storage
from pasch.server.store.verdicts import WHOLE, keep_review
from pasch.server.store.writer import Writer
from pasch.server.table.log import Again, Closed, Hinted, Sat
from pasch.server.table.results import SeatResult, results_of
from pasch.server.table.seats import Bot
from pasch.server.table.table import Table
from tests.server.client import players
from tests.server.nodes import node
from tests.server.scenes import HIGH, LOW, SECRET, Log, finished, hilo, moved, person, sack

pytestmark = pytest.mark.anyio


def over(*sitters: Any, **setup: Any) -> Log:
    """A whole match of the toy game."""
    log = hilo(*sitters, **setup)
    for seat in range(len(log.table.chairs)):
        log.write(moved(seat, HIGH if seat == 0 else LOW), at=5.0 + seat)
    log.fall(at=9.0)
    assert log.table.stage == "over"
    return log


def test_every_seat_of_a_finished_match_has_a_result() -> None:
    guest, bot = person("ann", guest=True), Bot("greedy", "Gerda")
    log = over(person("ann"), guest, bot, rated=True, circle="Sunday")
    log.write(Again("ann", joins=True), at=99.0)
    found, scores = results_of(log.table), log.table.playing.turn.result.scores  # type: ignore[union-attr]
    assert [one.person for one in found] == ["ann", None, None], "a guest is somebody else"
    assert [one.bot for one in found] == [None, None, "greedy"]
    assert [one.score for one in found] == list(scores)
    assert min(one.place for one in found) == 1
    assert [one.met for one in found] == [f'{{"greedy":[1,{int(found[0].place < found[2].place)}]}}', "{}", "{}"]
    assert {(one.match, one.game, one.players, one.ended, one.rated, one.circle) for one in found} == {
        ("TEST", "hilo", 3, 9.0, True, "Sunday")
    }
    log.reread()
    assert results_of(log.table) == found, "the log says the same"


def test_what_was_not_ones_own_play_is_told() -> None:
    log = hilo(person("ann"), person("ben"), hints="off")
    log.write(Sat(1, replace(log.table.chairs[1], sitter=person("ben", away=True)), "ann"))
    log.write(moved(0, HIGH), moved(1, LOW))
    log.fall()
    assert [(one.stood_in, one.forfeited) for one in results_of(log.table)] == [(0, None), (1, None)]
    tutored = sack()
    tutored.write(Hinted(0, "rank"), Closed("host"))
    assert tutored.table.given.counts == {0: 1}
    assert results_of(tutored.table) == (), "broken off"


def test_who_is_left_alone_has_won() -> None:
    log = sack(person("ann"), person("ben"))
    log.write(Sat(1, replace(log.table.chairs[1], sitter=person("ben", lost=True))), at=7.0)
    log.write(Closed("forfeit"), at=7.0)
    found = results_of(log.table)
    assert [(one.place, one.score, one.forfeited, one.ended) for one in found] == [
        (1, None, None, 7.0),
        (2, None, 0.0, 7.0),
    ]


async def rows(database: str) -> list[SeatResult]:
    engine = engine_for(database)
    async with engine.connect() as connection:
        found = [
            SeatResult(*row) for row in await connection.execute(sa.select(results).order_by(*results.primary_key))
        ]
    await engine.dispose()
    return found


async def test_results_are_stored_with_the_last_entry_and_once(database: str) -> None:
    async with node(database) as here, players(here.base, "Ann", "Ben") as (ann, ben):
        table = await finished([ann, ben])
        stored = await rows(database)
        for one in (ann, ben):
            await one.post(f"/tables/{table}/rematch")
        secret, log = await here.node.storage.secret(table), await here.node.storage.entries(table)
        assert secret
        alone = Table(table, secret)
        assert list(alone.read(log))
        assert stored == list(results_of(alone)) == await rows(database)
        assert len({one.person for one in stored} - {None}) == 2


REVIEW = (
    '{"seats":[{"seat":0,"balance":{"exact":{"luck":0.25}}},{"seat":1,"balance":{"exact":{"luck":-0.25}}}],"steps":['
    '{"seat":0,"judgement":{"loss":0.5,"counted":true}},{"seat":0,"judgement":{"loss":0.0,"counted":true}},'
    '{"seat":1,"judgement":{"loss":0.5,"counted":false}},{"seat":null,"judgement":null}]}'
)


async def test_rebuild_says_what_differed_and_mends_it(database: str) -> None:
    async with node(database) as here, players(here.base, "Ann", "Ben") as (ann, ben):
        await finished([ann, ben])
        spoilt, *_ = [await finished([ann, ben]), await ann.open_table("hilo", 3, listed=True)]
        for judge in ("of today", "of before"):
            await here.node.writer.beside(partial(keep_review, match=spoilt, part=WHOLE, judge=judge, body=REVIEW))
    before = await rows(database)
    told_by = [(one.judge, one.luck, one.counted, one.loss) for one in before if one.match == spoilt]
    assert told_by == [("of before", 0.25, 2, 0.25), ("of before", -0.25, 0, 0.0)], "the last one's word"
    engine = engine_for(database)
    assert await rebuild(engine) == (3, Counter())
    async with engine.begin() as connection:
        await connection.execute(sa.update(results).where(results.c.match == spoilt).values(place=7, luck=9.0))
        for name in ("listings", "seatings"):
            await connection.execute(sa.delete(metadata.tables[name]))
    assert await rebuild(engine) == (3, Counter(results=1, seatings=3))
    assert await rebuild(engine) == (3, Counter())
    await engine.dispose()
    assert await rows(database) == before
    assert told(3, Counter(results=1), "en") == "3 tables read. Differed: results 1."


async def test_an_old_database_gets_its_results_when_the_server_starts(database: str) -> None:
    engine, log = engine_for(database), over()
    await upgrade(engine)
    async with engine.begin() as connection:
        known = [{"id": who, "name": who, "created": 0.0} for who in ("ann", "ben")]
        await connection.execute(sa.insert(people), known)
    writer = Writer(engine)
    writer.start()
    assert await Storage(engine).create("TEST", "hilo", SECRET, 0.0)
    await writer.append(append_of(log.table, log.entries, None))
    await writer.stop()
    kept = await rows(database)
    for step in ("0004", "head"):
        move = command.downgrade if step == "0004" else command.upgrade
        async with engine.begin() as connection:
            await connection.run_sync(migrate(lambda config, move=move, step=step: move(config, step)))  # type: ignore[misc]
    assert await rows(database) == []
    await catch_up(engine)
    assert await rows(database) == kept != []
    assert msgspec.json.decode(kept[0].facts) == {}
    await engine.dispose()
