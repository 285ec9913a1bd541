"""What every answer carries and every request must meet: headers, origins, limits, and a line in the log."""

import logging
from time import perf_counter
from urllib.parse import urlsplit

from litestar.enums import ScopeType
from litestar.exceptions import PermissionDeniedException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

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

access = logging.getLogger("pasch.access")


def header(scope: Scope, name: bytes) -> str | None:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), None)


def is_from_here(scope: Scope, settings: Settings) -> bool:
    """Whether a request comes from our own page, or from a program that is no browser."""
    origin = header(scope, b"origin")
    if origin is None:
        return header(scope, b"sec-fetch-site") in (None, "same-origin", "none")
    return origin in settings.origins or urlsplit(origin).netloc == header(scope, b"host")


class Guard(ASGIMiddleware):
    """The outermost layer."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._headers = [*HEADERS, HTTPS_ONLY] if settings.https else list(HEADERS)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        assert scope["type"] == ScopeType.HTTP
        if scope["method"] not in SAFE and not is_from_here(scope, self.settings):
            raise PermissionDeniedException("This request came from another page.")
        begin, status = perf_counter(), 0

        async def with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                kept = any(key == b"cache-control" for key, _ in message["headers"])
                message["headers"] = [*message["headers"], *self._headers, *([] if kept else [NOT_KEPT])]
            await send(message)

        await next_app(scope, receive, with_headers)
        access.info(
            "request",
            extra={
                "method": scope["method"],
                "path": scope["path"],
                "status": status,
                "ms": round((perf_counter() - begin) * 1000, 2),
            },
        )
