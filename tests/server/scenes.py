"""Scenes that tests begin with: tables whose log is written by hand at chosen times, and matches set up over HTTP."""

from collections.abc import Iterable
from copy import copy
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pasch.server.table import permissions
from pasch.server.table.log import Begun, Entry, Fell, Moved, Sat, SetupChosen, What
from pasch.server.table.seats import COLOURS, Chair, Person, Setup, Sitter
from pasch.server.table.steps import Step
from pasch.server.table.table import Table
from tests.server.client import Player
from tests.server.nodes import laid_out, lay_out
from tests.services import Postgres

SECRET = bytes(range(32))
HIGH, LOW = {"type": "say", "word": "high"}, {"type": "say", "word": "low"}
"""The two moves of the toy game."""


def person(who: str, **more: bool) -> Person:
    return Person(who, who.capitalize(), **more)


def moved(seat: int, move: dict[str, Any]) -> Moved:
    return Moved(seat, msgspec.Raw(msgspec.json.encode(move)))


def fell(**outcome: Any) -> Fell:
    return Fell(msgspec.Raw(msgspec.json.encode(outcome)))


class Log:
    """A table and its log, written as an open table's is, but nothing falls unless a test says so."""

    def __init__(self, setup: Setup, *sitters: Sitter, host: str = "ann") -> None:
        self.table = Table("TEST", SECRET)
        self.entries: list[Entry] = []
        self.write(SetupChosen(permissions.settled(setup), host))
        self.write(*(Sat(seat, Chair(COLOURS[seat], sitter)) for seat, sitter in enumerate(sitters)))

    def write(self, *whats: What, at: float = 0.0, key: str | None = None) -> list[Step]:
        return self.do(whats, at=at, key=key)

    def do(self, whats: Iterable[What], at: float = 0.0, key: str | None = None) -> list[Step]:
        """Write what somebody wants to be written; they see the table change while they say it."""
        steps = []
        for what in whats:
            entry = Entry(self.table.version, at, what, key)
            step = self.table.fold(entry)
            self.entries.append(entry)
            if step is not None:
                steps.append(step)
        return steps

    def begin(self, at: float = 0.0, first: int = 0) -> None:
        self.write(Begun(tuple(range(len(self.table.chairs))), {"first": first}, lot=False), at=at)

    def fall(self, at: float = 0.0) -> list[Step]:
        """Let everything fall that is due, as the sealed dice say."""
        steps = []
        while self.table.is_chance_due:
            step, entry = self.table.fall(at)
            self.entries.append(entry)
            steps.append(step)
        return steps

    def reread(self) -> list[Step]:
        """Forget the table and read its log; what happened in it."""
        table = Table("TEST", SECRET)
        steps = list(table.read(self.entries))
        self.table = table
        return steps


def hilo(*sitters: Sitter, **setup: Any) -> Log:
    """The toy game, its cards dealt: everybody is asked for a word."""
    people = sitters or (person("ann"), person("ben"))
    log = Log(Setup(game="hilo", seats=len(people), **setup), *people)
    log.begin()
    log.write(fell(type="deal", cards=[2, 5, 6][: len(people)]))
    return log


def sack(*sitters: Sitter, dice: tuple[int, int] = (2, 3), **setup: Any) -> Log:
    """Blöder Sack, the first two dice rolled: seat 0 places them one after the other."""
    people = sitters or (person("ann"), person("ben"))
    log = Log(Setup(game="sack", seats=len(people), **setup), *people)
    log.begin()
    log.write(fell(type="deal", cards=["most-dice", "sum", "most-4", "last-2", "sum-under-10"]))
    log.write(fell(type="roll", dice=dice))
    return log


def facts(table: Table) -> dict[str, Any]:
    """All that a table says of itself."""
    open_facts = {name: copy(getattr(table, name)) for name in Table.__slots__ if not name.startswith("_")}
    match, clocks = open_facts.pop("match"), open_facts.pop("clocks")
    played = None if match is None else (match.state, match.turn.rule, match.options, match.players)
    undo = [table.can_undo(seat) for seat in range(len(table.chairs))] if match is not None else []
    keys = {seat: list(kept) for seat, kept in table.keys.items()}
    times = clocks.pace, copy(clocks.since), copy(clocks.banks)
    return {
        **open_facts,
        "keys": keys,
        "match": played,
        "clocks": times,
        "waiting": table.waiting,
        "undo": undo,
        "words": table.words,
    }


# Over HTTP

KINDS = ["sqlite", pytest.param("postgresql", marks=pytest.mark.proof)]
"""What the nodes of whole files stand on: what these tests are about is the same on both."""


def database_for(request: pytest.FixtureRequest, folder: Path) -> str:
    """A new database of the kind that a fixture asks for."""
    if request.param == "sqlite":
        return lay_out(f"sqlite:///{folder / 'pasch.db'}")
    postgres: Postgres = request.getfixturevalue("postgres")
    return laid_out(postgres)


async def match_of(game: str, people: list[Player], **more: Any) -> str:
    """A match that has begun with these people on the seats 0, 1, 2…, the first of them first."""
    table = await people[0].open_table(game, len(people), **{"options": {"first": 0}, **more})
    for seat, player in enumerate(people[1:], start=1):
        await player.sit(table, seat)
    await people[0].post(f"/tables/{table}/begin")
    return table


async def watched(game: str, people: list[Player], **more: Any) -> tuple[str, int]:
    """The same, watched by all; with the version at which it begins."""
    table = await match_of(game, people, **more)
    told = [await player.watch(table) for player in people]
    return table, int(told[-1]["version"])


async def finished(people: list[Player], **more: Any) -> str:
    """A match of the toy game that is over."""
    table, version = await watched("hilo", people, **more)
    for seat, player in enumerate(people):
        await player.move(table, seat, version, HIGH)
    return table
