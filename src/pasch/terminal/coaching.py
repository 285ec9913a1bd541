"""`pasch review` and `pasch quiz`: the coach in a terminal."""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from secrets import token_hex
from typing import TYPE_CHECKING, Any, TypeGuard

import msgspec

from pasch.arguments import whole
from pasch.engine.errors import Malformed, PaschError
from pasch.engine.language import Text, one_line
from pasch.engine.record import Invalid, Record
from pasch.files import Line, checked, lines, open_to_read
from pasch.games import GAMES

if TYPE_CHECKING:
    from pasch.coach import Review

Command = Callable[[Any, str, Callable[[argparse.Namespace], int], str], argparse.ArgumentParser]

AT = Text("Ereignis {n}: ", "event {n}: ")
"""Where a record breaks the rules."""


def add_coach_commands(commands: Any, command: Command) -> None:
    says = "Look through finished matches: was it luck or skill, and what would have been better."
    review = command(commands, "review", _review, says)
    review.add_argument("file", metavar="FILE", help="one JSON object per line; - is standard input")
    review.add_argument("--match", type=whole(1, 10**9), metavar="N", help="only this match of the file, from 1")
    review.add_argument("--seat", type=whole(0, 99), metavar="S", help="only this seat's balance and decisions")
    review.add_argument(
        "--rollouts",
        type=whole(1, 10**6),
        metavar="N",
        help="confirm losses of 5 points and more by playing on from both moves up to N times, at least 200 (slow)",
    )
    review.add_argument("--json", action="store_true", help="one JSON object per match and line")
    review.add_argument("--plain", action="store_true", default=None, help="plain lines without colours")
    quiz = command(commands, "quiz", _quiz, "Find the best move in positions where it matters.")
    quiz.add_argument("game", metavar="GAME", nargs="?", choices=list(GAMES), help=", ".join(GAMES))
    quiz.add_argument("--players", type=whole(1, 99), help="number of seats (default: the game's fewest)")
    quiz.add_argument("--seed", help="the same seed asks the same questions")
    quiz.add_argument("--plain", action="store_true", default=None, help="plain lines without colours and drawings")


def _review(args: argparse.Namespace) -> int:
    """1: a match cannot be reviewed, 2: the file cannot be read."""
    from pasch.terminal.means import Means
    from pasch.terminal.screen import Screen

    failed, means = False, Means()
    with open_to_read(args.file) as file:
        for line in _wanted(lines(file), args):
            try:
                means.add(_one(checked(line), args))
            except PaschError as fault:
                failed = True
                at = AT.to(args.lang).format(n=fault.event) if _has_event(fault) else ""
                print(f"{args.file}:{line.number}: {at}{one_line(fault.reason.to(args.lang))}", file=sys.stderr)
    if not args.json:
        means.show(args.seat, Screen(args.lang, plain=args.plain))
    return 1 if failed else 0


def _has_event(fault: PaschError) -> TypeGuard[Invalid]:
    return isinstance(fault, Invalid) and fault.rule != "format"


def _wanted(found: Iterator[Line], args: argparse.Namespace) -> Iterator[Line]:
    count = 0
    for count, line in enumerate(found, start=1):
        if args.match in (None, count):
            yield line
        if count == args.match:
            return
    if args.match is not None:
        raise Malformed(
            f"In {args.file} gibt es keine Partie {args.match}, nur {count}.",
            f"There is no match {args.match} in {args.file}, only {count}.",
        )


def _one(record: Record, args: argparse.Namespace) -> "Review":
    from pasch.coach import as_json, confirm, review
    from pasch.coach.values import MARKS
    from pasch.terminal.report import progress
    from pasch.terminal.review import Told, check_seat

    check_seat(args.seat, record.players)
    with progress(len(record.events), record.game) as advance:
        found = review(record, lambda so_far: advance(1))  # noqa: ARG005
    exact = {}
    mistake = dict(MARKS)["mistake"]
    judged = [step for step in found.steps if step.judgement and args.seat in (None, step.seat)]
    doubtful = [step.n for step in judged if step.judgement and step.judgement.loss >= mistake]
    if args.rollouts:
        with ExitStack() as stack:
            advance = stack.enter_context(progress(max(200, args.rollouts) * len(doubtful), record.game))
            for n in doubtful:
                exact[n] = confirm(record, found, n, args.rollouts, lambda so_far: advance(1))  # noqa: ARG005
    if args.json:
        print(msgspec.json.encode(as_json(found, exact, args.seat)).decode())
    else:
        Told(record, found, exact, args.lang, plain=args.plain).show(args.seat)
    return found


def _quiz(args: argparse.Namespace) -> int:
    from pasch.terminal.quiz import Quiz
    from pasch.terminal.screen import Screen

    return Quiz(args.game, args.players, args.seed or token_hex(8), Screen(args.lang, plain=args.plain)).run()
