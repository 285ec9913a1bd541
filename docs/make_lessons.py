"""Plays the lessons and writes what the client shows of them: python -m docs.make_lessons; --check only compares."""

import json
import sys
from pathlib import Path
from typing import Any

import msgspec
from docs import generated

import pasch
from pasch.engine.game import AnyGame, Decision
from pasch.engine.language import LANGS, Text
from pasch.engine.match import Event, Match
from pasch.engine.witness import Witness
from pasch.games import GAMES, folder
from pasch.games.lessons import LEARNER, PARTNER, PARTNER_NAME, Ask, Falls, Lesson, Plays, Say, Step
from pasch.games.narration import told
from pasch.games.parts import lesson_of

SOURCES = Path(__file__).parent.parent / "web" / "src" / "games"
NOBODY = "\0"
"""The learner is not spoken of in the third person: sentences with this name are left out."""


def played(game: AnyGame, lesson: Lesson) -> list[dict[str, Any]]:
    """Every step as the client shows it. The engine refuses what the rules do not allow."""
    match = Match(game, 2, lesson.options)
    witness = Witness(match)
    shown: list[dict[str, Any]] = []
    for step, following in zip(lesson.steps, (*lesson.steps[1:], None), strict=True):
        match step:
            case Say(words):
                shown.append(_shown(match, words))
            case Ask(words, move):
                match.check(LEARNER, move)
                shown.append(_shown(match, words, move))
                shown.extend(_done(witness, Event(LEARNER, move), following))
            case Plays(move):
                shown.extend(_done(witness, Event(PARTNER, move), following))
            case Falls(outcome):
                shown.extend(_done(witness, Event(None, outcome), following))
    return shown


def _done(witness: Witness, event: Event, following: Step | None) -> list[dict[str, Any]]:
    """Let something happen. It is shown by itself unless the teacher speaks right after it."""
    witness.match.apply(event)
    step = witness.look()
    if isinstance(following, Say | Ask):
        return []
    sentences = {lang: told(witness, step, LEARNER, (NOBODY, PARTNER_NAME), lang) for lang in LANGS}
    heard = {lang: [one for one in some if NOBODY not in one] for lang, some in sentences.items()}
    return [{**_shown(witness.match, None), "told": heard}]


def _shown(match: Match, words: Text | None, expected: msgspec.Struct | None = None) -> dict[str, Any]:
    moves = [] if expected is None else [expected]
    return {
        "words": words and words._asdict(),
        "told": {lang: [] for lang in LANGS},
        "view": msgspec.to_builtins(match.game.view(match.state, LEARNER)),
        "waiting": list(match.turn.seats) if isinstance(match.turn, Decision) else [],
        "moves": msgspec.to_builtins(moves),
        "effects": [msgspec.to_builtins(match.game.effect(match.state, LEARNER, move)) for move in moves],
        "expect": msgspec.to_builtins(expected),
    }


# The files


def files() -> dict[Path, str]:
    home = Path(pasch.__file__).parent
    lessons = {game: lesson_of(game) for game in GAMES.values() if folder(game).is_relative_to(home)}
    return {SOURCES / game.id / "lesson.json": text(played(game, lesson)) for game, lesson in lessons.items() if lesson}


def text(steps: list[dict[str, Any]]) -> str:
    """A line for each step, so that a change can be read."""
    lines = ",\n".join(json.dumps(step, ensure_ascii=False, separators=(",", ":")) for step in steps)
    return f'{{"partner":{json.dumps(PARTNER_NAME)},"steps":[\n{lines}\n]}}\n'


def stale() -> list[Path]:
    return generated.stale(files())


def main(arguments: list[str]) -> int:
    return generated.run(files(), arguments, "make lessons")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
