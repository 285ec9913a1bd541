"""Exercises over HTTP: my book, a position of a match that is over, and a try."""

from typing import Annotated

from litestar import Router
from litestar.params import JSONBody, Parameter

from pasch.server.http import bodies
from pasch.server.http.api import Asked, TableCode, TheNode, TheVisitors, get, post, reviewable
from pasch.server.http.identity import address
from pasch.server.live.practice import Zone
from pasch.server.live.practice_info import BookInfo, GradeInfo, PositionInfo, TryInfo
from pasch.server.live.reviews import Asker
from pasch.server.node import Node
from pasch.server.table.refusals import NotReviewed, TooMuch

EventNumber = Annotated[int, Parameter(ge=0, lt=2**31, description="the number of the event in the record, from 0")]
East = Annotated[
    int, Parameter(ge=-1440, le=1440, description="minutes by which your clock is ahead of UTC: when your days begin")
]
Gather = Annotated[bool, Parameter(description="have one of the unread matches reviewed; ask again while any is left")]


@get("/me/exercises", summary="My exercises: decisions of my reviewed matches that lost at least 5 points")
async def my_exercises(
    request: Asked, node: TheNode, visitors: TheVisitors, east: East = 0, gather: Gather = False
) -> BookInfo:
    person = await visitors.person(request)
    if person is None:
        return BookInfo(exercises=[], unread=0)
    book, unread = await node.practice.book(person, Zone(east))
    if gather and unread:
        await review_behind(node, unread[0], Asker(person, address(request)))
    return book


async def review_behind(node: Node, code: str, asker: Asker) -> None:
    """Have a match reviewed, behind everything else."""
    opened = await node.tables.fresh(code)
    try:
        await node.reviews.of(opened.table, asker)
    except NotReviewed:
        node.practice.leave_out(code)
    except TooMuch:
        """Whoever asks again has it reviewed later."""


@get(
    "/tables/{table:str}/tries/{n:int}", summary="A decision of a match that is over, as its seat saw it, to try again"
)
async def see_position(
    table: TableCode, n: EventNumber, request: Asked, node: TheNode, visitors: TheVisitors, east: East = 0
) -> PositionInfo:
    person = await visitors.person(request)
    opened = await reviewable(node, table, person)
    visitors.rereads.take(person, address(request))
    return await node.practice.position(opened.table, n, person, Zone(east))


@post("/tables/{table:str}/tries/{n:int}", summary="Try a move; what it is worth beside the best one", status_code=200)
async def try_move(
    table: TableCode,
    n: EventNumber,
    data: JSONBody[bodies.NewTry],
    request: Asked,
    node: TheNode,
    visitors: TheVisitors,
    east: East = 0,
) -> TryInfo:
    person = await visitors.person(request)
    opened = await reviewable(node, table, person)
    visitors.tries.take(person, address(request))
    return await node.practice.tried(opened.table, n, person, Zone(east), data.move)


@get("/tables/{table:str}/grade", summary="How well I play: in all my matches like this one, beside the bots' levels")
async def my_grade(table: TableCode, request: Asked, node: TheNode, visitors: TheVisitors) -> GradeInfo:
    person = await visitors.person(request)
    opened = await reviewable(node, table, person)
    return await node.practice.grade(person, opened.table.game, opened.table.playing.players)


practice = Router("/api/v1", route_handlers=[my_exercises, see_position, try_move, my_grade])
