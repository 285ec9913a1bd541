"""Imported before NumPy: its products of small matrices are then left to one core.

Several processes that each use all cores for them, as in the arena or on a server, mostly wait for each other.
"""

import os

for library in ("OPENBLAS", "MKL"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")
