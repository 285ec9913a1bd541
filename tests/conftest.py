"""The toy game joins the real ones, so that every law runs on it too."""

import os
from pathlib import Path

os.environ["PASCH_GAMES"] = str(Path(__file__).parent / "toy")
