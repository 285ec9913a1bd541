"""One socket per client: its messages are processed in order, and sending to it never blocks others."""

import asyncio
import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import msgspec
from litestar.types import Receive, Send
from sqlalchemy.exc import SQLAlchemyError

from pasch import __version__
from pasch.engine.errors import Malformed, PaschError
from pasch.engine.language import Lang, Text
from pasch.server import metrics
from pasch.server.http.identity import Visitors
from pasch.server.http.limits import Bucket
from pasch.server.http.outbox import Outbox, Write
from pasch.server.live import messages
from pasch.server.live.messages import PROTOCOL, Goodbye, Pong, Welcome, decode_incoming, encode
from pasch.server.live.open_table import OpenTable
from pasch.server.live.updates import Extras, refusal
from pasch.server.node import Node
from pasch.server.store.storage import Profile
from pasch.server.store.trouble import refusal_of
from pasch.server.table import permissions, seating
from pasch.server.table.permissions import Proposal
from pasch.server.table.refusals import NOT_JSON, Damaged, Missing, Repeated, TooMuch, Unavailable, understood

LARGEST_MESSAGE = 16_384
MOST_TABLES = 200
"""Tables that one socket can watch."""
REFUSALS = 1.0, 20.0
"""How often in a second a socket may be over its limit, and for how many seconds at once; then it is closed."""
TOO_MANY = 4429
"""Why a socket is closed: there are too many, or it sends too much."""
LOOK_AGAIN = 0.05
"""Seconds after which a socket whose address has sent too much looks whether it may go on: many of them wait."""
SIGNED_OUT = 4401
"""Why a socket is closed: its device was signed out."""
COME_BACK_AFTER = 1.0
FLUSH = 0.2

NOT_UNDERSTOOD = Text("Diese Nachricht ist nicht zu verstehen", "Not understood")

log = logging.getLogger("pasch.socket")


class Client:
    """One end of a socket, a listener of the tables that it watches."""

    def __init__(
        self,
        node: Node,
        visitors: Visitors,
        device: str | None,
        profile: Profile | None,
        address: str,
        lang: Lang = "en",
        write: Write = lambda _: False,
    ) -> None:
        self._node, self._visitors, self._address = node, visitors, address
        self.device = device
        self.person = person = None if profile is None else profile.id
        self.name = None if profile is None else profile.name
        self.who = person or address
        """Whose connections are counted together: a person's, or an unknown address's."""
        self.lang = lang
        self.tables: set[str] = set()
        self._bucket = Bucket(node.settings.socket_rate * node.settings.limits, 5)
        self._refusals = Bucket(*REFUSALS)
        self.rest = 0.0
        """Seconds for which nothing more is read from this client: it was over its limit."""
        self.is_tiresome = False
        """It has been over its limit too often."""
        self.is_signed_out = False
        """Its device is nobody's any more."""
        self._out = Outbox(write)
        self._behind: set[str] = set()
        """Tables of which this client has missed something."""

    # What it is sent

    def send(self, message: bytes) -> None:
        """Send a message without waiting. A client that reads too slowly loses what waits for it and is resynced with
        the current state."""
        if not self._out.put(message):
            self._behind |= self.tables
            metrics.RESYNCS.inc()

    async def next_message(self) -> bytes:
        """What is to be sent next, when all before it is sent. Empty: nothing more is."""
        while not self._out:
            if self.is_signed_out:
                return b""
            if self._behind:
                await self._show(self._behind.pop())
            else:
                await self._out.rest()
        return self._out.take()

    def sign_out(self) -> None:
        self.is_signed_out, self.person = True, None
        self.hang_up()
        self._out.clear()
        self._out.wake()

    def hang_up(self) -> None:
        """Hear nothing more."""
        self.leave(self.tables)
        self._node.tables.browsing.lookers.discard(self)

    def leave(self, codes: Iterable[str]) -> None:
        for code in codes:
            if (opened := self._node.tables.by_id.get(code)) is not None:
                opened.leave(self)

    # What it says

    async def hear(self, data: bytes | str) -> None:
        """Do what a message asks for, or say why not."""
        message: messages.Incoming | None = None
        self.rest = 0.0
        try:
            await self._wait_for_the_address()
            self._take()
            message = _decoded(data)
            await self._visitors.patience.do(self._do(message))
        except PaschError as error:
            if isinstance(error, Missing):
                error = self._visitors.guessed(self._address, error)
            self._refuse(error, data)
            if isinstance(message, messages.Move | messages.Undo) and not isinstance(error, Unavailable | Damaged):
                await self._show(message.table)
        except (SQLAlchemyError, OSError) as error:
            self._refuse(refusal_of(error), data)

    async def _wait_for_the_address(self) -> None:
        """One address may have many sockets, of people who do not know each other: they wait, and are not refused."""
        while True:
            try:
                self._visitors.messages.take(self._address)
            except TooMuch as error:
                await asyncio.sleep(max(error.wait, LOOK_AGAIN))
            else:
                return

    def _take(self) -> None:
        """Refusing costs as much as serving: whoever sends too much is left alone for a while, and then for good."""
        try:
            self._bucket.take()
        except TooMuch as error:
            self.rest = error.wait
            try:
                self._refusals.take()
            except TooMuch:
                self.is_tiresome = True
            raise

    def _refuse(self, error: PaschError, data: bytes | str) -> None:
        key, table = _names(data)
        self.send(encode(refusal(error, self.lang, key=key, table=table)))

    async def _show(self, code: str) -> None:
        opened = self._node.tables.by_id.get(code)
        if opened is not None and self in opened.listeners:
            await self._node.tables.show_again(opened, self)

    async def _do(self, message: messages.Incoming) -> None:
        node, person = self._node, self.person
        match message:
            case messages.Move():
                await self._move(message)
            case messages.Watch(table=code, version=version, effects=effects, tell=lang, people=people):
                await self._watch(code, version, Extras(effects, lang, people))
            case messages.Undo(id=key, seat=seat, version=known):
                self._visitors.rereads.take(person, self._address)
                await self._choose(message, lambda at, now: permissions.undo(at, person, seat, known, key, now))
            case messages.TakeHint():
                self._visitors.hints.take(self.person, self._address)
                self.send(await node.hints.take(await self._known(message), person, message))
            case messages.Leave() | messages.Browse():
                self._choose_what_to_hear(message)
            case messages.Back(table=code):
                await self._come_back(code)
            case messages.Say() | messages.React():
                await self._speak(message)
            case messages.Hello(protocol=protocol, lang=lang):
                self.lang = lang
                _check_protocol(protocol)
            case messages.Ping():
                self.send(encode(Pong(time=node.clock())))

    def _choose_what_to_hear(self, message: messages.Leave | messages.Browse) -> None:
        lookers = self._node.tables.browsing.lookers
        match message:
            case messages.Browse(on=on):
                (lookers.add if on else lookers.discard)(self)
            case messages.Leave(table=code):
                self.tables.discard(code)
                self.leave([code])

    async def _open(self, code: str) -> OpenTable:
        """A table; who asks for many that are not there is guessing, and must wait for a while."""
        if code not in self.tables:
            self._visitors.check_guesser(self._node, self._address, self.person, code)
        return await self._node.tables.open(code)

    async def _watch(self, code: str, version: int | None, extras: Extras) -> None:
        if len(self.tables) >= MOST_TABLES and code not in self.tables:
            raise TooMuch(1.0)
        opened, is_new = await self._open(code), code not in self.tables
        if version is not None and version < opened.table.version and not self._may_read():
            version = None  # how it stands they are told all the same
        self.tables.add(code)  # before the first update, which may be too large to wait behind others
        try:
            await self._node.tables.watch(opened, self, version, extras)
        except BaseException:
            if is_new:
                self.tables.discard(code)
            raise

    def _may_read(self) -> bool:
        """Whether a whole log may be read for this client again."""
        try:
            self._visitors.rereads.take(self.person, self._address)
        except TooMuch:
            return False
        return True

    async def _speak(self, message: messages.Say | messages.React) -> None:
        tables, opened = self._node.tables, await self._open(message.table)
        match message:
            case messages.Say(id=key, text=text):
                self._visitors.chat.take(self.who)
                await tables.say(opened, self, text, key)
            case messages.React(word=word):
                self._visitors.reactions.take(self.who)
                tables.react(opened, self.person, word)

    async def _known(self, message: messages.Move | messages.Undo | messages.TakeHint) -> OpenTable:
        """The table of a message, at least at the version that it names."""
        opened = await self._open(message.table)
        if message.version > opened.table.version:
            await self._node.tables.refresh(opened)
        return opened

    async def _come_back(self, code: str) -> None:
        if (person := self.person) is not None:
            opened = await self._open(code)
            await self._node.tables.write(opened, lambda at, _: seating.come_back(at, person))

    async def _move(self, message: messages.Move) -> None:
        seat, known, move, key = message.seat, message.version, message.move, message.id
        if message.ask is None or not await self._is_asked_back(message):
            await self._choose(message, lambda at, _: permissions.move(at, self.person, seat, known, move, key))

    async def _is_asked_back(self, message: messages.Move) -> bool:
        """Whether a question was sent instead of playing the move; whoever asks too much is asked nothing."""
        opened = await self._known(message)
        try:
            question = await self._node.hints.question(
                opened, self.person, message, lambda: self._visitors.hints.take(self.person, self._address)
            )
        except TooMuch:
            return False
        if question is not None:
            self.send(question)
        return question is not None

    async def _choose(self, message: messages.Move | messages.Undo, propose: Proposal) -> None:
        """A move, or taking one back: written, and sent to all as an update; to this client with the message's id."""
        opened = await self._known(message)
        try:
            await self._node.tables.write(opened, propose, key=message.id, by=self)
        except Repeated:
            opened.acknowledge(self, message.id)


class Clients:
    """All who are connected."""

    def __init__(self, most: float) -> None:
        self._most = most
        self._connected: set[Client] = set()
        self.are_leaving = False

    def is_full_for(self, who: str) -> bool:
        """Whether somebody has as many connections as one may have."""
        return sum(client.who == who for client in self._connected) >= self._most

    @contextmanager
    def connected(self, client: Client) -> Iterator[None]:
        self._connected.add(client)
        metrics.SOCKETS.set(len(self._connected))
        try:
            yield
        finally:
            self._connected.discard(client)
            metrics.SOCKETS.set(len(self._connected))

    def is_open(self, person: str) -> bool:
        """Whether somebody has the page open."""
        return any(client.person == person for client in self._connected)

    def devices(self) -> set[str]:
        return {client.device for client in self._connected if client.device is not None and not client.is_signed_out}

    def sign_out(self, device: str) -> None:
        for client in self._connected:
            if client.device == device:
                client.sign_out()

    async def goodbye(self) -> None:
        """Ask everybody to come back in a moment."""
        self.are_leaving = True
        for client in self._connected:
            client.send(encode(Goodbye(wait=COME_BACK_AFTER)))
        if self._connected:
            await asyncio.sleep(FLUSH)


def _decoded(data: bytes | str) -> messages.Incoming:
    if len(data) > LARGEST_MESSAGE:
        raise Malformed(
            f"Eine Nachricht hat höchstens {LARGEST_MESSAGE} Zeichen.",
            f"A message has at most {LARGEST_MESSAGE} characters.",
        )
    message: messages.Incoming = understood(decode_incoming, data, NOT_UNDERSTOOD)
    return message


class _Names(msgspec.Struct):
    id: str | None = None
    table: str | None = None


def _names(data: bytes | str) -> tuple[str | None, str | None]:
    """The id and the table of a message that is refused, perhaps because it cannot be read."""
    try:
        names = msgspec.json.decode(data[:LARGEST_MESSAGE], type=_Names)
    except NOT_JSON:
        return None, None
    return names.id and names.id[:40], names.table and names.table[:40]


def _check_protocol(protocol: int) -> None:
    if protocol != PROTOCOL:
        raise Malformed(
            f"Hier wird Protokoll {PROTOCOL} gesprochen, nicht {protocol}. Lade die Seite neu.",
            f"Protocol {PROTOCOL} is spoken here, not {protocol}. Load the page again.",
        )


async def serve_socket(receive: Receive, send: Send, client: Client) -> None:
    """Talk with one client until it goes."""
    await receive()
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    client.send(encode(Welcome(protocol=PROTOCOL, server=__version__, name=client.name)))
    sender = asyncio.create_task(_send(send, client))
    try:
        while (message := await receive())["type"] == "websocket.receive" and not client.is_signed_out:
            data = message.get("text")
            await client.hear(data if data is not None else message.get("bytes") or b"")
            if client.is_tiresome:
                await send({"type": "websocket.close", "code": TOO_MANY, "reason": ""})
                break
            if client.rest:
                await asyncio.sleep(client.rest)
    finally:
        client.hang_up()
        sender.cancel()
        await asyncio.gather(sender, return_exceptions=True)


async def _send(send: Send, client: Client) -> None:
    while True:
        message = await client.next_message()
        if not message:
            await send({"type": "websocket.close", "code": SIGNED_OUT, "reason": ""})
            return
        await send({"type": "websocket.send", "text": message.decode(), "bytes": None})
