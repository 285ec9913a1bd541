"""Hints at a table: where the coach can give any, who may take which, and what is asked back before it is played."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from pasch.engine.errors import Malformed
from pasch.engine.game import ALL_SEATS, AnyGame, Seat
from pasch.games.parts import strong_of
from pasch.games.weights import is_learned
from pasch.server.table import refusals as no
from pasch.server.table.given import Kinds
from pasch.server.table.log import DECODE_MOVE, Hinted, What
from pasch.server.table.refusals import NotAllowed, Stale
from pasch.server.table.seats import HintKind, Setup
from pasch.server.table.table import Table


class Choice(NamedTuple):
    """What a hint is about: all that its seat knows, what it may do, and what it means to do."""

    seat: Seat
    view: Any
    moves: tuple[Any, ...]
    meant: Any | None


def has_hints(game: AnyGame, options: Any) -> bool:
    """Whether the coach knows such matches."""
    return is_learned(game) and strong_of(game).knows(options)


def check_hints(game: AnyGame, options: Any) -> None:
    if not has_hints(game, options):
        raise Malformed(
            f"Für {game.title.de} gibt es so keine Tipps: Der Trainer hat es nicht gelernt.",
            f"There are no hints for {game.title.en} like this: the coach has not learned it.",
        )


def allowed(setup: Setup, given: Kinds) -> set[HintKind]:
    """The kinds of hints that can be taken, after those about the same decision. A question is not taken, it comes; and
    only who was asked is shown more."""
    kinds: dict[str, set[HintKind]] = {"three": {"three"}, "rank": {"three", "rank"}}
    of_table = {"three", "rank"} if setup.hints == "ask" and "question" in given else kinds.get(setup.hints, set())
    return {*of_table, *({"tip"} if setup.tutor else set())}


def _given(table: Table, seat: int) -> Kinds:
    """The hints about the current decision of a seat."""
    return table.given.about(seat, table.asked[seat])


def choice(table: Table, seat: int, version: int, raw: msgspec.Raw | None) -> Choice:
    """The decision of a seat, for whoever may see what it sees: see `permissions.check_mover`."""
    if not table.is_fresh(seat, version):
        raise Stale
    mover, match = ALL_SEATS[seat], table.playing
    moves = tuple(match.moves(mover))
    if len(moves) < 2:
        raise NotAllowed(no.NO_CHOICE)
    return Choice(mover, table.game.view(match.state, mover), moves, _meant(table, moves, raw))


def _meant(table: Table, moves: tuple[Any, ...], raw: msgspec.Raw | None) -> Any | None:
    """One of the moves; None where it is none of them."""
    try:
        move = None if raw is None else DECODE_MOVE[table.setup.game](bytes(raw))
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    return move if move in moves else None


def take(table: Table, seat: Seat, version: int, kind: HintKind) -> Iterator[What]:
    """A hint about the decision of a seat at this version; another of the same kind about it is the same hint."""
    if not table.is_fresh(seat, version):
        raise Stale
    given = _given(table, seat)
    if kind not in allowed(table.setup, given):
        raise NotAllowed(no.NO_HINTS)
    if kind not in given:
        yield Hinted(seat, kind)


def is_asked_back(table: Table, person: str | None, seat: int, version: int, key: str) -> bool:
    """Whether a move is judged before it is played: once for each decision, or again where the answer was lost."""
    if table.setup.hints != "ask" or not table.is_seat_of(seat, person) or table.level(seat) is not None:
        return False
    given = _given(table, seat)
    return table.is_fresh(seat, version) and ("question" not in given or given["question"] == key)


def ask_back(table: Table, seat: Seat, version: int) -> Iterator[What]:
    if not table.is_fresh(seat, version):
        raise Stale
    if "question" not in _given(table, seat):
        yield Hinted(seat, "question")
