"""How much is left to gain? Moves are played on in the JAX twin, and what that finds is held against what was judged.

python -m benchmarks.rollouts --positions 1000 --rollouts 512 --processes 8

Positions come from matches of `strong`, for each its best move as it is judged in the engine, the next two, and one
that is judged to lose something. From each the policy of self-play goes on, with the same chance for all. In the first
half of the rollouts what the seat does not see is dealt anew each time, in the second half it is as it really was. Told
for each table:

- the gain: what a player would win for each decision who takes another move where the first half finds it better by two
  standard errors, by what the second half finds; in points, with its standard error;
- the slope of the losses found on those judged, between the judged best move and the other, by the second half; the
  same where the first half chooses the best move;
- how often the sign is right where a difference of the first half is clear of 3 standard deviations.
"""

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from rich.console import Console

import pasch.one_core  # noqa: F401, for the processes that play the matches
from benchmarks.tables import add_tables, tables
from pasch.batch.agreement import LENGTH, PLAY, SETTLE, numbered
from pasch.batch.many import Many
from pasch.bots.levels import LADDER, bot
from pasch.bots.matches import in_order
from pasch.coach.judging import chances_of, exact_weights
from pasch.coach.values import COUNTS_FROM, POINT
from pasch.engine.draws import chance
from pasch.engine.game import AnyGame, Chance, Decision, Seat
from pasch.engine.match import Match
from pasch.engine.record import options_from_json
from pasch.games import GAMES
from pasch.games.bits import either
from pasch.games.parts import encoding_of, learner_of, strong_of
from pasch.games.twin import CHANCE, DECISION, NO_ACTION, OVER, UNGUIDED, shares
from pasch.games.weights import trained

MOVES = 4
"""How many are played on: the three best, and the other."""
CLEAR, BETTER = 3.0, 2.0
"""How many standard errors make a difference clear, and how many make it worth switching."""
MOST_STEPS = 600


class Position(NamedTuple):
    match: Match
    """At its end; the position is before one of its events."""
    at: int
    seat: Seat
    actions: list[int]
    """Of the moves that are played on, the best first, the other one last."""
    judged: list[float]


def positions(
    game: AnyGame, players: int, wanted: int, seed: str, level: str = LADDER[-1], processes: int = 1
) -> Iterator[Position]:
    """A few decisions of every match; where seats choose at once, those of the first."""
    work, found = partial(_some_of_a_match, game.id, players, seed, level), 0
    for first, events, some in in_order(work, count(), processes):
        match = Match(game, players, options_from_json(game, {"first": first}))
        for event in events:
            match.apply(event)
        for one in some[: wanted - found]:
            yield Position(match, *one)
        found += len(some)
        if found >= wanted:
            return


def _some_of_a_match(
    game_id: str, players: int, seed: str, level: str, number: int
) -> tuple[int, list[Any], list[tuple[int, Seat, list[int], list[float]]]]:
    """Who begins, all events, and decisions."""
    game, below = GAMES[game_id], chance(f"{seed}/{game_id}/{players}/{number}")
    match = Match(game, players, options_from_json(game, {"first": below(players)}))
    player, some = bot(game, level), []
    last: tuple[Seat, ...] = ()
    while isinstance(match.turn, Chance | Decision):
        if isinstance(match.turn, Chance):
            last = ()
            match.draw(below)
            continue
        seat, begins = match.turn.seats[0], not set(match.turn.seats) < set(last)
        last = match.turn.seats
        if begins and below(6) == 0 and (one := _judged(match, seat, below)):
            some.append(one)
        match.play(seat, player.choose(game.view(match.state, seat), seat, match.moves(seat), below))
    return match.options.first, list(match.events), some


def _judged(match: Match, seat: Seat, below: Any) -> tuple[int, Seat, list[int], list[float]] | None:
    """Which moves to play on, if there is a choice: none that the bot never makes, as nobody learned what follows."""
    view, moves, encoding = match.game.view(match.state, seat), match.moves(seat), encoding_of(match.game)
    part = strong_of(match.game)
    wanted = part.move_values(exact_weights(match.game, match.players), view, seat, moves, below)
    moves, wanted = zip(*((move, value) for move, value in zip(moves, wanted, strict=True) if value >= 0), strict=True)
    if len(moves) < 2:
        return None
    values, best = chances_of(match.game, view, seat, moves), wanted.index(max(wanted))
    order = [best, *sorted(set(range(len(moves))) - {best}, key=lambda at: -values[at])]
    worse = [at for at in order[1:] if values[order[0]] - values[at] >= COUNTS_FROM] or order[-1:]
    chosen = [*order[: MOVES - 1], *[order[0]] * (MOVES - 1 - len(order)), worse[below(len(worse))]]
    return match.count, seat, [encoding.action(view, seat, moves[at]) for at in chosen], [values[at] for at in chosen]


class Rollouts:
    """One game for one number of players, compiled."""

    def __init__(self, game: AnyGame, players: int) -> None:
        self.many, self.players, self.learner = Many(game.id, players), players, learner_of(game)
        self.twin, self.slots = self.many.twin, self.many.deciders_of_each
        self.weights = {name: jnp.asarray(array) for name, array in trained(game, players).weights.items()}
        self._last: tuple[Match | None, Any] = None, None
        self._reached, self._played = jax.jit(self._reach), jax.jit(jax.vmap(self._play_on))

    def state(self, position: Position) -> Any:
        """The position in the twin."""
        match = position.match
        until, *others = self._numbers(match)
        length = -(-len(until) // LENGTH) * LENGTH
        kinds, actions, outcomes = jax.tree.map(
            lambda numbers: _padded(numbers, length), (until[: position.at], *others)
        )
        options = jax.tree.map(np.asarray, self.twin.options(match.options, match.players))
        return self._reached(np.int8(match.options.first), options, kinds, actions, outcomes)

    def _numbers(self, match: Match) -> Any:
        """The events of a match; positions of one match come one after the other."""
        if self._last[0] is not match:
            self._last = match, numbered(match, [point.state for point in _points(match)])
        return self._last[1]

    def _reach(self, first: Any, options: Any, kinds: Any, actions: Any, outcomes: Any) -> Any:
        def step(state: Any, event: tuple[Any, ...]) -> tuple[Any, None]:
            kind, acting, outcome = event
            played = self.twin.play(state, tuple(jnp.where(kind == PLAY, acting, NO_ACTION)))
            after = either(kind == SETTLE, self.twin.settle(state, outcome), played)
            return either(kind == 0, state, after), None

        begun = self.twin.start(self.players, first, options)
        return jax.lax.scan(step, begun, (kinds, actions, outcomes))[0]

    def _play_on(self, state: Any, seat: Any, action: Any, redeals: Any, key: jax.Array) -> jax.Array:
        """The seat's share of the win after a move; 0 where there is no end."""
        first, deal, key = jax.random.split(key, 3)
        state = either(redeals, self.learner.redealt(state, seat, deal), state)
        others = self.learner.decide(self.weights, state, first, UNGUIDED)
        acting = [jnp.where(seat % self.slots == slot, action, other) for slot, other in enumerate(others)]
        state = self.twin.play(state, tuple(one.astype(jnp.int16) for one in acting))

        def goes_on(at: tuple[Any, jax.Array, Any]) -> Any:
            return (self.twin.turn(at[0]) != OVER) & (at[2] < MOST_STEPS)

        def step(at: tuple[Any, jax.Array, Any]) -> tuple[Any, jax.Array, Any]:
            state, key, steps = at
            choice, fall, key = jax.random.split(key, 3)
            decided = self.twin.play(state, self.learner.decide(self.weights, state, choice, UNGUIDED))
            fallen = self.twin.settle(state, self.twin.draw(fall, state))
            turn = self.twin.turn(state)
            after = either(turn == DECISION, decided, either(turn == CHANCE, fallen, state))
            return jax.tree.map(lambda new, old: new.astype(old.dtype), after, state), key, steps + 1

        state = jax.tree.map(jnp.asarray, state)
        ended = jax.lax.while_loop(goes_on, step, (state, key, jnp.int32(0)))[0]
        won = jnp.stack(shares(self.twin.standing(ended).ranks))[seat]
        return jnp.where(self.twin.turn(ended) == OVER, won, 0.0)

    def found(self, some: Sequence[Position], rollouts: int, key: jax.Array) -> np.ndarray[Any, Any]:
        """For each position and move the results of all rollouts."""
        states = [self.state(one) for one in some]
        spread = jax.tree.map(lambda *items: jnp.repeat(jnp.stack(items), MOVES * rollouts, axis=0), *states)
        seats = jnp.repeat(jnp.array([one.seat for one in some]), MOVES * rollouts)
        actions = jnp.repeat(jnp.array([one.actions for one in some], jnp.int16).reshape(-1), rollouts)
        each = jnp.arange(len(some) * MOVES * rollouts) % rollouts
        keys, redeals = jax.random.split(key, rollouts)[each], each < rollouts // 2
        return np.asarray(self._played(spread, seats, actions, redeals, keys)).reshape(len(some), MOVES, rollouts)


def _points(match: Match) -> Iterator[Match]:
    """The match before every event and at its end."""
    again = Match(match.game, match.players, match.options)
    yield again
    for event in match.events:
        again.apply(event)
        yield again


def _padded(numbers: Any, length: int) -> Any:
    return np.concatenate([numbers, np.zeros((length - len(numbers), *numbers.shape[1:]), numbers.dtype)])


class Told(NamedTuple):
    gain: float
    gain_error: float
    slope: float
    error: float
    halves: float
    """The slope where half of the rollouts chooses the best move."""
    right: float
    clear: int


def told(judged: np.ndarray[Any, Any], found: np.ndarray[Any, Any]) -> Told:
    """`judged`: chances by position and move; `found`: results by position, move and rollout."""
    lost, each = judged[:, 0] - judged[:, -1], np.arange(len(judged))
    dealt_anew, as_it_was = np.split(found, 2, axis=2)
    results = as_it_was.mean(axis=2)
    mean, error = _differences(dealt_anew[:, :1] - dealt_anew)
    chosen = mean.argmin(axis=1)
    better = -mean[each, chosen] > BETTER * error[each, chosen]
    gains = np.where(better, results[each, chosen] - results[:, 0], 0.0) / POINT
    clear = np.abs(mean[:, -1]) > CLEAR * error[:, -1]
    right = float((mean[clear, -1] > 0).mean()) if clear.any() else 1.0
    slope, slope_error = _slope(lost, results[:, 0] - results[:, -1])
    halves = _slope(lost, results[each, chosen] - results[:, -1])[0]
    gain_error = float(gains.std()) / len(gains) ** 0.5
    return Told(float(gains.mean()), gain_error, slope, slope_error, halves, right, int(clear.sum()))


def _differences(found: np.ndarray[Any, Any]) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Their means and standard errors, over the rollouts."""
    return found.mean(axis=2), found.std(axis=2) / found.shape[2] ** 0.5


def _slope(x: np.ndarray[Any, Any], y: np.ndarray[Any, Any]) -> tuple[float, float]:
    """Of a line through the origin: no loss judged, none found."""
    squares = float((x * x).sum())
    slope = float((x * y).sum()) / squares
    return slope, float((((y - slope * x) * x) ** 2).sum() ** 0.5) / squares


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_tables(parser)
    parser.add_argument("--level", choices=LADDER, default=LADDER[-1], help="who plays the matches")
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--rollouts", type=int, default=512)
    parser.add_argument("--at-once", type=int, default=32, help="positions, as the memory allows")
    parser.add_argument("--processes", type=int, default=1, help="that play the matches")
    parser.add_argument("--seed", default="rollouts")
    args = parser.parse_args()
    console = Console(soft_wrap=True)
    for game, players in tables(args):
        every = list(positions(game, players, args.positions, args.seed, args.level, args.processes))
        rollouts = Rollouts(game, players)
        chunks = [every[at : at + args.at_once] for at in range(0, len(every), args.at_once)]
        found = []
        for at, some in enumerate(chunks):
            filled = [*some, *[some[-1]] * (min(args.at_once, len(every)) - len(some))]
            found.append(rollouts.found(filled, args.rollouts, jax.random.key(at))[: len(some)])
        one = told(np.array([position.judged for position in every]), np.concatenate(found))
        console.print(
            f"{game.id} for {players}: {len(every)} positions, {args.rollouts} rollouts: gain {one.gain:.2f}"
            f" ± {one.gain_error:.2f} points per decision; slope {one.slope:.2f} ± {one.error:.2f},"
            f" by halves {one.halves:.2f}; sign right in {one.right:.1%} of {one.clear} clear"
        )


if __name__ == "__main__":
    main()
