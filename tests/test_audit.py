"""No package that Pasch is built on has a known hole (`make proof`). Where nobody can be asked, that is said."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.proof

ROOT = Path(__file__).parent.parent
PYTHON = [sys.executable, "-m", "pip_audit", "-r", "constraints.txt", "--no-deps", "--disable-pip", "--format", "json"]
NPM = ["npm", "--prefix", "web", "audit", "--json"]
NOBODY = "NOT AUDITED: the list of known holes could not be asked"


def told(command: list[str]) -> Any:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    ended = subprocess.run(command, cwd=ROOT, env={**os.environ, "PATH": path}, capture_output=True, text=True)
    try:
        return json.loads(ended.stdout)
    except ValueError:
        pytest.skip(f"{NOBODY}: {ended.stderr.strip()[-300:]}")


def test_no_python_package_has_a_known_hole() -> None:
    packages = told(PYTHON)["dependencies"]
    if not (audited := [one for one in packages if "vulns" in one]):
        pytest.skip(NOBODY)
    assert [(one["name"], one["version"], hole["id"]) for one in audited for hole in one["vulns"]] == []


def test_no_package_of_the_page_has_a_known_hole() -> None:
    answer = told(NPM)
    if "vulnerabilities" not in answer:
        pytest.skip(f"{NOBODY}: {answer.get('message')}")
    assert {name: hole["severity"] for name, hole in answer["vulnerabilities"].items()} == {}
