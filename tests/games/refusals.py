"""What every refusal at the gate must be: a rule's number, a sentence in both languages, and no change."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import msgspec
import pytest

from pasch.engine.errors import Refused
from pasch.engine.game import Seat
from pasch.engine.language import LANGS, Text
from pasch.engine.match import Event, Match

Reach = Callable[[], Match]


def refusing(*rows: tuple[str, str, Reach, Iterable[Event]]) -> pytest.MarkDecorator:
    """Runs a test for each event: by which rule it is refused, what it is called, and how it comes to that."""
    cases = [
        pytest.param(rule, reach, event, id=f"{rule} {what}") for rule, what, reach, events in rows for event in events
    ]
    return pytest.mark.parametrize(("rule", "reach", "event"), cases)


@contextmanager
def refuses(match: Match, rule: str) -> Iterator[None]:
    """Inside, the match says no by this rule, and stays as it was."""
    state, turn, events = match.state, match.turn, match.events
    with refused(rule):
        yield
    assert match.state == state
    assert match.turn is turn
    assert match.events == events


@contextmanager
def refused(rule: str) -> Iterator[None]:
    """Inside, somebody says no by this rule, in both languages."""
    with pytest.raises(Refused) as caught:
        yield
    assert caught.value.rule == rule
    said = [caught.value.reason.to(lang).strip() for lang in LANGS]
    assert all(said)
    assert len(set(said)) == len(LANGS), "the same words in both languages"


def reason(match: Match, seat: int, move: msgspec.Struct) -> Text:
    """What is said to a seat whose move is refused."""
    with pytest.raises(Refused) as caught:
        match.play(Seat(seat), move)
    return caught.value.reason
