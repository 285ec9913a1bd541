"""The pages for a browser: the built client, read once at the start, or a page that says how to build it."""

import logging
import re
from collections.abc import Callable, Iterator
from gzip import compress
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from litestar import Request, Response, route
from litestar.enums import HttpMethod
from litestar.handlers import HTTPRouteHandler

from pasch.engine.language import one_line

AS_IS = "as_is"
"""Marks what is compressed already, or not worth it."""
INDEX = "/index.html"
OWN_PATHS = (
    "/",
    "/t/{table:str}",
    "/t/{table:str}/replay",
    "/t/{table:str}/review",
    "/t/{table:str}/check",
    "/t/{table:str}/try/{n:str}",
    "/rules/{game:str}",
    "/learn/{game:str}",
    "/practice",
    "/me",
    "/me/devices",
    "/c/new",
    "/c/{circle:str}",
    "/c/{circle:str}/club",
    "/c/{circle:str}/screen",
    "/r/{link:str}",
    "/settings",
    "/check",
    "/fair",
)
"""Where the client itself knows what to show."""
FOR_EVER = "public, max-age=31536000, immutable"
"""For files whose name changes with what is in them."""
ASK_AGAIN = "no-cache"
NOT_KEPT = "no-store"
METHODS = (HttpMethod.GET, HttpMethod.HEAD)
REFUSED = re.compile(r";q=0(\.0*)?$")
NAME = re.compile(r"(/\w[\w.-]*)+", re.ASCII)
ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""What a file may lie there compressed with, the smallest first, and how its name then ends."""
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
}
NOT_BUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Pasch</title>
<h1>Pasch</h1>
<p lang="de">Der Tisch steht, aber die Seite zum Spielen ist noch nicht gebaut: <code>make play</code> baut sie.</p>
<p>The table is set, but the page to play on is not built yet: <code>make play</code> builds it.</p>
<p lang="de">Programme spielen über die Schnittstelle.</p>
<p>Programs play through the interface: <a href="/api/v1/openapi.json">/api/v1/openapi.json</a></p>
</html>
"""

Asked = Request[Any, Any, Any]
log = logging.getLogger("pasch.pages")


class File(NamedTuple):
    """A file as it is sent: its type, how long it may be kept, and its bytes in every encoding, with their marks."""

    kind: str
    keep: str
    bodies: dict[str, tuple[str, bytes]]

    @property
    def size(self) -> int:
        return sum(len(body) for _, body in self.bodies.values())

    def answer(self, request: Asked, status: int = 200) -> Response[bytes]:
        """In the best way that the browser understands; or that it has it already."""
        encoding = next((one for one in ENCODINGS if one in self.bodies and _accepts(request, one)), "")
        mark, body = self.bodies[encoding]
        headers = {"cache-control": self.keep if status == 200 else NOT_KEPT, "vary": "accept-encoding"}
        if status == 200:
            headers["etag"] = mark
            if _has(request, mark):
                return Response(b"", status_code=304, headers=headers)
        headers |= {"content-type": self.kind, "content-length": f"{len(body)}"}
        if encoding:
            headers["content-encoding"] = encoding
        return Response(b"" if request.method == "HEAD" else body, status_code=status, headers=headers)


class Pages:
    """The client of a folder."""

    def __init__(self, folder: Path) -> None:
        self.files = dict(_files(folder.resolve()))
        self.is_built = INDEX in self.files
        self.index = self.files.get(INDEX) or _file(INDEX, {"": NOT_BUILT.encode()})._replace(keep=NOT_KEPT)

    def handlers(self) -> list[HTTPRouteHandler]:
        """Only what was found has an address: no path leads anywhere else."""

        @_route(OWN_PATHS)
        async def front(request: Asked) -> Response[bytes]:
            return self.index.answer(request)

        @_route(tuple(self.files))
        async def file(request: Asked) -> Response[bytes]:
            return self.files[request.scope["path"]].answer(request)

        return [front, file] if self.files else [front]

    def missing(self, request: Asked) -> Response[bytes] | None:
        """For somebody who looks for a page that is not there: the client, which says so."""
        is_page = request.method in METHODS and not request.scope["path"].startswith("/api/")
        return self.index.answer(request, 404) if self.is_built and is_page else None


def _route(paths: tuple[str, ...]) -> Callable[[Any], HTTPRouteHandler]:
    return route([*paths], http_method=METHODS, include_in_schema=False, opt={AS_IS: True})


def _files(folder: Path) -> Iterator[tuple[str, File]]:
    """What lies in a folder, by address. What is hidden, or leads out of it, is not served."""
    found = {f"/{path.relative_to(folder).as_posix()}": path for path in sorted(folder.rglob("*")) if path.is_file()}
    inside = {name: path for name, path in found.items() if path.resolve().is_relative_to(folder)}
    for name, path in inside.items():
        if name.endswith(tuple(ENCODINGS.values())):
            continue
        if not NAME.fullmatch(name):
            log.warning("not served: %s", one_line(name))
            continue
        encoded = {encoding: inside.get(name + end) for encoding, end in ENCODINGS.items()}
        bodies = {"": path.read_bytes(), **{one: there.read_bytes() for one, there in encoded.items() if there}}
        yield name, _file(name, bodies)


def _file(name: str, bodies: dict[str, bytes]) -> File:
    marks = {encoding: f'"{sha256(body).hexdigest()[:16]}"' for encoding, body in bodies.items()}
    keep = FOR_EVER if name.startswith("/assets/") else ASK_AGAIN
    kind = KINDS.get(Path(name).suffix, "application/octet-stream")
    return File(kind, keep, {encoding: (marks[encoding], body) for encoding, body in bodies.items()})


def document(body: bytes) -> File:
    """What the server has to tell as JSON, for everybody in the same words."""
    return _file("document.json", {"": body, "gzip": compress(body, mtime=0)})._replace(keep=NOT_KEPT)


def _accepts(request: Asked, encoding: str) -> bool:
    """Whether the browser says so; `;q=0` after an encoding says no."""
    wanted = [one.replace(" ", "").lower() for one in request.headers.get("accept-encoding", "").split(",")]
    return any(one.split(";")[0] == encoding and not REFUSED.search(one) for one in wanted)


def _has(request: Asked, mark: str) -> bool:
    known = [one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")]
    return mark in known or "*" in known
