"""Every response: its headers, the shape of refusals, and that the schema covers every path."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from litestar.routes import HTTPRoute

from pasch.server.http import api, calendar, circles, codes, hooks, leaving, lists, nudging, passkeys, practice
from pasch.server.http.app import LARGEST_BODY, create_app
from pasch.server.http.security import CSP, HEADERS
from pasch.server.settings import Settings
from tests.server.client import raw
from tests.server.nodes import Node, node

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
async def here(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Node]:
    folder = tmp_path_factory.mktemp("answers")
    async with node(f"sqlite:///{folder / 'pasch.db'}", proxies=("127.0.0.1",)) as one:
        yield one


JSON = {"content-type": "application/json"}
ANSWERS: dict[str, tuple[str, str, int, dict[str, Any]]] = {
    "the page": ("GET", "/", 200, {}),
    "an answer": ("GET", "/api/v1/games", 200, {}),
    "the schema": ("GET", "/api/v1/openapi.json", 200, {}),
    "health": ("GET", "/health", 200, {}),
    "metrics": ("GET", "/metrics", 200, {}),
    "what may be asked": ("OPTIONS", "/api/v1/me", 204, {}),
    "a wrong name": ("POST", "/api/v1/me", 400, {"json": {"name": ""}}),
    "no JSON": ("POST", "/api/v1/me", 400, {"content": b"{", "headers": JSON}),
    "a wrong seat": ("POST", "/api/v1/tables/x/seats/9", 400, {"json": {"type": "me"}}),
    "a long name of a table": ("GET", f"/api/v1/tables/{'x' * 50}", 400, {}),
    "nobody": ("POST", "/api/v1/me/link", 403, {}),
    "another page": ("POST", "/api/v1/me", 403, {"json": {"name": "Eve"}, "headers": {"origin": "null"}}),
    "no such table": ("GET", "/api/v1/tables/x", 404, {}),
    "no such seat": ("POST", "/api/v1/tables/x/seats/x", 404, {}),
    "no such thing": ("GET", "/api/v1/nothing", 404, {}),
    "no such page": ("GET", "/nothing", 404, {}),
    "no such method": ("DELETE", "/api/v1/me", 405, {}),
    "too much": ("POST", "/api/v1/me", 413, {"content": b" " * (LARGEST_BODY + 1), "headers": JSON}),
}


@pytest.mark.parametrize("answer", ANSWERS)
async def test_every_answer_carries_the_headers_once_and_tells_nothing_of_the_server(here: Node, answer: str) -> None:
    method, path, status, more = ANSWERS[answer]
    told = await raw(here.base, method, path, **more)
    assert told.status_code == status
    for name, value in (*HEADERS, (b"cache-control", b"no-store")):
        assert told.headers.get_list(name.decode()) == [value.decode()], name
    assert "server" not in told.headers
    assert "strict-transport-security" not in told.headers
    if status >= 400:
        assert told.headers["content-type"].partition(";")[0] == "application/json"
        assert told.json()["type"] == "refused"
        assert "litestar" not in told.text.lower()


def test_the_policy_is_strict() -> None:
    rules = dict(rule.strip().split(" ", 1) for rule in CSP.split(";"))
    assert rules["default-src"] == rules["base-uri"] == rules["frame-ancestors"] == "'none'"
    assert not {"unsafe", "*", "http", "blob"} & {word for word in ("unsafe", "*", "http", "blob") if word in CSP}
    assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == rules["form-action"] == "'self'"


async def test_metrics_are_for_this_machine_and_health_for_all(here: Node) -> None:
    from_outside = {"x-forwarded-for": "203.0.113.7"}
    assert "pasch_sockets" in (await raw(here.base, "GET", "/metrics")).text
    assert (await raw(here.base, "GET", "/metrics", headers=from_outside)).status_code == 403
    told = await raw(here.base, "GET", "/health", headers=from_outside)
    assert (told.status_code, told.json()["ok"], set(told.json())) == (200, True, {"ok", "version", "redis"})


ROOMS = (api, calendar, circles, codes, hooks, leaving, lists, nudging, passkeys, practice)


async def test_the_schema_has_every_address(here: Node, tmp_path: Path) -> None:
    schema = (await raw(here.base, "GET", "/api/v1/openapi.json")).json()
    found = {(path, method): one for path, some in schema["paths"].items() for method, one in some.items()}
    routes = [
        route
        for route in create_app(Settings(database=f"sqlite:///{tmp_path / 'pasch.db'}")).routes
        if isinstance(route, HTTPRoute)
    ]
    handlers = {
        (route.path_format, way.lower()): one
        for route in routes
        for way, (one, _) in route.route_handler_map.items()
        if one.fn.__module__
        in {
            room.__name__
            for room in (api, calendar, circles, codes, hooks, leaving, lists, nudging, passkeys, practice)
        }
    }
    assert found.keys() == handlers.keys()
    for at, operation in found.items():
        assert operation["summary"], at
        assert ("requestBody" in operation) == ("data" in handlers[at].parsed_fn_signature.parameters), at
