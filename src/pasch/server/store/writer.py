"""Group commit: whatever has arrived while the last commit ran is stored by the next."""

import asyncio
import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine

from pasch.server import metrics
from pasch.server.store.database import sqlite_engine
from pasch.server.store.storage import Append, write
from pasch.server.table.refusals import Unavailable

MOST_AT_ONCE = 500
PAUSES = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 2.0, 2.0, 2.0)
"""Seconds between attempts to reach a database that does not answer."""

log = logging.getLogger("pasch.writer")


class Conflict(Exception):
    """Somebody else has written these entries of the log."""


class Untakeable(Exception):
    """The database answers, but does not take such data."""


class InThread:
    """SQLite: a commit is one task in a dedicated thread."""

    def __init__(self, url: sa.URL) -> None:
        self.engine = sqlite_engine(url)
        self._thread = ThreadPoolExecutor(1, "writer")

    async def commit(self, appends: Sequence[Append]) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._commit, appends)

    def _commit(self, appends: Sequence[Append]) -> None:
        with self.engine.begin() as connection:
            write(connection, appends)

    def close(self) -> None:
        self._thread.shutdown()
        self.engine.dispose()


class OnLoop:
    """PostgreSQL: the driver waits without a thread."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self.engine = engine.sync_engine

    async def commit(self, appends: Sequence[Append]) -> None:
        async with self._engine.begin() as connection:
            await connection.run_sync(write, appends)

    def close(self) -> None:
        """Its engine is everybody's."""


class Writer:
    """The only code that writes to logs. `append` returns when the entries are on disk."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.store = InThread(engine.url) if engine.dialect.name == "sqlite" else OnLoop(engine)
        self._waiting: list[tuple[Append, asyncio.Future[None]]] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._stopping = False

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="writer")

    async def stop(self) -> None:
        """Store what has arrived, then end."""
        self._stopping = True
        self._wake.set()
        if self._task is not None:
            await self._task
        self.store.close()

    async def append(self, append: Append) -> None:
        """Store entries; raise `Conflict` where they are there already, `Unavailable` where nothing can be stored."""
        if self._task is None or self._task.done():
            raise Unavailable
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((append, done))
        self._wake.set()
        await done

    async def _run(self) -> None:
        while self._waiting or not self._stopping:
            await self._wake.wait()
            batch, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
            if not self._waiting and not self._stopping:
                self._wake.clear()
            if not batch:
                continue
            try:
                await self._store(batch)
            except asyncio.CancelledError:
                _finish(batch, Unavailable())
                raise
            except Exception:
                log.exception("a batch of %d appends was not stored", len(batch))
                _finish(batch, Unavailable())

    async def _store(self, batch: Sequence[tuple[Append, asyncio.Future[None]]]) -> None:
        try:
            await self._commit([append for append, _ in batch])
        except (IntegrityError, Untakeable) as error:
            if len(batch) == 1:
                _finish(batch, Conflict() if isinstance(error, IntegrityError) else Unavailable())
                return
            for one in batch:
                await self._store([one])
            return
        _finish(batch, None)

    async def _commit(self, appends: Sequence[Append]) -> None:
        """One commit, tried again while the database does not answer. Where an earlier attempt was stored after all,
        the next one conflicts, and whoever asked finds their own entry in the log."""
        for pause in (*PAUSES, None):
            begin = perf_counter()
            try:
                await self.store.commit(appends)
            except IntegrityError:
                raise
            except (DBAPIError, PoolTimeout, OSError) as error:
                if (getattr(getattr(error, "orig", None), "sqlstate", None) or "").startswith("22"):
                    raise Untakeable from error
                if pause is None:
                    raise
                log.warning("the database does not answer, trying again: %s", type(error).__name__)
                await asyncio.sleep(pause)
            else:
                metrics.COMMIT.observe(perf_counter() - begin)
                metrics.BATCH.observe(len(appends))
                return


def _finish(batch: Sequence[tuple[Append, asyncio.Future[None]]], error: Exception | None) -> None:
    for _, done in batch:
        if not done.done():
            if error is None:
                done.set_result(None)
            else:
                done.set_exception(error)
