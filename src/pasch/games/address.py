"""Sentences said to one of those they are about: "you" instead of their name, and others as seats that can be drawn.

A game tells its sentences in the third person, with names. Here the names are marks, so that they are found again; the
mark of whoever is spoken to becomes "you", and the verb after it the second person.
"""

import re
from collections.abc import Iterable, Sequence

from pasch.engine.game import Seat
from pasch.engine.language import Lang

Pieces = list[str | int]
"""A sentence: text, and the numbers of seats where their names belong."""

FIRST_MARK = 0xE000
"""Characters for private use: no sentence and no name contains them."""
MARK = re.compile(f"([{chr(FIRST_MARK)}-{chr(FIRST_MARK + 0xFF)}])")

VERBS: dict[Lang, dict[str, str]] = {
    "de": {
        "behält": "behältst",
        "bekommt": "bekommst",
        "darf": "darfst",
        "fängt": "fängst",
        "gewinnt": "gewinnst",
        "hat": "hast",
        "ist": "bist",
        "legt": "legst",
        "lässt": "lässt",
        "muss": "musst",
        "nimmt": "nimmst",
        "sagt": "sagst",
        "steht": "stehst",
        "streicht": "streichst",
        "tauscht": "tauschst",
        "trägt": "trägst",
        "will": "willst",
        "wirft": "wirfst",
        "wählt": "wählst",
        "würfelt": "würfelst",
        "zieht": "ziehst",
    },
    "en": {
        "announces": "announce",
        "begins": "begin",
        "did": "did",
        "discards": "discard",
        "draws": "draw",
        "enters": "enter",
        "gets": "get",
        "goes": "go",
        "has": "have",
        "holds": "hold",
        "is": "are",
        "keeps": "keep",
        "lets": "let",
        "may": "may",
        "must": "must",
        "places": "place",
        "replaces": "replace",
        "rolls": "roll",
        "runs": "run",
        "scores": "score",
        "strikes": "strike",
        "swaps": "swap",
        "takes": "take",
        "wins": "win",
    },
}
"""What somebody does, and what you do."""
TOGETHER: dict[Lang, dict[str, str]] = {"de": {"haben": "habt", "teilen sich": "teilt euch"}, "en": {}}
"""What several do, and what they do when you are one of them."""
AND: dict[Lang, str] = {"de": "und", "en": "and"}
THEN: dict[Lang, str] = {"de": "und", "en": "then"}
"""Before the second thing that somebody does."""
YOU: dict[Lang, str] = {"de": "du", "en": "you"}
TO_YOU: dict[Lang, dict[str, str]] = {"de": {"von": "dir", "bei": "dir", "für": "dich"}, "en": {}}
"""What you are after a preposition."""
YOURSELF: dict[Lang, dict[str, str]] = {"de": {"hast sich": "hast dir"}, "en": {}}
"""What you do for yourself."""


def marks(players: int) -> list[str]:
    """What the seats are called in sentences that are then `named` and `addressed`."""
    return [chr(FIRST_MARK + seat) for seat in range(players)]


def named(sentence: str, names: Sequence[str]) -> str:
    """A sentence in the third person, with names."""
    return MARK.sub(lambda found: names[_seat(found[0])], sentence)


def addressed(sentences: Iterable[str], you: Seat | None, lang: Lang) -> list[Pieces]:
    """The sentences said to the seat `you`; to None, all seats are somebody else."""
    return [_pieces(sentence, you, lang) for sentence in sentences]


def _seat(mark: str) -> int:
    return ord(mark) - FIRST_MARK


def _pieces(sentence: str, you: Seat | None, lang: Lang) -> Pieces:
    if you is not None:
        sentence = _to_you(sentence, chr(FIRST_MARK + you), lang)
    parts = MARK.split(sentence)
    return [_seat(part) if MARK.fullmatch(part) else part for part in parts if part]


def _to_you(sentence: str, mark: str, lang: Lang) -> str:
    if mark not in sentence:
        return sentence
    subject = re.compile(rf"(?P<before>\w+ )?{mark}(?: (?P<verb>[^\W\d]+))?")

    def second_person(found: re.Match[str]) -> str:
        before, verb = found["before"] or "", found["verb"]
        word = TO_YOU[lang].get(before.strip(), YOU[lang])
        is_start = not before and re.search(r"(^|[.!?] )$", sentence[: found.start()]) is not None
        then = f" {VERBS[lang].get(verb, verb)}" if verb else ""
        return f"{before}{word.capitalize() if is_start else word}{then}"

    sentence = re.sub(rf"the (\w+) of {mark}", r"your \1", sentence)
    sentence = subject.sub(second_person, _with_you(_second_verb(sentence, mark, lang), mark, lang))
    for somebody, you in YOURSELF[lang].items():
        sentence = sentence.replace(somebody, you)
    return sentence


def _second_verb(sentence: str, mark: str, lang: Lang) -> str:
    """Of two things that you do, the second: the other verb does not stand beside you."""
    both = re.compile(rf"({mark} [^\W\d]+ [^.;:!?]* {THEN[lang]} )([^\W\d]+)")
    return both.sub(lambda found: found[1] + VERBS[lang].get(found[2], found[2]), sentence)


def _with_you(sentence: str, mark: str, lang: Lang) -> str:
    """What several do, if you are one of them."""
    verbs, one = TOGETHER[lang], MARK.pattern
    several = re.compile(rf"(?P<who>(?:{one}, )*{one} {AND[lang]} {one}) (?P<verb>{'|'.join(verbs)})")

    def said(found: re.Match[str]) -> str:
        who, verb = found["who"], found["verb"]
        return f"{who} {verbs[verb] if mark in who else verb}"

    return several.sub(said, sentence) if verbs else sentence
