"""What readers are told: for each kind of reader, how the match stands and what happened, encoded once."""

from collections.abc import Sequence
from typing import Any

import msgspec

from pasch.engine.errors import PaschError
from pasch.engine.fair import seal
from pasch.engine.game import Chance, Over, Seat
from pasch.engine.language import Lang
from pasch.server import metrics
from pasch.server.messages import ChairInfo, ClockInfo, RefusedInfo, TableInfo, Update, encode
from pasch.server.model import Bot, Chair, Live, NoClock, Open, Person
from pasch.server.refusals import TooMuch
from pasch.server.table import Step, Table

Reader = tuple[Seat, ...]
"""A kind of reader: the seats whose eyes it has; none for a spectator."""


def chair_info(chair: Chair) -> ChairInfo:
    match chair.sitter:
        case Open():
            return ChairInfo(kind="open", colour=chair.colour)
        case Bot(level, name):
            return ChairInfo(kind="bot", colour=chair.colour, level=level, name=name)
        case Person() as person:
            return ChairInfo(
                kind="person",
                colour=chair.colour,
                name=person.name,
                guest=person.guest,
                away=person.away,
                lost=person.lost,
                words=chair.words,
            )


def table_info(table: Table, person: str | None) -> TableInfo:
    return TableInfo(
        id=table.id,
        stage=table.stage,
        setup=table.setup,
        chairs=[chair_info(chair) for chair in table.chairs],
        seal=seal(table.secret),
        host=list(table.seats_of(table.host)),
        hosting=person is not None and person == table.host,
        yours=list(table.seats_of(person)),
        next=table.next,
    )


def clocks(table: Table, now: float) -> list[ClockInfo] | None:
    """What is left of each seat's time."""
    if table.match is None or isinstance(table.setup.pace, NoClock):
        return None
    bank = isinstance(table.setup.pace, Live) and table.setup.pace.match is not None
    shown = []
    for seat in range(table.match.players):
        end = table.deadline(seat) if seat in table.waiting else None
        running = now - table.since_at[seat] if end is not None else 0.0
        left = round(max(0.0, table.banks[seat] - running), 1) if bank else None
        shown.append(ClockInfo(move=None if end is None else round(max(0.0, end - now), 1), match=left))
    return shown


def refusal(error: PaschError, lang: Lang, *, key: str | None = None, table: str | None = None) -> RefusedInfo:
    """A refusal in the client's language; it is counted."""
    metrics.REFUSALS.labels(metrics.kind(error.rule)).inc()
    wait = error.wait if isinstance(error, TooMuch) else None
    return RefusedInfo(rule=error.rule, reason=error.reason.to(lang), id=key, table=table, wait=wait)


class Teller:
    """Tells one moment of a table to its readers; what two readers share is made once."""

    def __init__(self, table: Table, steps: Sequence[Step], now: float) -> None:
        self._table = table
        self._steps = steps
        self._clocks = clocks(table, now)
        self._news: dict[tuple[Seat | None, bool], msgspec.Raw] = {}
        self._views: dict[Seat | None, bytes] = {}
        self._told: dict[tuple[Reader, bool], bytes] = {}

    def update(self, reader: Reader, effects: bool, *, info: TableInfo | None = None, ack: str | None = None) -> bytes:
        if info is None and ack is None:
            told = self._told.get((reader, effects))
            if told is None:
                told = self._told[reader, effects] = self._encode(reader, effects, None, None)
            return told
        return self._encode(reader, effects, info, ack)

    def _encode(self, reader: Reader, effects: bool, info: TableInfo | None, ack: str | None) -> bytes:
        table = self._table
        turn = None if table.match is None else table.match.turn
        return encode(
            Update(
                table=table.id,
                version=table.version,
                waiting=list(table.waiting),
                rule="" if turn is None else turn.rule,
                seats=[] if turn is None else [self._seat_news(seat, effects) for seat in reader or (None,)],
                info=info,
                clocks=self._clocks,
                result=turn.result if isinstance(turn, Over) else None,
                ack=ack,
            )
        )

    def _seat_news(self, seat: Seat | None, effects: bool) -> msgspec.Raw:
        news = self._news.get((seat, effects))
        if news is None:
            news = self._news[seat, effects] = self._make_news(seat, effects)
        return news

    def _make_news(self, seat: Seat | None, effects: bool) -> msgspec.Raw:
        table, match = self._table, self._table.playing
        is_asked = seat is not None and seat in table.waiting and table.level(seat) is None
        moves = list(match.moves(seat)) if seat is not None and is_asked else []
        news: dict[str, Any] = {
            "seat": seat,
            "events": [seen(step, seat, table) for step in self._steps],
            "view": self._view(seat),
            "moves": moves,
        }
        if effects and seat is not None:
            news["effects"] = [match.game.effect(match.state, seat, move) for move in moves]
        if seat is not None and table.can_undo(seat):
            news["undo"] = True
        return msgspec.Raw(encode(news))

    def _view(self, seat: Seat | None) -> msgspec.Raw:
        """Where all is open, everybody's view is one and the same."""
        game, state = self._table.game, self._table.playing.state
        whose = None if game.is_open else seat
        view = self._views.get(whose)
        if view is None:
            view = self._views[whose] = encode(game.view(state, whose))
        return msgspec.Raw(view)


def seen(step: Step, seat: Seat | None, table: Table) -> dict[str, Any]:
    """An event as one seat, or a spectator, may know it now."""
    n, turn, event = step
    if event.seat is None:
        assert isinstance(turn, Chance)
        return {"n": n, **msgspec.to_builtins(turn.seen_by(seat, event.what))}
    if event.seat != seat and any(n == hidden.n for hidden in table.concealed):
        return {"n": n, "seat": event.seat, "type": "concealed"}
    return {"n": n, "seat": event.seat, **msgspec.to_builtins(event.what)}
