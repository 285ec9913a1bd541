"""A match as arrays: what all adapters share. No library for learning is used here."""

from collections.abc import Mapping
from copy import copy, deepcopy
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pasch.bots.matches import NOTHING_SPECIAL
from pasch.engine.game import ALL_SEATS, AnyGame, Chance, Decision, Over, Seat
from pasch.engine.match import Match
from pasch.engine.record import game_named, options_from_json
from pasch.env.rewards import Reward, reward_named
from pasch.games import GAMES
from pasch.games.encoding import Field, legal_actions, limit_for, number_of_actions
from pasch.games.parts import Encoding, encoding_of, text_of

Numbers = NDArray[np.int16]
Mask = NDArray[np.int8]
Seen = dict[str, NDArray[Any]]
"""What a seat is given: its `observation`, all fields in a row, and its `action_mask`."""


@dataclass(frozen=True)
class Setup:
    """What is played, by how many, and for what reward."""

    game: AnyGame
    encoding: Encoding
    players: int
    reward: Reward
    options: Mapping[str, Any]
    limit: int | None
    """After how many steps a match is truncated; None: never."""

    def __deepcopy__(self, memo: dict[int, Any]) -> "Setup":
        return self

    @property
    def name(self) -> str:
        return f"pasch-{self.game.id}-v{self.encoding.VERSION}"

    @property
    def seats(self) -> tuple[Seat, ...]:
        return ALL_SEATS[: self.players]

    @cached_property
    def actions(self) -> int:
        return number_of_actions(self.encoding)

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        return self.encoding.fields(self.players)

    @cached_property
    def info(self) -> dict[str, Any]:
        return {"encoding": self.encoding.VERSION}


def set_up(
    game_id: str, players: int | None, reward: str, limit: int | None, options: Mapping[str, Any], *, together: bool
) -> Setup:
    """The validated setup. `together`: whether the limit counts the steps of all seats or of a single one."""
    game = game_named(game_id, GAMES)
    players = game.seats[0] if players is None else players
    encoding = encoding_of(game)
    Match(game, players, options_from_json(game, options))
    limit = limit_for(encoding, players if together else 1, limit)
    return Setup(game, encoding, players, reward_named(reward, encoding.fields(players)), dict(options), limit)


class Playing:
    """One match with automatic chance events. What depends on the state is computed once per state."""

    def __init__(self, setup: Setup, seed: str, options: Mapping[str, Any] = NOTHING_SPECIAL) -> None:
        """Unknown options are ignored: the libraries pass some."""
        known = {name: value for name, value in options.items() if name in setup.game.options.__struct_fields__}
        # A method, not a closure such as `chance`: it can be copied, so that a copied match has dice of its own.
        self.below = Random(seed).randrange  # noqa: S311
        lot = {"first": self.below(setup.players)}
        self.setup = setup
        self.match = Match(setup.game, setup.players, options_from_json(setup.game, {**lot, **setup.options, **known}))
        self.steps = 0
        self._turn()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Playing":
        """States are immutable: only the record and the random generator have to be copied."""
        twin = copy(self)
        twin.match = copy(self.match)
        twin.below = deepcopy(self.below, memo)
        return twin

    def _turn(self) -> None:
        while isinstance(self.match.turn, Chance):
            self.match.draw(self.below)
        self._views: dict[Seat, Any] = {}
        self._moves: dict[Seat, dict[int, Any]] = {}
        self._observations: dict[Seat, Numbers] = {}

    # What is

    @property
    def deciding(self) -> tuple[Seat, ...]:
        return self.match.turn.seats if isinstance(self.match.turn, Decision) else ()

    @property
    def is_over(self) -> bool:
        return isinstance(self.match.turn, Over)

    @property
    def is_broken_off(self) -> bool:
        limit = self.setup.limit
        return limit is not None and self.steps >= limit and not self.is_over

    def rewards(self) -> list[float]:
        """Each seat's reward; nothing before the match is over."""
        turn = self.match.turn
        return self.setup.reward.of(turn.result) if isinstance(turn, Over) else [0.0] * self.setup.players

    # What a seat sees

    def view(self, seat: Seat) -> Any:
        if seat not in self._views:
            self._views[seat] = self.setup.game.view(self.match.state, seat)
        return self._views[seat]

    def moves(self, seat: Seat) -> dict[int, Any]:
        """The legal moves of a seat by their numbers."""
        if seat not in self._moves:
            self._moves[seat] = legal_actions(self.setup.encoding, self.view(seat), seat, self.match.moves(seat))
        return self._moves[seat]

    def mask(self, seat: Seat) -> Mask:
        mask = np.zeros(self.setup.actions, np.int8)
        mask[list(self.moves(seat))] = 1
        return mask

    def observation(self, seat: Seat) -> Numbers:
        if seat not in self._observations:
            observed = self.setup.encoding.observe(self.view(seat), seat)
            self._observations[seat] = np.array(observed, np.int16)
        return self._observations[seat].copy()

    def seen(self, seat: Seat, *, is_asked: bool = True) -> Seen:
        """What a seat is given; a seat that is not asked has nothing to choose from."""
        mask = self.mask(seat) if is_asked else np.zeros(self.setup.actions, np.int8)
        return {"observation": self.observation(seat), "action_mask": mask}

    def picture(self, seat: Seat | None) -> str:
        """The match in words, as a seat or a spectator sees it."""
        view = self.setup.game.view(self.match.state, seat)
        names = [agent_of(other) for other in self.setup.seats]
        return "\n".join(text_of(self.setup.game).lines(view, seat, names, "en"))

    # What a seat does

    def act(self, seat: Seat, action: int) -> bool:
        """Let a seat act; if the action is illegal, return False and change nothing."""
        move = self.moves(seat).get(int(action))
        if move is None:
            return False
        self.play(seat, move)
        return True

    def play(self, seat: Seat, move: Any) -> None:
        self.match.play(seat, move)
        self._turn()


class Seeds:
    """A new seed for every match, all from one."""

    def __init__(self) -> None:
        self._source = np.random.default_rng()

    def following(self, seed: int | None) -> str:
        if seed is not None:
            self._source = np.random.default_rng(seed)
        return seed_from(self._source)


def seed_from(source: np.random.Generator) -> str:
    return str(source.integers(2**63))


def agent_of(seat: int) -> str:
    return f"seat_{seat}"
