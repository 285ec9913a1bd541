"""A wheel carries all that it needs: whoever installs it has the program, and the page without Node."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import requests

from pasch.games import GAMES
from tests.server.nodes import Process

ROOT = Path(__file__).parent.parent
CLIENT = ROOT / "src/pasch/server/client/index.html"

pytestmark = pytest.mark.proof


def pip(python: str | Path, *words: str) -> None:
    subprocess.run([python, "-m", "pip", "--quiet", "--disable-pip-version-check", *words], check=True)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not CLIENT.exists() and "CI" not in os.environ:
        pytest.skip("THE CLIENT IS NOT BUILT (make client): whether a wheel carries it is not checked")
    folder = tmp_path_factory.mktemp("wheel")
    pip(sys.executable, "wheel", "--no-deps", "--wheel-dir", str(folder), str(ROOT))
    (wheel,) = folder.glob("pasch-*.whl")
    return wheel


def test_a_wheel_built_from_the_repository_contains_the_client(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        page = packed.read("pasch/server/client/index.html").decode()
    assert "pasch/server/client/sw.js" in names
    scripts = [name for name in names if name.startswith("pasch/server/client/assets/") and name.endswith(".js")]
    assert any(Path(script).name in page for script in scripts)
    assert not [name for name in names if "node_modules" in name or name.startswith("web/")]


def test_it_plays_and_serves_where_nothing_else_is_installed(
    wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONPATH", raising=False)
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "clean")], check=True)
    python = str(tmp_path / "clean/bin/python")
    pip(python, "install", "-c", str(ROOT / "constraints.txt"), f"pasch[server] @ {wheel.as_uri()}")
    for game in GAMES:
        command = [python, "-m", "pasch", "arena", game, "--games", "2", "--bots", "strong,greedy"]
        subprocess.run(command, check=True, cwd=tmp_path, capture_output=True)
    server = Process("--port", "0", "--data", str(tmp_path / "data"), python=python).start()
    try:
        page = requests.get(server.base, timeout=30)
        games = requests.get(f"{server.base}/api/v1/games", timeout=30)
    finally:
        assert server.stop() == 0
    assert "<title>Pasch" in page.text
    assert {game["id"] for game in games.json()} == set(GAMES)
