"""The results of a match, one for each seat: a pure fold over the log, as the table is; reviews say more later."""

from collections.abc import Sequence
from typing import NamedTuple

from pasch.engine.game import ALL_SEATS, Over, Seat, places
from pasch.games.parts import facts_of
from pasch.server.table.log import encode_what
from pasch.server.table.ranks import ranks_of
from pasch.server.table.seats import Bot, Person, Sitter
from pasch.server.table.table import Table


class SeatResult(NamedTuple):
    """How a match ended for one seat."""

    match: str
    seat: int
    person: str | None
    """None: a bot, or a guest on somebody's device."""
    game: str
    players: int
    place: int
    """Equals share one."""
    score: int | None
    """None where all others lost their seats before the end."""
    ended: float
    bot: str | None
    """Its level."""
    stood_in: int
    """How many moves a bot made for the person."""
    hints: int
    """How many the seat was given."""
    forfeited: float | None
    """Where a clock has cost the seat: how much of the match was behind then, from 0 to 1."""
    rated: bool
    """Whether the table was to count for ratings."""
    circle: str | None
    """To which the table belongs."""
    facts: str
    """What the game itself tells of it, as JSON."""
    rank: int | None
    """The place for ratings; None where the match does not count."""
    met: str = "{}"
    """For a person, the levels of the bots there: how many of each, and before how many the seat came; as JSON."""
    judge: str = ""
    """Which weights have reviewed the match last; empty: none, and the rest says nothing."""
    luck: float = 0.0
    """What chance brought the seat, as a share of the win."""
    counted: int = 0
    """Its decisions that counted."""
    loss: float = 0.0
    """For each of these."""
    squares: float = 0.0
    """The sum of squared deviations from that."""


def results_of(table: Table) -> Sequence[SeatResult]:
    """Empty where no match is finished: it goes on, never began, or was broken off."""
    found = _ranks(table)
    if found is None:
        return ()
    scores, placed = found
    ranks = ranks_of(table, placed)
    return [
        SeatResult(
            match=table.id,
            seat=seat,
            person=_person(sitter),
            game=table.setup.game,
            players=len(placed),
            place=placed[seat],
            score=scores[seat] if scores else None,
            ended=table.course.ended,
            bot=sitter.level if isinstance(sitter, Bot) else None,
            stood_in=table.course.stood_in[seat],
            hints=table.given.counts.get(seat, 0),
            forfeited=table.course.forfeited.get(seat),
            rated=table.setup.rated,
            circle=table.setup.circle or None,
            facts=_facts(table, seat) if scores else "{}",
            rank=ranks[seat] if ranks else None,
            met=_met(table, placed, seat) if _person(sitter) else "{}",
        )
        for seat, sitter in zip(ALL_SEATS, table.sitters, strict=False)
    ]


def _ranks(table: Table) -> tuple[Sequence[int], Sequence[int]] | None:
    """Scores and places; no scores where the last one left has won."""
    if table.match is not None and isinstance(table.match.turn, Over):
        result = table.match.turn.result
        return result.scores, result.places
    left = [seat not in table.course.forfeited for seat in range(len(table.chairs))]
    return ((), places(left)) if table.closed == "forfeit" and any(left) else None


def _person(sitter: Sitter) -> str | None:
    return sitter.id if isinstance(sitter, Person) and not sitter.guest else None


def _met(table: Table, placed: Sequence[int], seat: Seat) -> str:
    met: dict[str, tuple[int, int]] = {}
    for sitter, place in zip(table.sitters, placed, strict=True):
        if isinstance(sitter, Bot):
            number, behind = met.get(sitter.level, (0, 0))
            met[sitter.level] = number + 1, behind + (placed[seat] < place)
    return encode_what(met).decode()


def _facts(table: Table, seat: Seat) -> str:
    told = facts_of(table.game)
    return encode_what(told.facts(table.playing.state, seat) if told else {}).decode()
