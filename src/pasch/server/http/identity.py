"""Who somebody is: a signed cookie for each device, and a private link that adds one. No account."""

from base64 import urlsafe_b64encode
from collections.abc import Callable
from hashlib import sha256
from hmac import compare_digest
from hmac import digest as hmac_digest
from ipaddress import ip_address
from secrets import token_hex, token_urlsafe
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.handlers import BaseRouteHandler

from pasch.engine.errors import PaschError
from pasch.engine.language import Lang
from pasch.server.clock import Clock
from pasch.server.http.devices import OLD, described, mark_of, new_device, owner_of
from pasch.server.http.limits import Buckets, Shares, household
from pasch.server.http.patience import Patience
from pasch.server.http.security import SAFE
from pasch.server.node import Node
from pasch.server.settings import Settings
from pasch.server.store.storage import Device, Profile, Storage
from pasch.server.table.refusals import NO_DEVICE, NO_LINK, NO_PERSON, TOO_MANY_DEVICES, Missing, NotAllowed, TooMuch

COOKIE = "pasch"
COOKIE_SECONDS = 400 * 86_400
MOST_DEVICES = 50
"""Devices of one person."""
SECONDS_TO_ANSWER = 3.0
"""A message that is not done by then is refused as `unavailable`: its client knows why it waits, and is heard again."""
SEEN_EVERY = 600.0
"""Seconds after which it is noted again that a device was used."""

Connection = ASGIConnection[Any, Any, Any, Any]


def new_key() -> str:
    """What cookies are signed with; all nodes share it."""
    return token_hex(32)


def stored(token: str) -> str:
    """What is kept of the token of a private link."""
    return sha256(token.encode()).hexdigest()


def address(connection: Connection) -> str:
    """The address for rate limits."""
    return household(connection.client.host if connection.client else "")


def is_this_machine(connection: Connection) -> bool:
    """Whether somebody asks from this machine, and not through a proxy, which may be on it too."""
    try:
        return "x-forwarded-for" not in connection.headers and ip_address(connection.client.host).is_loopback  # type: ignore[union-attr]
    except (ValueError, AttributeError):
        return False


def language(connection: Connection) -> Lang:
    """The language that somebody reads best."""
    return "de" if connection.headers.get("accept-language", "").lower().startswith("de") else "en"


class Signer:
    def __init__(self, key: str) -> None:
        self._key = bytes.fromhex(key)

    def sign(self, device: str) -> str:
        return f"{device}.{self._signature(device)}"

    def device(self, cookie: str | None) -> str | None:
        """Which device a cookie names; None where it was not made here."""
        device, dot, signature = (cookie or "").rpartition(".")
        good = dot and compare_digest(signature.encode(errors="replace"), self._signature(device).encode())
        return device if good else None

    def _signature(self, device: str) -> str:
        digest = hmac_digest(self._key, b"pasch cookie 1\n" + device.encode(errors="replace"), "sha256")
        return urlsafe_b64encode(digest).decode().rstrip("=")


class Visitors:
    """The visitors of a node: identified by the cookie of their device, and rate-limited."""

    def __init__(self, settings: Settings, storage: Storage, clock: Clock, signed_out: Callable[[str], None]) -> None:
        self._storage, self._https, self._clock, self._signed_out = storage, settings.https, clock, signed_out
        self.signer = Signer(new_key())
        self.patience = Patience(SECONDS_TO_ANSWER)
        self.requests = Buckets(settings.http_rate * settings.limits, 10)
        self.reads = Buckets(settings.reads * settings.limits, 10)
        self.tables = Shares(settings.tables_rate * settings.limits, 60)
        self.guesses = Buckets(settings.guesses * settings.limits, 60)
        self.newcomers = Buckets(settings.newcomers * settings.limits, 60)
        self.messages = Buckets(settings.address_rate * settings.limits, 5)
        self.tries = Shares(settings.tries_rate * settings.limits, 30)
        self.rereads = Shares(settings.reread_rate * settings.limits, 20)
        self.listed = Shares(settings.listed_rate * settings.limits, 600)
        self.passkeys = Shares(settings.passkey_rate * settings.limits, 60)
        self.circles = Shares(settings.circle_rate * settings.limits, 300)
        self.hooks = Shares(settings.hook_rate * settings.limits, 300)
        self.seats = Shares(settings.seats_rate * settings.limits, 60)
        self.chat = Buckets(settings.chat_rate * settings.limits, 10)
        self.hints = Shares(settings.hint_rate * settings.limits, 30)
        self.leaving = Shares(settings.leaving_rate * settings.limits, 300)
        self.pokes = Buckets(settings.poke_rate * settings.limits, 1800)
        self.reactions = Buckets(settings.reaction_rate * settings.limits, 5)

    def check_guesser(self, node: Node, address: str, person: str | None, code: str) -> None:
        """Raise where somebody has asked for too many tables that are not there: they are not told of others either,
        except of those at which they sit. A table that is not in memory is read first, which counts as such."""
        opened = node.tables.by_id.get(code)
        if opened is None or not opened.table.seats_of(person):
            self.guesses.check(address)
        if opened is None:
            try:
                self.rereads.take(person, address)
            except TooMuch as error:
                raise self.guessed(address, error) from None

    def guessed(self, address: str, error: PaschError) -> PaschError:
        """Count what was asked for and is perhaps not there; the refusal of it, or of so many questions."""
        try:
            self.guesses.take(address)
        except TooMuch as too_much:
            return too_much
        return error

    async def share_key(self) -> None:
        """Sign as all other nodes of the same database do."""
        self.signer = Signer(await self._storage.setting("cookie_key", new_key()))

    def device(self, connection: Connection) -> str | None:
        """The device that the cookie names, perhaps signed out by now: who it is for limits, but not for rights."""
        return self.signer.device(connection.cookies.get(COOKIE))

    async def profile(self, connection: Connection) -> Profile | None:
        device = self.device(connection)
        return None if device is None else await self._storage.profile_on(device)

    async def person(self, connection: Connection) -> str | None:
        profile = await self.profile(connection)
        return None if profile is None else profile.id

    async def known_profile(self, connection: Connection) -> Profile:
        profile = await self.profile(connection)
        if profile is None:
            raise NotAllowed(NO_PERSON)
        return profile

    async def known_person(self, connection: Connection) -> str:
        return (await self.known_profile(connection)).id

    async def recognise(self, connection: Connection) -> tuple[Profile | None, list[Cookie]]:
        """Who opens the page; a device from before there was a list of them gets a cookie of its own."""
        profile, device = await self.profile(connection), self.device(connection)
        if profile is None or device is None:
            return None, []
        if device == profile.id and len(await self._storage.devices_of(profile.id)) < MOST_DEVICES:
            return profile, [await self._new_device(connection, profile.id)]
        await self._storage.see_device(device, self._clock(), SEEN_EVERY)
        return profile, []

    async def name(self, connection: Connection, name: str, colour: str | None) -> list[Cookie]:
        """Give somebody a name; somebody unknown becomes known by it."""
        profile = await self.profile(connection)
        if profile is not None:
            await self._storage.change_profile(profile.id, name=name, colour=colour)
            return [self._cookie(self.device(connection) or "")]
        self.newcomers.take(address(connection))
        profile = Profile(token_hex(12), name, colour)
        await self._storage.add_profile(profile, self._clock())
        return [await self._new_device(connection, profile.id)]

    # Devices

    async def new_link(self, connection: Connection) -> str:
        """The token of a private link; the last one is not valid any more."""
        person, token = await self.with_room(connection), token_urlsafe(24)
        await self._storage.change_profile(person, link=stored(token))
        return token

    async def with_room(self, connection: Connection) -> str:
        """Somebody who may have one more device."""
        profile = await self.known_profile(connection)
        if len(await self._storage.devices_of(profile.id)) >= MOST_DEVICES:
            raise NotAllowed(TOO_MANY_DEVICES)
        return profile.id

    async def by_link(self, token: str) -> Profile:
        """Whose link it is; it stays valid."""
        profile = await self._storage.profile_by_link(stored(token))
        if profile is None:
            raise Missing(NO_LINK)
        return profile

    async def use_link(self, connection: Connection, token: str) -> Cookie:
        """This device becomes that of the link's owner, and the link is used up."""
        profile = await self.by_link(token)
        if not await self._storage.use_link(stored(token)):
            raise Missing(NO_LINK)
        return await self.move_in(connection, profile.id)

    async def move_in(self, connection: Connection, person: str) -> Cookie:
        """This device becomes somebody's, and is nobody else's any more. Where it is one too many, the one that was not
        used for the longest is theirs no more."""
        if (before := self.device(connection)) is not None and mark_of(before) != OLD:
            await self._storage.remove_device(before)
            self._signed_out(before)
        for unused in (await self._storage.devices_of(person))[MOST_DEVICES - 1 :]:
            await self._storage.remove_device(unused.id)
            self._signed_out(unused.id)
        return await self._new_device(connection, person)

    async def _new_device(self, connection: Connection, person: str) -> Cookie:
        kind, name = described(connection.headers.get("user-agent", ""))
        now, device = self._clock(), new_device(person)
        await self._storage.add_device(Device(device, person, kind, name, now, now))
        return self._cookie(device)

    async def devices(self, connection: Connection) -> list[Device]:
        return await self._storage.devices_of(await self.known_person(connection))

    async def sign_out(self, connection: Connection, mark: str) -> str:
        """A device of mine is mine no more; its id."""
        found = next((one.id for one in await self.devices(connection) if mark_of(one.id) == mark), None)
        if found is None:
            raise Missing(NO_DEVICE)
        await self._storage.remove_device(found)
        return found

    def _cookie(self, device: str) -> Cookie:
        return Cookie(
            key=COOKIE,
            value=self.signer.sign(device),
            path="/",
            httponly=True,
            samesite="lax",
            secure=self._https,
            max_age=COOKIE_SECONDS,
        )


def counted(limit: str) -> Callable[[Connection, BaseRouteHandler], None]:
    """A guard of what changes something: it counts for one of the limits of visitors."""

    def take(connection: Connection, _: BaseRouteHandler) -> None:
        if connection.scope["method"] not in SAFE:  # type: ignore[typeddict-item]
            visitors: Visitors = connection.app.state.visitors
            shares: Shares = getattr(visitors, limit)
            shares.take(owner_of(visitors.device(connection)), address(connection))

    return take
