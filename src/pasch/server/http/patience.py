"""How long something may take."""

import asyncio
from collections.abc import Coroutine
from typing import Any


class Patience:
    """Breaks off what takes longer than so many seconds, as `asyncio.timeout` does, and raises `TimeoutError`.

    One timer looks after all that is going on: every message is done so, and hardly one of them takes long.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._ends: dict[asyncio.Task[Any], float] = {}
        """When each task is broken off, the soonest first."""
        self._late: set[asyncio.Task[Any]] = set()
        self._is_looking = False

    async def do(self, work: Coroutine[Any, Any, None]) -> None:
        task, loop = asyncio.current_task(), asyncio.get_running_loop()
        assert task is not None
        before = task.cancelling()
        self._ends[task] = loop.time() + self._seconds
        if not self._is_looking:
            self._look(loop)
        try:
            await work
        except asyncio.CancelledError:
            if task in self._late and task.uncancel() <= before:
                raise TimeoutError from None
            raise
        finally:
            self._ends.pop(task, None)
            self._late.discard(task)

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        """Break off what takes too long, and look again when the next may."""
        now = loop.time()
        for task in [task for task, end in self._ends.items() if end <= now]:
            del self._ends[task]
            self._late.add(task)
            task.cancel()
        self._is_looking = bool(self._ends)
        if self._is_looking:
            loop.call_at(next(iter(self._ends.values())), self._look, loop)
