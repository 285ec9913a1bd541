"""How bots think: in worker processes, so that the event loop never waits for them, and about as long as people do."""

import asyncio
import logging
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from math import log2
from multiprocessing import get_context, parent_process
from secrets import SystemRandom
from signal import ITIMER_REAL, SIG_IGN, SIGINT, SIGTERM, setitimer, signal
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from pasch.bots.levels import bot
from pasch.coach.hinting import Hint, hint
from pasch.coach.judging import exact_weights, judge
from pasch.coach.values import Judgement
from pasch.engine.game import Seat
from pasch.games import GAMES
from pasch.server.table.refusals import Unavailable

WORKER_ATTEMPTS = 3
SECONDS_TO_THINK = 30.0
"""A bot that takes longer is ended with its process."""
FORCED_PAUSE = 0.5
"""The pause for a forced move is shorter."""
LONGEST_PAUSE = 1.6
"""The upper limit, for any number of moves."""

log = logging.getLogger("pasch.bots")

T = TypeVar("T")


class Tempo(NamedTuple):
    usual: float = 1.0
    """How long it takes, compared with the usual level."""
    uneven: float = 0.3
    """How far a choice may be quicker or slower than that, as a share of it."""


TEMPOS = {
    "beginner": Tempo(0.8, 0.15),
    "easy": Tempo(0.9, 0.2),
    "good": Tempo(1.1, 0.4),
    "strong": Tempo(1.2, 0.5),
}
"""The weak play off the cuff, always at the same pace; the strong ponder, now more and now less."""


def thinking_time(level: str, choices: int, chance: float) -> float:
    """How long a bot takes for a choice while somebody watches, as a multiple of the pause that a node is run with;
    `chance` is a number from 0 to 1."""
    tempo = TEMPOS.get(level, Tempo())
    much = FORCED_PAUSE if choices == 1 else min(LONGEST_PAUSE, 0.8 + 0.2 * log2(choices))
    return tempo.usual * much * (1 + tempo.uneven * (2 * chance - 1))


class BotPool:
    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._known: set[tuple[str, int]] = set()
        """What its processes have made ready for hints."""

    async def choose(self, game: str, level: str, view: Any, seat: Seat, moves: tuple[Any, ...]) -> Any:
        """One of the moves."""
        return moves[await self._ask(_choose, game, level, view, seat, moves)]

    async def hint(self, game: str, view: Any, seat: Seat, moves: tuple[Any, ...], meant: Any | None) -> Hint:
        return await self._ask(_hint, game, view, seat, moves, meant)

    async def judge(self, game: str, view: Any, seat: Seat, moves: Sequence[Any], move: Any) -> Judgement:
        """What the coach says of one of the moves."""
        return await self._ask(_judge, game, view, seat, moves, move)

    def make_ready(self, game: str, players: int) -> None:
        """Let a process read what it needs for hints, so that the first one comes in time."""
        if (game, players) not in self._known:
            self._known.add((game, players))
            self._started().submit(_read, game, players)

    def _started(self) -> ProcessPoolExecutor:
        self._pool = self._pool or ProcessPoolExecutor(self._workers, get_context("spawn"), _prepare)
        return self._pool

    async def _ask(self, work: Callable[..., T], *arguments: Any) -> T:
        """A worker that died is replaced, and asked again."""
        loop = asyncio.get_running_loop()
        for _ in range(WORKER_ATTEMPTS):
            pool = self._started()
            try:
                return await loop.run_in_executor(pool, _within_limits, work, *arguments)
            except BrokenProcessPool:
                log.warning("a bot's process died; another one takes its place")
                if self._pool is pool:
                    self._pool = None
                    self._known.clear()
        raise Unavailable

    async def stop(self) -> None:
        """Let running computations finish, and accept no more."""
        if self._pool is not None:
            await asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)


def _prepare() -> None:
    signal(SIGINT, SIG_IGN)
    signal(SIGTERM, SIG_IGN)
    Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """A thread of a process that nobody needs without its parent."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def _within_limits(work: Callable[..., T], *arguments: Any) -> T:
    setitimer(ITIMER_REAL, SECONDS_TO_THINK)
    try:
        return work(*arguments)
    finally:
        setitimer(ITIMER_REAL, 0)


def _choose(game: str, level: str, view: Any, seat: Seat, moves: tuple[Any, ...]) -> int:
    return moves.index(bot(GAMES[game], level).choose(view, seat, moves, SystemRandom().randrange))


def _hint(game: str, view: Any, seat: Seat, moves: tuple[Any, ...], meant: Any | None) -> Hint:
    return hint(GAMES[game], view, seat, moves, meant)


def _judge(game: str, view: Any, seat: Seat, moves: Sequence[Any], move: Any) -> Judgement:
    return judge(GAMES[game], view, seat, moves, move)


def _read(game: str, players: int) -> None:
    exact_weights(GAMES[game], players)
