"""Bots against each other: the same deals for each of them in every seat."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from math import ceil
from statistics import median
from time import perf_counter
from typing import NamedTuple

from pasch.bots.cluster import connected
from pasch.bots.deals import play_in_deal, seatings
from pasch.bots.luck import Luck
from pasch.bots.matches import chunks, in_order
from pasch.bots.times import Times
from pasch.engine.draws import chance
from pasch.engine.game import AnyGame, Over, Result
from pasch.games import GAMES

TRIAL_SECONDS = 0.2
TRIAL_DEALS = 20
"""Seconds, and number of deals, to play locally in order to estimate the size of a work unit."""
PROCESS_SECONDS = 0.25
CLUSTER_SECONDS = 2.0
"""Seconds that a work unit should take: much longer than its transfer."""


class Played(NamedTuple):
    """One match: which bot (by its index) sat in each seat, and how it ended."""

    entrants: tuple[int, ...]
    result: Result
    luck: tuple[float, ...] = ()
    """The luck of each seat, if it is measured."""


Deal = list[Played]


class Batch(NamedTuple):
    """Some deals, and how long each bot took for its moves in them."""

    deals: list[Deal]
    times: list[Times]


Spread = Callable[[Callable[[range], Batch], Iterable[range]], Iterator[Batch]]


def deals_for(games: int, bots: Sequence[str]) -> int:
    """How many deals give at least so many matches: each is played once for every bot."""
    return ceil(games / len(bots))


def contest(
    game: AnyGame,
    players: int,
    bots: Sequence[str],
    deals: int,
    seed: str,
    jobs: int | None = None,
    ray: str | None = None,
    *,
    weighs_luck: bool = False,
) -> Iterator[Batch]:
    """The deals in order, the same wherever they are played: in this many processes, or on the Ray at this address."""
    work = partial(_batch, game.id, players, tuple(bots), seed, weighs_luck)
    if ray is None:
        yield from _spread(work, deals, partial(in_order, jobs=jobs or 1), PROCESS_SECONDS)
        return
    with connected(ray, jobs) as cluster:
        yield from _spread(work, deals, cluster.in_order, CLUSTER_SECONDS)


def _spread(work: Callable[[range], Batch], deals: int, spread: Spread, seconds: float) -> Iterator[Batch]:
    """First a few deals here, of which the very first does not count: it may load what the bots need."""
    took: list[float] = []
    while len(took) < min(deals, TRIAL_DEALS) and sum(took[1:]) < TRIAL_SECONDS:
        begin = perf_counter()
        batch = work(range(len(took), len(took) + 1))
        took.append(perf_counter() - begin)
        yield batch
    size = ceil(seconds / median(took[1:] or took))
    yield from spread(work, chunks(deals, size, start=len(took)))


def _batch(game: str, players: int, bots: tuple[str, ...], seed: str, weighs_luck: bool, deals: range) -> Batch:
    times = [Times() for _ in bots]
    return Batch([_deal(GAMES[game], players, bots, f"{seed}/{deal}", weighs_luck, times) for deal in deals], times)


def _deal(
    game: AnyGame, players: int, bots: Sequence[str], seed: str, weighs_luck: bool, times: Sequence[Times]
) -> Deal:
    deal = []
    for entrants in seatings(players, len(bots), seed):
        luck = Luck(game, players, chance(f"{seed}/luck/{entrants}")) if weighs_luck else None
        levels = [bots[entrant] for entrant in entrants]
        match, took = play_in_deal(game, levels, seed, luck.see if luck else None)
        assert isinstance(match.turn, Over)
        for entrant, own in zip(entrants, took, strict=True):
            times[entrant].join(own)
        deal.append(Played(entrants, match.turn.result, tuple(luck.brought.tolist()) if luck else ()))
    return deal
