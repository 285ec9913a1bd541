"""Files of matches: one JSON record per line, of any length, read with constant memory."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple

from pasch.engine.errors import Malformed, PaschError
from pasch.engine.fair import check
from pasch.engine.record import Invalid, Record, decode
from pasch.games import GAMES

STANDARD_STREAM = "-"
LONGEST_LINE = 32 * 1024 * 1024
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Line(NamedTuple):
    number: int
    """From 1."""
    content: bytes | None
    """None: longer than any match could be."""


@contextmanager
def open_to_read(name: str) -> Iterator[BinaryIO]:
    """A file by its name, or standard input for `-`; raise `Malformed` where it cannot be read."""
    if name == STANDARD_STREAM:
        yield sys.stdin.buffer
        return
    try:
        opened = Path(name).open("rb")  # noqa: SIM115
    except (OSError, ValueError) as error:
        raise unusable(name, error) from error
    with opened as file:
        yield file


@contextmanager
def open_to_write(name: str) -> Iterator[BinaryIO]:
    """A new file by its name, or standard output for `-`."""
    try:
        if name == STANDARD_STREAM:
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
        else:
            with Path(name).open("wb") as file:
                yield file
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        raise unusable(name, error) from error


def unusable(name: str, error: OSError | ValueError) -> Malformed:
    said = getattr(error, "strerror", None) or str(error)
    return Malformed(
        f"Die Datei {name} lässt sich nicht verwenden: {said}.", f"The file {name} cannot be used: {said}."
    )


def lines(file: BinaryIO) -> Iterator[Line]:
    """The lines that are not empty."""
    number = 0
    while content := file.readline(LONGEST_LINE):
        number += 1
        if len(content) == LONGEST_LINE and not content.endswith(b"\n"):
            _skip_rest(file)
            yield Line(number, None)
            continue
        content = content.removeprefix(BYTE_ORDER_MARK) if number == 1 else content
        if content.strip():
            yield Line(number, content)


def _skip_rest(file: BinaryIO) -> None:
    while (more := file.readline(LONGEST_LINE)) and not more.endswith(b"\n"):
        pass


def read(line: Line) -> Record:
    if line.content is None:
        most = LONGEST_LINE // 1024**2
        raise Malformed(f"Die Zeile ist länger als {most} MiB.", f"The line is longer than {most} MiB.")
    return decode(line.content)


def checked(line: Line) -> Record:
    """The record in a line; raise `Invalid` where it breaks the rules, or its own proof."""
    try:
        record = read(line)
        check(record, GAMES)
    except Invalid:
        raise
    except PaschError as error:
        raise Invalid(0, error) from error
    return record


def record_at(name: str, number: int) -> Record:
    """The `number`th match of a file, from 1."""
    count = 0
    with open_to_read(name) as file:
        for count, line in enumerate(lines(file), start=1):
            if count == number:
                return read(line)
    raise Malformed(
        f"In {name} gibt es keine Partie {number}, nur {count}.", f"There is no match {number} in {name}, only {count}."
    )
