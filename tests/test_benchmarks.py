"""Every program of the benchmarks runs, in its smallest form: its figures mean nothing, but none of them rots."""

import argparse
import ast
import asyncio
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import pytest
from benchmarks import engine, server
from benchmarks.load import Load, Peer, Player, Table
from benchmarks.peers.pasch import Pasch, Playing
from benchmarks.process import this_machine

from tests.scale import only_in_the_proof

ROOT = Path(__file__).parent.parent
ONE_GAME = ("--game", "twentyone")
SMALLEST = {
    "adapters": ("--seconds", "0.01"),
    "anchors": ("twentyone", "--players", "2", "--matches", "5"),
    "batch": (*ONE_GAME, "--players", "2", "--batch", "1", "--seconds", "0.01", "--no-peers"),
    "bots": (*ONE_GAME, "--players", "2", "--rivals", "random", "--games", "2"),
    "calibrate": ("twentyone", "--games", "2"),
    "calibration": (*ONE_GAME, "--players", "2", "--size", "16", "--steps", "100", "--weaker", "0.2"),
    "coach": (*ONE_GAME, "--players", "2", "--matches", "2"),
    "engine": ("--seconds", "0.01", "--repeats", "2"),
    "exact": ("--rows", "1"),
    "flood": ("--sockets", "1", "--matches", "1", "--rate", "20", "--seconds", "0.5", "--warm-up", "0"),
    "idle": ("2", *ONE_GAME),
    "learning": ("--games", "twentyone", "--seeds", "1", "--updates", "1", "--matches", "1"),
    "lists": ("--matches", "300", "--people", "20", "--repeats", "1", "--plans"),
    "luck": (*ONE_GAME, "--players", "2", "--deals", "2"),
    "reading": ("--entries", "50", "--seconds", "0.1"),
    "rollouts": (*ONE_GAME, "--players", "2", "--positions", "2", "--rollouts", "2", "--at-once", "2"),
    "rivals": (*ONE_GAME, "--players", "2", "--rival", "flat-mc", "--every", "20"),
    "server": (
        *("--only", "Pasch counter", "--matches", "2", "--warm-up", "0.3", "--seconds", "0.7"),
        *("--warming", "1", "--idle", "1", "--connected", "1"),
    ),
    "twins": (*ONE_GAME, "--players", "2", "--records", "1"),
    "where": ("counter", "--matches", "2", "--seconds", "0.7"),
}
SAYS = {
    "adapters": "decisions/s",
    "anchors": "twentyone, 5 matches: beginner ",
    "batch": "M decisions/s",
    "bots": "against random",
    "calibrate": "LEVEL_NOISE = ",
    "calibration": "furthest tenth",
    "coach": "| twentyone, 2 |",
    "engine": "twentyone, 6 players",
    "exact": "of 42 points",
    "flood": "1 sockets flood",
    "idle": "KiB each",
    "learning": '"reward": "lead"',
    "lists": "USING INDEX results_person",
    "luck": "luck weighed",
    "reading": "now, read again",
    "rollouts": "sign right in",
    "rivals": "ms per move",
    "server": "connected matches",
    "twins": "no difference",
    "where": "storage: the database's threads",
}
LONG = ("batch", "calibration", "flood", "idle", "learning", "reading", "rollouts", "twins", "where")
"""What takes several seconds, to compile or to start servers: only in the long proof."""
NOT_BY_ITSELF = {"sampled"}
"""The server of `where`."""


def test_no_program_of_the_benchmarks_is_left_out() -> None:
    programs = {
        file.stem for file in (ROOT / "benchmarks").glob("*.py") if '"__main__"' in file.read_text(encoding="utf-8")
    }
    assert programs - NOT_BY_ITSELF == set(SMALLEST) == set(SAYS)
    assert [file.name for file in (ROOT / "benchmarks").glob("*.mjs")] == ["client.mjs"], "web/e2e runs it"


@pytest.mark.parametrize(
    "program", [pytest.param(name, marks=only_in_the_proof(unless=name not in LONG)) for name in SMALLEST]
)
def test_a_benchmark_runs_in_its_smallest_form(program: str, tmp_path: Path) -> None:
    keeps = ("--results", str(tmp_path / "kept.json")) if program in ("bots", "learning") else ()
    ended = run(program, *SMALLEST[program], *keeps)
    assert ended.returncode == 0, ended.stderr
    assert SAYS[program] in ended.stdout


@pytest.mark.proof
def test_moves_come_through_while_twenty_sockets_flood() -> None:
    """The goal is a p99 of 100 ms. It is a time: where the machine is busy with something else, and moves take long
    without a flood too, they may take four times as long; and it may be tried three times."""
    tried = [_p99s()]
    while not (is_good := any(loud < max(100, 4 * quiet) for quiet, loud in tried)) and len(tried) < 3:
        tried.append(_p99s())
    assert is_good, tried


def _p99s() -> tuple[float, float]:
    """In milliseconds, without a flood and with it."""
    ended = run("flood", "--sockets", "20", "--seconds", "5")
    told = [columns for line in ended.stdout.splitlines() if len(columns := line.split("│")[2:-1]) == 5]
    (quiet, loud) = ([float(figure.strip(" %").replace(",", "")) for figure in row] for row in told)
    assert loud[0] > quiet[0] / 2, f"only {loud[0]} moves came through, without a flood {quiet[0]}"
    return quiet[2], loud[2]


@pytest.mark.proof
def test_what_was_measured_is_told_where_a_later_game_fails() -> None:
    ended = run("where", "counter", "nosuchgame", "--matches", "2", "--seconds", "0.7")
    assert ended.returncode != 0
    assert "nosuchgame" in ended.stderr
    assert "together" in ended.stdout
    assert "counter" in ended.stdout


@pytest.mark.parametrize("program", SMALLEST)
def test_a_program_tells_what_it_measured_where_the_rest_fails(program: str) -> None:
    """It tells row by row in the loop that measures, or all of it in a `finally`: nothing waits for the loop's end."""
    tree = ast.parse((ROOT / "benchmarks" / f"{program}.py").read_text(encoding="utf-8"))
    (main,) = (node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "main")
    silent = [at for at, node in enumerate(main.body) if isinstance(node, ast.For) and not tells(node)]
    late = [node.lineno for at in silent for node in main.body[at + 1 :] if tells(node)]
    assert late == []


def tells(node: ast.AST) -> bool:
    if isinstance(node, ast.Try) and node.finalbody:
        return False
    called = [one.func for one in ast.walk(node) if isinstance(one, ast.Call)]
    return any("print" in (getattr(one, "attr", ""), getattr(one, "id", "")) for one in called)


class Broken:
    """A server that does not start."""

    name, storage = "broken", "none"
    pids: Sequence[int] = ()

    def __init__(self) -> None:
        self.versions: dict[str, str] = {}

    async def start(self, core: int) -> None:  # noqa: ARG002 the protocol's
        raise RuntimeError("it does not start")

    async def stop(self) -> None: ...
    async def create_match(self) -> str: ...  # type: ignore[empty-body]
    async def connect(self, match: str, seat: int) -> Player: ...  # type: ignore[empty-body]
    async def prepare(self, moves: int) -> None: ...
    async def settle(self) -> None: ...


@pytest.mark.proof
def test_the_runs_of_a_server_are_kept_where_the_next_server_fails(capsys: pytest.CaptureFixture[str]) -> None:
    peers: dict[str, Callable[[], Peer]] = {"Pasch counter": lambda: Pasch("counter"), "broken": Broken}
    args = argparse.Namespace(
        only=list(peers), repeats=1, matches=[2], rate=50, warm_up=0.3, seconds=0.7, idle=0, json=False
    )
    results = server.Results(this_machine(), "3", "asyncio", args.seconds, args.rate)
    with pytest.raises(RuntimeError, match="it does not start"):
        asyncio.run(server.measure(args, min(os.sched_getaffinity(0)), results, peers))
    assert [run.loop for run in results.runs] == ["closed", "half", "common"]
    server.tell(args, results)
    assert "Pasch counter" in capsys.readouterr().out


def test_the_rates_so_far_are_told_where_a_game_fails(capsys: pytest.CaptureFixture[str]) -> None:
    def fails_when_it_counts() -> int:
        if found[0].best:
            raise RuntimeError("this game fails")
        return 1000

    found = [engine.Rate("one, 2 players", lambda: 1000), engine.Rate("two, 2 players", fails_when_it_counts)]
    with pytest.raises(RuntimeError, match="this game fails"):
        engine.run(found, seconds=0.001, repeats=2)
    told = capsys.readouterr().out
    assert "one, 2 players" in told
    assert "two, 2 players" not in told


def run(program: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """As somebody who has no other games than those of the package."""
    environment = {name: value for name, value in os.environ.items() if name != "PASCH_GAMES"}
    return subprocess.run(
        [sys.executable, "-m", f"benchmarks.{program}", *arguments],
        cwd=ROOT,
        env={**environment, "COLUMNS": "160"},
        capture_output=True,
        text=True,
        timeout=600,
    )


class Sent:
    """A socket that keeps what is sent."""

    lost = False

    def __init__(self) -> None:
        self.texts: list[bytes] = []

    def send(self, text: bytes) -> None:
        self.texts.append(text)


@pytest.mark.anyio
async def test_a_match_that_ends_under_a_move_is_followed_by_the_next_one() -> None:
    def told(table: str, version: int, *moves: int, **more: object) -> bytes:
        seats = [{"events": [{}] * len(moves), "moves": list(moves)}]
        return msgspec.json.encode({"type": "update", "table": table, "version": version, "seats": seats, **more})

    ended: list[str] = []
    ann, ben = players = [Playing(seat, ended.append) for seat in (0, 1)]
    load = Load(Pasch("twentyone"))
    table = Table(load, players)
    for player in players:
        player.socket = Sent()  # type: ignore[assignment]
    for code in ("FIRST", "NEXT"):
        for player in players:
            player.watch(code)
        for player in players:
            player.hear(told(code, 1, 7))
            player.begin()
        ann.on_ready()
        table.fall_due(0.0)
        assert not ann.to_move
        ann.hear(told("FIRST", 2, result={"places": []}))
        ben.hear(told("NEXT", 2, 7))
    assert ended == ["FIRST"]
    assert len(load.tally.from_sent) == 1, "nobody waits for the answer of a match that has ended"
    ann.hear(told("NEXT", 2, 7, ack="2"))
    table.fall_due(0.0)
    assert len(ann.socket.texts) + len(ben.socket.texts) == 2 * 2 + 3  # type: ignore[attr-defined]
