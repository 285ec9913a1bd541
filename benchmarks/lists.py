"""Lists of a full server: what each takes of one core, and how the database finds it. python -m benchmarks.lists

People meet at tables at random, a few of them far more often than others. Asked is for the lists of whoever has played
most. All matches count for ratings: these are asked for where no node has computed them yet, by one that starts later,
and again. What is timed is the work of one core: of this process, and with PostgreSQL, which must run on the same Linux
machine, of its processes too. `--plans` prints how the database goes about it.
"""

import argparse
import asyncio
from collections.abc import Awaitable, Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from pasch.arguments import whole
from pasch.bots.levels import LADDER
from pasch.engine.game import places
from pasch.games import GAMES
from pasch.server.clock import Clock
from pasch.server.live.desk import Desk
from pasch.server.live.ratings import SERVER, Book
from pasch.server.live.reviews import judge_of
from pasch.server.live.statistics import statistics
from pasch.server.store import results as asked
from pasch.server.store.database import engine_for, upgrade
from pasch.server.store.marks import Marks, ranked_query
from pasch.server.store.results import Results
from pasch.server.store.schema import listings, metadata, people, results, seatings, tables
from pasch.server.store.storage import Storage
from pasch.server.table.results import SeatResult
from pasch.server.table.seats import COLOURS, ChairInfo, Setup

DAY = 86_400.0
NOW = 1_800_000_000.0
LIMIT = 50.0
"""Milliseconds that a list may take."""
AT_A_TIME = 5000
OPEN = 0.005
"""The share of tables that are open to everybody, and of those at which a match runs ten times as many."""


class Row(NamedTuple):
    table: sa.Table
    values: dict[str, Any]


def rows(matches: int, number: int, seed: str) -> Iterator[Row]:
    """Everything that lists read, of so many tables and people."""
    random = Random(seed)
    names = [f"person{at:05}" for at in range(number)]
    for name in names:
        yield Row(people, {"id": name, "name": name[-8:], "created": NOW - 400 * DAY})
    for at in range(matches):
        game = random.choice([*GAMES.values()])
        seats = random.choice(game.seats)
        # The square of a random number: whoever comes first plays far more often.
        sitting = list(
            dict.fromkeys(names[int(random.random() ** 2 * number)] for _ in range(random.randint(1, seats)))
        )
        levels = [random.choice(LADDER) for _ in range(seats - len(sitting))]
        yield from _match(f"T{at:07}", game.id, sitting, levels, NOW - random.random() * 365 * DAY, random)


def _match(code: str, game: str, sitting: list[str], levels: list[str], at: float, random: Random) -> Iterator[Row]:
    chance, seats = random.random(), len(sitting) + len(levels)
    stage = "lobby" if chance < OPEN else "playing" if chance < 11 * OPEN else "over"
    kinds: list[Any] = [*(("person", name) for name in sitting), *(("bot", level) for level in levels)]
    chairs = [
        ChairInfo(kind="open", colour=COLOURS[seat])
        if stage == "lobby" and kind == "bot"
        else ChairInfo(kind=kind, colour=COLOURS[seat], name=who[-8:], level=who if kind == "bot" else "")
        for seat, (kind, who) in enumerate(kinds)
    ]
    touched = NOW - random.random() * DAY / 2 if stage == "lobby" else at
    waiting = 1 << random.randrange(seats) if stage == "playing" else 0
    common = {"id": code, "game": game, "stage": stage, "secret": bytes(32), "version": 9, "waiting": waiting}
    asked_since = [(waiting.bit_length() - 1, at, at + DAY)] if waiting else []
    yield Row(
        tables,
        common
        | {"chairs": _json(chairs), "created": touched, "touched": touched, "asked": _json(asked_since), "due": None},
    )
    for seat, person in enumerate(sitting):
        yield Row(seatings, {"person": person, "match": code, "seats": 1 << seat, "seen": True})
    if stage == "lobby":
        yield Row(
            listings, {"match": code, "game": game, "since": touched, "setup": _json(Setup(game=game, seats=seats))}
        )
    if stage == "over":
        scores = [random.randrange(120) for _ in range(seats)]
        for seat, (place, (kind, who)) in enumerate(zip(places(scores), kinds, strict=True)):
            who_plays, bot = (who, None) if kind == "person" else (None, who)
            facts = _json({"total": scores[seat], "hits": random.randrange(6)})
            mine: dict[str, Any] = {
                "met": _json({level: (levels.count(level), 1) for level in levels}),
                "judge": judge_of(GAMES[game], seats),
                "luck": random.gauss(0, 0.2),
                "counted": 20,
                "loss": random.random() / 20,
                "squares": 0.01,
            }
            one = SeatResult(
                code, seat, who_plays, game, seats, place, scores[seat], at, bot, 0, 0, None, True, None, facts, place
            )
            yield Row(results, one._replace(**mine if who_plays else {})._asdict())


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


async def fill(engine: AsyncEngine, matches: int, number: int, seed: str) -> None:
    await upgrade(engine)
    order = {table: at for at, table in enumerate(metadata.sorted_tables)}
    async with engine.begin() as connection:
        made = rows(matches, number, seed)
        while some := list(islice(made, AT_A_TIME)):
            by_table: dict[sa.Table, list[dict[str, Any]]] = {}
            for row in some:
                by_table.setdefault(row.table, []).append(row.values)
            for table in sorted(by_table, key=order.__getitem__):
                await connection.execute(sa.insert(table), by_table[table])
    async with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            await connection.execution_options(isolation_level="AUTOCOMMIT")
        await connection.execute(sa.text("ANALYZE"))


class Asking:
    """The lists of one person."""

    def __init__(self, engine: AsyncEngine, person: str) -> None:
        self._person, self._engine = person, engine
        self.storage, self.results = Storage(engine), Results(engine)

    async def statistics(self) -> Any:
        return statistics(await self.results.played(self._person))

    def lists(self, middle: str, game: str) -> dict[str, Callable[[], Awaitable[Any]]]:
        person, found = self._person, self.results
        return {
            "my tables": lambda: self.storage.tables_of(person, 200),
            "my matches, first page": lambda: found.finished(person, None, None, 20),
            "my matches, a later page": lambda: found.finished(person, None, middle, 20),
            "my matches of a game": lambda: found.finished(person, game, None, 20),
            "how many matches": lambda: found.extent(person),
            "my statistics": self.statistics,
            "open tables": lambda: found.open(None, NOW - DAY, None, 20),
            "open tables of a game": lambda: found.open(game, NOW - DAY, None, 20),
        }

    def queries(self, middle: str, game: str) -> dict[str, sa.Select[Any]]:
        person, last = self._person, (NOW - 100 * DAY, middle)
        return {
            "my matches, a later page": asked.finished_query(person, None, last, 20),
            "seats of matches": asked.seats_query([middle]),
            "how many matches": asked.extent_query(person),
            "my statistics": asked.all_query(person, asked.Played._fields),
            "open tables of a game": asked.open_query(game, NOW - DAY, None, 20),
            "new matches that are rated": ranked_query(SERVER, (NOW - 300, ""), AT_A_TIME),
        }

    async def plan(self, query: sa.Select[Any]) -> list[str]:
        is_sqlite = self._engine.dialect.name == "sqlite"
        dialect = sqlite.dialect() if is_sqlite else postgresql.dialect()  # type: ignore[no-untyped-call]
        text = str(query.compile(dialect=dialect, compile_kwargs={"literal_binds": True}))
        async with self._engine.connect() as connection:
            how = "EXPLAIN QUERY PLAN" if is_sqlite else "EXPLAIN"
            found = (await connection.exec_driver_sql(f"{how} {text}")).all()
        return [row[-1] for row in found]


async def busy(engine: AsyncEngine) -> float:
    """Seconds of one core that this process has taken so far, and the database's own processes for it."""
    if engine.dialect.name == "sqlite":
        return process_time()
    asked_of = sa.text("SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
    async with engine.connect() as connection:
        pids = (await connection.execute(asked_of)).scalars().all()
    return process_time() + sum(int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) for pid in pids) / 1e9


async def rate(engine: AsyncEngine, repeats: int) -> float:
    """Print what the ratings of all take: all matches count for them. What they take again."""
    desk, clock = Desk(), Clock(lambda: NOW, lambda: NOW)
    first, second = (Book(Marks(engine), desk, clock) for _ in range(2))
    again = []
    for book in (first, second, *[second] * repeats):
        before = await busy(engine)
        count = len(await book.of(SERVER))
        again.append((await busy(engine) - before) * 1000)
    desk.close()
    for name, took in {"no node before": again[0], "a node starts": again[1], "again": median(again[2:])}.items():
        print(f"  {f'{count} ratings, {name}':<34}{took:7.1f} ms")
    return median(again[2:])


async def measure(database: str, args: argparse.Namespace) -> None:
    """Print what every list takes."""
    engine = engine_for(database)
    await fill(engine, args.matches, args.people, args.seed)
    async with engine.connect() as connection:
        busiest = (
            sa.select(results.c.person, sa.func.count().label("count"), sa.func.min(results.c.match))
            .where(results.c.person.is_not(None))
            .group_by(results.c.person)
            .order_by(sa.desc("count"))
            .limit(1)
        )
        person, count, middle = (await connection.execute(busiest)).one()
    asking, game = Asking(engine, person), next(iter(GAMES))
    kind = engine.dialect.name
    print(f"\n{kind}: {args.matches} matches, {args.people} people; whoever has most has {count}")
    worst = 0.0
    for name, ask in asking.lists(middle, game).items():
        await ask()
        took = []
        for _ in range(args.repeats):
            before = await busy(engine)
            await ask()
            took.append((await busy(engine) - before) * 1000)
        worst = max(worst, median(took))
        print(f"  {name:<28}{median(took):7.1f} ms")
    worst = max(worst, await rate(engine, args.repeats))
    print(f"  the slowest: {worst:.1f} ms, {'below' if worst < LIMIT else 'ABOVE'} {LIMIT:.0f} ms")
    if args.plans:
        for name, query in asking.queries(middle, game).items():
            print(f"  {name}\n" + "\n".join(f"    {line}" for line in await asking.plan(query)))
    await engine.dispose()


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--matches", type=whole(1, 10**7), default=100_000)
    parser.add_argument("--people", type=whole(1, 10**6), default=10_000)
    parser.add_argument("--repeats", type=whole(1, 10**4), default=20)
    parser.add_argument("--seed", default="lists")
    parser.add_argument("--database", metavar="URL", help="an empty one, beside SQLite in a file of its own")
    parser.add_argument("--plans", action="store_true", help="also how the database finds it")
    return parser.parse_args()


def main() -> None:
    args = arguments()
    with TemporaryDirectory() as folder:
        databases = [f"sqlite:///{Path(folder) / 'pasch.db'}", *filter(None, [args.database])]
        for database in databases:
            asyncio.run(measure(database, args))


if __name__ == "__main__":
    main()
