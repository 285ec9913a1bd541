"""What every answer carries and every request must meet: headers, origins, limits, and a line in the log."""

import asyncio
import logging
import re
from collections.abc import Container
from ipaddress import ip_address
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

from pasch.server.http.limits import Buckets, household
from pasch.server.live.messages import RefusedInfo, encode
from pasch.server.settings import Settings
from pasch.server.table.refusals import KINDS, TooMuch

SAFE = ("GET", "HEAD", "OPTIONS")
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
NOT_KEPT = (b"cache-control", b"no-store")
HTTPS_ONLY = (b"strict-transport-security", b"max-age=31536000")

ELSEWHERE = "This request came from another page."
NO_SUCH_NAME = "This server does not know that name of itself: start it with --origin and the address of the page."
TOO_FAST = "Too many requests."
LONGEST_REST = 1.0
SECRET = re.compile("(/(?:calendar|invitations|r)/).*")
"""Paths that end with what lets somebody in: it is in no log."""
AT_HOME = (".local", ".localhost", ".lan", ".internal", ".home.arpa")
"""Names that nobody can register, as those without a dot: no page of somebody else is reached by them."""

access = logging.getLogger("pasch.access")


def header(scope: Any, name: bytes) -> str | None:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), None)


def is_from_here(scope: Any, settings: Settings) -> bool:
    """Whether a request comes from our own page, or from a program that is no browser."""
    origin = header(scope, b"origin")
    if origin is None:
        return header(scope, b"sec-fetch-site") in (None, "same-origin", "none")
    return origin in settings.origins or _host_of(origin) == header(scope, b"host")


def is_own_name(host: str | None, names: Container[str | None]) -> bool:
    """Whether a request asks for this server. A page elsewhere could make its own name lead here (DNS rebinding), and
    would then count as ours."""
    try:
        name = None if host is None else urlsplit(f"//{host}").hostname
        is_at_home = name is None or "." not in name or name.endswith(AT_HOME)
        return is_at_home or name in names or bool(ip_address(str(name)))
    except ValueError:
        return False


def _host_of(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc or None
    except ValueError:
        return None


class Guard:
    """The outermost layer, around everything that answers."""

    def __init__(self, app: Any, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self._headers = [*HEADERS, HTTPS_ONLY] if settings.https else list(HEADERS)
        self._names = {urlsplit(origin).hostname for origin in settings.origins}
        self._door = Buckets(settings.door_rate * settings.limits, 20)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        refused = await self._refusal(scope)
        if scope["type"] == "websocket":
            if refused is None:
                await self.app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008, "reason": ""})
            return
        begin, status = perf_counter(), 0

        async def with_headers(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                kept = any(key == b"cache-control" for key, _ in message["headers"])
                message["headers"] = [*message["headers"], *self._headers, *([] if kept else [NOT_KEPT])]
            await send(message)

        if refused is None:
            await self.app(scope, receive, with_headers)
        else:
            await _refuse(with_headers, *refused)
        took = round((perf_counter() - begin) * 1000, 2)
        seen = {"method": scope["method"], "path": SECRET.sub(r"\1…", scope["path"]), "status": status, "ms": took}
        access.info("request", extra=seen)

    async def _refusal(self, scope: Any) -> tuple[int, str, str] | None:
        """Why a request is not let in: its status, rule and reason. Whoever asks too often is let wait for it."""
        try:
            self._door.take(household((scope["client"] or ("",))[0]))
        except TooMuch as error:
            await asyncio.sleep(min(error.wait, LONGEST_REST))
            return KINDS["limit"].status, "limit", TOO_FAST
        if not is_own_name(header(scope, b"host"), self._names):
            return 421, "format", NO_SUCH_NAME
        is_harmless = scope["type"] == "websocket" or scope["method"] in SAFE
        return None if is_harmless or is_from_here(scope, self.settings) else (403, "table", ELSEWHERE)


async def _refuse(send: Any, status: int, rule: str, reason: str) -> None:
    body = encode(RefusedInfo(rule=rule, reason=reason))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == KINDS["limit"].status:
        headers += [(b"retry-after", b"1"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
