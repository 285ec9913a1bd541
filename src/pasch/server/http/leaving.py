"""Taking everything along, and being erased."""

from collections.abc import AsyncIterator
from typing import Any

import litestar
import msgspec
from litestar import MediaType, Response, Router
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody
from litestar.response import Stream

from pasch.engine.errors import PaschError
from pasch.server.http import bodies
from pasch.server.http.api import REFUSALS, Asked, TheNode, TheVisitors, bits, devices_of, post
from pasch.server.http.identity import COOKIE, address
from pasch.server.live.messages import encode
from pasch.server.node import Node
from pasch.server.table.records import record_of
from pasch.server.table.refusals import NOT_YOUR_NAME, NotAllowed
from pasch.server.table.seats import ChairInfo

_chairs = msgspec.json.Decoder(list[ChairInfo]).decode
_all_of_it = ResponseSpec(bodies.MyData, description="a file", generate_examples=False)


@litestar.get(
    "/me/export",
    summary="All that is mine in one file: profile, devices, and the record of every match that is over",
    responses=REFUSALS | {200: _all_of_it},
)
async def take_along(request: Asked, node: TheNode, visitors: TheVisitors) -> Response[Any]:
    person = await visitors.known_person(request)
    visitors.leaving.take(person, address(request))
    life = await node.belongings.life(person)
    head = bodies.MyData(
        pasch_me=1,
        me=bodies.Me(life.name, life.colour),  # type: ignore[arg-type]
        since=life.created,
        devices=await devices_of(request, visitors),
        matches=[],
    )
    name = {"content-disposition": 'attachment; filename="pasch.json"'}
    return Stream(_written(node, person, encode(head)), media_type=MediaType.JSON, headers=name)


async def _written(node: Node, person: str, head: bytes) -> AsyncIterator[bytes]:
    """Match by match, so that however many there are, none waits in memory. A damaged one is left out."""
    yield head.removesuffix(b"]}")
    comma = b""
    for row in await node.belongings.played(person):
        try:
            log = await node.storage.entries(row.id)
            record = await node.desk.write(lambda row=row, log=log: record_of(row.id, row.secret, log))  # type: ignore[misc]
        except PaschError:
            continue
        one = bodies.MyMatch(
            table=row.id, ended=row.touched, seats=_chairs(row.chairs), mine=bits(row.seats), record=record
        )
        yield comma + encode(one)
        comma = b","
    yield b"]}"


@post("/me/erase", summary="Erase me, at once and for good", status_code=200)
async def erase_me(
    data: JSONBody[bodies.Erase], request: Asked, node: TheNode, visitors: TheVisitors
) -> Response[None]:
    profile = await visitors.known_profile(request)
    if data.name != profile.name:
        raise NotAllowed(NOT_YOUR_NAME)
    visitors.leaving.take(profile.id, address(request))
    await node.erase(profile.id)
    gone: Response[None] = Response(None, media_type=MediaType.JSON)
    gone.delete_cookie(COOKIE)
    return gone


leaving = Router("/api/v1", route_handlers=[take_along, erase_me])
