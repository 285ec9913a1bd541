"""Sentences said to somebody: "you" with the right verb, and the others as seats."""

import re
from collections.abc import Sequence

import pytest

from pasch.engine.draws import chance
from pasch.engine.game import AnyGame, Seat
from pasch.engine.language import LANGS, Lang
from pasch.games import GAMES
from pasch.games.address import THEN, TOGETHER, VERBS, Pieces, addressed, marks, named
from pasch.games.parts import text_of
from tests.laws import heard_by

NAMES = ("Lena", "Tom", "Ida")
ME = Seat(0)
AFTER_YOU = re.compile(r"\b(?:du|you)\b(?P<next>(?: [^\W\d]+)?)", re.IGNORECASE)
SECOND = {
    lang: re.compile(
        rf"^(Du|You)\b[^.;:!?]* {link} (?:{'|'.join(verb for verb in VERBS[lang] if VERBS[lang][verb] != verb)})\b"
    )
    for lang, link in THEN.items()
}
"""A second verb that is not said to you."""
NO_VERBS = {"de": {"", "und", "an", "teilt"}, "en": {"", "and", "share"}}
"""What may follow "you" where it is not the subject, or not alone: "level with you and Tom"."""


def said(sentence: str, you: Seat | None = ME, lang: Lang = "de") -> Pieces:
    """A sentence with {0}, {1} … for the names."""
    (pieces,) = addressed([sentence.format(*marks(len(NAMES)))], you, lang)
    return pieces


@pytest.mark.parametrize(
    ("lang", "sentence", "pieces"),
    [
        ("de", "{0} legt 3 auf Brett 5.", ["Du legst 3 auf Brett 5."]),
        ("de", "{1} legt 3 auf Brett 5.", [1, " legt 3 auf Brett 5."]),
        ("de", "Pasch! {0} würfelt zwei Vierer.", ["Pasch! Du würfelst zwei Vierer."]),
        ("de", "{1} tauscht die 3 von {0} aus.", [1, " tauscht die 3 von dir aus."]),
        ("de", "{0} tauscht die 3 von {1} aus.", ["Du tauschst die 3 von ", 1, " aus."]),
        ("de", "{1} gewinnt: gleich gut wie {0}, aber höher.", [1, " gewinnt: gleich gut wie du, aber höher."]),
        ("de", "Alle bekommen 5 Karten, {0} fängt an.", ["Alle bekommen 5 Karten, du fängst an."]),
        ("de", "Es beginnt: {0}.", ["Es beginnt: du."]),
        ("de", "{0} und {2} teilen sich den Sieg!", ["Du und ", 2, " teilt euch den Sieg!"]),
        ("de", "{1}, {0} und {2} teilen sich den Sieg!", [1, ", du und ", 2, " teilt euch den Sieg!"]),
        ("de", "{1} siegt; {2} und {0} haben auch zwei.", [1, " siegt; ", 2, " und du habt auch zwei."]),
        (
            "de",
            "{0} gewinnt mit zwei; {1} und {2} haben auch zwei.",
            ["Du gewinnst mit zwei; ", 1, " und ", 2, " haben auch zwei."],
        ),
        ("de", "{0} wirft 3 und 4 ab und zieht 2 Karten.", ["Du wirfst 3 und 4 ab und ziehst 2 Karten."]),
        ("de", "{1} wirft 3 und 4 ab und zieht 2 Karten.", [1, " wirft 3 und 4 ab und zieht 2 Karten."]),
        ("en", "{0} discards 3 and 4, then draws 2 cards.", ["You discard 3 and 4, then draw 2 cards."]),
        ("de", "Zu Ende: {0} 84, {1} 90.", ["Zu Ende: du 84, ", 1, " 90."]),
        ("en", "{1} replaces the 3 of {0} on board 2.", [1, " replaces your 3 on board 2."]),
        ("en", "{0} has four cards.", ["You have four cards."]),
        ("en", "Everybody gets 5 cards, {0} begins.", ["Everybody gets 5 cards, you begin."]),
    ],
)
def test_whoever_is_spoken_to_is_you(lang: Lang, sentence: str, pieces: Pieces) -> None:
    assert said(sentence, ME, lang) == pieces


def test_for_somebody_who_only_watches_all_are_others() -> None:
    assert said("{0} legt 3 auf das Brett von {1}.", None) == [0, " legt 3 auf das Brett von ", 1, "."]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_sentence_of_a_match_can_be_said_to_those_who_play_it(game: AnyGame, lang: Lang) -> None:
    players = min(3, game.seats[-1])
    names, heard = NAMES[:players], 0
    for match in range(2):
        for event, before, after in heard_by(ME, game, players, chance(f"address/{game.id}/{match}")):

            def tell(names: Sequence[str]) -> list[str]:
                return text_of(game).tell(event, before, after, names, lang)  # noqa: B023

            marked, told = tell(marks(players)), tell([*names])
            assert [named(sentence, names) for sentence in marked] == told
            for pieces, plain in zip(addressed(marked, ME, lang), told, strict=True):
                text = "".join([names[piece] if isinstance(piece, int) else piece for piece in pieces])
                assert ("Lena" in plain) == (text != plain), plain
                assert "Lena" not in text, text
                for found in AFTER_YOU.finditer(text):
                    heard += 1
                    follows = found["next"].strip()
                    assert follows in {*VERBS[lang].values()} | NO_VERBS[lang], text
                assert not any(re.search(rf"\b([dD]u und \w+|und du) {verb}", text) for verb in TOGETHER[lang]), text
                assert not SECOND[lang].search(text), text
    assert heard, "nobody was spoken to"
