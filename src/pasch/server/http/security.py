"""What every answer carries and every request must meet: headers, origins, limits, and a line in the log."""

import logging
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

from pasch.server.live.messages import RefusedInfo, encode
from pasch.server.settings import Settings

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

access = logging.getLogger("pasch.access")


def header(scope: Any, name: bytes) -> str | None:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), None)


def is_from_here(scope: Any, settings: Settings) -> bool:
    """Whether a request comes from our own page, or from a program that is no browser."""
    origin = header(scope, b"origin")
    if origin is None:
        return header(scope, b"sec-fetch-site") in (None, "same-origin", "none")
    return origin in settings.origins or _host_of(origin) == header(scope, b"host")


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

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begin, status = perf_counter(), 0

        async def with_headers(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                kept = any(key == b"cache-control" for key, _ in message["headers"])
                message["headers"] = [*message["headers"], *self._headers, *([] if kept else [NOT_KEPT])]
            await send(message)

        if scope["method"] in SAFE or is_from_here(scope, self.settings):
            await self.app(scope, receive, with_headers)
        else:
            await _refuse(with_headers)
        took = round((perf_counter() - begin) * 1000, 2)
        seen = {"method": scope["method"], "path": scope["path"], "status": status, "ms": took}
        access.info("request", extra=seen)


async def _refuse(send: Any) -> None:
    body = encode(RefusedInfo(rule="table", reason=ELSEWHERE))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": body})
