"""What can be wrong with a database: told apart, and said for the log as the database itself says it."""

import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa

from pasch.engine.errors import PaschError
from pasch.engine.language import one_line
from pasch.server.table.refusals import Damaged, Unavailable

BAD_DATA = "22"
"""How PostgreSQL's codes begin where it does not take a value."""
DAMAGED_PAGE = ("XX001", "XX002")
DAMAGED_FILE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

log = logging.getLogger("pasch.storage")


def cause(error: BaseException) -> str:
    """Why it failed, in the words of the driver; never with the values of a statement."""
    orig = getattr(error, "orig", None) or error
    return f"{type(orig).__name__}: {one_line(str(orig))}".removesuffix(": ")


def code_of(error: BaseException) -> str:
    """PostgreSQL's code for an error; empty where there is none."""
    return getattr(getattr(error, "orig", None), "sqlstate", None) or ""


def is_damage(error: BaseException) -> bool:
    """Whether the database cannot read its own pages."""
    code: int = getattr(getattr(error, "orig", None), "sqlite_errorcode", 0)
    return code & 0xFF in DAMAGED_FILE or code_of(error) in DAMAGED_PAGE


def refusal_of(error: Exception, table: str | None = None) -> PaschError:
    """What somebody is told whose request the storage did not take; the log has the cause."""
    if is_damage(error):
        log.error("what is stored is damaged: %s", cause(error), extra={"table": table} if table else {})
        return Damaged(table)
    log.warning("the storage did not answer: %s", cause(error))
    return Unavailable()


@contextmanager
def reading(table: str) -> Iterator[None]:
    """Read what is stored of a table; raise `Damaged`, with its name, where that is no longer what was written."""
    try:
        yield
    except (sa.exc.SQLAlchemyError, OSError) as error:
        if is_damage(error):
            raise refusal_of(error, table) from error
        raise
    except Exception as error:
        log.exception("the log of a table does not make sense", extra={"table": table})
        raise Damaged(table) from error


class Replaced(OSError):
    """The files of the database are not those that were opened: what is written goes nowhere."""


class Files:
    """The files of a SQLite database as they are when it is opened. Engines that keep to them use no others.

    Their connections stay open all the while: the last one that is closed would delete what has the files' names.
    """

    def __init__(self, database: str, *engines: sa.Engine) -> None:
        self._paths = [database + suffix for suffix in ("", "-wal", "-shm")]
        self._opened = [_identity(path) for path in self._paths]
        for engine in engines:
            sa.event.listen(engine, "do_connect", self.check)
            sa.event.listen(engine, "begin", self.check)

    def check(self, *_: object) -> None:
        gone = [path for path, was in zip(self._paths, self._opened, strict=True) if _identity(path) != was]
        if gone:
            names = ", ".join(os.path.basename(path) for path in gone)
            raise Replaced(f"deleted or replaced under the running server: {names}")


def _identity(path: str) -> tuple[int, int] | None:
    """Asked with every commit: a `Path` would cost several times the question."""
    try:
        found = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_dev, found.st_ino
