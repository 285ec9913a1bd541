"""Who somebody is: a signed cookie, and a private link that moves them to another device. No account."""

from base64 import urlsafe_b64encode
from hashlib import sha256
from hmac import compare_digest
from hmac import digest as hmac_digest
from secrets import token_hex, token_urlsafe

COOKIE = "pasch"
COOKIE_DAYS = 400


def new_person() -> str:
    return token_hex(12)


def new_key() -> str:
    """What cookies are signed with; all nodes share it."""
    return token_hex(32)


def new_link() -> tuple[str, str]:
    """The token of a private link, and what is stored of it."""
    token = token_urlsafe(24)
    return token, stored(token)


def stored(token: str) -> str:
    return sha256(token.encode()).hexdigest()


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
