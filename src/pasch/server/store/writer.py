"""Group commit: whatever has arrived while the last commit ran is stored by the next."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from time import perf_counter

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine

from pasch.server import metrics
from pasch.server.store.appending import Append, try_out, write
from pasch.server.store.database import sqlite_engine
from pasch.server.store.trouble import BAD_DATA, Files, cause, code_of, is_damage, refusal_of
from pasch.server.table.refusals import Unavailable

MOST_AT_ONCE = 500
PAUSES = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 2.0, 2.0, 2.0)
"""Seconds between attempts to reach a database that does not answer."""

log = logging.getLogger("pasch.writer")


Beside = Callable[[sa.Connection], object]
"""Writes something that is in no log; perhaps more than once."""
Todo = Append | Beside | None
"""Nothing, where somebody only wants to know whether it could be stored."""


class Conflict(Exception):
    """Somebody else has written these entries of the log."""


class InThread:
    """SQLite: commits are made in a dedicated thread, over one connection that is its own."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = sqlite_engine(engine.url)
        self._others = engine.sync_engine
        self._batches: SimpleQueue[tuple[Sequence[Todo], asyncio.Future[None]] | None] = SimpleQueue()
        self._thread = Thread(target=self._work, name="writer", daemon=True)

    def open(self) -> None:
        """The connection stays, and with it the files beside the database's own, which the last one would delete."""
        self._connection = self.engine.connect()
        with self._connection.begin():
            self._connection.execute(sa.text("SELECT 1 FROM settings"))
        self._files = Files(self.engine.url.database or "", self.engine, self._others)
        self._thread.start()

    async def commit(self, todo: Sequence[Todo]) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._batches.put((todo, done))
        await done

    def _work(self) -> None:
        while (batch := self._batches.get()) is not None:
            todo, done = batch
            error = None
            try:
                self._commit(todo)
            except Exception as failed:
                error = failed
            with suppress(RuntimeError):  # nobody waits any more: the event loop is closed
                done.get_loop().call_soon_threadsafe(_settle, done, error)

    def _commit(self, todo: Sequence[Todo]) -> None:
        if self._connection.closed:
            self._connection = self.engine.connect()
        try:
            with self._connection.begin():
                _write(self._connection, todo)
        except BaseException:
            self._connection.close()  # back to the pool, which leaves nothing of the transaction
            raise
        self._files.check()

    def close(self) -> None:
        self._batches.put(None)
        self._thread.join()
        self._connection.close()
        self.engine.dispose()


class OnLoop:
    """PostgreSQL: the driver waits without a thread."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self.engine = engine.sync_engine

    def open(self) -> None:
        """It is a server's to keep its files."""

    async def commit(self, todo: Sequence[Todo]) -> None:
        async with self._engine.begin() as connection:
            await connection.run_sync(_write, todo)

    def close(self) -> None:
        """Its engine is everybody's."""


def _write(connection: sa.Connection, todo: Sequence[Todo]) -> None:
    if appends := _appends(todo):
        write(connection, appends)
    for one in todo:
        if not isinstance(one, Append):
            (one or try_out)(connection)


def _appends(todo: Sequence[Todo]) -> list[Append]:
    return [one for one in todo if isinstance(one, Append)]


Waiting = tuple[Todo, asyncio.Future[None]]
"""What somebody waits for to be stored."""


class Writer:
    """The only code that writes to logs. `append` returns when the entries are on disk."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.store = InThread(engine) if engine.dialect.name == "sqlite" else OnLoop(engine)
        self._waiting: list[Waiting] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._stopping = False

    def start(self) -> None:
        self.store.open()
        self._task = asyncio.create_task(self._run(), name="writer")

    async def stop(self) -> None:
        """Store what has arrived, then end."""
        self._stopping = True
        self._wake.set()
        if self._task is not None:
            await self._task
        self.store.close()

    async def append(self, append: Append) -> None:
        """Store entries; raise `Conflict` where they are there already, `Unavailable` where nothing can be stored,
        `Damaged` where the table cannot be."""
        await self._stored(append)

    async def beside(self, write: Beside) -> None:
        """Store something else in the same commits: a connection of its own would lock SQLite's file meanwhile, and
        moves would wait."""
        await self._stored(write)

    async def try_out(self) -> None:
        """Return when a move could be stored; raise `Unavailable` where none can."""
        await self._stored(None)

    async def _stored(self, todo: Todo) -> None:
        if self._task is None or self._task.done():
            raise Unavailable
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((todo, done))
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

    async def _store(self, batch: Sequence[Waiting]) -> None:
        try:
            await self._commit(batch)
        except IntegrityError as error:
            await self._store_each(batch, error, Conflict())
        except DBAPIError as error:
            if not _is_untakeable(error):
                raise
            await self._store_each(batch, error)
        else:
            _finish(batch, None)

    async def _store_each(self, batch: Sequence[Waiting], error: DBAPIError, told: Exception | None = None) -> None:
        """One of them cannot be stored as it is: the others can."""
        if len(batch) == 1:
            todo, _ = batch[0]
            _finish(batch, told or refusal_of(error, todo.match if isinstance(todo, Append) else None))
        else:
            for one in batch:
                await self._store([one])

    async def _commit(self, batch: Sequence[Waiting]) -> None:
        """One commit, tried again while the database does not answer and somebody waits for it. Where an earlier
        attempt was stored after all, the next one conflicts, and whoever asked finds their own entry in the log."""
        for pause in (*PAUSES, None):
            waiting = [todo for todo, done in batch if not done.done()]
            if not waiting:
                return
            begin = perf_counter()
            try:
                await self.store.commit(waiting)
            except (DBAPIError, PoolTimeout, OSError) as error:
                if pause is None or _is_untakeable(error):
                    raise
                log.warning("nothing can be stored, trying again: %s", cause(error))
                await asyncio.sleep(pause)
            else:
                metrics.COMMIT.observe(perf_counter() - begin)
                metrics.BATCH.observe(len(_appends(waiting)))
                return


def _is_untakeable(error: Exception) -> bool:
    """Whether the database answers, but does not take this, and will not."""
    return isinstance(error, IntegrityError) or is_damage(error) or code_of(error).startswith(BAD_DATA)


def _finish(batch: Sequence[Waiting], error: Exception | None) -> None:
    for _, done in batch:
        _settle(done, error)


def _settle(done: asyncio.Future[None], error: Exception | None) -> None:
    if done.done():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)
