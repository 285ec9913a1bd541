"""Many matches at once: started, observed, masked, played, restarted, truncated."""

import subprocess
import sys
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from pasch.batch import Many, Matches, Step
from pasch.engine.errors import PaschError
from pasch.games.encoding import bounds
from pasch.games.twin import DECISION, NO_ACTION

SIZE, STEPS = 24, 150
GAMES_AND_PLAYERS = [
    pytest.param("kniffel", 3, marks=pytest.mark.proof),
    pytest.param("sack", 2, marks=pytest.mark.proof),
    pytest.param("twentyone", 4, marks=pytest.mark.proof),
    pytest.param("twentyone", 2),
]
"""On every change the one that compiles soonest: that all twins are their games is shown by `test_agreement.py`."""


class Played(NamedTuple):
    """What every step brought, offered, showed and was given; who began the matches before and after it, and how far
    they were then."""

    brought: Any
    masks: Any
    observations: Any
    packed: Any
    actions: Any
    began: Any
    begin: Any
    decisions: Any


@cache
def player(game: str, players: int, limit: int | None = None, first: int | None = None) -> Callable[[int], Played]:
    """Random play, by the number of a key. To trace it takes longest, so tests share it."""
    many = Many(game, players, options={} if first is None else {"first": first}, limit=limit)

    def step(matches: Matches, key: jax.Array) -> tuple[Matches, Played]:
        actions = many.random(jax.random.fold_in(key, 1), matches)
        after, brought = many.step(key, matches, actions)
        seen = many.mask(matches), many.observe(matches), many.pack(matches), jnp.stack(actions, axis=1)
        return after, Played(brought, *seen, matches.state.first, after.state.first, after.decisions)

    @jax.jit
    def play(key: jax.Array) -> Any:
        return jax.lax.scan(step, many.start(key, SIZE), jax.random.split(jax.random.fold_in(key, 2), STEPS))[1]

    return lambda key: jax.device_get(play(jax.random.key(key)))


@pytest.mark.parametrize(("game", "players"), GAMES_AND_PLAYERS)
def test_random_play(game: str, players: int) -> None:
    many, played = Many(game, players), player(game, players)(7)
    every_action_was_legal_and_wanted(many, played.masks, played.actions)
    observations_lie_within_their_fields(many, played.observations)
    assert (jax.jit(many.unpack)(played.packed) == played.observations).all()
    a_win_is_shared_by_those_who_won_it(many, played.brought)
    matches_restart_with_the_next_seat_first(many, played)


def every_action_was_legal_and_wanted(many: Many, masks: Any, actions: Any) -> None:
    assert masks.shape[-1] == many.actions
    wanted = masks.any(axis=-1)
    assert ((actions != NO_ACTION) == wanted).all()
    chosen = np.take_along_axis(masks, np.maximum(actions, 0)[..., None].astype(int), axis=-1)[..., 0]
    assert (chosen == wanted).all()
    assert wanted.any(axis=-1).mean() > 0.6, "nearly every step has a decision"


def observations_lie_within_their_fields(many: Many, observations: Any) -> None:
    low, high = bounds(many.encoding.fields(many.players))
    assert observations.shape[-1] == len(low)
    assert (observations >= low).all()
    assert (observations <= high).all()
    assert observations.dtype == np.int16


def a_win_is_shared_by_those_who_won_it(many: Many, brought: Step) -> None:
    wins, ended = np.stack(brought.wins, axis=-1), brought.over
    assert ended.any() or many.limit
    assert np.allclose(wins.sum(axis=-1), ended)
    assert not (brought.over & brought.truncated).any()


def matches_restart_with_the_next_seat_first(many: Many, played: Played) -> None:
    over = played.brought.over
    assert (played.begin == np.where(over, (played.began + 1) % many.players, played.began)).all()
    assert (played.decisions[over] == 0).all()
    assert over.sum() >= 5 or many.limit


def test_a_limit_truncates_a_match_without_a_winner_and_who_begins_can_be_said() -> None:
    played = player("twentyone", 2, limit=9, first=1)(3)
    truncated = played.brought.truncated
    assert truncated.sum() >= SIZE
    assert not played.brought.over.any(), "no row is full after nine decisions"
    assert not np.stack(played.brought.wins).any()
    assert ((played.actions != NO_ACTION).sum(axis=(0, 2)) >= 9 * truncated.sum(axis=0)).all()
    assert (played.began == 1).all()


def test_the_same_key_plays_the_same_matches() -> None:
    one, again, other = (player("twentyone", 2)(key).brought for key in (7, 7, 6))
    assert all((a == b).all() for a, b in zip(jax.tree.leaves(one), jax.tree.leaves(again), strict=True))
    assert not all((a == b).all() for a, b in zip(jax.tree.leaves(one), jax.tree.leaves(other), strict=True))


def test_all_start_with_a_decision_of_a_seat_drawn_by_lot() -> None:
    many = Many("kniffel", 4)
    matches = jax.jit(many.start, static_argnums=1)(jax.random.key(1), 200)
    assert (jax.vmap(many.twin.turn)(matches.state) == DECISION).all()
    assert set(np.asarray(matches.state.first).tolist()) == {0, 1, 2, 3}
    assert (many.deciders(matches)[:, 0] == matches.state.seat).all()


def test_a_match_that_ends_by_chance_at_the_limit_has_its_winner() -> None:
    """Seat 1 fills a field in the last round and draws a card: then the match is over, not truncated."""
    many = Many("kniffel", 2, limit=10)
    matches = many.start(jax.random.key(0), 1)
    state = matches.state
    hands = tuple(jnp.full_like(hand, word) for hand, word in zip(state.hands, (0, 5), strict=True))
    last_round = state._replace(
        first=state.first * 0,
        seat=state.seat * 0 + 1,
        hands=hands,
        is_last_round=jnp.ones_like(state.is_last_round),
        pile=state.pile * 0 + 18 * 0b1_00001_00001_00001_00001_00001 - 5,
    )
    ones = int(np.flatnonzero(many.mask(Matches(last_round, matches.decisions))[0, 0])[-1])
    step = jax.jit(many.step)
    decided, brought = step(jax.random.key(1), Matches(last_round, jnp.full((1,), 9, jnp.int16)), jnp.array([[ones]]))
    assert not brought.over.any()
    assert not brought.truncated.any()
    _, brought = step(jax.random.key(2), decided, jnp.array([[NO_ACTION]]))
    assert brought.over.all()
    assert float(sum(share[0] for share in brought.wins)) == 1


def test_options_of_the_game_are_kept() -> None:
    many = Many("twentyone", 2, options={"sheets": ["F", "C"]})
    assert np.asarray(many.start(jax.random.key(0), 3).state.sheets).tolist() == [[5] * 3, [2] * 3]


def test_who_begins_is_the_same_in_double_precision() -> None:
    many = Many("twentyone", 2)
    single = np.asarray(many.start(jax.random.key(5), 16).state.first)
    with jax.enable_x64(True):
        double = np.asarray(many.start(jax.random.key(5), 16).state.first)
    assert single.tolist() == double.tolist()


def test_what_there_is_not_is_refused() -> None:
    with pytest.raises(PaschError, match="chess"):
        Many("chess", 2)
    with pytest.raises(PaschError, match="not 5"):
        Many("sack", 5)
    with pytest.raises(PaschError, match="at least one step, not 0"):
        Many("sack", 2, limit=0)
    with pytest.raises(PaschError, match="not 40000"):
        Many("sack", 2, limit=40_000)
    with pytest.raises(PaschError, match="A to F"):
        Many("twentyone", 2, options={"sheets": ["A", "A"]})


def test_without_jax_it_says_what_to_install() -> None:
    program = "import sys; sys.modules['jax'] = None; import pasch.games; import pasch.batch"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "there is no module 'jax': pip install 'pasch[batch]'" in done.stderr
