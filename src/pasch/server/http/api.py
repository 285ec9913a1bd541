"""HTTP: who I am, tables, seats, records. What happens in a match goes through the socket."""

from asyncio import to_thread
from functools import partial
from time import time
from typing import Annotated, Any

import litestar
import msgspec
from litestar import MediaType, Request, Response, Router
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, Parameter

from pasch.bots.levels import CHARACTERS, LADDER, USUAL
from pasch.engine.fair import Drawn, listed
from pasch.engine.language import Lang
from pasch.engine.record import Record
from pasch.games import GAMES
from pasch.server.http import addresses
from pasch.server.http.bodies import (
    Address,
    GameInfo,
    Link,
    Me,
    Mine,
    NewMe,
    NewSitter,
    NewTable,
    OpenSeat,
    Other,
    SeatBot,
    SeatGuest,
    Story,
    TakeSeat,
    Token,
)
from pasch.server.http.identity import COOKIE, COOKIE_DAYS, new_link, new_person, stored
from pasch.server.http.security import LOOPBACK, address, language
from pasch.server.live.messages import ChairInfo, Chatted, RefusedInfo, TableInfo
from pasch.server.live.story import story as story_of
from pasch.server.live.updates import table_info
from pasch.server.node import House
from pasch.server.store.records import record_of
from pasch.server.store.storage import Human
from pasch.server.table import permissions as manners
from pasch.server.table import refusals as no
from pasch.server.table.model import (
    DAY,
    LONGEST_WORDS,
    MOST_SEATS,
    Chair,
    Person,
    Setup,
)
from pasch.server.table.refusals import Missing, NotAllowed
from pasch.server.table.table import Table

MOST_LISTED = 200

Asked = Request[Any, Any, Any]
TheHouse = NamedDependency[House]
TableCode = Annotated[str, Parameter(min_length=1, max_length=40, description="the table's name, as in its link")]
SeatAt = Annotated[int, Parameter(ge=0, lt=MOST_SEATS)]

REFUSALS = {
    status: ResponseSpec(RefusedInfo, description=says, generate_examples=False)
    for status, says in {
        400: "what was sent is not understood",
        403: "the manners of the table do not allow it",
        404: "there is no such thing",
        405: "not in this way",
        409: "a rule of the game does not allow it",
        413: "too long",
        415: "JSON is expected",
        429: "too much at once",
        503: "nothing can be stored right now",
    }.items()
}
get = partial(litestar.get, responses=REFUSALS)
post = partial(litestar.post, responses=REFUSALS)
put = partial(litestar.put, responses=REFUSALS)


_chairs = msgspec.json.Decoder(list[ChairInfo]).decode


def _person(request: Asked, house: House) -> str:
    person = house.person(request)
    if person is None:
        raise NotAllowed(no.NO_PERSON)
    return person


async def _human(request: Asked, house: House) -> Human:
    human = await house.storage.human(_person(request, house))
    if human is None:
        raise NotAllowed(no.NO_PERSON)
    return human


def _cookie(house: House, person: str) -> Cookie:
    return Cookie(
        key=COOKIE,
        value=house.signer.sign(person),
        path="/",
        httponly=True,
        samesite="lax",
        secure=house.settings.https,
        max_age=COOKIE_DAYS * DAY,
    )


# Games and people


@get("/games", summary="The games that can be played here")
async def games() -> list[GameInfo]:
    return [
        GameInfo(
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
async def where_am_i(request: Asked, house: TheHouse) -> Address:
    port = request.url.port or (443 if request.url.scheme == "https" else 80)
    is_here = address(request) in LOOPBACK and not house.settings.proxies
    return Address(addresses.outside(house.settings, port) if is_here else None)


@get("/me", summary="Who I am; null for somebody unknown")
async def who_am_i(request: Asked, house: TheHouse) -> Me | None:
    person = house.person(request)
    human = None if person is None else await house.storage.human(person)
    return None if human is None else Me(human.name, human.colour)  # type: ignore[arg-type]


@post("/me", summary="Give my name; somebody unknown becomes known by it", status_code=200)
async def name_me(data: JSONBody[NewMe], request: Asked, house: TheHouse) -> Response[Me]:
    name = manners.plain_name(data.name)
    person = house.person(request)
    if person is not None and await house.storage.human(person) is not None:
        await house.storage.change_human(person, name=name, colour=data.colour)
    else:
        house.newcomers.take(address(request))
        person = new_person()
        await house.storage.add_human(Human(person, name, data.colour), time())
    return Response(Me(name, data.colour), cookies=[_cookie(house, person)])


@post("/me/link", summary="A private link that makes another device mine", status_code=200)
async def make_link(request: Asked, house: TheHouse) -> Link:
    human = await _human(request, house)
    token, kept = new_link()
    await house.storage.change_human(human.id, link=kept)
    return Link(token, f"/#/me/{token}")


@post("/me/restore", summary="This device is mine, too", status_code=200)
async def restore_me(data: JSONBody[Token], house: TheHouse) -> Response[Me]:
    human = await house.storage.human_by_link(stored(data.token))
    if human is None:
        raise Missing(no.NO_LINK)
    return Response(Me(human.name, human.colour), cookies=[_cookie(house, human.id)])  # type: ignore[arg-type]


@get("/me/tables", summary="My tables, those waiting for me first")
async def my_tables(request: Asked, house: TheHouse) -> list[Mine]:
    person = house.person(request)
    rows = [] if person is None else await house.storage.tables_of(person, MOST_LISTED)
    return [
        Mine(
            row.id,
            row.game,
            row.stage,
            bool(row.waiting & row.seats),
            _bits(row.waiting),
            _bits(row.seats),
            _chairs(row.chairs),
            row.touched,
        )
        for row in rows
    ]


def _bits(number: int) -> list[int]:
    return [at for at in range(number.bit_length()) if number >> at & 1]


# Tables


@post("/tables", summary="Open a table")
async def open_table(data: JSONBody[NewTable], request: Asked, house: TheHouse) -> TableInfo:
    human = await _human(request, house)
    house.tables.take(human.id)
    fields = msgspec.structs.asdict(data)
    sit, bots, words, pace = (fields.pop(name) for name in ("sit", "bots", "words", "pace"))
    setup = Setup(**fields) if pace is None else Setup(pace=pace, **fields)
    place = await house.hall.create(setup, human.id, _first_chairs(human, setup, sit, bots, words))
    return table_info(place.table, human.id)


def _first_chairs(human: Human, setup: Setup, sit: bool, bots: list[str], words: str) -> list[tuple[int, Chair]]:
    colours = manners.colours(setup.seats, human.colour if sit else None)
    chairs = [(seat, Chair(colour)) for seat, colour in enumerate(colours)]
    if sit:
        chairs[0] = 0, Chair(colours[0], Person(human.id, human.name), manners.plain(words, LONGEST_WORDS))
    invited = bots[max(0, len(bots) - setup.seats + int(sit)) :]
    for seat, level in enumerate(invited, setup.seats - len(invited)):
        chairs[seat] = seat, Chair(colours[seat], manners.new_bot(level, (chair for _, chair in chairs)))
    return chairs


@get("/tables/{table:str}", summary="A table")
async def see_table(table: TableCode, request: Asked, house: TheHouse) -> TableInfo:
    place = await house.hall.fresh(table)
    return table_info(place.table, house.person(request))


@put("/tables/{table:str}/setup", summary="Change how it is played, before it begins")
async def change_setup(table: TableCode, data: JSONBody[Setup], request: Asked, house: TheHouse) -> TableInfo:
    person = _person(request, house)
    place = await house.hall.fresh(table)
    await house.hall.act(place, lambda table, _: manners.set_up(table, person, data))
    return table_info(place.table, person)


@post("/tables/{table:str}/seats/{seat:int}", summary="Who sits on a seat", status_code=200)
async def change_seat(
    table: TableCode,
    seat: SeatAt,
    data: JSONBody[NewSitter],
    request: Asked,
    house: TheHouse,
) -> TableInfo:
    human = await _human(request, house)
    place = await house.hall.fresh(table)
    match data:
        case TakeSeat(wanted, colour, words):
            name = wanted or human.name
            await house.hall.act(place, lambda at, _: manners.sit(at, human.id, seat, name, colour, words, False))
        case SeatGuest(name, colour, words):
            await house.hall.act(place, lambda at, _: manners.sit(at, human.id, seat, name, colour, words, True))
        case SeatBot(level):
            await house.hall.act(place, lambda at, now: manners.put_bot(at, human.id, seat, level, now))
        case OpenSeat():
            await house.hall.act(place, lambda at, now: manners.open_seat(at, human.id, seat, now))
    return table_info(place.table, human.id)


@post("/tables/{table:str}/begin", summary="Begin the match", status_code=200)
async def begin(table: TableCode, request: Asked, house: TheHouse) -> TableInfo:
    person = _person(request, house)
    place = await house.hall.fresh(table)
    await house.hall.act(place, lambda at, _: manners.begin(at, person))
    return table_info(place.table, person)


@post("/tables/{table:str}/close", summary="Close the table; its log is kept", status_code=200)
async def close(table: TableCode, request: Asked, house: TheHouse) -> TableInfo:
    person = _person(request, house)
    place = await house.hall.fresh(table)
    await house.hall.act(place, lambda at, _: manners.close(at, person, "host"))
    return table_info(place.table, person)


@post(
    "/tables/{table:str}/rematch",
    summary="The same people again, the first seat moving on",
    status_code=200,
)
async def rematch(table: TableCode, request: Asked, house: TheHouse) -> Other:
    person = _person(request, house)
    return Other(await house.hall.rematch(await house.hall.fresh(table), person))


@get("/tables/{table:str}/chat", summary="What was said at a table")
async def chat(table: TableCode, request: Asked, house: TheHouse) -> list[Chatted]:
    place = await house.hall.fresh(table)
    manners.check_watcher(place.table, house.person(request))
    return [
        Chatted(table=table, at=said.at, name=said.name, text=said.text) for said in await house.storage.said(table)
    ]


# Records and stories


@get(
    "/tables/{table:str}/record",
    summary="The record of a match that is over, with the proof of its dice",
)
async def record(table: TableCode, request: Asked, house: TheHouse) -> Record:
    place = await house.hall.fresh(table)
    manners.check_watcher(place.table, house.person(request))
    return await record_of(house.storage, place.table)


@get(
    "/tables/{table:str}/draws",
    summary="What was drawn in it, for whoever checks the dice without the rules",
)
async def all_draws(table: TableCode, request: Asked, house: TheHouse) -> list[Drawn]:
    place = await house.hall.fresh(table)
    manners.check_watcher(place.table, house.person(request))
    return list(listed(await record_of(house.storage, place.table), GAMES))


@get("/tables/{table:str}/story", summary="What happened in a match, in sentences: so far, or to its end")
async def story(
    table: TableCode,
    request: Asked,
    house: TheHouse,
    lang: Annotated[Lang | None, Parameter(description="the language of the sentences")] = None,
    seat: Annotated[int | None, Parameter(ge=0, lt=MOST_SEATS, description="whose eyes; none: a spectator's")] = None,
    views: Annotated[bool, Parameter(description="with how it stood after every event")] = False,
) -> Response[Story]:
    person = house.person(request)
    house.requests.take(person or address(request))
    place = await house.hall.open(table)
    log = await house.storage.entries(table)
    empty = Table(table, place.table.secret)
    # In a thread: a whole match takes longer than the next move at another table should wait.
    told = await to_thread(story_of, empty, log, person, seat, lang or language(request), views=views)
    return Response(told, media_type=MediaType.JSON)  # type: ignore[arg-type]


api = Router(
    "/api/v1",
    route_handlers=[
        games,
        where_am_i,
        who_am_i,
        name_me,
        make_link,
        restore_me,
        my_tables,
        open_table,
        see_table,
        change_setup,
        change_seat,
        begin,
        close,
        rematch,
        chat,
        record,
        all_draws,
        story,
    ],
)
