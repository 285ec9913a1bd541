"""What readers are told: for each kind of reader, how the match stands and what happened, encoded once."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from pasch.engine.errors import PaschError
from pasch.engine.fair import seal
from pasch.engine.game import Over, Seat
from pasch.engine.language import Lang
from pasch.server import metrics
from pasch.server.live.messages import ChairInfo, ClockInfo, RefusedInfo, TableInfo, Update, encode
from pasch.server.live.narration import Scenes, Views, seen
from pasch.server.table.model import Bot, Chair, Live, NoClock, Open, Person
from pasch.server.table.refusals import TooMuch
from pasch.server.table.table import Step, Table

MOST_SCENES = 60
"""How much of what somebody missed is shown step by step."""

Reader = tuple[Seat, ...]
"""A kind of reader: the seats whose eyes it has; none for a spectator."""


class Wish(NamedTuple):
    """What a reader wants to be told besides: what moves would bring; scenes, in which language."""

    effects: bool = False
    tell: Lang | None = None


NOTHING = Wish()


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
    """Tells one moment of a table to its readers; what two readers share is made once.

    `steps` are what happened since a version, and before it what was concealed then: that makes no scenes again.
    """

    def __init__(self, table: Table, steps: Sequence[Step], now: float, since: int = 0) -> None:
        self._table = table
        self._steps = steps
        self._since = since
        self._clocks = clocks(table, now)
        self._news: dict[tuple[Seat | None, Wish], msgspec.Raw] = {}
        self._views = Views(table)
        self._scenes: dict[Lang, Scenes] = {}
        self._told: dict[tuple[Reader, Wish], bytes] = {}

    def update(self, reader: Reader, wish: Wish, *, info: TableInfo | None = None, ack: str | None = None) -> bytes:
        if info is None and ack is None:
            told = self._told.get((reader, wish))
            if told is None:
                told = self._told[reader, wish] = self._encode(reader, wish, None, None)
            return told
        return self._encode(reader, wish, info, ack)

    def _encode(self, reader: Reader, wish: Wish, info: TableInfo | None, ack: str | None) -> bytes:
        table = self._table
        turn = None if table.match is None else table.match.turn
        return encode(
            Update(
                table=table.id,
                version=table.version,
                waiting=list(table.waiting),
                rule="" if turn is None else turn.rule,
                seats=[] if turn is None else [self._seat_news(seat, wish) for seat in reader or (None,)],
                info=info,
                clocks=self._clocks,
                result=turn.result if isinstance(turn, Over) else None,
                ack=ack,
            )
        )

    def _seat_news(self, seat: Seat | None, wish: Wish) -> msgspec.Raw:
        news = self._news.get((seat, wish))
        if news is None:
            news = self._news[seat, wish] = self._make_news(seat, wish)
        return news

    def _make_news(self, seat: Seat | None, wish: Wish) -> msgspec.Raw:
        table, match = self._table, self._table.playing
        is_asked = seat is not None and seat in table.waiting and table.level(seat) is None
        moves = list(match.moves(seat)) if seat is not None and is_asked else []
        news: dict[str, Any] = {
            "seat": seat,
            "events": [seen(step, seat, table) for step in self._steps],
            "view": self._view(seat),
            "moves": moves,
        }
        if wish.effects and seat is not None:
            news["effects"] = [match.game.effect(match.state, seat, move) for move in moves]
        if seat is not None and table.can_undo(seat):
            news["undo"] = True
        if wish.tell is not None:
            news["scenes"] = self._shown(seat, wish.tell)
        return msgspec.Raw(encode(news))

    def _view(self, seat: Seat | None) -> msgspec.Raw:
        return self._views.encoded(self._table.playing.state, seat)

    def _shown(self, seat: Seat | None, lang: Lang) -> list[dict[str, Any]]:
        """What is new, as scenes."""
        scenes = self._scenes.get(lang)
        if scenes is None:
            scenes = self._scenes[lang] = Scenes(self._table, self._views, lang)
        new = [step for step in self._steps if step.n >= self._since]
        return [
            {"n": step.n, "view": scenes.view(step.after, seat), "told": scenes.told(step, seat)}
            for step in new[-MOST_SCENES:]
        ]
