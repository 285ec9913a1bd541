"""The words of `pasch train`. What it does is loaded when it is asked for."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pasch.arguments import whole
from pasch.engine.errors import Malformed
from pasch.engine.language import Text
from pasch.engine.match import start
from pasch.games import GAMES
from pasch.games.weights import About, shipped

Add = Callable[[Any, str, Callable[[argparse.Namespace], int], str], argparse.ArgumentParser]
NOT_BETTER = Text(
    "Die neuen Gewichte sind nicht sicher besser: Die alten bleiben.",
    "The new weights are not surely better: the old ones stay.",
)
ADOPTED = Text("Übernommen als {file}.", "Adopted as {file}.")


def add_train_command(commands: Any, command: Add) -> None:
    train = command(commands, "train", _train, "Learn to play a game, by self-play, on whatever device JAX finds.")
    train.add_argument("game", metavar="GAME", choices=list(GAMES), help=", ".join(GAMES))
    train.add_argument("--players", type=whole(1, 99), help="for so many (default: the fewest)")
    train.add_argument(
        "--seconds", type=whole(1, 10**7), default=60, metavar="S", help="how long in all (default: 60, a smoke test)"
    )
    train.add_argument("--size", type=whole(1, 10**7), default=256, metavar="B", help="matches at once (default: 256)")
    train.add_argument(
        "--steps", type=whole(2, 10**4), default=16, metavar="T", help="steps of each between lessons (default: 16)"
    )
    train.add_argument("--seed", type=whole(0, 2**31 - 1), default=0, help="(default: 0)")
    train.add_argument(
        "--folder", type=Path, default=Path("trained"), metavar="DIR", help="where to write (default: trained)"
    )
    train.add_argument(
        "--against",
        type=Path,
        metavar="FILE",
        help="old weights to measure against (default: its own at the first point)",
    )
    train.add_argument(
        "--begin", type=Path, metavar="FILE", help="weights to go on from, of this network or a smaller one"
    )
    train.add_argument(
        "--duel",
        type=whole(0, 10**6),
        default=512,
        metavar="K",
        help="matches for each point of the curve (default: 512)",
    )
    train.add_argument("--stop-after", type=whole(1, 10**7), metavar="S", help="stop for now after so many seconds")
    train.add_argument("--resume", action="store_true", help="go on from the checkpoint in the folder")
    train.add_argument(
        "--adopt",
        type=Path,
        metavar="FILE",
        help="do not learn: let these weights play against those that the game has, and put them in their place if they"
        " are better for sure",
    )
    train.add_argument(
        "--games", type=whole(2, 10**9), default=1000, metavar="K", help="matches for --adopt (default: 1000)"
    )
    train.add_argument("--jobs", type=whole(1, 1024), default=1, metavar="J", help="processes for --adopt (default: 1)")


def _train(args: argparse.Namespace) -> int:
    game = GAMES[args.game]
    players = args.players or game.seats[0]
    start(game, players, game.options())
    if args.adopt:
        return _adopt(args, players)
    try:
        from pasch.train.loop import Plan, train
    except ModuleNotFoundError as missing:
        raise Malformed(
            f"Zum Lernen fehlt {missing.name}: pip install 'pasch[train]'",
            f"Learning needs {missing.name}: pip install 'pasch[train]'",
        ) from missing
    args.folder.mkdir(parents=True, exist_ok=True)
    plan = Plan(
        players,
        args.seconds,
        args.size,
        args.steps,
        args.seed,
        args.folder,
        args.against,
        args.duel,
        args.stop_after,
        args.begin,
    )
    print(train(game, plan, _say, args.resume))
    return 0


def _say(about: About) -> None:
    point = about.curve[-1]
    share = "" if point.share is None else f", {point.share:.1%} ± {point.error:.1%} against {about.against}"
    print(
        f"{about.game} for {about.players}: {about.seconds:,.0f} s, {about.matches:,} matches,"
        f" cross-entropy {point.cross_entropy:.4f}{share}",
        file=sys.stderr,
        flush=True,
    )


def _adopt(args: argparse.Namespace, players: int) -> int:
    from pasch.train.adoption import adopt

    game = GAMES[args.game]
    better = adopt(game, players, args.adopt, args.games, str(args.seed), args.jobs, args.lang)
    print((ADOPTED if better else NOT_BETTER).to(args.lang).format(file=shipped(game, players)))
    return 0 if better else 1
