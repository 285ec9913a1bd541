"""`pasch export` and `pasch import`: everything moves from one database to another, and is played on there."""

import asyncio
import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
import sqlalchemy as sa

from pasch.cli import main
from pasch.games import GAMES
from pasch.server.store.database import engine_for, locked
from pasch.server.store.schema import metadata
from tests.scale import scaled
from tests.server.client import Player, players
from tests.server.nodes import node, tab
from tests.server.scenes import HIGH, LOW, finished, watched
from tests.services import Postgres

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


class Done(NamedTuple):
    code: int
    out: bytes
    said: str


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "pasch", words[0], "--lang", "en", *words[1:]]


def pasch(*words: str, read: bytes = b"") -> Done:
    """The command: as a process of its own where it reads or writes a pipe, else in a thread of this one."""
    if "-" in words:
        done = subprocess.run(command(*words), input=read, capture_output=True, umask=0o022)
        return Done(done.returncode, done.stdout, done.stderr.decode().strip())
    said, before = StringIO(), os.umask(0o022)
    try:
        with redirect_stderr(said), ThreadPoolExecutor(1) as elsewhere:  # an event loop runs here
            code = elsewhere.submit(main, command(*words)[3:]).result()
    finally:
        os.umask(before)
    return Done(code, b"", said.getvalue().strip())


def well(*words: str, read: bytes = b"") -> Done:
    done = pasch(*words, read=read)
    assert done.code == 0, done.said
    return done


def at(folder: Path) -> str:
    return f"sqlite:///{folder / 'pasch.db'}"


async def everything(database: str) -> dict[str, list[Any]]:
    """All rows of all tables, in the order of their keys."""
    engine = engine_for(database)
    async with engine.connect() as connection:
        found = {
            name: [tuple(row) for row in await connection.execute(sa.select(table).order_by(*table.primary_key))]
            for name, table in metadata.tables.items()
        }
    await engine.dispose()
    return found


class Left(NamedTuple):
    """What was going on when everything moved."""

    ann: Player
    ben: Player
    link: str
    running: str
    version: int
    over: str
    record: Any


async def lived_in(database: str) -> Left:
    """A database with some history: a match in the middle, one that is over, a lobby, chat, a private link."""
    async with node(database) as here, players(here.base, "Ann", "Bén ♣") as (ann, ben):
        over = await finished([ann, ben])
        await ann.post("/me/calendar")
        await ann.post("/circles", {"name": "Sunday", "felt": "hilo"})
        await ann.open_table("hilo", 3, bots=["random"])
        running, version = await watched("hilo", [ann, ben])
        await ann.ask(
            {"type": "say", "id": "s", "table": running, "text": "Grüße 🎲"}, lambda told: told["type"] == "chat"
        )
        await ann.move(running, 0, version, HIGH)
        link = (await ann.post("/me/link"))["token"]
        record = await ann.get(f"/tables/{over}/record")
        return Left(ann, ben, link, running, version, over, record)


async def check_lived_in(database: str, left: Left) -> None:
    """Everybody is who they were, and the match goes on."""
    async with node(database) as here, tab(left.ann, here) as ann, tab(left.ben, here) as ben:
        assert (await ben.get("/me"))["name"] == "Bén ♣"
        assert await ann.get(f"/tables/{left.over}/record") == left.record
        assert [said["text"] for said in await ann.get(f"/tables/{left.running}/chat")] == ["Grüße 🎲"]
        assert {one["table"] for one in await ben.get("/me/tables") if one["waiting_for_me"]} == {left.running}
        await ann.watch(left.running)
        await ben.watch(left.running)
        assert (await ben.move(left.running, 1, left.version, LOW))["result"]
        await ann.ask(
            {"type": "say", "id": "s", "table": left.running, "text": "again"}, lambda told: told["type"] == "chat"
        )
        stranger = Player(here.base)
        assert (await stranger.post("/me/restore", {"token": left.link}))["me"]["name"] == "Ann"
        await stranger.gone()


async def test_everything_moves_to_postgresql_and_back_and_is_played_on(tmp_path: Path, postgres: Postgres) -> None:
    old, new, big = tmp_path / "old", tmp_path / "new", postgres.fresh_database()
    old.mkdir()
    left = await lived_in(at(old))
    before = await everything(at(old))
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    told = well("export", str(first), "--data", str(old)).said
    assert told == f"{len(before['tables'])} tables, {len(before['events'])} entries."
    assert well("import", str(first), "--database", big).said == told
    well("export", str(second), "--database", big)
    assert first.read_bytes() == second.read_bytes()
    well("import", str(second), "--data", str(new))
    assert await everything(big) == await everything(at(new)) == before
    await check_lived_in(big, left)
    await check_lived_in(at(new), left)


async def test_matches_of_all_games_move_in_the_middle(tmp_path: Path, postgres: Postgres) -> None:
    big, running = postgres.fresh_database(), []
    async with node(at(tmp_path)) as here, players(here.base, "Ann", "Ben") as (ann, ben):
        for game in GAMES:
            running.append((await watched(game, [ann, ben]))[0])
            await play([ann, ben], running[-1], moves=1)
    well("import", "-", "--database", big, read=well("export", "-", "--data", str(tmp_path)).out)
    async with node(big) as here, tab(ann, here) as anna, tab(ben, here) as benno:
        for table in running:
            await anna.watch(table)
            await benno.watch(table)
            await play([anna, benno], table, moves=20)


async def play(people: list[Player], table: str, moves: int) -> None:
    """Some moves, or all that there are."""
    for _ in range(moves):
        told = [player.latest(table) for player in people]
        asked = [(player, one) for player, one in zip(people, told, strict=True) if one["seats"][0]["moves"]]
        if not asked:
            assert told[0].get("result"), told
            return
        player, one = asked[0]
        news = one["seats"][0]
        answer = await player.move(table, news["seat"], one["version"], Random(1).choice(news["moves"]))
        assert answer.get("ack"), answer
        for other in people:
            await other.ping()


# The file


async def test_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    await lived_in(at(tmp_path))
    well("export", str(file), "--data", str(tmp_path))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o644)
    well("export", str(file), "--data", str(tmp_path))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600, "also where a file was there before"


async def test_an_export_that_fails_leaves_the_last_one_alone(tmp_path: Path, postgres: Postgres) -> None:
    file = tmp_path / "kept.jsonl"
    file.write_bytes(b"yesterday")
    failed = pasch("export", str(file), "--database", postgres.url_of("nowhere"))
    assert (failed.code, failed.said) == (2, 'pasch: The database does not answer: database "nowhere" does not exist')
    assert file.read_bytes() == b"yesterday"


async def test_a_folder_without_a_database_is_named_and_not_made(tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere"
    failed = pasch("export", str(tmp_path / "file.jsonl"), "--data", str(nowhere))
    assert (failed.code, failed.said) == (2, f"pasch: There is no database in {nowhere}.")
    assert not any(tmp_path.iterdir())


async def test_nothing_is_imported_into_a_database_with_tables(tmp_path: Path, postgres: Postgres) -> None:
    file, big = tmp_path / "file.jsonl", postgres.fresh_database()
    await lived_in(at(tmp_path))
    well("export", str(file), "--data", str(tmp_path))
    well("import", str(file), "--database", big)
    for where, database in ((("--data", str(tmp_path)), at(tmp_path)), (("--database", big), big)):
        before = await everything(database)
        refused = pasch("import", str(file), *where)
        said = "pasch: There are tables in this database already: import needs an empty one."
        assert (refused.code, refused.said) == (2, said)
        assert await everything(database) == before


async def test_a_database_in_which_a_server_has_only_just_started_counts_as_empty(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    for folder in (old, new):
        folder.mkdir()
    left, file = await lived_in(at(old)), str(tmp_path / "file.jsonl")
    async with node(at(new)):
        pass
    well("export", file, "--data", str(old))
    well("import", file, "--data", str(new))
    await check_lived_in(at(new), left)


def broken(lines: list[bytes]) -> dict[str, list[bytes]]:
    """Files that are not, or not quite, what an export writes."""
    events = next(at for at, line in enumerate(lines) if b'"table":"events"' in line)
    tables = next(at for at, line in enumerate(lines) if b'"table":"tables"' in line)

    def changed(number: int, column: str, value: Any) -> list[bytes]:
        line = msgspec.json.decode(lines[number])
        line["row"][column] = value
        return [*lines[:number], msgspec.json.encode(line) + b"\n", *lines[number + 1 :]]

    return {
        "empty": [],
        "no head": lines[1:],
        "a newer head": [b'{"pasch_export":2}\n', *lines[1:]],
        "not JSON": [*lines[:3], b"hello\n", *lines[3:]],
        "not text": [*lines[:3], b'{"table":"\xff","row":{}}\n', *lines[3:]],
        "cut in a line": [*lines[:-1], lines[-1][: len(lines[-1]) // 2]],
        "cut between lines": lines[:-1],
        "a line twice": [*lines[:events], lines[events], *lines[events:]],
        "a line missing": [*lines[:tables], *lines[tables + 1 :]],
        "an unknown table": [*lines[:events], b'{"table":"secrets","row":{}}\n', *lines[events:]],
        "a column missing": [*lines[:events], b'{"table":"events","row":{"match":"A","n":1}}\n', *lines[events:]],
        "a secret that is none": changed(tables, "secret", "*"),
        "a number that is none": changed(events, "n", "first"),
        "nothing where something must be": changed(events, "what", None),
    }


async def test_a_broken_file_is_refused_in_a_sentence_and_leaves_nothing(
    tmp_path: Path, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    old, file = tmp_path / "old", tmp_path / "file.jsonl"
    old.mkdir()
    await lived_in(at(old))
    well("export", str(file), "--data", str(old))
    lines = file.read_bytes().splitlines(keepends=True)
    wrong = {}
    for name, written in broken(lines).items():
        file.write_bytes(b"".join(written))
        code = await asyncio.to_thread(main, ["import", "--lang", "en", str(file), "--database", database])
        said = capsys.readouterr().err.strip()
        if code != 2 or not said.startswith("pasch: This is not what pasch export writes: ") or "\n" in said:
            wrong[name] = code, said
        assert not any((await everything(database)).values()), f"{name}: something was stored"
    assert wrong == {}
    file.write_bytes(b"".join(lines))
    well("import", str(file), "--database", database)


async def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    done = pasch("import", str(tmp_path / "nowhere.jsonl"), "--data", str(tmp_path))
    assert done.code != 0
    assert "No such file" in done.said


async def test_nothing_is_imported_while_a_server_runs_in_the_folder(tmp_path: Path) -> None:
    with locked(f"sqlite:///{tmp_path}/pasch.db"):
        done = pasch("import", "-", "--data", str(tmp_path))
    assert (done.code, "runs in" in done.said) == (2, True)


# While people play


async def test_an_export_is_one_moment_of_a_server_that_goes_on_writing(database: str) -> None:
    """Somebody reads slowly, and people play in the meantime: every log still ends where its table says."""
    async with node(database) as here, players(here.base, "Ann", "Ben") as (ann, ben):
        running = [await watched("hilo", [ann, ben]) for _ in range(scaled(20, 40))]
        with subprocess.Popen(
            command("export", "-", "--database", database), bufsize=0, stdout=subprocess.PIPE, pipesize=4096
        ) as export:
            assert export.stdout is not None
            begun = await asyncio.to_thread(export.stdout.read, 1)
            for table, version in running:
                await ann.move(table, 0, version, HIGH)
            written = begun + await asyncio.to_thread(export.stdout.read)
        assert export.returncode == 0
    lines = [msgspec.json.decode(line) for line in written.splitlines()[1:]]
    rows = {name: [line["row"] for line in lines if line.get("table") == name] for name in metadata.tables}
    assert {table["id"]: table["version"] for table in rows["tables"]} == dict(running)
    for table, version in running:
        assert [event["n"] for event in rows["events"] if event["match"] == table] == list(range(version))
