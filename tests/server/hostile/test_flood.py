"""Floods: whoever sends as much as they can disturbs nobody else."""

import pytest

from tests.server.client import raw
from tests.server.nodes import Process

pytestmark = pytest.mark.anyio


async def test_the_server_that_is_attacked_answers(server: Process) -> None:
    assert (await raw(server.base, "GET", "/health")).json()["ok"]
