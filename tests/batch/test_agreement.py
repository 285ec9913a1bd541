"""The twins are the same games as the engine's, event by event, and a twin with a fault is found out."""

from types import ModuleType, SimpleNamespace
from typing import Any, cast

import jax
import jax.numpy as jnp
import pytest

from pasch.batch.agreement import Disagreement, Script, any_match, check, script, twins_matches
from pasch.engine.draws import Below, chance
from pasch.engine.game import AnyGame, Over
from pasch.engine.record import decode, encode, verify
from pasch.games import GAMES
from pasch.games.sack.encode import CARDS as SACK_CARDS
from pasch.games.twin import Twin, twin_of

GAMES_WITH_TWINS = [GAMES[name] for name in ("kniffel", "sack", "twentyone")]
TABLES = [(game, players) for game in GAMES_WITH_TWINS for players in game.seats]
IDS = [f"{game.id}-{players}" for game, players in TABLES]
MATCHES = 64
MOST_EVENTS = 500
"""Where a match of players without a plan is broken off: some never end."""
TWENTYONE = GAMES["twentyone"]


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


def scripts(game: AnyGame, players: int, count: int, most_events: int = MOST_EVENTS) -> list[Script]:
    below = chance(f"{game.id}/{players}/twin")
    return [
        script(any_match(game, players, below, any_options(game, players, below), most_events)) for _ in range(count)
    ]


@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_the_twin_says_the_same_as_the_engine_at_every_event(game: AnyGame, players: int) -> None:
    told = scripts(game, players, MATCHES)
    assert check(twin_of(game), players, told) == sum(len(one.turns) for one in told)
    assert sum(one.result is not None for one in told) > MATCHES / 4


SMALL_AND_LARGE = [(game, players) for game in GAMES_WITH_TWINS for players in (game.seats[0], game.seats[-1])]


@pytest.mark.parametrize(("game", "players"), SMALL_AND_LARGE, ids=lambda value: getattr(value, "id", value))
def test_the_engine_accepts_the_matches_of_the_twin(game: AnyGame, players: int) -> None:
    matches = twins_matches(game, players, jax.random.key(players), 16, MOST_EVENTS)
    for match in matches:
        again = verify(decode(encode(match.record())), GAMES)
        assert again.state == match.state
    ends = sum(isinstance(match.turn, Over) for match in matches)
    assert ends == len(matches) or game.id == "kniffel"


# Planted faults


def broken(twin: Twin, **faults: Any) -> Twin:
    """A copy of a twin in which some functions are others."""
    copy = ModuleType("broken")
    vars(copy).update({**vars(cast("SimpleNamespace", twin)), **faults})
    return cast("Twin", copy)


REAL = twin_of(TWENTYONE)
FAULTS: dict[str, tuple[str, dict[str, Any]]] = {
    "a turn that is not there": ("turn", {"turn": lambda state: REAL.turn(state) | 1}),
    "a move too many": ("mask", {"mask": lambda state: tuple((a | 2, b, c) for a, b, c in REAL.mask(state))}),
    "a move too few": ("mask", {"mask": lambda state: tuple((a, b, c & 1) for a, b, c in REAL.mask(state))}),
    "a die misread": ("observation", {"settle": lambda state, dice: REAL.settle(state, dice ^ (dice & 7 == 6))}),
    "a choice seen by others": (
        "observation",
        {"observe": lambda state, seat: REAL.observe(state, seat).at[-1].set(state.choices[0].astype(jnp.int16))},
    ),
    "a mark forgotten": (
        "turn|mask|observation",
        {"play": lambda state, actions: REAL.play(state, tuple(jnp.where(a % 128 < 64, a & 62, a) for a in actions))},
    ),
    "a place too good": (
        "result",
        {"standing": lambda state: REAL.standing(state)._replace(ranks=REAL.standing(state).scores[::-1])},
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(fault: str) -> None:
    where, functions = FAULTS[fault]
    with pytest.raises(Disagreement, match=where):
        check(broken(REAL, **functions), 2, scripts(TWENTYONE, 2, 12))
