"""The twins are the same games as the engine's, event by event, and a twin with a fault is found out."""

from types import ModuleType, SimpleNamespace
from typing import Any, cast

import jax
import jax.numpy as jnp
import pytest

from pasch.batch.agreement import Disagreement, Script, any_match, check, script, twins_matches
from pasch.engine.draws import Below, chance
from pasch.engine.game import AnyGame, Over
from pasch.engine.record import Record, decode, encode, verify
from pasch.games import GAMES, folder
from pasch.games.parts import Twin, twin_of
from pasch.games.sack.learning.encode import CARDS as SACK_CARDS

GAMES_WITH_TWINS = [game for game in GAMES.values() if (folder(game) / "learning" / "twin.py").exists()]
TABLES = [(game, players) for game in GAMES_WITH_TWINS for players in game.seats]
IDS = [f"{game.id}-{players}" for game, players in TABLES]
FEWEST_AND_MOST = [(game, players) for game in GAMES_WITH_TWINS for players in (game.seats[0], game.seats[-1])]
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


@pytest.mark.parametrize(("game", "players"), FEWEST_AND_MOST, ids=lambda value: getattr(value, "id", value))
def test_the_engine_accepts_the_matches_of_the_twin(game: AnyGame, players: int) -> None:
    matches = twins_matches(game, players, jax.random.key(players), 16, MOST_EVENTS)
    for match in matches:
        again = verify(decode(encode(Record.of(match))), GAMES)
        assert again.state == match.state
    assert all(isinstance(match.turn, Over) for match in matches)


# Planted faults


def broken(twin: Twin, **faults: Any) -> Twin:
    """A copy of a twin in which some functions are others."""
    copy = ModuleType("broken")
    vars(copy).update({**vars(cast("SimpleNamespace", twin)), **faults})
    return cast("Twin", copy)


REAL = {game.id: twin_of(game) for game in GAMES_WITH_TWINS}
SACK, KNIFFEL, ROWS = REAL["sack"], REAL["kniffel"], REAL["twentyone"]


def one_mark_less(actions: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(jnp.where(action % 128 < 64, action & 62, action) for action in actions)


FAULTS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "a turn that is not there": ("twentyone", "turn", {"turn": lambda state: ROWS.turn(state) | 1}),
    "a move too many": (
        "twentyone",
        "mask",
        {"mask": lambda state: tuple((a | 2, b, c) for a, b, c in ROWS.mask(state))},
    ),
    "a move too few": (
        "twentyone",
        "mask",
        {"mask": lambda state: tuple((a, b, c & 1) for a, b, c in ROWS.mask(state))},
    ),
    "a die misread": (
        "twentyone",
        "observation",
        {"settle": lambda state, dice: ROWS.settle(state, dice ^ (dice & 7 == 6))},
    ),
    "a choice seen by others": (
        "twentyone",
        "observation",
        {"observe": lambda state, seat: ROWS.observe(state, seat).at[-1].set(state.choices[0].astype(jnp.int16))},
    ),
    "a mark forgotten": (
        "twentyone",
        "turn|mask|observation",
        {"play": lambda state, actions: ROWS.play(state, one_mark_less(actions))},
    ),
    "a place too good": (
        "twentyone",
        "result",
        {"standing": lambda state: ROWS.standing(state)._replace(ranks=ROWS.standing(state).scores[::-1])},
    ),
    "a last scoring left out": (
        "sack",
        "result",
        {"standing": lambda state: SACK.standing(state)._replace(scores=state.sacks)},
    ),
    "a card that counts double": (
        "sack",
        "observation",
        {"start": lambda players, first, options: SACK.start(players, first, (options[0], options[0]))},
    ),
    "a hand seen by others": (
        "kniffel",
        "observation",
        {"observe": lambda state, seat: KNIFFEL.observe(state._replace(hands=state.hands[::-1]), seat)},
    ),
    "cards that are not drawn": (
        "kniffel",
        "turn|mask|observation",
        {"settle": lambda state, cards: KNIFFEL.settle(state, (cards[0], cards[1] * 0, *cards[2:]))},
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(fault: str) -> None:
    game, where, functions = FAULTS[fault]
    with pytest.raises(Disagreement, match=where):
        check(broken(REAL[game], **functions), 2, scripts(GAMES[game], 2, 12, 200))
