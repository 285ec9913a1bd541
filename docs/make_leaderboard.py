"""Writes docs/leaderboard.md from docs/leaderboard.json, where the results of `pasch evaluate BOT --json` are kept.

python -m docs.make_leaderboard; `--add FILE ...` takes more results in, in place of older ones of the same bots at
the same tables; `--check` only compares.
"""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
from docs import generated

from pasch.bots.evaluation import DEFINITION, REFERENCES, Evaluation, Score, all_tables, evaluation, score

DOCS = Path(__file__).parent
PAGE, KEPT = DOCS / "leaderboard.md", DOCS / "leaderboard.json"


def kept(file: Path = KEPT) -> list[Evaluation]:
    return msgspec.json.decode(file.read_bytes(), type=list[Evaluation])


def add(results: Iterable[Path], file: Path = KEPT) -> None:
    found = {entry.bot: entry for entry in kept(file)}
    for new in (msgspec.json.decode(one.read_bytes(), type=Evaluation) for one in results):
        found[new.bot] = joined(found[new.bot], new) if new.bot in found else new
    lines = [msgspec.json.encode(entry).decode() for entry in in_order(found.values())]
    file.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def joined(old: Evaluation, new: Evaluation) -> Evaluation:
    """The new meetings, and the old ones at tables that were not played again."""
    met = {(one.game, one.players, one.reference): one for entry in (old, new) for one in entry.tables}
    order = [(game.id, players, reference) for game, players in all_tables() for reference in REFERENCES]
    return evaluation(new.bot, new.seed, [met[at] for at in order if at in met])


def in_order(entries: Iterable[Evaluation]) -> list[Evaluation]:
    """Who has played at all tables first, each by score."""
    return sorted(entries, key=lambda entry: (-len(entry.tables), -entry.score, entry.bot))


def whole_score(entry: Evaluation, game: str | None = None) -> Evaluation | Score | None:
    """The score of a game, or of all; None where a table is missing."""
    wanted = {(one.id, players) for one, players in all_tables() if game in (None, one.id)}
    if not wanted <= {(met.game, met.players) for met in entry.tables}:
        return None
    return entry if game is None else entry.games[game]


def board(entries: Sequence[Evaluation]) -> str:
    games = list(dict.fromkeys(game.id for game, _ in all_tables()))
    head = ["bot", "score", *games, "matches"]
    lines = [f"| {' | '.join(head)} |", "|---|" + "---:|" * (len(head) - 1)]
    for entry in in_order(entries):
        scores = [whole_score(entry, game) for game in (None, *games)]
        cells = [f"`{entry.bot}`", *map(told, scores), f"{entry.matches:,}"]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def references(entries: Sequence[Evaluation]) -> str:
    """The mean share against each reference, over all tables that were played."""
    lines = [
        f"| against | {' | '.join(f'`{reference}`' for reference in REFERENCES)} |",
        "|---|" + "---:|" * len(REFERENCES),
    ]
    for entry in in_order(entries):
        cells = [told(score([met for met in entry.tables if met.reference == reference])) for reference in REFERENCES]
        lines.append(f"| `{entry.bot}` | {' | '.join(cells)} |")
    return "\n".join(lines)


def told(found: Evaluation | Score | None) -> str:
    return "–" if found is None else f"{found.score:.1f} ({found.low:.1f} – {found.high:.1f})"


def weights(entries: Sequence[Evaluation]) -> str:
    """Which weights the references played with: results of others cannot be compared."""
    at = dict.fromkeys((met.game, met.players, met.weights) for entry in entries for met in entry.tables)
    return ", ".join(f"{game} for {players} `{digest}`" for game, players, digest in at)


def files() -> dict[Path, str]:
    entries, text = kept(), PAGE.read_text(encoding="utf-8")
    parts = {
        "definition": f"> {DEFINITION.en}",
        "board": board(entries),
        "references": references(entries),
        "weights": weights(entries),
    }
    for name, new in parts.items():
        text = generated.between(text, name, new)
    return {PAGE: text}


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--add"]:
        add([Path(word) for word in arguments[1:]])
        arguments = []
    return generated.run(files(), arguments, "make leaderboard")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
