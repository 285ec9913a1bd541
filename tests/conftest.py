"""The toy game joins the real ones, so that every law runs on it too; what takes longest runs first."""

import gc
import os
import signal
import sys
import threading
from collections.abc import Generator
from functools import cache
from pathlib import Path

import pytest

import pasch.one_core  # noqa: F401

HERE = Path(__file__).parent
os.environ["PASCH_GAMES"] = str(HERE / "toy")

# What JAX has compiled once, all tests find: in whatever process, in the next run too.
os.environ.setdefault("JAX_COMPILATION_CACHE_DIR", str(Path(sys.prefix) / "jax-cache"))
os.environ.setdefault("JAX_COMPILATION_CACHE_MAX_SIZE", str(2**28))
os.environ.setdefault("JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS", "0.1")
os.environ.setdefault("JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES", "-1")
for entry in Path(os.environ["JAX_COMPILATION_CACHE_DIR"]).glob("*-cache"):
    if not entry.with_name(f"{entry.name.removesuffix('-cache')}-atime").exists():
        entry.unlink(missing_ok=True)  # left by a run that was killed; beside it JAX would keep nothing new

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Whoever runs the tests in the background ignores Ctrl-C, and the programs that they start would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)

LONGEST = (
    "train",
    "batch",
    "games/test_luck.py",
    "test_research.py",
    "test_laws.py",
    "games/test_strong.py",
    "env",
    "test_rivals.py",
    "games/test_kniffel_random.py",
    "games/test_twentyone_random.py",
    "games/test_twentyone_exact.py",
    "games/test_greedy.py",
)
"""What takes longest, in the order in which it runs; then comes what is marked as slow."""
ABOUT_MORE = ("server", "coach")
"""What is about other things than engine and rules."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first, so that no core is idle at the end."""
    assert not (gone := [name for name in LONGEST if not (HERE / name).exists()]), gone
    items.sort(key=_rank)


def pytest_collection_finish() -> None:
    """What was collected stays until the end: the collector of garbage need not look through it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """The longest are not measured for coverage, which makes them up to five times as slow, nor what is about other
    things than what is measured: others run the same lines.

    pytest-cov's own mark for it has no effect in the processes of xdist, where a second tracer takes over.
    """
    if _rank(item) > len(LONGEST) and _first_of(ABOUT_MORE, item.path) is None:
        return (yield)
    traces = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(None)  # as the interpreter begins
    try:
        return (yield)
    finally:
        sys.settrace(traces[0])
        threading.settrace(traces[1])


def _rank(item: pytest.Item) -> int:
    at = _first_of(LONGEST, item.path)
    return len(LONGEST) + (item.get_closest_marker("slow") is None) if at is None else at


@cache
def _first_of(names: tuple[str, ...], path: Path) -> int | None:
    """Which of them, files and folders, a file is or lies in."""
    return next((at for at, name in enumerate(names) if path.is_relative_to(HERE / name)), None)
