"""Nudges over HTTP: whether I want them, where they are shown, and nudging somebody who is away."""

from zoneinfo import ZoneInfo

from litestar import Response, Router
from litestar.params import JSONBody

from pasch.server.http import bodies
from pasch.server.http.api import Asked, SeatAt, TableCode, TheNode, TheVisitors, get, post, put
from pasch.server.http.identity import Visitors
from pasch.server.live.nudging import is_known
from pasch.server.node import Node
from pasch.server.store.wishing import Subscription, Wish
from pasch.server.table.nudging import check_poke
from pasch.server.table.refusals import NO_PUSH, NO_SUCH_SERVICE, NO_ZONE, NotAllowed

USUAL = bodies.NewNudges(turn=False, zone="UTC")


@get("/me/nudges", summary="Whether and when I am nudged, and whether this device shows it")
async def my_nudges(request: Asked, node: TheNode, visitors: TheVisitors) -> bodies.NudgeInfo:
    return await _told(request, node, visitors)


async def _told(request: Asked, node: Node, visitors: Visitors) -> bodies.NudgeInfo:
    person, here = await visitors.known_person(request), visitors.device(request)
    wish = await node.wishing.wish(person)
    shown = wish or Wish(False, USUAL.quiet_from, USUAL.quiet_to, USUAL.zone)
    return bodies.NudgeInfo(
        key=None if node.nudges.sender is None else node.nudges.sender.public,
        asked=wish is not None,
        here=here in {one.device for one in await node.wishing.subscriptions(person)},
        turn=shown.turn,
        circle=shown.circle,
        quiet_from=shown.quiet_from,
        quiet_to=shown.quiet_to,
        zone=shown.zone,
    )


def check_zone(name: str) -> None:
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:
        raise NotAllowed(NO_ZONE) from error


@put("/me/nudges", summary="When I want to be nudged; no is an answer, too, and final")
async def choose_nudges(
    data: JSONBody[bodies.NewNudges], request: Asked, node: TheNode, visitors: TheVisitors
) -> bodies.NudgeInfo:
    person = await visitors.known_person(request)
    check_zone(data.zone)
    await node.wishing.keep_wish(person, Wish(data.turn, data.quiet_from, data.quiet_to, data.zone, data.circle))
    return await _told(request, node, visitors)


@post("/me/nudges/here", summary="Whether this device shows them", status_code=200)
async def subscribe(
    data: JSONBody[bodies.Subscribe], request: Asked, node: TheNode, visitors: TheVisitors
) -> bodies.NudgeInfo:
    person, device, here = await visitors.known_person(request), visitors.device(request) or "", data.here
    if here is None:
        await node.wishing.unsubscribe(device)
        return await _told(request, node, visitors)
    if node.nudges.sender is None:
        raise NotAllowed(NO_PUSH)
    if not is_known(here.endpoint, node.settings.push_services) or not node.nudges.sender.is_key(here.key, here.auth):
        raise NotAllowed(NO_SUCH_SERVICE)
    await node.wishing.subscribe(Subscription(device, person, here.endpoint, here.key, here.auth, here.lang))
    return await _told(request, node, visitors)


@post(
    "/tables/{table:str}/seats/{seat:int}/nudge",
    summary="Nudge somebody who is asked and away, once a turn; whether they want that, nobody learns",
    status_code=200,
)
async def poke(table: TableCode, seat: SeatAt, request: Asked, node: TheNode, visitors: TheVisitors) -> Response[None]:
    person = await visitors.known_person(request)
    if node.nudges.sender is None:
        raise NotAllowed(NO_PUSH)
    opened = await node.tables.fresh(table)
    whom = check_poke(opened.table, person, seat, node.clock())
    visitors.pokes.check(whom)
    await node.nudges.poke(opened, person, seat)
    visitors.pokes.take(whom)
    return Response(None)


nudging = Router("/api/v1", route_handlers=[my_nudges, choose_nudges, subscribe, poke])
