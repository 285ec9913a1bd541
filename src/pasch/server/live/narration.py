"""Scenes: an event as one seat may know it, the view right after it, and its sentences; and the story of a match."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from pasch.engine.game import Over, Seat
from pasch.engine.language import Lang, Text
from pasch.engine.match import Event
from pasch.engine.witness import still_concealed, witnessed
from pasch.games import GAMES
from pasch.games.address import addressed, marks, named
from pasch.games.narration import chosen
from pasch.games.parts import text_of
from pasch.server.live.changes import told_of
from pasch.server.live.messages import encode
from pasch.server.table.log import Entry
from pasch.server.table.steps import Change, Step, TakenBack
from pasch.server.table.table import Table

Tell = Callable[[Event, Any, Any, Sequence[str], Lang], list[str]]
"""A game's own way to tell an event, from the same onlooker's views before and after it."""
TELL: dict[str, Tell] = {code: text_of(game).tell for code, game in GAMES.items()}
LONGEST_STORY = 3000
"""The most events that a story contains; of a longer match, the last ones."""


def seen(step: Step, seat: Seat | None, table: Table) -> dict[str, Any]:
    """An event as one seat, or a spectator, may know it now."""
    event = witnessed(step, seat, table.concealed)
    if event is None:
        return {"n": step.n, "seat": step.event.seat, "type": "concealed"}
    who = {} if event.seat is None else {"seat": event.seat}
    return {"n": step.n, **who, **msgspec.to_builtins(event.what)}


class Views:
    """What the seats see of some states, each made once. Where all is open, everybody sees one and the same; where
    several seats see the same, a game may say it with the same view, and that is encoded once."""

    def __init__(self, table: Table) -> None:
        self._game = table.game
        self._made: dict[tuple[int, Seat | None], Any] = {}
        self._encoded: dict[int, msgspec.Raw] = {}

    def of(self, state: Any, seat: Seat | None) -> Any:
        key = id(state), None if self._game.is_open else seat
        view = self._made.get(key)
        if view is None:
            view = self._made[key] = self._game.view(state, seat)
        return view

    def encoded(self, state: Any, seat: Seat | None) -> msgspec.Raw:
        view = self.of(state, seat)
        encoded = self._encoded.get(id(view))
        if encoded is None:
            encoded = self._encoded[id(view)] = msgspec.Raw(encode(view))
        return encoded


class Scenes:
    """Shows what happened at a table, in one language."""

    def __init__(self, table: Table, views: Views, lang: Lang) -> None:
        self._table, self._views, self._lang = table, views, lang
        self._tell = TELL[table.setup.game]
        self.names = table.names(lang)
        self._marks = marks(len(self.names))

    def view(self, state: Any, seat: Seat | None) -> msgspec.Raw:
        return self._views.encoded(state, seat)

    def told(self, step: Step, seat: Seat | None) -> dict[str, Any]:
        """What is said of a step: the sentences, and the same said to this seat."""
        event = witnessed(step, seat, self._table.concealed)
        sentences = self._sentences(step, event, seat, self._marks)
        return {
            "told": [named(sentence, self.names) for sentence in sentences],
            "pieces": addressed(sentences, seat, self._lang),
        }

    def _sentences(self, step: Step, event: Event | None, seat: Seat | None, names: Sequence[str]) -> list[str]:
        """The game tells what it is shown; what is concealed from this seat, the game is not even shown."""
        if isinstance(step.event.what, Change):
            return [told_of(step.event.seat, step.event.what, names).to(self._lang)]
        if event is None or isinstance(event.what, TakenBack):
            return [self._of_a_choice(step.event, names)]
        before, after = self._views.of(step.before, seat), self._views.of(step.after, seat)
        return self._tell(event, before, after, names, self._lang)

    def _of_a_choice(self, event: Event, names: Sequence[str]) -> str:
        assert event.seat is not None
        who = names[event.seat]
        if isinstance(event.what, TakenBack):
            return Text(f"{who} nimmt den letzten Zug zurück.", f"{who} takes back the last move.").to(self._lang)
        return chosen(who).to(self._lang)


def story(code: str, secret: bytes, log: Iterable[Entry], eyes: Seat | None, lang: Lang, *, views: bool) -> bytes:
    """All scenes of a match, as a seat, or a spectator, may know them: a `Story` as JSON."""
    table = Table(code, secret)
    steps = [step for step in table.read(log) if not isinstance(step.event.what, TakenBack)]
    match, scenes = table.match, Scenes(table, Views(table), lang)
    told = {
        "version": table.version,
        "names": scenes.names,
        "scenes": [] if match is None else [*_told(table, scenes, steps[-LONGEST_STORY:], eyes, views)],
        "result": match.turn.result if match is not None and isinstance(match.turn, Over) else None,
    }
    return encode(told)


def _told(
    table: Table, scenes: Scenes, steps: Sequence[Step], seat: Seat | None, views: bool
) -> Iterator[dict[str, Any]]:
    start = steps[0].before if steps else table.playing.state
    view = {"view": scenes.view(start, seat)} if views else {}
    yield {"n": None, "seat": None, "event": None, **view, "told": [], "pieces": []}
    concealed: tuple[Step, ...] = ()
    for step in steps:
        event = witnessed(step, seat, table.concealed)
        is_beside = isinstance(step.event.what, Change)
        concealed = concealed if is_beside else still_concealed(concealed, step, table.game.turn(step.after))
        yield {
            "n": step.n,
            "seat": step.event.seat,
            "event": {"type": "concealed"} if event is None else msgspec.to_builtins(event.what),
            **({"view": scenes.view(step.after, seat)} if views else {}),
            **scenes.told(step, seat),
            **({"partial": True} if concealed and not is_beside else {}),
        }
