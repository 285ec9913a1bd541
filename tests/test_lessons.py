"""The lessons: the engine plays them, and a child can read them."""

import re
from typing import Any

import msgspec
import pytest
from docs.make_lessons import SOURCES, files, main, played, stale

from pasch.engine.errors import Refused
from pasch.engine.game import AnyGame
from pasch.engine.language import LANGS
from pasch.engine.match import Match
from pasch.games import GAMES
from pasch.games.lessons import LEARNER, PARTNER, Ask, Falls, Lesson, Plays, Say
from pasch.games.parts import lesson_of

LESSONS = {game.id: lesson for game in GAMES.values() if (lesson := lesson_of(game))}
EACH = pytest.mark.parametrize("game", [GAMES[code] for code in LESSONS], ids=list(LESSONS))
MOST_WORDS = 14
"""In one sentence."""
MOST_LETTERS = 100
"""In one speech bubble."""


def speeches(game: AnyGame) -> list[dict[str, Any]]:
    return [step for step in played(game, LESSONS[game.id]) if step["words"]]


def test_every_game_that_people_play_has_a_lesson() -> None:
    assert {path.parent.name for path in files()} == {path.name for path in SOURCES.iterdir() if path.is_dir()}


def test_the_client_shows_the_lessons_as_they_are() -> None:
    assert stale() == [], "run: python -m docs.make_lessons"
    assert main(["--check"]) == 0


@EACH
def test_a_lesson_has_8_to_14_steps_and_asks_for_moves(game: AnyGame) -> None:
    said = speeches(game)
    assert 8 <= len(said) <= 14
    assert sum(step["expect"] is not None for step in said) >= 5


@EACH
def test_a_lesson_begins_and_ends_with_the_teacher(game: AnyGame) -> None:
    steps = played(game, LESSONS[game.id])
    for step in (steps[0], steps[-1]):
        assert step["words"]
        assert step["expect"] is None


@EACH
def test_what_the_learner_is_asked_for_is_all_that_is_offered(game: AnyGame) -> None:
    for step in played(game, LESSONS[game.id]):
        asked = [] if step["expect"] is None else [step["expect"]]
        assert step["moves"] == asked
        assert len(step["effects"]) == len(asked)
        if asked:
            assert LEARNER in step["waiting"]
            assert step["words"]


@EACH
@pytest.mark.parametrize("lang", LANGS)
def test_every_sentence_is_short(game: AnyGame, lang: str) -> None:
    for step in speeches(game):
        words = step["words"][lang]
        assert len(words) <= MOST_LETTERS, words
        assert words[-1] in ".!", words
        for sentence in re.split(r"(?<=[.!:]) ", words):
            assert len(sentence.split()) <= MOST_WORDS, sentence


TAUGHT = [
    ("sack", "de", "spielt ihr die Runde zu Ende. Dann wird jedes Brett mit Würfeln gewertet."),
    ("sack", "en", "you finish the round. Then every board with dice is scored."),
    ("kniffel", "de", "spielt ihr die Runde zu Ende."),
    ("kniffel", "en", "you finish the round."),
    ("twentyone", "de", "Jetzt musst auch du eintragen."),
    ("twentyone", "en", "Now you must enter something, too."),
    ("twentyone", "de", "Angefangene Reihen zählen, wie sie sind."),
    ("twentyone", "en", "Unfinished rows count as they stand."),
]
"""What children would otherwise take home wrongly: how a match ends, and what is not optional."""
UNTRUE = ("Geh auf", "Go to", "Du darfst mitmachen", "You may join in", "letzte Runde", "last round")
"""Buttons that the board has pressed already, and promises that the rules do not keep."""


@pytest.mark.parametrize(("game", "lang", "sentence"), TAUGHT)
def test_a_lesson_teaches_what_must_be_done_and_how_it_ends(game: str, lang: str, sentence: str) -> None:
    said = [step["words"][lang] for step in speeches(GAMES[game])]
    assert any(sentence in words for words in said)
    assert not any(wrong in words for wrong in UNTRUE for words in said)


@EACH
def test_both_languages_say_the_same_numbers(game: AnyGame) -> None:
    for step in speeches(game):
        german, english = (sorted(re.findall(r"\d+", step["words"][lang])) for lang in LANGS)
        assert german == english
        assert step["words"]["de"] != step["words"]["en"]


@EACH
def test_nobody_speaks_of_the_learner_in_the_third_person(game: AnyGame) -> None:
    for step in played(game, LESSONS[game.id]):
        for lang in LANGS:
            assert not any("\0" in sentence for sentence in step["told"][lang])


@EACH
def test_the_views_are_the_learners_own(game: AnyGame) -> None:
    match, seen = Match(game, 2, LESSONS[game.id].options), [step["view"] for step in played(game, LESSONS[game.id])]
    for step in LESSONS[game.id].steps:
        match step:
            case Ask(move=move):
                match.play(LEARNER, move)
            case Plays(move):
                match.play(PARTNER, move)
            case Falls(outcome):
                match.settle(outcome)
    assert seen[-1] == msgspec.to_builtins(game.view(match.state, LEARNER))


@EACH
def test_an_illegal_step_is_refused(game: AnyGame) -> None:
    """A lesson without its chance, or with a move out of turn, cannot be written."""
    lesson = LESSONS[game.id]
    first = next(step for step in lesson.steps if isinstance(step, Ask))
    with pytest.raises(Refused):
        played(game, Lesson(lesson.options, (Say(first.words), first)))
    fall = next(step for step in lesson.steps if isinstance(step, Falls))
    with pytest.raises(Refused):
        played(game, Lesson(lesson.options, (fall, fall)))
    with pytest.raises(Refused):
        played(game, Lesson(lesson.options, (fall, Plays(first.move))))
