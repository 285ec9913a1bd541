"""Reviews of matches that are over, and checks of single decisions: computed behind everything else, and stored."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, Protocol

from pasch.coach.reviewing import weights_digest
from pasch.engine.errors import PaschError
from pasch.engine.game import AnyGame
from pasch.games.weights import is_learned
from pasch.server.live.back_room import BackRoom
from pasch.server.live.messages import encode
from pasch.server.live.review_info import CheckInfo, Played, ReviewProgress, checked, reviewed
from pasch.server.store.storage import Storage
from pasch.server.store.verdicts import WHOLE, keep_review
from pasch.server.store.writer import Conflict, Writer
from pasch.server.table.refusals import NotReviewed, TooMuch
from pasch.server.table.table import Table

PATIENCE = 0.5
"""Seconds that somebody who asks waits for it, before they are told how far it is."""
ABANDONED = 15.0
"""Seconds after which a check that nobody asks for any more is stopped."""
MOST_WAITING = 100
"""How many reviews and checks may be waited for on one node,"""
MOST_OF_PERSON, MOST_OF_ADDRESS = 3, 15
"""and how many that one person, and all who come from one address, have asked for first."""
TRY_LATER = 5.0
FORMAT = 2
"""Counts up when what is told of a match changes: reviews that are stored are then computed anew."""

log = logging.getLogger("pasch.coach")


class Work(Protocol):
    async def __call__(self, played: Played, *, tell: Callable[[bytes], None]) -> bytes: ...


class Asker(NamedTuple):
    """Who asks first, and so has it computed."""

    person: str | None
    address: str


class Answer(NamedTuple):
    """What came out, or how far it is: JSON that the coach's process has written."""

    body: bytes
    is_done: bool


class Running:
    """Something that is being computed, or waits for that. Where nobody asks for it any more, it can be stopped."""

    def __init__(self, progress: bytes, asker: Asker, *, stops: bool) -> None:
        self.progress, self.asker, self._stops = progress, asker, stops
        self.task: asyncio.Task[bytes]
        self._stop: asyncio.TimerHandle | None = None

    async def answer(self) -> Answer:
        if self._stop:
            self._stop.cancel()
        if self._stops:
            self._stop = asyncio.get_running_loop().call_later(ABANDONED, self.task.cancel)
        await asyncio.wait([self.task], timeout=PATIENCE)
        is_done = self.task.done()
        return Answer(self.task.result() if is_done else self.progress, is_done)

    def tell(self, progress: bytes) -> None:
        self.progress = progress


class Reviews:
    def __init__(self, storage: Storage, writer: Writer, share: float) -> None:
        """`share`: see `Settings.coach_share`."""
        self._storage, self._writer = storage, writer
        self.room, self.check_room = BackRoom(share), BackRoom(share)
        """Checks take longer: no review waits for them."""
        self._running: dict[tuple[str, str], Running] = {}

    async def of(self, table: Table, asker: Asker) -> Answer:
        """The review of a table's match; raise `NotReviewed` where there is none."""

        def begin() -> tuple[Running, Work]:
            nothing = encode(ReviewProgress(done=0, of=0))
            return Running(nothing, asker, stops=False), partial(self.room.run, reviewed)

        return await self._answer(table, WHOLE, begin)

    async def check(self, table: Table, n: int, asker: Asker) -> Answer:
        """How much a decision really lost."""

        def begin() -> tuple[Running, Work]:
            nothing = encode(CheckInfo(path=[]))
            return Running(nothing, asker, stops=True), partial(self.check_room.run, checked, n)

        return await self._answer(table, f"event {n}", begin)

    async def _answer(self, table: Table, part: str, begin: Callable[[], tuple[Running, Work]]) -> Answer:
        key = table.id, part
        if key not in self._running:
            judge = judge_of(table.game, table.playing.players)
            stored = await self._storage.review(*key, judge)
            if stored is not None:
                return Answer(stored.encode(), is_done=True)
            if key not in self._running:
                self._begin(key, judge, table.secret, *begin())
        return await self._running[key].answer()

    def _begin(self, key: tuple[str, str], judge: str, secret: bytes, running: Running, work: Work) -> None:
        askers, one = [other.asker for other in self._running.values()], running.asker
        of_address = sum(other.address == one.address for other in askers)
        of_person = askers.count(one) if one.person is None else sum(other.person == one.person for other in askers)
        if len(askers) >= MOST_WAITING or of_person >= MOST_OF_PERSON or of_address >= MOST_OF_ADDRESS:
            raise TooMuch(TRY_LATER)
        self._running[key] = running
        running.task = asyncio.create_task(self._compute(key, judge, secret, running, work))
        running.task.add_done_callback(lambda task: self._ended(key, task))

    async def _compute(self, key: tuple[str, str], judge: str, secret: bytes, running: Running, work: Work) -> bytes:
        match, _ = key
        try:
            played = Played(match, secret, tuple(await self._storage.log(match)))
            found = await work(played, tell=running.tell)
        except NotReviewed:
            raise
        except PaschError as error:
            raise NotReviewed(error.reason) from error
        try:
            body = found.decode()
            await self._writer.beside(lambda connection: keep_review(connection, *key, judge, body))
        except (PaschError, Conflict) as error:
            log.warning("a review was not stored, and will be computed again: %r", error)
        return found

    def _ended(self, key: tuple[str, str], task: asyncio.Task[bytes]) -> None:
        del self._running[key]
        if not task.cancelled() and (error := task.exception()) is not None:
            level = logging.INFO if isinstance(error, PaschError) else logging.ERROR
            log.log(level, "no review of %s: %s", key[0], error)

    async def stop(self) -> None:
        """What is not done is computed when somebody asks again."""
        tasks = [running.task for running in self._running.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for room in (self.room, self.check_room):
            room.stop()


def judge_of(game: AnyGame, players: int) -> str:
    """What the judgement depends on, beside the record."""
    return f"{FORMAT} {weights_digest(game, players) if is_learned(game) else ''}"
