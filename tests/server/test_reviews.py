"""Reviews at a real server: of matches that are over, computed behind everything else, stored, the same for all."""

import asyncio
import ctypes
import os
import pickle
import platform
import struct
from collections.abc import Callable
from pathlib import Path
from signal import ITIMER_VIRTUAL, setitimer
from time import sleep
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from pasch.bots.levels import bot
from pasch.coach import review
from pasch.coach.reviewing import LONGEST
from pasch.engine.draws import chance
from pasch.engine.record import Record
from pasch.games import GAMES
from pasch.games.kniffel.model import Swap
from pasch.games.sack.model import DECK
from pasch.server.live import back_room, reviews
from pasch.server.live.back_room import BEHIND, LOOKS_EVERY, SCHED_SETATTR, SECONDS_OF_WORK, STRETCH, Rests
from pasch.server.live.messages import encode
from pasch.server.live.review_info import Played, ReviewProgress
from pasch.server.store.appending import append_of
from pasch.server.store.schema import reviews as stored
from pasch.server.table.log import Begun
from pasch.server.table.refusals import Damaged
from pasch.server.table.seats import Bot, Setup
from tests.server.client import Player, players, raw
from tests.server.nodes import Node, node, tab
from tests.server.scenes import SECRET, Log, finished, moved, watched

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

GAME = "twentyone"
ASKED = 400
"""How often a review is asked for before something is wrong; every question waits a little at the server."""


async def played(player: Player, **more: Any) -> str:
    """A match between bots that is over."""
    table = await player.open_table(GAME, 2, bots=["random", "random"], sit=False, **more)
    over = player.expect(lambda told: told.get("table") == table and told.get("result") is not None)
    await player.watch(table)
    await player.post(f"/tables/{table}/begin")
    await over
    return table


async def asked(player: Player, path: str, expect: int = 200) -> dict[str, Any]:
    """The answer, when it is there."""
    for _ in range(ASKED):
        answer = await player.http.get(f"/api/v1/tables/{path}")
        if answer.status_code != 202:
            assert answer.status_code == expect, answer.text
            found: dict[str, Any] = answer.json()
            return found
        assert set(answer.json()) in ({"done", "of", "start", "steps"}, {"path", "times", "most", "done"})
    raise AssertionError("no review came")


async def reviewed(player: Player, table: str) -> dict[str, Any]:
    return await asked(player, f"{table}/review")


async def rows(here: Node, table: str) -> int:
    async with here.node.engine.connect() as connection:
        return len((await connection.execute(sa.select(stored).where(stored.c.match == table))).all())


async def test_a_review_is_computed_when_asked_for_stored_and_the_same_for_everybody(
    here: Node, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with players(here.base, "Ann", "Eve") as (ann, eve):
        table = await played(ann)
        with monkeypatch.context() as patch:
            patch.setattr(reviews, "PATIENCE", 0)
            assert await ann.get(f"/tables/{table}/review", expect=202) == {
                "done": 0,
                "of": 0,
                "start": [],
                "steps": [],
            }
        told = await reviewed(ann, table)
        record = msgspec.convert(await ann.get(f"/tables/{table}/record"), Record)
        found = review(record)
        assert [step["chances"] for step in told["steps"]] == [list(step.chances) for step in found.steps]
        assert [one["balance"]["points"]["luck"] for one in told["seats"]] == [
            one.balance.points.luck for one in found.seats
        ]
        for step, event in zip(told["steps"], record.events, strict=True):
            if (judged := step["judgement"]) is not None:
                assert judged["played"]["move"].items() <= event.items()
                assert all(judged["best"]["says"][lang] for lang in ("de", "en"))
        assert await rows(here, table) == 1
        monkeypatch.setattr(here.node.reviews, "_begin", None)
        assert await reviewed(eve, table) == told, "it comes from the storage"


async def test_what_cannot_be_reviewed_is_said_in_a_sentence(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        lobby = await ann.open_table(GAME, 2)
        running, _ = await watched(GAME, [ann, ben])
        closed, _ = await watched(GAME, [ann, ben])
        await ann.post(f"/tables/{closed}/close")
        says = {
            lobby: "has not begun",
            running: "would tell what is hidden",
            closed: "not played to its end",
            await finished([ann, ben]): "no network has learned it",
        }
        for table, sentence in says.items():
            told = await asked(ann, f"{table}/review", 409)
            assert told["rule"] == "review"
            assert sentence in told["reason"]
        await ann.get("/tables/NO-TABLE/review", expect=404)
        alone = await finished([ann, ben], spectators=False)
        assert (await raw(here.base, "GET", f"/api/v1/tables/{alone}/review")).status_code == 403


def over(game: str, idle: int = 0, **options: Any) -> Log:
    """A match to its end, but first so many moves that change nothing."""
    log, below, rules = Log(Setup(game=game, seats=2), Bot("greedy"), Bot("greedy")), chance("over"), GAMES[game]
    greedy = bot(rules, "greedy")
    log.write(Begun((0, 1), {"first": 0, **options}, lot=False))
    while log.table.stage == "playing":
        log.fall()
        for seat in log.table.waiting[:1]:
            view, moves = rules.view(log.table.playing.state, seat), log.table.playing.moves(seat)
            choice = Swap((), 0) if len(log.entries) < idle else greedy.choose(view, seat, moves, below)
            log.write(moved(seat, msgspec.to_builtins(choice)))
    return log


async def test_a_match_with_other_cards_or_too_many_moves_is_refused_and_nothing_is_stored(here: Node) -> None:
    matches = {
        "other cards": over("sack", deck=msgspec.to_builtins(DECK[:7])),
        "too long": over("kniffel", idle=LONGEST + 10),
    }
    async with players(here.base, "Ann") as (ann,):
        for n, (sentence, log) in enumerate(matches.items()):
            log.table.id = table = f"TEST-{n}"
            assert await here.node.storage.create(table, log.table.game.id, SECRET, 0.0)
            await here.node.writer.append(append_of(log.table, log.entries, None))
            assert sentence in (await asked(ann, f"{table}/review", 409))["reason"]
            assert await rows(here, table) == 0


def test_a_log_that_is_damaged_is_said_to_be_so_by_the_coach_too() -> None:
    log = over(GAME)
    stored = [(one.n, one.at, encode(one.what).decode(), one.key) for one in log.entries]
    assert Played("T", SECRET, tuple(stored)).record().players == 2
    stored[1] = *stored[1][:2], '{"type":', None
    with pytest.raises(Damaged) as told:
        Played("T", SECRET, tuple(stored)).record()
    sent = pickle.loads(pickle.dumps(told.value))  # noqa: S301 our own
    assert sent.reason == told.value.reason, "it comes from another process"


async def test_two_nodes_give_one_review(database: str) -> None:
    async with node(database) as one, node(database) as two, players(one.base, "Ann") as (ann,), tab(ann, two) as twin:
        table = await played(ann)
        assert await reviewed(ann, table) == await reviewed(twin, table)
        assert await rows(two, table) == 1


async def test_a_review_that_was_broken_off_is_computed_again(database: str) -> None:
    async with node(database) as first, players(first.base, "Ann") as (ann,):
        table = await played(ann)
        await raw(first.base, "GET", f"/api/v1/tables/{table}/review")
    async with node(database) as second, tab(ann, second) as twin:
        process = await begun(second, twin, table)
        os.kill(process, 9)
        assert (await reviewed(twin, table))["players"] == 2


async def begun(here: Node, player: Player, table: str) -> int:
    """The coach's process, once it works on a table."""
    while True:
        await player.http.get(f"/api/v1/tables/{table}/review")
        process = here.node.reviews.room.process
        if process is not None and process.pid is not None:
            return process.pid


def endless(_: Played, tell: Any) -> bytes:
    tell(encode(ReviewProgress(done=1, of=2)))
    while True:
        pass


def stretch_of(process: int) -> int | None:
    """How long Linux lets it work while others wait, in nanoseconds; None: it does not know, or cannot be asked so."""
    if platform.system() != "Linux" or platform.machine() not in SCHED_SETATTR:
        return None
    told = ctypes.create_string_buffer(48)
    failed = ctypes.CDLL(None).syscall(SCHED_SETATTR[platform.machine()] + 1, process, told, 48, 0)
    return None if failed else struct.unpack("=IIQiIQQQ", told.raw)[5] or None


async def test_bots_move_while_the_coach_thinks_and_the_machine_knows_who_comes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = f"sqlite:///{tmp_path / 'pasch.db'}"
    async with node(database, coach_share=0.5) as here, players(here.base, "Ann") as (ann,):
        table = await played(ann)
        monkeypatch.setattr(reviews, "reviewed", endless)
        while (await ann.get(f"/tables/{table}/review", expect=202))["done"] != 1:
            pass
        process = await begun(here, ann, table)
        assert os.getpriority(os.PRIO_PROCESS, process) == BEHIND
        assert stretch_of(process) in (STRETCH, None)
        await played(ann)
        assert (await ann.get(f"/tables/{table}/review", expect=202))["done"] == 1


@pytest.mark.parametrize(("others", "rests"), [(0.0, False), (0.01, False), (0.5, True), (20.0, False)])
def test_the_coach_rests_where_others_want_its_core_and_gets_its_share_of_it(
    monkeypatch: pytest.MonkeyPatch, others: float, rests: bool
) -> None:
    """Whether they took little of the time, a part of it, or already leave the coach no more than its share."""
    worked, passed = LOOKS_EVERY, LOOKS_EVERY * (1 + others)
    clock = {"perf_counter": 0.0, "working_time": 0.0}
    for name in clock:
        monkeypatch.setattr(back_room, name, lambda name=name: clock[name])
    share = 0.05
    rest = Rests(share)
    assert rest.due() == 0  # nothing was done yet
    clock |= {"perf_counter": passed, "working_time": worked}
    pause = rest.due()
    assert (pause > 0) == rests
    assert not rests or worked / (passed + pause) == pytest.approx(share)


def test_the_coach_sees_its_work_by_a_fine_clock() -> None:
    """Also while a timer limits it."""
    setitimer(ITIMER_VIRTUAL, SECONDS_OF_WORK)
    try:
        begin, seen = back_room.working_time(), set[float]()
        while back_room.working_time() - begin < LOOKS_EVERY:
            seen.add(back_room.working_time())
    finally:
        setitimer(ITIMER_VIRTUAL, 0)
    assert len(seen) > 200


def talkative(times: int, tell: Callable[[bytes], None]) -> bytes:
    for _ in range(times):
        tell(b"{}")
    return b"done"


async def test_how_far_it_is_is_told_at_once_but_not_at_every_step() -> None:
    """Every time wakes the server, which then wants the core."""
    room = back_room.BackRoom(share=1.0)
    try:
        for _ in range(2):
            heard: list[bytes] = []
            assert await room.run(talkative, 5000, tell=heard.append) == b"done"
            assert 0 < len(heard) < 500
    finally:
        room.stop()


def silent(n: int, played: Played, tell: Callable[[bytes], None]) -> bytes:
    sleep(600)
    return b""


async def test_a_check_that_nobody_asks_for_any_more_is_stopped(here: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if it says nothing meanwhile, and one that waits for it, too."""
    monkeypatch.setattr(reviews, "checked", silent)
    monkeypatch.setattr(reviews, "ABANDONED", 2.0)
    async with players(here.base, "Ann") as (ann,):
        table = await played(ann)
        for n in (0, 1):
            await ann.get(f"/tables/{table}/review/{n}", expect=202)
        running = here.node.reviews._running  # noqa: SLF001
        while running:
            await asyncio.sleep(0.05)


async def test_a_loss_is_checked_by_playing_on(here: Node) -> None:
    async with players(here.base, "Ann") as (ann,):
        is_late = False
        while not is_late:  # so that little is left to play, again and again
            table = await played(ann)
            steps = (await reviewed(ann, table))["steps"]
            losses = {n: step["judgement"]["loss"] for n, step in enumerate(steps) if step["judgement"]}
            least, most = min(losses, key=losses.__getitem__), max(losses, key=lambda n: (losses[n] >= 0.05, n))
            is_late = losses[most] >= 0.05 and most > 0.9 * len(steps)
        assert "nothing to check" in (await asked(ann, f"{table}/review/{least}", 409))["reason"]
        await asked(ann, f"{table}/review/{len(steps)}", 409)
        found = await asked(ann, f"{table}/review/{most}")
        assert found["done"]
        last = found["path"][-1]
        assert 200 <= last["times"] == found["times"] <= found["most"] == 500
        assert abs(last["loss"]) >= 3 * last["error"] or last["times"] == 500
        assert await rows(here, table) == 2
