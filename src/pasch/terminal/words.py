"""What the terminal asks of a game: the functions of its `text.py`."""

from collections.abc import Sequence
from typing import Any, Protocol, cast

import msgspec
from rich.console import RenderableType

from pasch.engine.game import AnyGame, Seat
from pasch.engine.language import Lang
from pasch.engine.record import Event
from pasch.games import part


class GameText(Protocol):
    """A game in words and pictures. `names` are the seats' names; `seat` is who looks, None for a spectator."""

    def picture(self, view: Any, seat: Seat | None, names: Sequence[str], lang: Lang) -> RenderableType:
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


def text_of(game: AnyGame) -> GameText:
    return cast("GameText", part(game, "text"))
