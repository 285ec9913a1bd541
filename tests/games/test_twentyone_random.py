"""twenty one at random: what holds in every match, and its moves against a second, naive reading of the rules."""

from itertools import product
from random import Random

import pytest

from pasch.engine.game import Chance, Decision, Over
from pasch.engine.match import Match
from pasch.games.twentyone import GAME
from pasch.games.twentyone.model import COLOURS, NUMBERS, SHEETS, Colour, Options, Page, Phase, State
from tests.scale import scaled

MATCHES = scaled(25, 60)
"""For each number of seats."""
BONUS = {0: 0, 1: 1, 2: 3, 3: 6, 4: 10, 5: 15, 6: 21}


def play_on(match: Match, rng: Random) -> None:
    """One more event; seats that choose at once come in any order."""
    if isinstance(match.turn, Chance):
        match.draw(rng.randrange)
        return
    assert isinstance(match.turn, Decision)
    seat = rng.choice(match.turn.seats)
    match.play(seat, rng.choice(match.moves(seat)))


def naive_marks(page: Page, dice: tuple[int, ...]) -> set[tuple[Colour, ...]]:
    """T5–T7: of each colour's number, enter it or not, where every one that is entered fits."""
    found: set[tuple[Colour, ...]] = set()
    for wanted in product((False, True), repeat=6):
        colours = tuple(colour for colour, want in zip(COLOURS, wanted, strict=True) if want)
        fields = [SHEETS[page.sheet][page.at].index(COLOURS.index(colour)) for colour in colours]
        if all(
            page.rows[page.at][field] is None and dice[COLOURS.index(colour)] <= NUMBERS[page.at][field]
            for colour, field in zip(colours, fields, strict=True)
        ):
            found.add(colours)
    return found


def check_page(page: Page) -> None:
    for at, row in enumerate(page.rows):
        assert all(entered is None or 0 <= entered <= most for entered, most in zip(row, NUMBERS[at], strict=True))
        if at < page.at:
            assert None not in row
        elif at > page.at:
            assert row == (None,) * 6
        else:
            assert None in row


def check_round(before: State, after: State) -> None:
    """What each seat did in a round that is over."""
    for old, new in zip(before.pages, after.pages, strict=True):
        changed = [
            (at, was, now)
            for at in range(5)
            for was, now in zip(old.rows[at], new.rows[at], strict=True)
            if was is not now
        ]
        assert changed, "at least one number, or a strike"
        assert {at for at, _, _ in changed} == {old.at}
        assert all(was is None for _, was, _ in changed)
        strikes = [now for _, _, now in changed if now == 0]
        assert not strikes or len(changed) == 1
        if strikes:
            assert new.rows[old.at].index(0, old.rows[old.at].index(None)) == old.rows[old.at].index(None)


def naive_total(page: Page) -> int:
    total = 0
    for row, numbers in zip(page.rows, NUMBERS, strict=True):
        hits = sum(entered is not None and entered == most for entered, most in zip(row, numbers, strict=True))
        total += sum(entered for entered in row if entered is not None) + BONUS[hits]
    return total


@pytest.mark.parametrize("players", GAME.seats)
def test_T1_to_T14_hold_in_random_matches(players: int) -> None:
    for seed in range(MATCHES):
        rng = Random(f"{players} {seed}")
        sheets = tuple(rng.sample("ABCDEF", players))
        match = Match(GAME, players, Options(rng.randrange(players), sheets))
        begun: State = match.state
        while not isinstance(match.turn, Over):
            before: State = match.state
            play_on(match, rng)
            if before.phase is Phase.MARK and match.state.phase is not Phase.MARK:
                assert match.state.active == (before.active + 1) % players
                check_round(begun, match.state)
                begun = match.state
            elif before.phase is Phase.AGAIN:
                assert all(now == 1 for was, now in zip(before.dice, match.state.dice, strict=True) if was == 1)
            if match.state.phase is not Phase.OVER:
                assert match.state.pages == begun.pages, "nothing is written before all have chosen"
                for page in match.state.pages:
                    check_page(page)
        totals = [naive_total(page) for page in match.state.pages]
        assert max(page.at for page in match.state.pages) == 5
        assert list(match.turn.result.scores) == totals
        assert list(match.turn.result.places) == [sorted(totals, reverse=True).index(total) + 1 for total in totals]


@pytest.mark.parametrize("players", GAME.seats)
def test_T5_to_T7_the_moves_are_those_that_a_naive_reading_finds(players: int) -> None:
    rng = Random(players)
    match = Match(GAME, players)
    while not isinstance(match.turn, Over):
        if match.state.phase is Phase.MARK:
            for seat in match.turn.seats if isinstance(match.turn, Decision) else ():
                moves = match.moves(seat)
                assert len(moves) == len(set(moves))
                assert {move.colours for move in moves} == naive_marks(match.state.pages[seat], match.state.dice)
        play_on(match, rng)
