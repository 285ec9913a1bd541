"""A match put aside: its record, and a note of who sat where."""

import contextlib
import os
from pathlib import Path
from typing import Any

import msgspec

from pasch.bots.levels import check_level
from pasch.engine.errors import Malformed
from pasch.engine.language import Text
from pasch.engine.record import Match, Record, encode, replay
from pasch.files import open_to_read, unusable
from pasch.games import GAMES


class Player(msgspec.Struct, frozen=True):
    name: str
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


def save(path: Path, match: Match, note: Note) -> None:
    """Write the file whole or not at all."""
    record: dict[str, Any] = msgspec.structs.asdict(match.record())
    content = encode(Saved(**record, table=note)) + b"\n"
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_bytes(content)
        beside.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise unusable(str(path), error) from error


def resume(name: str) -> tuple[Match, Note | None]:
    """The match as far as it was played; raise `Invalid` where its events break the rules."""
    with open_to_read(name) as file:
        content = file.read()
    try:
        saved = _decoder.decode(content)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Malformed(
            Text(f"{name} ist keine gespeicherte Partie: {error}.", f"{name} is not a saved match: {error}.")
        ) from error
    *_, match = replay(saved, GAMES)
    if saved.table:
        _check(name, saved.table, match.players)
    return match, saved.table


def _check(name: str, note: Note, players: int) -> None:
    if len(note.seats) != players or not all(player.name.isprintable() for player in note.seats):
        raise Malformed(Text(f"{name}: Die Plätze passen nicht.", f"{name}: the seats do not fit the match."))
    for player in note.seats:
        if player.bot is not None:
            check_level(player.bot)
