"""The wire: how connections are read, so that nobody holds the node by sending much, or by sending nothing."""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from pasch.server.http.limits import Bucket
from pasch.server.table.refusals import TooMuch

PIECE = 1024
"""Bytes of a socket that are parsed at once. A small message has eight: all of a piece take a millisecond or two."""
FRAMES = 2.0, 60.0
"""Frames a second that are no whole message (pings, pongs, fragments), and of how many seconds at once. Browsers send
next to none of them; whoever sends more is cut off."""


class SocketInPieces(WebSocketsSansIOProtocol):
    """A socket that is parsed piece by piece, the next one when all messages of the last are dealt with.

    uvicorn parses all that it has read, up to 256 KB; that is a quarter of a second where the messages are small.
    """

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._unparsed = b""
        self._frames = Bucket(*FRAMES)

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

    async def receive(self) -> Any:
        message = await self.queue.get()
        self._parse()
        if self.read_paused and self.queue.empty() and not self._unparsed:
            self.read_paused = False
            self.transport.resume_reading()
        return message

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
