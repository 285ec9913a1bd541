"""A server under test as a process: on a core of its own, with its CPU time and its memory read from the kernel."""

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from platform import machine, platform

import msgspec

TICKS = os.sysconf("SC_CLK_TCK")


class Machine(msgspec.Struct):
    cpu: str
    cores: int
    memory_gib: float
    system: str


def this_machine() -> Machine:
    pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return Machine(cpu_model(), len(os.sched_getaffinity(0)), round(pages / 2**30, 1), platform())


def cpu_model() -> str:
    """On ARM the kernel does not name the model, but lscpu knows it."""
    try:
        lines = subprocess.check_output(["lscpu"], text=True, env={**os.environ, "LC_ALL": "C"})  # noqa: S607
    except OSError:
        return machine()
    named = dict(line.split(":", 1) for line in lines.splitlines() if ":" in line)
    return " ".join([named.get("Vendor ID", "").strip(), named.get("Model name", machine()).strip()])


class Process:
    """A child that says a line of output when it is ready, and that dies with us where the system can see to it."""

    def __init__(self, command: Sequence[str], core: int, cwd: Path, env: Mapping[str, str]) -> None:
        self.log = tempfile.TemporaryFile()  # noqa: SIM115 -- open as long as the child
        last = ["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []
        with only_on({core}):  # a child inherits the core, with all the threads that it will ever start
            self.child = subprocess.Popen(  # noqa: S603
                [*last, *command],
                cwd=cwd,
                env={**os.environ, **env},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=self.log,
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        return self.child.pid

    async def line(self, seconds: float = 60) -> bytes:
        assert self.child.stdout
        try:
            said = await asyncio.wait_for(asyncio.to_thread(self.child.stdout.readline), seconds)
        except TimeoutError:
            said = b""
        if not said:
            raise RuntimeError(f"{self.child.args!r} said nothing; its log:\n{self.written()}")
        return said

    def written(self) -> str:
        self.log.seek(0)
        return self.log.read().decode(errors="replace")[-4000:]

    def signal(self, number: signal.Signals) -> None:
        self.child.send_signal(number)

    def stop(self) -> None:
        self.child.terminate()
        try:
            self.child.wait(10)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()
        if self.child.stdout:
            self.child.stdout.close()
        self.log.close()


@contextlib.contextmanager
def only_on(cores: set[int]) -> Iterator[None]:
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def stat(pid: int) -> list[str]:
    """The fields of /proc/PID/stat from the third on; the second, a name in brackets, may hold anything."""
    return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()


def with_children(pids: Iterable[int]) -> set[int]:
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with contextlib.suppress(OSError):
                parents.setdefault(int(stat(int(entry.name))[1]), []).append(int(entry.name))
    found, todo = set[int](), list(pids)
    while todo:
        pid = todo.pop()
        found.add(pid)
        todo += parents.get(pid, [])
    return found


def cpu_seconds(pids: Iterable[int]) -> float:
    """User and system time of the processes and their children, living and gone."""
    ticks = 0
    for pid in with_children(pids):
        with contextlib.suppress(OSError):
            ticks += sum(map(int, stat(pid)[11:15]))
    return ticks / TICKS


def core_seconds(pids: Iterable[int]) -> float:
    """The busy time of the cores that the processes may run on, whoever used it; the mean of several."""
    cores = set[int]().union(*(os.sched_getaffinity(pid) for pid in pids))
    ticks = 0
    for line in Path("/proc/stat").read_text(encoding="ascii").splitlines():
        name, *fields = line.split()
        if name in {f"cpu{core}" for core in cores}:
            user, nice, system, _idle, _waiting, *interrupts_and_stolen = map(int, fields[:8])
            ticks += user + nice + system + sum(interrupts_and_stolen)
    return ticks / TICKS / len(cores)


def memory_kib(pids: Iterable[int]) -> int:
    """The proportional set size: what the processes have to themselves, and their share of what they share."""
    total = 0
    for pid in with_children(pids):
        with contextlib.suppress(OSError):
            rollup = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
            total += int(rollup.split("\nPss:", 1)[1].split(None, 1)[0])
    return total
