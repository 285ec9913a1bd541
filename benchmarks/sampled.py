"""Runs `pasch` under a sampling profiler, 1,000 samples per second of CPU time: python -m benchmarks.sampled serve …

When it gets SIGUSR2 it forgets what it has seen; when it ends it writes what it has seen as JSON to $PASCH_SAMPLES.
"""

import os
import signal
import sys
from collections import Counter
from pathlib import Path
from types import FrameType

import msgspec

from pasch.cli import main

INTERVAL = 0.001
PARTS: dict[str, tuple[str, ...]] = {
    "dice: sealed draws": ("pasch/engine/fair.py",),
    "views and moves for the readers": ("pasch/server/live/updates.py", "pasch/server/live/narration.py"),
    "rules: gate and state": ("pasch/engine/", "pasch/games/", "benchmarks/peers/games/"),
    "storage: this thread's part": ("sqlalchemy/", "aiosqlite/", "pasch/server/store/"),
    "table: log, clocks, freshness": ("pasch/server/table/", "pasch/server/live/"),
    "socket: the client's messages": ("pasch/server/http/", "prometheus_client/"),
    "WebSocket frames": ("websockets/", "uvicorn/"),
    "framework": ("litestar/",),
}
REST = "event loop and everything else"

seen: Counter[str] = Counter()


def part_of(frame: FrameType | None) -> str:
    """The innermost part that a moment belongs to; what a view needs of the rules belongs to the view."""
    found = REST
    while frame is not None:
        file = frame.f_code.co_filename
        for part, places in PARTS.items():
            if any(place in file for place in places):
                if part == "views and moves for the readers":
                    return part
                if found == REST:
                    found = part
        frame = frame.f_back
    return found


def look(_: int, frame: FrameType | None) -> None:
    seen[part_of(frame)] += 1


if __name__ == "__main__":
    signal.signal(signal.SIGPROF, look)
    signal.signal(signal.SIGUSR2, lambda *_: seen.clear())
    signal.setitimer(signal.ITIMER_PROF, INTERVAL, INTERVAL)
    try:
        code = main(sys.argv[1:])
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        Path(os.environ["PASCH_SAMPLES"]).write_bytes(msgspec.json.encode(seen))
    sys.exit(code)
