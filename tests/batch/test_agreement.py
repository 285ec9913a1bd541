"""The twins are the same games as the engine's, event by event, and a twin with a fault is found out."""

from collections.abc import Callable
from functools import cache
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import jax
import numpy as np
import pytest

from pasch.batch.agreement import Disagreement, Script, any_match, check, script, twins_matches
from pasch.engine.draws import Below, chance
from pasch.engine.game import AnyGame, Over
from pasch.engine.record import Record, decode, encode, verify
from pasch.games import GAMES, folder
from pasch.games.parts import Twin, twin_of
from pasch.games.sack.learning.encode import CARDS as SACK_CARDS
from tests.scale import only_in_the_proof

GAMES_WITH_TWINS = [game for game in GAMES.values() if (folder(game) / "learning" / "twin.py").exists()]


def tables(always: int) -> pytest.MarkDecorator:
    """Every table; on every change only this one of each game's, since each is compiled for itself."""
    return pytest.mark.parametrize(
        ("game", "players"),
        [
            pytest.param(
                game, players, id=f"{game.id}-{players}", marks=only_in_the_proof(players == game.seats[always])
            )
            for game in GAMES_WITH_TWINS
            for players in game.seats
        ],
    )


MATCHES = 24
MOST_EVENTS = 500
"""Where a match of players without a plan is broken off: some never end."""


def any_options(game: AnyGame, players: int, below: Below) -> dict[str, Any]:
    """Every other match with options of its own, where the game has some."""
    if below(2):
        return {}
    if game.id == "sack":
        deck = list(SACK_CARDS)
        for at in range(len(deck)):
            other = at + below(len(deck) - at)
            deck[at], deck[other] = deck[other], deck[at]
        fewest = 3 * players + 1
        size = fewest + below(len(deck) - fewest + 1)
        return {"deck": [{"id": card, "sacks": 1 + below(2)} for card in deck[:size]]}
    if game.id == "twentyone":
        letters = list("ABCDEF")
        return {"sheets": [letters.pop(below(len(letters))) for _ in range(players)]}
    return {}


@cache
def scripts(game: AnyGame, players: int) -> list[Script]:
    below = chance(f"{game.id}/{players}/twin")
    return [
        script(any_match(game, players, below, any_options(game, players, below), MOST_EVENTS)) for _ in range(MATCHES)
    ]


@tables(-1)
def test_the_twin_says_the_same_as_the_engine_at_every_event(game: AnyGame, players: int) -> None:
    told = scripts(game, players)
    assert check(twin_of(game), players, told) == sum(len(one.turns) for one in told)
    assert sum(one.result is not None for one in told) > MATCHES / 4


@tables(0)
def test_the_engine_accepts_the_matches_of_the_twin(game: AnyGame, players: int) -> None:
    matches = twins_matches(game, players, jax.random.key(players), 16, MOST_EVENTS)
    for match in matches:
        again = verify(decode(encode(Record.of(match))), GAMES)
        assert again.state == match.state
    assert all(isinstance(match.turn, Over) for match in matches)


# Planted faults


REAL = {game.id: twin_of(game) for game in GAMES_WITH_TWINS}
KNIFFEL, ROWS = REAL["kniffel"], REAL["twentyone"]
BROKEN: dict[str, tuple[str, str, dict[str, Any]]] = {
    "a die misread": (
        "twentyone",
        "observation",
        {"settle": lambda state, dice: ROWS.settle(state, dice ^ (dice & 7 == 6))},
    ),
    "a hand seen by others": (
        "kniffel",
        "observation",
        {"observe": lambda state, seat: KNIFFEL.observe(state._replace(hands=state.hands[::-1]), seat)},
    ),
}
"""Twins in which some functions are others: few, since each is compiled anew."""


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_twin_is_found(fault: str) -> None:
    game, where, functions = BROKEN[fault]
    copy = ModuleType("broken")
    vars(copy).update({**vars(cast("SimpleNamespace", REAL[game])), **functions})
    with pytest.raises(Disagreement, match=where):
        check(cast("Twin", copy), 2, scripts(GAMES[game], 2))


def with_result(one: Script, change: Callable[[tuple[int, ...], tuple[int, ...]], Any]) -> Script:
    return one if one.result is None else one._replace(result=change(*one.result))


def words(*mask: int) -> Any:
    return np.array(mask, np.uint32)


ALL = 0xFFFFFFFF
FAULTS: dict[str, tuple[str, str, Callable[[Script], Script]]] = {
    "a turn that is not there": ("twentyone", "turn", lambda one: one._replace(turns=one.turns | 1)),
    "a move too many": ("twentyone", "mask", lambda one: one._replace(masks=one.masks | words(2, 0, 0))),
    "a move too few": ("twentyone", "mask", lambda one: one._replace(masks=one.masks & words(ALL, ALL, 1))),
    "something seen that is not there": (
        "twentyone",
        "observation",
        lambda one: one._replace(observations=one.observations + (np.arange(one.observations.shape[-1]) == 0)),
    ),
    "a mark forgotten": (
        "twentyone",
        "turn|mask|observation",
        lambda one: one._replace(actions=np.where(one.actions % 128 < 64, one.actions & 62, one.actions)),
    ),
    "a place too good": (
        "twentyone",
        "result",
        lambda one: with_result(one, lambda scores, places: (scores, places[::-1])),
    ),
    "a last scoring left out": (
        "sack",
        "result",
        lambda one: with_result(one, lambda scores, places: ((scores[0] - 1, *scores[1:]), places)),
    ),
    "a card that counts double": (
        "sack",
        "observation",
        lambda one: one._replace(options=(one.options[0], one.options[0])),
    ),
    "cards that are not drawn": (
        "kniffel",
        "turn|mask|observation",
        lambda one: one._replace(outcomes=(one.outcomes[0], one.outcomes[1] * 0, *one.outcomes[2:])),
    ),
}
"""Scripts in which the engine says or does something else: the twin that disagrees with them is compiled already."""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(fault: str) -> None:
    name, where, planted = FAULTS[fault]
    game = GAMES[name]
    players = game.seats[-1]
    with pytest.raises(Disagreement, match=where):
        check(REAL[name], players, [planted(one) for one in scripts(game, players)])
