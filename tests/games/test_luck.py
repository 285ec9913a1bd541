"""Luck: nothing on average whatever the network thinks, one seat's gain another's loss, and most of what decides."""

import json
import re
from itertools import count
from statistics import correlation, mean, variance
from typing import Any

import numpy as np
import pytest

from pasch.bots.arena import contest
from pasch.bots.deals import play_in_deal
from pasch.bots.luck import Luck
from pasch.bots.standings import summary
from pasch.cli import main
from pasch.engine.draws import Draw, chance
from pasch.engine.game import AnyGame, Over
from pasch.games import GAMES
from pasch.games.parts import strong_of
from pasch.games.weights import trained
from tests.games.test_strong import LEARNED, each_table
from tests.scale import only_in_the_proof, scaled

ChanceEvent = tuple[Any, Draw[Any], Any]
OTHERS = 3
"""Outcomes that what happened is compared with."""


def chance_events(game: AnyGame, players: int, seed: str) -> list[ChanceEvent]:
    """All chance events of a match: the state before, what was drawn from, the state after."""
    found: list[ChanceEvent] = []
    play_in_deal(game, ["greedy"] * players, seed, lambda *event: found.append(event))
    return found


@each_table
def test_what_fell_is_judged_as_what_might_have_fallen(game: AnyGame, players: int) -> None:
    """The same state is worth the same, wherever it stands and whatever is beside it: so the mean of luck is 0."""
    values, weights, ways = strong_of(game).state_values, trained(game, players).weights, chance("ways")
    kinds: set[object] = set()
    for before, draw, after in chance_events(game, players, "judged"):
        kind = type(draw), before.phase, after.phase
        others = [game.settle(before, draw.fall(ways(draw.ways))) for _ in range(OTHERS)]
        states = [state for state in (after, *others) if not isinstance(game.turn(state), Over)]
        if kind in kinds or not states:
            continue
        kinds.add(kind)
        together = values(weights, before, states)
        alone = np.concatenate([values(weights, before, [state]) for state in reversed(states)])[::-1]
        assert together.shape == (len(states), players)
        assert np.isfinite(together).all()
        assert together.sum(axis=1).min() > 0
        assert together == pytest.approx(alone, abs=1e-6)
    assert len(kinds) > 1


@pytest.mark.parametrize(
    ("name", "players"), [("sack", 2), pytest.param("sack", 4, marks=pytest.mark.proof), ("twentyone", 3)]
)
def test_over_all_ways_luck_adds_up_to_nothing(name: str, players: int) -> None:
    game = GAMES[name]
    each = (event for seed in count() for event in chance_events(game, players, str(seed))[:16])
    before, draw, _ = next(event for event in each if 1 < event[1].ways <= 36)
    brought = []
    for way in range(draw.ways):
        luck = Luck(game, players, chance("unused"))
        luck.see(before, draw, game.settle(before, draw.fall(way)))
        brought.append(luck.brought)
    assert abs(np.sum(brought, axis=1)).max() < 1e-9, "what one seat gains the others lose"
    assert abs(np.mean(brought, axis=0)).max() < 1e-9
    assert abs(np.array(brought)).max() > 0.001, "some ways are better than others"


def test_of_very_many_ways_some_are_looked_at() -> None:
    """What falls and what it is compared with come from the same chances: the mean of many is near 0."""
    game = GAMES["kniffel"]
    before, draw, _ = chance_events(game, 2, "many")[5]
    assert draw.ways > 10_000
    falls, found = chance("falls"), []
    for at in range(150):
        luck = Luck(game, 2, chance(str(at)))
        luck.see(before, draw, game.settle(before, draw.fall(falls(draw.ways))))
        found.append(luck.brought[0])
    assert abs(mean(found)) < 3 * (variance(found) / len(found)) ** 0.5
    assert variance(found) > 1e-5


LUCKY = [
    pytest.param(name, marks=only_in_the_proof(unless=name == "kniffel")) for name in ("sack", "kniffel", "twentyone")
]


@pytest.mark.parametrize("name", LUCKY)
def test_most_matches_are_decided_by_luck(name: str) -> None:
    batches = contest(GAMES[name], 2, ["strong", "greedy"], 4, "luck", weighs_luck=True)
    matches = [match for batch in batches for deal in batch.deals for match in deal]
    assert correlation([match.result.share(0) for match in matches], [match.luck[0] for match in matches]) > 0.5


def test_without_luck_deals_differ_less() -> None:
    won, less_luck = [], []
    for batch in contest(GAMES["twentyone"], 2, ["strong", "greedy"], scaled(6, 12), "less", weighs_luck=True):
        for deal in batch.deals:
            seats = [(match, match.entrants.index(0)) for match in deal]
            won.append(mean(match.result.share(seat) for match, seat in seats))
            less_luck.append(mean(match.result.share(seat) - match.luck[seat] for match, seat in seats))
    assert variance(less_luck) < variance(won) / 2


def test_the_arena_weighs_luck_when_asked_to(capsys: pytest.CaptureFixture[str]) -> None:
    table = {}
    for words in ([], ["--weigh-luck"]):
        asked = ["--bots", "strong,greedy", "--games", str(scaled(6, 12)), "--json"]
        assert main(["arena", "twentyone", *asked, *words]) == 0
        shown = json.loads(capsys.readouterr().out)
        assert shown["weighs_luck"] == bool(words)
        table[bool(words)] = shown["bots"]
    raw, weighed = table[False][0], table[True][0]
    assert weighed["high"] - weighed["low"] < raw["high"] - raw["low"]
    assert raw["mean_score"] == weighed["mean_score"], "the same matches"
    assert sum(bot["win_rate"] for bot in table[True]) == pytest.approx(1)


def test_luck_is_weighed_the_same_in_several_processes() -> None:
    game, bots = GAMES["twentyone"], ["strong", "greedy"]
    one, two = (summary(game, 2, bots, contest(game, 2, bots, 2, "jobs", jobs, weighs_luck=True)) for jobs in (1, 2))
    assert [bot.win_rate for bot in one.bots] == [bot.win_rate for bot in two.bots]


def test_a_game_that_nobody_has_learned_has_no_luck_to_weigh(capsys: pytest.CaptureFixture[str]) -> None:
    assert GAMES["hilo"] not in LEARNED
    assert main(["arena", "hilo", "--games", "2", "--weigh-luck", "--lang", "en"]) == 2
    assert "Luck cannot be weighed" in capsys.readouterr().err


def test_the_table_says_that_luck_was_weighed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "twentyone", "--bots", "strong,random", "--games", "2", "--weigh-luck", "--lang", "de"]) == 0
    shown = capsys.readouterr().out
    assert "was Glück war, zählt nicht mit" in shown
    assert all(0 <= float(share.rstrip("%")) <= 100 for share in re.findall(r"[-\d.]+%", shown))
