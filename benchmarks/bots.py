"""How strong the bots are: the strong one against each rival, at every table, and each level against the next lower.

    python -m benchmarks.bots --games 1000 --rivals greedy     plays, and adds what it finds to results/bots.json
    python -m benchmarks.bots --readme                         writes the tables of the README from there

Two bots share the seats of a table, each deal is played with them the other way round too, and half the wins is equal.
Where a rival thinks long, `--seconds` ends the playing of a table, whatever has come out by then.
"""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from time import perf_counter

import msgspec
from docs import generated
from rich.console import Console

import pasch.one_core  # noqa: F401, before NumPy
from pasch.bots.arena import Batch, contest, deals_for
from pasch.bots.levels import LADDER
from pasch.bots.standings import Entry, summary
from pasch.engine.game import AnyGame
from pasch.games import GAMES, folder

RESULTS = Path(__file__).parent / "results" / "bots.json"
README = Path(__file__).parent.parent / "README.md"
RIVALS = {
    "random": "random",
    "greedy": "greedy",
    "flat-mc": "benchmarks.rivals:FlatMonteCarlo",
    "mcts": "benchmarks.rivals:AnyTable",
}
"""What the rivals are called in the arena."""
LEVELS = "levels"
STRONGEST = LADDER[-1]


class Row(msgspec.Struct, frozen=True):
    """One bot against another at one table."""

    game: str
    players: int
    bot: str
    rival: str
    matches: int
    share: float
    low: float
    high: float
    score: float
    rival_score: float
    ms: float
    median_ms: float
    worst_ms: float
    rival_ms: float

    @property
    def pair(self) -> tuple[str, int, str, str]:
        return self.game, self.players, self.bot, self.rival


def measured(game: AnyGame, players: int, bot: str, rival: str, args: argparse.Namespace) -> Row:
    names = [RIVALS.get(name, name) for name in (bot, rival)]
    batches = contest(game, players, names, deals_for(args.games, names), args.seed, args.jobs)
    table = summary(game, players, names, _in_time(batches, args.seconds))
    mine, theirs = table.bots
    return Row(
        game.id,
        players,
        bot,
        rival,
        table.games,
        *_of_winner(mine),
        theirs.mean_score,
        *_times(mine),
        theirs.ms_per_move,
    )


def _in_time(batches: Iterator[Batch], seconds: float) -> Iterator[Batch]:
    begin = perf_counter()
    for batch in batches:
        yield batch
        if perf_counter() - begin > seconds:
            return


def _of_winner(entry: Entry) -> tuple[float, float, float, float]:
    return entry.win_rate, entry.low, entry.high, entry.mean_score


def _times(entry: Entry) -> tuple[float, float, float]:
    return entry.ms_per_move, entry.median_ms, entry.worst_ms


def pairs(rivals: Sequence[str]) -> Iterator[tuple[str, str]]:
    for rival in rivals:
        if rival == LEVELS:
            yield from zip(LADDER[1:], LADDER, strict=False)
            yield "greedy", LADDER[0]
        else:
            yield STRONGEST, rival


# What was found


def kept() -> dict[tuple[str, int, str, str], Row]:
    rows = msgspec.json.decode(RESULTS.read_bytes(), type=list[Row]) if RESULTS.exists() else []
    return {row.pair: row for row in rows}


def keep(row: Row) -> None:
    rows = {**kept(), row.pair: row}
    RESULTS.parent.mkdir(exist_ok=True)
    lines = [msgspec.json.encode(rows[pair]).decode() for pair in sorted(rows)]
    RESULTS.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def strength(rows: Iterable[Row]) -> str:
    """A line for each table: the share of the wins against each rival, and the time of a move."""
    found = {(row.game, row.players, row.rival): row for row in rows if row.bot == STRONGEST and row.rival in RIVALS}
    lines = [
        f"| game | players | {' | '.join(f'against `{rival}`' for rival in RIVALS)} | ms per move (median, worst) |",
        "|---|---|" + "---|" * (len(RIVALS) + 1),
    ]
    for game, players in dict.fromkeys((game, players) for game, players, _ in found):
        cells = [_cell(found.get((game, players, rival))) for rival in RIVALS]
        longest = max((row for pair, row in found.items() if pair[:2] == (game, players)), key=lambda row: row.matches)
        lines.append(f"| {game} | {players} | {' | '.join(cells)} | {longest.median_ms:.1f}, {longest.worst_ms:.0f} |")
    return "\n".join(lines)


def ladder(rows: Iterable[Row]) -> str:
    """A line for each game: what each level wins against the next lower one."""
    found = {(row.game, row.players, row.bot, row.rival): row for row in rows}
    steps = list(pairs([LEVELS]))
    lines = [
        "| game | " + " | ".join(f"`{bot}` : `{rival}`" for bot, rival in steps) + " |",
        "|---|" + "---|" * len(steps),
    ]
    for game in dict.fromkeys(game for game, _, bot, rival in found if (bot, rival) in steps):
        cells = [_cell(found.get((game, 2, *step))) for step in steps]
        lines.append(f"| {game} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _cell(row: Row | None) -> str:
    return "–" if row is None else f"{row.share:.1%} ({row.low:.1%} – {row.high:.1%}, {row.matches:,})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=list(GAMES), action="append")
    parser.add_argument("--players", type=int, action="append")
    parser.add_argument("--rivals", default="random,greedy", help=f"of: {', '.join((*RIVALS, LEVELS))}")
    parser.add_argument("--games", type=int, default=1000, help="matches for each pair at each table")
    parser.add_argument("--seconds", type=float, default=1e9, help="for each pair at each table, at most")
    parser.add_argument("--seed", default="bots")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--readme", action="store_true")
    args = parser.parse_args()
    console = Console()
    if args.readme:
        text = generated.between(README.read_text(encoding="utf-8"), "strength", strength(kept().values()))
        README.write_text(generated.between(text, "ladder", ladder(kept().values())), encoding="utf-8")
        return
    for game in GAMES.values():
        if (args.game and game.id not in args.game) or not (folder(game) / "strong.py").exists():
            continue
        for bot, rival in pairs(args.rivals.split(",")):
            tables = [2] if args.rivals == LEVELS else args.players or game.seats
            for players in (number for number in tables if number in game.seats):
                row = measured(game, players, bot, rival, args)
                keep(row)
                console.print(
                    f"{game.id} for {players}: {bot} {_cell(row)} against {rival}, {row.ms:.2f} : {row.rival_ms:.2f} ms"
                )


if __name__ == "__main__":
    main()
