"""`pasch serve`: the table on the network, with an address that a phone can read."""

import argparse
import asyncio
import gc
import os
import resource
import signal
import socket as sockets
import sys
import webbrowser
from collections.abc import Callable
from functools import partial
from io import StringIO
from typing import Any, NoReturn

import segno
import uvicorn
import uvloop
from msgspec.structs import replace

from pasch.engine.language import Lang, Text
from pasch.server.http import addresses
from pasch.server.http.app import create_app
from pasch.server.http.security import Guard
from pasch.server.http.socket import LARGEST_MESSAGE, Clients
from pasch.server.http.wire import Connections, RequestInTime, SocketInPieces
from pasch.server.logs import set_up_logs
from pasch.server.settings import Settings
from pasch.server.store.database import check_reachable, database_of, locked

SECONDS_TO_END = 10
MOST_FILES = 65_536
LONGEST_SHARE = 0.001
"""Seconds after which a thread that computes lets the event loop have its turn."""
READY = Text("Der Tisch steht:", "The table is set:")
FOR_PHONES = Text("Im selben Netz, auch für Telefone:", "In the same network, for phones too:")
STOP = Text("Strg-C beendet; alles ist gespeichert.", "Ctrl-C ends it; everything is stored.")


class Server(uvicorn.Server):
    """Says goodbye before it ends, and hello when it can be reached."""

    def __init__(self, config: uvicorn.Config, clients: Clients, ready: Callable[[int], None]) -> None:
        super().__init__(config)
        self._clients = clients
        self._ready = ready

    async def startup(self, sockets: list[sockets.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.should_exit:
            self._ready(int(self.servers[0].sockets[0].getsockname()[1]))

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        await self._clients.goodbye()
        await super().shutdown(sockets)


def rest_the_collector() -> None:
    """Collect garbage among few objects at once: startup objects stay, later ones form few cycles, and a collection
    stops everybody, for half a millisecond with each thousand."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 500, 100)


def run(args: argparse.Namespace) -> int:
    sys.setswitchinterval(LONGEST_SHARE)
    set_up_logs(args.log, args.log_level)
    signal.signal(signal.SIGTERM, _end)
    os.umask(0o077)
    _allow_many_files()
    same = {name: value for name, value in vars(args).items() if name in Settings.__struct_fields__}
    origins = tuple(origin.rstrip("/") for origin in args.origin)
    services = tuple(service.rstrip("/") for service in args.push_service)
    webhooks = tuple(service.rstrip("/").lower() for service in args.webhook)
    lists = {"origins": origins, "proxies": tuple(args.proxy), "push_services": services, "webhooks": webhooks}
    settings = Settings(**same | {"database": database_of(args), **lists})
    with locked(settings.database) as is_alone:
        return _run(replace(settings, is_alone=is_alone), args.lang, args.open)


def _run(settings: Settings, lang: Lang, opens_browser: bool) -> int:
    app = create_app(settings)
    asyncio.run(check_reachable(settings.database))

    def ready(port: int) -> None:
        rest_the_collector()
        _announce(settings, port, lang)
        if opens_browser:
            webbrowser.open(addresses.here(settings, port))

    server = Server(config_for(app, settings), app.state.clients, ready)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(server.serve())
    return 0 if server.started else 1


def _allow_many_files() -> None:
    """As many as the system lets us have: each connection is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < MOST_FILES:
        most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _end(*_: object) -> NoReturn:
    """uvicorn shuts down gracefully, then passes the signal to the previous handler."""
    sys.exit(0)


def config_for(app: Any, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        Guard(app, settings),
        host=settings.host,
        port=settings.port,
        http=partial(RequestInTime, Connections(settings)),  # type: ignore[arg-type]  # h11: it has a limit for headers
        ws=SocketInPieces,
        ws_max_size=LARGEST_MESSAGE * 4,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=40,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies) or None,
        server_header=False,
        access_log=False,
        log_config=None,
        lifespan="on",
        timeout_graceful_shutdown=SECONDS_TO_END,
        backlog=4096,
    )


# What is printed


def _announce(settings: Settings, port: int, lang: Lang) -> None:
    print(READY.to(lang), addresses.here(settings, port))
    outside = addresses.outside(settings, port)
    if outside:
        print(FOR_PHONES.to(lang), outside)
        print(qr(outside), end="")
    print(STOP.to(lang))
    sys.stdout.flush()


def qr(address: str) -> str:
    """An address as a picture of half blocks, for a phone's camera."""
    out = StringIO()
    segno.make(address, error="l").terminal(out, compact=True)
    return out.getvalue()
