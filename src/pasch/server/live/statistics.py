"""Statistics of one person: folds over the results of their matches, and over what reviews say of them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

import msgspec

from pasch.bots.confidence import Mean, half_width
from pasch.bots.levels import LADDER
from pasch.coach.grades import grade_of, height
from pasch.engine.game import AnyGame
from pasch.games import GAMES
from pasch.games.weights import is_learned
from pasch.server.live.mine_info import (
    CountInfo,
    DuelInfo,
    GameStatistics,
    GradeInfo,
    GradePoint,
    LuckInfo,
    RecordInfo,
    Statistics,
)
from pasch.server.live.reviews import judge_of
from pasch.server.store.results import Duel
from pasch.server.store.verdicts import Verdict
from pasch.server.table.results import SeatResult

FIRST_GRADE = 5
"""From so many reviewed matches on there is a grade."""
LATEST = 10
"""It is that of so many latest ones."""
MOST_POINTS = 30
"""Of its way through the years."""
USUALLY = 3
"""A level counts as beaten by whoever was before it so often, and more often than not."""

_facts = msgspec.json.Decoder(dict[str, int]).decode
Judged = Mapping[str, Verdict]
"""By match."""


@cache
def judges() -> Mapping[tuple[str, int], str]:
    """Who judges matches now, by game and number of players."""
    learned = [game for game in GAMES.values() if is_learned(game)]
    return {(game.id, players): judge_of(game, players) for game in learned for players in game.seats}


def statistics(played: Sequence[SeatResult], judged: Iterable[Verdict], duels: Iterable[Duel]) -> Statistics:
    """`played`: in order."""
    by_game: defaultdict[str, list[SeatResult]] = defaultdict(list)
    for one in played:
        by_game[one.game].append(one)
    verdicts = {one.match: one for one in judged}
    met = list(duels)
    games = [
        _game(GAMES[game], mine, verdicts, [duel for duel in met if duel.game == game])
        for game, mine in sorted(by_game.items(), key=lambda item: -len(item[1]))
        if game in GAMES
    ]
    return Statistics(levels=list(LADDER), games=games)


def _game(game: AnyGame, mine: Sequence[SeatResult], judged: Judged, duels: Iterable[Duel]) -> GameStatistics:
    met = {duel.level: DuelInfo(level=duel.level, matches=duel.matches, ahead=duel.ahead) for duel in duels}
    ladder = [met[level] for level in LADDER if level in met]
    beaten = [duel.level for duel in ladder if duel.ahead >= USUALLY and duel.ahead * 2 > duel.matches]
    best = beaten[-1] if beaten else None
    return GameStatistics(
        game=game.id,
        matches=len(mine),
        counts=[
            _count(game, players, [one for one in mine if one.players == players], judged)
            for players in sorted({one.players for one in mine})
        ],
        records=_records(mine),
        duels=ladder,
        beaten=best,
        next=None if best in (None, LADDER[-1]) else LADDER[LADDER.index(best) + 1],
    )


def _records(mine: Sequence[SeatResult]) -> list[RecordInfo]:
    """The first match in which each fact was highest, of those that somebody played alone; nothing counts as none."""
    best: dict[str, RecordInfo] = {}
    for one in mine:
        for fact, value in (_facts(one.facts) if one.stood_in == 0 else {}).items():
            if value > 0 and (fact not in best or value > best[fact].value):
                best[fact] = RecordInfo(fact=fact, value=value, table=one.match, ended=one.ended)
    return list(best.values())


def _count(game: AnyGame, players: int, mine: Sequence[SeatResult], judged: Judged) -> CountInfo:
    places, scores = Counter(one.place for one in mine), [one.score for one in mine if one.score is not None]
    judge = judges().get((game.id, players))
    reviewed = [
        (one, verdict)
        for one in mine
        if one.stood_in == 0 and (verdict := judged.get(one.match)) is not None and verdict.judge == judge
    ]
    return CountInfo(
        players=players,
        matches=len(mine),
        places=[places[place] for place in range(1, players + 1)],
        mean_place=sum(one.place for one in mine) / len(mine),
        mean_score=sum(scores) / len(scores) if scores else None,
        best_score=max(scores, default=None),
        grade=_grade(game, players, reviewed),
        luck=_luck([verdict.luck for _, verdict in reviewed]),
    )


def _grade(game: AnyGame, players: int, reviewed: Sequence[tuple[SeatResult, Verdict]]) -> GradeInfo | None:
    points = []
    grade = None
    for end in _spread(FIRST_GRADE, len(reviewed)):
        losses, (last, _) = Mean(), reviewed[end - 1]
        for _, verdict in reviewed[max(0, end - LATEST) : end]:
            losses.join(verdict.losses)
        grade = grade_of(game, players, losses)
        if grade is not None:
            low, high = grade.mean_loss + grade.error, max(0.0, grade.mean_loss - grade.error)
            heights = [round(height(game, players, loss), 3) for loss in (grade.mean_loss, low, high)]
            points.append(
                GradePoint(ended=last.ended, table=last.match, height=heights[0], low=heights[1], high=heights[2])
            )
    if grade is None:
        return None
    return GradeInfo(like=grade.like, low=grade.low, high=grade.high, decisions=grade.decisions, points=points)


def _spread(first: int, last: int) -> list[int]:
    """These numbers, or some of them in even steps to the last one: more cannot be told apart in a drawing."""
    step = max(1, -(-(last - first + 1) // MOST_POINTS))
    return list(range(last, first - 1, -step))[::-1]


def _luck(brought: Sequence[float]) -> LuckInfo | None:
    mean = Mean()
    for one in brought:
        mean.add(one)
    normal = half_width(mean) if mean.count > 1 else 1.0
    return LuckInfo(mean=mean.value, normal=min(1.0, normal), matches=mean.count) if mean.count else None
