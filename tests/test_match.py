"""A match and its gate."""

from copy import copy

import msgspec
import pytest

from pasch.engine.draws import chance
from pasch.engine.errors import Refused
from pasch.engine.game import Decision, Over, Seat
from pasch.engine.match import Event, Match, apply
from pasch.games import GAMES

GAME = GAMES["hilo"]
EVENTS = (
    Event(None, msgspec.convert({"type": "deal", "cards": [6, 3]}, GAME.outcomes)),
    Event(Seat(0), GAME.moves("high")),
    Event(Seat(1), GAME.moves("low")),
    Event(None, msgspec.convert({"type": "roll", "die": 4}, GAME.outcomes)),
)


def played(events: int = len(EVENTS)) -> Match:
    match = Match(GAME, 2)
    for event in EVENTS[:events]:
        match.apply(event)
    return match


def test_a_match_changes_only_by_what_passes_the_gate() -> None:
    match = Match(GAME, 2)
    with pytest.raises(Refused):
        match.play(Seat(0), GAME.moves("high"))
    deal = match.draw(chance("x"))
    with pytest.raises(Refused):
        match.draw(chance("x"))
    with pytest.raises(Refused):
        match.settle(deal)
    assert match.events == (Event(None, deal),)
    assert match.turn == Decision((Seat(0), Seat(1)), "H2")


def test_the_gate_as_a_function_says_the_same() -> None:
    state = GAME.start(2, GAME.options())
    for event in EVENTS:
        state = apply(GAME, state, event)
    assert state == played().state
    for event in EVENTS[:2]:
        with pytest.raises(Refused, match="H4"):
            apply(GAME, state, event)
    assert isinstance(GAME.turn(state), Over)


def test_the_gate_asks_the_game_why() -> None:
    match = played(1)
    with pytest.raises(Refused, match="H2: Say"):
        match.play(Seat(0), GAME.moves("loud"))
    with pytest.raises(Refused, match="Seat 0, 1 decides now, not seat 7"):
        match.play(Seat(7), GAME.moves("high"))
    with pytest.raises(Refused, match="H2: Say"):
        apply(GAME, match.state, Event(Seat(0), GAME.moves("loud")))


@pytest.mark.parametrize(
    ("events", "event", "says"),
    [
        (0, EVENTS[1], "H1: First the dice or cards must fall."),
        (0, EVENTS[3], "H1: Dice or cards cannot fall like this here."),
        (1, EVENTS[0], "H2: Nothing is drawn here: seat 0, 1 decides."),
        (2, EVENTS[1], "H2: Seat 1 decides now, not seat 0."),
        (4, EVENTS[1], "H4: The match is over."),
        (4, EVENTS[3], "H4: The match is over."),
    ],
)
def test_the_gate_says_what_it_waits_for(events: int, event: Event, says: str) -> None:
    match = played(events)
    for happen in (lambda: match.apply(event), lambda: apply(GAME, match.state, event)):
        with pytest.raises(Refused) as refused:
            happen()
        assert str(refused.value) == says
    assert match.events == EVENTS[:events]


def test_what_happened_can_be_read_and_not_changed() -> None:
    match = played()
    assert (match.events, match.count, match.last) == (EVENTS, 4, EVENTS[3])
    with pytest.raises(AttributeError):
        match.events = ()  # type: ignore[misc]


def test_a_copy_goes_on_by_itself() -> None:
    match = played(2)
    twin = copy(match)
    assert list(twin.moves(Seat(1))) == list(match.moves(Seat(1)))
    twin.apply(EVENTS[2])
    assert (match.events, match.state, match.turn.rule) == (EVENTS[:2], played(2).state, "H2")
    assert (twin.events, twin.state, twin.turn.rule) == (EVENTS[:3], played(3).state, "H3")
    assert (twin.game, twin.players, twin.options) == (match.game, match.players, match.options)


def test_a_match_that_forgets_its_events_goes_on() -> None:
    match = played(3)
    match.forget()
    assert not match.count
    match.apply(EVENTS[3])
    assert match.events == EVENTS[3:]
    assert match.state == played().state


def test_a_notebook_shows_it() -> None:
    shown = Match(GAME, 2)._repr_html_()
    assert shown is not None
    assert shown.startswith("<svg")
