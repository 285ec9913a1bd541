"""The application: routes, layers, and the node behind them."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic, time
from typing import Any

from litestar import Litestar, MediaType, Request, Response, asgi, get
from litestar.config.compression import CompressionConfig
from litestar.connection import ASGIConnection
from litestar.di import Provide
from litestar.enums import RequestEncodingType, ScopeType
from litestar.exceptions import HTTPException, PermissionDeniedException
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.plugins.prometheus import PrometheusConfig, PrometheusController
from litestar.types import Receive, Scope, Send
from sqlalchemy.exc import SQLAlchemyError

from pasch import __version__
from pasch.engine.errors import Malformed, PaschError
from pasch.engine.language import Text, one_line
from pasch.server.clock import Clock
from pasch.server.http.api import Asked, TheKept, TheNode, api
from pasch.server.http.calendar import calendars
from pasch.server.http.circles import circles
from pasch.server.http.codes import codes
from pasch.server.http.devices import owner_of
from pasch.server.http.hooks import hooks
from pasch.server.http.identity import Visitors, address, is_this_machine, language
from pasch.server.http.kept import Kept, Write
from pasch.server.http.leaving import leaving
from pasch.server.http.lists import lists
from pasch.server.http.nudging import nudging
from pasch.server.http.pages import AS_IS, Pages
from pasch.server.http.passkeys import passkeys
from pasch.server.http.practice import practice
from pasch.server.http.security import SAFE, is_from_here
from pasch.server.http.socket import TOO_MANY, Client, Clients, serve_socket
from pasch.server.http.wire import WRITE
from pasch.server.live.messages import PROTOCOL, RefusedInfo, encode
from pasch.server.live.updates import refusal
from pasch.server.node import Node
from pasch.server.settings import Settings
from pasch.server.store.trouble import refusal_of
from pasch.server.table.refusals import KINDS, OF_A_RULE, Missing

GUESSED = {"link", "token"}
"""Parts of addresses by which somebody is let in who knows them."""
LARGEST_BODY = 65_536
SMALL = 1024
"""Answers of fewer bytes are not worth compressing."""
FROM_ELSEWHERE = 4403
"""Why a socket is closed at once: another page's."""
UNEXPECTED = Text(
    "Da ist etwas schiefgegangen; es steht im Protokoll des Servers.", "Something went wrong; the server's log has it."
)
TOO_DEEP = Text("Das ist zu tief verschachtelt.", "Nothing is nested that deep here.")
NOT_A_SOCKET = "A WebSocket is expected here."

log = logging.getLogger("pasch.app")


def create_app(settings: Settings, clock: Clock | None = None) -> Litestar:
    app = routed(Pages(settings.client))
    furnish(app, settings, clock or Clock(time, monotonic))
    return app


def furnish(app: Litestar, settings: Settings, clock: Clock) -> None:
    """Put a new node behind the routes."""
    state = app.state
    node = state.node = Node(settings, clock)
    state.visitors = Visitors(settings, node.storage, node.clock, node.sign_out)
    state.kept, state.clients = Kept(node.desk), Clients(settings.sockets * settings.limits)
    node.scheduler.signed_out, node.scheduler.devices = state.clients.sign_out, state.clients.devices
    node.scheduler.erased = state.kept.forget
    node.nudges.is_open = state.clients.is_open


def routed(pages: Pages) -> Litestar:
    """The routes and layers, which are the same for every node: they take it from the application's state."""

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        async with app.state.node.opened():
            await app.state.visitors.share_key()
            yield

    async def limit(request: Asked) -> None:
        node: Node = app.state.node
        visitors: Visitors = app.state.visitors
        device = visitors.device(request)
        who = owner_of(device) or address(request)
        is_question = request.scope["path"].startswith(api.path)
        if request.method not in SAFE:
            _check_json(request)
            visitors.requests.take(who)
        elif is_question:
            visitors.reads.take(who)
        if (code := request.path_params.get("table")) is not None and is_question:
            visitors.check_guesser(node, address(request), owner_of(device), code)
        elif not GUESSED.isdisjoint(request.path_params):
            visitors.guesses.check(address(request))

    app = Litestar(
        route_handlers=[
            api,
            calendars,
            circles,
            codes,
            hooks,
            leaving,
            lists,
            nudging,
            passkeys,
            practice,
            openapi,
            socket,
            health,
            Metrics,
            *pages.handlers(),
        ],
        dependencies={
            "node": Provide(lambda: app.state.node, sync_to_thread=False),
            "visitors": Provide(lambda: app.state.visitors, sync_to_thread=False),
            "kept": Provide(lambda: app.state.kept, sync_to_thread=False),
        },
        lifespan=[lifespan],
        before_request=limit,
        middleware=[PrometheusConfig(exclude=["/api/v1/socket", "/metrics"], group_path=True).middleware],
        exception_handlers={
            PaschError: _refused,
            HTTPException: _http_error,
            SQLAlchemyError: _away,
            OSError: _away,
            RecursionError: lambda request, _: _refused(request, Malformed(*TOO_DEEP)),
            Exception: _unexpected,
        },
        request_max_body_size=LARGEST_BODY,
        compression_config=CompressionConfig("gzip", SMALL, gzip_compress_level=6, exclude_opt_key=AS_IS),
        openapi_config=OpenAPIConfig(
            title="Pasch",
            version=f"{PROTOCOL}",
            path="/api/v1/schema",
            description="Tables and records. What happens in a match goes through the socket: see docs/protocol.md.",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        logging_config=None,
    )
    app.state.pages = pages
    return app


# The socket


@asgi("/api/v1/socket", copy_scope=False)
async def socket(scope: Scope, receive: Receive, send: Send) -> None:
    """Bypasses the framework, because this path handles thousands of messages per second."""
    connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
    state = connection.app.state
    node: Node = state.node
    clients: Clients = state.clients
    if scope["type"] != ScopeType.WEBSOCKET:
        await Response(RefusedInfo(rule="format", reason=NOT_A_SOCKET), status_code=426).to_asgi_response(
            None, Request(scope)
        )(scope, receive, send)
        return
    if not is_from_here(scope, node.settings):
        await send({"type": "websocket.close", "code": FROM_ELSEWHERE, "reason": ""})
        return
    visitors: Visitors = state.visitors
    device, profile = visitors.device(connection), await visitors.profile(connection)
    extensions: Any = scope["extensions"]
    who = device, profile, address(connection), language(connection)
    client = Client(node, visitors, *who, extensions[WRITE])
    if clients.is_full_for(client.who):
        await send({"type": "websocket.close", "code": TOO_MANY, "reason": ""})
        return
    try:
        with clients.connected(client):
            await serve_socket(receive, send, client)
    except Exception:
        log.exception("a socket was broken off")
        raise


@get("/api/v1/openapi.json", include_in_schema=False, opt={AS_IS: True})
async def openapi(request: Asked, kept: TheKept) -> Response[bytes]:
    async def prepare() -> Write:
        return lambda: encode(request.app.openapi_schema.to_schema())

    return (await kept.file("openapi", prepare)).answer(request)


def _check_json(request: Asked) -> None:
    """Require JSON, which a cross-site form cannot send."""
    has_body = request.headers.get("content-length", "0") != "0" or "transfer-encoding" in request.headers
    if has_body and request.content_type[0] != RequestEncodingType.JSON:
        raise HTTPException("JSON is expected.", status_code=415)


# How is it


@get("/health", summary="Whether this node can play: 200 or 503", include_in_schema=False)
async def health(request: Asked, node: TheNode) -> Response[dict[str, Any]]:
    is_well = await node.is_healthy() and not request.app.state.clients.are_leaving
    content = {"ok": is_well, "version": __version__, "redis": node.notices.connected.is_set()}
    return Response(content, status_code=200 if is_well else 503)


def _from_this_machine(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    if not is_this_machine(connection):
        raise PermissionDeniedException("Metrics are shown on this machine only.")


class Metrics(PrometheusController):
    include_in_schema = False
    guards = [_from_this_machine]  # noqa: RUF012
    openmetrics_format = False


# What went wrong


def _refused(request: Asked, error: PaschError) -> Response[RefusedInfo]:
    if isinstance(error, Missing):
        error = request.app.state.visitors.guessed(address(request), error)
    info = refusal(error, language(request))
    headers = {} if info.wait is None else {"retry-after": f"{max(1, round(info.wait))}"}
    return _answer(info, KINDS.get(error.rule, OF_A_RULE).status, headers)


def _http_error(request: Asked, error: HTTPException) -> Response[Any]:
    """Litestar's own refusals in the same shape; for people who look for a page, a page."""
    pages: Pages = request.app.state.pages
    if error.status_code == 404 and (page := pages.missing(request)) is not None:
        return page
    reason = f"{error.detail}: {error.extra}" if error.extra else error.detail
    rule = "missing" if error.status_code == 404 else "format"
    return _answer(RefusedInfo(rule=rule, reason=one_line(reason)), error.status_code, error.headers)


def _away(request: Asked, error: Exception) -> Response[RefusedInfo]:
    return _refused(request, refusal_of(error))


def _unexpected(request: Asked, error: Exception) -> Response[RefusedInfo]:
    log.error("unexpected", exc_info=error, extra={"path": request.scope["path"]})
    return _answer(RefusedInfo(rule="error", reason=UNEXPECTED.to(language(request))), KINDS["error"].status)


def _answer(info: RefusedInfo, status: int, headers: dict[str, str] | None = None) -> Response[RefusedInfo]:
    return Response(info, status_code=status, media_type=MediaType.JSON, headers=headers)
