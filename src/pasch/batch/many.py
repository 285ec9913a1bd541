"""A batch of matches of one game: their twins in arrays, one number per match, each restarted when it is over."""

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from pasch.engine.errors import Malformed
from pasch.engine.match import start as check_start
from pasch.engine.record import game_named, options_from_json
from pasch.games import GAMES
from pasch.games.bits import Number, below, either, nth, once, total
from pasch.games.encoding import limit_for, number_of_actions
from pasch.games.parts import encoding_of, hiding_twin_of, twin_of
from pasch.games.twin import CHANCE, DECISION, NO_ACTION, OVER, number_of_deciders, shares

MOST_DECISIONS = 32_767
"""As many as are counted."""


class Matches(NamedTuple):
    """Matches that are being played."""

    state: Any
    decisions: jax.Array
    """How many decisions were made in each."""


class Step(NamedTuple):
    """What a step brought, for every match; `scores` and `wins` count where one is over."""

    over: jax.Array
    truncated: jax.Array
    """Truncated at the limit of decisions."""
    scores: tuple[jax.Array, ...]
    wins: tuple[jax.Array, ...]
    """Each seat's share of the win; 0 for all if the match was truncated."""


class Many:
    """The rules of one game for one number of players, on arrays of matches; pure functions, to be compiled."""

    def __init__(
        self, game: str, players: int, limit: int | None = None, options: dict[str, Any] | None = None
    ) -> None:
        self.game = game_named(game, GAMES)
        self.players = players
        wanted = options_from_json(self.game, options or {})
        check_start(self.game, players, wanted)
        self.twin = twin_of(self.game)
        self.encoding = encoding_of(self.game)
        self.actions = number_of_actions(self.encoding)
        self.limit = _checked(limit_for(self.encoding, players, limit))
        self.deciders_of_each = number_of_deciders(self.twin, players)
        self._options = self.twin.options(wanted, players)
        self._first = (options or {}).get("first")
        """Who begins every match, where somebody has said so."""
        self._asked_for = game, players, limit, options

    def __reduce__(self) -> "tuple[type[Many], tuple[str, int, int | None, dict[str, Any] | None]]":
        """Rules are functions, which cannot be copied: a copy looks them up again."""
        return Many, self._asked_for

    # One match

    def begin(self, first: Number) -> Any:
        return self.twin.start(self.players, first if self._first is None else self._first, self._options)

    def fallen(self, key: jax.Array, state: Any) -> Any:
        """The state after the chance event that it waits for, if any."""
        fallen = self.twin.settle(state, jax.tree.map(once, self.twin.draw(key, state)))
        waits = self.twin.turn(state) == CHANCE
        return jax.tree.map(once, either(waits, fallen, state))

    def until_a_decision(self, key: jax.Array, state: Any) -> Any:
        def fall(carried: tuple[jax.Array, Any]) -> tuple[jax.Array, Any]:
            key, following = jax.random.split(carried[0])
            return following, self.fallen(key, carried[1])

        return jax.lax.while_loop(lambda carried: self.twin.turn(carried[1]) == CHANCE, fall, (key, state))[1]

    def random_actions(self, words: tuple[Number, ...], state: Any) -> tuple[Number, ...]:
        """Actions that are as random as the words, of which one is wanted for each decider."""
        return tuple(once(_pick(word, mask)) for word, mask in zip(words, self.twin.mask(state), strict=True))

    def _step(self, key: jax.Array, matches: Matches, actions: tuple[Number, ...]) -> tuple[Matches, Step]:
        state = jax.tree.map(once, self.twin.play(matches.state, actions))
        acted = sum((action != NO_ACTION).astype(jnp.int16) for action in actions)
        decisions = matches.decisions + acted
        over = self.twin.turn(state) == OVER
        standing = self.twin.standing(state)
        fresh = self.begin((state.first + 1) % self.players)
        state = self.fallen(key, either(over, fresh, state))
        truncated = jnp.zeros_like(over)
        if self.limit is not None:
            truncated = ~over & (decisions >= self.limit) & (self.twin.turn(state) == DECISION)
            state = either(truncated, fresh, state)
        step = Step(
            over, truncated, standing.scores, either(over, shares(standing.ranks), (jnp.float32(0),) * self.players)
        )
        return Matches(state, jnp.where(over | truncated, 0, decisions).astype(jnp.int16)), step

    # Many

    def start(self, key: jax.Array, size: int) -> Matches:
        """New matches, begun by seats drawn by lot and waiting for their first decision."""
        lot, fall = jax.random.split(key)
        first = jax.random.randint(lot, (size,), 0, self.players, jnp.int32)
        state = jax.vmap(self.until_a_decision)(jax.random.split(fall, size), jax.vmap(self.begin)(first))
        return Matches(state, jnp.zeros((size,), jnp.int16))

    def random(self, key: jax.Array, matches: Matches) -> tuple[jax.Array, ...]:
        """For every decider of every match any legal action, all equally likely; `NO_ACTION` where none is wanted."""
        words = jax.random.bits(key, (self.deciders_of_each, len(matches.decisions)), jnp.uint32)
        return jax.vmap(self.random_actions)(tuple(words), matches.state)

    def step(
        self, key: jax.Array, matches: Matches, actions: tuple[jax.Array, ...] | jax.Array
    ) -> tuple[Matches, Step]:
        """Let the deciders of every match act and chance fall; a match that is over restarts, the next seat first.

        `actions`: for each decider those of all matches, or one array with a row for each match.

        Now and then a match ends by chance, or waits for one more chance event: nobody decides there then (all masks
        are empty), and its next step only goes on with that. A match is broken off when somebody would have to decide
        after the limit; what those who decide at once do in one step is not cut in two. Nothing is kept of a match
        that ended but its result.
        """
        chosen = tuple(actions.astype(jnp.int16).T) if isinstance(actions, jax.Array) else actions
        return jax.vmap(self._step)(jax.random.split(key, len(matches.decisions)), matches, chosen)

    def deciders(self, matches: Matches) -> jax.Array:
        """For every match the seats that its actions are for."""
        return jnp.stack(jax.vmap(self.twin.deciders)(matches.state), axis=1)

    def observe(self, matches: Matches) -> jax.Array:
        """For every match what each of its deciders sees: the fields of the game's encoding in a row."""
        return jax.vmap(self._observe)(matches.state)

    def _observe(self, state: Any) -> jax.Array:
        return jnp.stack([self.twin.observe(state, seat) for seat in self.twin.deciders(state)])

    def pack(self, matches: Matches) -> Any:
        """The same as small as states, and soon made: to be kept until a network reads it.

        A state for each decider, without what it does not see; one for all of them where all is open.
        """
        return jax.vmap(self._pack)(matches.state)

    def _pack(self, state: Any) -> tuple[Any, ...]:
        if self.game.is_open:
            return (state,)
        return tuple(hiding_twin_of(self.game).seen_by(state, seat) for seat in self.twin.deciders(state))

    def unpack(self, packed: Any) -> jax.Array:
        """What `observe` gave when this was packed, however many dimensions it has by now."""
        each, dimensions = self._unpack, jax.tree.leaves(packed)[0].ndim
        for _ in range(dimensions):
            each = jax.vmap(each)
        return each(packed)

    def _unpack(self, packed: tuple[Any, ...]) -> jax.Array:
        seats = self.twin.deciders(packed[0])
        observe = self.twin.observe if self.game.is_open else hiding_twin_of(self.game).observe_seen
        states = packed * (len(seats) // len(packed))
        return jnp.stack([observe(state, seat) for state, seat in zip(states, seats, strict=True)])

    def mask(self, matches: Matches) -> jax.Array:
        """For every match which actions each of its deciders may choose; none where it has nothing to decide."""
        masks = jax.vmap(self.twin.mask)(matches.state)
        return jnp.stack([unpacked(jnp.stack(words, axis=-1), self.actions) for words in masks], axis=1)


def _checked(limit: int | None) -> int | None:
    if limit is not None and limit > MOST_DECISIONS:
        raise Malformed(
            f"Die Grenze darf hier höchstens {MOST_DECISIONS} sein, nicht {limit}.",
            f"A limit is {MOST_DECISIONS} here at most, not {limit}.",
        )
    return limit


def unpacked(words: jax.Array, size: int) -> jax.Array:
    """The bits of words, in the last axis, as booleans."""
    bits = (words[..., :, None] >> jnp.arange(32, dtype=jnp.uint32)) & jnp.uint32(1)
    booleans: jax.Array = bits.reshape(*words.shape[:-1], -1)[..., :size].astype(bool)
    return booleans


def _pick(word: Number, mask: tuple[Number, ...]) -> Number:
    size = total(mask)
    action = nth(mask, below(word, size)).astype(jnp.int16)
    return jnp.where(size == 0, jnp.int16(NO_ACTION), action)
