"""Why a move is better in twenty one; row 1 of sheet A is red 6, yellow 5, green 4, blue 3, white 2, black 1."""

import pytest

from pasch.engine.game import Seat
from pasch.engine.language import LANGS
from pasch.engine.match import Match
from pasch.games.twentyone.model import Keep, Mark, Move, Reroll
from pasch.games.twentyone.text.reasons import why
from pasch.games.twentyone.view import view
from tests.coach.claims import Case, faults
from tests.coach.twentyone_claims import TWENTYONE
from tests.games.twentyone_rounds import ALL, ONES, STRIKE, dice, keep, play_round, table

KEEP, REROLL = Keep(), Reroll()


def said(match: Match, better: Move, other: Move) -> str:
    """What is said in German; in both languages it is true."""
    seen, seat = view(match.state, Seat(0)), Seat(0)
    text = why(seen, seat, better, other)
    assert text is not None
    for lang in LANGS:
        assert faults(TWENTYONE, Case(seen, seat, better, other, lang, text.to(lang))) == []
    return text.de


def rolled(digits: str) -> Match:
    match = table(2)
    match.settle(dice(digits))
    return match


def late(digits: str) -> Match:
    """Only white 2 and black 1 are free in the row of seat 0, which is active."""
    match = play_round(table(2, first=1), "111111", ("red", "yellow", "green", "blue"), ("red",))
    match.settle(dice(digits))
    return match


@pytest.mark.parametrize(
    ("match", "sentence"),
    [
        (rolled("654666"), "3 Treffer liegen schon da; ein neuer Wurf bringt nur in 6 von 100 Fällen wieder so viele."),
        (rolled("666666"), "Ein Treffer liegt schon da; ein neuer Wurf könnte ihn wieder nehmen."),
        (late("666626"), "Ein Treffer liegt schon da; ein neuer Wurf bringt nur in 31 von 100 Fällen wieder einen."),
        (late("666661"), "Der Wurf passt in die Reihe; ein neuer könnte schlechter fallen."),
        (late("666666"), "Auch der neue Wurf passt nur in 44 von 100 Fällen; so bleibt es beim Strich."),
    ],
)
def test_T4_what_a_new_roll_may_take_away_is_exact(match: Match, sentence: str) -> None:
    assert said(match, KEEP, REROLL) == sentence


@pytest.mark.parametrize(
    ("match", "sentence"),
    [
        (late("666666"), "Von diesem Wurf passt nichts; ein neuer passt in 44 von 100 Fällen."),
        (rolled("543212"), "Ein Treffer ist nicht dabei; der neue Wurf bringt in 60 von 100 Fällen welche."),
        (late("666611"), "Deine Würfel bleiben liegen; der neue Wurf kann den anderen etwas nehmen."),
        (rolled("543211"), "Der Wurf passt nur zum Teil; der neue trifft in 52 von 100 Fällen mehr Felder."),
    ],
)
def test_T4_what_a_new_roll_may_bring_is_exact(match: Match, sentence: str) -> None:
    assert said(match, REROLL, KEEP) == sentence


def test_T10_the_bonus_is_that_of_the_row_as_it_stands() -> None:
    match = keep(table(2), "654366")
    two, all_four, fewer = Mark(("red", "yellow")), Mark(("red", "yellow", "green", "blue")), Mark(("red",))
    assert said(match, all_four, two).startswith("Das bringt mehr Treffer und 10 statt 3 Punkte Bonus;")
    assert said(match, fewer, Mark(())).startswith("Das bringt mehr Treffer und 1 Punkt Bonus;")


def test_T10_a_full_row_counts_with_its_bonus() -> None:
    match = play_round(table(2, first=1), "654311", ("red", "yellow", "green", "blue"), STRIKE)
    keep(match, "666611")
    found = said(match, Mark(("white", "black")), Mark(("black",)))
    assert found == "Die Reihe wird voll und zählt, mit 15 Punkten Bonus; danach beginnt die nächste Reihe."


def test_free_fields_are_there_for_the_next_roll() -> None:
    match = keep(table(2), "111122")
    found = said(match, Mark(("red",)), Mark(("red", "yellow", "green")))
    assert found.endswith("; der nächste Wurf trifft in 60 statt 42 von 100 Fällen mindestens eins davon.")


def test_T11_after_the_last_row_none_begins() -> None:
    match = table(2)
    for _ in range(4):
        play_round(match, ONES, ALL, STRIKE)
    found = said(keep(match, ONES), Mark(ALL), Mark(ALL[:5]))
    assert found.endswith("mit dieser Runde ist Schluss.")
