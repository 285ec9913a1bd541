"""`pasch evaluate` and `pasch dataset`: what researchers compare bots by, and learn from."""

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table as Drawn

from pasch.arguments import whole
from pasch.bots import dataset
from pasch.bots.arena import Batch
from pasch.bots.evaluation import (
    DEALS,
    DEFINITION,
    REFERENCES,
    Evaluation,
    Met,
    Score,
    all_tables,
    evaluate,
)
from pasch.bots.levels import LEVELS, bot_from_spec, check_level
from pasch.bots.luck import check_weighable
from pasch.engine.errors import Malformed
from pasch.engine.game import AnyGame
from pasch.engine.language import Lang, Text
from pasch.files import unusable
from pasch.games import GAMES
from pasch.terminal.report import ARENA_WIDTH, progress, watched

Command = Callable[[Any, str, Callable[[argparse.Namespace], int], str], argparse.ArgumentParser]
TITLE = Text(
    "{bot}: {score} Punkte in {matches} Partien, je Tisch und Gegner {deals} × 2 mit demselben Zufall",
    "{bot}: {score} points in {matches} matches, for each table and reference {deals} × 2 with the same chance",
)
TABLE = Text("{game} zu {players}", "{game} for {players}")
TOTAL = Text("{game} zusammen", "{game} together")
AGAINST = Text("gegen {reference}", "against {reference}")


def add_research_commands(commands: Any, command: Command) -> None:
    says = (
        "Measure a bot: at every table against random, greedy and strong, with shared deals, luck weighed; one score."
    )
    measure = command(commands, "evaluate", _evaluate, says)
    measure.add_argument(
        "bot",
        metavar="BOT",
        help="`MODULE:NAME` for a bot of your own that is called with the game, also from a file of this folder;"
        f" `strong@FILE` with the weights of a file; or a level: {', '.join(LEVELS)}",
    )
    _add_tables(measure)
    measure.add_argument(
        "--deals",
        type=whole(2, 10**7),
        default=DEALS,
        metavar="K",
        help=f"deals for each table and reference, each played twice (default: {DEALS})",
    )
    measure.add_argument("--seed", default="0", help="the same seed gives the same deals (default: 0)")
    measure.add_argument("--jobs", type=whole(1, 1024), default=1, metavar="J", help="number of processes (default: 1)")
    measure.add_argument("--json", action="store_true", help="one JSON object instead of a table")

    says = "Let a bot play against itself at every table, and write all matches, with a data card."
    data = command(commands, "dataset", _dataset, says)
    data.add_argument("folder", type=Path, metavar="FOLDER", help="where the files go; what is there already stays")
    _add_tables(data)
    data.add_argument(
        "--matches",
        type=whole(1, 10**9),
        default=dataset.GAMES,
        metavar="K",
        help=f"for each table (default: {dataset.GAMES})",
    )
    data.add_argument("--bot", default="strong", metavar="LEVEL", help=f"of: {', '.join(LEVELS)} (default: strong)")
    data.add_argument("--seed", default="0", help="the same seed gives the same matches (default: 0)")
    data.add_argument("--jobs", type=whole(1, 1024), default=1, metavar="J", help="number of processes (default: 1)")


def _add_tables(command: argparse.ArgumentParser) -> None:
    several = "several where given several times (default: all)"
    command.add_argument(
        "--game", action="append", choices=list(GAMES), metavar="GAME", help=f"only this one, {several}"
    )
    command.add_argument(
        "--players", action="append", type=whole(1, 99), metavar="N", help=f"only this number of seats, {several}"
    )


def _tables(args: argparse.Namespace) -> list[tuple[AnyGame, int]]:
    named = [(GAMES[name], players) for name in dict.fromkeys(args.game or ()) for players in GAMES[name].seats]
    among = named or all_tables()
    found = [(game, players) for game, players in among if args.players is None or players in args.players]
    if not found:
        raise Malformed("So viele spielen keines dieser Spiele.", "None of these games is for so many players.")
    return found


# pasch evaluate


def _evaluate(args: argparse.Namespace) -> int:
    tables = _tables(args)
    for game in dict.fromkeys(game for game, _ in tables):
        check_weighable(game)
        bot_from_spec(game, args.bot)
    with progress(2 * args.deals * len(tables) * len(REFERENCES), args.bot) as advance:
        shown: Callable[[Iterator[Batch]], Iterator[Batch]] = partial(watched, advance=advance)
        found = evaluate(args.bot, tables, args.deals, args.seed, args.jobs, shown)
    if args.json:
        print(msgspec.json.encode(found).decode())
    else:
        _print(found, args.lang)
    return 0


def _print(found: Evaluation, lang: Lang) -> None:
    title = TITLE.to(lang).format(bot=found.bot, score=_told(found), matches=found.matches, deals=found.deals)
    drawn = Drawn(title=title, caption=DEFINITION.to(lang))
    drawn.add_column()
    for reference in REFERENCES:
        drawn.add_column(AGAINST.to(lang).format(reference=reference), justify="right")
    for game, total in found.games.items():
        own = [met for met in found.tables if met.game == game]
        for players in dict.fromkeys(met.players for met in own):
            cells = [_share(met) for met in own if met.players == players]
            drawn.add_row(TABLE.to(lang).format(game=game, players=players), *cells)
        drawn.add_row(TOTAL.to(lang).format(game=game), _told(total), end_section=True)
    Console(width=None if sys.stdout.isatty() else ARENA_WIDTH).print(drawn)


def _told(found: Evaluation | Score) -> str:
    return f"{found.score:.1f} ({found.low:.1f} – {found.high:.1f})"


def _share(met: Met) -> str:
    return f"{min(1.0, max(0.0, met.share)):.1%} ({met.low:.1%} – {met.high:.1%})"


# pasch dataset


def _dataset(args: argparse.Namespace) -> int:
    check_level(args.bot)
    tables = _tables(args)
    try:
        with progress(args.matches * len(tables), args.bot) as advance:
            parts = dataset.make(args.folder, tables, args.bot, args.matches, args.seed, args.jobs, advance)
    except OSError as error:
        raise unusable(str(args.folder), error) from error
    for part in parts:
        print(f"{args.folder / part.file}  {part.matches}  {part.sha256}")
    return 0
