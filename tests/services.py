"""Private servers for the tests: PostgreSQL and Redis on loopback, started by the tests that need them.

They live in a temporary folder, take a free port, and never outlive the process that started them. The thread that
starts one must live as long as the server is wanted: the kernel ends the server with that thread.
"""

import atexit
import itertools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import SystemRandom
from typing import Literal, Self

import pytest

HOST = "127.0.0.1"
PATIENCE = 120.0
"""Seconds until a server must be ready or gone; a healthy one takes less than one."""
PORTS = range(15_000, 32_000)
"""Below the ports that the kernel gives to outgoing connections, so that a stopped server finds its own again."""
TAKEN = "address already in use"

Mode = Literal["smart", "fast", "immediate"]
SIGNALS: dict[Mode, signal.Signals] = {
    "smart": signal.SIGTERM,
    "fast": signal.SIGINT,
    "immediate": signal.SIGQUIT,
}
"""How PostgreSQL is asked to stop: wait for the clients, send them away, drop everything (it recovers at the start)."""


def redis_folder() -> Path | None:
    found = shutil.which("redis-server")
    return Path(found).parent if found else None


def postgres_folder() -> Path | None:
    """Debian keeps the server's programs off the PATH, one folder for each version; the newest counts."""
    found = shutil.which("initdb")
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    programs = ([Path(found)] if found else []) + debian[::-1]
    return next((path.parent for path in programs if (path.parent / "postgres").exists()), None)


FOLDERS: dict[str, Callable[[], Path | None]] = {"postgres": postgres_folder, "redis": redis_folder}


def needed(name: str) -> None:
    """Skips the test where the server is not installed; where everything must run, as in CI, that is a failure."""
    if FOLDERS[name]():
        return
    reason = f"NOT TESTED: {name} is not installed here (make services installs it, or says why it cannot)"
    if os.environ.get("CI"):
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


def free_ports() -> Iterator[int]:
    """Ports that were free a moment ago; somebody else may take one before its server does."""
    while True:
        port = SystemRandom().choice(PORTS)
        with socket.socket() as probe:
            if probe.connect_ex((HOST, port)):
                yield port


def dying_with_parent(last: signal.Signals) -> list[str]:
    """What a command begins with so that the kernel sends it a last signal when its parent dies, however that be.

    A program of its own, not a function between fork and exec: the parent may hold threads that forbid forking.
    """
    found = shutil.which("setpriv")
    return [found, "--pdeathsig", last.name] if found else []


class NotStarted(Exception):
    """A server did not come up; says what it wrote."""


class Service:
    """One server as a process of its own: a folder, a port, a log. Subclasses say how it runs and when it is ready."""

    name: str
    last = signal.SIGKILL
    user: str | None = None

    def __init__(self, *options: str, ports: Iterable[int] | None = None) -> None:
        self.options = options
        self.folder = Path(tempfile.mkdtemp(prefix=f"pasch-{self.name}-"))
        self.log = self.folder / "log"
        self.port = 0
        self._ports = iter(ports if ports is not None else free_ports())
        self._process: subprocess.Popen[bytes] | None = None
        atexit.register(self.close)

    def command(self) -> list[str]:
        raise NotImplementedError

    def ready(self) -> bool:
        raise NotImplementedError

    @property
    def pid(self) -> int:
        assert self._process, f"{self.name} is not running"
        return self._process.pid

    def start(self) -> None:
        """Starts on the port it had before; the first time on any that is free."""
        assert not self._process, f"{self.name} is running already"
        ports = itertools.repeat(self.port) if self.port else self._ports
        for self.port in itertools.islice(ports, 10):
            if self._came_up():
                return
        raise NotStarted(f"{self.name} found its port taken:\n{self.written()}")

    def _came_up(self) -> bool:
        """False if somebody else has the port."""
        self.log.unlink(missing_ok=True)
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                [*dying_with_parent(self.last), *self.command()],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                start_new_session=True,
                user=self.user,
                group=pwd.getpwnam(self.user).pw_gid if self.user else None,
                extra_groups=[] if self.user else None,
            )
        if wait_for(lambda: self.ready() or self._process_ended()) and not self._process_ended():
            return True
        self._end(self.last)
        if TAKEN in self.written().lower():
            return False
        raise NotStarted(f"{self.name} did not start:\n{self.written()}")

    def _process_ended(self) -> bool:
        return self._process is None or self._process.poll() is not None

    def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if process.poll() is None:
            process.send_signal(how)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def written(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace") if self.log.exists() else ""

    def close(self) -> None:
        self._end(self.last)
        shutil.rmtree(self.folder, ignore_errors=True)
        atexit.unregister(self.close)

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def wait_for(condition: Callable[[], bool]) -> bool:
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


class Redis(Service):
    """A Redis that keeps nothing."""

    name = "redis"

    @property
    def url(self) -> str:
        return f"redis://{HOST}:{self.port}/0"

    def command(self) -> list[str]:
        folder = redis_folder()
        assert folder, "ask needed('redis') first"
        kept = ["--save", "", "--appendonly", "no", "--dir", str(self.folder)]
        return [str(folder / "redis-server"), "--port", str(self.port), "--bind", HOST, *kept, *self.options]

    def ready(self) -> bool:
        """Asks for the process number: on a port that was taken meanwhile, somebody else would answer."""
        try:
            with socket.create_connection((HOST, self.port), timeout=1) as line:
                line.sendall(b"INFO server\r\n")
                return f"process_id:{self.pid}\r\n".encode() in line.recv(65_536)
        except OSError:
            return False

    def stop(self) -> None:
        self._end(signal.SIGTERM)


class Postgres(Service):
    """A PostgreSQL with its own cluster; as root it runs as the system's user for it, because it refuses root."""

    name = "postgres"
    last = signal.SIGQUIT  # unlike SIGKILL it takes its children and its shared memory with it

    def __init__(self, *options: str, ports: Iterable[int] | None = None) -> None:
        super().__init__(*options, ports=ports)
        self._names = (f"fresh_{number}" for number in itertools.count(1))
        if os.geteuid() == 0:
            self.user = self.name
            shutil.chown(self.folder, self.user)

    @property
    def url(self) -> str:
        return self.url_of("postgres")

    def url_of(self, database: str) -> str:
        return f"postgresql://pasch@{HOST}:{self.port}/{database}"

    def start(self) -> None:
        if not (self.folder / "data").exists():
            self._run("initdb", "--no-sync", "-D", "data", "-U", "pasch", "-A", "trust", "-E", "UTF8", "--locale=C")
        super().start()

    def stop(self, mode: Mode = "fast") -> None:
        self._end(SIGNALS[mode])

    def restart(self, mode: Mode = "fast") -> None:
        self.stop(mode)
        self.start()

    def fresh_database(self, like: str = "template1") -> str:
        """The address of a new database: empty, or a copy of another."""
        name = next(self._names)
        self.sql(f"CREATE DATABASE {name} TEMPLATE {like}")
        return self.url_of(name)

    def sql(self, statement: str, url: str | None = None) -> str:
        return self._run("psql", "-X", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1", "-c", statement, url or self.url)

    def dump(self, url: str) -> Path:
        """All of a database in a file, as docs/hosting.md says it."""
        file = self.folder / f"{url.rpartition('/')[2]}.dump"
        self._run("pg_dump", "--format=custom", f"--file={file}", url)
        return file

    def restore(self, file: Path) -> str:
        """The address of a new database with all that was dumped."""
        url = self.fresh_database()
        self._run("pg_restore", "--no-owner", f"--dbname={url}", str(file))
        return url

    def command(self) -> list[str]:
        settings = {
            "listen_addresses": HOST,
            "port": self.port,
            "unix_socket_directories": self.folder,
            "shared_buffers": "16MB",
            "fsync": "off",  # servers are killed here, but no machine is switched off
            "full_page_writes": "off",
        }
        set_to = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        return [str(self._program("postgres")), "-D", str(self.folder / "data"), *set_to, *self.options]

    def ready(self) -> bool:
        """Asks by the socket in its own folder: on a port that was taken meanwhile, somebody else would answer."""
        ask = [str(self._program("pg_isready")), "-q", "-h", str(self.folder), "-p", str(self.port)]
        return subprocess.run(ask, stdin=subprocess.DEVNULL).returncode == 0

    def _program(self, name: str) -> Path:
        folder = postgres_folder()
        assert folder, "ask needed('postgres') first"
        return folder / name

    def _run(self, name: str, *words: str) -> str:
        done = subprocess.run(
            [self._program(name), *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            cwd=self.folder,
            user=self.user,
            env={**os.environ, "LC_ALL": "C"},
        )
        if done.returncode:
            raise NotStarted(f"{name} {' '.join(words)}:\n{done.stdout}{done.stderr}")
        return done.stdout.strip()
