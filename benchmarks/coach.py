"""Is the coach honest? Matches of bots are reviewed at every table, and what was said is held against what happened.

python -m benchmarks.coach --matches 320 --processes 16 --write

In most matches every seat plays at another level, in the rest all are strong. Told for each table: what each level
loses for each counted decision; that luck has mean 0 at every level, and how much variance it takes out of the
results; how chances compare with results (slope, and the tenth that is furthest off); what is left as the rest; how
long a review takes. `--write` puts the losses of the levels beside the weights, and the figures, with those of tables
that were measured before, into results/coach.json and docs/coach.md.
"""

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import median
from time import process_time

import msgspec
import numpy as np
from docs.generated import between
from rich.console import Console

import pasch.one_core  # noqa: F401, before NumPy
from benchmarks.tables import add_tables, tables
from benchmarks.tenths import calibration
from pasch.bots.confidence import Mean
from pasch.bots.levels import LADDER, LEVELS
from pasch.bots.matches import in_order, play_match
from pasch.coach import review
from pasch.coach.grades import FILE, Measured
from pasch.coach.values import POINT
from pasch.engine.game import Value
from pasch.engine.record import Record
from pasch.games import GAMES, folder

PAGE = Path(__file__).parent.parent / "docs" / "coach.md"
RESULTS = Path(__file__).parent / "results" / "coach.json"
ALIKE_EVERY = 4
"""In every fourth match all seats are strong."""
FEWEST = 50
"""Tenths of the chances that fewer matches came to are left out."""
RANDOMLY = "random"
MARKER = "figures"


class Job(Value, frozen=True):
    game: str
    players: int
    number: int
    seed: str

    @property
    def levels(self) -> list[str]:
        """Levels move on by one seat from match to match; the one that plays without a plan seldom sits down."""
        if self.number % ALIKE_EVERY == 0:
            return [LADDER[-1]] * self.players
        among = LEVELS if self.number % 3 == 0 else [level for level in LEVELS if level != RANDOMLY]
        return [among[(self.number + seat) % len(among)] for seat in range(self.players)]


class Seen(Value, frozen=True):
    """What a review said of one seat."""

    level: str
    result: float
    luck: float
    rest: float
    losses: list[float]
    """Of its counted decisions."""


class Found(Value, frozen=True):
    job: Job
    seats: list[Seen]
    chances: list[tuple[float, float]]
    """Every chance of every seat along the match, with the result."""
    seconds: float


def work(job: Job) -> Found:
    match, _ = play_match(GAMES[job.game], job.levels, f"{job.seed}/{job.number}")
    begin = process_time()
    found = review(Record.of(match))
    seconds = process_time() - begin
    parts = [seat.balance.exact for seat in found.seats]
    judged = [step.judgement for step in found.steps if step.judgement and step.judgement.counted]
    seats = [
        Seen(level, part.result, part.luck, part.rest, [one.loss for one in judged if one.seat == seat])
        for seat, (level, part) in enumerate(zip(job.levels, parts, strict=True))
    ]
    moments = [found.start, *(step.chances for step in found.steps[:-1])]
    chances = [(row[seat], parts[seat].result) for row in moments for seat in range(job.players)]
    return Found(job, seats, chances, seconds)


class Calibration(Value, frozen=True):
    """Results compared with chances: the slope of a line through them, and the tenth that is furthest off."""

    slope: float
    slope_error: float
    worst: float
    """In points; tenths with few matches are left out."""
    error: float
    """Its standard error, in points."""


class Line(Value, frozen=True, kw_only=True):
    """A table with all its figures; points but for ratios and seconds."""

    game: str
    players: int
    matches: int
    losses: dict[str, Measured]
    luck: dict[str, tuple[float, float]]
    """The mean luck of each level, and its standard error."""
    variance: float
    """Of results adjusted for luck, as a part of that of raw ones; about the mean of each level."""
    mixed: Calibration
    alike: Calibration
    rest: float
    """The root of the mean square."""
    seconds: float
    """The median."""


def calibrated(found: Iterable[Found]) -> Calibration:
    matches = [np.array(one.chances) for one in found]
    chance, result = np.concatenate(matches).T
    one = calibration(chance, result, np.repeat(np.arange(len(matches)), [len(rows) for rows in matches]))
    worst = one.worst(min(FEWEST, len(matches)))
    return Calibration(one.slope, one.error, worst.off / POINT, worst.error / POINT)


def line(game: str, players: int, found: list[Found]) -> Line:
    losses, luck = {level: Mean() for level in LEVELS}, {level: Mean() for level in LEVELS}
    raw, adjusted = {level: Mean() for level in LEVELS}, {level: Mean() for level in LEVELS}
    rest = Mean()
    for seat in (seat for one in found for seat in one.seats):
        for loss in seat.losses:
            losses[seat.level].add(loss)
        luck[seat.level].add(seat.luck / POINT)
        raw[seat.level].add(seat.result)
        adjusted[seat.level].add(seat.result - seat.luck)
        rest.add(seat.rest**2)
    alike = [one for one in found if len(set(one.job.levels)) == 1]
    return Line(
        game=game,
        players=players,
        matches=len(found),
        losses={name: Measured(round(m.value, 6), round(m.error, 6), m.count) for name, m in losses.items() if m.count},
        luck={name: (m.value, m.error) for name, m in luck.items() if m.count},
        variance=_within(adjusted) / max(1e-12, _within(raw)),
        mixed=calibrated([one for one in found if one not in alike] or alike),
        alike=calibrated(alike or found),
        rest=rest.value**0.5 / POINT,
        seconds=median(one.seconds for one in found),
    )


def _within(levels: dict[str, Mean]) -> float:
    """The variance about the mean of each level: that the levels differ is not what luck hides."""
    many = [mean for mean in levels.values() if mean.count > 1]
    return sum(mean.squares for mean in many) / max(1, sum(mean.count - 1 for mean in many))


# What is told


def rows(lines: Iterable[Line]) -> Iterator[str]:
    told = (
        "matches",
        "luck: furthest from 0",
        "variance",
        "slope, furthest tenth",
        "the same, all strong",
        "rest",
        "s",
    )
    yield f"| table | {' | '.join((*LADDER, *told))} |"
    yield "|---|" + "---|" * (len(LADDER) + len(told))
    for one in lines:
        losses = [
            f"{one.losses[level].mean_loss / POINT:.2f} ± {one.losses[level].error / POINT:.2f}"
            if level in one.losses
            else "–"
            for level in LADDER
        ]
        level, (mean, error) = max(one.luck.items(), key=lambda item: abs(item[1][0]) / max(1e-9, item[1][1]))
        yield " | ".join(
            [
                f"| {one.game}, {one.players}",
                *losses,
                f"{one.matches:,}",
                f"{mean:+.1f} ± {error:.1f} ({level})",
                f"{one.variance:.2f}",
                *(
                    f"{c.slope:.2f} ± {c.slope_error:.2f}, {c.worst:+.1f} ± {c.error:.1f}"
                    for c in (one.mixed, one.alike)
                ),
                f"{one.rest:.0f}",
                f"{one.seconds:.1f} |",
            ]
        )


def write(lines: list[Line]) -> None:
    for game in {one.game for one in lines}:
        file = folder(GAMES[game]) / FILE
        known = msgspec.json.decode(file.read_bytes()) if file.exists() else {}
        for one in lines:
            if one.game == game:
                known[str(one.players)] = msgspec.to_builtins(
                    {level: one.losses[level] for level in LADDER if level in one.losses}
                )
        file.write_bytes(msgspec.json.format(msgspec.json.encode(dict(sorted(known.items())))) + b"\n")
    before = msgspec.json.decode(RESULTS.read_bytes(), type=list[Line]) if RESULTS.exists() else []
    every = {(one.game, one.players): one for one in (*before, *lines)}
    lines = [every[table] for table in sorted(every)]
    RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(lines)) + b"\n")
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(between(text, MARKER, "\n".join(rows(lines))), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_tables(parser)
    parser.add_argument("--matches", type=int, default=320, help="for each table")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", default="coach")
    parser.add_argument("--write", action="store_true", help="the levels' losses and the figures, where they are read")
    args = parser.parse_args()
    console = Console(soft_wrap=True)
    wanted = [(game.id, players) for game, players in tables(args)]
    jobs = [Job(*table, number, args.seed) for number in range(args.matches) for table in wanted]
    found: dict[tuple[str, int], list[Found]] = {table: [] for table in wanted}
    try:
        for one in in_order(work, jobs, args.processes):
            found[one.job.game, one.job.players].append(one)
    finally:  # what was measured is told even where a later match fails
        lines = [line(*table, ones) for table, ones in found.items() if ones]
        for row in rows(lines):
            console.print(row, markup=False, highlight=False)
    if args.write:
        write(lines)


if __name__ == "__main__":
    main()
