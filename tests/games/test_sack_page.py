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
from tests.games.sack_positions import after, cards, dice, moves, place, position, refill, roll

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


def test_S7_S10_S12_S15_S17_the_example_turn_of_the_rulebook() -> None:
    above = {1: "most-1", 2: "sum-even", 3: "most-5", 4: "sum", 5: "most-4"}
    before = position(boards={2: "0:4 1:3", 5: "1:4"}, above=above)
    scored_card = after(before, roll(2, 2))
    assert scored_card.won == (cards("sum-even"), ())
    assert scored_card.news[0].verdict.strengths == (4, 0)
    assert scored_card.supply == (8, 9), "two of Anna's dice are in her hand, one of Ben's lies on board 5"
    done = after(scored_card, refill(2, "most-even"), place(0, 2, 2), place(0, 2, 2))
    assert done.boards[1] == dice("0:2 0:2")
    assert done.seat == 1
    assert Replace(4, 5, 1) in moves(after(before, roll(2, 4)))
