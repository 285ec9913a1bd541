"""Records of matches between bots, as many as wanted."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from pasch.bots.matches import NOTHING_SPECIAL, chunks, in_order, play_match
from pasch.engine.game import AnyGame
from pasch.engine.record import Record, encode
from pasch.games import GAMES

CHUNK = 50


def simulate(
    game: AnyGame, levels: Sequence[str], count: int, seed: str, jobs: int, options: Mapping[str, Any] = NOTHING_SPECIAL
) -> Iterator[tuple[int, bytes]]:
    """Lines of JSON, some matches at a time with how many they are, the same for any number of jobs."""
    work = partial(_lines, game.id, tuple(levels), seed, options)
    for indices, lines in zip(chunks(count, CHUNK), in_order(work, chunks(count, CHUNK), jobs), strict=True):
        yield len(indices), lines


def _lines(game: str, levels: tuple[str, ...], seed: str, options: Mapping[str, Any], indices: range) -> bytes:
    played = (play_match(GAMES[game], levels, f"{seed}/{index}", options)[0] for index in indices)
    return b"".join(encode(Record.of(match)) + b"\n" for match in played)
