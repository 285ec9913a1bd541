"""What games tell of matches that are over."""

import pytest

from pasch.bots.matches import play_match
from pasch.engine.game import ALL_SEATS, AnyGame, Over
from pasch.engine.match import start
from pasch.games import GAMES
from pasch.games.parts import facts_of

TELLING = [game for game in GAMES.values() if facts_of(game)]
SCORE = {"sack": "sacks", "kniffel": "total", "twentyone": "sheet"}


@pytest.mark.parametrize("game", TELLING, ids=lambda game: game.id)
def test_facts_agree_with_the_result_and_the_match_is_behind_at_its_end_alone(game: AnyGame) -> None:
    told = facts_of(game)
    assert told
    match, *_ = play_match(game, ["greedy"] * game.seats[-1], "facts")
    assert isinstance(match.turn, Over)
    found = [told.facts(match.state, seat) for seat in ALL_SEATS[: match.players]]
    assert [one[SCORE[game.id]] for one in found] == list(match.turn.result.scores)
    assert all(isinstance(number, int) for one in found for number in one.values())
    assert told.progress(match.state) == 1.0
    assert told.progress(start(game, match.players, match.options)) == 0.0
