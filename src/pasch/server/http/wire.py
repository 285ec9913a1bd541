"""The wire: how connections are read, so that nobody holds the node by sending much, or by sending nothing."""

import asyncio
from collections import Counter
from collections.abc import Callable
from struct import pack
from typing import Any

import h11
from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

from pasch.server.http.limits import Bucket, household
from pasch.server.settings import Settings
from pasch.server.table.refusals import TooMuch

PIECE = 1024
"""Bytes of a socket that are parsed at once. A small message has eight: all of a piece take a millisecond or two."""
FRAMES = 2.0, 60.0
"""Frames a second that are no whole message (pings, pongs, fragments), and of how many seconds at once. Browsers send
next to none of them; whoever sends more is cut off."""
WRITE = "pasch.write"
"""An extension of ASGI: a function that writes a text to a socket at once, or says that it cannot now."""
UNFINISHED = (h11.IDLE, h11.SEND_BODY)
"""How far a client is that still owes a part of its request."""


class Connections:
    """How many connections each address has; a proxy that is believed has as many as it needs."""

    def __init__(self, settings: Settings) -> None:
        self.seconds = settings.request_seconds
        self._most = settings.connections * settings.limits
        self._proxies = _TrustedHosts(list(settings.proxies))
        self._open: Counter[str] = Counter()

    def come(self, host: str) -> bool:
        """Count one more, if there is room."""
        if host in self._proxies:
            return True
        if self._open[household(host)] >= self._most:
            return False
        self._open[household(host)] += 1
        return True

    def go(self, host: str) -> None:
        if host not in self._proxies:
            self._open[household(host)] -= 1
            if not self._open[household(host)]:
                del self._open[household(host)]


class RequestInTime(H11Protocol):
    """A connection that must send each request whole within some seconds, and of which an address has only so many."""

    def __init__(self, connections: Connections, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._all = connections
        self._late: asyncio.TimerHandle | None = None
        self._is_counted = False

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        self._is_counted = self._all.come(host)
        if self._is_counted:
            self._wait()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._rest()
        self.forget()
        super().connection_lost(exc)

    def forget(self) -> None:
        """It is not counted any more."""
        if self._is_counted:
            self._is_counted = False
            self._all.go(self.client[0] if self.client else "")

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state in UNFINISHED and self.transport.get_protocol() is self:
            self._wait()
        else:
            self._rest()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """The connection lives on as a socket, and is counted until that ends."""
        self._rest()
        super().handle_websocket_upgrade(event)
        protocol = self.transport.get_protocol()
        assert isinstance(protocol, SocketInPieces)
        protocol.ended = self.forget

    def _wait(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(self._all.seconds, self.transport.abort)

    def _rest(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


def framed(text: bytes) -> bytes:
    """A text message to a client: one frame, neither masked nor compressed (RFC 6455, 5.2)."""
    size = len(text)
    if size < 126:
        return b"\x81%c%b" % (size, text)
    return (pack("!BBH", 0x81, 126, size) if size < 1 << 16 else pack("!BBQ", 0x81, 127, size)) + text


class SocketInPieces(WebSocketsSansIOProtocol):
    """A socket that is parsed piece by piece, the next one when all messages of the last are dealt with.

    uvicorn parses all that it has read, up to 256 KB; that is a quarter of a second where the messages are small.
    """

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._unparsed = b""
        self._frames = Bucket(*FRAMES)
        self.ended: Callable[[], None] | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.ended is not None:
            self.ended()

    def data_received(self, data: bytes) -> None:
        self._unparsed += data
        self._parse()
        if self._unparsed and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def _parse(self) -> None:
        while self._unparsed and self.queue.empty() and not self.transport.is_closing():
            piece, self._unparsed = self._unparsed[:PIECE], self._unparsed[PIECE:]
            super().data_received(piece)

    def send_receive_event_to_app(self) -> None:
        """Pass a message on. uvicorn would stop reading for each of them; here what comes next waits unparsed."""
        was_paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = was_paused

    async def receive(self) -> Any:
        if not self.queue.empty():
            await asyncio.sleep(0)  # others come before the next message
        message = await self.queue.get()
        self._parse()
        if self.read_paused and self.queue.empty() and not self._unparsed:
            self.read_paused = False
            self.transport.resume_reading()
        return message

    async def run_asgi(self) -> None:
        extensions: Any = self.scope["extensions"]
        extensions[WRITE] = self.write
        await super().run_asgi()

    def write(self, text: bytes) -> bool:
        """Send a message now, past all layers in between; false where that is not possible."""
        is_open = self.conn.state is OPEN and not self.close_sent and not self.transport.is_closing()
        if not is_open or not self.writable.is_set():
            return False
        self.transport.write(framed(text))
        return True

    async def send(self, message: Any) -> None:
        """A socket that was closed here is not read any more: what still comes may be a flood."""
        await super().send(message)
        if self.close_sent:
            self.transport.close()

    def handle_ping(self) -> None:
        self._count()
        super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        self._count()
        super().handle_pong(event)

    def handle_cont(self, event: Any) -> None:
        self._count()
        super().handle_cont(event)

    def _count(self) -> None:
        try:
            self._frames.take()
        except TooMuch:
            self.transport.abort()
