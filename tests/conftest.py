"""The toy game joins the real ones, so that every law runs on it too."""

import os
import signal
from pathlib import Path

import pasch.one_core  # noqa: F401

os.environ["PASCH_GAMES"] = str(Path(__file__).parent / "toy")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Whoever runs the tests in the background ignores Ctrl-C, and the programs that they start would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
