"""How strong the bots are: the strong one against each rival, at every table, and each level against the next lower.

    python -m benchmarks.bots --games 1000 --rivals greedy     plays, and adds what it finds to results/bots.json
    python -m benchmarks.bots --write                          writes the tables of docs/figures.md from there
    python -m benchmarks.bots --join FILE FILE                 adds what was found on other machines

Two bots share the seats of a table, each deal is played with them the other way round too, and 50 % is even.
Where a rival thinks long, `--seconds` ends the playing of a table, whatever has come out by then. Runs with other seeds
are other deals, and are counted together. With `--weigh-luck` results are adjusted for luck (variance reduction).
"""

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from time import perf_counter

import msgspec
from docs import generated
from rich.console import Console

import pasch.one_core  # noqa: F401, before NumPy
from pasch.bots.arena import Batch, contest, deals_for
from pasch.bots.confidence import Mean, share_interval
from pasch.bots.levels import LADDER
from pasch.bots.standings import summary
from pasch.engine.game import AnyGame
from pasch.games import GAMES
from pasch.games.weights import digest, is_learned

RESULTS = Path(__file__).parent / "results" / "bots.json"
PAGE = Path(__file__).parent.parent / "docs" / "figures.md"
RIVALS = {
    "random": "random",
    "greedy": "greedy",
    "flat-mc": "benchmarks.rivals:FlatMonteCarlo",
    "mcts": "benchmarks.rivals:AnyTable",
}
"""What the rivals are called in the arena."""
LEVELS = "levels"
STRONGEST = LADDER[-1]


Pair = tuple[str, int, str, str]
"""A game, the number of players, a bot and its rival."""


class Run(msgspec.Struct, frozen=True):
    """What came out when one bot met another at one table, with the deals of one seed."""

    game: str
    players: int
    bot: str
    rival: str
    seed: str
    weights: str
    """Which weights played: the beginning of their hash."""
    weighs_luck: bool
    matches: int
    deals: int
    share: float
    squares: float
    """The sum of squared deviations of single deals' shares from it."""
    score: float
    rival_score: float
    ms: float
    median_ms: float
    worst_ms: float
    rival_ms: float

    @property
    def pair(self) -> Pair:
        return self.game, self.players, self.bot, self.rival


def measured(game: AnyGame, players: int, bot: str, rival: str, args: argparse.Namespace) -> Run:
    names = entrants(bot, rival)
    deals = deals_for(args.games, names)
    batches = contest(game, players, names, deals, args.seed, args.jobs, weighs_luck=args.weigh_luck)
    return run_of((game.id, players, bot, rival), args.seed, _in_time(batches, args.seconds))


def entrants(bot: str, rival: str) -> list[str]:
    """What they are called in the arena."""
    return [RIVALS.get(name, name) for name in (bot, rival)]


def run_of(pair: Pair, seed: str, batches: Iterable[Batch]) -> Run:
    game, players, bot, rival = pair
    table = summary(GAMES[game], players, entrants(bot, rival), batches)
    mine, theirs = table.bots
    return Run(
        game=game,
        players=players,
        bot=bot,
        rival=rival,
        seed=seed,
        weights=weights_now(game, players),
        weighs_luck=table.weighs_luck,
        matches=table.games,
        deals=table.deals,
        share=mine.win_rate,
        squares=mine.squares,
        score=mine.mean_score,
        rival_score=theirs.mean_score,
        ms=mine.ms_per_move,
        median_ms=mine.median_ms,
        worst_ms=mine.worst_ms,
        rival_ms=theirs.ms_per_move,
    )


def weights_now(game: str, players: int) -> str:
    return digest(GAMES[game], players)


def _in_time(batches: Iterator[Batch], seconds: float) -> Iterator[Batch]:
    begin = perf_counter()
    for batch in batches:
        yield batch
        if perf_counter() - begin > seconds:
            return


def pairs(rivals: Sequence[str]) -> Iterator[tuple[str, str]]:
    for rival in rivals:
        if rival == LEVELS:
            yield from zip(LADDER[1:], LADDER, strict=False)
            yield "greedy", LADDER[0]
        else:
            yield STRONGEST, rival


# What was found


def kept(file: Path = RESULTS) -> list[Run]:
    return msgspec.json.decode(file.read_bytes(), type=list[Run]) if file.exists() else []


def keep(new: Iterable[Run], file: Path = RESULTS) -> None:
    """Runs of the same pair with other deals are all kept; those of replaced weights are dropped."""
    now = (run for run in (*kept(file), *new) if run.weights == weights_now(run.game, run.players))
    runs = {(run.pair, run.weighs_luck, run.seed): run for run in now}
    lines = [msgspec.json.encode(runs[name]).decode() for name in sorted(runs)]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


class Found:
    """All runs of a pair together; where luck was weighed in some, only these: they say more."""

    def __init__(self, runs: Sequence[Run]) -> None:
        self.weighs_luck = any(run.weighs_luck for run in runs)
        runs = [run for run in runs if run.weighs_luck == self.weighs_luck]
        shares = Mean()
        for run in runs:
            shares.join(Mean(run.deals, run.share, run.squares))
        self.share, (self.low, self.high) = shares.value, share_interval(shares, self.weighs_luck)
        self.matches = sum(run.matches for run in runs)
        self.ms, self.rival_ms = (
            sum(getattr(run, name) * run.matches for run in runs) / self.matches for name in ("ms", "rival_ms")
        )
        self.longest = max(runs, key=lambda run: run.matches)

    def __str__(self) -> str:
        return f"{min(1.0, self.share):.1%} ({self.low:.1%} – {self.high:.1%}, {self.matches:,})"


def together(runs: Iterable[Run]) -> dict[Pair, Found]:
    in_order = sorted(runs, key=lambda run: run.pair)
    return {pair: Found(list(its)) for pair, its in groupby(in_order, key=lambda run: run.pair)}


def strength(found: Mapping[Pair, Found]) -> str:
    """A line for each table: the share of the wins against each rival, and how long moves take."""
    rivals = " | ".join(f"against `{rival}`" for rival in RIVALS)
    lines = [
        f"| game | players | {rivals} | ms a move: median, worst | `mcts` takes |",
        "|---|---|" + "---|" * (len(RIVALS) + 2),
    ]
    measured = [pair for pair in found if pair[2] == STRONGEST and pair[3] in RIVALS]
    for game, players in dict.fromkeys((game, players) for game, players, *_ in measured):
        cells = {rival: found.get((game, players, STRONGEST, rival)) for rival in RIVALS}
        longest = max((cell for cell in cells.values() if cell), key=lambda cell: cell.matches).longest
        mcts = cells["mcts"]
        times = mcts and f"{mcts.rival_ms / mcts.ms:,.0f} ×"
        shown = [*cells.values(), f"{longest.median_ms:.1f}, {longest.worst_ms:.0f}", times]
        lines.append(f"| {game} | {players} | {' | '.join(str(cell or '–') for cell in shown)} |")
    return "\n".join(lines)


def ladder(found: Mapping[Pair, Found]) -> str:
    """A line for each game: what each level wins against the next lower one."""
    steps = list(pairs([LEVELS]))
    lines = [
        "| game | " + " | ".join(f"`{bot}` : `{rival}`" for bot, rival in steps) + " |",
        "|---|" + "---|" * len(steps),
    ]
    for game in dict.fromkeys(game for game, _, bot, rival in found if (bot, rival) in steps):
        cells = [found.get((game, 2, *step)) for step in steps]
        lines.append(f"| {game} | {' | '.join(str(cell or '–') for cell in cells)} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=list(GAMES), action="append")
    parser.add_argument("--players", type=int, action="append")
    parser.add_argument("--rivals", default="random,greedy", help=f"of: {', '.join((*RIVALS, LEVELS))}")
    parser.add_argument("--games", type=int, default=1000, help="matches for each pair at each table")
    parser.add_argument("--seconds", type=float, default=1e9, help="for each pair at each table, at most")
    parser.add_argument("--seed", default="bots")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--weigh-luck", action="store_true", help="needs fewer matches (`pasch.bots.luck`)")
    parser.add_argument("--results", type=Path, default=RESULTS, help="where to keep what is found")
    parser.add_argument("--join", type=Path, nargs="+", help="add what was found elsewhere, instead of playing")
    parser.add_argument("--write", action="store_true", help="write the tables of docs/figures.md, instead of playing")
    args = parser.parse_args()
    if args.join:
        join(args.join, args.results)
    elif args.write:
        found, text = together(kept(args.results)), PAGE.read_text(encoding="utf-8")
        text = generated.between(text, "strength", strength(found))
        PAGE.write_text(generated.between(text, "ladder", ladder(found)), encoding="utf-8")
    else:
        play(args)


def join(files: Sequence[Path], results: Path) -> None:
    before = len(kept(results))
    runs = [run for file in files for run in msgspec.json.decode(file.read_bytes(), type=list[Run])]
    keep(runs, results)
    print(f"{len(runs)} runs read; {len(kept(results))} are kept now, {before} were before")


def play(args: argparse.Namespace) -> None:
    console = Console()
    for game in GAMES.values():
        if (args.game and game.id not in args.game) or not is_learned(game):
            continue
        for bot, rival in pairs(args.rivals.split(",")):
            tables = [2] if args.rivals == LEVELS else args.players or game.seats
            for players in (number for number in tables if number in game.seats):
                run = measured(game, players, bot, rival, args)
                keep([run], args.results)
                found = together(kept(args.results))[run.pair]
                times = f"{run.ms:.2f} : {run.rival_ms:.2f} ms"
                console.print(f"{game.id} for {players}: {bot} {found} against {rival}, {times}")


if __name__ == "__main__":
    main()
