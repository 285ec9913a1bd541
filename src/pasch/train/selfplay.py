"""Matches that a network plays against itself, many at once, and what is to be learned from them."""

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from pasch.batch.many import Many, Matches
from pasch.engine.game import AnyGame
from pasch.games.bits import Number, either, once
from pasch.games.network import Weights, softmax
from pasch.games.parts import learner_of, value_of
from pasch.games.twin import OVER, Standing

SCORE = 0.02
"""By what the scores are multiplied, so that the network's numbers stay small."""


class Seen(NamedTuple):
    """What one step of many matches brought: arrays with a dimension for the matches, and one for the seats."""

    observations: jax.Array
    counts: jax.Array
    over: jax.Array
    places: jax.Array
    """For each seat the chance of each place, where the match is over: one of them is 1, or equal parts of some."""
    scores: jax.Array


class SelfPlay:
    """One game for one number of players."""

    def __init__(self, game: AnyGame, players: int) -> None:
        self.many = Many(game.id, players)
        self.twin, self.players = self.many.twin, players
        self._last = jnp.eye(players)[-1]
        self.value = value_of(game)
        self.learner = learner_of(game)

    def start(self, key: jax.Array, size: int) -> Matches:
        return self.many.start(key, size)

    def play(
        self, key: jax.Array, weights: Weights, matches: Matches, steps: int, by_heuristic: Number
    ) -> tuple[Matches, Seen]:
        """So many steps of all matches."""

        def step(matches: Matches, key: jax.Array) -> tuple[Matches, Seen]:
            keys = jax.random.split(key, len(matches.decisions))
            return jax.vmap(lambda key, match: self._step(weights, key, match, by_heuristic))(keys, matches)

        return jax.lax.scan(step, matches, jax.random.split(key, steps))

    def _step(self, weights: Weights, key: jax.Array, matches: Matches, by_heuristic: Number) -> tuple[Matches, Seen]:
        choice, fall = jax.random.split(key)
        actions = self.learner.decide(weights, matches.state, choice, by_heuristic)
        return self.acted(fall, matches, actions)

    def acted(self, key: jax.Array, matches: Matches, actions: tuple[Number, ...]) -> tuple[Matches, Seen]:
        """What follows in one match."""
        after = jax.tree.map(once, self.twin.play(matches.state, actions))
        decisions = matches.decisions + jnp.int16(1)
        over = ended = self.twin.turn(after) == OVER
        if self.learner.TRUNCATE_AFTER is not None:
            over = over | (decisions >= self.learner.TRUNCATE_AFTER * self.players)
        standing = self.twin.standing(after)
        following = self.many.fallen(key, either(over, self.many.begin((after.first + 1) % self.players), after))
        position = either(over, after, following) if self.learner.AFTER_CHANCE else after
        position = jax.tree.map(once, position)
        seen = Seen(
            jnp.stack([self.twin.observe(position, seat) for seat in range(self.players)]),
            self.learner.is_evaluated(position) & ~over,
            over,
            jnp.where(ended, places(standing), (places(standing) + self._last) / 2),
            jnp.stack([score.astype(jnp.float32) for score in standing.scores]) * SCORE,
        )
        return Matches(following, jnp.where(over, 0, decisions).astype(jnp.int16)), seen

    def duel(self, key: jax.Array, mine: Weights, theirs: Weights, size: int) -> jax.Array:
        """For so many matches, the share of the win of one seat that has weights of its own.

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
            matches, seen = jax.vmap(self._step_of_two, (None, None, 0, 0, 0))(mine, theirs, keys, matches, seats)
            share = jnp.take_along_axis(seen.places[..., 0], seats[:, None], axis=1)[:, 0]
            return key, matches, ended | seen.over, jnp.where(seen.over & ~ended, share, won)

        begin = (fall, self.many.start(lot, size), jnp.zeros(size, bool), jnp.zeros(size))
        shares: jax.Array = jax.lax.while_loop(goes_on, step, begin)[3]
        return shares

    def _step_of_two(
        self, mine: Weights, theirs: Weights, key: jax.Array, matches: Matches, seat: Number
    ) -> tuple[Matches, Seen]:
        choice, fall = jax.random.split(key)
        one, other = (
            self.learner.decide(weights, matches.state, choice, jnp.asarray(False)) for weights in (mine, theirs)
        )
        deciders = self.twin.deciders(matches.state)
        actions = tuple(jnp.where(decider == seat, a, b) for decider, a, b in zip(deciders, one, other, strict=True))
        return self.acted(fall, matches, actions)

    def judged(self, weights: Weights, observations: jax.Array) -> tuple[jax.Array, jax.Array]:
        """The numbers for the places, and the scores."""
        numbers = self.value.logits(jnp, weights, observations, self.players)
        return numbers[..., :-1], numbers[..., -1]

    def aims(self, weights: Weights, seen: Seen, trust: float) -> tuple[jax.Array, jax.Array, jax.Array]:
        """What each position should have been judged as, and whether anything is known of it.

        That is how its match ended, mixed with how the positions on the way there were judged: the nearer ones count
        more, and the less `trust` there is in the way the match went on, the more they do (TD(λ)).
        """
        numbers, scores = self.judged(weights, seen.observations)
        hopes = softmax(jnp, numbers)

        def back(known: tuple[jax.Array, ...], at: tuple[jax.Array, ...]) -> tuple[Any, Any]:
            (places, score, is_known), (hope, hoped, counts, over, ended, end_score) = known, at
            aims = (
                jnp.where(over[:, None, None], ended, places),
                jnp.where(over[:, None], end_score, score),
                is_known | over,
            )
            mixed = (
                jnp.where(counts[:, None, None], (1 - trust) * hope + trust * aims[0], aims[0]),
                jnp.where(counts[:, None], (1 - trust) * hoped + trust * aims[1], aims[1]),
                aims[2] | counts,
            )
            unknown = counts & ~aims[2]
            mixed = (
                jnp.where(unknown[:, None, None], hope, mixed[0]),
                jnp.where(unknown[:, None], hoped, mixed[1]),
                mixed[2],
            )
            return mixed, aims

        last = (jnp.zeros_like(hopes[0]), jnp.zeros_like(scores[0]), jnp.zeros_like(seen.over[0]))
        steps = (hopes, scores, seen.counts, seen.over, seen.places, seen.scores)
        aims: tuple[jax.Array, jax.Array, jax.Array] = jax.lax.scan(back, last, steps, reverse=True)[1]
        return aims


def places(standing: Standing) -> jax.Array:
    """For each seat the chance of each place: those who share a place have equal parts of all the places they take."""
    ranks = jnp.stack(standing.ranks)
    better = (ranks[None, :] > ranks[:, None]).sum(axis=1)[:, None]
    equal = (ranks[None, :] == ranks[:, None]).sum(axis=1)[:, None]
    each = jnp.arange(len(standing.ranks))
    return jnp.where((each >= better) & (each < better + equal), 1 / equal, 0.0)
