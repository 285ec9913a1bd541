"""The games in JAX as Pgx has its own: pure functions of one match, to be compiled and mapped over many."""

from dataclasses import dataclass, replace
from typing import Any, TypeVar

import jax
import jax.numpy as jnp

from pasch.batch.many import Many, unpacked
from pasch.env.forms import form_named
from pasch.env.playing import name_of
from pasch.env.rewards import reward_named
from pasch.games.flat import OneHot
from pasch.games.twin import DECISION, NO_ACTION, OVER, shares

S = TypeVar("S")


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class State:
    """A match at a decision, or at its end. The names are those of Pgx."""

    current_player: jax.Array
    observation: jax.Array
    """What the current player sees."""
    rewards: jax.Array
    """Of the last step, one for each seat."""
    terminated: jax.Array
    truncated: jax.Array
    legal_action_mask: jax.Array
    """What the current player may do; everything after the end."""
    match: Any
    """The state of the twin."""
    decisions: jax.Array
    final_observation: jax.Array | None = None
    """With auto-reset: what the current player saw last in the match that has just ended."""

    def replace(self, **changes: Any) -> "State":
        return replace(self, **changes)


class Twinned:
    """What all environments in JAX share: the game, how it is observed, and what it brings."""

    def __init__(
        self,
        game: str,
        players: int,
        *,
        reward: str = "lead",
        limit: int | None = None,
        options: dict[str, Any] | None = None,
        observation: str = "one_hot",
        auto_reset: bool = False,
    ) -> None:
        self.many = Many(game, players, limit, options)
        fields = self.many.encoding.fields(players)
        self.reward, self._by_score = reward_named(reward, fields), reward != "win"
        self._one_hot = None if form_named(observation, fields).one_hot is None else OneHot(fields)
        self.auto_reset = auto_reset
        self.id = name_of(self.many.game)
        self.version = f"v{self.many.encoding.VERSION}"
        self.num_players = players
        self.num_actions = self.many.actions
        size = sum(field.size for field in fields)
        self.observation_shape = (size if self._one_hot is None else self._one_hot.size,)

    def begun(self, key: jax.Array) -> Any:
        """A new match, whose first seat is drawn by lot."""
        lot, fall = jax.random.split(key)
        first = jax.random.randint(lot, (), 0, self.num_players, jnp.int32)
        return self.many.until_a_decision(fall, self.many.begin(first))

    def masks(self, match: Any) -> list[jax.Array]:
        """What each decider may do."""
        words = self.many.twin.mask(match)
        return [unpacked(jnp.stack(each, axis=-1), self.num_actions) for each in words]

    def deciders(self, match: Any) -> jax.Array:
        return jnp.stack([jnp.asarray(seat, jnp.int32) for seat in self.many.twin.deciders(match)])

    def seen(self, match: Any, player: jax.Array | int) -> jax.Array:
        numbers = self.many.twin.observe(match, player)
        seen: jax.Array = numbers if self._one_hot is None else self._one_hot(numbers, jnp)
        return seen

    def rewards(self, before: Any, match: Any) -> jax.Array:
        """Of a step."""
        if self.reward.each_step:
            return self._brought(match) - self._brought(before)
        return jnp.where(self.many.twin.turn(match) == OVER, self._brought(match), 0)

    def _brought(self, match: Any) -> jax.Array:
        """What a match brings, should it end now."""
        standing = self.many.twin.standing(match)
        if not self._by_score:
            return jnp.stack(shares(standing.ranks))
        scores = jnp.stack([jnp.asarray(score, jnp.float32) for score in standing.scores])
        return scores - (scores.sum() - scores) / (self.num_players - 1)


class Pure(Twinned):
    """One game for one number of players. Seats that choose at once are asked one by one, and do not see each other.

    Chance has always fallen: somebody decides in every state, and no mask is empty. An illegal action ends the match
    with the penalty of the other adapters. After the end nothing changes, unless `auto_reset` begins the next match in
    the same step: rewards, `terminated` and `truncated` are then those of the match that has ended.
    """

    def init(self, key: jax.Array) -> State:
        """A new match, whose first seat is drawn by lot."""
        state = self._looked_at(self.begun(key), jnp.zeros((), jnp.int32), jnp.zeros(self.num_players, jnp.float32))
        return state.replace(final_observation=jnp.zeros_like(state.observation)) if self.auto_reset else state

    def step(self, state: State, action: jax.Array, key: jax.Array) -> State:
        """Let the current player act, and chance fall until somebody decides."""
        if not self.auto_reset:
            after = self._played(state, action, key)
            ended = state.terminated | state.truncated
            still = state.replace(rewards=jnp.zeros_like(state.rewards))
            return either_of(ended, still, after)
        falling, beginning = jax.random.split(key)
        after = self._played(state, action, falling)
        fresh = self.init(beginning).replace(
            rewards=after.rewards, terminated=after.terminated, truncated=after.truncated
        )
        fresh = fresh.replace(final_observation=after.observation)
        return either_of(after.terminated | after.truncated, fresh, after)

    def observe(self, state: State, player: jax.Array | int | None = None) -> jax.Array:
        """What any seat sees; unless given, the one that decides."""
        return self.seen(state.match, state.current_player if player is None else player)

    def _played(self, state: State, action: jax.Array, key: jax.Array) -> State:
        many, twin = self.many, self.many.twin
        seats = twin.deciders(state.match)
        acting = tuple(jnp.where(seat == state.current_player, action, NO_ACTION).astype(jnp.int16) for seat in seats)
        is_legal = state.legal_action_mask[action]
        match = either_of(is_legal, many.until_a_decision(key, twin.play(state.match, acting)), state.match)
        decisions = state.decisions + 1
        over = twin.turn(match) == OVER
        mine = jnp.arange(self.num_players) == state.current_player
        rewards = jnp.where(is_legal, self.rewards(state.match, match), mine * self.reward.for_illegal)
        after = self._looked_at(match, decisions, rewards.astype(jnp.float32))
        ended = after.terminated | ~is_legal
        truncated = jnp.zeros_like(over) if many.limit is None else ~ended & (decisions >= many.limit)
        mask = after.legal_action_mask | ended | truncated
        return after.replace(
            terminated=ended, truncated=truncated, legal_action_mask=mask, final_observation=state.final_observation
        )

    def _looked_at(self, match: Any, decisions: jax.Array, rewards: jax.Array) -> State:
        """A match as the seat sees it that is asked first."""
        twin = self.many.twin
        masks = self.masks(match)
        asked = jnp.stack([mask.any() for mask in masks])
        at = jnp.argmax(asked)
        player = self.deciders(match)[at]
        over = twin.turn(match) != DECISION
        return State(
            current_player=player,
            observation=self.seen(match, player),
            rewards=rewards,
            terminated=over,
            truncated=jnp.zeros_like(over),
            legal_action_mask=jnp.stack(masks)[at] | over,
            match=match,
            decisions=decisions,
        )


def either_of(choice: jax.Array, one: S, other: S) -> S:
    chosen: S = jax.tree.map(lambda mine, yours: jnp.where(choice, mine, yours), one, other)
    return chosen
