"""What long work shows: a bar while it runs, a table when it is done."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Drawn

from pasch.bots.arena import Batch, contest, deals_for
from pasch.bots.standings import Entry, Table, summary
from pasch.engine.game import AnyGame
from pasch.engine.language import Lang, Text

ARENA_WIDTH = 150
"""Where no terminal says how wide it is."""
ARENA_TITLE = Text(
    "{game} zu {players}: {games} Partien, {deals} × {times} mit demselben Zufall",
    "{game} for {players}: {games} matches, {deals} × {times} with the same chance",
)
WITHOUT_LUCK = Text("; was Glück war, zählt nicht mit", "; what was luck does not count")
ARENA_ROWS: tuple[tuple[Text, Callable[[Entry], str]], ...] = (
    (Text("gewinnt", "wins"), lambda bot: f"{min(1.0, max(0.0, bot.win_rate)):.1%}"),
    (Text("  95 %", "  95 %"), lambda bot: f"{bot.low:.1%} – {bot.high:.1%}"),
    (Text("  gerecht", "  fair"), lambda bot: f"{bot.fair:.1%}"),
    (Text("  allein", "  alone"), lambda bot: str(bot.wins)),
    (Text("  geteilt", "  shared"), lambda bot: str(bot.shared_wins)),
    (Text("Punkte", "score"), lambda bot: f"{bot.mean_score:.1f}"),
    (Text("  95 %", "  95 %"), lambda bot: f"{bot.mean_low:.1f} – {bot.mean_high:.1f}"),
    (Text("OpenSkill", "OpenSkill"), lambda bot: f"{bot.rating.mu:.1f} ± {bot.rating.sigma:.1f}"),
    (Text("ms je Zug", "ms per move"), lambda bot: f"{bot.ms_per_move:.3f}"),
    (Text("  Median", "  median"), lambda bot: f"{bot.median_ms:.3f}"),
    (Text("  höchstens", "  at most"), lambda bot: f"{bot.worst_ms:.3f}"),
)


@contextmanager
def progress(total: int, label: str) -> Iterator[Callable[[int], None]]:
    """A bar on standard error, where somebody looks."""
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task(label, total=total)
        yield lambda count: bar.advance(task, count)


def watched_contest(
    game: AnyGame,
    players: int,
    bots: Sequence[str],
    games: int,
    seed: str,
    jobs: int | None = None,
    ray: str | None = None,
    *,
    weighs_luck: bool = False,
) -> Table:
    """At least so many matches between bots, with a bar, and how they did."""
    deals = deals_for(games, bots)
    batches = contest(game, players, bots, deals, seed, jobs, ray, weighs_luck=weighs_luck)
    with progress(deals * len(bots), game.id) as advance:
        return summary(game, players, bots, watched(batches, advance))


def watched(batches: Iterable[Batch], advance: Callable[[int], None]) -> Iterator[Batch]:
    """The same items, advancing the bar by the number of matches of each."""
    for batch in batches:
        advance(sum(map(len, batch.deals)))
        yield batch


def print_table(table: Table, lang: Lang) -> None:
    """A column for each bot: so it fits where a row for each would not."""
    shape = {"game": table.game, "players": table.players, "games": table.games, "deals": table.deals}
    title = ARENA_TITLE.to(lang).format(**shape, times=len(table.bots))
    drawn = Drawn(title=title + WITHOUT_LUCK.to(lang) if table.weighs_luck else title)
    drawn.add_column()
    for entry in table.bots:
        drawn.add_column(entry.bot, justify="right")
    for name, cell in ARENA_ROWS:
        drawn.add_row(name.to(lang), *map(cell, table.bots))
    Console(width=None if sys.stdout.isatty() else ARENA_WIDTH).print(drawn)
