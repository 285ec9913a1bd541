"""A calendar of deadlines: until when I have to move in which match, for whatever shows calendars (RFC 5545)."""

from collections.abc import Iterator
from datetime import UTC, datetime
from secrets import token_urlsafe
from typing import Annotated, Any

from litestar import Response, Router
from litestar.params import Parameter

from pasch.engine.language import Lang
from pasch.games import GAMES
from pasch.server.http import bodies
from pasch.server.http.api import Asked, TheNode, TheVisitors, bits, get, post
from pasch.server.http.identity import stored
from pasch.server.http.lists import ASKED, CHAIRS
from pasch.server.store.belongings import ALWAYS, Ticket
from pasch.server.table import nudging
from pasch.server.table.refusals import NO_LINK, Missing

KIND = "calendar"
MOST = 50
LONGEST = 73
"""Bytes of a line, without those that end it; longer ones are folded."""
AS_CALENDAR = "text/calendar"

Token = Annotated[str, Parameter(min_length=1, max_length=100)]


@post("/me/calendar", summary="The address of my calendar of deadlines; the last one is not valid any more")
async def make_calendar(request: Asked, node: TheNode, visitors: TheVisitors) -> bodies.Link:
    person, token = await visitors.known_person(request), token_urlsafe(18)
    await node.belongings.issue(Ticket(stored(token), KIND, person, ALWAYS, ""), node.clock())
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
    now, base = node.clock(), f"{request.base_url}".rstrip("/")
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Pasch//Pasch//EN", "X-WR-CALNAME:Pasch"]
    for row in await node.storage.tables_of(ticket.person, MOST):
        lines += _event(row, lang, now, base)
    text = "".join(f"{folded}\r\n" for line in [*lines, "END:VCALENDAR"] for folded in _folded(line))
    return Response(text, media_type=AS_CALENDAR)


def _event(row: Any, lang: Lang, now: float, base: str) -> list[str]:
    """Nothing where nobody is hurried. All that is told is in the table's row: no log is read for it."""
    mine = bits(row.seats)
    ends = [(until, since) for seat, since, until in ASKED(row.asked) if seat in mine and until is not None]
    if not ends or row.game not in GAMES:
        return []
    end, since = min(ends)
    title, body = nudging.words(GAMES[row.game], CHAIRS(row.chairs), mine, end - now, lang)
    return [
        "BEGIN:VEVENT",
        f"UID:{row.id}-{since:.0f}@pasch",
        f"DTSTAMP:{_time(now)}",
        f"DTSTART:{_time(end)}",
        f"SUMMARY:{_plain(f'{title}: {body}')}",
        f"URL:{base}/t/{row.id}",
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
