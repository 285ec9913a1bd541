"""A data set of matches: one file for each table, what is in them as JSON, and a data card.

A file that is there with the same settings is not made again, so that a set can be made piece by piece.
"""

import gzip
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from shlex import quote

import msgspec

from pasch.bots.levels import LADDER, MEASURES
from pasch.bots.simulate import simulate
from pasch.engine.game import AnyGame, Result
from pasch.engine.record import Record, decode
from pasch.games.parts import encoding_of
from pasch.games.weights import digest, is_learned

CONTENTS, CARD = "contents.json", "README.md"
GAMES = 10_000
HEAD = "| file | matches | decisions | chance events | first seat wins | bytes | SHA-256 |"


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """One file: all matches of one table."""

    file: str
    game: str
    players: int
    encoding: int
    """The version of the game as an environment."""
    bot: str
    weights: str | None
    """Which weights played, as the beginning of their hash; None where the game or the bot has none."""
    seed: str
    matches: int
    decisions: int
    chances: int
    first_wins: float
    """The share of the wins of the seat that began."""
    bytes: int
    sha256: str

    @property
    def settings(self) -> tuple[object, ...]:
        return self.game, self.players, self.encoding, self.bot, self.weights, self.seed, self.matches


class Contents(msgspec.Struct, frozen=True):
    parts: list[Part]


class Count:
    """What is counted of the matches of a file while they are written."""

    def __init__(self) -> None:
        self.matches = self.decisions = self.chances = 0
        self.first_wins = 0.0

    def add(self, record: Record) -> None:
        assert isinstance(record.result, Result)
        decisions = sum("seat" in event for event in record.events)
        self.matches += 1
        self.decisions += decisions
        self.chances += len(record.events) - decisions
        self.first_wins += record.result.share(record.options["first"])


def make(
    folder: Path,
    tables: Iterable[tuple[AnyGame, int]],
    bot: str,
    matches: int,
    seed: str,
    jobs: int = 1,
    advance: Callable[[int], None] = lambda _: None,
) -> list[Part]:
    """Write the files that are missing, one after the other, and after each what there is now."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = {part.file: part for part in contents(folder)}
    wanted = []
    for game, players in tables:
        name = f"{game.id}-{players}.jsonl.gz"
        old = parts.get(name)
        settings = (game.id, players, encoding_of(game).VERSION, bot, _weights(game, players, bot), seed, matches)
        if old is None or old.settings != settings or not _is_whole(folder, old):
            parts[name] = _write(folder / name, game, players, bot, matches, seed, jobs, advance)
        else:
            advance(matches)
        wanted.append(parts[name])
        keep(folder, list(parts.values()))
    return wanted


def contents(folder: Path) -> list[Part]:
    file = folder / CONTENTS
    return msgspec.json.decode(file.read_bytes(), type=Contents).parts if file.exists() else []


def keep(folder: Path, parts: Sequence[Part]) -> None:
    said = msgspec.json.format(msgspec.json.encode(Contents(list(parts))), indent=1)
    (folder / CONTENTS).write_bytes(said + b"\n")
    (folder / CARD).write_text(card(parts), encoding="utf-8")


def _weights(game: AnyGame, players: int, bot: str) -> str | None:
    return digest(game, players) if is_learned(game) and bot not in MEASURES else None


def _is_whole(folder: Path, part: Part) -> bool:
    file = folder / part.file
    return file.exists() and _hash(file) == part.sha256


def _hash(file: Path) -> str:
    with file.open("rb") as opened:
        found = sha256()
        while piece := opened.read(1 << 20):
            found.update(piece)
    return found.hexdigest()


def _write(
    file: Path,
    game: AnyGame,
    players: int,
    bot: str,
    matches: int,
    seed: str,
    jobs: int,
    advance: Callable[[int], None],
) -> Part:
    """The same bytes for the same settings: nothing in it tells the time. On another processor a network's sums may be
    rounded otherwise, and very seldom tip a move."""
    count, unfinished = Count(), file.with_suffix(".unfinished")
    with unfinished.open("wb") as opened, gzip.GzipFile("", "wb", fileobj=opened, mtime=0) as packed:
        for number, lines in simulate(game, [bot] * players, matches, f"{seed}/{players}", jobs):
            for line in lines.splitlines():
                count.add(decode(line))
            packed.write(lines)
            advance(number)
    unfinished.replace(file)
    return Part(
        file=file.name,
        game=game.id,
        players=players,
        encoding=encoding_of(game).VERSION,
        bot=bot,
        weights=_weights(game, players, bot),
        seed=seed,
        matches=count.matches,
        decisions=count.decisions,
        chances=count.chances,
        first_wins=count.first_wins / count.matches,
        bytes=file.stat().st_size,
        sha256=_hash(file),
    )


def card(parts: Sequence[Part]) -> str:
    rows = [_row(part) for part in parts]
    bots = ", ".join(f"`{bot}`" for bot in dict.fromkeys(part.bot for part in parts))
    names = ", ".join(dict.fromkeys(f"`pasch-{part.game}-v{part.encoding}`" for part in parts))
    weights = ", ".join(f"{part.game} for {part.players}: `{part.weights}`" for part in parts if part.weights)
    ways = ", ".join(dict.fromkeys(_command(part) for part in parts))
    limits = SAME_MOVES if any(part.bot == LADDER[-1] for part in parts) else ""
    total = sum(part.matches for part in parts)
    table = "\n".join([HEAD, "|---|" + "---:|" * 5 + "---|", *rows])
    return TEMPLATE.format(
        table=table, bots=bots, names=names, weights=weights or "none", ways=ways, limits=limits, total=f"{total:,}"
    )


def _command(part: Part) -> str:
    """What makes this file and those like it."""
    return f"`pasch dataset FOLDER --bot {part.bot} --matches {part.matches} --seed {quote(part.seed)}`"


def _row(part: Part) -> str:
    cells = [
        part.file,
        f"{part.matches:,}",
        f"{part.decisions:,}",
        f"{part.chances:,}",
        f"{part.first_wins:.1%}",
        f"{part.bytes:,}",
        f"`{part.sha256}`",
    ]
    return f"| {' | '.join(cells)} |"


SAME_MOVES = """`strong` takes the move with the best value and hardly ever explores: positions that only weak play
leads to are missing, and where it errs, it errs alike in all matches. """

TEMPLATE = """---
license: mit
task_categories:
  - reinforcement-learning
tags:
  - games
  - imperfect-information
  - self-play
---

# Matches of Pasch

{total} whole matches, every seat played by the bot {bots}. The environments are {names}.

{table}

## What is in it
Each line of a file, unpacked, is one match as JSON: `game`, `players`, `options` (with the seat that began), `events`
in order, and the `result` with scores and places. An event with `seat` is a decision, one without is chance. All hidden
cards are in it, since the draws are. `pasch.engine.record.replay` plays a match again, so that views, legal moves,
observations and masks can be computed at each event; `gzip -dc FILE | pasch verify -` checks all of them by the rules.

## How it was made
By {ways}; the dice come from a pseudorandom generator. The same release gives the same bytes
on the same kind of machine; on another one, rounding very seldom tips a move, and that match goes on otherwise.
The seat that begins is drawn by lot. Weights of the bots, as the beginning of their hashes: {weights}.

## What it is good for, and what not
For imitation, offline learning, value functions and statistics of these games as bots play them. No person played here,
and nothing in it is about people. {limits}The matches of a file have dice of their own and are
independent of each other.

## Licence
MIT, as Pasch itself. Please cite it by its `CITATION.cff`, with the hashes above.
"""
