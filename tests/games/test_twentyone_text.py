"""twenty one in words and pictures: what is typed means what it says, and nothing hidden is told."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pasch.engine.errors import Malformed
from pasch.engine.game import Seat
from pasch.engine.language import LANGS, Lang
from pasch.engine.match import Event, Match
from pasch.games.palette import SEAT_NAMES
from pasch.games.twentyone import GAME, rules
from pasch.games.twentyone import text as words
from pasch.games.twentyone.model import (
    EMPTY_ROW,
    ROWS,
    SEATS,
    Keep,
    Mark,
    Move,
    Page,
    Phase,
    Reroll,
    Roll,
    SixDice,
    State,
    View,
)
from tests.games.test_texts import drawn, steps

NAMES = ("Inge", "Jonas", "Bartholomäus der Große", "Knut", "日本の長い名前です", "T")
WIDEST = 100
A_USUAL_TERMINAL = 80


def position(phase: Phase, dice: Sequence[int] = (5, 1, 3, 2, 4, 6), row: Sequence[int | None] = EMPTY_ROW) -> State:
    """Two seats in their first row; seat 0 has sheet A: red yellow green blue white black."""
    rows = (tuple(row), *(EMPTY_ROW,) * (ROWS - 1))
    return State(
        first=Seat(0),
        active=Seat(0),
        phase=phase,
        dice=tuple(dice),
        pages=(Page("A", rows), Page("B")),
        choices=(None, None),
    )


def seen(state: State, seat: int | None = 0) -> View:
    return GAME.view(state, None if seat is None else Seat(seat))


def read(typed: str, state: State) -> Move:
    return words.read(typed, seen(state), Seat(0), GAME.legal_moves(state, Seat(0)))


# Typing


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        *((word, Keep()) for word in ("k", "K", " keep ", "b", "Behalten")),
        *((word, Reroll()) for word in ("n", "NOCHMAL", "a", "again", "r", "reroll")),
        *((word, Mark(())) for word in ("-", "x", "Strich", "strike", "streichen", "Feld streichen")),
        *((word, Mark(("red", "green"))) for word in ("1 3", "13", "31", " 3 ,1,", "1+3", "Feld 1 und 3.", "1,green")),
        *((word, Mark(("red",))) for word in ("ro", "rot", "RED", "re")),
        *((word, Mark(("green",))) for word in ("grün", "GRÜN", "gru\u0308n", "gruen", "green", "gr")),
        *((word, Mark(("white",))) for word in ("w", "weiß", "weiss", "white")),
        ("gelb schwarz", Mark(("yellow", "black"))),
        ("1 1", Mark(("red", "red"))),
    ],
)
def test_many_words_are_understood(typed: str, meant: Move) -> None:
    assert read(typed, position(Phase.MARK)) == meant


@pytest.mark.parametrize(
    "typed",
    ["", "  ", ",", "0", "7", "17", "9" * 5000, "²", "１", "٣", "g", "bl", "1 -", "-1", "kk", "rotes", "\x00", "und"],
)
def test_what_means_nothing_is_answered_in_both_languages(typed: str) -> None:
    with pytest.raises(Malformed) as caught:
        read(typed, position(Phase.MARK))
    assert "1 3" in caught.value.reason.de
    assert "1 3" in caught.value.reason.en
    assert len(caught.value.reason.de) < 160


def test_the_answer_fits_the_question() -> None:
    with pytest.raises(Malformed, match="Type k to keep or n to roll again"):
        read("hm", position(Phase.KEEP))


@given(st.text() | st.text("123456 ,-–xkbnar gelbroschwzüß²９", max_size=12), st.sampled_from(Phase))
@settings(deadline=None, max_examples=300)
def test_nothing_that_is_typed_breaks_the_reading(typed: str, phase: Phase) -> None:
    for at in (0, ROWS):
        view = replace(seen(position(phase)), pages=(Page("A", at=at), Page("B")))
        try:
            move = words.read(typed, view, Seat(0), ())
        except Malformed:
            continue
        assert isinstance(move, Move)


# Pictures and lines


@pytest.mark.parametrize("width", [A_USUAL_TERMINAL, WIDEST])
@pytest.mark.parametrize("players", SEATS)
def test_no_layout_loses_a_seat(players: int, width: int) -> None:
    state = Match(GAME, players).state
    for seat in (None, *map(Seat, range(players))):
        picture = "\n".join(drawn(GAME, state, seat, NAMES, "de", width))
        assert all(name[:3] in picture for name in NAMES[:players])


def picture(state: State, seat: int) -> str:
    return "".join(drawn(GAME, state, Seat(seat), NAMES, "de", WIDEST))


def test_the_picture_offers_what_fits_and_shows_what_was_chosen() -> None:
    state = position(Phase.MARK, row=(None, None, 4, 2, 0, None))
    offered = picture(state, 0)
    assert all(sign in offered for sign in ("5 ?", "1 ?", "(4)", "✗"))
    assert "6 ?" not in offered
    chosen = GAME.play(state, Seat(0), Mark(("red",)))
    assert "5 ✓" in picture(chosen, 0)
    assert "5 ✓" not in picture(chosen, 1)
    assert "✗ ✓" in picture(GAME.play(state, Seat(0), Mark(())), 0)
    stuck = position(Phase.MARK, (6, 6, 6, 6, 6, 6), (6, None, None, None, None, None))
    assert "✗ ?" in picture(stuck, 0)


def test_ones_stay_in_the_picture_only_while_the_roll_is_open() -> None:
    assert "bleibt" in picture(position(Phase.KEEP), 0)
    assert "bleibt" not in picture(position(Phase.MARK), 0)


@pytest.mark.parametrize(
    ("dice", "asks"),
    [
        ((5, 1, 3, 2, 4, 6), "Behalten oder nochmal? 5 Würfel, die 1 bleibt liegen."),
        ((5, 2, 3, 2, 4, 6), "Behalten oder nochmal? Alle 6 Würfel."),
        ((1, 1, 3, 2, 4, 6), "Behalten oder nochmal? 4 Würfel, 2 Einsen bleiben liegen."),
    ],
)
def test_the_question_counts_the_dice(dice: Sequence[int], asks: str) -> None:
    assert words.question(seen(position(Phase.KEEP, dice)), Seat(0), NAMES, "de") == asks


def test_the_question_names_the_strike_where_nothing_fits() -> None:
    state = position(Phase.MARK, (6, 6, 6, 6, 6, 6), (6, None, None, None, None, None))
    assert words.question(seen(state), Seat(0), NAMES, "de") == "Keine Zahl passt. Feld 2 (gelb) streichen?"
    assert words.question(seen(position(Phase.MARK)), Seat(0), NAMES, "de") == "Welche Zahlen trägst du ein?"


@pytest.mark.parametrize("typed", ["j", "Ja", "y", "YES"])
def test_yes_answers_the_question_whether_to_strike(typed: str) -> None:
    state = position(Phase.MARK, (6, 6, 6, 6, 6, 6), (6, None, None, None, None, None))
    assert read(typed, state) == Mark(())
    if typed != "y":  # the beginning of yellow
        with pytest.raises(Malformed):
            read(typed, position(Phase.MARK))  # something fits, and nobody asked


@pytest.mark.parametrize(
    ("phase", "move", "says"),
    [
        (Phase.KEEP, Keep(), "Behalten"),
        (Phase.KEEP, Reroll(), "Nochmal: 5 Würfel"),
        (Phase.MARK, Mark(("yellow", "red")), "Rot 5 und gelb 1 eintragen: Reihe dann 6 + 0"),
        (Phase.MARK, Mark(()), "Feld streichen: Reihe dann 0 + 0"),
    ],
)
def test_a_move_is_described_with_what_it_brings(phase: Phase, move: Move, says: str) -> None:
    state = position(phase)
    assert words.describe(move, rules.effect(state, Seat(0), move), seen(state), NAMES, "de") == says


# What happened


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("onlooker", [None, Seat(1)])
def test_T13_a_choice_is_not_told_before_all_have_chosen(onlooker: Seat | None, lang: Lang) -> None:
    before = position(Phase.MARK)
    told = set()
    for move in GAME.legal_moves(before, Seat(0)):
        views = GAME.view(before, onlooker), GAME.view(GAME.play(before, Seat(0), move), onlooker)
        told.add(tuple(words.tell(Event(Seat(0), move), *views, NAMES, lang)))
    assert len(told) == 1


def told_in_german(before: State, event: Event, after: State) -> list[str]:
    names = [name.de for name in SEAT_NAMES]
    return words.tell(event, seen(before, None), seen(after, None), names, "de")


def test_a_round_is_told_seat_by_seat() -> None:
    before = position(Phase.MARK, (6, 1, 3, 2, 4, 6), (None, 5, 4, 3, 2, 1))
    half = GAME.play(before, Seat(0), Mark(("red",)))
    assert told_in_german(before, Event(Seat(0), Mark(("red",))), half) == ["Rot hat gewählt."]
    done = GAME.play(half, Seat(1), Mark(()))
    assert told_in_german(half, Event(Seat(1), Mark(())), done) == [
        "Rot trägt rot 6 (Treffer) ein; Reihe 1 ist voll: 21 + 21 = 42 Punkte.",
        "Blau streicht Feld 1 (blau); Reihe 1 steht bei 0 + 0 = 0.",
    ]


def test_dice_are_told_by_colour() -> None:
    dice = SixDice(*(5, 1, 3, 2, 4, 6))
    rolled = told_in_german(position(Phase.ROLL, ()), Event(None, Roll(dice)), position(Phase.KEEP))
    assert rolled == ["Rot würfelt: rot 5, gelb 1, grün 3, blau 2, weiß 4, schwarz 6."]
    kept, again = (
        told_in_german(position(Phase.KEEP), Event(Seat(0), move), position(Phase.MARK)) for move in (Keep(), Reroll())
    )
    assert kept == ["Rot behält den Wurf."]
    assert again == ["Rot würfelt nochmal: 5 Würfel, die 1 bleibt liegen."]


def test_the_end_names_who_won() -> None:
    last = steps(GAME, 3)[-1]
    said = told_in_german(last.before, last.event, last.after)[-2:]
    best = max(seen(last.after).totals)
    assert said[0] == "Die Partie ist zu Ende."
    assert said[1].endswith(f"mit {best} Punkten.")


def test_equal_totals_win_together() -> None:
    full = (6, 5, 4, 3, 2, 1)
    state = position(Phase.OVER, row=full)
    shared = replace(state, pages=(state.pages[0], Page("B", state.pages[0].rows)))
    told = words.lines(seen(shared, None), None, ("Ina", "Ole"), "de")[0]
    assert told == "Ina und Ole teilen sich den Sieg mit 42 Punkten."
