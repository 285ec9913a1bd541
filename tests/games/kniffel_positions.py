"""Builders for the rulebook tests of Karten-Kniffel: matches with named cards, and positions that are rare."""

from collections import Counter
from collections.abc import Mapping

from pasch.engine.game import Over, Result, Seat
from pasch.engine.match import Event, Match, apply
from pasch.games.kniffel import GAME
from pasch.games.kniffel.model import (
    ALL_CARDS,
    FIELDS,
    Deal,
    Draw,
    Effect,
    Field,
    Hand,
    Move,
    Options,
    Phase,
    Score,
    Sheet,
    State,
    Swap,
    Trim,
)

POINTS = dict(zip(FIELDS, (3, 6, 9, 12, 15, 18, 20, 20, 25, 30, 40, 50), strict=True))
"""A sheet that could be: its upper part is 63."""
EMPTY: Sheet = (None,) * 12


def cards(digits: str) -> Hand:
    return tuple(sorted(map(int, digits)))


# Matches


def dealt(*hands: str, first: int = 0) -> Match:
    """A match whose seats hold these cards."""
    match = Match(GAME, len(hands), Options(first=first))
    match.settle(Deal(tuple(cards(hand) for hand in hands)))
    return match


def swap(match: Match, seat: int, discard: str, drawn: str) -> None:
    match.play(Seat(seat), Swap(cards(discard), len(drawn)))
    _draw(match, drawn)


def score(match: Match, seat: int, field: Field, played: str, drawn: str = "", *, announce: bool = False) -> None:
    match.play(Seat(seat), Score(field, cards(played), announce))
    _draw(match, drawn)


def _draw(match: Match, drawn: str) -> None:
    if drawn:
        match.settle(Draw(cards(drawn)))


def trim(match: Match, seat: int, surplus: str) -> None:
    match.play(Seat(seat), Trim(cards(surplus)))


def passes(match: Match, *seats: int) -> None:
    for seat in seats:
        swap(match, seat, "", "")


# Positions


def sheet(points: Mapping[Field, int]) -> Sheet:
    return tuple(points.get(field) for field in FIELDS)


def all_but(*free: Field) -> Sheet:
    """A sheet on which only these fields are empty."""
    return tuple(None if field in free else points for field, points in POINTS.items())


def without(cards: Hand, *taken: Hand) -> Hand:
    left = Counter(cards)
    for hand in taken:
        left.subtract(hand)
    assert min(left.values()) >= 0, "there are not so many of these cards"
    return tuple(sorted(left.elements()))


def position(
    *hands: str,
    sheets: tuple[Sheet, ...] | None = None,
    penalties: tuple[int, ...] | None = None,
    pile: str | None = None,
    seat: int = 0,
    first: int = 0,
) -> State:
    """These hands before the turn of `seat`. All other cards are discards where `pile` is told, and the pile if not."""
    held = tuple(cards(hand) for hand in hands)
    rest = without(ALL_CARDS, *held)
    left = rest if pile is None else cards(pile)
    return State(
        first=Seat(first),
        seat=Seat(seat),
        phase=Phase.ACT,
        hands=held,
        pile=left,
        discards=without(rest, left),
        sheets=(EMPTY,) * len(held) if sheets is None else sheets,
        penalties=(0,) * len(held) if penalties is None else penalties,
    )


def match_at(state: State) -> Match:
    """A match that has come to this position."""
    match = Match(GAME, len(state.hands))
    match.state, match.turn = state, GAME.turn(state)
    return match


def moved(state: State, seat: int, move: Move) -> State:
    after: State = apply(GAME, state, Event(Seat(seat), move))
    return after


def drawn(state: State, digits: str) -> State:
    after: State = apply(GAME, state, Event(None, Draw(cards(digits))))
    return after


def effect(state: State, seat: int, move: Move) -> Effect:
    found = GAME.effect(state, Seat(seat), move)
    assert isinstance(found, Effect)
    return found


def result(state: State) -> Result:
    turn = GAME.turn(state)
    assert isinstance(turn, Over)
    return turn.result


def discards(state: State) -> Hand:
    """In ascending order: which was discarded first is no matter of the rules."""
    return tuple(sorted(state.discards))
