"""The three streams of a program, whatever the shell made of them."""

import os
import sys
from contextlib import suppress
from pathlib import Path


def close_stdout() -> None:
    """The reader has closed the pipe: discard what is left in the buffer."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def mend_streams() -> None:
    """Make the standard streams usable: a closed one becomes an empty one, and any character can be printed."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115
        if hasattr(stream := getattr(sys, name), "reconfigure"):
            stream.reconfigure(errors="replace")
