"""One more device by a code: shown on the old one, scanned by the new one, confirmed on the old one."""

from hmac import compare_digest
from secrets import token_urlsafe

import msgspec
from litestar import Response, Router
from litestar.params import JSONBody

from pasch.server.http import bodies
from pasch.server.http.api import Asked, TheNode, TheVisitors, get, me_of, post
from pasch.server.http.devices import described
from pasch.server.http.identity import stored
from pasch.server.node import Node
from pasch.server.store.belongings import DEVICE, Ticket
from pasch.server.store.storage import Profile
from pasch.server.table.refusals import NO_CODE, Missing

SECONDS = 120.0
"""How long a code is worth something."""


class Scan(msgspec.Struct, frozen=True, omit_defaults=True):
    """What has become of a code: which device scanned it, and whether that was confirmed."""

    proof: str = ""
    """What is kept of it, as of every token."""
    device: bodies.OtherDevice | None = None
    is_mine: bool = False


_read = msgspec.json.Decoder(Scan).decode


def _written(scan: Scan) -> str:
    return msgspec.json.encode(scan).decode()


async def _found(node: Node, token: str) -> tuple[Ticket, Scan]:
    ticket = await node.belongings.ticket(DEVICE, stored(token), node.clock())
    if ticket is None or ticket.person is None:
        raise Missing(NO_CODE)
    return ticket, _read(ticket.body)


async def _owner(node: Node, ticket: Ticket) -> Profile:
    profile = await node.storage.profile(str(ticket.person))
    if profile is None:
        raise Missing(NO_CODE)
    return profile


# On the old device


@post("/me/code", summary="A code for one more device: it works once, and for two minutes", status_code=200)
async def make_code(request: Asked, node: TheNode, visitors: TheVisitors) -> bodies.NewCode:
    person, token, now = await visitors.with_room(request), token_urlsafe(18), node.clock()
    await node.belongings.issue(Ticket(stored(token), DEVICE, person, now + SECONDS, _written(Scan())), now)
    return bodies.NewCode(token, f"/#/add/{token}", SECONDS)


@get("/me/code", summary="What has become of my code; null when it is used up or has expired")
async def see_code(request: Asked, node: TheNode, visitors: TheVisitors) -> bodies.CodeState | None:
    person = await visitors.known_person(request)
    ticket = await node.belongings.ticket_of(DEVICE, person, node.clock())
    return None if ticket is None else _state(ticket, node.clock())


def _state(ticket: Ticket, now: float) -> bodies.CodeState:
    return bodies.CodeState(round(ticket.until - now, 1), _read(ticket.body).device)


@post("/me/code/confirm", summary="Whether the device that scanned my code is mine", status_code=200)
async def confirm_code(
    data: JSONBody[bodies.Confirm], request: Asked, node: TheNode, visitors: TheVisitors
) -> bodies.CodeState | None:
    person = await visitors.known_person(request)
    ticket = await node.belongings.ticket_of(DEVICE, person, node.clock())
    if ticket is None or (scan := _read(ticket.body)).device is None:
        raise Missing(NO_CODE)
    if not data.yes:
        await node.belongings.take(ticket)
        return None
    await node.belongings.mark(ticket, _written(msgspec.structs.replace(scan, is_mine=True)))
    return _state(ticket, node.clock())


# On the new device


@post("/me/code/scan", summary="I have scanned a code: whose it is, and that I am the one", status_code=200)
async def scan_code(
    data: JSONBody[bodies.Scan], request: Asked, node: TheNode, visitors: TheVisitors
) -> bodies.Scanned:
    ticket, scan = await _found(node, data.token)
    owner, now, proof = await _owner(node, ticket), await visitors.profile(request), token_urlsafe(18)
    if now is not None and (now.id == owner.id or not data.replace):
        return bodies.Scanned(me_of(owner), me_of(now) if now.id != owner.id else None)
    kind, name = described(request.headers.get("user-agent", ""))
    mine = Scan(stored(proof), bodies.OtherDevice(kind, name))  # type: ignore[arg-type]
    if scan.device is not None or not await node.belongings.mark(ticket, _written(mine)):
        raise Missing(NO_CODE)
    return bodies.Scanned(me_of(owner), None, proof)


@post("/me/code/use", summary="Whether the other device has confirmed it: then this device is mine", status_code=200)
async def use_code(
    data: JSONBody[bodies.UseCode], request: Asked, node: TheNode, visitors: TheVisitors
) -> Response[bodies.UsedCode]:
    ticket, scan = await _found(node, data.token)
    if not compare_digest(scan.proof, stored(data.proof)):
        raise Missing(NO_CODE)
    if not scan.is_mine:
        return Response(bodies.UsedCode(None))
    owner = await _owner(node, ticket)
    if not await node.belongings.take(ticket):
        raise Missing(NO_CODE)
    return Response(bodies.UsedCode(me_of(owner)), cookies=[await visitors.move_in(request, owner.id)])


codes = Router("/api/v1", route_handlers=[make_code, see_code, confirm_code, scan_code, use_code])
