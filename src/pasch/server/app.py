"""The application: routes, layers, and the house behind them."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, MediaType, Request, Response, WebSocket, get, websocket
from litestar.connection import ASGIConnection
from litestar.di import Provide
from litestar.exceptions import HTTPException, PermissionDeniedException
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.plugins.prometheus import PrometheusConfig, PrometheusController
from sqlalchemy.exc import SQLAlchemyError

from pasch import __version__
from pasch.engine.errors import Malformed, PaschError, Refused
from pasch.engine.language import Lang, Text
from pasch.server import metrics
from pasch.server.api import TheHouse, api
from pasch.server.house import House
from pasch.server.identity import COOKIE
from pasch.server.limits import Bucket
from pasch.server.messages import PROTOCOL, RefusedInfo
from pasch.server.pages import pages
from pasch.server.refusals import Missing, NotAllowed, TooMuch, Unavailable
from pasch.server.security import SAFE, is_from_here
from pasch.server.settings import Settings
from pasch.server.socket import Client, serve_socket

LARGEST_BODY = 65_536
LOOPBACK = ("127.0.0.1", "::1", "testclient")
FROM_ELSEWHERE, TOO_MANY = 4403, 4429
"""Why a socket is closed at once: another page's, or one too many."""
UNEXPECTED = Text(
    "Da ist etwas schiefgegangen; es steht im Protokoll des Servers.", "Something went wrong; the server's log has it."
)

log = logging.getLogger("pasch.app")

STATUS: dict[type[PaschError], int] = {
    Malformed: 400,
    NotAllowed: 403,
    Missing: 404,
    Refused: 409,
    TooMuch: 429,
    Unavailable: 503,
}


def create_app(settings: Settings) -> Litestar:
    house = House(settings)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        async with house.opened():
            yield

    async def limit(request: Request[Any, Any, Any]) -> None:
        if request.method not in SAFE:
            person = house.signer.person(request.cookies.get(COOKIE))
            house.requests.take(person or _address(request))

    app = Litestar(
        route_handlers=[api, socket, health, Metrics, *pages],
        dependencies={"house": Provide(lambda: house, sync_to_thread=False)},
        lifespan=[lifespan],
        before_request=limit,
        middleware=[
            PrometheusConfig(exclude=["/api/v1/socket", "/metrics"], group_path=True).middleware,
        ],
        exception_handlers={
            PaschError: _refused,
            HTTPException: _http_error,
            SQLAlchemyError: _away,
            OSError: _away,
            Exception: _unexpected,
        },
        request_max_body_size=LARGEST_BODY,
        openapi_config=OpenAPIConfig(
            title="Pasch",
            version=f"{PROTOCOL}",
            path="/api/v1",
            description="Tables and records. What happens in a match goes through the socket: see docs/protocol.md.",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        logging_config=None,
    )
    app.state.house = house
    return app


def _address(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    return connection.client.host if connection.client else ""


# The socket


@websocket("/api/v1/socket")
async def socket(socket: WebSocket[Any, Any, Any], house: TheHouse) -> None:
    if not is_from_here(socket.scope, house.settings):
        await socket.close(FROM_ELSEWHERE)
        return
    person = house.signer.person(socket.cookies.get(COOKIE))
    human = None if person is None else await house.storage.human(person)
    rate = house.settings.socket_rate * house.settings.limits
    name = None if human is None else human.name
    who = _address(socket) if human is None else human.id
    if house.is_full_for(who):
        await socket.close(TOO_MANY)
        return
    client = Client(house.hall, None if human is None else human.id, name, who, Bucket(rate, 5))
    client.lang = _language(socket)
    house.clients.add(client)
    metrics.SOCKETS.set(len(house.clients))
    try:
        await serve_socket(socket, client)
    except Exception:
        log.exception("a socket was broken off")
        raise
    finally:
        house.clients.discard(client)
        metrics.SOCKETS.set(len(house.clients))


# How is it


@get("/health", summary="Whether this node can play: 200 or 503", include_in_schema=False)
async def health(house: TheHouse) -> Response[dict[str, Any]]:
    is_well = await house.is_healthy()
    content = {"ok": is_well, "version": __version__, "redis": house.notices.is_connected}
    return Response(content, status_code=200 if is_well else 503)


def _from_this_machine(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    if _address(connection) not in LOOPBACK:
        raise PermissionDeniedException("Metrics are shown on this machine only.")


class Metrics(PrometheusController):
    include_in_schema = False
    guards = [_from_this_machine]  # noqa: RUF012
    openmetrics_format = False


# What went wrong


def _language(connection: ASGIConnection[Any, Any, Any, Any]) -> Lang:
    return "de" if connection.headers.get("accept-language", "").lower().startswith("de") else "en"


def _refused(request: Request[Any, Any, Any], error: PaschError) -> Response[RefusedInfo]:
    status = next((STATUS[kind] for kind in type(error).__mro__ if kind in STATUS), 409)
    wait = error.wait if isinstance(error, TooMuch) else None
    metrics.REFUSALS.labels(metrics.kind(error.rule)).inc()
    return Response(
        RefusedInfo(rule=error.rule, reason=error.reason.to(_language(request)), wait=wait),
        status_code=status,
        media_type=MediaType.JSON,
        headers={} if wait is None else {"retry-after": f"{max(1, round(wait))}"},
    )


def _http_error(_: Request[Any, Any, Any], error: HTTPException) -> Response[RefusedInfo]:
    """Litestar's own refusals in the same shape."""
    reason = error.detail
    if error.extra:
        reason = f"{reason}: {error.extra}"
    rule = "missing" if error.status_code == 404 else "format"
    return Response(
        RefusedInfo(rule=rule, reason=reason[:300]),
        status_code=error.status_code,
        media_type=MediaType.JSON,
        headers=error.headers,
    )


def _away(request: Request[Any, Any, Any], error: Exception) -> Response[RefusedInfo]:
    log.warning("the storage did not answer: %s", type(error).__name__)
    return _refused(request, Unavailable())


def _unexpected(request: Request[Any, Any, Any], error: Exception) -> Response[RefusedInfo]:
    log.error("unexpected", exc_info=error, extra={"path": request.scope["path"]})
    return Response(
        RefusedInfo(rule="error", reason=UNEXPECTED.to(_language(request))), status_code=500, media_type=MediaType.JSON
    )
