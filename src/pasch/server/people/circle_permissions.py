"""Who may do what in a circle: each yields what is written into its log, or raises a refusal."""

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from pasch.engine.language import Text
from pasch.engine.record import game_named
from pasch.games import GAMES
from pasch.server.people import circle_log as log
from pasch.server.people.circle import Circle, Evening
from pasch.server.people.circle_log import LONGEST_CIRCLE_NAME, Customs, What
from pasch.server.table.permissions import plain_name
from pasch.server.table.refusals import Missing, NotAllowed
from pasch.server.table.seats import plain

MOST_MEMBERS = 100
MOST_PLANNED = 10
LONGEST_AHEAD = 370 * 86_400.0
"""Seconds by which an evening may be planned ahead."""

NO_CIRCLE = Text("Diese Runde gibt es nicht.", "There is no such circle.")
OLD_LINK = Text(
    "Dieser Link gilt nicht mehr. Frag in der Runde nach einem neuen.",
    "This link is no longer valid. Ask in the circle for a new one.",
)
NOT_A_MEMBER = Text("Das dürfen nur die, die in der Runde sind.", "Only those in the circle may do that.")
NOT_THE_HOST = Text("Das darf nur, wer die Runde führt.", "Only the person who runs the circle may do that.")
FULL = Text(f"Mehr als {MOST_MEMBERS} passen nicht in eine Runde.", f"A circle has room for {MOST_MEMBERS}.")
NO_MEMBER = Text("In der Runde ist sonst niemand mit dieser Nummer.", "Nobody else in the circle has this number.")
NO_EVENING = Text("Diesen Abend gibt es nicht mehr.", "There is no such evening any more.")
NOT_THEN = Text("Ein Abend liegt in der Zukunft, höchstens ein Jahr.", "An evening is in the future, a year at most.")
ENOUGH = Text(f"{MOST_PLANNED} Abende sind schon eingetragen.", f"{MOST_PLANNED} evenings are planned already.")

Proposal = Callable[[Circle, float], Iterable[What]]
"""Given a circle and the time, yields the entries that somebody wants to write into its log, or raises a refusal."""


def checked_customs(customs: Customs) -> Customs:
    plain_name(customs.name)
    return replace(customs, name=plain(customs.name, LONGEST_CIRCLE_NAME), felt=game_named(customs.felt, GAMES).id)


def must_be_member(circle: Circle, person: str | None) -> None:
    """To everybody else the circle is not there."""
    if person not in circle.members:
        raise Missing(NO_CIRCLE)


def must_be_host(circle: Circle, person: str) -> None:
    must_be_member(circle, person)
    if person != circle.host:
        raise NotAllowed(NOT_THE_HOST)


def found(person: str, customs: Customs, link: str, east: int) -> Iterator[What]:
    yield log.Founded(checked_customs(customs), link, east)
    yield log.Joined(person)


def change(circle: Circle, person: str, customs: Customs) -> Iterator[What]:
    must_be_host(circle, person)
    if (new := checked_customs(customs)) != circle.customs:
        yield log.Changed(new)


def renew_link(circle: Circle, person: str, link: str) -> Iterator[What]:
    must_be_host(circle, person)
    yield log.Linked(link)


def join(circle: Circle, person: str, link: str) -> Iterator[What]:
    if link != circle.link:
        raise Missing(OLD_LINK)
    if person in circle.members:
        return
    if len(circle.members) >= MOST_MEMBERS:
        raise NotAllowed(FULL)
    yield log.Joined(person)


def leave(circle: Circle, person: str, name: str, colour: str | None) -> Iterator[What]:
    must_be_member(circle, person)
    yield log.Left(person, name, colour, person)


def member_numbered(circle: Circle, number: int) -> str:
    found = next((one.person for one in circle.known.values() if one.number == number and one.left is None), None)
    if found is None:
        raise Missing(NO_MEMBER)
    return found


def remove(
    circle: Circle, host: str, number: int, link: str, called: Callable[[str], tuple[str, str | None]]
) -> Iterator[What]:
    """Whoever is removed knows the link: from now on there is another one."""
    must_be_host(circle, host)
    person = member_numbered(circle, number)
    if person == host:
        raise Missing(NO_MEMBER)
    yield log.Left(person, *called(person), host)
    yield log.Linked(link)


# Evenings


def plan(circle: Circle, person: str, at: float, now: float) -> Iterator[What]:
    must_be_member(circle, person)
    if not now < at <= now + LONGEST_AHEAD:
        raise NotAllowed(NOT_THEN)
    if sum(one.at > now for one in circle.planned.values()) >= MOST_PLANNED:
        raise NotAllowed(ENOUGH)
    if all(one.at != at for one in circle.planned.values()):
        yield log.Planned(at, person)


def evening_numbered(circle: Circle, number: int) -> Evening:
    if number not in circle.planned:
        raise Missing(NO_EVENING)
    return circle.planned[number]


def answer(circle: Circle, person: str, number: int, *, comes: bool) -> Iterator[What]:
    must_be_member(circle, person)
    if evening_numbered(circle, number).answers.get(person) is not comes:
        yield log.Answered(number, person, comes)


def cancel(circle: Circle, person: str, number: int) -> Iterator[What]:
    """Whoever planned an evening may take it back, and whoever runs the circle."""
    must_be_member(circle, person)
    if person not in (evening_numbered(circle, number).by, circle.host):
        raise NotAllowed(NOT_THE_HOST)
    yield log.Cancelled(number)
