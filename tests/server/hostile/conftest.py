"""The server that is attacked: `pasch serve` as a process of its own, with its usual limits, on both storages.

An attack that takes long carries the mark `proof`; a short form of it stays in `make test`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.server.nodes import Process
from tests.server.scenes import KINDS, database_for


@contextmanager
def attacked(database: str, *options: str, says: bool = False) -> Iterator[Process]:
    """A server over a database, with options of one's own."""
    sqlite, postgres = "sqlite:///", "postgresql"
    storage = ("--database", database)
    if not database.startswith(postgres):
        storage = ("--data", str(Path(database.removeprefix(sqlite)).parent))
    with Process("--port", "0", "--bot-pause", "0", *storage, *options, says=says) as server:
        yield server


@pytest.fixture(params=KINDS)
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database of each kind; PostgreSQL in `make proof`."""
    return database_for(request, tmp_path)


@pytest.fixture(scope="module", params=KINDS)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server that the tests of a file share."""
    with attacked(database_for(request, tmp_path_factory.mktemp("attacked"))) as one:
        yield one
