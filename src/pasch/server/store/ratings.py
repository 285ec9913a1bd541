"""`pasch ratings`: every rating computed anew from what `pasch export` wrote, by the logs of the tables alone."""

import argparse
from base64 import b64decode
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

import msgspec

from pasch.engine.errors import Malformed
from pasch.engine.language import Text
from pasch.server.people.rating import Ranked, Rating, Ratings, rate
from pasch.server.store.transfer import Line, lines_of, read_from
from pasch.server.table.log import Entry, decode_what
from pasch.server.table.results import SeatResult, results_of
from pasch.server.table.table import Table

PROVISIONAL = Text("vorläufig", "provisional")
NONE = Text("Keine Partie zählt für Wertungen.", "No match counts for ratings.")


def ranked(rows: Iterable[SeatResult]) -> list[Ranked]:
    return [
        Ranked(row.match, row.ended, row.circle or "", row.game, row.person, row.bot, row.rank)
        for row in rows
        if row.rank is not None
    ]


def ratings_of(lines: Iterable[Line]) -> tuple[Ratings, dict[str, str]]:
    """All ratings, and the names of people."""
    names: dict[str, str] = {}
    secrets: dict[str, bytes] = {}
    rows: list[Ranked] = []
    for name, some in groupby(lines, key=lambda line: line.table):
        match name:
            case "people":
                names |= {line.row["id"]: line.row["name"] for line in some}
            case "tables":
                secrets |= {line.row["id"]: b64decode(line.row["secret"]) for line in some}
            case "events":
                for code, log in groupby(some, key=lambda line: str(line.row["match"])):
                    rows += ranked(results_of(_folded(code, secrets, log)))
            case _:
                pass
    return rate({}, rows), names


def _folded(code: str, secrets: dict[str, bytes], log: Iterable[Line]) -> Table:
    if code not in secrets:
        raise Malformed(f"Der Tisch {code} fehlt.", f"Table {code} is missing.")
    table = Table(code, secrets[code])
    for _ in table.read([_entry(line.row) for line in log]):
        pass
    return table


def _entry(row: dict[str, Any]) -> Entry:
    return Entry(row["n"], row["at"], decode_what(row["what"]), row["key"])


def print_ratings(args: argparse.Namespace) -> int:
    with read_from(args.file) as file:
        ratings, names = ratings_of(lines_of(file))
    for told in _told(ratings, names, args):
        print(told)
    return 0


def _told(ratings: Ratings, names: dict[str, str], args: argparse.Namespace) -> Iterator[str]:
    ordered = sorted(ratings.items(), key=lambda one: (one[0][:2], -one[1].mu))
    if args.json:
        yield from (msgspec.json.encode(as_told(*one, names)).decode() for one in ordered)
        return
    if not ordered:
        yield NONE.to(args.lang)
    for (pool, game), some in groupby(ordered, key=lambda one: one[0][:2]):
        yield f"{pool or 'server'}, {game}"
        for key, one in some:
            note = f"  {PROVISIONAL.to(args.lang)}" if one.is_provisional else ""
            yield f"  {names.get(key[2], ''):16}  {one.shown:5} ± {one.give:<4} {one.matches:5}{note}"


def as_told(key: tuple[str, str, str], rating: Rating, names: dict[str, str]) -> dict[str, Any]:
    pool, game, person = key
    return {
        "circle": pool or None,
        "game": game,
        "person": person,
        "name": names.get(person, ""),
        **rating._asdict(),
        "rating": rating.shown,
        "give": rating.give,
        "provisional": rating.is_provisional,
    }
