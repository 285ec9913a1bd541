"""Laws of the coach: what a seat cannot know changes nothing, and no sentence claims a number that was not computed."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from pasch.coach import Judgement, judge
from pasch.engine.draws import chance
from pasch.engine.game import AnyGame, Decision
from pasch.engine.record import replay
from pasch.games import GAMES
from pasch.games.weights import is_learned
from tests.coach.claims import Case, cases, faults, planted
from tests.coach.kniffel_claims import KNIFFEL
from tests.coach.test_review import played
from tests.coach.twentyone_claims import TWENTYONE

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


CLAIMS = {"kniffel": KNIFFEL, "twentyone": TWENTYONE}
RARE = 2
"""So many claims may be missing in a match; the tests of the games have a position for each."""
TRIED = 10
"""So many moves of each decision are compared with the best one."""


def told(game: AnyGame) -> Iterator[Case]:
    """All that is said in some decisions of a match: of the move that is judged, and of some others."""
    below = chance("told")
    for state, judged in decisions(game, 2):
        view, moves = game.view(state, judged.seat), game.legal_moves(state, judged.seat)
        other = judged.played.move if judged.loss else judged.candidates[1].move
        tried = [other, *(moves[below(len(moves))] for _ in range(TRIED))]
        found = list(cases(game, view, judged.seat, judged.best.move, tried))
        assert judged.why is not None
        assert found[0].sentence == judged.why.de
        yield from found


@pytest.mark.parametrize("game", LEARNED, ids=lambda game: game.id)
def test_every_number_in_every_sentence_was_computed(game: AnyGame) -> None:
    claims, seen = CLAIMS.get(game.id, []), set[str]()
    for case in told(game):
        assert re.fullmatch(r"[^.!?]+\.", case.sentence), case.sentence
        assert faults(claims, case) == [], case
        seen |= {claim.words.de for claim in claims if re.search(claim.words.de, case.sentence)}
        for wrong in planted(case):
            assert faults(claims, wrong), f"nobody objects: {wrong.sentence}"
    assert len(seen) >= len(claims) - RARE
