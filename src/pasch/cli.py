"""The command `pasch`."""

import argparse
import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from secrets import SystemRandom
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec

import pasch.one_core  # noqa: F401, before NumPy
from pasch import __version__
from pasch.arguments import noted_hash, whole
from pasch.bots.levels import LADDER, LEVELS, USUAL, bot_from_spec, check_level
from pasch.bots.luck import check_weighable
from pasch.checking import Wanted, check_files
from pasch.engine.draws import by_lot, chance
from pasch.engine.errors import Malformed, PaschError
from pasch.engine.game import AnyGame
from pasch.engine.language import LANGS, Lang, Text
from pasch.engine.match import Match, start
from pasch.engine.record import options_as_dict, options_from_json
from pasch.files import LONGEST_LINE, open_to_read, open_to_write, record_at
from pasch.games import GAMES
from pasch.server.commands import add_server_commands
from pasch.terminal.coaching import add_coach_commands
from pasch.terminal.research import add_research_commands
from pasch.terminal.seating import PERSON, check_bots, seated
from pasch.terminal.streams import close_stdout, mend_streams
from pasch.train.commands import add_train_command

if TYPE_CHECKING:
    from pasch.terminal.save import Note
    from pasch.terminal.screen import Screen

LONGEST_NAME = 16
WHICH_GAME = Text("Welches Spiel?", "Which game?")
TYPE_A_GAME = Text("Tippe eine Zahl von 1 bis {last} oder den Namen.", "Type a number from 1 to {last}, or the name.")


def main(argv: Sequence[str] | None = None) -> int:
    mend_streams()
    args = _parser().parse_args(argv)
    args.lang = args.lang or _language()
    try:
        run: Callable[[argparse.Namespace], int] = args.run
        code = run(args)
        sys.stdout.flush()
    except PaschError as error:
        print(f"pasch: {error.reason.to(args.lang)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        close_stdout()
        if not isinstance(error, BrokenPipeError):
            print(f"pasch: {error.strerror or error}", file=sys.stderr)
        return 1
    return code


def _language() -> Lang:
    wanted = os.environ.get("PASCH_LANG") or os.environ.get("LC_ALL") or os.environ.get("LANG") or ""
    return "de" if wanted.startswith("de") else "en"


# The words of the command line


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pasch", description="A table for three dice and card games.")
    parser.add_argument("--version", action="version", version=f"pasch {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_play(commands)
    _add_simulate(commands)
    _add_verify(commands)
    _add_replay(commands)
    _add_rules(commands)
    _add_arena(commands)
    add_research_commands(commands, _command)
    add_coach_commands(commands, _command)
    add_server_commands(commands, _command)
    add_train_command(commands, _command)
    return parser


def _command(commands: Any, name: str, run: Callable[[argparse.Namespace], int], says: str) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(name, help=says, description=says)
    command.add_argument("--lang", choices=LANGS, help="language (default: that of the system, else English)")
    command.set_defaults(run=run)
    return command


def _add_game(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", choices=list(GAMES), help=", ".join(GAMES))


def _add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--options", metavar="JSON", help="the game's options, as JSON or the name of a file with it")


def _levels(word: str) -> list[str]:
    return [level for level in word.split(",") if level]


def _names(word: str) -> list[str]:
    printable = "".join(letter if letter.isprintable() else " " for letter in word)
    return [name.strip()[:LONGEST_NAME] for name in printable.split(",")]


def _seed(word: str) -> str:
    return word.encode(errors="replace").decode()


def _flat(lists: Sequence[Sequence[str]] | None) -> list[str]:
    return [level for some in lists or () for level in some]


# pasch play


def _add_play(commands: Any) -> None:
    play = _command(commands, "play", _play, "Play a match in the terminal.")
    play.add_argument("game", metavar="GAME", nargs="?", choices=list(GAMES), help=", ".join(GAMES))
    play.add_argument("--players", type=whole(1, 99), help="number of seats")
    play.add_argument(
        "--bots",
        nargs="*",
        type=_levels,
        metavar="LEVEL",
        help=f"bots for the last seats: {', '.join(LADDER)}, from the weakest to the best; `random` plays without a"
        f" plan, `greedy` takes what looks best at first sight; `{PERSON}` keeps a seat for a person; nothing: people"
        f" only (default: {USUAL} in every seat but the first)",
    )
    play.add_argument("--names", type=_names, metavar="NAME,NAME", help="the seats' names")
    play.add_argument("--seed", type=_seed, help="repeatable dice, cards and bots")
    _add_options(play)
    play.add_argument("--resume", metavar="FILE", help="go on with a match that was put aside")
    play.add_argument("--save", type=Path, metavar="FILE", help="where the match is kept, finished or not")
    play.add_argument("--plain", action="store_true", default=None, help="plain lines without colours and drawings")


def _play(args: argparse.Namespace) -> int:
    from pasch.terminal.play import Session
    from pasch.terminal.save import check_place
    from pasch.terminal.screen import Screen

    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _interrupt)
    screen = Screen(args.lang, plain=args.plain)
    check_bots(_flat(args.bots))
    if args.save is not None:
        check_place(args.save, args.resume)
    match, note, path = _resumed(args) if args.resume else _begun(args, screen)
    keep = args.save is not None or args.resume is not None
    return Session(match, note, screen, args.save or path, keep=keep).run()


def _interrupt(*_: object) -> NoReturn:
    raise KeyboardInterrupt


def _resumed(args: argparse.Namespace) -> tuple[Match, "Note", Path]:
    from pasch.terminal.save import resume

    match, note = resume(args.resume)
    if args.game not in (None, match.game.id):
        title = match.game.title
        raise Malformed(f"{args.resume} ist eine Partie {title.de}.", f"{args.resume} is a match of {title.en}.")
    return match, note or _note(args, match.players), Path(args.resume)


def _begun(args: argparse.Namespace, screen: "Screen") -> tuple[Match, "Note", Path]:
    from pasch.terminal.save import free_place

    game = GAMES[args.game] if args.game else _asked_game(screen)
    players = args.players or max(game.seats[0], len(_flat(args.bots)), len(args.names or ()))
    lot = SystemRandom().randrange if args.seed is None else chance(f"{args.seed}/lot")
    drawn = {"first": lot(players), **{name: by_lot(pool, players, lot) for name, pool in game.lots.items()}}
    match = Match(game, players, options_from_json(game, {**drawn, **_options(args.options)}))
    return match, _note(args, players), free_place(game.id)


def _asked_game(screen: "Screen") -> AnyGame:
    from pasch.terminal.pages import title
    from pasch.terminal.screen import Gone

    games = list(GAMES.values())
    screen.say(*(f"{number}  {title(game, screen.lang)}" for number, game in enumerate(games, start=1)))
    while True:
        try:
            word = screen.ask(screen.words(WHICH_GAME)).lower()
        except Gone:
            raise Malformed("Welches Spiel? pasch play SPIEL", "Which game? pasch play GAME") from None
        for number, game in enumerate(games, start=1):
            if word in (str(number), game.id, title(game, screen.lang).lower()):
                return game
        screen.refuse(screen.words(TYPE_A_GAME, last=len(games)))


def _note(args: argparse.Namespace, players: int) -> "Note":
    bots = None if args.bots is None else _flat(args.bots)
    return seated(players, bots, args.names or (), args.seed)


def _options(given: str | None) -> dict[str, Any]:
    """Options as JSON, or from a file with it."""
    if given is None:
        return {}
    if given.lstrip().startswith(("{", "[")):
        return options_as_dict(given.encode(errors="replace"))
    with open_to_read(given) as file:
        return options_as_dict(file.read(LONGEST_LINE))


# pasch simulate


def _add_simulate(commands: Any) -> None:
    simulate = _command(commands, "simulate", _simulate, "Let bots play, and write a record of every match.")
    _add_game(simulate)
    simulate.add_argument("--players", type=whole(1, 99), help="number of seats (default: the game's fewest)")
    simulate.add_argument(
        "--games", type=whole(1, 10**9), default=1, metavar="K", help="number of matches (default: 1)"
    )
    simulate.add_argument("--seed", type=_seed, default="0", help="the same seed gives the same matches (default: 0)")
    simulate.add_argument(
        "--out", default="-", metavar="FILE", help="one JSON object per line (default: standard output)"
    )
    simulate.add_argument(
        "--bots",
        nargs="+",
        type=_levels,
        metavar="LEVEL",
        help=f"for the seats in turn ({', '.join(LEVELS)}); default: random",
    )
    simulate.add_argument(
        "--jobs", type=whole(1, 1024), default=1, metavar="J", help="number of processes (default: 1)"
    )
    _add_options(simulate)


def _simulate(args: argparse.Namespace) -> int:
    from pasch.bots.simulate import simulate
    from pasch.terminal.report import progress

    game = GAMES[args.game]
    players = args.players or game.seats[0]
    options = _options(args.options)
    start(game, players, options_from_json(game, options))
    bots = _flat(args.bots) or ["random"]
    levels = [bots[seat % len(bots)] for seat in range(players)]
    for level in bots:
        check_level(level)
    with progress(args.games, game.id) as advance, open_to_write(args.out) as file:
        for count, lines in simulate(game, levels, args.games, args.seed, args.jobs, options):
            file.write(lines)
            advance(count)
    return 0


# pasch verify


def _add_verify(commands: Any) -> None:
    verify = _command(
        commands, "verify", _verify, "Replay every record by the rules, and recompute its dice if it has a proof."
    )
    verify.add_argument("files", nargs="+", metavar="FILE", help="one JSON object per line; - is standard input")
    verify.add_argument("--require-proof", action="store_true", help="reject a record whose dice cannot be recomputed")
    for what, shown in (("seal", "seal"), ("terms", "hash of the terms")):
        noted = f"the {shown} noted before the first draw; several where there are several records"
        verify.add_argument(f"--{what}", action="append", default=[], type=noted_hash, metavar="HEX", help=noted)


def _verify(args: argparse.Namespace) -> int:
    return check_files(args.files, args.lang, Wanted(args.require_proof, tuple(args.seal), tuple(args.terms)))


# pasch replay


def _add_replay(commands: Any) -> None:
    replay = _command(commands, "replay", _replay, "Step through a match, forward and back.")
    replay.add_argument("file", metavar="FILE")
    replay.add_argument(
        "--match", type=whole(1, 10**9), default=1, metavar="I", help="which match of the file, from 1 (default: 1)"
    )
    replay.add_argument("--seat", type=whole(0, 99), help="see it with the eyes of this seat (default: of who decides)")
    replay.add_argument("--plain", action="store_true", default=None, help="plain lines without colours and drawings")


def _replay(args: argparse.Namespace) -> int:
    from pasch.terminal.replay import Replay
    from pasch.terminal.screen import Screen

    screen = Screen(args.lang, plain=args.plain)
    return Replay(record_at(args.file, args.match), screen, args.seat).run()


# pasch rules


def _add_rules(commands: Any) -> None:
    rules = _command(commands, "rules", _rules, "Show a game's rulebook page.")
    _add_game(rules)
    rules.add_argument("--plain", action="store_true", default=None, help="the page as it is written, without colours")


def _rules(args: argparse.Namespace) -> int:
    from pasch.terminal.pages import rulebook
    from pasch.terminal.screen import Screen

    Screen(args.lang, plain=args.plain).page(rulebook(GAMES[args.game], args.lang))
    return 0


# pasch arena


def _add_arena(commands: Any) -> None:
    says = "Let bots play against each other, with the same dice and cards for each in every seat, and count."
    arena = _command(commands, "arena", _arena, says)
    _add_game(arena)
    arena.add_argument("--players", type=whole(1, 99), help="number of seats (default: one for each bot)")
    arena.add_argument(
        "--bots",
        type=_levels,
        default=["greedy", "random"],
        metavar="A,B",
        help=f"of: {', '.join(LEVELS)}; `strong@FILE` with the weights of a file, `strong~0.2~0.5` with slips as a"
        " level has them, `MODULE:NAME` for a bot of your own that is called with the game",
    )
    arena.add_argument(
        "--games",
        type=whole(1, 10**9),
        default=100,
        metavar="K",
        help="number of matches, rounded up to a multiple of the number of bots (default: 100)",
    )
    arena.add_argument("--seed", type=_seed, default="0", help="the same seed gives the same matches (default: 0)")
    arena.add_argument(
        "--jobs", type=whole(1, 1024), metavar="J", help="number of processes (default: 1; with --ray all that it has)"
    )
    arena.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="play on this Ray cluster: HOST:PORT, ray://HOST:PORT, `auto` for the one that this machine belongs to,"
        " `local` for one that is started here (needs the extra `cluster`, and Pasch on its machines)",
    )
    arena.add_argument(
        "--weigh-luck",
        action="store_true",
        help="take out of the win rate what was luck, as the strong bot judges every roll and draw: right on average"
        " too, and between bots that are about equal as sure as with several times as many matches",
    )
    arena.add_argument("--json", action="store_true", help="one JSON object instead of a table")


def _arena(args: argparse.Namespace) -> int:
    from pasch.terminal.report import print_table, watched_contest

    game = GAMES[args.game]
    players = args.players or max(game.seats[0], len(args.bots))
    start(game, players, game.options())
    for name in args.bots:
        bot_from_spec(game, name)
    if not 1 <= len(args.bots) <= players:
        raise Malformed(
            f"Zu {players} spielen 1 bis {players} Bots, nicht {len(args.bots)}.",
            f"With {players} players there can be 1 to {players} bots, not {len(args.bots)}.",
        )
    if args.weigh_luck:
        check_weighable(game)
    table = watched_contest(
        game, players, args.bots, args.games, args.seed, args.jobs, args.ray, weighs_luck=args.weigh_luck
    )
    if args.json:
        print(msgspec.json.encode(table.standings()).decode())
    else:
        print_table(table, args.lang)
    return 0
