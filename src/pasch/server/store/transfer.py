"""`pasch export` and `pasch import`: everything that is stored, as lines of JSON, from one database into another."""

import argparse
import asyncio
import os
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from itertools import groupby, islice
from pathlib import Path
from typing import IO, Any, Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from pasch.engine.errors import Malformed
from pasch.engine.language import Text, one_line
from pasch.server.store.database import database_of, folder_of, locked, opened
from pasch.server.store.rebuild import rebuild
from pasch.server.store.schema import metadata

AT_A_TIME = 1000
_NEEDED = {
    name: {one.name for one in table.columns if one.server_default is None} for name, table in metadata.tables.items()
}
"""The columns of each table that every export has. The others came later, and have a default."""
FORMAT: Literal[1] = 1


class Head(msgspec.Struct, frozen=True):
    """The first line."""

    pasch_export: Literal[1]


class Tail(msgspec.Struct, frozen=True):
    """The last line: how many rows there are of each table."""

    rows: dict[str, int]


class Line(msgspec.Struct, frozen=True):
    """One row of one table of the database."""

    table: str
    row: dict[str, Any]


def export_all(args: argparse.Namespace) -> int:
    folder = folder_of(database_of(args))
    if folder is not None and not (folder / "pasch.db").exists() and args.database is None:
        raise Malformed(f"In {folder} ist keine Datenbank.", f"There is no database in {folder}.")
    with _to(args.file) as file:
        counts = asyncio.run(_export(database_of(args), file))
    print(_told(counts, args), file=sys.stderr)
    return 0


def import_all(args: argparse.Namespace) -> int:
    url = database_of(args)
    with locked(url), read_from(args.file) as file:
        counts = asyncio.run(_import(url, file))
    print(_told(counts, args), file=sys.stderr)
    return 0


def _told(counts: dict[str, int], args: argparse.Namespace) -> str:
    tables, events = counts.get("tables", 0), counts.get("events", 0)
    return Text(f"{tables} Tische, {events} Einträge.", f"{tables} tables, {events} entries.").to(args.lang)


@contextmanager
def _to(name: str) -> Iterator[IO[bytes]]:
    """The file holds what makes people who they are: nobody else may read it. It is moved into place when complete."""
    if name == "-":
        with open(sys.stdout.fileno(), "wb", closefd=False) as file:
            yield file
        return
    part = Path(f"{name}.part")
    part.unlink(missing_ok=True)
    try:
        with open(part, "xb", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(name)
    finally:
        part.unlink(missing_ok=True)


def read_from(name: str) -> IO[bytes]:
    return open(sys.stdin.fileno(), "rb", closefd=False) if name == "-" else open(name, "rb")


async def _export(url: str, file: IO[bytes]) -> dict[str, int]:
    """All rows as they were at one moment, also while a server goes on writing."""
    counts: dict[str, int] = {}
    file.write(msgspec.json.encode(Head(FORMAT)) + b"\n")
    async with opened(url) as engine, engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            await connection.execution_options(isolation_level="REPEATABLE READ")
        else:
            await connection.exec_driver_sql("BEGIN")
        for table in metadata.sorted_tables:
            counts[str(table.name)] = 0
            async for row in _rows(connection, table):
                file.write(msgspec.json.encode(Line(str(table.name), row)) + b"\n")
                counts[str(table.name)] += 1
    file.write(msgspec.json.encode(Tail(counts)) + b"\n")
    return counts


async def _rows(connection: AsyncConnection, table: sa.Table) -> AsyncIterator[dict[str, Any]]:
    """The rows in the order of the primary key, some at a time."""
    key = list(table.primary_key.columns)
    last: tuple[Any, ...] | None = None
    while True:
        query = sa.select(table).order_by(*key).limit(AT_A_TIME)
        if last is not None:
            query = query.where(sa.tuple_(*key) > sa.tuple_(*(sa.literal(value) for value in last)))
        rows = (await connection.execute(query)).mappings().all()
        for row in rows:
            yield {str(name): value for name, value in row.items()}
        if len(rows) < AT_A_TIME:
            return
        last = tuple(rows[-1][column.name] for column in key)


async def _import(url: str, file: IO[bytes]) -> dict[str, int]:
    async with opened(url) as engine:
        async with engine.begin() as connection:
            counts = await _import_into(connection, file)
        if "results" not in counts:
            await rebuild(engine)
    return counts


async def _import_into(connection: AsyncConnection, file: IO[bytes]) -> dict[str, int]:
    counts: dict[str, int] = {}
    await _check_empty(connection)
    await connection.execute(sa.delete(metadata.tables["settings"]))
    for name, lines in groupby(lines_of(file), key=lambda line: line.table):
        table = metadata.tables.get(name)
        if table is None:
            raise _not_an_export(name)
        while rows := [_row(line, table) for line in islice(lines, AT_A_TIME)]:
            try:
                await connection.execute(sa.insert(table), rows)
            except (sa.exc.IntegrityError, sa.exc.DataError) as error:
                raise _not_an_export(one_line(str(error.orig))) from error
            counts[name] = counts.get(name, 0) + len(rows)
    if "devices" not in counts:
        await _add_old_devices(connection)
    await _restart_numbers(connection)
    return counts


async def _add_old_devices(connection: AsyncConnection) -> None:
    """An export from before there were devices: the cookies of that time name the person, as the migration has it."""
    people, devices = metadata.tables["people"], metadata.tables["devices"]
    old = sa.select(people.c.id, people.c.id, sa.literal("old"), sa.literal(""), people.c.created, people.c.created)
    await connection.execute(sa.insert(devices).from_select([column.name for column in devices.columns], old))


def _row(line: Line, table: sa.Table) -> dict[str, Any]:
    if not _NEEDED[table.name] <= set(line.row) <= set(table.columns.keys()):
        raise _not_an_export(f"{line.table}: {', '.join(line.row)}")
    try:
        return {name: msgspec.convert(value, _type(table.c[name])) for name, value in line.row.items()}
    except msgspec.ValidationError as error:
        raise _not_an_export(f"{line.table}: {error}") from error


def _type(column: sa.Column[Any]) -> Any:
    kind: Any = column.type.python_type
    return kind | None if column.nullable else kind


def lines_of(file: IO[bytes]) -> Iterator[Line]:
    try:
        msgspec.json.decode(file.readline(), type=Head)
        counts: Counter[str] = Counter()
        tail: Tail | None = None
        for text in file:
            if tail is not None:
                raise _not_an_export("more lines after the last one")
            if text.startswith(b'{"rows"'):
                tail = msgspec.json.decode(text, type=Tail)
                continue
            line = msgspec.json.decode(text, type=Line)
            counts[line.table] += 1
            yield line
        if tail is None or counts != Counter(tail.rows):
            raise _not_an_export("the end is missing")
    except (msgspec.DecodeError, UnicodeError) as error:
        raise _not_an_export(str(error)) from error


async def _check_empty(connection: AsyncConnection) -> None:
    found = await connection.execute(sa.select(metadata.tables["tables"].c.id).limit(1))
    if found.first() is not None:
        raise Malformed(
            "In dieser Datenbank sind schon Tische: Zum Einlesen muss sie leer sein.",
            "There are tables in this database already: import needs an empty one.",
        )


async def _restart_numbers(connection: AsyncConnection) -> None:
    """Reset PostgreSQL's sequences, which ignore inserted values."""
    if connection.dialect.name == "postgresql":
        await connection.execute(
            sa.text("SELECT setval(pg_get_serial_sequence('chat', 'id'), coalesce(max(id), 0) + 1, false) FROM chat")
        )


def _not_an_export(said: str) -> Malformed:
    return Malformed(
        f"Das hat nicht pasch export geschrieben: {said:.200}", f"This is not what pasch export writes: {said:.200}"
    )
