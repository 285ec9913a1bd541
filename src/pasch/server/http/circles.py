"""Circles over HTTP: founding, joining by link, seasons, planned evenings, club evenings."""

from functools import partial
from typing import Annotated

from litestar import Router
from litestar.params import JSONBody, Parameter

from pasch.server.http import bodies, circle_bodies
from pasch.server.http.api import Asked, TheNode, TheVisitors, get, post, put
from pasch.server.http.identity import address, counted
from pasch.server.http.practice import Gather, review_behind
from pasch.server.live.circle_info import CircleInfo, CircleSlip, ClubInfo, InvitationInfo, OwnRating
from pasch.server.live.messages import TableInfo
from pasch.server.live.reviews import Asker
from pasch.server.live.updates import table_info
from pasch.server.node import Node
from pasch.server.people import circle_permissions as may
from pasch.server.people import club
from pasch.server.people.seasons import season_named
from pasch.server.table.seats import END, Person, first_chairs

CircleCode = Annotated[str, Parameter(min_length=1, max_length=40, description="the circle's id")]
LinkCode = Annotated[str, Parameter(min_length=1, max_length=40, description="what the link to a circle ends with")]
Number = Annotated[int, Parameter(ge=0, lt=2**31)]
SeasonName = Annotated[
    str | None,
    Parameter(pattern=f"^(19[7-9]|2[0-9]{{2}})[0-9]-(spring|summer|autumn|winter){END}", description="none: now"),
]


@get("/me/circles", summary="My circles, as the front page shows them")
async def my_circles(request: Asked, node: TheNode, visitors: TheVisitors) -> list[CircleSlip]:
    person = await visitors.person(request)
    visitors.rereads.take(person, address(request))
    return [] if person is None else await node.circles.slips(person)


@get("/me/ratings", summary="My ratings at the tables of this server that count for them and belong to no circle")
async def my_ratings(request: Asked, node: TheNode, visitors: TheVisitors) -> list[OwnRating]:
    person = await visitors.person(request)
    return [] if person is None else await node.circles.ratings(person)


@post("/circles", summary="Found a circle")
async def found_circle(
    data: JSONBody[circle_bodies.NewCircle], request: Asked, node: TheNode, visitors: TheVisitors
) -> CircleInfo:
    person = await visitors.known_person(request)
    visitors.tables.take(person, address(request))
    circle = await node.circles.found(person, data.customs, data.east)
    return await page_of(node, circle.id, person)


@get("/circles/{circle:str}", summary="A circle that I am in: who, the table of a season, its evenings")
async def see_circle(
    circle: CircleCode,
    request: Asked,
    node: TheNode,
    visitors: TheVisitors,
    season: SeasonName = None,
    gather: Gather = False,
) -> CircleInfo:
    person = await visitors.person(request)
    visitors.rereads.take(person, address(request))
    info, unread = await node.circles.page(circle, person, season_named(season) if season else None)
    if gather and unread:
        await review_behind(node, unread[0], Asker(person, address(request)))
    return info


async def page_of(node: Node, circle: str, person: str) -> CircleInfo:
    info, _ = await node.circles.page(circle, person, None)
    return info


@put("/circles/{circle:str}", summary="Change what a circle agrees on")
async def change_circle(
    circle: CircleCode,
    data: JSONBody[circle_bodies.CircleCustoms],
    request: Asked,
    node: TheNode,
    visitors: TheVisitors,
) -> CircleInfo:
    person = await visitors.known_person(request)
    await node.circles.write(circle, lambda at, _: may.change(at, person, data.customs))
    return await page_of(node, circle, person)


@post("/circles/{circle:str}/link", summary="A new link; the last one is not valid any more", status_code=200)
async def renew_link(circle: CircleCode, request: Asked, node: TheNode, visitors: TheVisitors) -> CircleInfo:
    person = await visitors.known_person(request)
    await node.circles.renew_link(circle, person)
    return await page_of(node, circle, person)


# Who is in it


@get("/invitations/{link:str}", summary="Which circle a link leads to")
async def see_invitation(link: LinkCode, request: Asked, node: TheNode, visitors: TheVisitors) -> InvitationInfo:
    return await node.circles.invitation(link, await visitors.person(request))


@post("/invitations/{link:str}", summary="Join the circle of a link", status_code=200)
async def join_circle(link: LinkCode, request: Asked, node: TheNode, visitors: TheVisitors) -> CircleInfo:
    person = await visitors.known_person(request)
    circle = await node.circles.join(link, person)
    return await page_of(node, circle.id, person)


@post("/circles/{circle:str}/leave", summary="Leave a circle; my circles then", status_code=200)
async def leave_circle(circle: CircleCode, request: Asked, node: TheNode, visitors: TheVisitors) -> list[CircleSlip]:
    profile = await visitors.known_profile(request)
    await node.circles.write(circle, lambda at, _: may.leave(at, profile.id, profile.name, profile.colour))
    return await node.circles.slips(profile.id)


@post("/circles/{circle:str}/members/{number:int}/remove", summary="Remove somebody from a circle", status_code=200)
async def remove_member(
    circle: CircleCode, number: Number, request: Asked, node: TheNode, visitors: TheVisitors
) -> CircleInfo:
    person = await visitors.known_person(request)
    await node.circles.remove(circle, person, number)
    return await page_of(node, circle, person)


# Evenings


@post("/circles/{circle:str}/evenings", summary="Plan an evening", status_code=200)
async def plan_evening(
    circle: CircleCode, data: JSONBody[circle_bodies.NewEvening], request: Asked, node: TheNode, visitors: TheVisitors
) -> CircleInfo:
    person = await visitors.known_person(request)
    await node.circles.write(circle, lambda at, now: may.plan(at, person, data.at, now))
    return await page_of(node, circle, person)


@post("/circles/{circle:str}/evenings/{number:int}", summary="Say whether I come", status_code=200)
async def answer_evening(
    circle: CircleCode,
    number: Number,
    data: JSONBody[circle_bodies.Coming],
    request: Asked,
    node: TheNode,
    visitors: TheVisitors,
) -> CircleInfo:
    person = await visitors.known_person(request)
    await node.circles.write(circle, lambda at, _: may.answer(at, person, number, comes=data.comes))
    return await page_of(node, circle, person)


@post("/circles/{circle:str}/evenings/{number:int}/cancel", summary="Cancel an evening", status_code=200)
async def cancel_evening(
    circle: CircleCode, number: Number, request: Asked, node: TheNode, visitors: TheVisitors
) -> CircleInfo:
    person = await visitors.known_person(request)
    await node.circles.write(circle, lambda at, _: may.cancel(at, person, number))
    return await page_of(node, circle, person)


@post("/circles/{circle:str}/tables", summary="Open a table of the circle")
async def open_circle_table(
    circle: CircleCode, data: JSONBody[bodies.NewTable], request: Asked, node: TheNode, visitors: TheVisitors
) -> TableInfo:
    profile = await visitors.known_profile(request)
    visitors.tables.take(profile.id, address(request))
    if data.listed:
        visitors.listed.take(profile.id, address(request))
    setup = data.setup(is_tutored=False)
    chairs = first_chairs(setup, Person(profile.id, profile.name), profile.colour, sits=data.sit, bots=data.bots)
    opened = await node.circles.open_table(circle, profile, setup, chairs)
    return table_info(opened.table, profile.id)


# Club evenings


@get("/circles/{circle:str}/club", summary="The latest club evening: rounds, tables, standing")
async def see_club(circle: CircleCode, request: Asked, node: TheNode, visitors: TheVisitors) -> ClubInfo:
    return await node.circles.club_page(circle, await visitors.person(request))


@post("/circles/{circle:str}/club", summary="Begin a club evening")
async def begin_club(
    circle: CircleCode, data: JSONBody[circle_bodies.NewClub], request: Asked, node: TheNode, visitors: TheVisitors
) -> ClubInfo:
    person = await visitors.known_person(request)
    await node.circles.begin_club(circle, person, data.rounds)
    return await node.circles.club_page(circle, person)


@post("/circles/{circle:str}/club/pause", summary="Somebody takes a break, or is there again", status_code=200)
async def pause_in_club(
    circle: CircleCode, data: JSONBody[circle_bodies.Pause], request: Asked, node: TheNode, visitors: TheVisitors
) -> ClubInfo:
    person = await visitors.known_person(request)
    await node.circles.pause(circle, person, data.member, pauses=data.pauses)
    return await node.circles.club_page(circle, person)


@post("/circles/{circle:str}/club/rounds", summary="Draw the next round, and open its tables")
async def draw_round(
    circle: CircleCode, data: JSONBody[circle_bodies.NewRound], request: Asked, node: TheNode, visitors: TheVisitors
) -> ClubInfo:
    person = await visitors.known_person(request)
    spend = partial(visitors.tables.take, person, address(request))
    await node.circles.draw(circle, person, data.round, data.game, data.size, spend)
    return await node.circles.club_page(circle, person)


@post("/circles/{circle:str}/club/end", summary="End the club evening before its last round", status_code=200)
async def end_club(circle: CircleCode, request: Asked, node: TheNode, visitors: TheVisitors) -> ClubInfo:
    person = await visitors.known_person(request)
    await node.circles.write(circle, lambda at, _: club.end(at, person))
    return await node.circles.club_page(circle, person)


circles = Router(
    "/api/v1",
    guards=[counted("circles")],
    route_handlers=[
        my_circles,
        my_ratings,
        found_circle,
        see_circle,
        change_circle,
        renew_link,
        see_invitation,
        join_circle,
        leave_circle,
        remove_member,
        plan_evening,
        answer_evening,
        cancel_evening,
        open_circle_table,
        see_club,
        begin_club,
        pause_in_club,
        draw_round,
        end_club,
    ],
)
