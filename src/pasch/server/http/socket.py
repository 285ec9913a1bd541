"""One socket per client: what it says is done in order, what it is told never makes others wait."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterator
from time import time
from typing import Any

import msgspec
from litestar.types import Receive, Send
from sqlalchemy.exc import SQLAlchemyError

from pasch import __version__
from pasch.engine.errors import Malformed, PaschError
from pasch.engine.language import Lang, Text
from pasch.engine.record import one_line
from pasch.server import metrics
from pasch.server.http.limits import Bucket
from pasch.server.live import messages
from pasch.server.live.messages import PROTOCOL, Acknowledged, Pong, Welcome, decode_incoming, encode
from pasch.server.live.open_tables import Hall, Proposal, Repeated
from pasch.server.live.updates import Wish, refusal
from pasch.server.table import permissions as manners
from pasch.server.table.model import Moved, Undone, What
from pasch.server.table.refusals import Stale, TooMuch, Unavailable
from pasch.server.table.table import DECODERS, Table

LARGEST_MESSAGE = 16_384
MOST_MESSAGES = 64
MOST_BYTES = 1_000_000
MOST_TABLES = 200
"""Tables that one socket can watch."""

NOT_JSON = (msgspec.DecodeError, RecursionError, UnicodeError)
NOT_UNDERSTOOD = Text("Diese Nachricht ist nicht zu verstehen", "Not understood")
NO_SUCH_MOVE = Text("Diesen Zug gibt es nicht", "There is no such move")

log = logging.getLogger("pasch.socket")


class Client:
    """What the hall knows of a socket."""

    def __init__(self, hall: Hall, person: str | None, name: str | None, who: str, bucket: Bucket) -> None:
        self.hall = hall
        self.who = who
        """Whose connections are counted together: a person's, or an unknown address's."""
        self.person = person
        self.name = name
        self.lang: Lang = "en"
        self.tables: set[str] = set()
        self._bucket = bucket
        self._words = Bucket(hall.settings.words_rate * hall.settings.limits, 10)
        self._out: deque[bytes] = deque()
        self._bytes = 0
        self._wake = asyncio.Event()
        self._behind: set[str] = set()
        """Tables of which this client has missed something."""

    # Being told

    def tell(self, message: bytes) -> None:
        """Pass a message on. A reader who is too slow loses what is waiting, and is told anew how everything stands."""
        if len(self._out) >= MOST_MESSAGES or self._bytes + len(message) > MOST_BYTES:
            self._out.clear()
            self._bytes = 0
            self._behind |= self.tables
            metrics.RESYNCS.inc()
        else:
            self._out.append(message)
            self._bytes += len(message)
        self._wake.set()

    async def next_message(self) -> bytes:
        while not self._out:
            if self._behind:
                await self._show(self._behind.pop())
                continue
            self._wake.clear()
            await self._wake.wait()
        message = self._out.popleft()
        self._bytes -= len(message)
        return message

    def leave_all(self) -> None:
        for code in self.tables:
            self.hall.leave(self, code)

    # Saying

    async def hear(self, data: bytes | str) -> None:
        """Do what a message asks for, or say why not."""
        try:
            self._bucket.take()
            message = _decoded(data)
        except PaschError as error:
            self._refuse(error, *_names(data))
            return
        try:
            await self._do(message)
        except PaschError as error:
            self._refuse(error, getattr(message, "id", None), getattr(message, "table", None))
            if isinstance(message, messages.Move | messages.Undo) and not isinstance(error, Unavailable):
                await self._show(message.table)
        except (SQLAlchemyError, OSError) as error:
            log.warning("the storage did not answer: %s", type(error).__name__)
            self._refuse(Unavailable(), getattr(message, "id", None), getattr(message, "table", None))

    def _refuse(self, error: PaschError, key: str | None, table: str | None) -> None:
        self.tell(encode(refusal(error, self.lang, key=key, table=table)))

    async def _show(self, code: str) -> None:
        place = self.hall.places.get(code)
        if place is not None and self in place.listeners:
            await self.hall.show_again(place, self)

    async def _do(self, message: messages.Incoming) -> None:
        match message:
            case messages.Move():
                await self._move(message)
            case messages.Watch(table=code, version=version, effects=effects, tell=lang):
                await self._watch(code, version, Wish(effects, lang))
            case messages.Undo():
                await self._undo(message)
            case messages.Leave(table=code):
                self.tables.discard(code)
                self.hall.leave(self, code)
            case messages.Back(table=code):
                person = self.person
                if person is not None:
                    await self.hall.act(await self.hall.open(code), lambda table, _: manners.come_back(table, person))
            case messages.Say(id=key, table=code, text=text):
                self._words.take()
                await self.hall.say(await self.hall.open(code), self, text, key)
            case messages.Hello(protocol=protocol, lang=lang):
                self.lang = lang
                _check_protocol(protocol)
            case messages.Ping():
                self.tell(encode(Pong(time=time())))

    async def _watch(self, code: str, version: int | None, wish: Wish) -> None:
        if len(self.tables) >= MOST_TABLES and code not in self.tables:
            raise TooMuch(1.0)
        await self.hall.watch(self, code, version, wish)
        self.tables.add(code)

    async def _move(self, message: messages.Move) -> None:
        def propose(table: Table, _: float) -> Iterator[What]:
            self._check_new(table, message)
            seat = manners.check_mover(table, self.person, message.seat)
            move = _decoded_move(table, message.move)
            if not table.is_fresh(seat, message.version):
                if message.version == table.version:
                    table.playing.check(seat, move)
                raise Stale
            yield Moved(seat, msgspec.Raw(encode(move)))

        await self._act(message, propose)

    async def _undo(self, message: messages.Undo) -> None:
        def propose(table: Table, now: float) -> Iterator[What]:
            self._check_new(table, message)
            seat = manners.check_mover(table, self.person, message.seat)
            manners.check_undo(table, seat, message.version, now)
            yield Undone(seat)

        await self._act(message, propose)

    def _check_new(self, table: Table, message: messages.Move | messages.Undo) -> None:
        """What was done is done, also when the match is over since, or a bot plays the seat."""
        if message.seat in table.seats_of(self.person) and message.id in table.keys.get(message.seat, ()):
            raise Repeated

    async def _act(self, message: messages.Move | messages.Undo, propose: Proposal) -> None:
        place = await self.hall.open(message.table)
        if message.version > place.table.version:
            await self.hall.refresh(place)
        try:
            await self.hall.act(place, propose, key=message.id, by=self)
        except Repeated:
            self.tell(encode(Acknowledged(id=message.id, table=place.id, version=place.table.version)))


def _decoded(data: bytes | str) -> messages.Incoming:
    if len(data) > LARGEST_MESSAGE:
        raise Malformed(
            Text(
                f"Eine Nachricht hat höchstens {LARGEST_MESSAGE} Zeichen.",
                f"A message has at most {LARGEST_MESSAGE} characters.",
            )
        )
    message: messages.Incoming = _read(decode_incoming, data, NOT_UNDERSTOOD)
    return message


class _Names(msgspec.Struct):
    id: str | None = None
    table: str | None = None


def _names(data: bytes | str) -> tuple[str | None, str | None]:
    """What a message that is refused unread was about, if that can be made out."""
    try:
        names = msgspec.json.decode(data[:LARGEST_MESSAGE], type=_Names)
    except NOT_JSON:
        return None, None
    return names.id and names.id[:40], names.table and names.table[:40]


def _decoded_move(table: Table, raw: msgspec.Raw) -> msgspec.Struct:
    move: msgspec.Struct = _read(DECODERS[table.setup.game].move, bytes(raw), NO_SUCH_MOVE)
    return move


def _read(decode: Callable[[Any], Any], data: bytes | str, complaint: Text) -> Any:
    try:
        return decode(data)
    except NOT_JSON as error:
        said = one_line(str(error))
        raise Malformed(Text(f"{complaint.de}: {said}", f"{complaint.en}: {said}")) from error


def _check_protocol(protocol: int) -> None:
    if protocol != PROTOCOL:
        raise Malformed(
            Text(
                f"Hier wird Protokoll {PROTOCOL} gesprochen, nicht {protocol}. Lade die Seite neu.",
                f"Protocol {PROTOCOL} is spoken here, not {protocol}. Load the page again.",
            )
        )


async def serve_socket(receive: Receive, send: Send, client: Client) -> None:
    """Talk with one client until it goes."""
    await receive()
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    client.tell(encode(Welcome(protocol=PROTOCOL, server=__version__, name=client.name)))
    sender = asyncio.create_task(_send(send, client))
    try:
        while (message := await receive())["type"] == "websocket.receive":
            data = message.get("text")
            await client.hear(data if data is not None else message.get("bytes") or b"")
    finally:
        client.leave_all()
        sender.cancel()
        await asyncio.gather(sender, return_exceptions=True)


async def _send(send: Send, client: Client) -> None:
    while True:
        message = await client.next_message()
        await send({"type": "websocket.send", "text": message.decode(), "bytes": None})
