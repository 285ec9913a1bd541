"""No package that Pasch is built on has a known hole (`make proof`). Where nobody can be asked, that is said."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

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


def check_python(packages: list[dict[str, Any]]) -> None:
    """What is known of some is said even where others could not be asked about."""
    found = [(one["name"], one["version"], hole["id"]) for one in packages for hole in one.get("vulns", ())]
    assert found == []
    if left := [one for one in packages if "vulns" not in one]:
        pytest.skip(f"{NOBODY} about {len(left)} of {len(packages)}: {left[0].get('skip_reason')}")


def check_npm(answer: dict[str, Any]) -> None:
    if "vulnerabilities" not in answer:
        pytest.skip(f"{NOBODY}: {answer.get('message')}")
    assert {name: hole["severity"] for name, hole in answer["vulnerabilities"].items()} == {}


@pytest.mark.proof
def test_no_python_package_has_a_known_hole() -> None:
    check_python(told(PYTHON)["dependencies"])


@pytest.mark.proof
def test_no_package_of_the_page_has_a_known_hole() -> None:
    check_npm(told(NPM))


def test_whoever_could_not_ask_says_so_and_why() -> None:
    with pytest.raises(pytest.skip.Exception, match=r"NOT AUDITED.*: no way out$"):
        told([sys.executable, "-c", "raise SystemExit('no way out')"])
    with pytest.raises(pytest.skip.Exception, match=r"NOT AUDITED.*: 405 Method Not Allowed"):
        check_npm({"message": "405 Method Not Allowed"})
    asked, unknown = {"name": "a", "version": "1", "vulns": []}, {"name": "b", "skip_reason": "not found on PyPI"}
    check_python([asked])
    with pytest.raises(pytest.skip.Exception, match=r"NOT AUDITED.* about 1 of 2: not found on PyPI"):
        check_python([asked, unknown])
    with pytest.raises(AssertionError, match="PYSEC-1"):
        check_python([{**asked, "vulns": [{"id": "PYSEC-1"}]}, unknown])


def test_the_proof_prints_why_something_was_skipped() -> None:
    make = [shutil.which("make") or "make", "-n", "proof"]
    planned = subprocess.run(make, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    (line,) = [line for line in planned.splitlines() if line.startswith("PROOF=1") and "pytest" in line]
    assert "-rs" in line.split()
