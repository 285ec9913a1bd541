"""What each seat, or a spectator, has seen of an event."""

from typing import NamedTuple

import msgspec
import pytest

from pasch.engine.game import Chance, Decision, Seat, Turn
from pasch.engine.match import Event, Match
from pasch.engine.witness import Step, Witness, seen, still_concealed, witnessed
from pasch.games import GAMES
from pasch.games.narration import told

GAME = GAMES["hilo"]
DEAL = msgspec.convert({"type": "deal", "cards": [6, 3, 5]}, GAME.outcomes)
ROLL = msgspec.convert({"type": "roll", "die": 4}, GAME.outcomes)
HIGH, LOW = GAME.moves("high"), GAME.moves("low")
EVENTS = (
    Event(None, DEAL),
    Event(Seat(1), HIGH),
    Event(Seat(0), LOW),
    Event(Seat(2), HIGH),
    Event(None, ROLL),
)
NAMES = ("Ada", "Bo", "Cleo")
ONLOOKERS = (None, Seat(0), Seat(1), Seat(2))


def watched(events: int) -> tuple[Witness, list[Step]]:
    witness = Witness(Match(GAME, 3))
    steps = []
    for event in EVENTS[:events]:
        witness.match.apply(event)
        steps.append(witness.look())
    return witness, steps


def test_a_step_is_an_event_with_what_was_around_it() -> None:
    witness, steps = watched(len(EVENTS))
    assert [step.event for step in steps] == list(EVENTS)
    assert [step.turn.rule for step in steps] == ["H1", "H2", "H2", "H2", "H3"]
    assert [step.after for step in steps[:-1]] == [step.before for step in steps[1:]]
    assert (steps[0].before, steps[-1].after) == (GAME.start(3, GAME.options()), witness.match.state)


def test_chance_is_seen_as_it_says_itself() -> None:
    _, steps = watched(len(EVENTS))
    shown = [msgspec.to_builtins(seen(steps[0], seat).what)["cards"] for seat in ONLOOKERS]
    assert shown == [(0, 0, 0), (6, 0, 0), (0, 3, 0), (0, 0, 5)]
    assert isinstance(steps[0].turn, Chance)
    assert {seen(steps[-1], seat) for seat in ONLOOKERS} == {EVENTS[-1]}


def test_what_is_chosen_at_once_is_known_to_its_seat_alone_until_all_have_chosen() -> None:
    for count, hidden in ((1, ()), (2, (1,)), (3, (1, 2)), (4, ()), (5, ())):
        witness, steps = watched(count)
        assert witness.concealed == tuple(steps[at] for at in hidden)
        for at in range(1, count):
            for seat in ONLOOKERS:
                known = at not in hidden or EVENTS[at].seat == seat
                expected = seen(steps[at], seat) if known else None
                assert witnessed(steps[at], seat, witness.concealed) == expected


def test_a_choice_that_is_concealed_is_told_without_what_it_is() -> None:
    witness, steps = watched(2)
    for seat in ONLOOKERS:
        assert told(witness, steps[1], seat, NAMES, "en") == ["Bo has chosen."]
    witness, steps = watched(len(EVENTS))
    assert told(witness, steps[-1], None, NAMES, "de") == ["Der Würfel zeigt 4."]


class Choice(NamedTuple):
    turn: Turn
    event: Event


def asked(*seats: int) -> Decision:
    return Decision(tuple(map(Seat, seats)), "H2")


def choice(seat: int, *seats: int) -> Choice:
    return Choice(asked(*seats), Event(Seat(seat), HIGH))


EARLIER = (choice(2, 0, 1, 2),)
OVER = GAME.turn(watched(len(EVENTS))[0].match.state)


@pytest.mark.parametrize(
    ("before", "last", "now", "is_concealed"),
    [
        ((), choice(0, 0), asked(1), False),
        ((), choice(0, 0), asked(0), False),
        ((), choice(0, 0), asked(0, 1), False),
        ((), choice(0, 0, 1), asked(1), True),
        ((), choice(0, 0, 1), asked(0, 1), True),
        ((), choice(0, 0, 1), asked(2), False),
        ((), choice(0, 0, 1), asked(1, 2), False),
        ((), choice(0, 0, 1), OVER, False),
        (EARLIER, choice(0, 0, 1), asked(1), True),
        (EARLIER, choice(0, 0, 1), asked(2, 0, 1), False),
        (EARLIER, choice(0, 0), asked(0), True),
        (EARLIER, choice(0, 0), asked(1), False),
        (EARLIER, choice(0, 0), OVER, False),
    ],
    ids=lambda value: "-".join(map(str, value.seats)) if isinstance(value, Decision) else None,
)
def test_choices_are_concealed_as_long_as_the_others_still_choose(
    before: tuple[Choice, ...], last: Choice, now: Turn, is_concealed: bool
) -> None:
    assert still_concealed(before, last, now) == ((*before, last) if is_concealed else ())


def test_chance_ends_what_was_concealed() -> None:
    turn = GAME.turn(GAME.start(3, GAME.options()))
    assert still_concealed(EARLIER, Choice(turn, EVENTS[0]), asked(0, 1)) == ()
