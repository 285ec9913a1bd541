"""A match as arrays: what all adapters share. No library for learning is used here."""

from collections.abc import Callable, Mapping
from copy import copy, deepcopy
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from pasch.bots.matches import NOTHING_SPECIAL
from pasch.engine.draws import chance
from pasch.engine.errors import Malformed
from pasch.engine.game import ALL_SEATS, AnyGame, Chance, Decision, Over, Seat
from pasch.engine.match import Match
from pasch.engine.record import game_named, options_from_json
from pasch.env.forms import Form, form_named
from pasch.env.pixels import pixels
from pasch.env.rewards import Reward, leads, reward_named
from pasch.games import GAMES, drawing, folder
from pasch.games.encoding import Field, limit_for, mask_of, number_of_actions
from pasch.games.parts import Encoding, encoding_of, text_of

Numbers = NDArray[np.int16]
Mask = NDArray[np.int8]
INT8 = np.dtype(np.int8)
IDLE = ("empty", "noop")
RENDER_MODES = (None, "ansi", "human", "rgb_array")


@dataclass(frozen=True)
class Wish:
    """What somebody wants to play, as it was asked for: a setup is made from it, here or in another process."""

    game_id: str
    players: int | None
    reward: str
    limit: int | None
    options: Mapping[str, Any]
    observation: str = "fields"
    idle: str = "empty"
    together: bool = True
    """Whether the limit counts the steps of all seats or of a single one."""


@dataclass(frozen=True)
class Setup:
    """What is played, by how many, and for what reward."""

    wish: Wish
    game: AnyGame
    encoding: Encoding
    players: int
    reward: Reward
    limit: int | None
    """After how many steps a match is truncated; None: never."""
    form: Form

    def __deepcopy__(self, memo: dict[int, Any]) -> "Setup":
        return self

    def __reduce__(self) -> "tuple[Callable[[Wish], Setup], tuple[Wish]]":
        return set_up, (self.wish,)

    @property
    def name(self) -> str:
        return name_of(self.game)

    @cached_property
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

    @cached_property
    def idle_mask(self) -> bytes:
        """Of a seat that has nothing to decide: empty, or with one action that does nothing."""
        return mask_of([0] if self.wish.idle == "noop" else [], self.actions)


def set_up(wish: Wish) -> Setup:
    game = game_named(wish.game_id, GAMES)
    players = game.seats[0] if wish.players is None else wish.players
    encoding = encoding_of(game)
    Match(game, players, options_from_json(game, wish.options))
    fields = encoding.fields(players)
    if wish.idle not in IDLE:
        raise Malformed(
            f"Wer nichts zu entscheiden hat, hat eine Maske {' oder '.join(IDLE)}, nicht {wish.idle!r:.40}.",
            f"Who has nothing to decide has a mask {' or '.join(IDLE)}, not {wish.idle!r:.40}.",
        )
    return Setup(
        wish,
        game,
        encoding,
        players,
        reward_named(wish.reward, fields),
        limit_for(encoding, players if wish.together else 1, wish.limit),
        form_named(wish.observation, fields),
    )


def checked_mode(render_mode: str | None) -> str | None:
    if render_mode == "rgb_array" and find_spec("PIL") is None:
        raise ModuleNotFoundError("Pillow is needed for pictures in pixels: pip install 'pasch[pictures]'", name="PIL")
    if render_mode in RENDER_MODES:
        return render_mode
    known = ", ".join(filter(None, RENDER_MODES))
    raise Malformed(
        f"Den render_mode {render_mode!r:.40} gibt es nicht, nur: {known}.",
        f"There is no render_mode {render_mode!r:.40}, only: {known}.",
    )


def single(action: Any) -> int:
    """An action as a number; a sentence for who gives an array of them, or a fraction."""
    try:
        return index(action)
    except TypeError:
        shape = np.shape(action)
        given = f"an array of shape {shape}: take action.item() of it" if shape else repr(action)
        raise ValueError(f"An action is one whole number, not {given}.") from None


def name_of(game: AnyGame) -> str:
    return f"pasch-{game.id}-v{encoding_of(game).VERSION}"


def games_for_learning() -> list[AnyGame]:
    return [game for game in GAMES.values() if (folder(game) / "learning" / "encode.py").exists()]


class Playing:
    """One match with automatic chance events. What a seat may do is computed once per state, and when asked for."""

    def __init__(self, setup: Setup, seed: str, options: Mapping[str, Any] = NOTHING_SPECIAL) -> None:
        """Unknown options are ignored: the libraries pass some."""
        known = {name: value for name, value in options.items() if name in setup.game.options.__struct_fields__}
        self.below = chance(seed)
        lot = {"first": self.below(setup.players)}
        self.setup = setup
        self.match = Match(
            setup.game, setup.players, options_from_json(setup.game, {**lot, **setup.wish.options, **known})
        )
        self.steps = 0
        self._turn()
        self._stood = self._standing()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Playing":
        """States are immutable: only the record and the random generator have to be copied."""
        twin = object.__new__(Playing)
        twin.__dict__.update(self.__dict__)
        twin.match = copy(self.match)
        twin.below = deepcopy(self.below, memo)
        return twin

    def _turn(self) -> None:
        match = self.match
        while isinstance(turn := match.turn, Chance):
            match.draw(self.below)
        self.deciding: tuple[Seat, ...] = turn.seats if isinstance(turn, Decision) else ()
        self.is_over = not self.deciding
        self._masks: dict[Seat, bytes] = {}

    def __getstate__(self) -> dict[str, Any]:
        """What happened, and the random generator; all else follows from them and is computed again."""
        match = self.match
        return {
            "setup": self.setup,
            "below": self.below,
            "steps": self.steps,
            "options": match.options,
            "events": match.events,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.setup, self.below, self.steps = state["setup"], state["below"], state["steps"]
        self.match = Match(self.setup.game, self.setup.players, state["options"])
        for event in state["events"]:
            self.match.apply(event)
        self._turn()
        self._stood = self._standing()

    # What is

    @property
    def is_broken_off(self) -> bool:
        limit = self.setup.limit
        return limit is not None and self.steps >= limit and not self.is_over

    def rewards(self) -> list[float]:
        """Each seat's reward, to be asked for once in every step."""
        reward, turn = self.setup.reward, self.match.turn
        if reward.each_step:
            before, self._stood = self._stood, self._standing()
            return [now - then for now, then in zip(self._stood, before, strict=True)]
        return reward.of(turn.result) if isinstance(turn, Over) else [0.0] * self.setup.players

    def _standing(self) -> list[float]:
        """Each seat's lead, where steps are rewarded by it."""
        setup = self.setup
        return leads(setup.encoding.scores(self.match.state)) if setup.reward.each_step else []

    # What a seat sees

    def view(self, seat: Seat) -> Any:
        return self.setup.game.view(self.match.state, seat)

    def _mask(self, seat: Seat) -> bytes:
        found = self._masks.get(seat)
        if found is None:
            match = self.match
            found = self._masks[seat] = self.setup.encoding.mask(match.state, seat, match.moves(seat))
        return found

    def mask(self, seat: Seat) -> Mask:
        return np.frombuffer(bytearray(self._mask(seat)), INT8)

    def idle_mask(self) -> Mask:
        return np.frombuffer(bytearray(self.setup.idle_mask), INT8)

    def asked_mask(self, seat: Seat) -> Mask:
        """What a seat may do now, which may be nothing."""
        mask = self._mask(seat) if seat in self.deciding else self.setup.idle_mask
        return np.frombuffer(bytearray(mask), INT8)

    def observation(self, seat: Seat) -> Numbers:
        """A new array, which is the caller's."""
        return self.setup.encoding.observe(self.match.state, seat)

    def seen(self, seat: Seat, mask: Mask | None = None) -> Any:
        """What a seat is given, with the mask of what it may do now."""
        return self.setup.form.seen(self.observation(seat), self.asked_mask(seat) if mask is None else mask)

    def picture(self, seat: Seat | None) -> str:
        """The match in words, as a seat or a spectator sees it."""
        view = self.setup.game.view(self.match.state, seat)
        return "\n".join(text_of(self.setup.game).lines(view, seat, self._names, "en"))

    def rendered(self, mode: str | None, seat: Seat | None) -> Any:
        """What `render` returns in each mode: words, pixels, or nothing where it shows the picture in the terminal."""
        if mode == "ansi":
            return self.picture(seat)
        if mode == "rgb_array":
            return pixels(self._drawn(seat))
        if mode == "human":
            Console().print(self._drawn(seat))
        return None

    def svg(self, seat: Seat | None) -> str:
        return drawing.svg(self.setup.game, self.match.state, seat, self._names)

    def _drawn(self, seat: Seat | None) -> Any:
        return drawing.picture(self.setup.game, self.match.state, seat, self._names)

    @property
    def _names(self) -> list[str]:
        return [agent_of(other) for other in self.setup.seats]

    # What a seat does

    def act(self, seat: Seat, action: Any) -> bool:
        """Let a seat act; if the action is illegal, return False and change nothing."""
        number, mask, match = single(action), self._mask(seat), self.match
        if not (0 <= number < len(mask) and mask[number]):
            return False
        match.play_legal(seat, self.setup.encoding.move(match.state, seat, number))
        self._turn()
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
