"""PostgreSQL and Redis for the tests of the server, one of each for a worker, started by the first test that asks."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.server.nodes import Node, node
from tests.server.scenes import KINDS, database_for
from tests.services import Postgres, Redis, needed


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    needed("postgres")
    with Postgres() as server:
        yield server


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    needed("redis")
    with Redis() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database of each kind, as the migrations leave it."""
    return database_for(request, tmp_path)


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of each kind in which there is nothing yet."""
    if request.param == "postgresql":
        server: Postgres = request.getfixturevalue("postgres")
        return server.fresh_database()
    (tmp_path / "pasch.db").touch()
    return f"sqlite:///{tmp_path / 'pasch.db'}"


@pytest.fixture(scope="module", params=KINDS)
async def here(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Node]:
    """A node that all the tests of a file share."""
    async with node(database_for(request, tmp_path_factory.mktemp("here"))) as one:
        yield one


@pytest.fixture(scope="session")
def anyio_backend() -> tuple[str, dict[str, bool]]:
    """The event loop that `pasch serve` runs on."""
    return "asyncio", {"use_uvloop": True}
