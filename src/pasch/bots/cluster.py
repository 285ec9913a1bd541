"""Work on a Ray cluster (extra `cluster`)."""

import os
import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

from pasch.engine.errors import Malformed, PaschError

HERE = "local"
"""The address that starts a Ray on this machine, for as long as the work takes."""
TASKS_PER_CORE = 2
"""Tasks per core: one runs, one is queued."""
PATIENCE = 5.0
"""Seconds to wait for an answer."""

R = TypeVar("R")
A = TypeVar("A")


class Cluster:
    """The same as `matches.in_order`, on a cluster."""

    def __init__(self, ray: Any, jobs: int | None) -> None:
        self._ray = ray
        self._jobs = jobs

    def in_order(self, work: Callable[[A], R], items: Iterable[A]) -> Iterator[R]:
        """The results of the work in the order of the items, wherever in the cluster it is done."""
        task, waiting = self._ray.remote(_do), iter(items)
        under_way: deque[Any] = deque()
        while True:
            under_way.extend(task.remote(work, item) for item in islice(waiting, self._room() - len(under_way)))
            if not under_way:
                return
            yield self._result(under_way.popleft())

    def _result(self, task: Any) -> Any:
        try:
            return self._ray.get(task)
        except self._ray.exceptions.RayError as error:
            cause = getattr(error, "cause", None)
            raise cause if isinstance(cause, PaschError) else _broken(cause or error) from error

    def _room(self) -> int:
        """How many tasks can run. It is queried repeatedly, because a cluster may grow."""
        if self._jobs is not None:
            return self._jobs
        cores = int(self._ray.cluster_resources().get("CPU", 1))
        return TASKS_PER_CORE * max(1, cores)


def _do(work: Callable[[A], R], item: A) -> R:
    return work(item)


@contextmanager
def connected(address: str, jobs: int | None) -> Iterator[Cluster]:
    """The Ray at this address; `jobs` is how many of its cores are used at most."""
    ray = _ray()
    try:
        _connect(ray, address, jobs)
        yield Cluster(ray, jobs)
    finally:
        ray.shutdown()


def _ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ModuleNotFoundError as missing:
        raise Malformed(
            "Für Ray fehlt ein Paket: pip install 'pasch[cluster]'.",
            "Ray needs one more package: pip install 'pasch[cluster]'.",
        ) from missing
    return ray


def _connect(ray: Any, address: str, jobs: int | None) -> None:
    new = {"num_cpus": jobs, "include_dashboard": False} if address == HERE else {}
    try:
        _knock(address)
        ray.init(address, logging_level="ERROR", log_to_driver=False, **new)
    except (ImportError, OSError, RuntimeError, ValueError) as error:
        why = _first_line(error)
        raise Malformed(
            f"Unter {address!r:.80} ist kein Ray zu erreichen: {why}",
            f"There is no Ray to be reached at {address!r:.80}: {why}",
        ) from error


def _knock(address: str) -> None:
    """Check that something answers: Ray itself would retry for many minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()


def _broken(error: Exception) -> Malformed:
    why = _first_line(error)
    return Malformed(
        f"Im Cluster ging etwas schief (ist Pasch dort installiert?): {why}",
        f"Something went wrong in the cluster (is Pasch installed there?): {why}",
    )


def _first_line(error: Exception) -> str:
    return f"{(str(error).strip() or type(error).__name__).splitlines()[0]:.200}"
