"""The desk: whole logs are read in a thread of their own, one after the other, so that nobody else waits for them."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


class Desk:
    """One thread only: two that compute would keep the event loop waiting twice as long for each of its turns."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "desk")
        self._line = asyncio.Lock()

    async def do(self, work: Callable[[], T]) -> T:
        """What a table waits for, to be opened or to take a move back."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def write(self, work: Callable[[], T]) -> T:
        """What somebody wants to read: one after the other, so that no table waits for more than one of them."""
        async with self._line:
            return await self.do(work)

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
