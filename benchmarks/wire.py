"""What the load speaks with a server: WebSockets by the thousand, and small requests of JSON."""

import asyncio
import http.client
from collections.abc import Callable, Mapping
from typing import Any, cast
from urllib.parse import urlsplit

import msgspec
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

MESSAGES = {Opcode.TEXT, Opcode.BINARY}


class Socket(asyncio.Protocol):
    """A WebSocket that hands on a message where its bytes arrive.

    The library's protocol without its input and output: a task and a queue for each connection would cost the load
    several times what a message costs.
    """

    def __init__(self, uri: str, hear: Callable[[bytes], None], headers: Mapping[str, str] | None = None) -> None:
        self.hear, self.headers = hear, headers or {}
        self.lost = False
        self._uri = uri
        self._protocol = ClientProtocol(parse_uri(uri), max_size=None)
        self._opened = asyncio.get_running_loop().create_future()

    async def open(self) -> None:
        """The first messages may be heard before this returns."""
        address = urlsplit(self._uri)
        assert address.hostname
        assert address.port
        await asyncio.get_running_loop().create_connection(lambda: self, address.hostname, address.port)
        await self._opened

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        request = self._protocol.connect()
        request.headers.update(self.headers)
        self._protocol.send_request(request)
        self._flush()

    def data_received(self, data: bytes) -> None:
        protocol = self._protocol
        protocol.receive_data(data)
        for event in protocol.events_received():
            if not isinstance(event, Frame):
                self._open()
            elif event.opcode in MESSAGES:
                assert event.fin, "a message in fragments"
                self.hear(bytes(event.data))
        self._flush()

    def send(self, text: bytes) -> None:
        self._protocol.send_text(text)
        self._flush()

    def close(self) -> None:
        self._transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True
        if not self._opened.done():
            self._opened.set_exception(exc or ConnectionError("closed before it was open"))

    def _open(self) -> None:
        if self._protocol.handshake_exc:
            self._opened.set_exception(self._protocol.handshake_exc)
        else:
            self._opened.set_result(None)

    def _flush(self) -> None:
        for data in self._protocol.data_to_send():
            if data:
                self._transport.write(data)


class Requests:
    """Requests of JSON over one connection that is kept; not for what is measured."""

    def __init__(self, host: str, port: int) -> None:
        self._connection = http.client.HTTPConnection(host, port, timeout=60)
        self._one_at_a_time = asyncio.Lock()

    async def post(self, path: str, body: object, headers: Mapping[str, str] | None = None) -> Any:
        return await self._request("POST", path, msgspec.json.encode(body), headers or {})

    async def get(self, path: str, headers: Mapping[str, str]) -> Any:
        return await self._request("GET", path, None, headers)

    async def _request(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Any:
        async with self._one_at_a_time:
            return await asyncio.to_thread(self._try, method, path, body, headers)

    def _try(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Any:
        try:
            return self._ask(method, path, body, headers)
        except (http.client.RemoteDisconnected, ConnectionError):  # a server may drop a connection that was silent
            self._connection.close()
            return self._ask(method, path, body, headers)

    def _ask(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Any:
        self._connection.request(method, path, body, {"Content-Type": "application/json", **headers})
        answer = self._connection.getresponse()
        text = answer.read()
        if answer.status >= 300:
            raise RuntimeError(f"{method} {path}: {answer.status} {text[:200]!r}")
        return msgspec.json.decode(text)

    def close(self) -> None:
        self._connection.close()


def nothing() -> None:
    """For whoever does not listen."""


class Seat:
    """What every player's connection has: somebody who may listen, and a socket."""

    on_ack: Callable[[], None] = staticmethod(nothing)
    on_update: Callable[[], None] = staticmethod(nothing)
    on_ready: Callable[[], None] = staticmethod(nothing)
    to_move = False
    socket: Socket

    @property
    def lost(self) -> bool:
        return self.socket.lost
