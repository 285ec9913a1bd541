"""The load on a server: matches of two players each, the same for every server.

In the closed loop a match goes on as fast as its moves are answered. In the open loop moves fall due at a given rate,
answered or not, at random moments: players do not wait for a slow server before they think of their next move.
"""

import asyncio
import contextlib
import gc
import itertools
import os
from array import array
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from random import Random
from statistics import linear_regression
from time import perf_counter, process_time
from typing import Protocol, Self

import msgspec

from benchmarks.process import core_seconds, cpu_seconds, memory_kib

AT_ONCE = 16
"""Connections that are opened side by side."""
MOST_MOVES_PER_SECOND = 5000
"""What a server with a game that ends is prepared for; one that is faster opens tables while it is measured."""
PATIENCE = 10.0
"""Seconds until pending moves must have arrived and the server must be idle."""
STEPS = 8
"""Readings of the memory, after the first, where there are so many matches."""


class Player(Protocol):
    """One seat's connection. It says once for each move that its own was answered or that the other's arrived."""

    on_ack: Callable[[], None]
    on_update: Callable[[], None]
    on_ready: Callable[[], None]
    """A new match has begun in the place of one that has ended: one of the two says so."""

    @property
    def to_move(self) -> bool:
        """Whether the server has told this seat that it is its turn; false as soon as it has moved."""
        ...

    @property
    def lost(self) -> bool: ...
    def move(self) -> None: ...
    def close(self) -> None: ...


class Peer(Protocol):
    """A server under test, with a game for two that does not end."""

    name: str
    storage: str
    versions: dict[str, str]

    @property
    def pids(self) -> Sequence[int]:
        """Every process whose time and memory count; their children count too."""
        ...

    async def start(self, core: int) -> None: ...
    async def stop(self) -> None: ...
    async def create_match(self) -> str: ...
    async def connect(self, match: str, seat: int) -> Player: ...
    async def prepare(self, moves: int) -> None:
        """Gets ready for so many moves, where its game ends."""
        ...

    async def settle(self) -> None:
        """Collects the garbage, so that memory can be compared."""
        ...


class Run(msgspec.Struct):
    """What one loop of one server came to; the latencies are those from a player to the other one.

    Shares of time are those of one core; others are whoever else was on the core of the server or of the load.
    """

    server: str
    storage: str
    matches: int
    loop: str
    moves_per_second: float
    cpu_ms_per_move: float
    moves_per_core_second: float
    p50_ms: float
    p99_ms: float
    p50_from_due_ms: float
    p99_from_due_ms: float
    server_busy: float
    others_busy: float
    generator_busy: float
    moves_per_match: float
    silent_matches: int
    moves_behind: int


class Memory(msgspec.Struct):
    """Growth for each match; a connected one has both its players connected."""

    server: str
    storage: str
    empty_mib: float
    idle_matches: int
    idle_kib: float
    connected_matches: int
    connected_kib: float


class Tally:
    def __init__(self) -> None:
        self.acked = 0
        self.from_sent = array("d")
        self.from_due = array("d")


class Clocks(msgspec.Struct):
    """Seconds so far: on the wall, of the server and of the load, and of the cores they are on."""

    time: float
    server: float
    load: float
    server_core: float
    load_core: float

    @classmethod
    def read(cls, peer: Peer) -> Self:
        cores = core_seconds(peer.pids), core_seconds([os.getpid()])
        return cls(perf_counter(), cpu_seconds(peer.pids), process_time(), *cores)


class Table:
    """One match with both its players connected."""

    def __init__(self, load: "Load", players: Sequence[Player]) -> None:
        self.load, self.players = load, players
        self.seen = 0
        self.due: deque[float] = deque()
        self.under_way: deque[tuple[float, float]] = deque()
        for player in players:
            player.on_ack, player.on_update, player.on_ready = self.acked, self.updated, self.begin_again

    def acked(self) -> None:
        self.load.tally.acked += 1
        self.go_on()

    def updated(self) -> None:
        now = perf_counter()
        due, sent = self.under_way.popleft()
        self.load.tally.from_sent.append(now - sent)
        self.load.tally.from_due.append(now - due)
        self.seen += 1
        self.go_on()

    def begin_again(self) -> None:
        self.under_way.clear()
        self.go_on()

    def fall_due(self, due: float) -> None:
        self.due.append(due)
        self.go_on()

    def go_on(self) -> None:
        if not (self.due or self.load.eager):
            return
        for player in self.players:
            if player.to_move:
                now = perf_counter()
                self.under_way.append((min(self.due.popleft(), now) if self.due else now, now))
                player.move()
                return


class Load:
    def __init__(self, peer: Peer) -> None:
        self.peer = peer
        self.eager = False
        self.tables: list[Table] = []
        self.tally = Tally()

    async def seat(self, matches: int) -> None:
        gate = asyncio.Semaphore(AT_ONCE)

        async def seat_one() -> Table:
            async with gate:
                match = await self.peer.create_match()
                return Table(self, [await self.peer.connect(match, seat) for seat in (0, 1)])

        self.tables = await asyncio.gather(*(seat_one() for _ in range(matches)))

    async def closed(self, warm_up: float, seconds: float) -> Run:
        self.eager = True
        for table in self.tables:
            table.go_on()
        await asyncio.sleep(warm_up)
        return await self.measure("closed", seconds)

    async def open(self, loop: str, rate: float, warm_up: float, seconds: float) -> Run:
        pace = asyncio.create_task(self.pace(rate, perf_counter() + warm_up + seconds))
        await asyncio.sleep(warm_up)
        run = await self.measure(loop, seconds)
        await pace
        return run

    async def pace(self, rate: float, end: float) -> None:
        rng, tables, due = Random(1), itertools.cycle(self.tables), perf_counter()
        while due < end:
            await asyncio.sleep(max(0.0, due - perf_counter()))
            next(tables).fall_due(due)
            due += rng.expovariate(rate)

    async def measure(self, loop: str, seconds: float) -> Run:
        with without_garbage_collection():
            self.tally, seen, before = Tally(), [table.seen for table in self.tables], Clocks.read(self.peer)
            await asyncio.sleep(seconds)
            tally, after = self.tally, Clocks.read(self.peer)
        spent, server, generator = after.time - before.time, after.server - before.server, after.load - before.load
        on_server_core = after.server_core - before.server_core - server
        on_load_core = after.load_core - before.load_core - generator
        if lost := sum(player.lost for table in self.tables for player in table.players):
            raise RuntimeError(f"{self.peer.name} {self.peer.storage} dropped {lost} connections")
        if not (tally.acked and server):
            raise RuntimeError(f"{self.peer.name} {self.peer.storage} answered no move in {seconds} seconds")
        sent, due = sorted(tally.from_sent), sorted(tally.from_due)
        return Run(
            server=self.peer.name,
            storage=self.peer.storage,
            matches=len(self.tables),
            loop=loop,
            moves_per_second=tally.acked / spent,
            cpu_ms_per_move=1000 * server / tally.acked,
            moves_per_core_second=tally.acked / server,
            p50_ms=1000 * percentile(sent, 50),
            p99_ms=1000 * percentile(sent, 99),
            p50_from_due_ms=1000 * percentile(due, 50),
            p99_from_due_ms=1000 * percentile(due, 99),
            server_busy=server / spent,
            others_busy=max(0.0, on_server_core, on_load_core) / spent,
            generator_busy=generator / spent,
            moves_per_match=sum(table.seen for table in self.tables) / len(self.tables),
            silent_matches=sum(table.seen == before for table, before in zip(self.tables, seen, strict=True)),
            moves_behind=sum(len(table.due) for table in self.tables),
        )

    async def leave(self) -> None:
        """Lets what is under way arrive, closes the connections and waits until the server has nothing more to do."""
        self.eager = False
        for table in self.tables:
            table.due.clear()
        end = perf_counter() + PATIENCE
        while any(table.under_way for table in self.tables) and perf_counter() < end:
            await asyncio.sleep(0.05)
        for table in self.tables:
            for player in table.players:
                player.close()
        await rest(self.peer)


async def rest(peer: Peer) -> None:
    """Waits until the server is idle for half a second."""
    end = perf_counter() + PATIENCE
    while perf_counter() < end:
        before = cpu_seconds(peer.pids)
        await asyncio.sleep(0.5)
        if cpu_seconds(peer.pids) - before < 0.03:
            return


async def loops(peer: Peer, matches: int, rate: float, warm_up: float, seconds: float) -> list[Run]:
    """The closed loop, then the open one at half its rate and at a common rate, each with fresh matches."""
    await peer.prepare(int(MOST_MOVES_PER_SECOND * (warm_up + seconds)))
    load = Load(peer)
    await load.seat(matches)
    closed = await load.closed(warm_up, seconds)
    await load.leave()
    runs = [closed]
    for loop, moves in (("half", closed.moves_per_second / 2), ("common", rate)):
        await peer.prepare(int(moves * (warm_up + seconds)))
        load = Load(peer)
        await load.seat(matches)
        runs.append(await load.open(loop, moves, warm_up, seconds))
        await load.leave()
    return runs


async def memory(peer: Peer, warming: int, idle: int, connected: int) -> Memory:
    """How memory grows with the matches, after so many of them that code, pools and heap have their size.

    The first matches pay for those: a fresh server of boardgame.io grows by 20 KiB with each, after 3,000 by 2.
    """
    empty = await settled_kib(peer)
    loads: list[Load] = []

    async def create(matches: int) -> None:
        for _ in range(matches):
            await peer.create_match()

    async def seat(matches: int) -> None:
        loads.append(Load(peer))
        await loads[-1].seat(matches)

    await create(warming)
    idle_kib = await growth_kib(peer, idle, create)
    await seat(connected)
    connected_kib = await growth_kib(peer, connected, seat)
    for load in loads:
        await load.leave()
    return Memory(
        server=peer.name,
        storage=peer.storage,
        empty_mib=empty / 1024,
        idle_matches=idle,
        idle_kib=idle_kib,
        connected_matches=connected,
        connected_kib=connected_kib,
    )


async def growth_kib(peer: Peer, matches: int, add: Callable[[int], Awaitable[None]]) -> float:
    """The slope of the line through several readings: a collector that keeps a page more or less moves any two."""
    steps = min(STEPS, matches)
    step = matches // steps
    readings = [await settled_kib(peer)]
    for _ in range(steps):
        await add(step)
        readings.append(await settled_kib(peer))
    return linear_regression(range(0, step * (steps + 1), step), readings).slope


async def settled_kib(peer: Peer) -> int:
    await rest(peer)
    await peer.settle()
    return memory_kib(peer.pids)


def percentile(ordered: Sequence[float], percent: int) -> float:
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] if ordered else 0.0


@contextlib.contextmanager
def without_garbage_collection() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
