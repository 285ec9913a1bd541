"""The toy game joins the real ones, so that every law runs on it too; what is compiled once is kept."""

import os
import signal
import sys
from pathlib import Path

import pasch.one_core  # noqa: F401

os.environ["PASCH_GAMES"] = str(Path(__file__).parent / "toy")

# What JAX has compiled once, all tests find: in whatever process, in the next run too.
os.environ.setdefault("JAX_COMPILATION_CACHE_DIR", str(Path(sys.prefix) / "jax-cache"))
os.environ.setdefault("JAX_COMPILATION_CACHE_MAX_SIZE", str(2**28))
os.environ.setdefault("JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS", "0.1")
os.environ.setdefault("JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES", "-1")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Whoever runs the tests in the background ignores Ctrl-C, and the programs that they start would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
