"""Research needs none of the server's packages: they are an extra, and everything else runs without them."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

PROJECT = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
WITHOUT = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {names!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Missing())
"""


def names(requirements: list[str]) -> set[str]:
    """The packages, and those of the extras that are among them."""
    found = set()
    for requirement in requirements:
        if own := re.fullmatch(r"pasch\[(.*)\]", requirement):
            found |= names([other for extra in own[1].split(",") for other in EXTRAS[extra]])
        else:
            found.add(re.split(r"[^\w.-]", requirement)[0])
    return found


SERVER = names(EXTRAS["server"])


def without_the_server(program: str, *words: str) -> subprocess.CompletedProcess[str]:
    code = WITHOUT.format(names=SERVER | {"prometheus_client"}) + program
    return subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True)


def test_the_server_is_an_extra() -> None:
    assert {"litestar", "sqlalchemy", "uvicorn", "alembic"} <= SERVER
    assert names(EXTRAS["postgres"]) >= SERVER, "who asks for PostgreSQL wants to serve"
    for light in ([], EXTRAS["rl"], EXTRAS["batch"], EXTRAS["train"], EXTRAS["cluster"]):
        assert names([*PROJECT["dependencies"], *light]).isdisjoint(SERVER)


def test_bots_and_environments_need_no_server() -> None:
    done = without_the_server(
        "import pasch.env, pasch.coach, pasch.cli\n"
        "env = pasch.env.gym('twentyone', opponents='strong')\n"
        "env.reset(seed=1)\n"
        "sys.exit(pasch.cli.main(['arena', 'twentyone', '--games', '2']))"
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("words", [["serve"], ["export", "-"], ["import", "-"]], ids=lambda words: words[0])
def test_the_server_says_what_it_needs(words: list[str]) -> None:
    done = without_the_server("from pasch.cli import main; sys.exit(main(sys.argv[1:]))", *words, "--lang", "en")
    assert done.returncode == 2
    assert re.fullmatch(r"pasch: The server needs \w+: pip install 'pasch\[server\]', .*\n", done.stderr)
