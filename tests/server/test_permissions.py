"""Who may do what at a table: every permission, and every refusal with its reason."""

import dataclasses
import re
from collections.abc import Callable, Iterator
from inspect import getsource
from typing import Any, NamedTuple

import msgspec
import pytest

from pasch.bots.levels import CHARACTERS, LEVELS, USUAL
from pasch.bots.naming import FREE
from pasch.engine.errors import Malformed, PaschError, Refused
from pasch.engine.game import CommonOptions
from pasch.engine.language import Text
from pasch.games import GAMES
from pasch.server.live.changes import told_of
from pasch.server.table import conditions, permissions, rematch, seating
from pasch.server.table import refusals as no
from pasch.server.table.clocks import PATIENCE, Live, Slow
from pasch.server.table.log import Closed, Followed, Hosted, Sat, SetupChosen, decode_what
from pasch.server.table.refusals import NotAllowed, Stale
from pasch.server.table.seats import Bot, Chair, Open, Person, Setup, colours
from pasch.server.table.steps import Change
from pasch.server.table.table import Table
from tests.server.scenes import HIGH, Log, facts, fell, hilo, moved, person, sack

ANN, BEN, CY = person("ann"), person("ben"), person("cy")
LIVE = Live(move=60)

Ask = Callable[[Table], Any]


def lobby(*sitters: Any, **setup: Any) -> Log:
    return Log(Setup(**{"game": "hilo", "seats": 3, **setup}), *(sitters or (ANN, BEN)))


def over() -> Log:
    log = hilo()
    log.write(moved(0, HIGH), moved(1, HIGH), fell(type="roll", die=4))
    return log


def mixing() -> Log:
    """Somebody has begun, and the devices have not added to the dice yet."""
    log = lobby()
    log.do(permissions.begin(log.table, "ann", 9.0, 0.0))
    return log


def drawn_out(log: Log) -> Log:
    log.write(*[Hosted("ann")] * permissions.MOST_REVIEWED)
    return log


def closed(log: Log) -> Log:
    log.write(Closed("host"))
    return log


def sit(who: str, seat: int, name: str = "X", colour: Any = None, guest: bool = False) -> Ask:
    return lambda table: seating.sit(table, who, seat, name, colour, guest=guest)


def put_bot(who: str, seat: int, now: float = 0.0, level: str = "random") -> Ask:
    return lambda table: seating.replace_sitter(table, who, seat, level, now)


def names(log: Log) -> list[str]:
    return [chair.sitter.name for chair in log.table.chairs if not isinstance(chair.sitter, Open)]


def stand_up(who: str, seat: int, now: float = 0.0) -> Ask:
    return lambda table: seating.replace_sitter(table, who, seat, None, now)


def take_back(table: Table, version: int | None = None, now: float = 0.0) -> None:
    list(permissions.undo(table, "ann", 0, table.version if version is None else version, "key", now))


def placed(at: float) -> Log:
    """Seat 0 has placed the first of two dice."""
    log = sack(pace=LIVE)
    log.write(moved(0, {"type": "place", "die": 2, "board": 1}), at=at)
    return log


def do(log: Log, ask: Ask) -> Table:
    """Ask for something, and let it be written."""
    asked = ask(log.table)
    if isinstance(asked, Iterator):
        log.do(asked)
    return log.table


# What is refused


class No(NamedTuple):
    reason: Text
    scene: Callable[[], Log]
    ask: Ask
    kind: type[PaschError] = NotAllowed


KIND_NAMES: dict[type[PaschError], str] = {NotAllowed: "table", no.Missing: "missing", no.NotReviewed: "review"}
LOST = person("ann", lost=True)
FOR_TWO = Setup(game="sack", seats=2)
REFUSED = [
    No(no.NO_SEAT, lobby, sit("cy", 3), no.Missing),
    No(no.NO_SEAT, lobby, stand_up("ann", 4), no.Missing),
    No(no.TAKEN, lobby, sit("cy", 1)),
    No(no.SEATS_STAY, hilo, sit("cy", 1)),
    No(no.SEATS_STAY, lambda: hilo(ANN, person("ben", away=True)), sit("cy", 1)),
    No(no.SEATS_STAY, lambda: hilo(ANN, Bot("greedy")), sit("cy", 1)),
    No(no.NAME_EMPTY, lobby, sit("cy", 2, name="\u200b \t")),
    No(no.NAME_EMPTY, lobby, sit("ann", 2, name="\u200b")),
    No(no.COLOUR_TAKEN, lobby, sit("cy", 2, colour="red")),
    No(no.COLOUR_TAKEN, lambda: hilo(ANN, Bot("greedy")), sit("ann", 0, colour="blue")),
    No(no.SEATS_STAY, lambda: hilo(ANN, Bot("greedy")), sit("ann", 1)),
    No(no.SEATS_STAY, lambda: hilo(ANN, Bot("greedy")), sit("ann", 1, guest=True)),
    No(no.SEATS_STAY, lambda: hilo(ANN, Bot("greedy")), stand_up("ann", 1)),
    No(no.SEATS_STAY, lambda: hilo(ANN, Bot("greedy")), put_bot("ann", 1, level="strong")),
    No(no.SEAT_LOST, lambda: hilo(LOST, BEN), sit("ann", 0)),
    No(no.SEAT_LOST, lambda: hilo(LOST, BEN), lambda table: permissions.check_mover(table, "ann", 0)),
    No(no.NOT_HOST, lobby, put_bot("ben", 2)),
    No(no.NOT_HOST, lobby, stand_up("ben", 0)),
    No(no.NOT_HOST, lobby, stand_up("cy", 0)),
    No(no.NOT_HOST, hilo, lambda table: permissions.close(table, "ben")),
    No(no.NOT_HOST, lobby, lambda table: permissions.set_up(table, "ben", Setup(game="sack", seats=3))),
    No(no.STILL_THERE, hilo, put_bot("ann", 1, now=PATIENCE - 1)),
    No(no.STILL_THERE, hilo, stand_up("ann", 1, now=PATIENCE - 1)),
    No(no.STILL_THERE, sack, put_bot("ann", 1, now=1e9)),
    No(no.STILL_THERE, lambda: hilo(pace=Slow(hours=24)), put_bot("ann", 1, now=PATIENCE)),
    No(no.LOCKED_SETUP, lambda: lobby(ANN, BEN, CY), lambda table: permissions.set_up(table, "ann", FOR_TWO)),
    No(no.NOT_NOW_BEGUN, hilo, lambda table: permissions.set_up(table, "ann", table.setup)),
    No(no.NOT_NOW_BEGUN, hilo, lambda table: permissions.begin(table, "ann", 0, 0)),
    No(no.NOT_SEATED, lobby, lambda table: permissions.begin(table, "cy", 0, 0)),
    No(no.IS_MIXING, mixing, lambda table: permissions.begin(table, "ben", 9, 0)),
    No(no.IS_MIXING, mixing, lambda table: permissions.set_up(table, "ann", table.setup)),
    No(no.IS_MIXING, mixing, sit("cy", 1)),
    No(no.IS_MIXING, mixing, put_bot("ann", 1)),
    No(no.NOT_SEATED, over, lambda table: rematch.answer(table, "cy", joins=True)),
    No(no.NOT_BEGUN, lobby, lambda table: permissions.check_mover(table, "ann", 0)),
    No(no.NOT_BEGUN, lobby, lambda table: rematch.answer(table, "ann", joins=True)),
    No(no.NOT_BEGUN, lambda: closed(lobby()), lambda table: rematch.answer(table, "ann", joins=True)),
    No(no.IS_RUNNING, hilo, lambda table: rematch.answer(table, "ann", joins=True)),
    No(no.IS_OVER, over, lambda table: permissions.check_mover(table, "ann", 0)),
    No(no.IS_OVER, over, sit("cy", 1)),
    No(no.IS_OVER, over, put_bot("ann", 0)),
    No(no.IS_OVER, over, lambda table: permissions.close(table, "ann")),
    No(no.COUNTS, lambda: hilo(rated=True, listed=True), lambda table: permissions.close(table, "ann")),
    No(no.IS_CLOSED, lambda: closed(hilo()), lambda table: permissions.check_mover(table, "ann", 0)),
    No(no.IS_CLOSED, lambda: closed(lobby()), lambda table: permissions.check_mover(table, "ann", 0)),
    No(no.IS_CLOSED, lambda: closed(lobby()), lambda table: permissions.begin(table, "ann", 0, 0)),
    No(no.IS_CLOSED, lambda: closed(lobby()), sit("cy", 2)),
    No(no.NOT_YOURS, hilo, lambda table: permissions.check_mover(table, "ann", 1)),
    No(no.NOT_YOURS, hilo, lambda table: permissions.check_mover(table, None, 0)),
    No(
        no.BOT_PLAYS,
        lambda: hilo(person("ann", away=True), BEN),
        lambda table: permissions.check_mover(table, "ann", 0),
    ),
    No(no.UNDO_OFF, lambda: hilo(undo=False), take_back),
    No(no.NO_UNDO, hilo, take_back),
    No(no.NO_TIME, lambda: placed(at=50), lambda table: take_back(table, now=60)),
    No(no.NO_SPECTATORS, lambda: hilo(spectators=False), lambda table: permissions.check_watcher(table, "cy")),
    No(no.NO_SEAT, over, lambda table: permissions.eyes(table, "ann", 2), no.Missing),
    No(no.NOT_YOURS, hilo, lambda table: permissions.eyes(table, "ann", 1)),
    No(no.NOT_BEGUN, lobby, permissions.check_record),
    No(no.NOT_OPEN_YET, hilo, permissions.check_record),
    No(no.NOT_REVIEWED_YET, hilo, permissions.check_review, no.NotReviewed),
    No(no.TOO_LONG_TO_REVIEW, lambda: drawn_out(over()), permissions.check_review, no.NotReviewed),
    No(no.NOT_PLAYED_OUT, lambda: closed(hilo()), permissions.check_review, no.NotReviewed),
    No(no.CHAT_OFF, lambda: hilo(chat=False), lambda table: permissions.speaker(table, "ann")),
    No(no.NOT_SEATED, hilo, lambda table: permissions.speaker(table, "cy")),
    No(no.CHAT_EMPTY, hilo, lambda _: permissions.plain_chat(" \u200b")),
    No(no.NO_SPECTATORS, lambda: hilo(spectators=False), lambda table: permissions.check_watcher(table, None)),
]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case.reason.en[:30])
def test_it_is_refused_with_a_reason_and_nothing_is_written(case: No) -> None:
    log = case.scene()
    before = facts(log.table)
    with pytest.raises(case.kind) as refused:
        do(log, case.ask)
    assert refused.value.reason == case.reason
    assert refused.value.rule == KIND_NAMES[case.kind]
    assert facts(log.table) == before


def test_no_refusal_is_forgotten_here() -> None:
    sources = "".join(map(getsource, (conditions, permissions, rematch, seating)))
    named = set(re.findall(r"\bno\.([A-Z_]+)\b", sources))
    assert {getattr(no, name) for name in named} == {case.reason for case in REFUSED}


@pytest.mark.parametrize(
    ("setup", "kind", "says"),
    [
        (Setup(game="chess", seats=2), Malformed, "There is no game 'chess' here, only: "),
        (Setup(game="hilo", seats=6), Malformed, "High or low is for 2 to 3 players, not 6."),
        (Setup(game="hilo", seats=2, options={"first": 2}), Refused, "Seat 2 cannot be first"),
        (Setup(game="hilo", seats=2, options={"colour": 2}), Malformed, "Badly written"),
        (Setup(game="hilo", seats=2, stand_in="genius"), Malformed, "There is no bot 'genius', only: "),
    ],
)
def test_a_table_at_which_no_match_could_begin_is_not_set_up(setup: Setup, kind: type[PaschError], says: str) -> None:
    with pytest.raises(kind) as refused:
        permissions.settled(setup)
    assert says in refused.value.reason.en
    with pytest.raises(kind):
        list(permissions.set_up(lobby().table, "ann", setup))


# Sitting down and standing up before the match


def test_an_open_seat_or_a_bots_is_taken_and_the_old_one_is_free() -> None:
    log = lobby(ANN, Bot("random"))
    table = do(log, sit("ann", 1, name=" Ann  the\nFirst and only one "))
    assert table.seats_of("ann") == (1,)
    assert table.is_open(0)
    assert table.chairs[1].sitter == Person("ann", "Ann the First an")
    assert do(log, sit("ann", 2)).seats_of("ann") == (2,)


def test_a_bot_is_the_character_of_its_level_and_the_next_one_has_another_name() -> None:
    log = Log(Setup(game="twentyone", seats=6), ANN)
    for seat, level in enumerate(["medium", "medium", "strong", "random", "medium"], start=1):
        do(log, put_bot("ann", seat, level=level))
    assert names(log) == ["Ann", CHARACTERS["medium"], "Trude", CHARACTERS["strong"], "Otto", "Hilde"]
    do(log, put_bot("ann", 1, level="easy"))
    assert names(log)[1] == CHARACTERS["easy"], "a bot that gets better or worse is somebody else"
    assert len(set(names(log))) == 6


def test_a_bot_gives_way_to_a_person_of_its_name() -> None:
    log = lobby(Person("ann", CHARACTERS["good"]), Person("ben", "Trude"))
    assert do(log, put_bot("ann", 2, level="good")).chairs[2].sitter == Bot("good", "Otto")


def test_there_are_names_for_a_whole_table_of_bots_beside_people_with_such_names() -> None:
    log = Log(Setup(game="twentyone", seats=6), *(Person(f"p{n}", name) for n, name in enumerate(FREE)), host="ann")
    assert do(log, put_bot("ann", 5)).chairs[5].sitter == Bot("random", "Bot 1")


@pytest.mark.parametrize("level", LEVELS)
def test_bots_of_every_level_can_be_asked_for_at_every_table(level: str) -> None:
    assert do(lobby(ANN), put_bot("ann", 1, level=level)).chairs[1].sitter.level == level  # type: ignore[union-attr]


@pytest.mark.parametrize("game", GAMES)
def test_the_usual_bot_stands_in_unless_another_is_asked_for(game: str) -> None:
    assert permissions.settled(Setup(game=game, seats=2)) == Setup(game=game, seats=2, stand_in=USUAL)
    for level in LEVELS:
        asked = Setup(game=game, seats=2, stand_in=level)
        assert permissions.settled(asked) == asked


class Dealt(CommonOptions, frozen=True):
    cards: int = 3


def test_options_that_nobody_chose_are_shown_with_what_they_are_except_the_lot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever sits at the table knows how it is played before the dice are mixed: a page compares."""
    monkeypatch.setitem(GAMES, "dealt", dataclasses.replace(GAMES["hilo"], id="dealt", options=Dealt))
    for chosen, shown in (({}, {"cards": 3}), ({"cards": 5, "first": 1}, {"cards": 5, "first": 1})):
        assert permissions.settled(Setup(game="dealt", seats=2, options=chosen)).options == shown


def test_a_table_of_old_keeps_the_bot_that_stands_in() -> None:
    old = decode_what(
        b'{"type":"setup","setup":{"game":"sack","seats":2,"options":{},"pace":{"type":"none"},"late":"bot",'
        b'"stand_in":"greedy","undo":true,"chat":true,"spectators":true},"host":"ann"}'
    )
    table = Log(Setup(game="sack", seats=2), ANN, BEN)
    table.write(old, Sat(1, Chair("blue", person("ben", away=True))))
    assert table.table.level(1) == "greedy"


@pytest.mark.parametrize(
    ("seats", "favourite", "expected"),
    [
        (2, None, ["red", "blue"]),
        (3, "white", ["white", "blue", "red"]),
        (2, "lilac", ["lilac", "blue"]),
        (2, "pink", ["red", "blue"]),
    ],
)
def test_the_first_seat_has_the_favourite_colour(seats: int, favourite: str | None, expected: list[str]) -> None:
    assert colours(seats, favourite) == expected


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("  a \t b\r\nc ", "a b c"),
        ("\u202eevil\u2066", "evil"),
        ("x" * 99, "x" * 16),
        ("fünfzehn Zeichen ", "fünfzehn Zeichen"),
        ("\x1b[31mred", "[31mred"),
    ],
)
def test_text_from_people_is_one_plain_line(text: str, shown: str) -> None:
    assert permissions.plain_name(text) == shown


# The match


@pytest.mark.parametrize("leave", [put_bot("ben", 1), stand_up("ben", 1)])
def test_a_bot_stands_in_for_whoever_gets_up_and_the_seat_stays_theirs(leave: Ask) -> None:
    log = hilo(ANN, BEN, stand_in="easy")
    table = do(log, leave)
    assert (table.level(1), table.seats_of("ben")) == ("easy", (1,)), "at the level of the table"
    assert do(log, sit("ben", 1, name="Ben")).chairs[1].sitter == BEN
    do(log, leave)
    assert do(log, lambda table: seating.come_back(table, "ben")).chairs[1].sitter == BEN


@pytest.mark.parametrize("call", [put_bot("ann", 1, now=PATIENCE), stand_up("ann", 1, now=PATIENCE)])
def test_the_host_calls_a_bot_for_somebody_who_lets_all_wait_and_they_come_back_when_they_like(call: Ask) -> None:
    log = hilo()
    assert do(log, call).chairs[1].sitter == person("ben", away=True)
    length = len(log.entries)
    do(log, call)
    assert len(log.entries) == length, "it is there already"
    assert do(log, lambda table: seating.come_back(table, "ben")).chairs[1].sitter == BEN


def test_a_host_who_gets_up_hands_the_table_to_somebody_who_is_there() -> None:
    log = hilo(ANN, person("ben", away=True), CY)
    assert do(log, stand_up("ann", 0)).host == "cy"
    assert do(hilo(ANN, person("ben", away=True)), stand_up("ann", 0)).host == "ann", "nobody else is there"


def test_in_logs_of_old_a_seat_that_was_given_away_stays_its_persons() -> None:
    log = hilo(ANN, BEN, Bot("greedy"))
    log.write(Sat(1, Chair("blue", Bot("random"))), Sat(0, Chair("red")), Sat(2, Chair("white")))
    assert [chair.sitter for chair in log.table.chairs] == [
        person("ann", away=True),
        person("ben", away=True),
        Bot("greedy"),
    ]


def test_those_who_sit_there_watch_also_where_there_are_no_spectators() -> None:
    permissions.check_watcher(hilo(spectators=False).table, "ann")
    permissions.check_watcher(lobby(spectators=False).table, "cy")
    permissions.check_watcher(hilo().table, None)


def test_a_choice_is_taken_back_by_those_who_know_it() -> None:
    log = placed(at=50)
    take_back(log.table, now=59)
    with pytest.raises(Stale):
        take_back(log.table, version=log.table.version - 1, now=59)


# Clocks


def test_a_bot_stands_in_for_those_whose_clock_has_run_out_until_they_come_back() -> None:
    log = hilo(ANN, BEN, CY, pace=LIVE, stand_in="random")
    log.write(moved(2, HIGH), at=5)
    assert list(permissions.run_out(log.table, 59.9)) == []
    log.do(permissions.run_out(log.table, 60), at=60)
    assert [log.table.level(seat) for seat in range(3)] == ["random", "random", None]
    assert list(permissions.run_out(log.table, 999)) == []
    assert list(seating.come_back(log.table, "cy")) == []
    log.do(seating.come_back(log.table, "ann"), at=61)
    assert [log.table.level(seat) for seat in range(3)] == [None, "random", None]
    assert permissions.check_mover(log.table, "ann", 0) == 0


def test_whoever_is_back_takes_all_their_seats() -> None:
    away = person("ann", away=True)
    log = hilo(away, Person("ann", "Opa", guest=True, away=True), BEN)
    log.do(seating.come_back(log.table, "ann"))
    assert [log.table.level(seat) for seat in range(3)] == [None] * 3


def test_nobody_comes_back_to_a_match_that_is_over() -> None:
    assert list(seating.come_back(over().table, "ann")) == []


# The end


def test_the_host_closes_or_time_does() -> None:
    assert list(permissions.close(hilo().table, "ann")) == [Closed("host")]
    assert list(permissions.close_idle(lobby().table, 9.0, after=9.0)) == [Closed("idle")]
    assert list(permissions.close_idle(lobby().table, 8.9, after=9.0)) == []
    assert list(permissions.close_idle(over().table, 9.0, after=9.0)) == []


def test_a_rematch_is_for_those_who_are_in_and_the_next_of_them_begins() -> None:
    log = hilo(LOST, person("ben", away=True), Bot("random"), pace=LIVE)
    log.write(Closed("forfeit"), Hosted("ben"))
    assert list(rematch.answer(log.table, "ann", joins=False)) == [], "nobody has asked"
    log.do(rematch.answer(log.table, "ben", joins=True), at=5)
    assert (log.table.due(0, 1, 1), rematch.is_due(log.table, 64.9), rematch.is_due(log.table, 65)) == (65, False, True)
    log.do(rematch.answer(log.table, "ann", joins=True), at=6)
    assert rematch.is_due(log.table, 6), "all have answered"
    setup, chairs, host = rematch.setup_of(log.table, is_tutored=False)
    assert (setup.seats, setup.options, setup.pace, host) == (3, {"first": 1}, LIVE, "ben")
    assert [chair.sitter for chair in chairs] == [ANN, BEN, Bot("random")]
    log.do(rematch.answer(log.table, "ben", joins=False), at=7)
    setup, chairs, host = rematch.setup_of(log.table, is_tutored=False)
    assert [chair.sitter for chair in chairs] == [ANN, Open(), Bot("random")]
    assert (setup.options, host) == ({"first": 2}, "ann")
    log.do(rematch.answer(log.table, "ann", joins=False), at=8)
    assert not rematch.is_due(log.table, 999), "nobody is in"
    assert log.table.due(0, 1, 1) is None
    log.write(Followed("X"))
    assert list(rematch.answer(log.table, "ben", joins=True)) == [], "it is set up already"


# A match that does not go on

PASS = {"type": "swap", "discard": [], "draw": 0}


def passed(log: Log, moves: int) -> None:
    """So many moves that change nothing, by whoever is asked."""
    for _ in range(moves):
        (seat,) = log.table.waiting
        raw, version = msgspec.Raw(msgspec.json.encode(PASS)), log.table.version
        log.do(permissions.move(log.table, ("ann", "ben")[seat], seat, version, raw, f"{version}"))


def kniffel() -> Log:
    log = Log(Setup(game="kniffel", seats=2), person("ann"), person("ben"))
    log.begin()
    log.fall()
    return log


def test_a_match_that_stands_still_for_hundreds_of_moves_is_ended() -> None:
    log = kniffel()
    passed(log, permissions.MOST_STILL + 1)
    assert log.table.stage == "playing"
    passed(log, 1)
    assert (log.table.stage, log.table.closed) == ("closed", "standstill")
    *_, last = log.reread()
    assert isinstance(last.event.what, Change)
    assert "nur noch gepasst" in told_of(None, last.event.what, ()).de
    assert (log.table.stage, log.table.closed) == ("closed", "standstill")


def test_whoever_does_something_in_between_may_pass_again() -> None:
    log = kniffel()
    passed(log, permissions.MOST_STILL)
    (seat,) = log.table.waiting
    log.write(moved(seat, {"type": "swap", "discard": [], "draw": 1}))
    log.fall()
    passed(log, permissions.MOST_STILL)
    assert log.table.stage == "playing"


def test_a_log_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    log = kniffel()
    monkeypatch.setattr(permissions, "MOST_ENTRIES", log.table.version + 3)
    passed(log, 3)
    assert (log.table.stage, log.table.closed) == ("closed", "standstill")


def test_a_table_stays_in_its_circle_and_counts_for_ratings_without_hints_only() -> None:
    table = lobby(circle="RUNDE", rated=True).table
    (chosen,) = permissions.set_up(table, "ann", Setup(game="hilo", seats=3, circle="ELSEWHERE", rated=True))
    assert isinstance(chosen, SetupChosen)
    assert (chosen.setup.circle, chosen.setup.rated) == ("RUNDE", True)
    for changes, counts in (({"listed": True}, True), ({}, False), ({"listed": True, "hints": "three"}, False)):
        assert permissions.settled(Setup(game="twentyone", seats=2, rated=True, **changes)).rated == counts
