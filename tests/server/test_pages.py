"""The built client as the server gives it: which file at which address, how long it is kept, and nothing else."""

import asyncio
import gzip
import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from pasch.server.http.pages import OWN_PATHS
from pasch.server.http.security import CSP
from tests.server.client import TLS, raw
from tests.server.nodes import Node, node

pytestmark = pytest.mark.anyio

INDEX = b"<!doctype html><title>Pasch</title>" + b"<p>" * 1000
SCRIPT = b"let die = 6;\n" * 500
OWN_PAGES = [
    "/",
    "/t/AB12",
    "/t/AB12/replay",
    "/t/AB12/check",
    "/rules/hilo",
    "/learn/hilo",
    "/c/AB12",
    "/r/AB12",
    "/settings",
    "/check",
    "/fair",
]
KINDS = {
    "/": "text/html; charset=utf-8",
    "/assets/app-3fa1.js": "text/javascript; charset=utf-8",
    "/assets/app-3fa1.css": "text/css; charset=utf-8",
    "/sw.js": "text/javascript; charset=utf-8",
    "/manifest.webmanifest": "application/manifest+json",
    "/icon.svg": "image/svg+xml",
    "/icon-192.png": "image/png",
    "/fonts/text.woff2": "font/woff2",
}


def test_every_page_of_the_client_has_an_address() -> None:
    app = (Path(__file__).parents[2] / "web/src/App.svelte").read_text(encoding="utf-8")
    patterns = [pattern.replace("\\/", "/") for pattern in re.findall(r"\[/\^(.+?)\$/,", app)]
    routes = {re.sub(r"\(\[\^/\]\+\)", "NAME", pattern) for pattern in patterns}
    assert routes == {re.sub(r"\{\w+:str\}", "NAME", path) for path in OWN_PATHS}


def built(folder: Path) -> Path:
    """A client as a build would leave it, in a folder beside which lies something secret."""
    (folder / "secret.txt").write_bytes(b"a secret")
    client = folder / "client"
    files = {path: b"x" * 2000 for path in KINDS if path != "/"} | {"/index.html": INDEX, "/assets/app-3fa1.js": SCRIPT}
    compressed = {
        "/index.html.br": b"index in brotli",
        "/assets/app-3fa1.js.br": b"script in brotli",
        "/assets/app-3fa1.js.gz": gzip.compress(SCRIPT),
        "/assets/app-3fa1.css.gz": b"style in gzip",
        "/alone.txt.gz": b"nothing lies beside it",
        "/.vite/manifest.json": b"hidden",
    }
    for name, body in (files | compressed).items():
        (client / name[1:]).parent.mkdir(parents=True, exist_ok=True)
        (client / name[1:]).write_bytes(body)
    (client / "way-out.txt").symlink_to(folder / "secret.txt")
    (client / "way-up").symlink_to(folder)
    return client


@pytest.fixture(scope="module")
async def here(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Node]:
    folder = tmp_path_factory.mktemp("pages")
    async with node(f"sqlite:///{folder / 'pasch.db'}", client=built(folder)) as one:
        yield one


async def asked(here: Node, path: str, method: str = "GET", **headers: str) -> httpx.Response:
    return await raw(here.base, method, path, headers={"accept-encoding": "identity", **headers})


@pytest.mark.parametrize("path", OWN_PAGES)
async def test_the_client_answers_at_all_its_own_addresses(here: Node, path: str) -> None:
    told = await asked(here, path)
    assert (told.status_code, told.content, told.headers["cache-control"]) == (200, INDEX, "no-cache")
    assert told.headers["content-security-policy"] == CSP
    assert "script-src 'self'; style-src 'self';" in CSP


@pytest.mark.parametrize("path", KINDS)
async def test_every_file_has_its_type_and_says_how_long_it_may_be_kept(here: Node, path: str) -> None:
    told = await asked(here, path)
    assert (told.status_code, told.headers["content-type"]) == (200, KINDS[path])
    for_ever = "public, max-age=31536000, immutable"
    assert told.headers["cache-control"] == (for_ever if path.startswith("/assets/") else "no-cache")
    assert told.headers["vary"] == "accept-encoding"


@pytest.mark.parametrize("path", KINDS)
async def test_what_a_browser_has_is_not_sent_again(here: Node, path: str) -> None:
    mark = (await asked(here, path)).headers["etag"]
    for known in (mark, f"W/{mark}", f'"other", {mark}', "*"):
        told = await asked(here, path, **{"if-none-match": known})
        assert (told.status_code, told.content, told.headers["etag"]) == (304, b"", mark)
        assert told.headers["cache-control"]
        assert "content-type" not in told.headers
    assert (await asked(here, path, **{"if-none-match": '"other"'})).status_code == 200


@pytest.mark.parametrize(
    ("path", "accepted", "encoding"),
    [
        ("/assets/app-3fa1.js", "gzip, deflate, br, zstd", "br"),
        ("/assets/app-3fa1.js", "gzip, deflate", "gzip"),
        ("/assets/app-3fa1.js", "GZIP;q=0.5, br;q=0", "gzip"),
        ("/assets/app-3fa1.js", "br ; q=0.0, gzip; q=0", None),
        ("/assets/app-3fa1.js", "identity", None),
        ("/assets/app-3fa1.css", "gzip, br", "gzip"),
        ("/icon.svg", "gzip, br", None),
        ("/", "br", "br"),
    ],
)
async def test_the_smallest_that_a_browser_understands_is_sent(
    here: Node, path: str, accepted: str, encoding: str | None
) -> None:
    """As it lies there: nothing is compressed twice."""
    name = {"/": "index.html"}.get(path, path[1:])
    file = here.node.settings.client / (name + {"br": ".br", "gzip": ".gz", None: ""}[encoding])
    async with (
        httpx.AsyncClient(base_url=here.base, headers={"accept-encoding": accepted}, verify=TLS) as http,
        http.stream("GET", path) as told,
    ):
        body = b"".join([part async for part in told.aiter_raw()])
    assert (told.headers.get("content-encoding"), body) == (encoding, file.read_bytes())
    assert told.headers["content-length"] == f"{len(body)}"


async def test_another_encoding_has_another_mark(here: Node) -> None:
    path = "/assets/app-3fa1.js"
    marks = {
        (await asked(here, path, "HEAD", **{"accept-encoding": one})).headers["etag"] for one in ("br", "gzip", "")
    }
    assert len(marks) == 3


@pytest.mark.parametrize("path", [*OWN_PAGES, *KINDS, "/nothing"])
async def test_asking_for_the_head_gets_the_head(here: Node, path: str) -> None:
    head, whole = await asked(here, path, "HEAD"), await asked(here, path)
    assert head.content == b""
    times = ("date",)
    assert {name: value for name, value in head.headers.items() if name not in times} == {
        name: value for name, value in whole.headers.items() if name not in times
    }
    assert head.status_code == whole.status_code


WAYS_OUT = [
    "/../secret.txt",
    "/assets/../../secret.txt",
    "/%2e%2e/secret.txt",
    "/assets/%2e%2e%2f%2e%2e%2fsecret.txt",
    "/..%5csecret.txt",
    "//secret.txt",
    "/assets/..%00/secret.txt",
    "/way-out.txt",
    "/way-up/secret.txt",
    "/.vite/manifest.json",
    "/assets",
    "/assets/",
    "/index.html.br",
    "/alone.txt.gz",
    "/INDEX.HTML",
]


@pytest.mark.parametrize("path", WAYS_OUT)
async def test_no_path_leaves_the_folder(here: Node, path: str) -> None:
    told = await raw(here.base, "GET", here.base + path, headers={"accept-encoding": "identity"})
    assert (told.status_code, told.content) == (404, INDEX)


async def test_no_path_leaves_the_folder_however_it_is_written(here: Node) -> None:
    """As no well-behaved client would send it."""
    port = int(here.base.rpartition(":")[2])
    for path in ("/../secret.txt", "/assets/../../secret.txt", "../secret.txt", "/./../secret.txt"):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        told = await reader.read()
        assert b"a secret" not in told
        assert told.split(b"\r\n")[0].split(b" ")[1] in (b"404", b"400")
        writer.close()


async def test_what_is_not_there(here: Node) -> None:
    told = await asked(here, "/nothing/at/all")
    assert (told.status_code, told.content, told.headers["cache-control"]) == (404, INDEX, "no-store")
    assert "etag" not in told.headers
    for path in ("/api/v1/nothing", "/api/nothing"):
        told = await asked(here, path)
        assert (told.status_code, told.json()["rule"]) == (404, "missing")
    told = await asked(here, "/nothing", "POST")
    assert (told.status_code, told.json()["rule"]) == (404, "missing")
    told = await asked(here, "/assets/app-3fa1.js", "POST")
    assert (told.status_code, told.json()["type"]) == (405, "refused")


@pytest.mark.parametrize("path", OWN_PAGES)
async def test_without_a_client_the_page_says_how_to_get_it(tmp_path: Path, path: str) -> None:
    async with node(f"sqlite:///{tmp_path / 'pasch.db'}", client=tmp_path / "client") as here:
        told = await asked(here, path)
        assert (told.status_code, told.headers["cache-control"]) == (200, "no-store")
        assert "make play" in told.text
        assert (await asked(here, path, "HEAD")).status_code == 200
        assert (await asked(here, "/nothing")).json()["rule"] == "missing"


async def test_long_answers_are_compressed_and_short_ones_are_not(here: Node) -> None:
    for path, encoding in (("/api/v1/openapi.json", "gzip"), ("/health", None)):
        told = await asked(here, path, **{"accept-encoding": "gzip"})
        assert (told.status_code, told.headers.get("content-encoding")) == (200, encoding)
        assert (await asked(here, path)).json() == told.json()
