"""The rulebook page of twenty one: its sheets are the printed ones, and its example round is played by the rules."""

import re

import pytest

from pasch.engine.language import LANGS, Lang
from pasch.engine.match import Match
from pasch.games.twentyone import GAME
from pasch.games.twentyone.model import COLOURS, FIELDS, Colour
from pasch.terminal.pages import rulebook
from tests.games.twentyone_rounds import dice, mark, reroll, row, table

SQUARES: dict[str, Colour] = dict(zip("🟥🟨🟩🟦⬜⬛", COLOURS, strict=True))
SQUARE = re.compile(f"([{''.join(SQUARES)}]) (\\d)")


def chips(text: str) -> list[tuple[Colour, int]]:
    return [(SQUARES[square], int(number)) for square, number in SQUARE.findall(text)]


@pytest.mark.parametrize("lang", LANGS)
def test_T2_the_page_shows_the_sheets_with_their_colours(lang: Lang) -> None:
    rows = re.findall(r"^\| [1-5] \|.*$", rulebook(GAME, lang), re.MULTILINE)
    sheets = [[chips(row) for row in rows[at : at + 5]] for at in range(0, len(rows), 5)]
    printed = {letter: [[(field.colour, field.most) for field in row] for row in FIELDS[letter]] for letter in FIELDS}
    assert sheets == [printed["A"], *printed.values()]


def entered(match: Match, seat: int) -> list[tuple[Colour, int]]:
    """What a seat has written into its first row, from left to right."""
    printed = FIELDS[match.state.pages[seat].sheet][0]
    return [(field.colour, number) for field, number in zip(printed, row(match, seat), strict=True) if number]


@pytest.mark.parametrize("lang", LANGS)
def test_T4_T5_T6_T9_the_example_round_of_the_rulebook(lang: Lang) -> None:
    told = chips(rulebook(GAME, lang).split("\n- Anna", 1)[1].split("(T9)")[0])
    first, stays, second, row_a = told[:6], told[6], told[7:13], told[13:19]
    anna, row_b, ben = told[19:21], told[21:27], told[27:]
    assert stays == ("blue", 1)
    match = reroll(table(2), "".join(str(number) for _, number in first))
    match.settle(dice("".join(str(number) for _, number in second)))
    assert [(field.colour, field.most) for field in FIELDS["A"][0]] == row_a
    assert [(field.colour, field.most) for field in FIELDS["B"][0]] == row_b
    view = GAME.view(match.state, None)
    assert {(fit.colour, fit.hit) for fit in view.fits[0]} == {
        ("red", True),
        ("yellow", False),
        ("blue", False),
        ("white", True),
    }
    assert all(not fit.hit for fit in view.fits[1])
    mark(match, 0, *(colour for colour, _ in anna))
    mark(match, 1, *(colour for colour, _ in ben))
    assert [entered(match, seat) for seat in (0, 1)] == [anna, ben]
    assert match.state.active == 1
