"""Lists over HTTP: my tables, open tables, my finished matches, and what they add up to."""

import csv
from collections.abc import Sequence
from datetime import UTC, datetime
from io import StringIO
from typing import Annotated

import msgspec
from litestar import Router
from litestar.params import Parameter

from pasch.server.http.api import Asked, TableCode, TheNode, TheVisitors, bits, get, post
from pasch.server.http.identity import Visitors, address
from pasch.server.live.messages import TableInfo
from pasch.server.live.mine_info import (
    FinishedInfo,
    FinishedMatches,
    MatchExport,
    Mine,
    OpenTableInfo,
    OpenTablesInfo,
    SeatInfo,
    Statistics,
)
from pasch.server.live.statistics import statistics
from pasch.server.live.updates import table_info
from pasch.server.node import Node
from pasch.server.store.results import Finished, Open
from pasch.server.table.joining import join
from pasch.server.table.refusals import NO_TABLE, Missing
from pasch.server.table.results import SeatResult
from pasch.server.table.seats import END, ChairInfo, Setup

MOST_LISTED = 200
LISTED_FOR = 86_400.0
"""Seconds after which an open table that nobody touched is found no more."""
FIRST_COLUMNS = MatchExport.__struct_fields__[:-1]

PLAIN = f"^[!-~]{{1,40}}{END}"
Game = Annotated[str | None, Parameter(pattern=PLAIN, description="of this game alone")]
After = Annotated[str | None, Parameter(pattern=PLAIN, description="those that come after this table in the list")]
Limit = Annotated[int, Parameter(ge=1, le=100, description="at most so many")]

CHAIRS = msgspec.json.Decoder(list[ChairInfo]).decode
ASKED = msgspec.json.Decoder(list[tuple[int, float, float | None]]).decode
_setup = msgspec.json.Decoder(Setup).decode
_facts = msgspec.json.Decoder(dict[str, int]).decode


@get("/me/tables", summary="My tables, those waiting for me first")
async def my_tables(request: Asked, node: TheNode, visitors: TheVisitors) -> list[Mine]:
    person, now = await visitors.person(request), node.clock()
    rows = [] if person is None else await node.storage.tables_of(person, MOST_LISTED)
    found = []
    for row in rows:
        mine = [(since, until) for seat, since, until in ASKED(row.asked) if row.seats >> seat & 1]
        ends = [until for _, until in mine if until is not None]
        found.append(
            Mine(
                table=row.id,
                game=row.game,
                stage=row.stage,
                waiting_for_me=bool(row.waiting & row.seats),
                waiting=bits(row.waiting),
                yours=bits(row.seats),
                chairs=CHAIRS(row.chairs),
                touched=row.touched,
                since=min((since for since, _ in mine), default=None),
                left=max(0.0, min(ends) - now) if ends else None,
            )
        )
    return found


# Open tables


@get("/tables/open", summary="Tables at which anybody may sit down, the latest first")
async def open_tables(node: TheNode, game: Game = None, after: After = None, limit: Limit = 20) -> OpenTablesInfo:
    found = await node.results.open(game, node.clock() - LISTED_FOR, after, limit + 1)
    return OpenTablesInfo(tables=[_open_info(one) for one in found[:limit]], more=len(found) > limit)


def _open_info(one: Open) -> OpenTableInfo:
    setup = _setup(one.setup)
    return OpenTableInfo(
        table=one.match, game=one.game, since=one.since, pace=setup.pace, rated=setup.rated, chairs=CHAIRS(one.chairs)
    )


@post("/tables/{table:str}/sit", summary="Sit down on whatever chair is free", status_code=200)
async def sit_down(table: TableCode, request: Asked, node: TheNode, visitors: TheVisitors) -> TableInfo:
    profile = await visitors.known_profile(request)
    visitors.seats.take(profile.id, address(request))
    opened = await node.tables.fresh(table)
    await node.tables.write(opened, lambda at, _: join(at, profile.id, profile.name, profile.colour))
    return table_info(opened.table, profile.id)


# My finished matches


@get("/me/matches", summary="My finished matches, the latest first; only I am told")
async def my_matches(
    request: Asked,
    node: TheNode,
    visitors: TheVisitors,
    game: Game = None,
    after: After = None,
    limit: Limit = 20,
) -> FinishedMatches:
    person = await visitors.person(request)
    if person is None:
        return FinishedMatches(matches=[], total=0, first=None)
    found = await node.results.finished(person, game, after, limit)
    total, first = await node.results.extent(person)
    return FinishedMatches(matches=[_finished_info(one) for one in found], total=total, first=first)


def _finished_info(one: Finished) -> FinishedInfo:
    mine = one.mine
    return FinishedInfo(
        table=mine.match,
        game=mine.game,
        ended=mine.ended,
        seat=mine.seat,
        seats=[
            SeatInfo(name=chair.name, colour=chair.colour, bot=seat.bot, place=seat.place, score=seat.score)
            for chair, seat in zip(CHAIRS(one.chairs), one.seats, strict=True)
        ],
        stood_in=mine.stood_in > 0,
        forfeited=mine.forfeited is not None,
        hints=mine.hints,
        rated=mine.rated,
        circle=mine.circle,
        new=not one.seen,
    )


@post("/tables/{table:str}/seen", summary="I have seen how this match ended: it is not new any more", status_code=200)
async def saw_end(table: TableCode, request: Asked, node: TheNode, visitors: TheVisitors) -> bool:
    person = await visitors.known_person(request)
    if not table.isprintable():
        raise Missing(NO_TABLE)
    await node.results.see(person, table)
    return True


@get("/me/statistics", summary="What my matches add up to; only I am told")
async def my_statistics(request: Asked, node: TheNode, visitors: TheVisitors) -> Statistics:
    person = await visitors.person(request)
    if person is None:
        return statistics([])
    visitors.rereads.take(person, address(request))
    mine = await node.results.played(person)
    return await node.desk.write(lambda: statistics(mine))


@get("/me/matches/json", summary="All of my finished matches, for other programs; only I am told")
async def export_json(request: Asked, node: TheNode, visitors: TheVisitors) -> list[MatchExport]:
    return await _all_of_mine(request, node, visitors)


async def _all_of_mine(request: Asked, node: Node, visitors: Visitors) -> list[MatchExport]:
    person = await visitors.known_person(request)
    visitors.rereads.take(person, address(request))
    mine = await node.results.all_of(person)
    return await node.desk.write(lambda: [_exported(one) for one in mine])


@get("/me/matches/csv", summary="The same as a table for a spreadsheet; only I am told", media_type="text/csv")
async def export_csv(request: Asked, node: TheNode, visitors: TheVisitors) -> str:
    """The facts of all games have columns of their own behind the others."""
    mine = await _all_of_mine(request, node, visitors)
    return await node.desk.write(lambda: _as_csv(mine))


def _as_csv(mine: Sequence[MatchExport]) -> str:
    flat = [{name: getattr(one, name) for name in FIRST_COLUMNS} | one.facts for one in mine]
    file = StringIO()
    writer = csv.DictWriter(file, dict.fromkeys([*FIRST_COLUMNS, *(name for row in flat for name in row)]))
    writer.writeheader()
    writer.writerows(flat)
    return file.getvalue()


def _exported(one: SeatResult) -> MatchExport:
    fields = one._asdict() | {"table": one.match, "ended": datetime.fromtimestamp(one.ended, UTC).isoformat()}
    return MatchExport(**{name: fields[name] for name in FIRST_COLUMNS}, facts=_facts(one.facts))


lists = Router(
    "/api/v1",
    route_handlers=[
        my_tables,
        open_tables,
        sit_down,
        my_matches,
        saw_end,
        my_statistics,
        export_json,
        export_csv,
    ],
)
