"""The way to the database: SQLite in a file, or PostgreSQL by address; brought up to date at the start."""

import argparse
import fcntl
import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from pasch.engine.errors import Malformed
from pasch.engine.language import Text, one_line

DRIVERS = {"postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg", "sqlite": "sqlite+aiosqlite"}
SECONDS_TO_ANSWER = 5
"""Seconds after which a hanging database counts as unavailable."""
AT_A_TIME = 500
"""Rows, and values in a question."""
UPGRADE_LOCK = 0x70617363
"""Two nodes that start at the same time must not both upgrade."""
IN_USE = Text(
    "In {folder} läuft schon ein Pasch. Beende es, oder nimm mit --data einen anderen Ordner.",
    "A Pasch runs in {folder} already. Stop it, or name another folder with --data.",
)
TOO_NEW = Text("Diese Datenbank ist von einem neueren Pasch.", "This database was made by a newer Pasch than this one.")


def engine_for(url: str) -> AsyncEngine:
    parsed = _parsed(url)
    driver = DRIVERS.get(parsed.drivername)
    if driver is None:
        raise _not_a_database(parsed.drivername)
    if parsed.drivername == "sqlite":
        if folder_of(url) is None:
            raise _not_a_database(url)
        engine = create_async_engine(parsed.set(drivername=driver), pool_size=5, max_overflow=0, hide_parameters=True)
        sa.event.listen(engine.sync_engine, "connect", _prepare_sqlite)
        return engine
    try:
        return create_async_engine(
            parsed.set(drivername=driver),
            pool_size=8,
            max_overflow=4,
            pool_timeout=SECONDS_TO_ANSWER,
            hide_parameters=True,
            connect_args={"timeout": SECONDS_TO_ANSWER, "command_timeout": SECONDS_TO_ANSWER},
        )
    except ModuleNotFoundError as error:
        raise Malformed(
            "Für PostgreSQL fehlt ein Paket: pip install 'pasch[postgres]'.",
            "PostgreSQL needs one more package: pip install 'pasch[postgres]'.",
        ) from error


def sqlite_url(folder: Path) -> str:
    """As SQLAlchemy writes it, whatever signs are in the folder's name."""
    return sa.URL.create("sqlite", database=str(folder / "pasch.db")).render_as_string()


def database_of(args: argparse.Namespace) -> str:
    """What `--database` and `--data` name, or the user's data folder."""
    usual = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "pasch"
    return str(args.database) if args.database else sqlite_url(args.data or usual)


def sqlite_engine(url: sa.URL) -> sa.Engine:
    """For a thread that may wait."""
    engine = sa.create_engine(url.set(drivername="sqlite"), hide_parameters=True)
    sa.event.listen(engine, "connect", _prepare_sqlite)
    return engine


def folder_of(url: str) -> Path | None:
    """The folder of a database that is a file."""
    parsed = _parsed(url)
    is_file = parsed.drivername == "sqlite" and parsed.database not in (None, "", ":memory:")
    return Path(parsed.database or "").resolve().parent if is_file else None


@contextmanager
def locked(url: str) -> Iterator[bool]:
    """One node at a time in the folder of a database file: SQLite has no way to notify the other of a move. Whether
    nobody else can write there now: to other databases they can."""
    folder = folder_of(url)
    if folder is None:
        yield False
        return
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise Malformed(IN_USE.de.format(folder=folder), IN_USE.en.format(folder=folder)) from error
        yield True


def _parsed(url: str) -> sa.URL:
    try:
        return make_url(url)
    except sa.exc.ArgumentError as error:
        raise _not_a_database(url) from error


def _not_a_database(url: str) -> Malformed:
    return Malformed(
        f"Die Adresse einer Datenbank beginnt mit postgresql:// oder sqlite:///, nicht so: {url!r:.60}.",
        f"The address of a database begins with postgresql:// or sqlite:///, not like {url!r:.60}.",
    )


def _prepare_sqlite(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON", "secure_delete=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


async def rows_of(engine: AsyncEngine, query: sa.Select[Any]) -> AsyncIterator[Any]:
    """However many there are: others have their turn in between."""
    async with engine.connect() as connection:
        async for some in (await connection.stream(query)).partitions(AT_A_TIME):
            for row in some:
                yield row


async def upgrade(engine: AsyncEngine) -> None:
    """Bring the database up to date, whatever its age."""
    async with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            await connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": UPGRADE_LOCK})
        else:
            await connection.exec_driver_sql("BEGIN IMMEDIATE")
        if await connection.run_sync(_is_up_to_date):
            return
        try:
            await connection.run_sync(migrate(lambda config: command.upgrade(config, "head")))
        except CommandError as error:
            raise Malformed(*TOO_NEW) from error


def _is_up_to_date(connection: sa.Connection) -> bool:
    """As at most starts: then the migrations, which are slow to load, need not run."""
    return MigrationContext.configure(connection).get_current_heads() == _newest()


@cache
def _newest() -> tuple[str, ...]:
    return tuple(ScriptDirectory.from_config(_config()).get_heads())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def migrate(run: Callable[[Config], None]) -> Callable[[sa.Connection], None]:
    def on(connection: sa.Connection) -> None:
        config = _config()
        config.attributes["connection"] = connection
        run(config)

    return on


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[AsyncEngine]:
    """A database that answers and is up to date; raise, with a sentence, where it does not, or is too new."""
    engine = engine_for(url)
    try:
        await _connected(engine)
        yield engine
    except (sa.exc.SQLAlchemyError, OSError) as error:
        raise unreachable(error) from error
    finally:
        await engine.dispose()


async def _connected(engine: AsyncEngine) -> None:
    try:
        await upgrade(engine)
    except (TypeError, ValueError) as error:  # how the driver says no to an option of the address
        raise unreachable(error) from error


async def check_reachable(url: str) -> None:
    async with opened(url):
        pass


def unreachable(error: Exception) -> Malformed:
    said = one_line(str(getattr(error, "orig", None) or error))
    return Malformed(f"Die Datenbank antwortet nicht: {said}", f"The database does not answer: {said}")


def insert_into(connection: AsyncConnection | sa.Connection, table: sa.Table) -> Any:
    """An insertion that can say what to do about a row with the same key."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    return dialect.insert(table)


async def put(
    engine: AsyncEngine, table: sa.Table, row: dict[str, Any], where: sa.ColumnElement[bool] | None = None
) -> bool:
    """A row, instead of the one with the same key where that is like this; whether it is there now."""
    key = [column.name for column in table.primary_key]
    async with engine.begin() as connection:
        new = insert_into(connection, table).values(row)
        put = new.on_conflict_do_update(index_elements=key, set_=row, where=where)
        return (await connection.execute(put)).rowcount == 1
