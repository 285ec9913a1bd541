"""What a client is sent stays in order, and what takes too long is broken off."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from websockets.frames import Frame, Opcode

from pasch.server.http.outbox import MOST_MESSAGES, Outbox
from pasch.server.http.patience import Patience
from pasch.server.http.wire import framed

pytestmark = pytest.mark.anyio


class Line:
    """A connection that takes messages while it is free."""

    def __init__(self) -> None:
        self.is_free = True
        self.sent: list[bytes] = []

    def write(self, message: bytes) -> bool:
        if self.is_free:
            self.sent.append(message)
        return self.is_free


@asynccontextmanager
async def sending(line: Line, outbox: Outbox) -> AsyncIterator[None]:
    """A task that takes out what is kept, and sends it when the line is free."""

    async def send() -> None:
        while True:
            while not outbox:
                await outbox.rest()
            message = outbox.take()
            while not line.write(message):
                await asyncio.sleep(0)

    sender = asyncio.create_task(send())
    try:
        await asyncio.sleep(0)
        yield
    finally:
        sender.cancel()


async def test_a_message_is_written_at_once_where_nothing_waits() -> None:
    line = Line()
    outbox = Outbox(line.write)
    async with sending(line, outbox):
        assert outbox.put(b"now")
        assert line.sent == [b"now"]


async def test_messages_stay_in_order_while_a_line_is_busy_and_when_it_is_free_again() -> None:
    line = Line()
    outbox = Outbox(line.write)
    said = [str(n).encode() for n in range(40)]
    async with sending(line, outbox):
        for n, message in enumerate(said):
            line.is_free = n % 7 < 3  # it becomes free while the task still holds a message
            assert outbox.put(message)
            if n % 5 == 0:
                await asyncio.sleep(0)
        line.is_free = True
        while len(line.sent) < len(said):
            await asyncio.sleep(0)
    assert line.sent == said


async def test_what_is_kept_for_a_busy_line_is_lost_when_it_is_too_much() -> None:
    line = Line()
    line.is_free = False
    outbox = Outbox(line.write)
    assert all(outbox.put(b"more") for _ in range(MOST_MESSAGES))
    assert not outbox.put(b"too much")
    assert len(outbox) == 0
    assert outbox.put(b"new")


async def test_what_takes_too_long_is_broken_off_and_nothing_else() -> None:
    patience, told = Patience(0.02), []

    async def wait(name: str, seconds: float) -> None:
        try:
            await patience.do(asyncio.sleep(seconds))
            told.append(f"{name} is done")
        except TimeoutError:
            told.append(f"{name} is late")
        await asyncio.sleep(0)
        told.append(f"{name} goes on")

    await asyncio.gather(wait("long", 60), wait("short", 0))
    assert told == ["short is done", "short goes on", "long is late", "long goes on"]
    await wait("again", 60)
    assert told[-2:] == ["again is late", "again goes on"], "it looks again when something new has begun"


async def test_whoever_is_cancelled_is_not_late() -> None:
    task = asyncio.create_task(Patience(60).do(asyncio.sleep(60)))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
def test_a_message_is_framed_as_the_library_does_it(size: int) -> None:
    text = b"a" * size
    assert framed(text) == Frame(Opcode.TEXT, text).serialize(mask=False)
