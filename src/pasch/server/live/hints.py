"""Hints in a match: computed in the bots' processes from what a seat knows, written into the log, told to it alone."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

from pasch.coach.hinting import ASKS_FROM, Hint
from pasch.coach.values import Candidate
from pasch.engine.language import Lang
from pasch.engine.record import options_from_json
from pasch.games import GAMES
from pasch.games.address import Pieces, addressed, marks
from pasch.games.parts import text_of
from pasch.server.live.bot_pool import BotPool
from pasch.server.live.messages import HintedMove, HintInfo, Move, TakeHint, encode
from pasch.server.live.open_table import OpenTable
from pasch.server.live.open_tables import OpenTables
from pasch.server.settings import Settings
from pasch.server.store.storage import Storage
from pasch.server.table import hints, permissions
from pasch.server.table.hints import Choice
from pasch.server.table.refusals import HINT_LATE, NotAllowed, Unavailable
from pasch.server.table.seats import HintKind, Setup
from pasch.server.table.table import Table

WHAT_IT_BRINGS = " – "
"""Before it a move is named; behind it stands what it brings."""


class Hints:
    def __init__(self, pool: BotPool, tables: OpenTables, storage: Storage, settings: Settings) -> None:
        self._pool, self._tables, self._storage, self._settings = pool, tables, storage, settings

    async def is_tutored(self, person: str, setup: Setup) -> bool:
        """Whether somebody has played so few matches that the coach stands by, where it knows the game."""
        game = GAMES.get(setup.game)
        if game is None or not hints.has_hints(game, options_from_json(game, setup.options)):
            return False
        return await self._storage.matches_of(person) < self._settings.tutored

    async def take(self, opened: OpenTable, person: str | None, asked: TakeHint) -> bytes:
        """The hint that somebody wants; raise where they may not have it, or it comes too late."""
        table, kind = opened.table, asked.kind
        seat = permissions.check_mover(table, person, asked.seat)
        list(hints.take(table, seat, asked.version, kind))
        choice = hints.choice(table, seat, asked.version, msgspec.Raw(encode(asked.move)))
        teller = Teller(table, choice, asked.lang)
        found = await self._computed(table, choice)
        if found is None:
            raise NotAllowed(HINT_LATE)
        await self._tables.write(opened, lambda at, _: hints.take(at, seat, asked.version, kind), key=asked.id)
        return encode(teller.told(asked.id, kind, found, opened.table.given.counts[seat]))

    async def question(
        self, opened: OpenTable, person: str | None, asked: Move, count: Callable[[], None]
    ) -> bytes | None:
        """What is said of a move that loses much, before it is played. None: it is played, or refused, as any other."""
        table, seat, version = opened.table, asked.seat, asked.version
        if asked.ask is None or not hints.is_asked_back(table, person, seat, version, asked.id):
            return None
        try:
            choice = hints.choice(table, seat, version, asked.move)
        except NotAllowed:
            return None
        if choice.meant is None:
            return None
        count()
        teller = Teller(table, choice, asked.ask)
        found = await self._computed(table, choice)
        if found is None or found.loss < ASKS_FROM:
            return None
        await self._tables.write(opened, lambda at, _: hints.ask_back(at, choice.seat, version), key=asked.id)
        return encode(teller.told(asked.id, "question", found, opened.table.given.counts[seat]))

    async def _computed(self, table: Table, choice: Choice) -> Hint | None:
        """What the coach says; None where that takes too long."""
        try:
            async with asyncio.timeout(self._settings.hint_seconds):
                return await self._pool.hint(table.setup.game, choice.view, choice.seat, choice.moves, choice.meant)
        except (TimeoutError, Unavailable):
            return None


class Teller:
    """Puts a hint into words, by the state in which it was asked for."""

    def __init__(self, table: Table, choice: Choice, lang: Lang) -> None:
        self._game, self._id, self._choice, self._lang = table.game, table.id, choice, lang
        self._text, self._names, self._state = text_of(table.game), marks(table.playing.players), table.playing.state

    def told(self, key: str, kind: HintKind, found: Hint, number: int) -> HintInfo:
        shown = found.candidates if kind != "tip" else found.candidates[found.best : found.best + 1]
        is_ranked = kind == "rank"
        said: dict[str, Any] = {"id": key, "table": self._id, "seat": self._choice.seat, "kind": kind, "number": number}
        if kind == "question":
            assert found.meant is not None
            return HintInfo(**said, meant=self._move(found.meant))
        if is_ranked and found.meant is not None:
            said["meant"] = self._move(found.meant, chance=found.meant.chance, mark=found.mark)
        if kind == "three":
            return HintInfo(**said, moves=[self._move(one) for one in shown])
        return HintInfo(
            **said,
            moves=[self._move(one, chance=one.chance if is_ranked else None) for one in shown],
            best=found.best if is_ranked else 0,
            why=self._why(found),
        )

    def _move(self, one: Candidate, **more: Any) -> HintedMove:
        name, _ = self._described(one)
        return HintedMove(move=msgspec.to_builtins(one.move), says=self._pieces(name), **more)

    def _why(self, found: Hint) -> Pieces:
        """The coach's reason, or else what the move brings."""
        _, brings = self._described(found.candidates[found.best])
        reason = found.why.to(self._lang) if found.why else f"{brings}." if brings else ""
        return self._pieces(reason) if reason else []

    def _described(self, one: Candidate) -> tuple[str, str]:
        seat, view = self._choice.seat, self._choice.view
        effect = self._game.effect(self._state, seat, one.move)
        name, _, brings = self._text.describe(one.move, effect, view, self._names, self._lang).partition(WHAT_IT_BRINGS)
        return name, brings

    def _pieces(self, sentence: str) -> Pieces:
        return addressed([sentence[:1].upper() + sentence[1:]], self._choice.seat, self._lang)[0]
