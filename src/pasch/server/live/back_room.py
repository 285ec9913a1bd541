"""Where the coach works: a process behind those of the bots, which lets them go first.

A review in a bot's own process would let a move wait for its end.
"""

import asyncio
import ctypes
import logging
import os
import platform
import struct
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from signal import ITIMER_VIRTUAL, SIG_IGN, SIGINT, setitimer, signal
from threading import Thread
from time import perf_counter, sleep, thread_time
from typing import Any, NamedTuple

from pasch.engine.errors import PaschError
from pasch.server.live.bot_pool import end_with_parent
from pasch.server.table.refusals import NotReviewed

ATTEMPTS = 2
SECONDS_OF_WORK = 4 * 3600.0
"""Work that takes more of a core's time than this is ended with its process."""
BEHIND = 19
"""How nice it is to the others: as nice as can be. On a machine that is fully busy that leaves it one or two hundredths
of a core, and a review takes minutes; at 10, with a tenth of a core, moves were slower where one is nearly busy."""

STRETCH = 20_000_000
"""Nanoseconds that it would like to work at a stretch. That is long, so that Linux (from 6.12 on) lets whoever wants
less interrupt it at once: else a move would wait for the end of a stretch, wherever they share a core."""
SCHED_SETATTR = {"x86_64": 314, "aarch64": 274}
"""The system call that says so; Python has no function for it."""

CROWDED = 0.03
"""Others want the core if it was theirs for more than this part of the time."""
LOOKS_EVERY = 0.02
"""After so many seconds of work it looks whether that is so."""
LONGEST_REST = 5.0
"""Nobody is to wait longer for a sign of life."""
working_time = thread_time
"""The time of this thread, in which all work is done (`one_core`), not of the process: while a timer limits that, Linux
brings its time up to date only at its ticks, and work since the last one would look as if others had had the core."""
TELLS_EVERY = 0.2
"""At most so often, in seconds, it tells how far it is. Each time wakes the server, which would itself be the one that
wants the core, wherever there is only one."""

log = logging.getLogger("pasch.coach")

Work = Callable[..., bytes]
"""Done with its arguments and a function that is told how far it is, as JSON."""


class HowFar(NamedTuple):
    said: bytes


class Failed(NamedTuple):
    error: PaschError


class BackRoom:
    """Does one piece of work after the other."""

    def __init__(self, share: float) -> None:
        """`share`: the part of a core that it takes where others want the same; 1: it lets nobody go first."""
        self._share = share
        self.busy = asyncio.Lock()
        self.process: BaseProcess | None = None
        self._thread = ThreadPoolExecutor(1, "coach")
        """Waits for the process: the event loop never does."""

    async def run(self, work: Work, *arguments: Any, tell: Callable[[bytes], None]) -> bytes:
        """What the work gives. A process that died is replaced, and asked again; one whose work is cancelled ends."""
        async with self.busy:
            for _ in range(ATTEMPTS):
                try:
                    return await self._run(work, arguments, tell)
                except (EOFError, OSError):
                    log.warning("the coach's process died")
                    self._end()
                except asyncio.CancelledError:
                    self._end()
                    raise
            raise NotReviewed

    async def _run(self, work: Work, arguments: tuple[Any, ...], tell: Callable[[bytes], None]) -> bytes:
        loop = asyncio.get_running_loop()
        if self.process is None:
            await loop.run_in_executor(self._thread, self._start)
        line = self._line
        await loop.run_in_executor(self._thread, line.send, (work, arguments))
        while True:
            match await loop.run_in_executor(self._thread, line.recv):
                case HowFar(said):
                    tell(said)
                case Failed(error):
                    raise error
                case result:
                    assert isinstance(result, bytes)
                    return result

    def _start(self) -> None:
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, self._share), daemon=True)
        self.process.start()
        theirs.close()

    def _end(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process = None

    def stop(self) -> None:
        """End at once: what is not done yet is done again when somebody asks for it."""
        self._end()
        self._thread.shutdown(wait=False, cancel_futures=True)


def _serve(line: Connection, share: float) -> None:
    """The process."""
    signal(SIGINT, SIG_IGN)
    Thread(target=end_with_parent, daemon=True).start()
    if share < 1:
        let_others_go_first()
    rests, told = Rests(share), 0.0

    def tell(said: bytes) -> None:
        nonlocal told
        pause = rests.due()
        if pause or perf_counter() - told >= TELLS_EVERY:
            line.send(HowFar(said))
            told = perf_counter()
            sleep(pause)
            rests.begin()

    while True:
        try:
            work, arguments = line.recv()
        except EOFError:
            return
        setitimer(ITIMER_VIRTUAL, SECONDS_OF_WORK)
        rests.begin()
        told = 0.0
        try:
            done = work(*arguments, tell)
        except PaschError as error:
            done = Failed(error)
        setitimer(ITIMER_VIRTUAL, 0)
        line.send(done)


def let_others_go_first() -> None:
    """This thread works when nobody else has to. Where the system knows less of that, it is only nice."""
    nice = os.nice(BEHIND)
    if sys.platform == "linux" and platform.machine() in SCHED_SETATTR:
        wanted = struct.pack("=IIQiIQQQ", 48, os.sched_getscheduler(0), 0, nice, 0, STRETCH, 0, 0)
        ctypes.CDLL(None).syscall(SCHED_SETATTR[platform.machine()], 0, wanted, 0)


class Rests:
    """Where others want the core, too, work is spread over time: even work that can be interrupted at once slows down
    what comes after it, because the core's caches are full of it. So most moves do not meet it at all."""

    def __init__(self, share: float) -> None:
        self._share = share
        self.begin()

    def begin(self) -> None:
        """Work begins."""
        self._begin, self._worked = perf_counter(), working_time()

    def due(self) -> float:
        """For how many seconds to rest now."""
        passed, worked = perf_counter() - self._begin, working_time() - self._worked
        if worked < LOOKS_EVERY:
            return 0.0
        is_crowded = passed - worked > CROWDED * passed
        pause = min(LONGEST_REST, max(0.0, worked / self._share - passed)) if is_crowded else 0.0
        if not pause:
            self.begin()
        return pause
