"""Exercises: the mistakes of somebody's reviewed matches to try again, and when each of them comes back.

A mistake is what a stored review says; what somebody answered is a log. The rest is computed from both.
"""

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from statistics import fmean
from typing import Any, NamedTuple

import msgspec

from pasch.coach.grades import grade, levels
from pasch.coach.practice import LOST, REMEMBERED, WAITS, Answer, standing, verdict
from pasch.coach.values import MarkName, Ungraded
from pasch.engine.game import AnyGame, Seat
from pasch.engine.match import check_move
from pasch.games import GAMES
from pasch.games.parts import text_of
from pasch.games.weights import is_learned
from pasch.server.clock import DAY, Clock
from pasch.server.live.bot_pool import BotPool
from pasch.server.live.desk import Desk
from pasch.server.live.messages import encode
from pasch.server.live.practice_info import (
    BookInfo,
    ExerciseInfo,
    GradedMatch,
    GradeInfo,
    PositionInfo,
    StandingInfo,
    TryInfo,
)
from pasch.server.live.review_info import NAMES, JudgementInfo, Spoken, candidate_info, spoken
from pasch.server.live.reviews import judge_of
from pasch.server.store.storage import Reviewed, Storage, Tried
from pasch.server.store.verdicts import WHOLE
from pasch.server.table import refusals as no
from pasch.server.table.log import DECODE_MOVE, Entry
from pasch.server.table.permissions import NO_SUCH_MOVE
from pasch.server.table.refusals import NotReviewed, understood
from pasch.server.table.seats import Person
from pasch.server.table.steps import BESIDE, Step
from pasch.server.table.table import Table

MOST_MATCHES = 100
"""How many of somebody's latest matches are gathered."""
MOST_KEPT = 5_000
"""How many matches a node remembers the mistakes of."""
LATEST = 6
"""How many matches are shown beside the grade that they give with those before them."""
MINUTE = 60.0

Answers = defaultdict[tuple[str, int], list[Answer]]
"""Of one person, by match and event."""


class Mistake(NamedTuple):
    """A decision of a person that lost much."""

    person: str
    n: int
    turn: int
    loss: float
    mark: MarkName | None
    asks: Spoken


class Known(NamedTuple):
    """What is kept of a reviewed match."""

    mistakes: list[Mistake]
    losses: dict[str, list[float]]
    """Of the counted decisions of each person who is graded by it."""


class Position(NamedTuple):
    """What a seat had to decide before an event of a match."""

    game: AnyGame
    step: Step
    turn: int
    """Which move of the match it was, from 1."""
    person: str | None
    """Who decided: nobody where chance or a bot did, or a guest."""

    @property
    def seat(self) -> Seat:
        assert self.step.event.seat is not None
        return self.step.event.seat

    @property
    def view(self) -> Any:
        return self.game.view(self.step.before, self.seat)

    @property
    def moves(self) -> tuple[Any, ...]:
        return tuple(self.game.legal_moves(self.step.before, self.seat))

    @property
    def asks(self) -> Spoken:
        return spoken(lambda lang: text_of(self.game).question(self.view, self.seat, NAMES, lang))


class Zone(NamedTuple):
    """Where somebody is: there a day begins so many minutes before it does in Greenwich."""

    east: int

    def day(self, at: float) -> int:
        return int((at + self.east * MINUTE) // DAY)


class Practice:
    def __init__(self, storage: Storage, desk: Desk, pool: BotPool, clock: Clock, seconds: float) -> None:
        self._storage, self._desk, self._pool, self._clock, self._seconds = storage, desk, pool, clock, seconds
        self._known: OrderedDict[tuple[str, str], Known] = OrderedDict()
        """By match and judge: this never changes."""
        self._left_out: set[str] = set()

    def leave_out(self, match: str) -> None:
        """It cannot be reviewed: it is not waited for any more."""
        self._left_out.add(match)

    def is_left_out(self, match: str) -> bool:
        return match in self._left_out

    # The book

    async def book(self, person: str, zone: Zone) -> tuple[BookInfo, list[str]]:
        """Somebody's exercises; and which of their matches have no review yet, the latest first."""
        now = self._clock()
        matches = await self._storage.reviewed(person, now - REMEMBERED * DAY, WHOLE, judges(), MOST_MATCHES)
        answers, today = await self._answers(person, zone), zone.day(now)
        exercises = [
            ExerciseInfo(
                table=match.id,
                n=one.n,
                turn=one.turn,
                game=match.game,
                at=match.touched,
                loss=one.loss,
                mark=one.mark,
                asks=one.asks,
                standing=_standing_info(answers[match.id, one.n], today),
            )
            for match in matches
            if (known := await self._known_of(match))
            for one in known.mistakes
            if one.person == person
        ]
        exercises.sort(key=lambda one: (max(0, one.standing.days or 0), -one.at, one.n))
        unread = [match.id for match in matches if match.judge is None and self._may_be_read(match)]
        return BookInfo(exercises=exercises, unread=len(unread)), unread

    def _may_be_read(self, match: Reviewed) -> bool:
        return not self.is_left_out(match.id) and is_learned(GAMES[match.game])

    async def _answers(self, person: str, zone: Zone) -> Answers:
        answers: Answers = defaultdict(list)
        for tried in await self._storage.tried(person):
            answers[tried.match, tried.event].append(Answer(zone.day(tried.at), tried.loss))
        return answers

    async def _known_of(self, match: Reviewed) -> Known | None:
        if match.judge is None:
            return None
        key = code, _ = match.id, match.judge
        if key not in self._known:
            body = await self._storage.review(code, WHOLE, match.judge)
            assert body is not None, "reviews are never deleted"
            log = await self._storage.entries(code)
            self._known[key] = await self._desk.write(lambda: known(code, match.secret, log, body))
            while len(self._known) > MOST_KEPT:
                self._known.popitem(last=False)
        return self._known[key]

    # How well somebody plays

    async def grade(self, person: str | None, game: AnyGame, players: int) -> GradeInfo:
        """By somebody's latest matches of a game with so many players, as far as they are reviewed and count."""
        judge = judge_of(game, players)
        found = await self._storage.reviewed(person, 0.0, WHOLE, (judge,), MOST_MATCHES) if person else []
        looked = [
            (match, known.losses.get(person or "", [])) for match in found if (known := await self._known_of(match))
        ]
        counted = [(match, losses) for match, losses in reversed(looked) if losses]
        return GradeInfo(
            grade=grade(game, players, [loss for _, losses in counted for loss in losses]),
            matches=len(counted),
            latest=[
                GradedMatch(table=match.id, at=match.touched, mean_loss=fmean(losses), decisions=len(losses))
                for match, losses in counted[-LATEST:]
            ],
            levels={level: one.mean_loss for level, one in levels(game).get(players, {}).items()},
        )

    # A page of it

    async def position(self, table: Table, n: int, person: str | None, zone: Zone) -> PositionInfo:
        judged, found = await self._judged(table, n), await self._position(table, n)
        moves, owner = found.moves, self._owner(table, judged, found)
        return PositionInfo(
            n=n,
            turn=found.turn,
            seat=found.seat,
            game=table.setup.game,
            at=table.touched,
            view=msgspec.to_builtins(found.view),
            moves=msgspec.to_builtins(moves),
            effects=[msgspec.to_builtins(found.game.effect(found.step.before, found.seat, move)) for move in moves],
            asks=found.asks,
            loss=judged.loss,
            mark=judged.mark,
            standing=await self._stand(table, n, person, zone) if person and person == owner else None,
        )

    async def tried(self, table: Table, n: int, person: str | None, zone: Zone, move: dict[str, Any]) -> TryInfo:
        """How a try is taken. It is stored where it is one of the person's own exercises, and due."""
        judged, found = await self._judged(table, n), await self._position(table, n)
        game, before, seat, moves = found.game, found.step.before, found.seat, found.moves
        meant = understood(DECODE_MOVE[game.id], encode(move), NO_SUCH_MOVE)
        check_move(game, before, found.step.turn, seat, meant, moves)
        try:
            async with asyncio.timeout(self._seconds):
                tried = await self._pool.judge(game.id, found.view, seat, moves, meant)
        except TimeoutError:
            raise no.TooMuch(1.0) from None
        taken, owner = verdict(tried.loss), self._owner(table, judged, found)
        why = None if tried.why is None else spoken(tried.why.to)
        return TryInfo(
            verdict=taken,
            loss=tried.loss,
            mark=tried.mark,
            tried=candidate_info(game, before, seat, tried.played),
            best=candidate_info(game, before, seat, tried.best),
            played=judged.played,
            why=judged.why if taken == "right" and judged.mark else why,
            standing=await self._stand(table, n, person, zone, tried.loss) if person and person == owner else None,
        )

    async def _judged(self, table: Table, n: int) -> JudgementInfo:
        body = await self._storage.review(table.id, WHOLE, judge_of(table.game, table.playing.players))
        if body is None:
            raise NotReviewed(no.NOT_LOOKED_THROUGH)
        steps = _decode_judged(body).steps
        judged = steps[n].judgement if n < len(steps) else None
        if judged is None:
            raise NotReviewed(no.NOTHING_TO_DECIDE)
        return judged

    async def _position(self, table: Table, n: int) -> Position:
        code, secret, log = table.id, table.secret, await self._storage.entries(table.id)
        return await self._desk.write(lambda: next(islice(positions(code, secret, log), n, None)))

    def _owner(self, table: Table, judged: JudgementInfo, found: Position) -> str | None:
        """The person whose exercise it is."""
        is_recent = self._clock() - table.touched <= REMEMBERED * DAY
        return found.person if judged.loss >= LOST and is_recent else None

    async def _stand(self, table: Table, n: int, person: str, zone: Zone, loss: float | None = None) -> StandingInfo:
        """How somebody stands with an exercise, after a try that lost so much."""
        now, log = self._clock(), (await self._answers(person, zone))[table.id, n]
        if loss is not None and standing(log).is_due(zone.day(now)):
            await self._storage.keep_tried(Tried(person, table.id, n, len(log), now, loss))
            log = (await self._answers(person, zone))[table.id, n]
        return _standing_info(log, zone.day(now))


@cache
def judges() -> tuple[str, ...]:
    """All that judge matches now, of any game and number of players."""
    return tuple(judge_of(game, players) for game in GAMES.values() if is_learned(game) for players in game.seats)


def _standing_info(answers: Sequence[Answer], today: int) -> StandingInfo:
    now = standing(answers)
    return StandingInfo(known=now.known, of=len(WAITS), days=None if now.due is None else max(0, now.due - today))


# Reading logs and reviews


class _Loss(msgspec.Struct):
    loss: float
    mark: MarkName | None
    counted: bool


class _LossOf(msgspec.Struct):
    judgement: _Loss | None


class _Counts(msgspec.Struct):
    ungraded: Ungraded | None


class _Losses(msgspec.Struct):
    """What is needed of a review: the rest of it is skipped."""

    steps: list[_LossOf]
    seats: list[_Counts]


class _JudgedOf(msgspec.Struct):
    judgement: JudgementInfo | None


class _Judged(msgspec.Struct):
    steps: list[_JudgedOf]


_decode_losses = msgspec.json.Decoder(_Losses).decode
_decode_judged = msgspec.json.Decoder(_Judged).decode


def positions(code: str, secret: bytes, log: Iterable[Entry]) -> Iterator[Position]:
    """Before each event of a match, whoever decided it."""
    table, turn = Table(code, secret), 0
    for step in table.read(log):
        if not isinstance(step.event.what, BESIDE):
            turn += step.event.seat is not None
            yield Position(table.game, step, turn, _person(table, step.event.seat))


def _person(table: Table, seat: Seat | None) -> str | None:
    sitter = None if seat is None or table.level(seat) is not None else table.chairs[seat].sitter
    return sitter.id if isinstance(sitter, Person) and not sitter.guest else None


def known(code: str, secret: bytes, log: Iterable[Entry], body: str) -> Known:
    """The mistakes that people made in a match, by its review, and what their decisions lost."""
    review, found = _decode_losses(body), Known([], defaultdict(list))
    for n, (step, at) in enumerate(zip(review.steps, positions(code, secret, log), strict=True)):
        if step.judgement is None or at.person is None:
            continue
        judged = step.judgement
        if judged.loss >= LOST:
            found.mistakes.append(Mistake(at.person, n, at.turn, judged.loss, judged.mark, at.asks))
        if judged.counted and review.seats[at.seat].ungraded is None:
            found.losses[at.person].append(judged.loss)
    return found
