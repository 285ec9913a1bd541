"""A calendar of deadlines: until when I have to move in which match, for whatever shows calendars (RFC 5545)."""

from collections.abc import Iterator
from datetime import UTC, datetime
from math import inf
from secrets import token_urlsafe
from typing import Annotated

from litestar import Response, Router
from litestar.params import Parameter

from pasch.engine.language import Lang
from pasch.server.http import bodies
from pasch.server.http.api import Asked, TheNode, TheVisitors, bits, get, post
from pasch.server.http.identity import stored
from pasch.server.store.belongings import Ticket
from pasch.server.table import nudging
from pasch.server.table.refusals import NO_LINK, Missing
from pasch.server.table.table import Table

KIND = "calendar"
MOST = 50
LONGEST = 73
"""Bytes of a line, without those that end it; longer ones are folded."""
AS_CALENDAR = "text/calendar"

Token = Annotated[str, Parameter(min_length=1, max_length=100)]


@post("/me/calendar", summary="The address of my calendar of deadlines; the last one is not valid any more")
async def make_calendar(request: Asked, node: TheNode, visitors: TheVisitors) -> bodies.Link:
    person, token = await visitors.known_person(request), token_urlsafe(18)
    await node.belongings.issue(Ticket(stored(token), KIND, person, inf, ""), node.clock())
    return bodies.Link(token, f"/api/v1/calendar/{token}")


@get("/calendar/{token:str}", summary="Until when somebody has to move, as a calendar", media_type=AS_CALENDAR)
async def calendar(
    token: Token,
    request: Asked,
    node: TheNode,
    lang: Annotated[Lang, Parameter(description="of its sentences")] = "en",
) -> Response[str]:
    ticket = await node.belongings.ticket(KIND, stored(token), node.clock())
    if ticket is None or ticket.person is None:
        raise Missing(NO_LINK)
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Pasch//Pasch//EN", "X-WR-CALNAME:Pasch"]
    for row in await node.storage.tables_of(ticket.person, MOST):
        if mine := bits(row.waiting & row.seats):
            opened = await node.tables.fresh(row.id)
            lines += _event(opened.table, mine[0], lang, node.clock(), f"{request.base_url}")
    text = "".join(f"{folded}\r\n" for line in [*lines, "END:VCALENDAR"] for folded in _folded(line))
    return Response(text, media_type=AS_CALENDAR)


def _event(table: Table, seat: int, lang: Lang, now: float, base: str) -> list[str]:
    """Nothing where nobody is hurried."""
    if (end := table.deadline(seat)) is None or seat not in table.waiting:
        return []
    title, body = nudging.told(table, seat, lang, now)
    return [
        "BEGIN:VEVENT",
        f"UID:{table.id}-{table.clocks.since[seat]:.0f}@pasch",
        f"DTSTAMP:{_time(now)}",
        f"DTSTART:{_time(end)}",
        f"SUMMARY:{_plain(f'{title}: {body}')}",
        f"URL:{base.rstrip('/')}/t/{table.id}",
        "END:VEVENT",
    ]


def _time(at: float) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y%m%dT%H%M%SZ}"


def _plain(text: str) -> str:
    for sign in "\\;,":
        text = text.replace(sign, f"\\{sign}")
    return text


def _folded(line: str) -> Iterator[str]:
    """A long line goes on in the next one, behind a space; no letter is torn apart."""
    part = ""
    for letter in line:
        if len((part + letter).encode()) > LONGEST:
            yield part
            part = " "
        part += letter
    yield part


calendars = Router("/api/v1", route_handlers=[make_calendar, calendar])
