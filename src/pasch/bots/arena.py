"""Bots against each other: who wins how often, with intervals."""

from collections.abc import Iterator, Sequence
from functools import partial
from math import sqrt
from typing import NamedTuple

import msgspec

from pasch.bots.matches import Thinking, chunks, in_order, play_match
from pasch.engine.game import AnyGame, Over, Result
from pasch.games import GAMES

CHUNK = 10
Z95 = 1.959964


class Standing(msgspec.Struct, frozen=True):
    """How one bot did. A shared win counts its share; `low` and `high` are the 95 % interval of the rate."""

    bot: str
    win_rate: float
    low: float
    high: float
    mean_score: float
    ms_per_move: float


class Entry(Standing, frozen=True):
    """The same with what the printed table shows beside it."""

    wins: int
    shared_wins: int
    mean_low: float
    mean_high: float


class Table(msgspec.Struct, frozen=True):
    game: str
    players: int
    games: int
    bots: list[Entry]

    def standings(self) -> dict[str, object]:
        """What is written as JSON."""
        shown = [{name: getattr(entry, name) for name in Standing.__struct_fields__} for entry in self.bots]
        return {"game": self.game, "players": self.players, "games": self.games, "bots": shown}


class Sat(NamedTuple):
    """What one bot made of one seat in one match."""

    entrant: int
    share: float
    score: int
    thinking: Thinking


def contest(game: AnyGame, players: int, bots: Sequence[str], count: int, seed: str, jobs: int) -> Iterator[list[Sat]]:
    """The seats of each match. The bots go round the table: in every match each sits one seat further.

    Where there are more seats than bots, the bots take several each.
    """
    work = partial(_matches, game.id, players, tuple(bots), seed)
    for matches in in_order(work, chunks(count, CHUNK), jobs):
        yield from matches


def _matches(game: str, players: int, bots: tuple[str, ...], seed: str, indices: range) -> list[list[Sat]]:
    return [_match(GAMES[game], players, bots, seed, index) for index in indices]


def _match(game: AnyGame, players: int, bots: tuple[str, ...], seed: str, index: int) -> list[Sat]:
    entrants = [(seat + index) % len(bots) for seat in range(players)]
    match, thinking = play_match(game, [bots[entrant] for entrant in entrants], f"{seed}/{index}", {"first": 0})
    assert isinstance(match.turn, Over)
    result = match.turn.result
    return [
        Sat(entrant, _share(result, seat), result.scores[seat], thinking[seat]) for seat, entrant in enumerate(entrants)
    ]


def _share(result: Result, seat: int) -> float:
    return 1 / result.places.count(1) if result.places[seat] == 1 else 0.0


def summary(game: AnyGame, players: int, bots: Sequence[str], matches: Sequence[list[Sat]]) -> Table:
    entries = [
        _entry(bot, [[sat for sat in match if sat.entrant == at] for match in matches]) for at, bot in enumerate(bots)
    ]
    return Table(game.id, players, len(matches), entries)


def _entry(bot: str, matches: Sequence[list[Sat]]) -> Entry:
    seats = [sat for match in matches for sat in match]
    shares = [sum(sat.share for sat in match) for match in matches]
    low, high = interval(sum(shares), len(shares))
    mean, spread = _mean([sat.score for sat in seats])
    moves = sum(sat.thinking.moves for sat in seats)
    return Entry(
        bot=bot,
        win_rate=sum(shares) / len(shares),
        low=low,
        high=high,
        mean_score=mean,
        ms_per_move=1000 * sum(sat.thinking.seconds for sat in seats) / max(1, moves),
        wins=sum(share == 1 for share in shares),
        shared_wins=sum(0 < share < 1 for share in shares),
        mean_low=mean - spread,
        mean_high=mean + spread,
    )


def interval(wins: float, count: int) -> tuple[float, float]:
    """The 95 % interval of a rate (Wilson)."""
    rate, z2 = wins / count, Z95**2
    middle = (rate + z2 / (2 * count)) / (1 + z2 / count)
    spread = Z95 * sqrt(rate * (1 - rate) / count + z2 / (4 * count**2)) / (1 + z2 / count)
    return max(0.0, middle - spread), min(1.0, middle + spread)


def _mean(scores: Sequence[int]) -> tuple[float, float]:
    """The mean, and half the width of its 95 % interval."""
    if not scores:
        return 0.0, 0.0
    mean = sum(scores) / len(scores)
    variance = sum((score - mean) ** 2 for score in scores) / max(1, len(scores) - 1)
    return mean, Z95 * sqrt(variance / len(scores))
