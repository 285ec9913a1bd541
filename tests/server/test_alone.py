"""A node whose database is a file shares its logs with nobody, and need not read them again."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from pasch.server.store.database import locked
from tests.server.nodes import node
from tests.server.scenes import HIGH
from tests.server.test_storage import NEVER, Faults, at_a_table, impatient, keys

pytestmark = pytest.mark.anyio


@contextmanager
def log_reads(engine: sa.Engine) -> Iterator[list[str]]:
    """The statements by which a log is read."""
    read: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if "FROM events" in statement:
            read.append(statement)

    sa.event.listen(engine, "before_cursor_execute", note)
    yield read
    sa.event.remove(engine, "before_cursor_execute", note)


@pytest.mark.parametrize("is_alone", [True, False])
async def test_only_a_node_that_is_alone_reads_no_log_again(tmp_path: Path, is_alone: bool) -> None:
    database = f"sqlite:///{tmp_path / 'pasch.db'}"
    async with node(database, sweep=NEVER, is_alone=is_alone) as here, at_a_table(here) as (ann, ben, table, version):
        with log_reads(here.node.engine.sync_engine) as read:
            assert (await ann.get(f"/tables/{table}"))["version"] == version
            await ben.watch(table)
            await ann.move(table, 0, version, HIGH, "key")
            assert not read if is_alone else read
        assert ann.latest(table)["version"] == (await ann.get(f"/tables/{table}"))["version"] > version


async def test_a_node_that_is_alone_reads_a_log_of_which_it_does_not_know_what_is_stored(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'pasch.db'}"
    with impatient() as patch:
        async with node(database, sweep=NEVER, is_alone=True) as here, at_a_table(here) as (ann, ben, table, version):
            faults = Faults(patch, here.node.writer.store.engine)
            faults.is_away = True
            assert (await ann.move(table, 0, version, HIGH, "key"))["rule"] == "unavailable"
            faults.is_away = False
            assert (await ben.get(f"/tables/{table}"))["version"] == version, "it is not what was left in memory"
            faults.lost_answers = 1
            assert (await ann.move(table, 0, version, HIGH, "key"))["type"] == "ack"
            assert await keys(here, table) == ["key"]


def test_only_the_folder_of_a_file_can_be_locked(tmp_path: Path) -> None:
    with locked(f"sqlite:///{tmp_path / 'pasch.db'}") as is_alone:
        assert is_alone
    with locked("postgresql://pasch@127.0.0.1/pasch") as is_alone:
        assert not is_alone
