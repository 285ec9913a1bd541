"""Luck: nothing on average whatever the network thinks, one seat's gain another's loss, and most of what decides."""

import json
from itertools import count
from statistics import correlation, mean, variance
from typing import Any

import numpy as np
import pytest

from pasch.bots import luck
from pasch.bots.arena import contest
from pasch.bots.deals import play_in_deal
from pasch.bots.luck import Luck
from pasch.bots.standings import summary
from pasch.cli import main
from pasch.engine.draws import Draw, chance
from pasch.engine.game import AnyGame
from pasch.games import GAMES
from tests.games.test_strong import LEARNED, each_game

FEW_WAYS, EARLY = 60, 16
Stroke = tuple[Any, Draw[Any], Any]


def strokes(game: AnyGame, players: int, seed: str) -> list[Stroke]:
    """All strokes of chance in a match: the state before, what was drawn from, the state after."""
    found: list[Stroke] = []
    play_in_deal(game, ["greedy"] * players, seed, lambda *stroke: found.append(stroke))
    return found


def simple(game: AnyGame, players: int) -> Stroke:
    """A stroke that can fall in few ways, before anything is decided."""
    each = (stroke for seed in count() for stroke in strokes(game, players, str(seed))[:EARLY])
    return next(stroke for stroke in each if 1 < stroke[1].ways <= FEW_WAYS)


@each_game
@pytest.mark.parametrize("players", [2, 4])
def test_over_all_ways_luck_adds_up_to_nothing(game: AnyGame, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(luck, "ALL_OF", FEW_WAYS)
    before, draw, _ = simple(game, players)
    brought = []
    for way in range(draw.ways):
        of_one = Luck(game, players, chance("unused"))
        of_one.fell(before, draw, game.settle(before, draw.fall(way)))
        brought.append(of_one.brought)
    assert abs(np.sum(brought, axis=1)).max() < 1e-9, "what one seat gains the others lose"
    assert abs(np.mean(brought, axis=0)).max() < 1e-9
    assert abs(np.array(brought)).max() > 0.001, "some ways are better than others"


def test_of_very_many_ways_some_are_looked_at() -> None:
    """What falls and what it is compared with come from the same chances: the mean of many strokes is near 0."""
    game = GAMES["kniffel"]
    before, draw, _ = strokes(game, 2, "many")[5]
    assert draw.ways > 10_000
    falls, found = chance("falls"), []
    for at in range(150):
        brought = Luck(game, 2, chance(str(at)))
        brought.fell(before, draw, game.settle(before, draw.fall(falls(draw.ways))))
        found.append(brought.brought[0])
    assert abs(mean(found)) < 3 * (variance(found) / len(found)) ** 0.5
    assert variance(found) > 1e-5


@each_game
def test_most_matches_are_decided_by_luck(game: AnyGame) -> None:
    batches = contest(game, 2, ["strong", "greedy"], 4, "luck", weighs_luck=True)
    matches = [match for batch in batches for deal in batch.deals for match in deal]
    assert correlation([match.result.share(0) for match in matches], [match.luck[0] for match in matches]) > 0.5


def test_the_arena_weighs_luck_when_asked_to(capsys: pytest.CaptureFixture[str]) -> None:
    table = {}
    for words in ([], ["--weigh-luck"]):
        assert main(["arena", "twentyone", "--bots", "strong,greedy", "--games", "12", "--json", *words]) == 0
        table[bool(words)] = json.loads(capsys.readouterr().out)["bots"]
    raw, weighed = table[False][0], table[True][0]
    assert weighed["high"] - weighed["low"] < raw["high"] - raw["low"]
    assert raw["mean_score"] == weighed["mean_score"], "the same matches"
    assert sum(bot["win_rate"] for bot in table[True]) == pytest.approx(1)


def test_luck_is_weighed_the_same_in_several_processes() -> None:
    game, bots = GAMES["twentyone"], ["strong", "greedy"]
    one, two = (summary(game, 3, bots, contest(game, 3, bots, 3, "jobs", jobs, weighs_luck=True)) for jobs in (1, 2))
    assert [bot.win_rate for bot in one.bots] == [bot.win_rate for bot in two.bots]


def test_a_game_that_nobody_has_learned_has_no_luck_to_weigh(capsys: pytest.CaptureFixture[str]) -> None:
    assert GAMES["hilo"] not in LEARNED
    assert main(["arena", "hilo", "--games", "2", "--weigh-luck", "--lang", "en"]) == 2
    assert "learned" in capsys.readouterr().err
