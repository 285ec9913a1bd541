"""The parts of a game beside its rules: the protocol that each fulfils, and how to get at it.

| part                   | protocol       | who needs it                          | a game can do without |
|------------------------|----------------|---------------------------------------|-----------------------|
| `text/` (or `text.py`) | `GameText`     | terminal, the log of a table, lessons | yes: `plain.py`       |
| `text/page.py`         |                | the page: constants it shows          | yes                   |
| `text/lesson.py`       | `Lesson`       | the page: the lesson                  | yes                   |
| `text/reasons.py`      | `Reasons`      | the coach: why a move is better       | yes                   |
| `facts.py`             | `Facts`        | the server: statistics, records       | yes                   |
| `learning/greedy.py`   | `Greedy`       | bots                                  |                       |
| `learning/encode.py`   | `Encoding`     | environments, twin, networks          | yes                   |
| `learning/twin.py`     | `Twin`         | batches of matches in JAX             | yes                   |
| `learning/value.py`    | `ValueNetwork` | bots that learn                       | yes                   |
| `learning/learn.py`    | `Learner`      | training                              | yes                   |
| `learning/strong.py`   | `Strong`       | the bot `strong`, luck, levels, coach | yes                   |

Parts are modules, found by name and imported on demand: playing in a terminal needs no JAX.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from pasch.engine.draws import Below
from pasch.engine.game import AnyGame, Seat
from pasch.engine.language import Lang, Text
from pasch.engine.match import Event
from pasch.games.plain import PlainText

if TYPE_CHECKING:
    import jax
    import numpy as np
    from numpy.typing import NDArray
    from rich.console import RenderableType

    from pasch.games.bits import Number
    from pasch.games.encoding import Actions, Field
    from pasch.games.lessons import Lesson
    from pasch.games.network import Shapes, Weights
    from pasch.games.twin import Guidance, Standing

# Words and pictures


class GameText(Protocol):
    """A game in words and pictures. `names` are the seats' names; `seat` is who looks, None for a spectator."""

    def picture(self, view: Any, seat: Seat | None, names: Sequence[str], lang: Lang) -> "RenderableType":
        """The table as a coloured picture, at most 100 columns wide."""

    def lines(self, view: Any, seat: Seat | None, names: Sequence[str], lang: Lang) -> list[str]:
        """The table in plain sentences, for pipes and screen readers: no colours, no drawings."""

    def question(self, view: Any, seat: Seat, names: Sequence[str], lang: Lang) -> str:
        """What this seat is asked now, in a few words."""

    def examples(self, view: Any, seat: Seat, lang: Lang) -> list[tuple[str, str]]:
        """What can be typed now: pairs of an example and what it does."""

    def write(self, move: Any, view: Any, seat: Seat) -> str:
        """The short words that mean this move."""

    def read(self, words: str, view: Any, seat: Seat, moves: Sequence[Any]) -> Any:
        """The move that these words mean, legal or not; raise `Malformed` where they mean none."""

    def describe(self, move: Any, effect: msgspec.Struct, view: Any, names: Sequence[str], lang: Lang) -> str:
        """A legal move and what it brings, in one line."""

    def tell(self, event: Event, before: Any, after: Any, names: Sequence[str], lang: Lang) -> list[str]:
        """What happened, in sentences: the event as the onlooker saw it, and what followed from it by the rules.

        `before` and `after` are the same onlooker's views.
        """

    def reckoning(self, view: Any, seat: Seat, lang: Lang) -> str:
        """How a seat stands at the end: its score with the unit, and what it is made of or decided by."""


class Reasons(Protocol):
    """Why one move is better than another, as one sees it at the table."""

    def why(self, view: Any, seat: Seat, better: Any, other: Any) -> Text | None:
        """One sentence: what one gains, then what stays open. Without blame; None where nothing is to be said."""


# Numbers that people keep


class Facts(Protocol):
    """What is worth knowing of a match years later, beside scores and places."""

    def facts(self, state: Any, seat: Seat) -> dict[str, int]:
        """Of a seat when the match is over, each with a short English name."""

    def progress(self, state: Any) -> float:
        """How much of the match is behind, from 0 to 1."""


# Bots


class Greedy(Protocol):
    """What a game tells bots that have not learned it."""

    def willing(self, moves: Sequence[Any]) -> Sequence[Any]:
        """The moves among which a player without a plan chooses: those that bring the match nearer its end."""

    def worth(self, view: Any, seat: Seat, moves: Sequence[Any]) -> Sequence[float]:
        """How good each move looks at first sight; the greedy bot takes the best."""


class Strong(Protocol):
    """How the strong bot uses the network of a game."""

    LEVEL_NOISE: tuple[tuple[float, float], ...]
    """Blunder rate and temperature of each level below the best, the weakest first."""

    def players(self, view: Any) -> int:
        """How many sit at the table."""

    def move_values(
        self, weights: "Weights", view: Any, seat: Seat, moves: Sequence[Any], below: Below
    ) -> Sequence[float]:
        """For each move the seat's chance to win after it."""

    def judged_values(
        self, weights: "Weights", view: Any, seat: Seat, moves: Sequence[Any], below: Below
    ) -> Sequence[float]:
        """The same for the coach: of every move, those too that the bot never makes."""

    def knows(self, options: Any) -> bool:
        """Whether the network has learned matches with these options."""

    def state_values(self, weights: "Weights", before: Any, states: Sequence[Any]) -> "NDArray[np.float64]":
        """Each seat's chance to win, in rows, for states of which none is over: those that chance may lead to."""


# Numbers for learning


class Encoding(Protocol):
    """A game's actions as numbers, and its views as named fields of small integers.

    For a view, the state itself may be given: the numbers are the same. It has what a view is made of, and making one
    takes longer than all the rest.
    What is written with one `VERSION` can be read with it alone.
    """

    VERSION: int
    """Changes whenever an action's or a field's meaning, place or range does."""
    ACTIONS: "tuple[Actions, ...]"
    """All actions, run after run, from 0."""
    PICKS: tuple[Any, ...]
    """All that a single pick of chance can be: faces of a die, cards."""
    LIMIT: int | None
    """After how many decisions per seat, on average, learning truncates a match; None: it always ends."""

    def action(self, view: Any, seat: Seat, move: Any) -> int:
        """The number of a move that this seat may make."""

    def mask(self, view: Any, seat: Seat, moves: Sequence[Any]) -> bytes:
        """For each action a 1 if it is among these moves of the seat, else a 0."""

    def move(self, view: Any, seat: Seat, action: int) -> Any:
        """The move that a number stands for; raise ValueError where it stands for none."""

    def fields(self, players: int) -> "tuple[Field, ...]":
        """What an observation consists of."""

    def observe(self, view: Any, seat: Seat) -> "NDArray[np.int16]":
        """The observation of a seat: the numbers of all fields in a row, in a new array."""

    def scores(self, state: Any) -> Sequence[int]:
        """Each seat's score, should the match end now."""


class Twin(Protocol):
    """The JAX twin of a game, for one match; `vmap` makes it many. The number of players is fixed by the state's shape.

    It states the rules a second time, on numbers that JAX can put into arrays, and is proven equal to them
    (`pasch.batch.agreement`). A *decider* is somebody who may have to decide: the seat on turn, or, where seats choose
    at once, every seat.
    """

    def start(self, players: int, first: "Number | int", options: Any = None) -> Any:
        """The state before the first event."""

    def turn(self, state: Any) -> "Number":
        """CHANCE, DECISION or OVER."""

    def deciders(self, state: Any) -> "tuple[Number, ...]":
        """The seats that may have to decide; how many they are never changes."""

    def mask(self, state: Any) -> "tuple[tuple[Number, ...], ...]":
        """For each decider the actions that are legal, as the bits of words; none where it has nothing to decide."""

    def play(self, state: Any, actions: "tuple[Number, ...]") -> Any:
        """Every decider acts; `NO_ACTION` for one that does not."""

    def draw(self, key: "jax.Array", state: Any) -> Any:
        """How chance falls at random. Nothing else here is given a key."""

    def settle(self, state: Any, outcome: Any) -> Any:
        """How chance fell."""

    def observe(self, state: Any, seat: "Number | int") -> "jax.Array":
        """The observation of a seat: the numbers of `encode.fields` in a row, as int16."""

    def standing(self, state: Any) -> "Standing":
        """How the seats stand, or have ended."""

    def options(self, options: Any, players: int) -> Any:
        """What `start` needs to know of the options of a match, as numbers."""

    def written(self, outcome: Any) -> Any:
        """An outcome of the engine as one of the twin."""

    def read(self, state: Any, outcome: Any) -> Any:
        """An outcome of the twin, for a state that waits for it, as one of the engine."""


class HidingTwin(Twin, Protocol):
    """The twin of a game in which not all is open."""

    def seen_by(self, state: Any, seat: "Number | int") -> Any:
        """The state without what a seat does not see: states that it cannot tell apart become the same one."""

    def observe_seen(self, seen: Any, seat: "Number | int") -> "jax.Array":
        """The observation of the state that `seen_by` was given."""


class ValueNetwork(Protocol):
    """The value network of a game, for any number of players. `xp` is `numpy` or `jax.numpy`."""

    def shapes(self, players: int) -> "Shapes":
        """The weights that it needs."""

    def logits(self, xp: Any, weights: "Weights", observation: Any, players: int) -> Any:
        """A logit for each place, and last an estimate of the seat's score."""


class Learner(Protocol):
    """How a game is learned: how to choose by the network, in the twin of one match."""

    AFTER_CHANCE: bool
    """Whether the network evaluates states after a chance event, or before it (afterstates)."""
    LAMBDA: float
    """λ of TD(λ): 0 learns from the network's own value of the next state alone (bootstrapping), 1 from the result
    alone (Monte Carlo)."""
    HEURISTIC_PART: float
    """For which part of a training, at its beginning, the heuristic is the policy: where the network knows nothing
    yet, matches may be so pointless that it learns nothing."""
    EXPLORATION: float
    """How often, at the beginning of a training, an action is taken that the network would not choose."""
    TRUNCATE_AFTER: int | None
    """After how many decisions for each seat a match is truncated, if ever. The target is then half
    the current standing and half a loss for all seats, so that the network learns to finish matches."""

    def is_evaluated(self, state: Any) -> "Number":
        """Whether this is a state that the network evaluates."""

    def decide(self, weights: "Weights", state: Any, key: "jax.Array", guidance: "Guidance") -> "tuple[Number, ...]":
        """The policy: what every decider does."""

    def redealt(self, state: Any, seat: "Number", key: "jax.Array") -> Any:
        """The state with all that a seat does not see dealt anew at random."""


# Getting at them


def _part(name: str) -> Callable[[AnyGame], Any]:
    return lambda game: import_module(f"pasch.games.{game.id}.{name}")


_own_text: Callable[[AnyGame], GameText] = _part("text")
greedy_of: Callable[[AnyGame], Greedy] = _part("learning.greedy")
encoding_of: Callable[[AnyGame], Encoding] = _part("learning.encode")
twin_of: Callable[[AnyGame], Twin] = _part("learning.twin")
hiding_twin_of: Callable[[AnyGame], HidingTwin] = _part("learning.twin")
value_of: Callable[[AnyGame], ValueNetwork] = _part("learning.value")
learner_of: Callable[[AnyGame], Learner] = _part("learning.learn")
strong_of: Callable[[AnyGame], Strong] = _part("learning.strong")


def text_of(game: AnyGame) -> GameText:
    """The game's own words and pictures; plain sentences where it has none."""
    return _own_text(game) if _has(game, "text") else PlainText(game)


def lesson_of(game: AnyGame) -> "Lesson | None":
    found: Lesson | None = _part("text.lesson")(game).LESSON if _has(game, "text.lesson") else None
    return found


def reasons_of(game: AnyGame) -> Reasons | None:
    found: Reasons | None = _part("text.reasons")(game) if _has(game, "text.reasons") else None
    return found


def facts_of(game: AnyGame) -> Facts | None:
    found: Facts | None = _part("facts")(game) if _has(game, "facts") else None
    return found


def page_of(game: AnyGame) -> ModuleType | None:
    """The constants that the page shows of a game without asking; None where there are none."""
    found: ModuleType | None = _part("text.page")(game) if _has(game, "text.page") else None
    return found


def _has(game: AnyGame, name: str) -> bool:
    try:
        return find_spec(f"pasch.games.{game.id}.{name}") is not None
    except ModuleNotFoundError:
        return False
