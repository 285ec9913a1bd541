"""Karten-Kniffel in words and pictures: what is typed, shown, asked and told."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pasch.engine.errors import Malformed, Refused
from pasch.engine.game import Seat
from pasch.engine.match import Event, apply
from pasch.engine.witness import Step, seen
from pasch.games.kniffel import GAME, text
from pasch.games.kniffel.model import UPPER, Draw, Field, Move, Options, Phase, Score, State, Swap, Trim
from pasch.games.kniffel.rules import effect
from tests.games.kniffel_positions import all_but, cards, match_at, moved, position, sheet
from tests.games.test_texts import drawn

ME, OTHER = Seat(0), Seat(1)
NAMES = ("Rot", "Blau")


def typed(words: str, state: State, seat: Seat = ME) -> Move:
    return text.read(words, GAME.view(state, seat), seat, GAME.legal_moves(state, seat))


# Typing


HAND = position("13666", "12345")
WORDS: list[tuple[str, Move]] = [
    ("t 13", Swap((1, 3), 2)),
    ("t 13+", Swap((1, 3), 3)),
    ("T 3, 1 +", Swap((1, 3), 3)),
    ("t13", Swap((1, 3), 2)),
    ("tauschen 1 3", Swap((1, 3), 2)),
    ("tausche 13+", Swap((1, 3), 3)),
    ("swap 13", Swap((1, 3), 2)),
    ("s 13", Swap((1, 3), 2)),
    ("t -", Swap((), 0)),
    ("t –", Swap((), 0)),
    ("t +", Swap((), 1)),
    ("6", Score(Field.SIXES, (6, 6, 6))),
    ("6 66", Score(Field.SIXES, (6, 6))),
    ("6 6 6", Score(Field.SIXES, (6, 6))),
    ("  SECHSER ", Score(Field.SIXES, (6, 6, 6))),
    ("sixes 6,6", Score(Field.SIXES, (6, 6))),
    ("six", Score(Field.SIXES, (6, 6, 6))),
    ("7", Score(Field.THREE_OF_A_KIND, (1, 3, 6, 6, 6))),
    ("dreier", Score(Field.THREES, (3,))),
    ("Dreierpasch", Score(Field.THREE_OF_A_KIND, (1, 3, 6, 6, 6))),
    ("three of a kind", Score(Field.THREE_OF_A_KIND, (1, 3, 6, 6, 6))),
    ("three-of-a-kind", Score(Field.THREE_OF_A_KIND, (1, 3, 6, 6, 6))),
    ("fünf 5", Score(Field.FIVES, (5,))),
    ("Fu\u0308nfer 5", Score(Field.FIVES, (5,))),
    ("GROSSE STRASSE 12345", Score(Field.LARGE_STRAIGHT, (1, 2, 3, 4, 5))),
    ("große straße 12345", Score(Field.LARGE_STRAIGHT, (1, 2, 3, 4, 5))),
    ("12 66666", Score(Field.KNIFFEL, (6, 6, 6, 6, 6))),
    ("6!", Score(Field.SIXES, (6, 6, 6), announce=True)),
    ("6 66 !", Score(Field.SIXES, (6, 6), announce=True)),
    ("6! 66", Score(Field.SIXES, (6, 6), announce=True)),
    ("w 24", Trim((2, 4))),
    ("Wirf 4 2", Trim((2, 4))),
    ("trim 24", Trim((2, 4))),
]


@pytest.mark.parametrize(("words", "move"), WORDS)
def test_words_mean_a_move(words: str, move: Move) -> None:
    assert typed(words, HAND) == move


@pytest.mark.parametrize("words", ["24", "2 4", "4, 2", "w 24", "WIRF 2,4"])
def test_bare_digits_are_a_trim_when_cards_are_surplus(words: str) -> None:
    state = replace(position("1234566", "12345"), phase=Phase.TRIM)
    assert typed(words, state) == Trim((2, 4))


def test_every_trim_is_written_and_read_back() -> None:
    state = replace(position("12345566", "12345"), phase=Phase.TRIM)
    for move in GAME.legal_moves(state, ME):
        assert typed(text.write(move, GAME.view(state, ME), ME), state) == move


def test_a_field_alone_takes_the_cards_that_bring_the_most() -> None:
    state = position("1133366", "12345")
    assert typed("9", state) in GAME.legal_moves(state, ME)
    assert typed("7", state) == Score(Field.THREE_OF_A_KIND, (3, 3, 3, 6, 6))
    assert typed("3", state) == Score(Field.THREES, (3, 3, 3))


def test_a_field_alone_is_not_announced_and_one_with_a_mark_is() -> None:
    state = position("13666", "12345", sheets=(all_but(Field.SIXES, Field.KNIFFEL), all_but()))
    assert typed("6", state) == Score(Field.SIXES, (6, 6, 6))
    assert typed("6!", state) == Score(Field.SIXES, (6, 6, 6), announce=True)


@pytest.mark.parametrize(
    ("words", "rule"),
    [("12", "K8"), ("9", "K6"), ("2", "K4"), ("1", "K3"), ("6!", "K21"), ("w 1", "K16"), ("t 7", "format")],
)
def test_what_cannot_be_is_refused_by_its_rule(words: str, rule: str) -> None:
    match = match_at(position("13666", "12345", sheets=(all_but(Field.TWOS, *tuple(Field)[2:]), all_but())))
    with pytest.raises((Refused, Malformed)) as error:
        match.play(ME, typed(words, match.state))
    assert error.value.rule == rule


GARBAGE = [
    *("", " ", "!", "+", "-", "²", "٣", "t ²", "6 ²", "6 ٣", "w x", "t 78", "t 0", "6 7", "0", "19", "-6", "06"),
    *(
        "999999999999999999999",
        "6 " + "1" * 5000,
        "t " + "1" * 5000,
        "x",
        "k",
        "drei",
        "f",
        "three",
        "6 666 t",
        "t 13!",
    ),
    *("\x00", "６", "6.666", "#3", "t 1 + 3"),
]


@pytest.mark.parametrize("phase", [Phase.ACT, Phase.TRIM, Phase.DRAW, Phase.OVER])
@pytest.mark.parametrize("words", GARBAGE)
def test_garbage_is_malformed_and_says_so_in_both_languages(words: str, phase: Phase) -> None:
    with pytest.raises(Malformed) as error:
        typed(words, replace(HAND, phase=phase))
    assert error.value.reason.de != error.value.reason.en


def test_an_ambiguous_name_is_asked_back() -> None:
    with pytest.raises(Malformed, match="threes or three of a kind"):
        typed("three", HAND)


@given(st.text() | st.text(alphabet="ts w+-!0123456789,²٣fullhose"), st.sampled_from([Phase.ACT, Phase.TRIM]))
def test_any_text_is_a_move_or_malformed(words: str, phase: Phase) -> None:
    try:
        move = typed(words, replace(HAND, phase=phase))
    except Malformed:
        return
    played = move.cards if isinstance(move, Score) else move.discard
    assert set(played) <= set(range(1, 7))


# What is shown


def picture(state: State, seat: Seat | None) -> str:
    return "\n".join(drawn(GAME, state, seat, NAMES, "de", width=100))


def test_the_picture_shows_ones_own_cards_and_no_others() -> None:
    state = position("13666", "22445")
    rows = {seat: picture(state, seat) for seat in (ME, OTHER, None)}
    assert "  1     3     6     6     6" in rows[ME]
    assert "  2     2     4     4     5" in rows[OTHER]
    assert "▄▄▄▄▄" not in rows[None]


def test_the_picture_shows_what_could_be_scored_and_what_it_costs() -> None:
    state = position("136666", "22445", sheets=(all_but(Field.SIXES, Field.KNIFFEL), all_but(Field.ONES)))
    shown = picture(state, ME)
    assert re.search(r"6 .*Sechser +24 ", shown)
    assert re.search(r"Strafe +−2 ", shown)
    assert "Vorletztes Feld!" in shown
    others = picture(state, OTHER)
    assert not re.search(r"Sechser +24 ", others)
    assert "Vorletztes Feld!" not in others


def test_the_lines_say_what_the_picture_shows() -> None:
    state = position(
        "1366666", "22445", sheets=(all_but(Field.SIXES, Field.ONES), all_but(Field.ONES)), penalties=(4, 0)
    )
    rest = "Dreierpasch 20, Viererpasch 20, Full House 25, Kleine Straße 30, Große Straße 40, Kniffel 50"
    mine = f"Zweier 6, Dreier 9, Vierer 12, Fünfer 15, {rest}. Oben 42: noch 1, sonst minus 20"
    theirs = f"Zweier 6, Dreier 9, Vierer 12, Fünfer 15, Sechser 18, {rest}. Oben 60"
    assert text.lines(GAME.view(state, ME), ME, NAMES, "de") == [
        "Rot ist dran.",
        "Stapel: 96 Karten. Ablage: 0 Karten.",
        f"Rot (du): 7 Karten auf der Hand. Eingetragen: {mine}. 4 Strafpunkte. Summe 223.",
        f"Blau: 5 Karten auf der Hand. Eingetragen: {theirs}. 0 Strafpunkte. Summe 245.",
        "Deine Karten: 1, 3, 6, 6, 6, 6 und 6.",
        "Jetzt möglich: Feld 1 Einser, 1 Punkt.",
        "Jetzt möglich: Feld 6 Sechser, 30 Punkte.",
        "Eintragen kostet jetzt 4 Strafpunkte, bei 7 Karten.",
        "Vorletztes Feld: mit Ausrufezeichen ansagen, sonst 10 Strafpunkte.",
    ]


def test_K22_everybody_sees_all_discards() -> None:
    state = replace(position("13666", "22445"), discards=(6, 6, 1, 1, 1, 6, 5))
    for seat in (ME, OTHER, None):
        view = GAME.view(state, seat)
        piles = [text.lines(view, seat, NAMES, lang)[1] for lang in ("de", "en")]
        assert piles[0].endswith("Ablage: 7 Karten, oben 5 (3 Einser, 1 Fünfer und 3 Sechser).")
        assert piles[1].endswith("Discards: 7 cards, 5 on top (3 ones, 1 five and 3 sixes).")
        assert re.search(r" 1  3× +5  1× +6  3×", picture(state, seat))


@pytest.mark.parametrize(
    ("points", "says"),
    [(42, "Oben 42: noch 1, sonst minus 20."), (43, "Oben 43."), (62, "Oben 62."), (63, "Oben 63, ab 63: plus 35.")],
)
def test_K14_the_marks_of_the_upper_part_are_said(points: int, says: str) -> None:
    state = position("13666", "22445", sheets=(sheet({Field.SIXES: points}), all_but()))
    assert says in text.lines(GAME.view(state, None), None, NAMES, "de")[2]


def test_K14_a_malus_that_threatens_stands_apart_from_the_total() -> None:
    state = position("13666", "22445")
    assert (
        "Oben 0: noch 43, sonst minus 20. 0 Strafpunkte. Summe 0."
        in text.lines(GAME.view(state, ME), ME, NAMES, "de")[2]
    )
    shown = picture(state, ME)
    assert "noch 43, sonst −20" in shown
    assert re.search(r"Summe +0 ", shown)


def test_K14_a_malus_that_is_settled_is_said() -> None:
    full = sheet(dict(zip(UPPER, (1, 2, 3, 4, 5, 6), strict=True)))
    state = position("13666", "22445", sheets=(full, all_but()))
    assert (
        "Oben 21, unter 43: minus 20. 0 Strafpunkte. Summe 1."
        in text.lines(GAME.view(state, None), None, NAMES, "de")[2]
    )


def test_before_the_deal_there_is_a_table_too() -> None:
    view = GAME.view(GAME.start(2, Options()), ME)
    assert text.lines(view, ME, NAMES, "de")[0] == "Die Karten werden ausgeteilt."
    assert text.question(view, ME, NAMES, "de") == "Die Karten werden ausgeteilt."
    assert text.examples(view, ME, "de")[0] == ("t 13", "1 und 3 abwerfen, 2 ziehen")


# What is asked and told


def told(state: State, seat: Seat | None, what: Move | Draw, onlooker: Seat | None = ME) -> list[str]:
    after = apply(GAME, state, Event(seat, what))
    event = seen(Step(GAME.turn(state), Event(seat, what), state, after), onlooker)
    return text.tell(event, GAME.view(state, onlooker), GAME.view(after, onlooker), NAMES, "de")


def test_a_swap_and_its_draw_are_told() -> None:
    state = position("13666", "12345")
    swap = Swap((1, 3), 3)
    assert told(state, ME, swap) == ["Rot wirft 1 und 3 ab und zieht 3 Karten."]
    waiting = moved(state, 0, swap)
    assert told(waiting, None, Draw(cards("225"))) == ["Rot bekommt 2, 2 und 5."]
    assert told(waiting, None, Draw(cards("225")), OTHER) == ["Rot hat jetzt 6 Karten."]
    assert told(state, ME, Swap((), 0)) == ["Rot tauscht nichts."]
    assert told(state, ME, Swap((), 1)) == ["Rot wirft nichts ab und zieht 1 Karte."]


def test_a_score_is_told_with_its_penalties() -> None:
    sheets = (all_but(Field.FULL_HOUSE, Field.KNIFFEL), all_but(Field.ONES, Field.TWOS, Field.THREES))
    state = position("22555666", "12345", sheets=sheets)
    entered = "Rot trägt Full House ein (2 2 5 5 5): 25 Punkte, 6 Strafpunkte."
    silent, loud = (Score(Field.FULL_HOUSE, cards("22555"), announce) for announce in (False, True))
    assert told(state, ME, silent) == [entered, "Rot hat das vorletzte Feld nicht angesagt: 10 Strafpunkte."]
    assert told(state, ME, loud) == ["Rot sagt an: Vorletztes Feld!", entered]
    assert told(moved(state, 0, loud), None, Draw((1, 1)), OTHER) == ["Rot zieht 2 Karten nach."]
    words = {
        move: text.describe(move, effect(state, ME, move), GAME.view(state, ME), NAMES, "de") for move in (silent, loud)
    }
    assert words[silent] == "Full House (2 2 5 5 5): 25 eintragen, 8 Karten: −6, ohne Ansage: −10"
    assert words[loud] == "Full House (2 2 5 5 5): 25 eintragen, 8 Karten: −6, Vorletztes Feld!"


def test_what_differs_only_in_its_cards_is_described_with_them() -> None:
    state = position("13666", "12345")
    for swap, words in ((Swap((1, 3), 3), "1 3 tauschen, 3 ziehen"), (Swap((1, 6), 2), "1 6 tauschen, 2 ziehen")):
        assert text.describe(swap, effect(state, ME, swap), GAME.view(state, ME), NAMES, "de") == words


def test_a_trim_is_asked_and_told() -> None:
    state = replace(position("1234566", "12345"), phase=Phase.TRIM)
    assert text.question(GAME.view(state, ME), ME, NAMES, "de") == "Wirf 2 Karten ab."
    assert text.question(GAME.view(state, OTHER), OTHER, NAMES, "de") == "Rot wirft noch 2 Karten ab."
    assert told(state, ME, Trim((2, 4))) == ["Rot wirft 2 und 4 ab."]


def test_the_shuffling_of_the_discards_is_told() -> None:
    state = moved(position("13666", "12345", pile="12"), 0, Swap((1, 3), 3))
    assert told(state, None, Draw((1, 2, 6)), OTHER) == [
        "Der Stapel ist leer: Die Ablage wird gemischt und zum neuen Stapel.",
        "Rot hat jetzt 6 Karten.",
    ]


def test_the_end_is_told() -> None:
    full = all_but()
    state = position("13666", "12345", sheets=(full, full), seat=1)
    assert told(state, OTHER, Swap((), 0)) == [
        "Blau tauscht nichts.",
        "Die Partie ist zu Ende: Rot 283, Blau 283.",
        "Rot und Blau teilen sich den Sieg mit 283 Punkten.",
    ]
    ahead = position("13666", "12345", sheets=(full, full), penalties=(0, 2), seat=1)
    assert told(ahead, OTHER, Swap((), 0))[-1] == "Rot gewinnt mit 283 Punkten!"


def test_the_first_full_sheet_is_told() -> None:
    sheets = (all_but(Field.SIXES), all_but(Field.ONES))
    state = position("13666", "12345", sheets=sheets)
    score = Score(Field.SIXES, (6, 6, 6))
    assert told(state, ME, score)[-1] == "Rot hat alle Felder voll: Die Runde wird noch zu Ende gespielt."
    assert told(replace(state, first=OTHER), ME, score) == ["Rot trägt Sechser ein (6 6 6): 18 Punkte."]
