"""A table is its log: what it says of seats, choices, clocks and keys follows from the entries alone."""

from random import Random

import msgspec
import pytest

from pasch.engine.errors import Refused
from pasch.engine.fair import Sealed
from pasch.engine.game import Chance, Decision, Over, Seat
from pasch.games import GAMES
from pasch.server.live.narration import seen
from pasch.server.live.updates import clocks
from pasch.server.table import permissions, seating
from pasch.server.table.clocks import GRACE, Live, Slow
from pasch.server.table.log import (
    Begun,
    Closed,
    Entry,
    Followed,
    Hosted,
    Sat,
    SetupChosen,
    Stood,
    Undone,
    decode_what,
    effective,
    encode_what,
)
from pasch.server.table.records import record_of
from pasch.server.table.seats import Bot, Chair, Open, Setup
from pasch.server.table.steps import Change
from pasch.server.table.table import MOVE_KEYS_KEPT, Table
from tests.server.scenes import HIGH, LOW, SECRET, Log, facts, fell, hilo, moved, person, sack

PLACE_2 = {"type": "place", "die": 2, "board": 1}
PLACE_3 = {"type": "place", "die": 3, "board": 1}
KEEP = {"type": "keep"}
STRIKE = {"type": "mark", "colours": []}
ANN, BEN, CY = person("ann"), person("ben"), person("cy")
AWAY_CY = person("cy", away=True)


# The log


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [2, 3])
def test_a_log_read_again_is_the_same_table(game: str, seats: int) -> None:
    choice = Random(seats)
    log = Log(Setup(game=game, seats=seats, pace=Live(move=60, match=600)), *(ANN, BEN, CY)[:seats])
    log.begin()
    for at in range(60):
        log.fall(at)
        if not log.table.waiting:
            break
        seat = choice.choice(log.table.waiting)
        move = choice.choice(log.table.playing.moves(seat))
        log.write(moved(seat, msgspec.to_builtins(move)), at=at, key=f"k{at}")
    log.table.revealed.clear()
    before = facts(log.table)
    log.reread()
    log.table.revealed.clear()
    assert facts(log.table) == before


def test_an_entry_is_the_same_after_it_was_stored() -> None:
    log = hilo()
    log.write(moved(0, HIGH), Sat(1, Chair("blue", Bot("random"), "words")), Hosted("ben"), Followed("NEXT"))
    log.write(Undone(0), Closed("idle"))
    for entry in log.entries:
        assert decode_what(encode_what(entry.what)) == entry.what


def test_every_entry_counts_and_the_last_one_says_when_it_was_touched() -> None:
    log = Log(Setup(game="hilo", seats=3), ANN)
    assert (log.table.version, log.table.stage) == (2, "lobby")
    log.write(Sat(1, Chair("blue", BEN)), at=7.5)
    assert (log.table.version, log.table.touched) == (3, 7.5)


def test_setting_up_again_adds_chairs_or_takes_them_away() -> None:
    log = Log(Setup(game="hilo", seats=2), ANN)
    log.write(Sat(0, Chair("white", ANN)), SetupChosen(Setup(game="sack", seats=4), "ann"))
    assert [chair.sitter for chair in log.table.chairs] == [ANN, Open(), Open(), Open()]
    assert len({chair.colour for chair in log.table.chairs}) == 4, "every colour is there once"
    log.write(SetupChosen(Setup(game="sack", seats=3), "ann"))
    assert [chair.colour for chair in log.table.chairs[:2]] == ["white", "blue"]
    assert len(log.table.chairs) == 3


def test_the_chairs_of_a_match_become_its_seats() -> None:
    log = Log(Setup(game="hilo", seats=3), ANN, Open(), CY)
    log.write(Begun((0, 2), {"first": 1}, lot=True))
    assert [chair.sitter for chair in log.table.chairs] == [ANN, CY]
    assert log.table.playing.players == 2
    assert log.table.lot
    assert log.table.seats_of("cy") == (1,)
    assert log.table.seats_of("ben") == log.table.seats_of(None) == ()


def test_what_the_rules_do_not_allow_changes_nothing() -> None:
    log = hilo()
    before = facts(log.table)
    for bad in (moved(5, HIGH), fell(type="roll", die=3)):
        with pytest.raises(Refused, match="H2"):
            log.table.fold(Entry(log.table.version, 9.0, bad))
    assert facts(log.table) == before


def test_chance_falls_as_the_sealed_dice_say_and_draws_are_counted_without_gaps() -> None:
    """Of a log from before devices added to the dice."""
    log = Log(Setup(game="twentyone", seats=2), ANN, BEN)
    log.write(Sat(0, Chair("red", ANN, "my words")))
    log.begin()
    dice = Sealed.with_words(SECRET, ("my words", ""))
    for n in range(4):
        (step,) = log.fall()
        assert isinstance(step.turn, Chance)
        assert step.event.what == step.turn.draw.fall(dice.below(n)(step.turn.draw.ways))
        log.write(moved(log.table.waiting[0], KEEP), moved(0, STRIKE), moved(1, STRIKE))


# Who is asked, and since when


def test_a_choice_stays_the_one_that_is_asked_for_while_others_choose() -> None:
    log = hilo(ANN, BEN, CY)
    asked = log.table.version
    log.write(moved(2, HIGH))
    assert [log.table.is_fresh(seat, asked) for seat in range(3)] == [True, True, False]
    log.write(moved(0, LOW))
    assert [log.table.is_fresh(seat, asked) for seat in range(3)] == [False, True, False]
    assert log.table.is_fresh(1, log.table.version)
    assert not log.table.is_fresh(1, log.table.version + 1), "nobody can have seen this yet"
    assert not log.table.is_fresh(1, asked - 1), "the cards had not been dealt"


def test_one_after_the_other_every_event_makes_older_choices_stale() -> None:
    log = sack()
    asked = log.table.version
    log.write(moved(0, PLACE_2))
    assert not log.table.is_fresh(0, asked)
    assert log.table.is_fresh(0, asked + 1)
    assert not log.table.is_fresh(1, asked + 1), "it is not their turn"


def test_a_new_round_asks_anew() -> None:
    log = Log(Setup(game="twentyone", seats=2), ANN, BEN)
    log.begin()
    log.fall()
    log.write(moved(0, KEEP))
    first_round = log.table.version
    log.write(moved(1, STRIKE), moved(0, STRIKE))
    log.fall()
    log.write(moved(1, KEEP))
    assert log.table.waiting == (0, 1)
    assert not log.table.is_fresh(0, first_round)
    assert log.table.is_fresh(0, log.table.version)


def test_who_sits_down_does_not_change_what_is_asked() -> None:
    log = hilo()
    asked = log.table.version
    log.write(Sat(1, Chair("blue", Bot("greedy"))))
    assert log.table.is_fresh(0, asked)
    assert log.table.is_fresh(1, asked)


# Choices made at once


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_choices_lie_face_down_until_all_have_chosen(order: tuple[int, ...]) -> None:
    log = hilo(ANN, BEN, CY)
    for at, seat in enumerate(order[:-1], start=1):
        (step,) = log.write(moved(seat, LOW))
        assert [hidden.event.seat for hidden in log.table.concealed] == list(order[:at])
        assert log.table.revealed == []
        for reader in (None, *(Seat(other) for other in range(3) if other != seat)):
            assert seen(step, reader, log.table) == {"n": step.n, "seat": seat, "type": "concealed"}
        assert seen(step, Seat(seat), log.table) == {"n": step.n, "seat": seat, **LOW}
    log.write(moved(order[-1], HIGH))
    assert log.table.concealed == ()
    assert [shown.event.seat for shown in log.table.revealed] == list(order[:-1])
    assert [seen(shown, None, log.table)["type"] for shown in log.table.revealed] == ["say", "say"]
    assert log.table.is_chance_due


def test_the_order_of_arrival_does_not_matter() -> None:
    one, other = hilo(), hilo()
    one.write(moved(0, HIGH), moved(1, LOW))
    other.write(moved(1, LOW), moved(0, HIGH))
    assert one.table.playing.state == other.table.playing.state


def test_what_falls_is_seen_by_those_who_may() -> None:
    log = Log(Setup(game="hilo", seats=2), ANN, BEN)
    log.begin()
    (step,) = log.write(fell(type="deal", cards=[2, 5]))
    assert [seen(step, seat, log.table)["cards"] for seat in (Seat(0), Seat(1), None)] == [(2, 0), (0, 5), (0, 0)]


def test_what_changes_about_seats_and_the_table_is_told_between_the_events() -> None:
    log = hilo(ANN, BEN, CY, pace=Live(move=60))
    steps = [
        *log.do(seating.replace_sitter(log.table, "ann", 0, None, 1)),
        *log.do(seating.come_back(log.table, "ann")),
        *log.do(seating.sit(log.table, "ann", 0, "Anna", "lilac", guest=False)),
        *log.do(permissions.run_out(log.table, 60), at=60),
        *log.write(Sat(1, Chair("blue", person("ben", lost=True)))),
        *log.write(Hosted("ann"), Sat(2, Chair("white", CY)), Sat(2, Chair("white", AWAY_CY), "ann")),
        *log.do(permissions.close(log.table, "ann")),
    ]
    assert [(step.event.seat, step.event.what) for step in steps] == [
        (0, Change("left")),
        (1, Change("hosted")),
        (0, Change("back")),
        (0, Change("named", why="Ann")),
        (0, Change("coloured")),
        *[(seat, Change("late")) for seat in range(3)],
        (1, Change("lost")),
        (0, Change("hosted")),
        (2, Change("back")),
        (2, Change("called", by=0)),
        (0, Change("closed", why="host")),
    ]
    assert [step.event for step in log.reread()[1:]] == [step.event for step in steps]
    assert len(record_of("TEST", SECRET, log.entries).events) == 1, "the deal"


# Clocks


def test_live_each_move_has_its_seconds() -> None:
    log = sack(pace=Live(move=60))
    assert log.table.deadline(0) == 60
    log.write(moved(0, PLACE_2), at=50)
    assert log.table.deadline(0) == 50 + 60
    log.write(moved(0, PLACE_3), fell(type="roll", dice=[1, 4]), at=70)
    assert log.table.waiting == (1,)
    assert log.table.deadline(1) == 70 + 60


def test_live_all_the_moves_of_a_seat_share_the_time_for_the_match() -> None:
    log = sack(pace=Live(move=60, match=100))
    log.write(moved(0, PLACE_2), at=50)
    assert log.table.clocks.banks == [50, 100]
    assert log.table.deadline(0) == 50 + 50
    log.write(moved(0, PLACE_3), fell(type="roll", dice=[1, 4]), at=98)
    assert log.table.clocks.banks == [2, 100]
    assert log.table.deadline(1) == 98 + 60


def test_live_whoever_has_used_up_the_match_has_some_seconds_for_each_move() -> None:
    log = sack(pace=Live(move=60, match=30))
    log.write(moved(0, PLACE_2), at=45)
    assert log.table.clocks.banks[0] < 0
    assert log.table.deadline(0) == 45 + GRACE


def test_choosing_at_once_everybody_has_a_clock_of_their_own() -> None:
    log = hilo(pace=Live(move=60, match=300))
    log.write(moved(0, HIGH), at=40)
    assert log.table.deadline(1) == 60
    log.write(moved(1, HIGH), at=55)
    assert log.table.clocks.banks == [260, 245]


def test_slow_tables_count_hours_and_others_do_not_count() -> None:
    assert hilo(pace=Slow(hours=48)).table.deadline(0) == 48 * 3600
    assert hilo().table.deadline(0) is None
    assert hilo(pace=Live(move=None, match=None)).table.deadline(0) is None


def test_bots_and_empty_chairs_have_no_clock() -> None:
    log = hilo(ANN, Bot("random"), person("cy", away=True), pace=Live(move=60, match=300), stand_in="greedy")
    assert [log.table.deadline(seat) for seat in range(3)] == [60, None, None]
    assert [log.table.level(seat) for seat in range(3)] == [None, "random", "greedy"]
    log.write(moved(1, HIGH), moved(2, HIGH), at=50)
    assert log.table.clocks.banks[1:] == [300, 300]
    log.write(Sat(0, Chair("red", person("ann", away=True))), at=50)
    assert log.table.deadline(0) is None
    assert log.table.level(0) == "greedy"


def test_whoever_comes_back_has_all_the_time_for_the_move() -> None:
    log = hilo(person("ann", away=True), BEN, pace=Live(move=60))
    log.write(Sat(0, Chair("red", ANN)), at=500)
    assert log.table.deadline(0) == 560


def test_time_that_ran_out_is_used_up() -> None:
    log = sack(pace=Live(move=None, match=30))
    log.do(permissions.run_out(log.table, 30), at=30)
    log.do(seating.come_back(log.table, "ann"), at=40)
    assert log.table.clocks.banks[0] <= 0


def test_standing_up_and_sitting_down_gives_no_time_back() -> None:
    log = sack(pace=Live(move=None, match=300))
    log.do(seating.replace_sitter(log.table, "ann", 0, None, 200), at=200)
    log.do(seating.sit(log.table, "ann", 0, "Ann", None, guest=False), at=200)
    assert log.table.clocks.banks[0] == 100


def test_time_in_which_no_node_ran_is_given_back_once() -> None:
    log = sack(pace=Live(move=60, match=100))
    log.write(moved(0, PLACE_2), at=10)
    assert list(permissions.stand_still(log.table, [(0, 9), (15, 20), (40, 100)])) == [Stood(65)]
    off = [(5.0, 30.0)]  # the last word of a node was older than the last move
    log.do(permissions.stand_still(log.table, off), at=30)
    assert log.table.deadline(0) == 10 + 20 + 60
    assert list(permissions.stand_still(log.table, off)) == []
    log.write(moved(0, PLACE_3), at=40)
    assert log.table.clocks.banks[0] == 100 - 10 - 10


def test_a_minute_is_nothing_where_hours_are_given() -> None:
    assert list(permissions.stand_still(hilo(pace=Slow(hours=1)).table, [(0, 60)])) == []
    assert list(permissions.stand_still(hilo(pace=Slow(hours=1)).table, [(0, 61)])) == [Stood(61)]
    assert list(permissions.stand_still(hilo().table, [(0, 61)])) == []


def test_clocks_are_shown_as_seconds_left() -> None:
    log = sack(pace=Live(move=60, match=100))
    shown = clocks(log.table, 25.04)
    assert shown is not None
    assert [(clock.move, clock.match) for clock in shown] == [(35.0, 75.0), (None, 100.0)]
    late = clocks(log.table, 500)
    assert late is not None
    assert (late[0].move, late[0].match) == (0.0, 0.0)
    assert clocks(hilo().table, 0) is None
    per_move = clocks(hilo(pace=Slow(hours=1)).table, 600)
    assert per_move is not None
    assert [(clock.move, clock.match) for clock in per_move] == [(3000.0, None)] * 2


# Taking back


def test_a_choice_that_was_taken_back_does_not_count() -> None:
    log = sack(pace=Live(move=60, match=100))
    before = facts(log.table)
    log.write(moved(0, PLACE_2), at=20, key="one")
    assert log.table.can_undo(0)
    assert not log.table.can_undo(1)
    log.write(Undone(0), at=30, key="two")
    steps = log.reread()
    changed = {"version", "touched", "seen", "asked", "keys"}
    assert {name: fact for name, fact in facts(log.table).items() if name not in changed} == {
        name: fact for name, fact in before.items() if name not in changed
    }
    assert list(log.table.keys[0]) == ["one", "two"]
    assert [entry.n for entry, counts in effective(log.entries) if not counts] == [log.table.version - 2]
    assert seen(steps[-1], None, log.table) == {"n": log.table.version - 1, "seat": 0, "type": "undone"}
    assert not log.table.is_fresh(0, log.table.version - 1), "it was chosen before the other was taken back"
    assert log.table.is_fresh(0, log.table.version)
    assert not log.table.can_undo(0), "what is left fell by chance"


def test_several_choices_in_a_row_are_taken_back_one_by_one() -> None:
    log = sack(dice=(2, 3))
    log.write(moved(0, PLACE_2), moved(0, PLACE_3), fell(type="roll", dice=[6, 6]))
    assert log.table.playing.turn == Decision((Seat(1),), "S8")
    log.write(moved(1, {"type": "score", "board": None}), moved(1, {"type": "place", "die": 6, "board": 2}))
    log.write(Undone(1))
    log.reread()
    assert log.table.can_undo(1)
    log.write(Undone(1))
    log.reread()
    assert log.table.playing.turn == Decision((Seat(1),), "S8")
    assert not log.table.can_undo(1)


def test_nothing_is_taken_back_once_chance_or_news_have_followed() -> None:
    log = sack(dice=(2, 3))
    log.write(moved(0, PLACE_2), moved(0, PLACE_3))
    assert not log.table.can_undo(0), "the next dice are about to fall"
    log.write(fell(type="roll", dice=[1, 4]))
    assert not log.table.can_undo(0)
    assert not log.table.can_undo(1)


def test_a_choice_that_told_the_others_something_is_not_taken_back() -> None:
    log = Log(Setup(game="kniffel", seats=2), ANN, BEN)
    log.begin()
    log.write(fell(type="deal", hands=[[1, 2, 3, 4, 5], [1, 1, 2, 2, 3]]))
    for seat in (0, 1, 0, 1):
        log.write(moved(seat, {"type": "swap", "discard": [], "draw": 1}), fell(type="draw", cards=[6]))
    log.write(moved(0, {"type": "score", "field": "ones", "cards": [1]}))
    assert log.table.playing.turn == Decision((Seat(0),), "K16")
    assert not log.table.can_undo(0), "all have seen the cards"


def test_a_choice_that_lies_face_down_can_be_taken_back_until_all_have_chosen() -> None:
    log = hilo(ANN, BEN, CY)
    log.write(moved(0, HIGH), moved(1, HIGH))
    assert [log.table.can_undo(seat) for seat in range(3)] == [True, True, False]
    log.write(Undone(0))
    log.reread()
    assert log.table.waiting == (0, 2)
    assert [hidden.event.seat for hidden in log.table.concealed] == [1]
    log.write(moved(0, LOW), moved(2, LOW))
    assert not any(log.table.can_undo(seat) for seat in range(3))
    assert log.table.playing.state.said == ("low", "high", "low")


def test_a_table_can_do_without_taking_back() -> None:
    log = sack(undo=False)
    log.write(moved(0, PLACE_2))
    assert not log.table.can_undo(0)


# The end, and ids


def test_the_last_choice_ends_the_match_and_nobody_is_asked() -> None:
    log = hilo()
    log.write(moved(0, HIGH), moved(1, LOW), fell(type="roll", die=4))
    assert log.table.stage == "over"
    assert isinstance(log.table.playing.turn, Over)
    assert log.table.waiting == ()
    assert not log.table.can_undo(1)


def test_a_closed_table_waits_for_nobody() -> None:
    log = hilo()
    log.write(Closed("host"))
    assert (log.table.stage, log.table.waiting, log.table.is_chance_due) == ("closed", (), False)


def test_the_latest_ids_of_each_seat_are_remembered() -> None:
    log = Log(Setup(game="twentyone", seats=2), ANN, BEN)
    log.begin()
    for at in range(MOVE_KEYS_KEPT):
        log.fall()
        log.write(moved(log.table.waiting[0], KEEP), key=f"keep {at}")
        for seat in (0, 1):
            log.write(moved(seat, STRIKE), key=f"mark {at} {seat}")
    assert list(log.table.keys[0]) == ["mark 1 0", "keep 2", "mark 2 0", "mark 3 0"]
    assert list(log.table.keys[1]) == ["mark 1 1", "mark 2 1", "keep 3", "mark 3 1"]


def test_a_bots_move_has_no_id() -> None:
    log = hilo(ANN, Bot("greedy"))
    log.write(moved(1, HIGH))
    assert log.table.keys == {}


def test_a_new_table_says_nothing_yet() -> None:
    table = Table("TEST", SECRET)
    assert (table.version, table.stage, table.waiting, table.match) == (0, "lobby", (), None)
