"""Blöder Sack in words and pictures: what is typed, shown, asked and told."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pasch.engine.errors import Malformed
from pasch.engine.game import Seat
from pasch.engine.language import LANGS, Lang
from pasch.engine.match import Event, Match, apply
from pasch.games.palette import SEAT_EMBLEMS
from pasch.games.sack import GAME
from pasch.games.sack.model import (
    CONDITIONS,
    Deal,
    Effect,
    Move,
    Phase,
    Place,
    Refill,
    Replace,
    Roll,
    Score,
    State,
    View,
)
from pasch.games.sack.text import describe, lines, question, read, tell, write
from pasch.games.sack.text.words import card_name
from tests.games.sack_positions import cards, dice
from tests.games.test_texts import drawn, names

RED, BLUE, WHITE = Seat(0), Seat(1), Seat(2)


def view_of(state: State) -> View:
    return GAME.view(state, None)


def table(**changes: object) -> State:
    """Three seats, five cards and nothing on the boards; `changes` say what is different."""
    match = Match(GAME, 3)
    match.settle(Deal(("most-4", "sum", "most-equal", "last-1", "sum-under-10")))
    state: State = match.state
    return replace(state, **changes)


# Names


def test_every_card_has_a_name_of_its_own_in_both_languages() -> None:
    for lang in LANGS:
        assert len({card_name(card, lang) for card in CONDITIONS}) == len(CONDITIONS) == 32


def test_cards_are_called_as_the_design_calls_them() -> None:
    called = ("most-4", "most-not-2", "last-123", "sum-under-10")
    german = ["Meiste Vierer", "Meiste ohne Zweier", "Letzte 1, 2 oder 3", "Summe unter 10"]
    english = ["Most fours", "Most non-twos", "Last 1, 2 or 3", "Sum under 10"]
    assert [card_name(card, "de") for card in called] == german
    assert [card_name(card, "en") for card in called] == english


# Moves as words


ACT = table(phase=Phase.ACT, hand=(4, 2), boards=(dice("1:4 0:2"), (), (), (), ()))


@pytest.mark.parametrize(
    ("phase", "words", "move"),
    [
        (Phase.ACT, "4 1", Place(4, 1)),
        (Phase.ACT, "x 1.1", Replace(4, 1, 1)),
        (Phase.ACT, "X1,1", Replace(4, 1, 1)),
        (Phase.ACT, "x 2 1.1", Replace(2, 1, 1)),
        (Phase.ACT, "x 1.2", Replace(2, 1, 2)),
        (Phase.ACT, "x 5.9", Replace(4, 5, 9)),
        (Phase.ACT, "s 2", Score(2)),
        (Phase.ACT, "-", Score(None)),
        (Phase.PLACE, "3", Place(4, 3)),
        (Phase.SHORT, "2", Score(2)),
        (Phase.SIXES, "s2", Score(2)),
        (Phase.SIXES, "0", Score(None)),
        (Phase.SIXES, "s 0", Score(None)),
        (Phase.SIXES, "Keine", Score(None)),
        (Phase.SIXES, "none", Score(None)),
    ],
)
def test_words_that_mean_a_move(phase: Phase, words: str, move: Move) -> None:
    assert read(words, view_of(replace(ACT, phase=phase)), RED, ()) == move


def test_a_die_other_than_the_one_lying_there_is_written_out() -> None:
    assert write(Replace(2, 1, 1), view_of(ACT), RED) == "x 2 1.1"


@pytest.mark.parametrize(
    "words", ["", " ", "4", "4 7", "9 1", "0 1", "x", "x 1", "x 6.1", "x 1.0", "s", "s 6", "4 1 2 3", "٤ ١", "४ 1", "²"]
)
def test_words_that_mean_nothing(words: str) -> None:
    with pytest.raises(Malformed) as refusal:
        read(words, view_of(ACT), RED, ())
    assert refusal.value.reason.de != refusal.value.reason.en


@pytest.mark.parametrize("words", ["9" * 5000, f"4 {'9' * 5000}", f"x 1.{'9' * 5000}", f"s {'9' * 5000}"])
def test_a_huge_number_is_answered_shortly(words: str) -> None:
    for phase in (Phase.ACT, Phase.PLACE, Phase.SIXES):
        with pytest.raises(Malformed) as refusal:
            read(words, view_of(replace(ACT, phase=phase)), RED, ())
        assert len(refusal.value.reason.de) < 300


@settings(max_examples=80, deadline=None)
@given(st.text() | st.text("xs0123456789.,- "), st.sampled_from([Phase.ACT, Phase.PLACE, Phase.SHORT, Phase.SIXES]))
def test_anything_typed_is_a_move_or_malformed(words: str, phase: Phase) -> None:
    view = view_of(replace(ACT, phase=phase))
    try:
        move = read(words, view, RED, ())
    except Malformed:
        return
    assert read(write(move, view, RED), view, RED, ()) == move


# The picture


def test_the_picture_shows_shapes_where_one_can_act() -> None:
    mine, theirs = ("\n".join(drawn(GAME, ACT, seat, names(3, "de"), "de", 100)) for seat in (RED, BLUE))
    assert f"{SEAT_EMBLEMS[BLUE]}⇄4" in mine
    assert mine.count("⇄") == 2  # the die and the legend
    assert "▸3" in mine
    assert mine.count("▸1") == 4
    assert not set("⇄") & set(theirs)
    assert theirs.count("▸") == 1


def test_a_board_without_a_card_is_closed() -> None:
    closed = table(cards=(None, *ACT.cards[1:]))
    assert any("zu" in row for row in drawn(GAME, closed, None, names(3, "de"), "de", 100))
    assert "Board 1: closed, no card left." in lines(view_of(closed), None, names(3, "en"), "en")


# Sentences


def effect_of(state: State, move: Move) -> Effect:
    effect = GAME.effect(state, state.seat, move)
    assert isinstance(effect, Effect)
    return effect


def told(event: Event, before: State, lang: Lang) -> list[str]:
    after = apply(GAME, before, event)
    return tell(event, view_of(before), view_of(after), names(3, lang), lang)


FOURS = dice("1:4 0:4 1:4 0:4 1:4")


def test_a_pair_scores_a_card() -> None:
    before = table(boards=(FOURS, (), (), (), ()))
    assert told(Event(None, Roll((1, 1))), before, "de") == [
        "Pasch! Rot würfelt zwei Einser.",
        "Blau gewinnt „Meiste Vierer“ (2 Säcke) mit drei gegen zwei.",
    ]
    assert told(Event(None, Roll((1, 1))), before, "en") == [
        "A pair! Red rolls two ones.",
        "Blue wins “Most fours” (2 sacks) with three against two.",
    ]


def test_a_tie_is_told_with_its_reason() -> None:
    before = table(boards=(FOURS[:4], (), (), (), ()))
    assert told(Event(None, Roll((1, 1))), before, "de")[1:] == [
        "Rot gewinnt „Meiste Vierer“ (2 Säcke) mit zwei; Blau hat auch zwei, aber nicht den letzten Würfel."
    ]


def test_nobody_meets_the_condition() -> None:
    before = table(boards=(dice("0:1"), (), (), (), ()))
    assert told(Event(None, Roll((1, 1))), before, "de")[1:] == [
        "Niemand erfüllt „Meiste Vierer“: Die Karte bleibt liegen, die Würfel gehen zurück."
    ]


def test_a_pair_that_does_nothing() -> None:
    assert told(Event(None, Roll((2, 2))), table(), "de")[1:] == ["Brett 2 ist leer: Es gibt nichts zu werten."]
    assert told(Event(None, Roll((6, 6))), table(), "de")[1:] == [
        "Noch liegt nirgends ein Würfel: Es gibt nichts zu werten."
    ]


def test_a_new_card_is_announced_with_its_worth() -> None:
    before = table(cards=(None, *ACT.cards[1:]), refill=1)
    assert told(Event(None, Refill(1, "most-6")), before, "de") == [
        "Neue Karte über Brett 1: „Meiste Sechser“, 2 Säcke."
    ]


def test_the_last_die_wins_by_its_field() -> None:
    before = table(boards=((), (), (), dice("0:1 1:1"), ()))
    assert told(Event(None, Roll((4, 4))), before, "en")[1:] == [
        "Blue wins “Last 1” (2 sacks) with the die on field 2."
    ]


def test_the_end_is_told() -> None:
    four = cards("most-1 most-2 most-3 most-5")
    before = table(seat=WHITE, phase=Phase.PLACE, hand=(3,), won=((), four, ()), boards=((), dice("0:2"), (), (), ()))
    assert told(Event(WHITE, Place(3, 3)), before, "de") == [
        "Weiß legt 3 auf Brett 3.",
        "Die letzte Runde ist gespielt: Jetzt werden alle Bretter gewertet, auf denen Würfel liegen.",
        "Rot gewinnt „Höchste Summe“ (1 Sack) mit zwei.",
        "Weiß gewinnt „Meiste gleiche“ (2 Säcke) mit eins.",
        "Blau gewinnt!",
        "Endstand – Rot: 1 Sack, 1 Karte; Blau: 8 Säcke, 4 Karten; Weiß: 2 Säcke, 1 Karte.",
    ]


def test_a_shared_win_is_told() -> None:
    won = (cards("most-1"), cards("most-2"), ())
    over = view_of(table(phase=Phase.OVER, won=won))
    event = Event(WHITE, Replace(4, 1, 1))
    assert "Rot und Blau teilen sich den Sieg!" in tell(event, view_of(ACT), over, names(3, "de"), "de")


# Questions and promises


@pytest.mark.parametrize(
    ("state", "german", "english"),
    [
        (
            ACT,
            "Lege 4 und 2, oder tausche eine fremde 4 aus.",
            "Place 4 and 2, or replace another player’s 4.",
        ),
        (replace(ACT, boards=((),) * 5), "Lege 4 und 2.", "Place 4 and 2."),
        (replace(ACT, hand=(3, 3)), "Lege beide Dreier.", "Place both threes."),
        (replace(ACT, phase=Phase.PLACE, hand=(4,)), "Wohin mit der Vier?", "Where does the four go?"),
        (
            replace(ACT, phase=Phase.SIXES, hand=(6, 6)),
            "Sechserpasch! Welche Karte soll gewertet werden?",
            "Double six! Which card is scored?",
        ),
    ],
)
def test_questions(state: State, german: str, english: str) -> None:
    assert question(view_of(state), RED, names(3, "de"), "de") == german
    assert question(view_of(state), RED, names(3, "en"), "en") == english


@pytest.mark.parametrize(
    ("move", "german"),
    [
        (Place(4, 1), "4 auf Brett 1 legen – dann führst du mit 1 Würfel"),
        (Replace(4, 1, 1), "4 von Blau auf Brett 1, Feld 1 austauschen – dann führst du mit 1 Würfel"),
        (Place(2, 1), "2 auf Brett 1 legen – dann führt Blau mit 1 Würfel"),
        (Place(2, 4), "2 auf Brett 4 legen – noch erfüllt sie niemand"),
    ],
)
def test_descriptions(move: Move, german: str) -> None:
    assert describe(move, effect_of(ACT, move), view_of(ACT), names(3, "de"), "de") == german


def test_a_scored_card_is_promised_to_its_winner() -> None:
    state, called = replace(ACT, phase=Phase.SIXES, hand=(6, 6)), names(3, "de")
    promised = describe(Score(1), effect_of(state, Score(1)), view_of(state), called, "de")
    assert promised == "„Meiste Vierer“ werten – die Karte geht an Blau (2 Säcke)"
    assert describe(Score(None), effect_of(state, Score(None)), view_of(state), called, "de") == "keine werten"
