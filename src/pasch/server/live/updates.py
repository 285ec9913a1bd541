"""Updates: for each kind of reader, how the match stands and what happened, encoded once."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from pasch.engine.errors import PaschError
from pasch.engine.fair import seal
from pasch.engine.game import Over, Seat
from pasch.engine.language import Lang
from pasch.server import metrics
from pasch.server.live.messages import AgainInfo, ClockInfo, DiceInfo, RefusedInfo, TableInfo, Update, encode
from pasch.server.live.narration import Scenes, Views, seen
from pasch.server.table.refusals import TooMuch
from pasch.server.table.steps import Step
from pasch.server.table.table import Table

MOST_SCENES = 60
"""How much of what somebody missed is shown step by step."""

Reader = tuple[Seat, ...]
"""A kind of reader: the seats whose eyes it has; none for a spectator."""


class Extras(NamedTuple):
    """What a reader asks for besides: what moves would bring; scenes, in which language; who is here."""

    effects: bool = False
    scenes: Lang | None = None
    people: bool = False


NO_EXTRAS = Extras()


def table_info(table: Table, person: str | None) -> TableInfo:
    return TableInfo(
        id=table.id,
        version=table.version,
        stage=table.stage,
        setup=table.setup,
        chairs=table.chair_infos(),
        seal=seal(table.secret),
        host=list(table.seats_of(table.host)),
        hosting=person is not None and person == table.host,
        yours=list(table.seats_of(person)),
        closed=table.closed,
        next=table.next,
        again=_again_info(table, person),
        dice=_dice_info(table),
    )


def _again_info(table: Table, person: str | None) -> AgainInfo | None:
    seats = [int(seat) for who, joins in table.again.items() if joins for seat in table.seats_of(who)]
    return AgainInfo(seats=seats, yours=table.again.get(person or "")) if seats else None


def _dice_info(table: Table) -> DiceInfo | None:
    if (mixing := table.mixing) is None:
        return None
    return DiceInfo(terms=table.terms, frozen=mixing.is_frozen, seats=mixing.added())


def clocks(table: Table, now: float) -> list[ClockInfo] | None:
    left = table.time_left(now)
    return None if left is None else [ClockInfo(move=move, match=match) for move, match in left]


def refusal(error: PaschError, lang: Lang, *, key: str | None = None, table: str | None = None) -> RefusedInfo:
    """A refusal in the client's language; it is counted."""
    metrics.REFUSALS.labels(metrics.kind(error.rule)).inc()
    wait = error.wait if isinstance(error, TooMuch) else None
    return RefusedInfo(rule=error.rule, reason=error.reason.to(lang), id=key, table=table, wait=wait)


class Updates:
    """One moment of a table, for its readers; what two readers share is made once.

    `steps` are what happened since a version, and before it what was concealed then: that makes no scenes again.
    """

    def __init__(self, table: Table, steps: Sequence[Step], now: float, since: int = 0) -> None:
        self._table = table
        self._steps = steps
        self._since = since
        self._clocks = clocks(table, now)
        self._news: dict[tuple[Seat | None, Extras], msgspec.Raw] = {}
        self._views = Views(table)
        self._scenes: dict[Lang, Scenes] = {}
        self._encoded: dict[tuple[Reader, Extras], bytes] = {}

    def for_reader(
        self, reader: Reader, extras: Extras, *, info: TableInfo | None = None, ack: str | None = None
    ) -> bytes:
        if info is not None or ack is not None:
            return self._encode(reader, extras, info, ack)
        if (reader, extras) not in self._encoded:
            self._encoded[reader, extras] = self._encode(reader, extras, None, None)
        return self._encoded[reader, extras]

    def _encode(self, reader: Reader, extras: Extras, info: TableInfo | None, ack: str | None) -> bytes:
        table = self._table
        turn = None if table.match is None else table.match.turn
        return encode(
            Update(
                table=table.id,
                version=table.version,
                waiting=list(table.waiting),
                rule="" if turn is None else turn.rule,
                seats=[] if turn is None else [self._seat_news(seat, extras) for seat in reader or (None,)],
                info=info,
                clocks=self._clocks,
                result=turn.result if isinstance(turn, Over) else None,
                ack=ack,
            )
        )

    def _seat_news(self, seat: Seat | None, extras: Extras) -> msgspec.Raw:
        if (seat, extras) not in self._news:
            self._news[seat, extras] = self._make_news(seat, extras)
        return self._news[seat, extras]

    def _make_news(self, seat: Seat | None, extras: Extras) -> msgspec.Raw:
        table, match = self._table, self._table.playing
        is_asked = seat is not None and seat in table.waiting and table.level(seat) is None
        moves = list(match.moves(seat)) if seat is not None and is_asked else []
        news: dict[str, Any] = {
            "seat": seat,
            "events": [seen(step, seat, table) for step in self._steps],
            "view": self._view(seat),
            "moves": moves,
        }
        if extras.effects and seat is not None:
            news["effects"] = [match.game.effect(match.state, seat, move) for move in moves]
        if seat is not None and table.can_undo(seat):
            news["undo"] = True
        if extras.scenes is not None:
            news["scenes"] = self._new_scenes(seat, extras.scenes)
        return msgspec.Raw(encode(news))

    def _view(self, seat: Seat | None) -> msgspec.Raw:
        return self._views.encoded(self._table.playing.state, seat)

    def _new_scenes(self, seat: Seat | None, lang: Lang) -> list[dict[str, Any]]:
        scenes = self._scenes.get(lang)
        if scenes is None:
            scenes = self._scenes[lang] = Scenes(self._table, self._views, lang)
        new = [step for step in self._steps if step.n >= self._since]
        return [
            {"n": step.n, "view": scenes.view(step.after, seat), **scenes.told(step, seat)}
            for step in new[-MOST_SCENES:]
        ]
