"""A review as it is told to clients: the coach's values, with every move and every reason in words."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from pasch.coach import Candidate, Exact, Grade, Judgement, Parts, Review, SeatReview, Step, confirm, review
from pasch.coach.reviewing import SoFar
from pasch.coach.values import POINT, MarkName, Ungraded
from pasch.engine.errors import Malformed
from pasch.engine.game import ALL_SEATS, AnyGame, Seat
from pasch.engine.language import LANGS, Lang, Text
from pasch.engine.match import Match
from pasch.engine.record import Record, begin, event_from_json
from pasch.games import GAMES
from pasch.games.address import addressed, marks
from pasch.games.parts import text_of
from pasch.server.store.trouble import reading
from pasch.server.table.log import Stored, entries_in
from pasch.server.table.records import record_of

WORTH_CHECKING = 5 * POINT
MOST_PLAYED_ON = 500
POINTS_APART = 10
"""How often both moves are played on between two points of the way."""
STEPS_APART = 8
"""How many events of a match are looked at between two times that somebody is told."""
NOTHING_TO_CHECK = Text(
    "Hier gibt es nichts zu prüfen: Geprüft werden Züge, die mindestens 5 Punkte gekostet haben.",
    "There is nothing to check here: checked are moves that lost at least 5 points.",
)
WHAT_IT_BRINGS = " – "
"""Before it a move is named; behind it stands what it brings, which the coach says better."""
NAMES = marks(len(ALL_SEATS))
"""What the seats are called in sentences, before they are `spoken`."""


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """What the server tells of a review."""


class Spoken(Told, frozen=True):
    """A sentence in both languages: text, and the numbers of seats where their names belong."""

    de: list[str | int]
    en: list[str | int]


class BalanceInfo(Told, frozen=True):
    exact: Parts
    """In shares of the win."""
    points: Parts
    """In whole points that add up."""
    says: Spoken
    """Luck or skill, in a few words."""


class SeatReviewInfo(Told, frozen=True):
    seat: int
    balance: BalanceInfo
    decisions: int
    counted: int
    mean_loss: float
    """For each counted decision."""
    grade: Grade | None
    ungraded: Ungraded | None
    """Why the match does not count for the grade; null: it does."""
    turning_points: list[int]
    """The events with the largest changes of its chance, in order: at most three."""
    worst: list[int]
    """The events with its marked decisions of the largest loss, the worst first: at most three."""
    best: int | None
    """The event with its best move."""


class CandidateInfo(Told, frozen=True):
    """A move, and the chance of its seat to win after it."""

    move: dict[str, Any]
    says: Spoken
    chance: float


class JudgementInfo(Told, frozen=True):
    """A decision, judged by what its seat could know."""

    played: CandidateInfo
    best: CandidateInfo
    candidates: list[CandidateInfo]
    """The best moves, at most three, the best first."""
    rank: int
    """The place of the move played among all, from 1."""
    moves: int
    """How many there were."""
    lead: float
    """How much the best move is better than the second best."""
    loss: float
    """How much the best is better than the one played."""
    counted: bool
    mark: MarkName | None
    why: Spoken | None


class StepInfo(Told, frozen=True):
    """An event, and the chances after it."""

    seat: int | None
    """Whose choice it was; null for chance."""
    chances: list[float]
    percent: list[int]
    """The same in whole per cent that add up to 100."""
    luck: list[float] | None
    """What a stroke of chance brought each seat."""
    error: float | None
    """Its standard error; 0 where all ways were enumerated."""
    judgement: JudgementInfo | None
    """Null for chance, and where there was no choice."""


class ReviewInfo(Told, frozen=True):
    """What the coach says of a match that is over. Chances, luck and losses are shares of the win, from 0 to 1."""

    game: str
    players: int
    weights: str
    """Which weights judged it: the same record and the same weights give the same review."""
    start: list[float]
    """The chances before the first event."""
    percent: list[int]
    seats: list[SeatReviewInfo]
    steps: list[StepInfo]
    """One for each event of the record."""


class SeenInfo(Told, frozen=True):
    """An event that has been looked at, and the chances after it."""

    seat: int | None
    """Whose choice it was; null for chance."""
    chances: list[float]
    percent: list[int]
    loss: float | None
    """Of a choice: how much the best move is better."""
    mark: MarkName | None
    lead: float | None
    """Of a choice: how much the best move is better than the second best."""


class ReviewProgress(Told, frozen=True):
    """It is being computed: so many events are done of so many. Ask again."""

    done: int
    of: int
    start: list[float] = []
    """The chances before the first event."""
    steps: list[SeenInfo] = []
    """What is known already; more follow."""


class CheckPoint(Told, frozen=True):
    """What was found after playing on so often."""

    times: int
    loss: float
    """How much better the best move is, as a share of the win."""
    error: float
    """The standard error."""


class CheckInfo(Told, frozen=True):
    """A loss checked exactly: both moves are played on with the same dice, again and again."""

    path: list[CheckPoint]
    """How it came out, the last one last."""
    times: int = 0
    """How often both were played on by now."""
    most: int = MOST_PLAYED_ON
    """It ends here at the latest."""
    done: bool = False


class Played(NamedTuple):
    """A match that is over as it is stored: to read it takes time, which the coach has."""

    table: str
    secret: bytes
    log: tuple[Stored, ...]

    def record(self) -> Record:
        with reading(self.table):
            written = record_of(self.table, self.secret, entries_in(self.log))
        return msgspec.json.decode(msgspec.json.encode(written), type=Record)


@lru_cache(1)
def _review(played: Played) -> tuple[Record, Review]:
    """A check of the same match needs them again."""
    record = played.record()
    return record, review(record)


def reviewed(played: Played, tell: Callable[[bytes], None]) -> bytes:
    """The review of a match: a `ReviewInfo` as JSON; told is a `ReviewProgress`."""
    match = played.record()

    def on(so_far: SoFar) -> None:
        if len(so_far.steps) % STEPS_APART == 0:
            steps = [_seen(step) for step in so_far.steps]
            seen = ReviewProgress(done=len(steps), of=so_far.of, start=list(so_far.start), steps=steps)
            tell(msgspec.json.encode(seen))

    return msgspec.json.encode(_Teller(match).told(review(match, on)))


def _seen(step: Step) -> SeenInfo:
    judged = step.judgement
    return SeenInfo(
        seat=step.seat,
        chances=list(step.chances),
        percent=list(step.percent),
        loss=judged.loss if judged else None,
        mark=judged.mark if judged else None,
        lead=judged.lead if judged else None,
    )


def checked(n: int, played: Played, tell: Callable[[bytes], None]) -> bytes:
    """A decision of a match played on from both moves: a `CheckInfo` as JSON, and so is what is told."""
    record, found = _review(played)
    judgement = found.steps[n].judgement if n < len(found.steps) else None
    if judgement is None or judgement.loss < WORTH_CHECKING:
        raise Malformed(*NOTHING_TO_CHECK)
    path: list[CheckPoint] = []

    def on(so_far: Exact) -> None:
        if so_far.times % POINTS_APART == 0:
            path.append(_point(so_far))
        tell(msgspec.json.encode(CheckInfo(path=path, times=so_far.times)))

    last = confirm(record, found, n, MOST_PLAYED_ON, on)
    if path[-1].times < last.times:
        path.append(_point(last))
    return msgspec.json.encode(CheckInfo(path=path, times=last.times, done=True))


def _point(so_far: Exact) -> CheckPoint:
    return CheckPoint(times=so_far.times, loss=so_far.loss, error=so_far.error)


class _Teller:
    def __init__(self, record: Record) -> None:
        self._record, self._game = record, GAMES[record.game]

    def told(self, found: Review) -> ReviewInfo:
        return ReviewInfo(
            game=found.game,
            players=found.players,
            weights=found.weights,
            start=list(found.start),
            percent=list(found.percent),
            seats=[_seat(one) for one in found.seats],
            steps=self._steps(found),
        )

    def _steps(self, found: Review) -> list[StepInfo]:
        match, game = begin(self._record, {self._game.id: self._game}), self._game
        steps = []
        for step, fields in zip(found.steps, self._record.events, strict=True):
            steps.append(self._step(step, match))
            match.apply(event_from_json(game, fields))
        return steps

    def _step(self, step: Step, match: Match) -> StepInfo:
        return StepInfo(
            seat=step.seat,
            chances=list(step.chances),
            percent=list(step.percent),
            luck=list(step.luck.brought) if step.luck else None,
            error=step.luck.error if step.luck else None,
            judgement=self._judgement(step.judgement, match) if step.judgement else None,
        )

    def _judgement(self, judged: Judgement, match: Match) -> JudgementInfo:
        return JudgementInfo(
            played=self._candidate(judged.played, judged, match),
            best=self._candidate(judged.best, judged, match),
            candidates=[self._candidate(one, judged, match) for one in judged.candidates],
            rank=judged.rank,
            moves=judged.moves,
            lead=judged.lead,
            loss=judged.loss,
            counted=judged.counted,
            mark=judged.mark,
            why=spoken(lambda lang: judged.why.to(lang) if judged.why else "") if judged.why else None,
        )

    def _candidate(self, one: Candidate, judged: Judgement, match: Match) -> CandidateInfo:
        return candidate_info(self._game, match.state, judged.seat, one)


def candidate_info(game: AnyGame, state: Any, seat: Seat, one: Candidate) -> CandidateInfo:
    """A move of a seat in a state, in words."""
    effect, view, text = game.effect(state, seat, one.move), game.view(state, seat), text_of(game)

    def named(lang: Lang) -> str:
        return text.describe(one.move, effect, view, NAMES, lang).partition(WHAT_IT_BRINGS)[0]

    return CandidateInfo(move=msgspec.to_builtins(one.move), says=spoken(named), chance=one.chance)


def _seat(one: SeatReview) -> SeatReviewInfo:
    return SeatReviewInfo(
        seat=one.seat,
        balance=BalanceInfo(exact=one.balance.exact, points=one.balance.points, says=spoken(one.balance.says.to)),
        decisions=one.decisions,
        counted=one.counted,
        mean_loss=one.mean_loss,
        grade=one.grade,
        ungraded=one.ungraded,
        turning_points=list(one.turning_points),
        worst=list(one.worst),
        best=one.best,
    )


def spoken(to: Callable[[Lang], str]) -> Spoken:
    """A sentence with marks for the seats, in both languages."""
    pieces = {lang: next(iter(addressed([to(lang)], None, lang))) for lang in LANGS}
    return Spoken(de=pieces["de"], en=pieces["en"])
