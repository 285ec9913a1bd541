"""The command line of the server: `pasch serve`, `export` and others. What they do is loaded when it is asked for."""

import argparse
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pasch.arguments import whole
from pasch.engine.errors import Malformed
from pasch.server.settings import Settings

USUAL = Settings(database="")
Add = Callable[[Any, str, Callable[[argparse.Namespace], int], str], argparse.ArgumentParser]


def add_server_commands(commands: Any, command: Add) -> None:
    _add_serve(command(commands, "serve", _serve, "Open tables in the network, for browsers and programs."))
    export = command(commands, "export", _export, "Write everything a server has stored into a file.")
    export.add_argument("file", metavar="FILE", help="where to; - for the standard output")
    _add_database(export)
    restore = command(commands, "import", _import, "Read such a file into an empty database.")
    restore.add_argument("file", metavar="FILE", help="where from; - for the standard input")
    _add_database(restore)
    rebuild = command(commands, "rebuild", _rebuild, "Compute lists and statistics anew from the logs of all tables.")
    _add_database(rebuild)
    ratings = command(commands, "ratings", _ratings, "Compute every rating anew from what `pasch export` wrote.")
    ratings.add_argument("file", metavar="FILE", help="where from; - for the standard input")
    ratings.add_argument("--json", action="store_true", help="one JSON object per line instead of a table")


def _add_database(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--data", type=Path, metavar="DIR", help="folder of the database (default: the user's data folder)"
    )
    command.add_argument(
        "--database",
        metavar="URL",
        default=os.environ.get("PASCH_DATABASE"),
        help="postgresql://… instead of a folder (default: $PASCH_DATABASE)",
    )


def _add_serve(serve: argparse.ArgumentParser) -> None:
    serve.add_argument("--host", default="0.0.0.0", help="address to listen on (default: all)")  # noqa: S104
    serve.add_argument(
        "--port", type=whole(0, 65535), default=USUAL.port, help=f"port to listen on, 0 for any (default: {USUAL.port})"
    )
    serve.add_argument("--open", action="store_true", help="open the table in this machine's browser")
    _add_database(serve)
    serve.add_argument(
        "--redis",
        metavar="URL",
        default=os.environ.get("PASCH_REDIS"),
        help="redis://…: several nodes over one PostgreSQL (default: $PASCH_REDIS)",
    )
    serve.add_argument(
        "--origin", action="append", default=[], metavar="URL", help="address of the page, where it has a name"
    )
    serve.add_argument("--proxy", action="append", default=[], metavar="ADDRESS", help="a reverse proxy to believe")
    serve.add_argument(
        "--contact",
        type=_contact,
        default=USUAL.contact,
        metavar="MAIL",
        help="whom push services can write to; with it, people who want it are told that it is their turn",
    )
    serve.add_argument(
        "--push-service", action="append", default=[], metavar="URL", help="a push service beside those of the browsers"
    )
    serve.add_argument(
        "--webhook", action="append", default=[], metavar="URL", help="a service that circles may send word to"
    )
    serve.add_argument("--https", action="store_true", help="the page is reached by https: cookies travel by it only")
    serve.add_argument(
        "--bot-pause",
        type=_seconds,
        default=USUAL.bot_pause,
        metavar="S",
        help=f"how long bots take for a small choice while somebody watches (default: {USUAL.bot_pause} s)",
    )
    serve.add_argument(
        "--dice-wait",
        type=_seconds,
        default=USUAL.dice_wait,
        metavar="S",
        help=f"how long a match waits for devices to add to its dice (default: {USUAL.dice_wait:g} s)",
    )
    serve.add_argument(
        "--bot-workers", type=whole(1, 999), default=USUAL.bot_workers, metavar="N", help="processes for bots"
    )
    serve.add_argument(
        "--coach-share",
        type=_factor,
        default=USUAL.coach_share,
        metavar="X",
        help=f"part of a core that reviews take where others want the same (default: {USUAL.coach_share:g})",
    )
    serve.add_argument(
        "--tutored",
        type=whole(0, 10**6),
        default=USUAL.tutored,
        metavar="N",
        help=f"in how many first matches newcomers get hints against bots (default: {USUAL.tutored})",
    )
    serve.add_argument(
        "--idle-days", type=_seconds, default=USUAL.idle_days, metavar="D", help="close what nobody touched so long"
    )
    serve.add_argument(
        "--limits", type=_factor, default=USUAL.limits, metavar="X", help="so many times the usual rate limits"
    )
    serve.add_argument("--log", choices=("text", "json"), default="text", help="logs for people or for machines")
    serve.add_argument("--log-level", choices=("debug", "info", "warning", "error"), default="warning")


def _factor(text: str) -> float:
    if not _seconds(text):
        raise argparse.ArgumentTypeError("a number above 0 is expected")
    return _seconds(text)


def _contact(text: str) -> str:
    """As push services want it: an address of mail or of a page; empty, as usual: nobody's."""
    if not text:
        return text
    address = text if ":" in text else f"mailto:{text}"
    if not re.fullmatch(r"mailto:[^\s@]+@[^\s@]+|https://\S+", address):
        raise argparse.ArgumentTypeError(f"a mail address or https://… is expected, not {text!r:.40}")
    return address


def _seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number < 1e9:
        raise argparse.ArgumentTypeError(f"a number from 0 is expected, not {text!r:.40}")
    return number


def _serve(args: argparse.Namespace) -> int:
    with _installed():
        from pasch.server.serve import run
    return run(args)


def _export(args: argparse.Namespace) -> int:
    with _installed():
        from pasch.server.store.transfer import export_all
    return export_all(args)


def _import(args: argparse.Namespace) -> int:
    with _installed():
        from pasch.server.store.transfer import import_all
    return import_all(args)


def _rebuild(args: argparse.Namespace) -> int:
    with _installed():
        from pasch.server.store.rebuild import rebuild_all
    return rebuild_all(args)


def _ratings(args: argparse.Namespace) -> int:
    with _installed():
        from pasch.server.store.ratings import print_ratings
    return print_ratings(args)


@contextmanager
def _installed() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as missing:
        raise Malformed(
            f"Für den Server fehlt {missing.name}: pip install 'pasch[server]', im Projektordner '.[server]'.",
            f"The server needs {missing.name}: pip install 'pasch[server]', in a checkout '.[server]'.",
        ) from missing
