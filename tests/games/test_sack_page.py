"""The rulebook page of sack: its table of cards is the deck, and its example turn is played by the rules."""

import re

import msgspec
import pytest

from pasch.engine.language import LANGS, Lang
from pasch.games import folder
from pasch.games.sack import GAME
from pasch.games.sack.model import CONDITIONS, Replace
from pasch.games.sack.text.words import card_name
from pasch.terminal.pages import rulebook
from tests.games.sack_positions import after, dice, moves, place, position, refill, roll

CARD_ROW = re.compile(r"^\| ([^|`]+) \| [^|]+ \| ([12–]) \| ([✓–]) \|$", re.MULTILINE)
ID_ROW = re.compile(r"^\| `([\w-]+)` \| ([^|]+) \|$", re.MULTILINE)


@pytest.mark.parametrize("lang", LANGS)
def test_S16_S23_the_page_says_which_cards_are_in_the_deck_and_which_are_attested(lang: Lang) -> None:
    deck = {card["id"]: card for card in msgspec.json.decode((folder(GAME) / "deck.json").read_bytes())["cards"]}
    shown = {name: (sacks, attested) for name, sacks, attested in CARD_ROW.findall(rulebook(GAME, lang))}
    assert len(deck) == 27
    assert shown == {
        card_name(card, lang): (
            (str(deck[card]["sacks"]), "✓" if deck[card]["attested"] else "–") if card in deck else ("–", "–")
        )
        for card in CONDITIONS
    }
    assert dict(ID_ROW.findall(rulebook(GAME, lang))) == {card: card_name(card, lang) for card in CONDITIONS}


EXAMPLE = {"de": "### Annas Zug", "en": "### Anna's turn"}
LIES = {
    "de": r"Über Brett (?P<board>\d) liegt \*(?P<card>[^*]+)\*(?: mit (?P<sacks>\d) \w+)?, darunter (?P<dice>[^.]+)",
    "en": r"\*(?P<card>[^*]+)\*(?:, worth (?P<sacks>\d) \w+,)? lies above board (?P<board>\d), with (?P<dice>[^.]+)",
}
DIE = {
    "de": r"eine (\d) von (Anna|Ben) auf Feld (\d)",
    "en": r"a (\d) of (Anna|Ben) on field (\d)",
}
ROLLS = {"de": (r"würfelt (\d) (\d)", r"sie (\d) (\d) gewürfelt"), "en": (r"rolls (\d) (\d)", r"she rolled (\d) (\d)")}
SUMS = {"de": r"Annas Summe ist (\d+)\. Bens ist (\d+)", "en": r"Anna's sum is (\d+)\. Ben's is (\d+)"}
TURNED_UP = {"de": r"Über Brett (\d) wird .*: \*([^*]+)\*", "en": r"turned up above board (\d): \*([^*]+)\*"}
PLACES = {
    "de": r"kommen auf Brett (\d), .* auf Feld (\d) und Feld (\d)",
    "en": r"go on board (\d), .* on fields (\d) and (\d)",
}
TAKES = {"de": r"Bens (\d) auf Brett (\d)", "en": r"place of Ben's (\d) on board (\d)"}


@pytest.mark.parametrize("lang", LANGS)
def test_S7_S10_S12_S15_S17_the_example_turn_of_the_rulebook(lang: Lang) -> None:
    """What the page says, played by the rules: nothing of it is copied here."""
    told = " ".join(rulebook(GAME, lang).split(f"\n{EXAMPLE[lang]}\n")[1].split("\n### ")[0].split())
    ids = {card_name(card, lang): card for card in CONDITIONS}

    def numbers(pattern: str) -> tuple[int, ...]:
        found = re.search(pattern, told)
        assert found, pattern
        return tuple(map(int, found.groups()))

    lying = {int(found["board"]): found for found in re.finditer(LIES[lang], told)}
    boards = {board: re.findall(DIE[lang], found["dice"]) for board, found in lying.items()}
    for fields in boards.values():
        assert [int(field) for _, _, field in fields] == [*range(1, len(fields) + 1)]
    others = (card for card in ("most-1", "sum", "most-5", "last-2", "most-dice"))
    above = {board: ids[lying[board]["card"]] if board in lying else next(others) for board in range(1, 6)}
    before = position(
        boards={
            board: " ".join(f"{('Anna', 'Ben').index(who)}:{value}" for value, who, _ in fields)
            for board, fields in boards.items()
        },
        above=above,
    )
    (rolled, other), sums = ROLLS[lang], numbers(SUMS[lang])
    first, second = numbers(rolled)
    assert first == second
    scored = after(before, roll(first, second))
    (scoring,) = scored.news
    assert scored.won == ((scoring.card,), ())
    assert scoring.card.id == ids[lying[first]["card"]]
    assert scoring.card.sacks == int(lying[first]["sacks"])
    dice_there = [[int(value) for value, who, _ in boards[first] if who == name] for name in ("Anna", "Ben")]
    assert tuple(map(sum, dice_there)) == sums
    assert [bool(strength) for strength in scoring.verdict.strengths] == [total % 2 == 0 for total in sums]
    assert sum(scored.supply) + len(scored.hand) + sum(map(len, scored.boards)) == 20
    assert not scored.boards[first - 1]

    turned_up = re.search(TURNED_UP[lang], told)
    assert turned_up
    assert int(turned_up[1]) == first
    board, *fields = numbers(PLACES[lang])
    placed = [place(0, die, board) for die in (first, second)]
    done = after(scored, refill(first, ids[turned_up[2]]), *placed)
    assert done.boards[board - 1] == dice(f"0:{first} 0:{second}")
    assert fields == [1, 2]
    assert done.seat == 1

    value, there = numbers(TAKES[lang])
    assert len(set(numbers(other))) == 2
    assert Replace(value, there, 1) in moves(after(before, roll(*numbers(other))))
