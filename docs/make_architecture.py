"""Writes who may import whom into docs/architecture.md, from the table that the tests enforce.

python -m docs.make_architecture; `--check` only compares.
"""

import ast
import sys
from pathlib import Path

from docs import generated
from tests.rooms import MAY_IMPORT, SERVER_ROOMS

PAGE = Path(__file__).parent / "architecture.md"
SOURCE = generated.ROOT / "src" / "pasch"


def table() -> str:
    rows = [f"| `{name}` | {purpose(name)} | {_listed(name)} |" for name in MAY_IMPORT if not name.startswith("__")]
    inside = " ← ".join(f"`{name}`" for name in SERVER_ROOMS)
    return "\n".join(
        ["| room | what is in it | may import |", "|---|---|---|", *rows, "", f"Inside `server`: {inside}."]
    )


def purpose(name: str) -> str:
    """The first line of a room's docstring."""
    file = SOURCE / name / "__init__.py" if (SOURCE / name).is_dir() else SOURCE / f"{name}.py"
    said = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8")))
    return (said or "").splitlines()[0]


def _listed(name: str) -> str:
    others = [other for other in MAY_IMPORT if other in MAY_IMPORT[name] - {name, "__init__"}]
    return ", ".join(f"`{other}`" for other in others) or "–"


def files() -> dict[Path, str]:
    return {PAGE: generated.between(PAGE.read_text(encoding="utf-8"), "rooms", table())}


if __name__ == "__main__":
    sys.exit(generated.run(files(), sys.argv[1:], "make architecture"))
