"""Files, or parts of them, that are made from the code: written anew, or compared with what lies there."""

from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parent.parent


def between(text: str, name: str, new: str) -> str:
    """The text with something new between the marks of this name."""
    begin, end = f"<!-- {name}: generated -->", "<!-- end -->"
    head, found, rest = text.partition(begin)
    _, ended, tail = rest.partition(end)
    if not (found and ended):
        raise ValueError(f"there are no lines {begin} and {end}")
    return f"{head}{begin}\n\n{new.strip()}\n\n{end}{tail}"


def stale(files: Mapping[Path, str]) -> list[Path]:
    """The files that are not as they should be."""
    return [path for path, text in files.items() if not path.exists() or path.read_text(encoding="utf-8") != text]


def run(files: Mapping[Path, str], arguments: list[str], remedy: str) -> int:
    """Write them; with `--check`, say which of them are stale, and what to do about it."""
    if "--check" in arguments:
        old = stale(files)
        for path in old:
            print(f"{path.relative_to(ROOT) if path.is_relative_to(ROOT) else path} is not up to date: run {remedy}")
        return int(bool(old))
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return 0
