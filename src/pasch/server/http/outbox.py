"""What a client is sent: written to its connection at once where that takes it, and else kept, in order."""

import asyncio
from collections import deque
from collections.abc import Callable

MOST_MESSAGES = 64
MOST_BYTES = 1_000_000

Write = Callable[[bytes], bool]
"""Writes a message to a connection without waiting; false where it takes none now."""


class Outbox:
    """One task takes the messages out and sends them. While it has nothing to do, they need not wait for it."""

    def __init__(self, write: Write) -> None:
        self._write = write
        self._kept: deque[bytes] = deque()
        self._bytes = 0
        self._wake = asyncio.Event()
        self._is_at_rest = False
        """Nothing is kept, and what was taken out is sent."""

    def __len__(self) -> int:
        return len(self._kept)

    def put(self, message: bytes) -> bool:
        """Whether there was room for a message, of any size where it is alone; otherwise all that was kept is lost."""
        if self._is_at_rest and self._write(message):
            return True
        has_room = not self._kept or (len(self._kept) < MOST_MESSAGES and self._bytes + len(message) <= MOST_BYTES)
        if has_room:
            self._kept.append(message)
            self._bytes += len(message)
        else:
            self.clear()
        self.wake()
        return has_room

    def take(self) -> bytes:
        message = self._kept.popleft()
        self._bytes -= len(message)
        return message

    def clear(self) -> None:
        self._kept.clear()
        self._bytes = 0

    def wake(self) -> None:
        """There is something to do for whoever takes the messages out."""
        self._is_at_rest = False
        self._wake.set()

    async def rest(self) -> None:
        """Wait, with all that was taken out sent, until there is something to do."""
        self._wake.clear()
        self._is_at_rest = True
        await self._wake.wait()
