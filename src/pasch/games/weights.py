"""Trained weights: the files that a game carries in its folder, and their metadata."""

from collections.abc import Mapping
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from pasch.engine.errors import Malformed
from pasch.engine.game import AnyGame
from pasch.games import folder
from pasch.games.parts import encoding_of


class Point(msgspec.Struct, frozen=True):
    """A point of the learning curve."""

    seconds: float
    matches: int
    cross_entropy: float = msgspec.field(name="surprise")
    """Of the places; called by its old name in the files."""
    share: float | None = None
    """The win share of one seat against the old weights in all others."""
    error: float = 0.0
    """Half the width of its 95 % interval."""


class About(msgspec.Struct, frozen=True):
    """Metadata of weights: how they were trained."""

    game: str
    players: int
    encoding: int
    seed: int
    size: int
    """How many matches were played at once."""
    steps: int
    """How many steps of them in each update."""
    rounds: int
    """How many updates there were."""
    matches: int
    seconds: float
    device: str
    against: str
    """What the shares of the curve were won against."""
    release: str
    curve: list[Point] = []
    before: int = 0
    """How many matches the weights had learned from that this training began with; 0: it began at random."""


Arrays = dict[str, NDArray[np.float32]]


class Trained(msgspec.Struct, frozen=True):
    weights: Arrays
    about: About


def write(file: Path, arrays: Mapping[str, Any], about: About) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    said = np.frombuffer(msgspec.json.encode(about), np.uint8)
    unfinished = file.with_suffix(".unfinished.npz")
    np.savez_compressed(unfinished, about=said, **arrays)
    unfinished.replace(file)


def read(file: Path) -> Trained:
    try:
        with np.load(file, allow_pickle=False) as arrays:
            weights = {name: arrays[name] for name in arrays.files}
        about = msgspec.json.decode(weights.pop("about").tobytes(), type=About)
    except (OSError, ValueError, KeyError, msgspec.MsgspecError) as error:
        raise Malformed(
            f"{file} enthält keine gelernten Gewichte: {error}", f"{file} holds no learned weights: {error}"
        ) from error
    return Trained(weights, about)


@lru_cache(64)
def fitting(file: Path, game: AnyGame, players: int) -> Trained:
    """The weights of a file that must be for this game and number of players."""
    trained = read(file)
    wanted, found = (game.id, players, encoding_of(game).VERSION), trained.about
    if wanted != (found.game, found.players, found.encoding):
        of, want = (
            f"{name} v{version}, {seats}"
            for name, seats, version in ((found.game, found.players, found.encoding), wanted)
        )
        raise Malformed(
            f"{file} ist für {of} Spieler, nicht für {want}.", f"{file} is for {of} players, not for {want}."
        )
    return trained


def shipped(game: AnyGame, players: int) -> Path:
    """Where the weights of a game lie."""
    return folder(game) / "learning" / "weights" / f"{players}.npz"


def digest(game: AnyGame, players: int) -> str:
    """Which weights these are: the beginning of the hash of their file."""
    return sha256(shipped(game, players).read_bytes()).hexdigest()[:8]


def trained(game: AnyGame, players: int) -> Trained:
    return fitting(shipped(game, players), game, players)


@cache
def is_learned(game: AnyGame) -> bool:
    """Whether a game comes with weights for every number of players."""
    return all(shipped(game, players).exists() for players in game.seats)
