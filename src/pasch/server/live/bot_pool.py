"""A pool of worker processes for bots, so that the event loop never waits for them."""

import asyncio
import logging
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from secrets import SystemRandom
from signal import ITIMER_REAL, SIG_IGN, SIGINT, SIGTERM, setitimer, signal
from threading import Thread
from typing import Any

from pasch.bots.levels import bot
from pasch.engine.game import Seat
from pasch.games import GAMES
from pasch.server.table.refusals import Unavailable

WORKER_ATTEMPTS = 3
SECONDS_TO_THINK = 30.0
"""A bot that takes longer is ended with its process."""

log = logging.getLogger("pasch.bots")


class BotPool:
    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, game: str, level: str, view: Any, seat: Seat, moves: tuple[Any, ...]) -> Any:
        """One of the moves. A worker that died is replaced, and asked again."""
        loop = asyncio.get_running_loop()
        for _ in range(WORKER_ATTEMPTS):
            pool = self._pool = self._pool or ProcessPoolExecutor(self._workers, get_context("spawn"), _prepare)
            try:
                return moves[await loop.run_in_executor(pool, _choose, game, level, view, seat, moves)]
            except BrokenProcessPool:
                log.warning("a bot's process died; another one takes its place")
                if self._pool is pool:
                    self._pool = None
        raise Unavailable

    async def stop(self) -> None:
        """Let running computations finish, and accept no more."""
        if self._pool is not None:
            await asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)


def _prepare() -> None:
    signal(SIGINT, SIG_IGN)
    signal(SIGTERM, SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def _choose(game: str, level: str, view: Any, seat: Seat, moves: tuple[Any, ...]) -> int:
    setitimer(ITIMER_REAL, SECONDS_TO_THINK)
    move = bot(GAMES[game], level).choose(view, seat, moves, SystemRandom().randrange)
    setitimer(ITIMER_REAL, 0)
    return moves.index(move)
