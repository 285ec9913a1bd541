"""A loss confirmed by playing on: from the best move and from the one played, with the same dice and cards.

All seats go on as the strong bot does; hidden cards are dealt anew each time, as the seat could imagine them, and what
was luck is taken out.
"""

from collections.abc import Callable
from copy import copy
from functools import partial
from math import inf
from typing import Any

from pasch.bots.confidence import Mean
from pasch.bots.deals import CommonRandomNumbers
from pasch.bots.levels import bot
from pasch.bots.luck import Luck
from pasch.bots.matches import in_order, play_out
from pasch.coach.rounding import steady
from pasch.coach.values import Judgement, Review
from pasch.engine.draws import chance
from pasch.engine.game import Decision, Over, Seat, Value
from pasch.engine.match import Match
from pasch.engine.record import Record, begin, event_from_json
from pasch.games import GAMES

FEWEST = 200
SURE = 3.0
"""It ends when the difference is so many standard deviations from 0."""


class Exact(Value, frozen=True):
    """How much the best move is better than the one played."""

    loss: float
    error: float
    """The standard error."""
    times: int
    """How often both were played on."""

    @property
    def is_sure(self) -> bool:
        return abs(self.loss) >= SURE * self.error


def confirm(
    record: Record,
    review: Review,
    n: int,
    most: int = FEWEST,
    progress: Callable[[Exact], None] | None = None,
    processes: int = 1,
    least: int = FEWEST,
) -> Exact:
    """Play on from both moves of a judged decision until the difference is sure, `least` to `most` times."""
    judgement = review.steps[n].judgement
    if judgement is None:
        raise ValueError(f"nothing was decided in event {n}")
    work = partial(_difference, before(record, n, judgement.seat), judgement)
    found, so_far = Mean(), Exact(0.0, inf, 0)
    for difference in in_order(work, range(max(most, least)), processes):
        found.add(difference)
        so_far = Exact(steady(found.value), steady(found.error), found.count)
        if progress:
            progress(so_far)
        if found.count >= least and so_far.is_sure:
            break
    return so_far


def before(record: Record, n: int, seat: Seat) -> Match:
    """The match before an event; where seats chose at once, before any of them had chosen."""
    match = begin(record, GAMES)
    at_once: Match | None = None
    for fields in record.events[:n]:
        waits_for = match.turn.seats if isinstance(match.turn, Decision) else ()
        event = event_from_json(match.game, fields)
        if event.seat == seat or seat not in waits_for:
            at_once = None
        elif at_once is None:
            at_once = copy(match)
        match.apply(event)
    return at_once or match


def _difference(match: Match, judgement: Judgement, number: int) -> float:
    """What the best move brings more than the one played, luck aside, in one of many imagined matches."""
    seat, seed = judgement.seat, f"coach/{match.count}/{number}"
    state = match.game.imagine(match.game.view(match.state, seat), chance(f"{seed}/hidden"))
    best, played = (
        _outcome(match, state, seat, candidate.move, seed) for candidate in (judgement.best, judgement.played)
    )
    return best - played


def _outcome(match: Match, state: Any, seat: Seat, move: Any, seed: str) -> float:
    """The seat's share of the win less its luck."""
    game, players = match.game, match.players
    on, random, luck = copy(match), CommonRandomNumbers(seed), Luck(match.game, players, chance(f"{seed}/luck"))
    on.state = state
    on.forget()
    on.play(seat, move)
    play_out(on, [bot(game, "strong")] * players, random.falls, random.choices, luck.see)
    assert isinstance(on.turn, Over)
    return on.turn.result.share(seat) - float(luck.brought[seat])
