"""What the reasons of the coach claim, sentence by sentence, and whether it is true: recomputed without its tables."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from pasch.engine.game import AnyGame, Seat
from pasch.engine.language import LANGS, Lang, Text
from pasch.games.parts import reasons_of

OFTEN = Text(r"in (\d+) von 100 Fällen", r"(\d+) times out of 100")
RATHER = Text(r"in (\d+)(?: statt (\d+))? von 100 Fällen", r"(\d+)(?: instead of (\d+))? times out of 100")

NAMES = r"„[^“]*“|“[^”]*”"
"""Cards and fields by their names, which may have numbers in them."""
NUMBERS = re.compile(
    r"\d|\b(?:null|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|hundert|halb\w*|doppelt\w*|\w+mal"
    r"|zero|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|half|double|once|twice)\b",
    re.IGNORECASE,
)


class Case(NamedTuple):
    """A sentence, and all that it is about."""

    view: Any
    seat: Seat
    better: Any
    other: Any
    lang: Lang
    sentence: str


class Claim(NamedTuple):
    """A form of words with what it must say: in the order of its groups, None where a group must be missing.

    The words are a pattern for each language; `truth` is given the case, and what the groups have caught.
    """

    words: Text
    truth: Callable[[Case, tuple[str | None, ...]], Iterable[object]]


def rounded(chance: float) -> int:
    """As it is said; only what is sure comes 100 times out of 100."""
    return min(99, round(100 * chance))


def faults(claims: Iterable[Claim], case: Case) -> list[str]:
    """What is not true in a sentence, and the numbers in it that nothing vouches for."""
    found, rest = [], case.sentence
    for claim in claims:
        if said := re.search(claim.words.to(case.lang), rest):
            wanted = [None if part is None else str(part) for part in claim.truth(case, said.groups())]
            found += [] if wanted == list(said.groups()) else [f"{said[0]}: {wanted}"]
            rest = rest.replace(said[0], "")
    rest = re.sub(NAMES, "", rest)
    return found + NUMBERS.findall(rest)


def cases(game: AnyGame, view: Any, seat: Seat, best: Any, moves: Iterable[Any]) -> Iterator[Case]:
    """All that is said of the best move and some others, whichever of the two is taken for the better one."""
    reasons = reasons_of(game)
    assert reasons is not None
    for move in moves:
        for better, other in [(best, move), (move, best)] if move != best else []:
            text = reasons.why(view, seat, better, other)
            assert text is not None
            yield from (Case(view, seat, better, other, lang, text.to(lang)) for lang in LANGS)


def planted(case: Case) -> Iterator[Case]:
    """The same sentence with one of its numbers wrong."""
    named = [(name.start(), name.end()) for name in re.finditer(NAMES, case.sentence)]
    for number in re.finditer(r"\d+", case.sentence):
        if not any(start <= number.start() < end for start, end in named):
            wrong = f"{case.sentence[: number.start()]}{int(number[0]) + 1}{case.sentence[number.end() :]}"
            yield case._replace(sentence=wrong)
