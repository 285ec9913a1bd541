"""Writes the tables of docs/research.md and all of docs/environments.md from the code: python -m docs.make_research.

`--check` only compares. docs/environments.json keeps how long matches are, since that takes minutes to find out, and a
digest of every version: `--measure` makes it anew.
"""

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from statistics import fmean
from typing import Any

import jax
from docs import generated

import pasch
from pasch.bots.matches import play_match
from pasch.engine.draws import Below, chance
from pasch.engine.game import AnyGame, Chance, Decision, Over, Seat
from pasch.engine.match import Match
from pasch.engine.record import options_from_json
from pasch.env.rewards import AT_THE_END, reward_named, score_leads, win_shares
from pasch.games import GAMES, folder
from pasch.games.encoding import Field, legal_actions, number_of_actions
from pasch.games.parts import encoding_of, twin_of

DOCS = Path(__file__).parent
GUIDE, ENVIRONMENTS, KEPT = DOCS / "research.md", DOCS / "environments.md", DOCS / "environments.json"
LEARNED = DOCS / "learning.json"
HOME = Path(pasch.__file__).parent
REAL_GAMES = [game for game in GAMES.values() if folder(game).is_relative_to(HOME)]
TABLES = [(game, players) for game in REAL_GAMES for players in game.seats]
MATCHES = 100
"""How many are played to find out how long they are."""


# Matches


def begun(game: AnyGame, players: int, below: Below) -> Match:
    return Match(game, players, options_from_json(game, {"first": below(players)}))


def deciding(match: Match, below: Below) -> Iterator[Seat]:
    """The seats that have to decide, while chance falls; each must have played before the next is asked for."""
    while not isinstance(match.turn, Over):
        match match.turn:
            case Chance():
                match.draw(below)
            case Decision(seats=(seat, *_)):
                yield seat


# How many decisions a match takes


def _bots(level: str, game: AnyGame, players: int, seed: str) -> int:
    match, _ = play_match(game, [level] * players, seed)
    return sum(event.seat is not None for event in match.events)


def _any_action(game: AnyGame, players: int, seed: str) -> int:
    """All legal actions equally likely, up to the limit: what a policy does before it has learned anything."""
    below, limit = chance(seed), (encoding_of(game).LIMIT or 0) * players
    match, decisions = begun(game, players, below), 0
    for seat in deciding(match, below):
        moves = match.moves(seat)
        match.play(seat, moves[below(len(moves))])
        decisions += 1
        if decisions == limit:
            break
    return decisions


PLAYS: dict[str, Callable[[AnyGame, int, str], int]] = {
    "any action": _any_action,
    "random": partial(_bots, "random"),
    "greedy": partial(_bots, "greedy"),
}


def lengths(game: AnyGame, players: int, play: str, matches: int = MATCHES) -> list[int]:
    return [PLAYS[play](game, players, f"research/{index}") for index in range(matches)]


def label(game: AnyGame, players: int, play: str) -> str:
    return f"{game.id}, {players} players, {play}"


# What a version is


def digest(game: AnyGame) -> str:
    """Changes when an action, a field, a reward or, in these matches, a rule does: then results could, too."""
    encoding = encoding_of(game)
    said = [repr(([run[:2] for run in encoding.ACTIONS], encoding.PICKS, encoding.LIMIT))]
    for players in game.seats:
        fields = encoding.fields(players)
        said.append(repr([field[:4] for field in fields]))
        said += [repr(reward_named(name, fields)[1:4]) for name in AT_THE_END]
        said += [line for seed in range(3) for line in _told(game, players, f"digest/{seed}")]
    return sha256("\n".join(said).encode()).hexdigest()


def _told(game: AnyGame, players: int, seed: str) -> Iterator[str]:
    """A match in numbers. Every other action is the last of the legal ones: so all matches come to their end."""
    encoding, below = encoding_of(game), chance(seed)
    match = begun(game, players, below)
    for seat in deciding(match, below):
        view = game.view(match.state, seat)
        moves = legal_actions(encoding, view, seat, match.moves(seat))
        actions = sorted(moves)
        yield repr(([*map(int, encoding.observe(view, seat))], actions))
        match.play(seat, moves[actions[-1 if below(2) else below(len(actions))]])
    assert isinstance(match.turn, Over)
    yield repr((win_shares(match.turn.result), score_leads(match.turn.result)))


def changed() -> list[str]:
    """The environments that are no longer what they were under the same name."""
    known = kept()["digests"]
    return [name(game) for game in REAL_GAMES if name(game) in known and known[name(game)] != digest(game)]


# What is kept


def kept() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8"))
    return found


def measure() -> str:
    """A line for each version, and for each table and way to play, so that a change can be read."""
    digests = {**kept()["digests"], **{name(game): digest(game) for game in REAL_GAMES}}
    found = {label(game, players, play): lengths(game, players, play) for game, players in TABLES for play in PLAYS}
    return written(digests, found)


def written(digests: dict[str, str], found: dict[str, list[int]]) -> str:
    parts: dict[str, Mapping[str, object]] = {"digests": digests, "lengths": found}
    return "{" + ",".join(f"\n{json.dumps(title)}: {_lines(part)}" for title, part in parts.items()) + "\n}\n"


def _lines(part: Mapping[str, object]) -> str:
    return "{\n" + ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in part.items()) + "\n}"


# All environments at a glance


def summary() -> str:
    known = kept()["lengths"]
    head = ["environment", "players", "actions", "observation", "deciders", *PLAYS, "bytes"]
    return table(head, [_row(game, players, known) for game, players in TABLES])


def _row(game: AnyGame, players: int, known: dict[str, list[int]]) -> list[str]:
    encoding, twin = encoding_of(game), twin_of(game)
    state = jax.eval_shape(partial(twin.start, players), 0)
    cells = [
        players,
        number_of_actions(encoding),
        sum(field.size for field in encoding.fields(players)),
        len(jax.eval_shape(twin.deciders, state)),
        *(round(fmean(known[label(game, players, play)])) for play in PLAYS),
        sum(leaf.size * leaf.dtype.itemsize for leaf in jax.tree.leaves(state)),
    ]
    return [f"[{name(game)}](environments.md#{name(game)})", *map(str, cells)]


def name(game: AnyGame) -> str:
    return f"pasch-{game.id}-v{encoding_of(game).VERSION}"


def learning() -> str:
    """What was learned with each reward: the mean over the seeds, and the worst and the best of them."""
    found = json.loads(LEARNED.read_text(encoding="utf-8"))
    rows = []
    for game, reward in dict.fromkeys((one["game"], one["reward"]) for one in found):
        shares = [one for one in found if (one["game"], one["reward"]) == (game, reward)]
        told = [_spread([one[rival] for one in shares]) for rival in ("random", "greedy")]
        rows.append([game, f"`{reward}`", *told, str(len(shares))])
    return table(["game", "reward", "against random", "against greedy", "seeds"], rows)


def _spread(shares: Sequence[float]) -> str:
    return f"{fmean(shares):.2f} ({min(shares):.2f} – {max(shares):.2f})"


def guide(text: str) -> str:
    """The guide with its generated parts made anew."""
    return generated.between(generated.between(text, "environments", summary()), "learning", learning())


# Each with its actions and fields

PREFACE = """# The environments

Generated by `python -m docs.make_research`: do not edit. [How to use them](research.md).

*n* is the number of players. All seats are counted from the observer: 0 is the observer, 1 the next one clockwise. An
observation is all fields in this order, flattened, as int16; `pasch.env.named` gives them back by name and shape. Which
move an action is, in its state, is what `pasch.env` plays and what OpenSpiel's `action_to_string` says.
"""


def environments() -> str:
    return "\n".join([PREFACE, *map(_section, REAL_GAMES)])


def _section(game: AnyGame) -> str:
    encoding = encoding_of(game)
    rulebook = (folder(game) / "README.md").relative_to(generated.ROOT)
    ends = (
        "Matches end by themselves." if encoding.LIMIT is None else f"Truncated after {encoding.LIMIT} × *n* decisions."
    )
    return "\n".join(
        [
            f"## {name(game)}",
            "",
            f"[Rules](../{rulebook}). {game.seats[0]} to {game.seats[-1]} players. {ends}",
            "",
            table(["actions", "name", "meaning"], _actions(game)),
            "",
            table(["field", "shape", "from", "to", "meaning"], _fields(game)),
            "",
        ]
    )


def _actions(game: AnyGame) -> list[list[str]]:
    rows, start = [], 0
    for run in encoding_of(game).ACTIONS:
        numbers = f"{start}–{start + run.size - 1}" if run.size > 1 else str(start)
        rows.append([numbers, run.name, run.meaning])
        start += run.size
    return rows


def _fields(game: AnyGame) -> list[list[str]]:
    """Each field as it is for any number of players."""
    everywhere = zip(*map(encoding_of(game).fields, game.seats), strict=True)
    return [_field(game.seats, same) for same in everywhere]


def _field(seats: Sequence[int], same: Sequence[Field]) -> list[str]:
    sizes = zip(*(field.shape for field in same), strict=True)
    return [
        f"`{same[0].name}`",
        " × ".join(in_terms_of_n(seats, size) for size in sizes) or "1",
        in_terms_of_n(seats, [field.low for field in same]),
        in_terms_of_n(seats, [field.high for field in same]),
        same[0].meaning,
    ]


def in_terms_of_n(seats: Sequence[int], numbers: Sequence[int]) -> str:
    """A number that is known for every number of seats."""
    if len(set(numbers)) == 1:
        return str(numbers[0]).replace("-", "−")
    more = {number - players for players, number in zip(seats, numbers, strict=True)}
    if len(more) > 1:
        raise ValueError(f"neither the same for all numbers of players nor that number and some: {list(numbers)}")
    extra = more.pop()
    return "*n*" if not extra else f"*n* {'+' if extra > 0 else '−'} {abs(extra)}"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(cells) + " |" for cells in (head, *rows)]
    return "\n".join([lines[0], "|---" * len(head) + "|", *lines[1:]])


# The files


def files() -> dict[Path, str]:
    return {GUIDE: guide(GUIDE.read_text(encoding="utf-8")), ENVIRONMENTS: environments()}


def stale() -> list[Path]:
    return generated.stale(files())


def main(arguments: list[str]) -> int:
    if old := changed():
        print(f"{', '.join(old)}: results could differ from before. Raise VERSION in encode.py, then --measure.")
        return 1
    if "--measure" in arguments:
        KEPT.write_text(measure(), encoding="utf-8")
    return generated.run(files(), arguments, "python -m docs.make_research")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
