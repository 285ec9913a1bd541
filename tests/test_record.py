"""A match as JSON."""

import json
import pickle
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pasch.bots.matches import play_match
from pasch.engine.errors import Malformed, PaschError, Refused
from pasch.engine.game import Decision, Over, Seat
from pasch.engine.record import Invalid, Proof, Record, decode, encode, replay, verify
from pasch.games import GAMES

GAME = GAMES["hilo"]
DEAL = {"type": "deal", "cards": [6, 3]}
SAYS = [{"seat": 0, "type": "say", "word": "high"}, {"seat": 1, "type": "say", "word": "low"}]
ROLL = {"type": "roll", "die": 4}
GOOD: dict[str, Any] = {
    "pasch": 1,
    "game": "hilo",
    "players": 2,
    "options": {"first": 0},
    "events": [DEAL, *SAYS, ROLL],
    "result": {"scores": [10, -1], "places": [1, 2]},
}


def line(**changes: Any) -> bytes:
    return json.dumps({**GOOD, **changes}).encode()


def fault(content: bytes) -> Invalid:
    with pytest.raises(Invalid) as invalid:
        verify(decode(content), GAMES)
    return invalid.value


def test_a_record_is_the_JSON_that_the_rulebook_shows() -> None:
    match = verify(decode(line()), GAMES)
    assert json.loads(encode(Record.of(match))) == GOOD
    assert list(json.loads(encode(Record.of(match)))) == list(GOOD)
    assert list(Record.of(match).events[1]) == ["seat", "type", "word"]


def test_an_unfinished_match_has_no_result_and_is_valid() -> None:
    unfinished = {key: value for key, value in GOOD.items() if key != "result"} | {"events": [DEAL, SAYS[1]]}
    match = verify(decode(json.dumps(unfinished)), GAMES)
    assert match.turn == Decision((Seat(0),), "H2")
    assert json.loads(encode(Record.of(match))) == unfinished
    verify(decode(json.dumps(unfinished | {"result": None})), GAMES)


def test_options_may_be_left_out() -> None:
    without = {key: value for key, value in GOOD.items() if key != "options"}
    assert verify(decode(json.dumps(without)), GAMES).options == GAME.options(first=0)


def test_notes_of_other_programs_are_left_alone() -> None:
    assert isinstance(verify(decode(line(table={"names": ["Ada", "Bo"]})), GAMES).turn, Over)


PROOF = {"scheme": "pasch-dice-1", "seal": "ab" * 32, "words": ["Glück", ""], "lot": True, "secret": "cd" * 32}


def test_a_proof_is_the_JSON_that_the_page_shows() -> None:
    record = decode(line(proof=PROOF))
    assert isinstance(record.proof, Proof)
    assert record.proof.is_open
    assert json.loads(encode(record)) == GOOD | {"proof": PROOF}


def test_a_proof_keeps_its_secret_until_it_is_opened() -> None:
    unopened = {key: value for key, value in PROOF.items() if key != "secret"}
    record = decode(line(proof=unopened))
    assert isinstance(record.proof, Proof)
    assert not record.proof.is_open
    assert json.loads(encode(record)) == GOOD | {"proof": unopened}


def test_a_replay_stands_before_and_after_every_event() -> None:
    assert [match.count for match in replay(decode(line()), GAMES)] == [0, 1, 2, 3, 4]


def test_a_wrong_result_is_invalid() -> None:
    found = fault(line(result={"scores": [10, 0], "places": [1, 2]}))
    assert (found.event, found.rule) == (4, "H4")
    assert "[10, -1]" in found.reason.en
    assert "[10, 0]" in found.reason.de


@pytest.mark.parametrize("result", [None, ...])
def test_a_missing_result_of_a_finished_match_is_invalid(result: object) -> None:
    record = {key: value for key, value in GOOD.items() if key != "result"}
    found = fault(json.dumps(record if result is ... else record | {"result": None}).encode())
    assert (found.event, found.rule) == (4, "H4")


def test_a_result_of_an_unfinished_match_is_invalid() -> None:
    found = fault(line(events=[DEAL, *SAYS]))
    assert (found.event, found.rule) == (3, "H3")


BROKEN: list[tuple[str, Callable[[], bytes], int, str]] = [
    ("an event after the end", lambda: line(events=[*GOOD["events"], ROLL]), 4, "H4"),
    ("a move after the end", lambda: line(events=[*GOOD["events"], SAYS[0]]), 4, "H4"),
    ("a move where chance is due", lambda: line(events=[SAYS[0]]), 0, "H1"),
    ("chance where a move is due", lambda: line(events=[DEAL, ROLL]), 1, "H2"),
    ("a seat that has chosen", lambda: line(events=[DEAL, SAYS[0], SAYS[0]]), 2, "H2"),
    ("an outcome that cannot be", lambda: line(events=[{"type": "deal", "cards": [6, 6, 6]}]), 0, "H1"),
    ("another outcome", lambda: line(events=[ROLL]), 0, "H1"),
    ("an unknown seat", lambda: line(events=[DEAL, {**SAYS[0], "seat": 2}]), 1, "H2"),
    ("a negative seat", lambda: line(events=[DEAL, {**SAYS[0], "seat": -1}]), 1, "H2"),
    ("a huge seat", lambda: line(events=[DEAL, {**SAYS[0], "seat": 10**30}]), 1, "H2"),
    ("a seat in words", lambda: line(events=[DEAL, {**SAYS[0], "seat": "0"}]), 1, "format"),
    ("a seat that is true", lambda: line(events=[DEAL, {**SAYS[0], "seat": True}]), 1, "format"),
    ("a seat that is null", lambda: line(events=[DEAL, {**SAYS[0], "seat": None}]), 1, "format"),
    ("an unknown move", lambda: line(events=[DEAL, {**SAYS[0], "type": "shout"}]), 1, "format"),
    ("a move without a type", lambda: line(events=[DEAL, {"seat": 0, "word": "high"}]), 1, "format"),
    ("an outcome without a type", lambda: line(events=[{"cards": [6, 3]}]), 0, "format"),
    ("a move with more than it needs", lambda: line(events=[DEAL, {**SAYS[0], "loud": True}]), 1, "format"),
    ("an unknown game", lambda: line(game="chess"), 0, "format"),
    ("too many players", lambda: line(players=9), 0, "format"),
    ("a huge number of players", lambda: line(players=10**40), 0, "format"),
    ("a first seat that is not there", lambda: line(options={"first": 2}), 0, "H1"),
    ("an unknown option", lambda: line(options={"second": 1}), 0, "format"),
]


@pytest.mark.parametrize(("make", "event", "rule"), [case[1:] for case in BROKEN], ids=[case[0] for case in BROKEN])
def test_what_is_wrong_is_said_with_event_and_rule(make: Callable[[], bytes], event: int, rule: str) -> None:
    found = fault(make())
    assert (found.event, found.rule) == (event, rule)
    assert found.reason.de
    assert found.reason.en
    assert str(found) == f"{rule}: {found.reason.en}"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"nan",
        b'{"pasch": 2}',
        b'{"game":"hilo","players":2,"events":[]}',
        b'{"pasch":1,"game":"hilo","players":2,"events":[],"note":"\xff"}',
        b'{"pasch":1,"game":"hilo","players":2,"events":[],"result":{"scores":[],"places":[],"luck":1}}',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"pasch":1,"game":"hilo","players":NaN,"events":[]}',
        b'{"pasch":1,"game":"hilo","players":1e999,"events":[]}',
        b'{"pasch":1,"game":"hilo","players":2,"events":{}}',
        b'{"pasch":1,"game":"hilo","players":2,"events":[1]}',
        line()[:-10],
    ],
)
def test_what_is_no_record_is_malformed(content: bytes) -> None:
    with pytest.raises(Malformed) as malformed:
        decode(content)
    assert malformed.value.reason.de
    assert malformed.value.rule == "format"


RECORDS = {
    game.id: encode(Record.of(play_match(game, ["random"] * game.seats[0], "mutate")[0])) for game in GAMES.values()
}


def _check(content: bytes) -> None:
    with suppress(PaschError):
        verify(decode(content), GAMES)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(RECORDS)), st.data())
def test_a_record_with_changed_bytes_never_ends_in_anything_but_an_answer(game: str, data: st.DataObject) -> None:
    content = bytearray(RECORDS[game])
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content) - 1))
        content[at : at + data.draw(st.integers(0, 5))] = data.draw(st.binary(max_size=5))
    _check(bytes(content))


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(RECORDS)), st.data())
def test_a_record_with_changed_values_never_ends_in_anything_but_an_answer(game: str, data: st.DataObject) -> None:
    record = json.loads(RECORDS[game])
    event = data.draw(st.sampled_from(record["events"]))
    holder = data.draw(st.sampled_from([record, record["options"], event, event]))
    holder[data.draw(st.sampled_from(sorted(holder)))] = data.draw(anything)
    _check(json.dumps(record).encode())


def test_errors_survive_the_way_between_processes() -> None:
    for error in (Refused("H2", "Nein.", "No."), Malformed("Nein.", "No.")):
        again = pickle.loads(pickle.dumps(error))  # noqa: S301
        assert (type(again), again.rule, again.reason) == (type(error), error.rule, error.reason)


def test_a_record_of_nothing_is_a_match_before_its_first_event() -> None:
    assert verify(Record(pasch=1, game="hilo", players=2, events=[]), GAMES).count == 0
