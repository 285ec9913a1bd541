"""Webhooks of circles over HTTP. What they lead to is sent once, and told to nobody."""

from typing import Annotated

from litestar import Router
from litestar.params import JSONBody, Parameter

from pasch.server.http import circle_bodies
from pasch.server.http.api import Asked, TheNode, TheVisitors, post
from pasch.server.http.circles import CircleCode, page_of
from pasch.server.http.identity import address, counted
from pasch.server.http.nudging import check_zone
from pasch.server.live.circle_info import CircleInfo

HookCode = Annotated[str, Parameter(min_length=1, max_length=40, description="the webhook's id")]


@post("/circles/{circle:str}/hooks", summary="Let the circle send word to a webhook; it is tried at once")
async def add_hook(
    circle: CircleCode, data: JSONBody[circle_bodies.NewHook], request: Asked, node: TheNode, visitors: TheVisitors
) -> CircleInfo:
    person = await visitors.known_person(request)
    check_zone(data.zone)
    visitors.hooks.take(person, address(request))
    await node.hooks.add(await node.circles.for_member(circle, person), person, data.url, data.lang, data.zone)
    return await page_of(node, circle, person)


@post("/circles/{circle:str}/hooks/{hook:str}/remove", summary="Send nothing there any more", status_code=200)
async def remove_hook(
    circle: CircleCode, hook: HookCode, request: Asked, node: TheNode, visitors: TheVisitors
) -> CircleInfo:
    person = await visitors.known_person(request)
    await node.hooks.remove(await node.circles.for_member(circle, person), person, hook)
    return await page_of(node, circle, person)


hooks = Router("/api/v1", guards=[counted("circles")], route_handlers=[add_hook, remove_hook])
