"""PostgreSQL and Redis for the tests of the server: one of each for a worker, started by the first test that asks."""

from collections.abc import Iterator
from pathlib import Path

import pytest

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
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'pasch.db'}"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.fresh_database()


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"
