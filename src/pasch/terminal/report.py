"""What long work shows: a bar while it runs, a table when it is done."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Drawn

from pasch.bots.arena import Table
from pasch.engine.language import Lang, Text

ARENA_WIDTH = 110
"""Where no terminal says how wide it is."""
ARENA_COLUMNS = (
    Text("Bot", "bot"),
    Text("gewinnt", "wins"),
    Text("95 %", "95 %"),
    Text("allein", "alone"),
    Text("geteilt", "shared"),
    Text("Punkte", "score"),
    Text("95 %", "95 %"),
    Text("ms je Zug", "ms per move"),
)


@contextmanager
def progress(total: int, label: str) -> Iterator[Callable[[int], None]]:
    """A bar on standard error, where somebody looks."""
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task(label, total=total)
        yield lambda count: bar.advance(task, count)


def print_table(table: Table, lang: Lang) -> None:
    drawn = Drawn(title=f"{table.game}, {table.players} × {table.games}")
    for column in ARENA_COLUMNS:
        drawn.add_column(column.to(lang), justify="left" if column is ARENA_COLUMNS[0] else "right")
    for entry in table.bots:
        drawn.add_row(
            entry.bot,
            f"{entry.win_rate:.1%}",
            f"{entry.low:.1%} – {entry.high:.1%}",
            str(entry.wins),
            str(entry.shared_wins),
            f"{entry.mean_score:.1f}",
            f"{entry.mean_low:.1f} – {entry.mean_high:.1f}",
            f"{entry.ms_per_move:.3f}",
        )
    Console(width=None if sys.stdout.isatty() else ARENA_WIDTH).print(drawn)
