"""Which tables a benchmark is asked to measure: `--game`, `--players`, both any number of times."""

import argparse

from pasch.bots.evaluation import all_tables
from pasch.engine.game import AnyGame
from pasch.games import GAMES


def add_tables(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", choices=list(GAMES), action="append", help="default: all")
    parser.add_argument("--players", type=int, action="append", help="default: every number")


def tables(args: argparse.Namespace) -> list[tuple[AnyGame, int]]:
    return [
        (game, players)
        for game, players in all_tables()
        if game.id in (args.game or GAMES) and players in (args.players or game.seats)
    ]
