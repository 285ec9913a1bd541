"""Self-play: matches that a network plays against itself, many at once, in the JAX twin."""

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from pasch.batch.many import Many, Matches
from pasch.engine.game import AnyGame
from pasch.games.bits import Number, either, once
from pasch.games.network import Weights
from pasch.games.outcome import SCORE_SCALE, places_taken
from pasch.games.parts import learner_of, value_of
from pasch.games.twin import OVER, UNGUIDED, Guidance


class Transition(NamedTuple):
    """What one step of many matches brought: arrays with a dimension for the matches, and one for the seats.

    A rollout is the same with one more dimension in front, for the steps.
    """

    observations: jax.Array
    evaluated: jax.Array
    """Whether this is a position that the network evaluates."""
    over: jax.Array
    places: jax.Array
    """For each seat the distribution over the places, where the match is over: one of them, or equal parts of some."""
    scores: jax.Array


class SelfPlay:
    """One game for one number of players."""

    def __init__(self, game: AnyGame, players: int) -> None:
        self.many = Many(game.id, players)
        self.twin, self.players = self.many.twin, players
        self._last = jnp.eye(players)[-1]
        self.value = value_of(game)
        self.learner = learner_of(game)

    def rollout(
        self, key: jax.Array, weights: Weights, matches: Matches, steps: int, guidance: Guidance
    ) -> tuple[Matches, Transition]:
        """So many steps of all matches."""

        def step(matches: Matches, key: jax.Array) -> tuple[Matches, Transition]:
            keys = jax.random.split(key, len(matches.decisions))
            return jax.vmap(lambda key, match: self._step(weights, key, match, guidance))(keys, matches)

        return jax.lax.scan(step, matches, jax.random.split(key, steps))

    def _step(
        self, weights: Weights, key: jax.Array, matches: Matches, guidance: Guidance
    ) -> tuple[Matches, Transition]:
        choice, fall = jax.random.split(key)
        actions = self.learner.decide(weights, matches.state, choice, guidance)
        return self.advance(fall, matches, actions)

    def advance(self, key: jax.Array, matches: Matches, actions: tuple[Number, ...]) -> tuple[Matches, Transition]:
        """The next state of one match, and the transition to it."""
        after = jax.tree.map(once, self.twin.play(matches.state, actions))
        decisions = matches.decisions + jnp.int16(1)
        over = ended = self.twin.turn(after) == OVER
        if self.learner.TRUNCATE_AFTER is not None:
            over = over | (decisions >= self.learner.TRUNCATE_AFTER * self.players)
        standing = self.twin.standing(after)
        places = places_taken(jnp, jnp.stack(standing.ranks))
        following = self.many.fallen(key, either(over, self.many.begin((after.first + 1) % self.players), after))
        position = either(over, after, following) if self.learner.AFTER_CHANCE else after
        position = jax.tree.map(once, position)
        transition = Transition(
            jnp.stack([self.twin.observe(position, seat) for seat in range(self.players)]),
            self.learner.is_evaluated(position) & ~over,
            over,
            jnp.where(ended, places, (places + self._last) / 2),
            jnp.stack([score.astype(jnp.float32) for score in standing.scores]) * SCORE_SCALE,
        )
        return Matches(following, jnp.where(over, 0, decisions).astype(jnp.int16)), transition

    def duel(self, key: jax.Array, mine: Weights, theirs: Weights, size: int) -> jax.Array:
        """For so many matches, the win share of one seat that has weights of its own.

        The seat is the next one in every match.
        """
        lot, fall = jax.random.split(key)
        seats = jnp.arange(size) % self.players

        def goes_on(at: tuple[jax.Array, Matches, jax.Array, jax.Array]) -> jax.Array:
            return ~at[2].all()

        def step(at: tuple[jax.Array, Matches, jax.Array, jax.Array]) -> tuple[Any, ...]:
            key, matches, ended, won = at
            key, now = jax.random.split(key)
            keys = jax.random.split(now, size)
            matches, played = jax.vmap(self._step_of_two, (None, None, 0, 0, 0))(mine, theirs, keys, matches, seats)
            share = jnp.take_along_axis(played.places[..., 0], seats[:, None], axis=1)[:, 0]
            return key, matches, ended | played.over, jnp.where(played.over & ~ended, share, won)

        begin = (fall, self.many.start(lot, size), jnp.zeros(size, bool), jnp.zeros(size))
        shares: jax.Array = jax.lax.while_loop(goes_on, step, begin)[3]
        return shares

    def _step_of_two(
        self, mine: Weights, theirs: Weights, key: jax.Array, matches: Matches, seat: Number
    ) -> tuple[Matches, Transition]:
        choice, fall = jax.random.split(key)
        one, other = (self.learner.decide(weights, matches.state, choice, UNGUIDED) for weights in (mine, theirs))
        deciders = self.twin.deciders(matches.state)
        actions = tuple(jnp.where(decider == seat, a, b) for decider, a, b in zip(deciders, one, other, strict=True))
        return self.advance(fall, matches, actions)

    def evaluate(self, weights: Weights, observations: jax.Array) -> tuple[jax.Array, jax.Array]:
        """The logits of the places, and the scores."""
        outputs = self.value.logits(jnp, weights, observations, self.players)
        return outputs[..., :-1], outputs[..., -1]
