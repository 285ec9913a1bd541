"""A match put aside: its record, and a note of who sat where."""

import contextlib
import os
from itertools import count
from pathlib import Path
from time import strftime
from typing import Any

import msgspec

from pasch.bots.levels import check_level
from pasch.engine.errors import Malformed
from pasch.engine.match import Match
from pasch.engine.record import Record, encode, replay
from pasch.files import BYTE_ORDER_MARK, LONGEST_LINE, open_to_read, unusable
from pasch.games import GAMES


class Player(msgspec.Struct, frozen=True):
    name: str | None = None
    """What somebody called the seat; None: it is called by its bot's character or its colour."""
    bot: str | None = None
    """The bot's level; None for a person."""


class Note(msgspec.Struct, frozen=True):
    """What a record does not tell."""

    seats: list[Player]
    seed: str | None = None


class Saved(Record, frozen=True, kw_only=True):
    """A record with the note under the key `table`: anything that reads records reads it too."""

    table: Note | None = None


_decoder = msgspec.json.Decoder(Saved)


def check_place(path: Path, resumed: str | None) -> None:
    """Raise `Malformed` before the match, not after it, where nothing can be written, or something would be lost."""
    try:
        real = path.resolve()
        usable = (real.is_file() or not real.exists()) and os.access(real.parent, os.W_OK)
    except (OSError, ValueError):
        usable = False
    if not usable:
        raise Malformed(f"Unter {str(path)!r} lässt sich nichts speichern.", f"Nothing can be saved as {str(path)!r}.")
    if real.exists() and (resumed is None or Path(resumed).resolve() != real):
        raise Malformed(
            f"{path} gibt es schon. Nimm einen anderen Namen.", f"{path} exists already. Take another name."
        )


def free_place(game: str) -> Path:
    """A name in this folder that is not taken."""
    name = f"pasch-{game}-{strftime('%Y%m%d-%H%M%S')}"
    names = (f"{name}{'' if number == 1 else f'-{number}'}.save.json" for number in count(1))
    return next(path for path in map(Path, names) if not path.exists())


def save(path: Path, match: Match, note: Note) -> None:
    """Write the file whole or not at all."""
    record: dict[str, Any] = msgspec.structs.asdict(Record.of(match))
    content = encode(Saved(**record, table=note)) + b"\n"
    real = path.resolve()
    beside = real.with_name(f".{real.name}.{os.getpid()}")
    try:
        beside.write_bytes(content)
        beside.replace(real)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise unusable(str(path), error) from error


def resume(name: str) -> tuple[Match, Note | None]:
    """The match as far as it was played; raise `Invalid` where its events break the rules."""
    with open_to_read(name) as file:
        content = file.read(LONGEST_LINE).removeprefix(BYTE_ORDER_MARK)
    try:
        saved = _decoder.decode(content.decode())
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise Malformed(f"{name} ist keine gespeicherte Partie.", f"{name} is not a saved match.") from error
    *_, match = replay(saved, GAMES)
    if saved.table:
        _check(name, saved.table, match.players)
    return match, saved.table


def _check(name: str, note: Note, players: int) -> None:
    if len(note.seats) != players or not all((player.name or "").isprintable() for player in note.seats):
        raise Malformed(f"{name}: Die Plätze passen nicht.", f"{name}: the seats do not fit the match.")
    for player in note.seats:
        if player.bot is not None:
            check_level(player.bot)
