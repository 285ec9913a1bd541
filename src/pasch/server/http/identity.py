"""Who somebody is: a signed cookie, and a private link that moves them to another device. No account."""

from base64 import urlsafe_b64encode
from hashlib import sha256
from hmac import compare_digest
from hmac import digest as hmac_digest
from ipaddress import ip_address
from secrets import token_hex, token_urlsafe
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from pasch.engine.errors import PaschError
from pasch.engine.language import Lang
from pasch.server.http.limits import Buckets, household
from pasch.server.node import Node
from pasch.server.settings import Settings
from pasch.server.store.storage import Profile, Storage
from pasch.server.table.refusals import NO_LINK, NO_PERSON, Missing, NotAllowed, TooMuch

COOKIE = "pasch"
COOKIE_SECONDS = 400 * 86_400

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

    def sign(self, person: str) -> str:
        return f"{person}.{self._signature(person)}"

    def person(self, cookie: str | None) -> str | None:
        """Whom a cookie names; None where it was not made here."""
        person, dot, signature = (cookie or "").partition(".")
        good = dot and compare_digest(signature.encode(errors="replace"), self._signature(person).encode())
        return person if good else None

    def _signature(self, person: str) -> str:
        digest = hmac_digest(self._key, b"pasch cookie 1\n" + person.encode(errors="replace"), "sha256")
        return urlsafe_b64encode(digest).decode().rstrip("=")


class Visitors:
    """The visitors of a node: identified by cookie, and rate-limited."""

    def __init__(self, settings: Settings, storage: Storage) -> None:
        self._storage, self._https = storage, settings.https
        self.signer = Signer(new_key())
        self.requests = Buckets(settings.http_rate * settings.limits, 10)
        self.reads = Buckets(settings.reads * settings.limits, 10)
        self.tables = Buckets(settings.tables_rate * settings.limits, 60)
        self.guesses = Buckets(settings.guesses * settings.limits, 60)
        self.newcomers = Buckets(settings.newcomers * settings.limits, 60)
        self.messages = Buckets(settings.address_rate * settings.limits, 5)
        self.chat = Buckets(settings.chat_rate * settings.limits, 10)

    def check_guesser(self, node: Node, address: str, person: str | None, code: str) -> None:
        """Raise where somebody has asked for too many tables that are not there: they are not told of others either,
        except of those at which they sit."""
        opened = node.tables.by_id.get(code)
        if opened is None or not opened.table.seats_of(person):
            self.guesses.check(address)

    def guessed(self, address: str, error: Missing) -> PaschError:
        """Count what was asked for and is not there; the refusal of it, or of so many questions."""
        try:
            self.guesses.take(address)
        except TooMuch as too_much:
            return too_much
        return error

    async def share_key(self) -> None:
        """Sign as all other nodes of the same database do."""
        self.signer = Signer(await self._storage.setting("cookie_key", new_key()))

    def person(self, connection: Connection) -> str | None:
        """Whom the cookie names."""
        return self.signer.person(connection.cookies.get(COOKIE))

    def known_person(self, connection: Connection) -> str:
        person = self.person(connection)
        if person is None:
            raise NotAllowed(NO_PERSON)
        return person

    async def profile(self, connection: Connection) -> Profile | None:
        person = self.person(connection)
        return None if person is None else await self._storage.profile(person)

    async def known_profile(self, connection: Connection) -> Profile:
        profile = await self.profile(connection)
        if profile is None:
            raise NotAllowed(NO_PERSON)
        return profile

    async def name(self, connection: Connection, name: str, colour: str | None, now: float) -> str:
        """Give somebody a name; somebody unknown becomes known by it."""
        profile = await self.profile(connection)
        if profile is not None:
            await self._storage.change_profile(profile.id, name=name, colour=colour)
            return profile.id
        self.newcomers.take(address(connection))
        profile = Profile(token_hex(12), name, colour)
        await self._storage.add_profile(profile, now)
        return profile.id

    async def new_link(self, connection: Connection) -> str:
        """The token of a private link; the last one is not valid any more."""
        profile, token = await self.known_profile(connection), token_urlsafe(24)
        await self._storage.change_profile(profile.id, link=stored(token))
        return token

    async def by_link(self, token: str) -> Profile:
        profile = await self._storage.profile_by_link(stored(token))
        if profile is None:
            raise Missing(NO_LINK)
        return profile

    def cookie(self, person: str) -> Cookie:
        return Cookie(
            key=COOKIE,
            value=self.signer.sign(person),
            path="/",
            httponly=True,
            samesite="lax",
            secure=self._https,
            max_age=COOKIE_SECONDS,
        )
