"""Attackers: they speak to a server in bytes, from an address of their own, and keep to no rule."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit

import msgspec

SOMEWHERE_ELSE = "127.0.0.2"
HANDSHAKE = (
    b"GET /api/v1/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TEXT, PING, CLOSE = 0x81, 0x89, 0x88


def frame(kind: int, data: bytes) -> bytes:
    """As a client sends it: masked, here with zeros."""
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    return bytes([kind]) + size + bytes(4) + data


NOTHING = frame(TEXT, b"{}")
"""A message that says nothing."""


class Attacker:
    """One connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def pour(self, data: bytes) -> None:
        """Send all of it, as far as the server takes it."""
        with suppress(ConnectionError):
            self._writer.write(data)
            await self._writer.drain()

    async def upgrade(self) -> None:
        """Become a socket."""
        await self.pour(HANDSHAKE)
        assert b" 101 " in await self._reader.readuntil(b"\r\n\r\n")

    async def told(self, count: int) -> list[tuple[int, bytes]]:
        """The next so many frames."""
        return [await self._frame() for _ in range(count)]

    async def _frame(self) -> tuple[int, bytes]:
        kind, size = await self._reader.readexactly(2)
        if size >= 126:
            size = int.from_bytes(await self._reader.readexactly(2 if size == 126 else 8), "big")
        return kind, await self._reader.readexactly(size)

    async def frames(self) -> list[tuple[int, bytes]]:
        """All that the server still says, until it hangs up: kinds of frames and their data."""
        said = []
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            while True:
                said.append(await self._frame())
        return said

    async def answer(self) -> bytes:
        """All that the server says, until it hangs up."""
        with suppress(ConnectionError):
            return await self._reader.read()
        return b""

    def hang_up(self) -> None:
        self._writer.close()


@asynccontextmanager
async def attacker(base: str, address: str = SOMEWHERE_ELSE) -> AsyncIterator[Attacker]:
    port = urlsplit(base).port
    one = Attacker(*await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0)))
    try:
        yield one
    finally:
        one.hang_up()


def rules(frames: list[tuple[int, bytes]]) -> list[str]:
    """Why what was sent was refused."""
    told = [msgspec.json.decode(data) for kind, data in frames if kind == TEXT]
    return [one["rule"] for one in told if one["type"] == "refused"]
