"""Choosing by the network in the twins: always legal, and the same as the bots choose with NumPy."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from pasch.batch.many import Matches
from pasch.games import GAMES, folder
from pasch.games.network import init
from pasch.games.parts import encoding_of, hiding_twin_of, learner_of, value_of
from pasch.games.twin import NO_ACTION, UNGUIDED, Guidance
from pasch.train.loop import guidance
from pasch.train.selfplay import SelfPlay, Transition
from pasch.train.targets import Targets, td_targets
from tests.games.test_strong import decisions

TABLES = [(game, 3) for game in GAMES.values() if (folder(game) / "learning" / "learn.py").exists()]
each_table = pytest.mark.parametrize(("game", "players"), TABLES, ids=lambda item: getattr(item, "id", str(item)))
SIZE, STEPS = 24, 100


@pytest.mark.proof
@each_table
def test_every_decision_is_legal(game: Any, players: int) -> None:
    play = SelfPlay(game, players)
    weights = {name: jnp.asarray(array) for name, array in init(play.value.shapes(players), 3).items()}

    @jax.jit
    def step(key: jax.Array, matches: Any) -> Any:
        keys = jax.random.split(key, SIZE)
        guidance = Guidance(jnp.arange(SIZE) % 2 == 0, jnp.full(SIZE, play.learner.EXPLORATION))
        actions = jax.vmap(play.learner.decide, (None, 0, 0, 0))(weights, matches.state, keys, guidance)
        return play.many.mask(matches), jnp.stack(actions, axis=1), jax.vmap(play.advance)(keys, matches, actions)[0]

    matches, decided = jax.jit(play.many.start, static_argnums=1)(jax.random.key(1), SIZE), 0
    for number in range(STEPS):
        mask, actions, matches = step(jax.random.key(number), matches)
        wanted = np.asarray(mask).any(axis=-1)
        assert ((np.asarray(actions) != NO_ACTION) == wanted).all()
        legal = np.take_along_axis(np.asarray(mask), np.maximum(actions, 0)[..., None].astype(int), axis=-1)[..., 0]
        assert legal[wanted].all()
        decided += wanted.sum()
    assert decided > SIZE * STEPS / 2
    if play.learner.HEURISTIC_PART:
        assert np.asarray(matches.decisions)[::2].max() < STEPS, "whoever follows the heuristic comes to an end"


@each_table
def test_a_training_ends_with_the_policy_that_is_kept(game: Any, players: int) -> None:
    learner = learner_of(game)
    begin, soon, *rest = (guidance(learner, progress) for progress in (0.0, 0.2, 0.5, 0.9, 1.0))
    assert bool(begin.by_heuristic) == (learner.HEURISTIC_PART > 0)
    assert float(begin.exploration) == pytest.approx(learner.EXPLORATION)
    assert float(soon.exploration) == pytest.approx(0.6 * learner.EXPLORATION)
    for one in rest:
        assert (bool(one.by_heuristic), float(one.exploration)) == UNGUIDED


def test_what_a_seat_does_not_see_is_dealt_anew() -> None:
    play, seat = SelfPlay(GAMES["kniffel"], 3), jnp.int8(1)
    states = jax.jit(play.many.start, static_argnums=1)(jax.random.key(1), SIZE).state
    keys = jax.random.split(jax.random.key(2), SIZE)
    again = jax.jit(jax.vmap(play.learner.redealt, (0, None, 0)))(states, seat, keys)
    seen, seen_again = (jax.vmap(play.twin.observe, (0, None))(one, seat) for one in (states, again))
    assert (np.asarray(seen) == np.asarray(seen_again)).all()
    assert (np.asarray(sum(states.hands, states.pile)) == np.asarray(sum(again.hands, again.pile))).all()
    changed = [(np.asarray(a) != np.asarray(b)).mean() for a, b in zip(states.hands, again.hands, strict=True)]
    assert changed[seat] == 0
    packed, packed_again = (
        jax.vmap(hiding_twin_of(play.many.game).seen_by, (0, None))(one, seat) for one in (states, again)
    )
    assert jax.tree.all(jax.tree.map(lambda a, b: (a == b).all(), packed, packed_again)), "neither is it packed"
    assert min(changed[0], changed[2], (np.asarray(states.pile) != np.asarray(again.pile)).mean()) > 0.8


def test_a_match_without_an_end_is_truncated_and_half_lost_for_all() -> None:
    play = SelfPlay(GAMES["kniffel"], 2)
    matches = jax.jit(play.many.start, static_argnums=1)(jax.random.key(1), 1)
    assert play.learner.TRUNCATE_AFTER is not None
    last = jnp.full(1, 2 * play.learner.TRUNCATE_AFTER - 1, jnp.int16)
    passed = (jnp.zeros(1, jnp.int16),)
    following, seen = jax.jit(jax.vmap(play.advance))(
        jax.random.split(jax.random.key(2), 1), Matches(matches.state, last), passed
    )
    assert seen.over.tolist() == [True]
    assert seen.places[0].tolist() == [[0.25, 0.75]] * 2, "nobody has a point: equal, and half of it lost"
    assert following.decisions.tolist() == [0]


@each_table
def test_the_network_is_the_same_in_numpy_and_in_jax(game: Any, players: int) -> None:
    value, observe = value_of(game), encoding_of(game).observe
    weights = init(value.shapes(players), 0)
    seen = np.array([observe(game.view(match.state, seat), seat) for match, seat in decisions(game, players, "both")])
    arrays = {name: jnp.asarray(array) for name, array in weights.items()}
    in_jax = jax.jit(lambda seen: value.logits(jnp, arrays, seen, players))(jnp.asarray(seen, jnp.int16))
    assert np.asarray(in_jax) == pytest.approx(value.logits(np, weights, seen, players), abs=1e-3)


WON = [[1.0, 0.0], [0.0, 1.0]]


def targets(evaluated: list[bool], over: list[bool]) -> Targets:
    """Of three steps of one match for two that seat 0 won; the network's own values are an even chance and no point."""
    rollout = Transition(
        observations=jnp.zeros((3, 1, 2, 0)),
        evaluated=jnp.asarray(evaluated)[:, None],
        over=jnp.asarray(over)[:, None],
        places=jnp.broadcast_to(jnp.asarray(WON), (3, 1, 2, 2)),
        scores=jnp.full((3, 1, 2), 2.0),
    )
    return td_targets(rollout, jnp.full((3, 1, 2, 2), 0.5), jnp.zeros((3, 1, 2)), 0.75)


def test_the_target_is_the_end() -> None:
    places, scores, known = targets(evaluated=[True, False, True], over=[False, True, False])
    assert places[0, 0].tolist() == WON, "the match is over in the next step: nothing to mix in"
    assert scores[:2].tolist() == [[[2.0, 2.0]], [[2.0, 2.0]]]
    assert known.tolist() == [[True], [True], [False]], "nothing is known of what comes after the last step"


def test_values_on_the_way_are_mixed_in() -> None:
    places, scores, _ = targets(evaluated=[True, True, False], over=[False, False, True])
    assert places[1, 0, 0].tolist() == [1.0, 0.0]
    assert places[0, 0, 0].tolist() == pytest.approx([0.875, 0.125]), "a quarter of an even chance"
    assert scores[0, 0].tolist() == pytest.approx([1.5, 1.5])
