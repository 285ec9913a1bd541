"""Laws of the coach: what a seat cannot know changes nothing, and no sentence claims a number that was not computed."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from pasch.coach import Judgement, judge
from pasch.engine.draws import chance
from pasch.engine.game import AnyGame, Decision
from pasch.engine.language import LANGS
from pasch.engine.record import replay
from pasch.games import GAMES
from pasch.games.twentyone.model import FIELDS
from pasch.games.twentyone.rules import entered_row
from pasch.games.weights import is_learned
from tests.coach.test_review import played

LEARNED = [game for game in GAMES.values() if is_learned(game)]


def decisions(game: AnyGame, every: int) -> Iterator[tuple[Any, Judgement]]:
    """Some decisions of a match: the state, and how the move played there is judged."""
    record = played(game.id, game.seats[1], ("easy",))
    for match, fields in zip(replay(record, GAMES), record.events, strict=False):
        if isinstance(match.turn, Decision) and match.count % every == 0:
            seat = fields["seat"]
            moves = match.moves(seat)
            if len(moves) > 1:
                yield match.state, judge(game, game.view(match.state, seat), seat, moves, moves[-1])


@pytest.mark.parametrize("game", LEARNED, ids=lambda game: game.id)
def test_hidden_cards_dealt_anew_change_no_judgement(game: AnyGame) -> None:
    below, seen = chance("anew"), 0
    for state, judged in decisions(game, 7):
        other = game.imagine(game.view(state, judged.seat), below)
        moves = game.legal_moves(other, judged.seat)
        assert judge(game, game.view(other, judged.seat), judged.seat, moves, judged.played.move) == judged
        seen += 1
    assert seen > 3


@pytest.mark.parametrize("game", LEARNED, ids=lambda game: game.id)
def test_every_number_in_every_sentence_was_computed(game: AnyGame) -> None:
    for state, judged in decisions(game, 2):
        assert judged.why is not None
        for lang in LANGS:
            sentence = judged.why.to(lang)
            assert re.fullmatch(r"[^.!?]+\.", sentence), sentence
            own = re.sub(r"„[^“]*“|“[^”]*”", "", sentence)  # cards and fields by their names
            assert {int(number) for number in re.findall(r"\d+", own)} <= computed(state, judged), sentence


def computed(state: Any, judged: Judgement) -> set[int]:
    """The only number that a sentence may claim: the highest that is still free in a row of fields."""
    if not hasattr(state, "pages") or not hasattr(judged.best.move, "colours"):
        return set()
    page = state.pages[judged.seat]
    row = entered_row(page, state.dice, judged.best.move)
    free = [field.most for field, entered in zip(FIELDS[page.sheet][page.at], row, strict=True) if entered is None]
    return {max(free)} if free else set()
