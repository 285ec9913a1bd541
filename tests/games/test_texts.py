"""The games in words and pictures, in whole random matches: every move can be typed, every event told, and all fits."""

import io
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import cycle

import pytest
from rich.cells import cell_len
from rich.console import Console

from pasch.engine.draws import chance
from pasch.engine.game import AnyGame, CommonOptions, Decision, Over, Seat
from pasch.engine.language import LANGS, Lang
from pasch.engine.match import Match
from pasch.engine.witness import Step, Witness, seen
from pasch.games import GAMES
from pasch.games.palette import SEAT_NAMES
from pasch.games.parts import greedy_of, text_of
from pasch.games.sack.model import DECK
from pasch.games.sack.model import Options as SackOptions
from tests.scale import scaled

WIDEST = {"kniffel": 80, "sack": 79, "twentyone": 100}
"""Columns of a picture. That of twenty one folds where the window is smaller."""
EACH_TABLE = pytest.mark.parametrize(
    ("game", "players"),
    [pytest.param(GAMES[name], players, id=f"{name}-{players}") for name in WIDEST for players in GAMES[name].seats],
)
pytestmark = pytest.mark.slow
EACH_LANG = pytest.mark.parametrize("lang", LANGS)
AWKWARD = ("Maximiliane Müller-Lüdenscheidt", "漢字漢字漢字漢字", "[b]", "Al", "日本の長い名前です", "T")
ONE_OF_MANY: dict[Lang, re.Pattern[str]] = {
    "de": re.compile(r"(?<![\d,])1 (Karten|Punkten?|Strafpunkte|Säcken?|Würfeln|Felder)\b"),
    "en": re.compile(r"(?<![\d,])1 (cards|points|penalty points|sacks|dice|fields)\b"),
}
"""The number before it is one: "1 points"."""
DRAWN = re.compile("[≈⇄\u2500-\u27bf\x1b]")


def names(players: int, lang: Lang) -> list[str]:
    return [name.to(lang) for name in SEAT_NAMES[:players]]


def drawn(game: AnyGame, state: object, seat: Seat | None, called: Sequence[str], lang: Lang, width: int) -> list[str]:
    """The rows of a picture."""
    console = Console(file=io.StringIO(), width=width, color_system=None)
    with console.capture() as capture:
        console.print(text_of(game).picture(game.view(state, seat), seat, called, lang))
    return capture.get().splitlines()


@cache
def steps(game: AnyGame, players: int) -> list[Step]:
    """A random match, and for sack one with the smallest deck, in which boards close (S22)."""
    both = [game.options()] + [SackOptions(deck=DECK[: 3 * players + 1])] * (game.id == "sack")
    return [step for options in both for step in _walk(game, players, options)]


def _walk(game: AnyGame, players: int, options: CommonOptions) -> Iterator[Step]:
    """About every fifth move may be any, the others bring the match nearer its end."""
    below, match = chance(f"texts/{game.id}/{players}"), Match(game, players, options)
    witness = Witness(match)
    while not isinstance(match.turn, Over):
        if isinstance(match.turn, Decision):
            seat = match.turn.seats[below(len(match.turn.seats))]
            moves = match.moves(seat) if below(5) == 0 else greedy_of(game).willing(match.moves(seat))
            match.play(seat, moves[below(len(moves))])
        else:
            match.draw(below)
        yield witness.look()


def asked(game: AnyGame, players: int) -> Iterator[tuple[object, Seat]]:
    """Every state in which a seat is asked."""
    for step in steps(game, players):
        turn = game.turn(step.after)
        for seat in turn.seats if isinstance(turn, Decision) else ():
            yield step.after, seat


@EACH_TABLE
def test_every_legal_move_is_written_and_read_back(game: AnyGame, players: int) -> None:
    text = text_of(game)
    for state, seat in asked(game, players):
        view, moves = game.view(state, seat), game.legal_moves(state, seat)
        for move in moves:
            words = text.write(move, view, seat)
            for typed in (words, f"  {words.upper()} ", words.replace(" ", " , ")):
                assert text.read(typed, view, seat, moves) == move


@EACH_TABLE
def test_every_move_is_described_and_every_example_means_one(game: AnyGame, players: int) -> None:
    text = text_of(game)
    for state, seat in asked(game, players):
        view, moves = game.view(state, seat), game.legal_moves(state, seat)
        for move in list(moves)[:: max(1, len(moves) // 60)]:
            effect = game.effect(state, seat, move)
            german, english = (text.describe(move, effect, view, names(players, lang), lang) for lang in LANGS)
            assert german
            assert english
            assert german != english
        meant = [text.read(typed, view, seat, moves) for typed, _ in text.examples(view, seat, "en")]
        if game.id == "kniffel" and view.phase.value == "act" and not any(view.best):
            meant.pop()  # how to score, though nothing can be scored
        assert all(move in moves for move in meant)


@EACH_TABLE
def test_everything_is_said_in_both_languages_and_without_drawings(game: AnyGame, players: int) -> None:
    onlookers = cycle([None, *map(Seat, range(players))])
    for step, onlooker in zip(steps(game, players), onlookers, strict=False):
        german, english = (said(game, step, onlooker, players, lang) for lang in LANGS)
        for de, en in zip(german, english, strict=True):
            assert de.strip()
            assert en.strip()
            assert de != en
            assert not DRAWN.search(de + en)


def said(game: AnyGame, step: Step, onlooker: Seat | None, players: int, lang: Lang) -> list[str]:
    """The players have the same names in both languages, so that equal sentences show."""
    text, called, seat = text_of(game), [f"P{at}" for at in range(players)], onlooker or Seat(0)
    before, after = (game.view(state, onlooker) for state in (step.before, step.after))
    view = game.view(step.after, seat)
    told = text.tell(seen(step, onlooker), before, after, called, lang)
    assert told
    assert not any("du " in f"{sentence.lower()} " for sentence in told)
    examples = [meaning for _, meaning in text.examples(view, seat, lang)]
    everything = [*told, *text.lines(after, onlooker, called, lang), text.question(view, seat, called, lang), *examples]
    assert not [sentence for sentence in everything if ONE_OF_MANY[lang].search(sentence)]
    return everything


@EACH_LANG
@EACH_TABLE
def test_the_picture_is_never_too_wide(game: AnyGame, players: int, lang: Lang) -> None:
    *most, last = steps(game, players)
    for step in (*most[:: scaled(150, 25)], last):
        for state, seat in ((step.before, None), (step.after, Seat(0))):
            for called in (names(players, lang), AWKWARD[:players]):
                widths = set(map(cell_len, drawn(game, state, seat, called, lang, 300)))
                assert 40 < max(widths) <= WIDEST[game.id]
                assert len(widths) == 1 or game.id == "twentyone", "a rectangle"
                assert max(map(cell_len, drawn(game, state, seat, called, lang, 80))) <= 80
