"""Whether a twin is the same game as the engine: each plays the other's matches, event by event."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple, cast

import jax
import jax.numpy as jnp
import numpy as np

from pasch.batch.many import Many
from pasch.bots.greedy import Greedy
from pasch.engine.draws import Below
from pasch.engine.game import AnyGame, Chance, Decision, Over, Seat, places
from pasch.engine.match import Match
from pasch.engine.record import options_from_json
from pasch.games.bits import either
from pasch.games.encoding import legal_actions, number_of_actions
from pasch.games.parts import Twin, encoding_of, greedy_of, twin_of
from pasch.games.twin import CHANCE, DECISION, NO_ACTION, OVER, number_of_deciders

NOTHING, PLAY, SETTLE = 0, 1, 2
"""What an event of a script is; scripts are made equally long with nothing."""
AT_ONCE = 32
LENGTH = 128
"""Scripts are made as long as a multiple of this: few lengths, few compilations."""
TURNS: dict[type, int] = {Chance: CHANCE, Decision: DECISION, Over: OVER}

Numbers = np.ndarray[Any, np.dtype[Any]]


class Disagreement(AssertionError):
    """The twin and the engine differ."""


class Script(NamedTuple):
    """A match as a twin reads it, and what the engine says before each of its events and at the end."""

    first: int
    options: Any
    kinds: Numbers
    actions: Numbers
    outcomes: Any
    turns: Numbers
    masks: Numbers
    observations: Numbers
    result: tuple[tuple[int, ...], tuple[int, ...]] | None


# The engine's matches


def any_match(game: AnyGame, players: int, below: Below, options: dict[str, Any], most_events: int) -> Iterator[Match]:
    """A match, the same object at every point, whose seats play greedily, or any move that leads on, or any move."""
    match = Match(game, players, options_from_json(game, {"first": below(players), **options}))
    choosers = [_chooser(game, below(4)) for _ in range(players)]
    while True:
        yield match
        match match.turn:
            case Decision(seats=seats) if match.count < most_events:
                seat = seats[below(len(seats))]
                match.play(seat, choosers[seat](match, seat, below))
            case Chance():
                match.draw(below)
            case _:
                return


def _chooser(game: AnyGame, style: int) -> Callable[[Match, Seat, Below], Any]:
    bots = greedy_of(game)
    greedy = Greedy(bots)

    def choose(match: Match, seat: Seat, below: Below) -> Any:
        moves = match.moves(seat)
        if style == 0:
            return greedy.choose(game.view(match.state, seat), seat, moves, below)
        among = moves if style == 1 else bots.willing(moves)
        return among[below(len(among))]

    return choose


def script(points: Iterable[Match]) -> Script:
    """A match with all that the engine says of it, from the match before every event and at its end."""
    states, turns, masks, observations = [], [], [], []
    match: Match | None = None
    for match in points:
        states.append(match.state)
        turns.append(TURNS[type(match.turn)])
        masks.append(_masks(match))
        observations.append(_observations(match))
    assert match is not None
    kinds, actions, outcomes = numbered(match, states)
    result = match.turn.result if isinstance(match.turn, Over) else None
    twin = twin_of(match.game)
    return Script(
        first=match.options.first,
        options=twin.options(match.options, match.players),
        kinds=kinds,
        actions=actions,
        outcomes=outcomes,
        turns=np.array(turns, np.int8),
        masks=np.stack(masks),
        observations=np.stack(observations),
        result=None if result is None else (result.scores, result.places),
    )


@lru_cache
def _deciders(game: AnyGame, players: int) -> int:
    return number_of_deciders(twin_of(game), players)


def _masks(match: Match) -> Numbers:
    """The legal actions of every decider, packed as the twin packs them."""
    encoding = encoding_of(match.game)
    legal = np.zeros((_deciders(match.game, match.players), -(-number_of_actions(encoding) // 32) * 32), bool)
    seats = match.turn.seats if isinstance(match.turn, Decision) else ()
    for seat in seats:
        view = match.game.view(match.state, seat)
        legal[seat % len(legal), list(legal_actions(encoding, view, seat, match.moves(seat)))] = True
    return np.packbits(legal, axis=-1, bitorder="little").view(np.uint32)


def _observations(match: Match) -> Numbers:
    encoding = encoding_of(match.game)
    seats = map(Seat, range(match.players))
    return np.array([encoding.observe(match.game.view(match.state, seat), seat) for seat in seats], np.int16)


def numbered(match: Match, states: Sequence[Any]) -> tuple[Numbers, Numbers, Any]:
    """The events as numbers, each from the state before it. Where nothing falls, the outcome means nothing."""
    game, encoding, twin = match.game, encoding_of(match.game), twin_of(match.game)
    slots = _deciders(game, match.players)
    kinds, actions = [], []
    events = match.events
    falls = [twin.written(event.what) for event in events if event.seat is None]
    outcomes, fallen = [], 0
    for state, event in zip(states, events, strict=False):
        acting = [NO_ACTION] * slots
        outcomes.append(falls[min(fallen, len(falls) - 1)])
        if event.seat is None:
            fallen += 1
        else:
            acting[event.seat % slots] = encoding.action(game.view(state, event.seat), event.seat, event.what)
        kinds.append(SETTLE if event.seat is None else PLAY)
        actions.append(acting)
    numbers = jax.tree.map(lambda *some: np.array(some), *outcomes)
    return np.array(kinds, np.int8), np.array(actions, np.int16), numbers


# The twin plays the engine's matches


def check(twin: Twin, players: int, scripts: Iterable[Script], at_once: int = AT_ONCE) -> int:
    """Replay scripts through a twin; how many points were compared. Raise `Disagreement` at the first difference."""
    compared = 0
    waiting = iter(scripts)
    while some := list(islice(waiting, at_once)):
        said = jax.device_get(_replayed(twin, players, some, at_once))
        for at, one in enumerate(some):
            _compare(one, at, *said)
            compared += len(one.turns)
    return compared


def _replayed(twin: Twin, players: int, scripts: Sequence[Script], at_once: int) -> Any:
    """What the twin says at every point of every script."""
    length = -(-max(len(one.turns) for one in scripts) // LENGTH) * LENGTH
    filled = [*scripts, *[scripts[-1]] * (at_once - len(scripts))]
    events = [(one.kinds, one.actions, one.outcomes) for one in filled]
    padded = jax.tree.map(lambda *numbers: np.stack([_padded(some, length) for some in numbers]), *events)
    begun = jax.tree.map(lambda *numbers: np.array(numbers), *[(np.int8(one.first), one.options) for one in filled])
    return _replayer(cast("Hashable", twin), players)(*begun, *padded)


def _padded(numbers: Numbers, length: int) -> Numbers:
    """The numbers of all events, and behind them nothing."""
    return np.concatenate([numbers, np.full((length - len(numbers), *numbers.shape[1:]), NOTHING, numbers.dtype)])


@lru_cache
def _replayer(of: Hashable, players: int) -> Callable[..., Any]:
    twin = cast("Twin", of)

    def say(state: Any) -> tuple[Any, ...]:
        masks = jnp.stack([jnp.stack(words) for words in twin.mask(state)])
        observations = jax.vmap(lambda seat: twin.observe(state, seat))(jnp.arange(players))
        return twin.turn(state), masks, observations, *map(jnp.stack, twin.standing(state))

    def step(state: Any, event: tuple[Any, ...]) -> tuple[Any, Any]:
        kind, actions, outcome = event
        acting = jnp.where(kind == PLAY, actions, NO_ACTION)
        played = twin.play(state, tuple(acting))
        settled = twin.settle(state, outcome)
        return either(kind == SETTLE, settled, played), say(state)

    def replay(first: Any, options: Any, kinds: Any, actions: Any, outcomes: Any) -> Any:
        return jax.lax.scan(step, twin.start(players, first, options), (kinds, actions, outcomes))[1]

    return jax.jit(jax.vmap(replay))


def _compare(one: Script, at: int, turns: Any, masks: Any, observations: Any, scores: Any, ranks: Any) -> None:
    points = len(one.turns)
    for name, said, wanted in (
        ("turn", turns[at, :points], one.turns),
        ("mask", masks[at, :points], one.masks),
        ("observation", observations[at, :points], one.observations),
    ):
        differs = np.flatnonzero((said != wanted).reshape(points, -1).any(axis=1))
        if len(differs):
            where = differs[0]
            raise Disagreement(f"{name} before event {where}: engine {wanted[where]!r}, twin {said[where]!r}")
    if one.result is not None:
        last = points - 1
        _compare_results(one.result, (tuple(scores[at, last].tolist()), places(ranks[at, last].tolist())))


def _compare_results(wanted: Any, found: Any) -> None:
    if found != wanted:
        raise Disagreement(f"result: engine {wanted}, twin {found}")


# The engine plays the twin's matches


def twins_matches(game: AnyGame, players: int, key: jax.Array, count: int, events: int) -> list[Match]:
    """Matches played by the twin, up to this many events, each validated by the engine's gate.

    Half of the actions are any that are legal, half the last one: in every game that leads on.
    """
    lot, play = jax.random.split(key)
    firsts = jax.random.randint(lot, (count,), 0, players)
    played = jax.device_get(_player(game, players, events)(jax.random.split(play, count), firsts))
    return [
        _through_the_gate(game, players, int(first), jax.tree.map(lambda items, at=at: items[at], played))
        for at, first in enumerate(firsts)
    ]


@lru_cache
def _player(game: AnyGame, players: int, events: int) -> Callable[..., Any]:
    many = Many(game.id, players)
    twin = many.twin

    def step(state: Any, key: jax.Array) -> tuple[Any, Any]:
        falls, chooses = jax.random.split(key)
        words = jax.random.bits(chooses, (many.deciders_of_each,), jnp.uint32)
        eager = jnp.where(words & 1 == 1, jnp.uint32(0xFFFFFFFF), words)
        actions, outcome = many.random_actions(tuple(eager), state), twin.draw(falls, state)
        after = either(twin.turn(state) == CHANCE, twin.settle(state, outcome), twin.play(state, actions))
        return after, (state, actions, outcome, twin.standing(state))

    def play(key: jax.Array, first: jax.Array) -> Any:
        return jax.lax.scan(step, twin.start(players, first), jax.random.split(key, events))[1]

    return jax.jit(jax.vmap(play))


def _through_the_gate(game: AnyGame, players: int, first: int, played: Any) -> Match:
    match = Match(game, players, options_from_json(game, {"first": first}))
    states, actions, outcomes, standings = played
    twin, encoding = twin_of(game), encoding_of(game)
    for at in range(len(actions[0])):
        state, outcome = jax.tree.map(lambda items, at=at: items[at].item(), (states, outcomes))
        match match.turn:
            case Chance():
                match.settle(twin.read(state, outcome))
            case Decision(seats=seats):
                for seat in seats:
                    action = int(actions[seat % len(actions)][at])
                    match.play(seat, encoding.move(game.view(match.state, seat), seat, action))
            case Over(result=result):
                last = jax.tree.map(lambda items, at=at: items[at].item(), standings)
                _compare_results((result.scores, result.places), (last.scores, places(last.ranks)))
                break
    return match
