"""Builders for the rulebook tests of twenty one: matches with named dice, round by round."""

from collections.abc import Sequence

from pasch.engine.game import Over, Result, Seat
from pasch.engine.match import Match
from pasch.games.twentyone import GAME
from pasch.games.twentyone.model import COLOURS, Colour, Keep, Mark, Options, Reroll, Roll, Row, SixDice

ALL = COLOURS
STRIKE: tuple[Colour, ...] = ()
ONES = "111111"
"""Dice that fit every field."""
SIXES = "666666"
"""Dice that fit hardly any."""


def dice(digits: str) -> Roll:
    """What red, yellow, green, blue, white and black show. On sheet A this is the order of the first row."""
    return Roll(SixDice(*map(int, digits)))


def table(players: int, first: int = 0, sheets: str | None = None) -> Match:
    return Match(GAME, players, Options(first=first) if sheets is None else Options(first, tuple(sheets)))


def keep(match: Match, digits: str) -> Match:
    """The active seat rolls these dice and keeps them."""
    match.settle(dice(digits))
    match.play(match.state.active, Keep())
    return match


def reroll(match: Match, digits: str) -> Match:
    """The active seat rolls these dice and wants another try."""
    match.settle(dice(digits))
    match.play(match.state.active, Reroll())
    return match


def mark(match: Match, seat: int, *colours: Colour) -> Match:
    """A seat enters the numbers of these colours; none: it strikes."""
    match.play(Seat(seat), Mark(colours))
    return match


def play_round(match: Match, digits: str, *choices: Sequence[Colour]) -> Match:
    """A round without a second try; what each seat enters, in seat order."""
    keep(match, digits)
    for seat, colours in enumerate(choices):
        mark(match, seat, *colours)
    return match


def choices(match: Match, seat: int) -> set[tuple[Colour, ...]]:
    """What a seat may enter now."""
    moves = match.moves(Seat(seat))
    found = {move.colours for move in moves}
    assert len(found) == len(moves)
    return found


def row(match: Match, seat: int, at: int = 1) -> Row:
    """What stands in a seat's row, counted from 1."""
    written: Row = match.state.pages[seat].rows[at - 1]
    return written


def result(match: Match) -> Result:
    assert isinstance(match.turn, Over)
    return match.turn.result
