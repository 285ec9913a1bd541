"""Whole matches played by bots, each reproducible from a seed and its index."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from multiprocessing import get_context
from signal import SIG_IGN, SIGINT, signal
from time import perf_counter
from typing import Any, TypeVar

from pasch.bots.bot import Bot
from pasch.bots.levels import bot
from pasch.bots.times import Times
from pasch.engine.draws import Below, Draw, chance
from pasch.engine.errors import Malformed, PaschError
from pasch.engine.game import AnyGame, Chance, Decision, Seat
from pasch.engine.match import Match
from pasch.engine.record import options_from_json

MOST_EVENTS = 50_000
"""The number of events after which a match of bots is aborted: some rules allow endless passing."""

ITEMS_AT_A_TIME = 32
"""How many pieces of work each process is given before the next are made."""
NOTHING_SPECIAL: Mapping[str, Any] = {}

R = TypeVar("R")
A = TypeVar("A")


Falls = Callable[[Match], Below]
"""The random source of the next chance event of a match."""
OnChance = Callable[[Any, Draw[Any], Any], None]
"""Told of every chance event: the state before, what was drawn from, and the state after."""
Choices = Callable[[Seat], Below]
"""The random source of a seat's own choices."""


def play_match(
    game: AnyGame, levels: Sequence[str], seed: str, options: Mapping[str, Any] = NOTHING_SPECIAL
) -> tuple[Match, list[Times]]:
    """A match between bots, one level per seat; who begins is drawn by lot unless the options say so."""
    falls, choices = chance(f"{seed}/chance"), chance(f"{seed}/choice")
    match = Match(game, len(levels), options_from_json(game, {"first": falls(len(levels)), **options}))
    return match, play_out(match, [bot(game, level) for level in levels], lambda _: falls, lambda _: choices)


def play_out(
    match: Match, bots: Sequence[Bot], falls: Falls, choices: Choices, on_chance: OnChance | None = None
) -> list[Times]:
    """Let bots play a match to its end. How long each seat took for its moves."""
    times = [Times() for _ in bots]
    while match.count < MOST_EVENTS:
        match match.turn:
            case Chance(draw=draw):
                before = match.state
                match.draw(falls(match))
                if on_chance:
                    on_chance(before, draw, match.state)
            case Decision(seats=(seat, *_)):
                view, moves, below = match.game.view(match.state, seat), match.moves(seat), choices(seat)
                begin = perf_counter()
                move = bots[seat].choose(view, seat, moves, below)
                times[seat].add(perf_counter() - begin)
                _make(match, seat, move, bots[seat])
            case _:
                return times
    raise Malformed(
        f"Diese Bots finden nach {MOST_EVENTS} Ereignissen kein Ende.", f"No end after {MOST_EVENTS} events."
    )


def _make(match: Match, seat: Seat, move: Any, bot: Bot) -> None:
    """Play what a bot has chosen; whose it was is told where the rules refuse it: anybody may write one."""
    try:
        match.play(seat, move)
    except PaschError as error:
        who, what = type(bot).__name__, f"{move!r:.80}"
        raise Malformed(
            f"Der Bot {who} wählt {what}: {error.reason.de}", f"The bot {who} chooses {what}: {error.reason.en}"
        ) from error


def in_order(work: Callable[[A], R], items: Iterable[A], jobs: int) -> Iterator[R]:
    """The results of the work in the order of the items, whatever the number of processes."""
    if jobs == 1:
        yield from map(work, items)
        return
    waiting = iter(items)
    with get_context("spawn").Pool(jobs, _leave_interrupts_to_the_parent) as pool:
        while some := list(islice(waiting, ITEMS_AT_A_TIME * jobs)):
            yield from pool.imap(work, some)


def _leave_interrupts_to_the_parent() -> None:
    signal(SIGINT, SIG_IGN)


def chunks(count: int, size: int, start: int = 0) -> Iterator[range]:
    return (range(at, min(at + size, count)) for at in range(start, count, size))
