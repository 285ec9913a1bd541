"""A wheel carries the built client: whoever installs it needs no Node."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CLIENT = "src/pasch/server/client/index.html"


class Client(BuildHookInterface[Any]):
    """Builds `web/` where that has not been done since its last change."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        web, built = Path(self.root) / "web", Path(self.root) / CLIENT
        if version == "editable" or not web.exists():
            return
        if not built.exists() or built.stat().st_mtime < _changed(web):
            _build(web)


def _changed(web: Path) -> float:
    """When the client's sources were last changed."""
    rulebooks = (web.parent / "src/pasch/games").rglob("*.md")
    files = [*web.glob("*.*"), *(web / "src").rglob("*"), *(web / "public").rglob("*"), *rulebooks]
    return max(file.stat().st_mtime for file in files if file.is_file())


def _build(web: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise RuntimeError("The wheel needs the built client, and that needs Node: run `make client` first.")
    for command in (["ci", "--no-audit", "--no-fund"], ["run", "build"]):
        subprocess.run([npm, *command], cwd=web, check=True)  # noqa: S603
