"""A finished match reviewed, event by event."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

from msgspec import UNSET

from pasch.coach.balance import balance
from pasch.coach.curve import Curve, Row
from pasch.coach.grades import grade
from pasch.coach.judging import judge, source
from pasch.coach.rounding import percent, steady
from pasch.coach.story import best_move, turning_points, worst_decisions
from pasch.coach.values import Judgement, Luck, Review, SeatReview, Shares, Step, Ungraded
from pasch.engine.errors import Malformed
from pasch.engine.game import AnyGame, Chance, Over, Seat
from pasch.engine.record import Record, begin, event_from_json, verify
from pasch.games import GAMES
from pasch.games.parts import strong_of
from pasch.games.weights import is_learned, shipped

VERSION = b"6"
"""Changes whenever the same record and the same weights give another review."""
LONGEST = 5_000
"""Records with more events are not reviewed."""


class SoFar(NamedTuple):
    """A review while it is made."""

    start: Shares
    """The chances before the first event."""
    steps: Sequence[Step]
    """The first of them: this sequence grows."""
    of: int
    """How many there will be."""


Progress = Callable[[SoFar], None]
"""Told after every event that has been looked at."""


def review(record: Record, progress: Progress | None = None) -> Review:
    """What the coach says of a finished match; raise `PaschError` with one sentence where it cannot be reviewed."""
    _check_length(record)
    match = verify(record, GAMES)
    _check(match.game, match.turn, match.options)
    return _Reviewer(record, match.game, progress).run()


def _check_length(record: Record) -> None:
    """Before it is replayed, which takes its time too."""
    if len(record.events) > LONGEST:
        raise Malformed(
            f"Die Partie ist zu lang: {len(record.events)} Ereignisse, durchgesehen werden höchstens {LONGEST}.",
            f"The match is too long: {len(record.events)} events, of which at most {LONGEST} are reviewed.",
        )


def _check(game: AnyGame, turn: Any, options: Any) -> None:
    title = game.title
    if not isinstance(turn, Over):
        raise Malformed(
            "Die Partie ist noch nicht zu Ende: Eine Durchsicht würde verraten, was verdeckt ist.",
            "The match is not over yet: a review would tell what is hidden.",
        )
    if not is_learned(game):
        raise Malformed(
            f"{title.de} kann der Trainer nicht durchsehen: Es hat noch kein Netz gelernt.",
            f"The coach cannot review {title.en}: no network has learned it yet.",
        )
    if not strong_of(game).knows(options):
        raise Malformed(
            "Die Partie hatte andere Karten als die, mit denen der Trainer gelernt hat.",
            "The match had other cards than those the coach has learned with.",
        )


@lru_cache(64)
def weights_digest(game: AnyGame, players: int) -> str:
    """Names the weights that judge a match, and how they are used."""
    return sha256(VERSION + shipped(game, players).read_bytes()).hexdigest()[:16]


class _Reviewer:
    def __init__(self, record: Record, game: AnyGame, progress: Progress | None) -> None:
        self._record, self._game, self._progress, self._players = record, game, progress, record.players
        said = record.game, record.players, record.options, record.events
        self._curve = Curve(game, record.players, source(*said))
        self._chances: list[Row] = []
        """Before the first event and after each."""
        self._luck: list[Luck | None] = []
        self._judged: list[Judgement | None] = []
        self._steps: list[Step] = []

    def run(self) -> Review:
        self._see_all()
        start, steps = self._start(), self._steps
        return Review(
            game=self._game.id,
            players=self._players,
            weights=weights_digest(self._game, self._players),
            start=start,
            percent=percent(start),
            seats=tuple([self._seat(Seat(seat), start, steps) for seat in range(self._players)]),
            steps=tuple(steps),
        )

    # Event by event

    def _see_all(self) -> None:
        match = begin(self._record, {self._game.id: self._game})
        events = [event_from_json(self._game, fields) for fields in self._record.events]
        for n, event in enumerate(events):
            before, turn = match.state, match.turn
            judgement, luck = None, None
            if event.seat is not None and len(moves := match.moves(event.seat)) > 1:
                judgement = judge(self._game, self._game.view(before, event.seat), event.seat, moves, event.what)
            match.apply(event)
            if isinstance(turn, Chance):
                was, now, error = self._curve.fallen(before, turn.draw, match.state)
                self._chances[n:] = [was, now]
                luck = Luck(tuple(map(steady, now - was)), steady(error))
            elif not isinstance(match.turn, Chance):
                self._chances.append(self._curve.at(before, match.state))
            self._luck.append(luck)
            self._judged.append(judgement)
            self._steps += [self._step(at) for at in range(len(self._steps), len(self._chances) - 1)]
            if self._progress:
                self._progress(SoFar(self._start(), self._steps, len(events)))

    def _start(self) -> Shares:
        return tuple(map(steady, self._chances[0]))

    def _step(self, n: int) -> Step:
        chances = tuple(map(steady, self._chances[n + 1]))
        return Step(
            n=n,
            seat=self._record.events[n].get("seat"),
            chances=chances,
            percent=percent(chances),
            luck=self._luck[n],
            judgement=self._judged[n],
        )

    # Seat by seat

    def _seat(self, seat: Seat, start: Shares, steps: list[Step]) -> SeatReview:
        own = [step.judgement for step in steps if step.judgement and step.seat == seat]
        counted, ungraded = [judgement.loss for judgement in own if judgement.counted], self._ungraded(seat)
        return SeatReview(
            seat=seat,
            balance=balance(seat, start, steps),
            decisions=len(own),
            counted=len(counted),
            mean_loss=steady(sum(counted) / max(1, len(counted))),
            grade=None if ungraded else grade(self._game, self._players, counted),
            ungraded=ungraded,
            turning_points=turning_points(seat, start, steps),
            worst=worst_decisions(seat, steps),
            best=best_move(seat, steps),
        )

    def _ungraded(self, seat: Seat) -> Ungraded | None:
        stood_in = self._record.stood_in
        if isinstance(stood_in, tuple) and any(stood_in[seat : seat + 1]):
            return "stand-in"
        return None if self._record.hints is UNSET else "hints"
