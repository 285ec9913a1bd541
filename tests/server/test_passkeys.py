"""Passkeys over HTTP: only where browsers know them, each challenge once; that they work, the browser's tests show."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.client import Player
from tests.server.nodes import Node, node

pytestmark = pytest.mark.anyio
SITE = {"origin": "https://pasch.example.org", "host": "pasch.example.org"}


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Node]:
    async with node(f"sqlite:///{tmp_path / 'pasch.db'}", origins=(SITE["origin"],)) as one:
        yield one


async def test_a_passkey_needs_a_page_with_https_and_a_name(here: Node) -> None:
    lena = await Player(here.base).name("Lena")
    assert await lena.get("/me/passkeys") == {"possible": True, "mine": []}
    await lena.post("/me/passkeys/begin", expect=403)
    at = {"origin": here.base}
    await lena.call("POST", "/me/passkeys/begin", expect=403, headers=at)
    options = await lena.call("POST", "/me/passkeys/begin", headers=SITE)
    assert (options["rp"]["id"], options["user"]["name"]) == ("pasch.example.org", "Lena")
    assert options["authenticatorSelection"]["residentKey"] == "required"
    again = await lena.call("POST", "/me/passkeys/begin", headers=SITE)
    assert (again["challenge"] != options["challenge"], again["user"]["id"]) == (True, options["user"]["id"])
    odd: list[dict[str, Any]] = [{}, {"id": "x", "response": {"clientDataJSON": "e30"}}, {"response": []}]
    for nonsense in odd:
        await lena.call("POST", "/me/passkeys", {"credential": nonsense}, expect=403, headers=SITE)
        await lena.call("POST", "/passkeys/use", {"credential": nonsense}, expect=403, headers=SITE)
    await lena.gone()
