"""The toy game joins the real ones, so that every law runs on it too; what takes longest runs first."""

import os
import signal
import sys
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

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Whoever runs the tests in the background ignores Ctrl-C, and the programs that they start would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)

COMPILED = ("batch/", "env/", "train/")
"""Where JAX and other libraries are busy most of the time, longer than anybody else."""
FIRST, SOON, WATCHED = range(3)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first, so that no core is idle at the end. They are not watched for coverage.

    Watching makes Python slow, and what they run the others run too.
    """
    items.sort(key=_rank)
    for item in items:
        if _rank(item) < WATCHED:
            item.add_marker("no_cover")


def _rank(item: pytest.Item) -> int:
    if item.path.relative_to(HERE).as_posix().startswith(COMPILED):
        return FIRST
    return SOON if item.get_closest_marker("slow") else WATCHED
