"""A wheel carries the page: whoever installs it needs no Node."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CLIENT = ROOT / "src/pasch/server/client/index.html"


@pytest.mark.proof
def test_a_wheel_built_from_the_repository_contains_the_client(tmp_path: Path) -> None:
    if not CLIENT.exists() and "CI" not in os.environ:
        pytest.skip("THE CLIENT IS NOT BUILT (make client): whether a wheel carries it is not checked")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(tmp_path), str(ROOT)]
    subprocess.run([*command, "--disable-pip-version-check"], check=True)
    (wheel,) = tmp_path.glob("pasch-*.whl")
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        page = packed.read("pasch/server/client/index.html").decode()
    assert "pasch/server/client/sw.js" in names
    scripts = [name for name in names if name.startswith("pasch/server/client/assets/") and name.endswith(".js")]
    assert any(Path(script).name in page for script in scripts)
    assert not [name for name in names if "node_modules" in name or name.startswith("web/")]
