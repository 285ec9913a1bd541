"""A club evening: who plays, when the next round can be drawn, and who may do that."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pasch.engine.draws import Below
from pasch.engine.game import AnyGame
from pasch.engine.language import Text
from pasch.server.people import circle_log as log
from pasch.server.people.circle import Circle, Club
from pasch.server.people.circle_log import Seated, What
from pasch.server.people.circle_permissions import must_be_member
from pasch.server.people.points import Match, standings
from pasch.server.people.seating import draw, meetings, table_sizes
from pasch.server.table.refusals import NotAllowed, Stale

MOST_ROUNDS = 12
SOON = 12 * 3600.0
"""Seconds before a planned evening in which those who said that they come are there."""

NO_CLUB = Text("Gerade läuft kein Clubabend.", "There is no club evening now.")
IS_ON = Text("Der Clubabend läuft schon.", "The club evening is on already.")
NOT_THE_RUNNER = Text(
    "Das darf nur, wer den Abend oder die Runde führt.", "Only those who run the evening or the circle may do that."
)
STILL_PLAYED = Text(
    "Es wird noch gespielt. Ausgelost wird, wenn alle fertig sind.",
    "Some are still playing. The next round is drawn when all are done.",
)
WAS_THE_LAST = Text("Das war die letzte Runde.", "That was the last round.")


class Plan(NamedTuple):
    """Who sits down to the next round, and at tables of which sizes; none where that does not work out."""

    people: list[str]
    sizes: list[int]


def running(circle: Circle) -> Club:
    """The club evening that goes on, its last round included."""
    if circle.club is None or circle.club.is_ended:
        raise NotAllowed(NO_CLUB)
    return circle.club


def must_run(circle: Circle, club: Club, person: str) -> None:
    must_be_member(circle, person)
    if person not in (club.by, circle.host):
        raise NotAllowed(NOT_THE_RUNNER)


def is_over(club: Club | None, done: Mapping[str, bool]) -> bool:
    """Whether nothing comes after what is played now."""
    return club is None or club.is_ended or (len(club.drawn) >= club.rounds and not still_playing(club, done))


def still_playing(club: Club, done: Mapping[str, bool]) -> list[int]:
    """The tables of this round that are not done, from 0. `done`: of the tables by their codes."""
    tables = club.drawn[-1].tables if club.drawn else ()
    return [at for at, one in enumerate(tables) if not done.get(one.table, True)]


def plan(circle: Circle, club: Club, wanted: int, game: AnyGame) -> Plan:
    people = [person for person in circle.members if person not in club.pausing]
    return Plan(people, table_sizes(len(people), wanted, (game.seats[0], game.seats[-1])))


def too_odd(people: int, game: AnyGame) -> NotAllowed:
    title, few, many = game.title, game.seats[0], game.seats[-1]
    return NotAllowed(
        Text(
            f"Mit {people} geht es nicht auf: {title.de} ist ein Spiel für {few} bis {many}.",
            f"It does not work out with {people}: {title.en} is for {few} to {many} players.",
        )
    )


# What happens


def begin(
    circle: Circle, person: str, rounds: int, coming: Sequence[str] | None, done: Mapping[str, bool]
) -> Iterator[What]:
    """`coming`: who said so, where anybody did; the others take a break until they are tapped."""
    must_be_member(circle, person)
    if not is_over(circle.club, done):
        raise NotAllowed(IS_ON)
    yield log.ClubBegun(rounds, person)
    if coming is not None:
        yield from (log.Paused(one, pauses=True) for one in circle.members if one not in (person, *coming))


def pause(circle: Circle, person: str, who: str, *, pauses: bool) -> Iterator[What]:
    """Everybody for themselves; whoever runs the evening for all."""
    club = running(circle)
    must_be_member(circle, person)
    if person != who:
        must_run(circle, club, person)
    if (who in club.pausing) is not pauses:
        yield log.Paused(who, pauses)


def end(circle: Circle, person: str) -> Iterator[What]:
    must_run(circle, running(circle), person)
    yield log.ClubEnded()


def check_draw(circle: Circle, person: str, number: int, done: Mapping[str, bool]) -> Club:
    """Raise where round `number`, from 1, cannot be drawn now."""
    club = running(circle)
    must_run(circle, club, person)
    if number != len(club.drawn) + 1:
        raise Stale
    if still_playing(club, done):
        raise NotAllowed(STILL_PLAYED)
    if len(club.drawn) >= club.rounds:
        raise NotAllowed(WAS_THE_LAST)
    return club


def seats(
    circle: Circle, club: Club, wanted: int, game: AnyGame, matches: Sequence[Match], below: Below
) -> list[list[str]]:
    """Who sits at which table of the next round, after these matches of the evening."""
    people, sizes = plan(circle, club, wanted, game)
    if not sizes:
        raise too_odd(len(people), game)
    met = meetings([one.people for one in drawn.tables] for drawn in club.drawn)
    strength = {line.person: line.points for line in standings(matches, people)}
    return draw(people, sizes, met, strength, below)


def seated(circle: Circle, number: int, game: str, tables: Sequence[Seated]) -> Iterator[What]:
    """The round is drawn, unless somebody else was quicker."""
    if len(running(circle).drawn) != number - 1:
        raise Stale
    yield log.Drawn(game, tuple(tables))
