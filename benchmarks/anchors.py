"""Finds where the levels of the bots stand as anchors of ratings. python -m benchmarks.anchors --jobs 2 --write

All five play each other at tables of every size, every deal with each of them in every seat. Sought are the ratings at
which the formula of docs/rating.md itself would move none of them by these matches: the likeliest ones by Plackett–Luce
with its numbers, beginning where everybody begins, then moved so that the usual level is in the middle. How uncertain
one is has two parts: that of the fit, and how much the ratings of tables of one size differ from those of all.
`--write` puts them beside the weights of the game.
"""

import argparse
from collections.abc import Sequence
from itertools import groupby
from math import sqrt

import msgspec
import numpy as np
from numpy.typing import NDArray
from rich.console import Console

import pasch.one_core  # noqa: F401, before NumPy
from pasch.arguments import whole
from pasch.bots.arena import Played, contest, deals_for
from pasch.bots.levels import LADDER, USUAL
from pasch.engine.game import AnyGame
from pasch.games import GAMES, folder
from pasch.games.weights import is_learned
from pasch.server.people.anchors import FILE, MODEL, Anchor, Anchors
from pasch.server.people.rating import MIDDLE

Floats = NDArray[np.float64]
STEPS = 50
ENOUGH = 1e-9


def slopes(played: Sequence[Played], mu: Floats) -> tuple[Floats, Floats]:
    """Where the likelihood rises, and how it bends; before any match they are where everybody begins."""
    rise, bend = (MIDDLE - mu) / MODEL.sigma**2, -np.eye(len(mu)) / MODEL.sigma**2
    for players, some in groupby(sorted(played, key=_size), key=_size):
        matches, c = list(some), sqrt(players) * MODEL.beta
        seats = np.array([one.entrants for one in matches])
        places = np.array([one.result.places for one in matches])
        levels, chances = np.eye(len(mu))[seats], np.exp((mu[seats] - mu.max()) / c)
        for seat in range(players):
            own = places[:, seat, None]
            weight = 1 / np.count_nonzero(places == own, axis=1)
            behind = chances * (places >= own)
            share = np.einsum("mn,mnl->ml", behind / behind.sum(axis=1, keepdims=True), levels)
            rise += weight / c @ (levels[:, seat] - share)
            bend -= (np.diag(weight @ share) - (share * weight[:, None]).T @ share) / c**2
    return rise, bend


def _size(played: Played) -> int:
    return len(played.entrants)


def fitted(played: Sequence[Played]) -> tuple[Floats, Floats]:
    """The likeliest ratings by Newton's way, and the standard errors beside each other: all of them together could be
    anywhere."""
    mu = np.full(len(LADDER), MIDDLE)
    for _ in range(STEPS):
        rise, bend = slopes(played, mu)
        step = np.linalg.solve(bend, rise)
        mu -= step
        if abs(step).max() < ENOUGH:
            break
    centred = np.eye(len(mu)) - 1 / len(mu)
    error = np.sqrt(np.diag(centred @ np.linalg.inv(-bend) @ centred))
    return mu + MIDDLE - mu[LADDER.index(USUAL)], error


def anchors_of(tables: dict[int, list[Played]]) -> Anchors:
    """By the matches at tables of each size."""
    mu, error = fitted([one for played in tables.values() for one in played])
    apart = [fitted(played)[0] - mu for played in tables.values()]
    sigma = np.sqrt(error**2 + np.mean(np.square(apart), axis=0))
    levels = zip(LADDER, mu.tolist(), sigma.tolist(), strict=True)
    return Anchors(
        matches={players: len(played) for players, played in tables.items()},
        levels={level: Anchor(round(at, 2), round(by, 1)) for level, at, by in levels},
    )


def play(game: AnyGame, sizes: Sequence[int], args: argparse.Namespace) -> dict[int, list[Played]]:
    deals = deals_for(args.matches, LADDER)
    return {
        players: [
            one
            for batch in contest(game, players, LADDER, deals, f"{args.seed}/{players}", args.jobs)
            for deal in batch.deals
            for one in deal
        ]
        for players in sizes
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    learned = [name for name, game in GAMES.items() if is_learned(game)]
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(learned)} (default: all)")
    parser.add_argument("--matches", type=whole(5, 10**6), default=500, help="at tables of each size (default: 500)")
    parser.add_argument("--players", type=int, nargs="+", metavar="N", help="at tables of these sizes (default: all)")
    parser.add_argument("--seed", default="anchors")
    parser.add_argument("--jobs", type=whole(1, 999), default=1)
    parser.add_argument("--write", action="store_true", help="put them beside the weights of the game")
    args = parser.parse_args()
    for name in args.games or learned:
        sizes = [
            players for players in GAMES[name].seats if players > 1 and players in (args.players or GAMES[name].seats)
        ]
        found = anchors_of(play(GAMES[name], sizes, args))
        told = ", ".join(f"{level} {one.mu:.2f} ± {one.sigma:.1f}" for level, one in found.levels.items())
        Console().print(f"{name}, {sum(found.matches.values())} matches: {told}", highlight=False)
        if args.write:
            written = msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n"
            (folder(GAMES[name]) / FILE).write_bytes(written)


if __name__ == "__main__":
    main()
