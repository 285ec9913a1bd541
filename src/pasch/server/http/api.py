"""HTTP: who I am, tables, seats, records. What happens in a match goes through the socket."""

from functools import partial
from typing import Annotated, Any

import litestar
from litestar import MediaType, Request, Response, Router
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, Parameter

from pasch.bots.levels import CHARACTERS, LADDER, USUAL
from pasch.engine.language import Lang
from pasch.engine.record import Record
from pasch.games import GAMES
from pasch.server.http import addresses, bodies
from pasch.server.http.devices import mark_of, owner_of
from pasch.server.http.identity import Visitors, address, is_this_machine, language
from pasch.server.http.kept import Kept, Write
from pasch.server.http.pages import AS_IS
from pasch.server.live.messages import Chatted, RefusedInfo, TableInfo, encode
from pasch.server.live.narration import story as story_of
from pasch.server.live.open_table import OpenTable
from pasch.server.live.review_info import CheckInfo, ReviewInfo, ReviewProgress
from pasch.server.live.reviews import Answer, Asker
from pasch.server.live.updates import table_info
from pasch.server.node import Node
from pasch.server.store.storage import Profile
from pasch.server.table import dice, permissions, rematch, seating
from pasch.server.table.permissions import Proposal
from pasch.server.table.records import record_of
from pasch.server.table.refusals import KINDS, OF_A_RULE
from pasch.server.table.seats import MOST_SEATS, Person, Setup, first_chairs

MADE = {AS_IS: True}
"""For what is compressed already."""

Asked = Request[Any, Any, Any]
TheNode = NamedDependency[Node]
TheVisitors = NamedDependency[Visitors]
TheKept = NamedDependency[Kept]
TableCode = Annotated[str, Parameter(min_length=1, max_length=40, description="the table's name, as in its link")]
SeatAt = Annotated[int, Parameter(ge=0, lt=MOST_SEATS)]

OF_THE_FRAMEWORK = {405: "not in this way", 413: "too long", 415: "JSON is expected"}
REFUSALS = {
    status: ResponseSpec(RefusedInfo, description=means, generate_examples=False)
    for status, means in sorted({**OF_THE_FRAMEWORK, **dict([*KINDS.values(), OF_A_RULE])}.items())
}
get = partial(litestar.get, responses=REFUSALS)
post = partial(litestar.post, responses=REFUSALS)
put = partial(litestar.put, responses=REFUSALS)


# Games and people


@get("/games", summary="The games that can be played here")
async def games() -> list[bodies.GameInfo]:
    return [
        bodies.GameInfo(
            game.id,
            game.title._asdict(),
            game.plain_title._asdict(),
            (game.seats[0], game.seats[-1]),
            list(LADDER),
            USUAL,
            CHARACTERS,
            game.is_open,
        )
        for game in GAMES.values()
    ]


@get("/address", summary="Where others in the network find this server; only this machine is told")
async def where_am_i(request: Asked, node: TheNode) -> bodies.Address:
    port = request.url.port or (443 if request.url.scheme == "https" else 80)
    is_here = is_this_machine(request) and not node.settings.proxies
    return bodies.Address(addresses.outside(node.settings, port) if is_here else None)


@get("/me", summary="Who I am; null for somebody unknown")
async def who_am_i(request: Asked, visitors: TheVisitors) -> Response[bodies.Me | None]:
    profile, cookies = await visitors.recognise(request)
    return Response(None if profile is None else me_of(profile), media_type=MediaType.JSON, cookies=cookies)


@post("/me", summary="Give my name; somebody unknown becomes known by it", status_code=200)
async def name_me(data: JSONBody[bodies.NewMe], request: Asked, visitors: TheVisitors) -> Response[bodies.Me]:
    name = permissions.plain_name(data.name)
    cookies = await visitors.name(request, name, data.colour)
    return Response(bodies.Me(name, data.colour), cookies=cookies)


@post("/me/link", summary="A private link that makes another device mine; it works once", status_code=200)
async def make_link(request: Asked, visitors: TheVisitors) -> bodies.Link:
    token = await visitors.new_link(request)
    return bodies.Link(token, f"/#/me/{token}")


@post("/me/restore", summary="This device is mine, too; asks before it stops being somebody else's", status_code=200)
async def restore_me(
    data: JSONBody[bodies.Restore], request: Asked, visitors: TheVisitors
) -> Response[bodies.Restored]:
    owner, now = await visitors.by_link(data.token), await visitors.profile(request)
    is_other = now is not None and now.id != owner.id
    if now is not None and not (is_other and data.replace):
        return Response(bodies.Restored(me_of(owner), me_of(now) if is_other else None))
    return Response(bodies.Restored(me_of(owner)), cookies=[await visitors.use_link(request, data.token)])


def me_of(profile: Profile) -> bodies.Me:
    return bodies.Me(profile.name, profile.colour)  # type: ignore[arg-type]


@get("/me/devices", summary="The devices that are mine, the one used last first")
async def my_devices(request: Asked, visitors: TheVisitors) -> list[bodies.DeviceInfo]:
    return await devices_of(request, visitors)


@post("/me/sign-out", summary="A device is mine no more; the others", status_code=200)
async def sign_out(
    data: JSONBody[bodies.SignOut], request: Asked, node: TheNode, visitors: TheVisitors
) -> list[bodies.DeviceInfo]:
    device = await visitors.sign_out(request, data.device)
    node.sign_out(device)
    if device == visitors.device(request):
        return []
    await node.belongings.shut(str(owner_of(device)))
    return await devices_of(request, visitors)


async def devices_of(request: Asked, visitors: Visitors) -> list[bodies.DeviceInfo]:
    here = visitors.device(request)
    return [
        bodies.DeviceInfo(mark_of(one.id), one.kind, one.name, one.seen, one.id == here)  # type: ignore[arg-type]
        for one in await visitors.devices(request)
    ]


def bits(number: int) -> list[int]:
    return [at for at in range(number.bit_length()) if number >> at & 1]


# Tables


@post("/tables", summary="Open a table")
async def open_table(
    data: JSONBody[bodies.NewTable], request: Asked, node: TheNode, visitors: TheVisitors
) -> TableInfo:
    profile = await visitors.known_profile(request)
    visitors.tables.take(profile.id, address(request))
    if data.listed:
        visitors.listed.take(profile.id, address(request))
    is_tutored = data.is_against_bots and data.hints is None and await node.hints.is_tutored(profile.id, data)
    setup, host = data.setup(is_tutored=is_tutored), Person(profile.id, profile.name)
    chairs = first_chairs(setup, host, profile.colour, sits=data.sit, bots=data.bots)
    opened = await node.tables.create(setup, profile.id, chairs)
    return table_info(opened.table, profile.id)


@get("/tables/{table:str}", summary="A table")
async def see_table(table: TableCode, request: Asked, node: TheNode, visitors: TheVisitors) -> TableInfo:
    opened = await node.tables.fresh(table)
    return table_info(opened.table, await visitors.person(request))


@put("/tables/{table:str}/setup", summary="Change how it is played, before it begins")
async def change_setup(
    table: TableCode, data: JSONBody[Setup], request: Asked, node: TheNode, visitors: TheVisitors
) -> TableInfo:
    person = await visitors.known_person(request)
    visitors.seats.take(person, address(request))
    if data.listed and not (await node.tables.fresh(table)).table.setup.listed:
        visitors.listed.take(person, address(request))
    return await _write(node, table, person, lambda at, _: permissions.set_up(at, person, data))


@post("/tables/{table:str}/seats/{seat:int}", summary="Who sits on a seat", status_code=200)
async def change_seat(
    table: TableCode,
    seat: SeatAt,
    data: JSONBody[bodies.NewSitter],
    request: Asked,
    node: TheNode,
    visitors: TheVisitors,
) -> TableInfo:
    profile = await visitors.known_profile(request)
    visitors.seats.take(profile.id, address(request))
    return await _write(node, table, profile.id, _seating(data, seat, profile.id, profile.name))


def _seating(data: bodies.NewSitter, seat: int, person: str, own_name: str) -> Proposal:
    match data:
        case bodies.TakeSeat(name, colour) | bodies.SeatGuest(name, colour):
            called, is_guest = name or own_name, isinstance(data, bodies.SeatGuest)
            return lambda at, _: seating.sit(at, person, seat, called, colour, guest=is_guest)
        case bodies.SeatBot() | bodies.OpenSeat():
            level = data.level if isinstance(data, bodies.SeatBot) else None
            return lambda at, now: seating.replace_sitter(at, person, seat, level, now)


@post(
    "/tables/{table:str}/begin",
    summary="Begin the match: at once where nobody has to add to the dice, else when all devices have, or did not",
    status_code=200,
)
async def begin(table: TableCode, request: Asked, node: TheNode, visitors: TheVisitors) -> TableInfo:
    person, wait = await visitors.known_person(request), node.settings.dice_wait
    return await _write(node, table, person, lambda at, now: permissions.begin(at, person, wait, now))


@post("/tables/{table:str}/seats/{seat:int}/dice", summary="Add to the dice of the match", status_code=200)
async def add_to_dice(
    table: TableCode,
    seat: SeatAt,
    data: JSONBody[bodies.Addition],
    request: Asked,
    node: TheNode,
    visitors: TheVisitors,
) -> TableInfo:
    person = await visitors.known_person(request)
    return await _write(node, table, person, _adding(data, seat, person))


def _adding(data: bodies.Addition, seat: int, person: str) -> Proposal:
    match data:
        case bodies.Commit(hashed):
            return lambda at, now: dice.commit(at, person, seat, hashed, now)
        case bodies.Reveal(random, words):
            return lambda at, now: dice.reveal(at, person, seat, random, words, now)


@post("/tables/{table:str}/close", summary="Close the table; its log is kept", status_code=200)
async def close(table: TableCode, request: Asked, node: TheNode, visitors: TheVisitors) -> TableInfo:
    person = await visitors.known_person(request)
    return await _write(node, table, person, lambda at, _: permissions.close(at, person))


async def _write(node: Node, code: str, person: str, propose: Proposal) -> TableInfo:
    """Let something happen at a table; how it is then."""
    opened = await node.tables.fresh(code)
    await node.tables.write(opened, propose)
    return table_info(opened.table, person)


@post("/tables/{table:str}/rematch", summary="Ask for a rematch, join it, or do not join it", status_code=200)
async def play_again(
    table: TableCode, request: Asked, node: TheNode, visitors: TheVisitors, joins: bodies.Joins = True
) -> TableInfo:
    person = await visitors.known_person(request)
    if joins:
        visitors.tables.take(person, address(request))
    info = await _write(node, table, person, lambda at, _: rematch.answer(at, person, joins=joins))
    opened, setup = await node.tables.open(table), info.setup
    await node.tables.rematch(opened, is_tutored=setup.tutor and await node.hints.is_tutored(person, setup))
    return table_info(opened.table, person)


@get("/tables/{table:str}/chat", summary="What was said at a table")
async def chat(table: TableCode, request: Asked, node: TheNode, visitors: TheVisitors) -> list[Chatted]:
    opened = await node.tables.fresh(table)
    permissions.check_watcher(opened.table, await visitors.person(request))
    return [opened.chatted(said) for said in await node.storage.said(table)]


# Records and stories


@get("/tables/{table:str}/record", summary="The record of a match that is over, with the proof of its dice", opt=MADE)
async def record(
    table: TableCode, request: Asked, node: TheNode, visitors: TheVisitors, kept: TheKept
) -> Response[Record]:
    person = await visitors.person(request)
    code, secret = await _over(node, table, person)

    async def prepare() -> Write:
        visitors.rereads.take(person, address(request))
        log = await node.storage.entries(code)
        return lambda: encode(record_of(code, secret, log))

    return (await kept.file(("record", code), prepare)).answer(request)  # type: ignore[return-value]


async def _over(node: Node, code: str, person: str | None) -> tuple[str, bytes]:
    """The id and the secret of a table whose match is over, for somebody who may look back at it."""
    opened = await node.tables.fresh(code)
    permissions.check_watcher(opened.table, person)
    permissions.check_record(opened.table)
    return opened.id, opened.table.secret


@get("/tables/{table:str}/story", summary="What happened in a match, in sentences: so far, or to its end", opt=MADE)
async def story(
    table: TableCode,
    request: Asked,
    node: TheNode,
    visitors: TheVisitors,
    kept: TheKept,
    lang: Annotated[Lang | None, Parameter(description="the language of the sentences")] = None,
    seat: Annotated[int | None, Parameter(ge=0, lt=MOST_SEATS, description="whose eyes; none: a spectator's")] = None,
    views: Annotated[bool, Parameter(description="with how it stood after every event")] = False,
) -> Response[bodies.Story]:
    person, wanted = await visitors.person(request), lang or language(request)
    opened = await node.tables.fresh(table)
    permissions.check_watcher(opened.table, person)
    eyes = None if opened.table.match is None else permissions.eyes(opened.table, person, seat)

    async def prepare() -> Write:
        visitors.rereads.take(person, address(request))
        log, secret = await node.storage.entries(table), opened.table.secret
        return lambda: story_of(table, secret, log, eyes, wanted, views=views)

    key = "story", table, opened.table.version, eyes, wanted, views
    return (await kept.file(key, prepare)).answer(request)  # type: ignore[return-value]


# Reviews


def _computed(kind: type) -> dict[int, ResponseSpec]:
    """Answers that are there when they have been computed."""
    done = ResponseSpec(kind, description="it is computed", generate_examples=False)
    not_yet = ReviewProgress if kind is ReviewInfo else kind
    return REFUSALS | {200: done, 202: ResponseSpec(not_yet, description="not yet: ask again", generate_examples=False)}


@litestar.get(
    "/tables/{table:str}/review",
    summary="What the coach says of a match that is over; the first who asks has it computed",
    responses=_computed(ReviewInfo),
)
async def review(table: TableCode, request: Asked, node: TheNode, visitors: TheVisitors) -> Response[Any]:
    asker = Asker(await visitors.person(request), address(request))
    opened = await reviewable(node, table, asker.person)
    return _answered(await node.reviews.of(opened.table, asker))


@litestar.get(
    "/tables/{table:str}/review/{n:int}",
    summary="A loss that the coach saw in event n, checked by playing on from both moves while somebody asks",
    responses=_computed(CheckInfo),
)
async def check_loss(
    table: TableCode,
    n: Annotated[int, Parameter(ge=0, lt=2**31, description="the number of the event in the record, from 0")],
    request: Asked,
    node: TheNode,
    visitors: TheVisitors,
) -> Response[Any]:
    asker = Asker(await visitors.person(request), address(request))
    opened = await reviewable(node, table, asker.person)
    return _answered(await node.reviews.check(opened.table, n, asker))


async def reviewable(node: Node, code: str, person: str | None) -> OpenTable:
    opened = await node.tables.fresh(code)
    permissions.check_watcher(opened.table, person)
    permissions.check_review(opened.table)
    return opened


def _answered(found: Answer) -> Response[Any]:
    return Response(found.body, status_code=200 if found.is_done else 202, media_type=MediaType.JSON)


api = Router("/api/v1", route_handlers=[one for one in list(vars().values()) if isinstance(one, HTTPRouteHandler)])
