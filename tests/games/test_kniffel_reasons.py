"""Why a move is better in Karten-Kniffel, in positions that a match seldom has."""

import pytest

from pasch.engine.game import Seat
from pasch.engine.language import LANGS
from pasch.games.kniffel.model import UPPER, Field, Move, Score, Sheet, State, Swap
from pasch.games.kniffel.text.reasons import why
from pasch.games.kniffel.view import view
from tests.coach.claims import Case, faults
from tests.coach.kniffel_claims import KNIFFEL
from tests.games.kniffel_positions import EMPTY, all_but, cards, position, sheet

ONES, TWOS, THREES, FOURS, FIVES, SIXES = UPPER
KIND, LARGE = Field.THREE_OF_A_KIND, Field.LARGE_STRAIGHT
GOOD = all_but(SIXES, KIND)
"""Its upper part is 45 without the sixes."""
POOR = sheet({ONES: 1, TWOS: 2, THREES: 3, FOURS: 8, FIVES: 15})
"""29 without the sixes."""
BAD = sheet({ONES: 1, TWOS: 2, THREES: 3, FOURS: 8, FIVES: 5})
"""19 without the sixes."""


def at(hand: str, own: Sheet, other: Sheet = EMPTY, pile: str | None = None) -> State:
    return position(hand, "11234", sheets=(own, other), pile=pile)


def swap(discard: str, draw: int) -> Swap:
    return Swap(cards(discard), draw)


def score(field: Field, played: str) -> Score:
    return Score(field, cards(played))


def said(state: State, better: Move, other: Move) -> str:
    """What is said in German; in both languages it is true."""
    seen, seat = view(state, Seat(0)), Seat(0)
    text = why(seen, seat, better, other)
    assert text is not None
    for lang in LANGS:
        assert faults(KNIFFEL, Case(seen, seat, better, other, lang, text.to(lang))) == []
    return text.de


@pytest.mark.parametrize(
    ("own", "hand", "better", "other", "begins"),
    [
        (GOOD, "66661", score(SIXES, "6666"), score(SIXES, "66"), "Oben sind es damit 69, und der Bonus von 35 ist"),
        (GOOD, "66661", score(SIXES, "6666"), swap("1", 1), "Oben sind es damit 69, und der Bonus von 35 ist"),
        (
            GOOD,
            "66661",
            score(KIND, "66661"),
            score(SIXES, "66"),
            "Der Bonus bleibt erreichbar, oben fehlen dann noch 18",
        ),
        (GOOD, "66123", swap("123", 3), score(SIXES, "66"), "Der Bonus bleibt erreichbar, oben fehlen dann noch 18"),
        (POOR, "66612", score(SIXES, "666"), swap("12", 2), "Oben sind es damit 47, und der Abzug von 20 droht nicht"),
        (BAD, "61123", swap("1123", 4), score(SIXES, "6"), "Der Abzug von 20 lässt sich so noch abwenden"),
        (BAD, "66123", score(SIXES, "66"), score(SIXES, "6"), "Mehr Punkte im selben Feld"),
        (POOR, "66123", swap("123", 3), score(KIND, "66123"), "„"),
    ],
)
def test_K14_the_bonus_is_said_where_the_moves_differ_in_it(
    own: Sheet, hand: str, better: Move, other: Move, begins: str
) -> None:
    assert said(at(hand, own), better, other).startswith(begins)


def test_K13_in_the_last_round_nothing_is_said_of_a_next_turn() -> None:
    over = at("66123", GOOD, other=all_but())
    assert said(over, score(SIXES, "66"), swap("123", 3)).endswith("mit dieser Runde ist Schluss.")
    assert said(over, swap("123", 3), score(SIXES, "66")) == "Die Sechser bleiben zusammen; „Sechser“ bleibt offen."
    assert "Fällen" not in said(over, swap("123", 3), swap("66123", 5))


def test_the_cards_that_still_fit_are_those_that_the_seat_does_not_see() -> None:
    """All ones but one lie open, and of the sixes all but two."""
    state = at("23455", all_but(LARGE), pile="1" + "22334455" + "66")
    hidden = [value for value in (1, 6) for _ in range(18 - state.discards.count(value))]
    assert said(state, swap("5", 1), swap("2345", 4)).endswith(f"; {len(hidden)} passende Karten sind noch verdeckt.")


def test_one_card_that_fits_is_one() -> None:
    state = position("55556", "22334", sheets=(all_but(Field.KNIFFEL), EMPTY), pile="15")
    found = said(state, swap("6", 1), swap("55556", 5))
    assert found == "„Kniffel“ klappt so in 14 von 100 Fällen; 1 passende Karte ist noch verdeckt."


def test_K20_when_the_pile_runs_out_no_cards_are_counted() -> None:
    state = position("55556", "22334", sheets=(all_but(Field.KNIFFEL), EMPTY), pile="")
    assert said(state, swap("6", 1), swap("5555", 4)).startswith("Die Fünfer bleiben zusammen; „Kniffel“ klappt so in ")


def test_what_is_held_is_sure() -> None:
    state = at("555661", sheet({}))
    assert said(state, swap("1", 1), swap("566", 3)).startswith("Die Fünfer bleiben zusammen; „Full House“ ist dir so")


def test_what_a_swap_seldom_brings_is_no_reason_to_swap() -> None:
    state = at("66612", all_but(SIXES, LARGE))
    assert said(state, score(SIXES, "666"), swap("666", 3)).endswith(
        "der Tausch bringt „Große Straße“ nur in 3 von 100 Fällen."
    )
