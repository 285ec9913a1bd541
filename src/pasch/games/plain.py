"""A game in plain sentences: one that has no `text` of its own can be served and played all the same."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from pasch.engine.errors import Malformed
from pasch.engine.game import AnyGame, Over, Seat
from pasch.engine.language import Lang, Text
from pasch.engine.match import Event
from pasch.games.words import POINTS

if TYPE_CHECKING:
    from rich.console import RenderableType


class PlainText:
    """The part `GameText`, made of nothing but the names that the game's types have in a record."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def picture(self, view: Any, seat: Seat | None, names: Sequence[str], lang: Lang) -> "RenderableType":
        return "\n".join(self.lines(view, seat, names, lang))

    def lines(self, view: Any, seat: Seat | None, names: Sequence[str], lang: Lang) -> list[str]:  # noqa: ARG002 the protocol's
        return [f"{name}: {_value(value)}" for name, value in msgspec.to_builtins(view).items()]

    def question(self, view: Any, seat: Seat, names: Sequence[str], lang: Lang) -> str:  # noqa: ARG002 the protocol's
        return Text(f"{names[seat]}, was tust du?", f"{names[seat]}, what do you do?").to(lang)

    def examples(self, view: Any, seat: Seat, lang: Lang) -> list[tuple[str, str]]:
        first = self._game.legal_moves(self._game.imagine(view, lambda _: 0), seat)[0]
        return [(self.write(first, view, seat), Text("zum Beispiel", "for example").to(lang))]

    def write(self, move: Any, view: Any, seat: Seat) -> str:  # noqa: ARG002 the protocol's
        return _words(move)

    def read(self, words: str, view: Any, seat: Seat, moves: Sequence[Any]) -> Any:
        said = {self.write(move, view, seat).casefold(): move for move in moves}
        try:
            return said[" ".join(words.split()).casefold()]
        except KeyError:
            raise Malformed(
                "Das ist keiner der Züge, die jetzt gehen.", "That is none of the moves there are now."
            ) from None

    def describe(self, move: Any, effect: msgspec.Struct, view: Any, names: Sequence[str], lang: Lang) -> str:  # noqa: ARG002 the protocol's
        return _words(effect)

    def tell(self, event: Event, before: Any, after: Any, names: Sequence[str], lang: Lang) -> list[str]:  # noqa: ARG002 the protocol's
        what = _words(event.what)
        if event.seat is None:
            return [Text(f"Es fällt: {what}.", f"Chance falls: {what}.").to(lang)]
        return [Text(f"{names[event.seat]} spielt: {what}.", f"{names[event.seat]} plays: {what}.").to(lang)]

    def reckoning(self, view: Any, seat: Seat, lang: Lang) -> str:
        turn = self._game.turn(self._game.imagine(view, lambda _: 0))
        score = turn.result.scores[seat] if isinstance(turn, Over) else 0
        return POINTS.count(score).to(lang)


def _words(what: msgspec.Struct) -> str:
    """The type of a move, an outcome or an effect, and then its fields."""
    written: Mapping[str, Any] = msgspec.to_builtins(what)
    fields = [f"{name} {_value(value)}" for name, value in written.items() if name != "type"]
    kind = str(written.get("type", ""))
    return " ".join(part for part in (kind, ", ".join(fields)) if part)


def _value(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, Mapping):
        return " ".join(f"{name} {_value(one)}" for name, one in value.items())
    if isinstance(value, list | tuple):
        return " ".join(map(_value, value)) or "–"
    return str(value).lower() if isinstance(value, bool) else str(value)
