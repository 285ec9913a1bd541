"""The private servers of the tests: they start, stop, come back, and never outlive the process that started them."""

import os
import select
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.services import HOST, NotStarted, Postgres, Redis, free_ports, needed

ROOT = Path(__file__).parents[2]
linux = pytest.mark.skipif(sys.platform != "linux", reason="asks the kernel through /proc and pidfd")


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.socket() as other:
        other.bind((HOST, 0))
        other.listen()
        yield other.getsockname()[1]


def ask_redis(server: Redis, command: str) -> str:
    with socket.create_connection((HOST, server.port), timeout=10) as line:
        line.sendall(f"{command}\r\n".encode())
        return line.recv(65_536).decode().strip()


def pipes(process: int | str) -> set[str]:
    links = set()
    for entry in Path(f"/proc/{process}/fd").iterdir():
        if entry.is_symlink():
            links.add(str(entry.readlink()))
    return {link for link in links if link.startswith(("pipe:", "socket:"))}


def family(pid: int) -> list[int]:
    """A process and its children: PostgreSQL is half a dozen of them."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return [pid, *(member for child in children for member in family(int(child)))]


def test_redis_answers_and_comes_back_empty_on_the_same_port(redis: Redis) -> None:
    assert redis.url == f"redis://127.0.0.1:{redis.port}/0"
    assert ask_redis(redis, "SET seat 1") == "+OK"
    port, first = redis.port, redis.pid
    redis.stop()
    with pytest.raises(ConnectionRefusedError):
        ask_redis(redis, "PING")
    redis.start()
    assert (redis.port, redis.pid != first) == (port, True)
    assert ask_redis(redis, "EXISTS seat") == ":0"


def test_postgres_keeps_what_was_committed_over_a_restart(postgres: Postgres) -> None:
    database = postgres.fresh_database()
    postgres.sql("CREATE TABLE seats AS SELECT 7 AS seat", database)
    port, first = postgres.port, postgres.pid
    postgres.restart()
    assert (postgres.port, postgres.pid != first) == (port, True)
    assert postgres.sql("SELECT seat FROM seats", database) == "7"


def test_postgres_recovers_from_an_immediate_stop(postgres: Postgres) -> None:
    database = postgres.fresh_database()
    postgres.sql("CREATE TABLE seats AS SELECT 7 AS seat", database)
    postgres.stop("immediate")
    with pytest.raises(NotStarted, match="onnection refused"):
        postgres.sql("SELECT 1")
    postgres.start()
    assert postgres.sql("SELECT seat FROM seats", database) == "7"


def test_every_fresh_database_is_new_and_empty(postgres: Postgres) -> None:
    first, second = postgres.fresh_database(), postgres.fresh_database()
    assert first != second
    postgres.sql("CREATE TABLE seats (seat int)", first)
    assert postgres.sql("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", second) == "0"


def test_postgres_has_written_what_it_acknowledges(postgres: Postgres) -> None:
    assert postgres.sql("SHOW synchronous_commit") == "on"


@pytest.mark.parametrize("service", [Postgres, Redis])
def test_a_taken_port_is_passed_over(service: type[Postgres | Redis], taken_port: int) -> None:
    needed(service.name)
    with service(ports=[taken_port, next(free_ports())]) as server:
        assert server.port != taken_port


@pytest.mark.parametrize(
    ("service", "options", "log"),
    [(Postgres, ("-c", "shared_buffers=nonsense"), "shared_buffers"), (Redis, ("--nonsense", "1"), "nonsense")],
)
def test_a_server_that_does_not_start_shows_its_log(
    service: type[Postgres | Redis], options: tuple[str, ...], log: str
) -> None:
    needed(service.name)
    server = service(*options)
    with pytest.raises(NotStarted, match=log), server:
        pass
    assert not server.folder.exists()


def test_nothing_is_left_behind() -> None:
    needed("redis")
    with Redis() as server:
        assert server.folder.exists()
    assert not server.folder.exists()


@linux
def test_a_server_holds_none_of_the_pipes_of_the_tests(postgres: Postgres, redis: Redis) -> None:
    for member in family(postgres.pid) + family(redis.pid):
        assert pipes(member).isdisjoint(pipes("self"))


PARENT = """
import sys
from tests.services import Postgres, Redis
from tests.server.test_services import family
with Postgres() as postgres, Redis() as redis:
    print(*family(postgres.pid), *family(redis.pid), postgres.folder, redis.folder, flush=True)
    sys.stdin.read()
"""


@linux
def test_servers_die_with_a_parent_that_is_killed() -> None:
    needed("postgres")
    needed("redis")
    command = [sys.executable, "-c", PARENT]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        *pids, one, other = parent.stdout.readline().split()
        watches = [os.pidfd_open(int(pid)) for pid in pids]
        parent.send_signal(signal.SIGKILL)
    try:
        assert len(watches) > 2
        assert all(select.select([watch], [], [], 60)[0] for watch in watches)
    finally:
        shutil.rmtree(one)
        shutil.rmtree(other)
        for watch in watches:
            os.close(watch)


def test_a_missing_server_skips_the_test_but_fails_in_ci(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="NOT TESTED: redis"):
        needed("redis")
    monkeypatch.setenv("CI", "1")
    with pytest.raises(pytest.fail.Exception, match="NOT TESTED: redis"):
        needed("redis")
