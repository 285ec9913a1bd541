"""Statistics of one person: folds over the results of their matches, and over what reviews say of them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import msgspec

from pasch.bots.confidence import Mean, half_width
from pasch.bots.levels import LADDER
from pasch.coach.grades import grade_of, heights, margin
from pasch.engine.game import AnyGame
from pasch.games import GAMES
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
from pasch.server.live.practice import judges
from pasch.server.store.results import Played

FIRST_GRADE = 5
"""From so many reviewed matches on there is a grade."""
LATEST = 10
"""It is that of so many latest ones."""
MOST_POINTS = 30
"""Of its way through the years."""
USUALLY = 3
"""A level counts as beaten by whoever was before it so often, and more often than not."""

_facts = msgspec.json.Decoder(dict[str, int]).decode
_met = msgspec.json.Decoder(dict[str, tuple[int, int]]).decode


def statistics(played: Iterable[Played]) -> Statistics:
    """`played`: in order."""
    by_game: defaultdict[str, list[Played]] = defaultdict(list)
    for one in played:
        by_game[one.game].append(one)
    games = [
        _game(GAMES[game], mine)
        for game, mine in sorted(by_game.items(), key=lambda item: -len(item[1]))
        if game in GAMES
    ]
    return Statistics(levels=list(LADDER), games=games)


def _game(game: AnyGame, mine: Sequence[Played]) -> GameStatistics:
    alone = [one for one in mine if one.stood_in == 0]
    duels = _duels(alone)
    beaten = [duel.level for duel in duels if duel.ahead >= USUALLY and duel.ahead * 2 > duel.matches]
    best = beaten[-1] if beaten else None
    return GameStatistics(
        game=game.id,
        matches=len(mine),
        counts=[
            _count(game, players, [one for one in mine if one.players == players])
            for players in sorted({one.players for one in mine})
        ],
        records=_records(alone),
        duels=duels,
        beaten=best,
        next=None if best in (None, LADDER[-1]) else LADDER[LADDER.index(best) + 1],
    )


def _duels(alone: Iterable[Played]) -> list[DuelInfo]:
    matches, ahead = Counter[str](), Counter[str]()
    for one in alone:
        for level, (number, behind) in _met(one.met).items():
            matches[level] += number
            ahead[level] += behind
    return [DuelInfo(level=level, matches=matches[level], ahead=ahead[level]) for level in LADDER if level in matches]


def _records(alone: Iterable[Played]) -> list[RecordInfo]:
    """The first match in which each fact was highest; nothing counts as none."""
    best: dict[str, tuple[int, Played]] = {}
    for one in alone:
        for fact, value in _facts(one.facts).items():
            if value > 0 and (fact not in best or value > best[fact][0]):
                best[fact] = value, one
    return [RecordInfo(fact=fact, value=value, table=at.match, ended=at.ended) for fact, (value, at) in best.items()]


def _count(game: AnyGame, players: int, mine: Sequence[Played]) -> CountInfo:
    places, scores = Counter(one.place for one in mine), [one.score for one in mine if one.score is not None]
    reviewed = [one for one in mine if one.stood_in == 0 and one.judge in judges()]
    return CountInfo(
        players=players,
        matches=len(mine),
        places=[places[place] for place in range(1, players + 1)],
        mean_place=sum(one.place for one in mine) / len(mine),
        mean_score=sum(scores) / len(scores) if scores else None,
        best_score=max(scores, default=None),
        grade=_grade(game, players, reviewed),
        luck=_luck([one.luck for one in reviewed]),
    )


def _grade(game: AnyGame, players: int, reviewed: Sequence[Played]) -> GradeInfo | None:
    points, height, losses, so_far = [], heights(game, players), Mean(), _so_far(reviewed)
    for end in _spread(FIRST_GRADE, len(reviewed)):
        last, before, after = reviewed[end - 1], so_far[max(0, end - LATEST)], so_far[end]
        count, total = after[0] - before[0], after[1] - before[1]
        mean = total / max(1, count)
        losses = Mean(count, mean, max(0.0, after[2] - before[2] - total * mean))
        off = margin(losses)
        at, low, high = (round(height(loss), 3) for loss in (mean, mean + off, max(0.0, mean - off)))
        points.append(GradePoint(ended=last.ended, table=last.match, height=at, low=low, high=high))
    grade = grade_of(game, players, losses)
    if grade is None:
        return None
    return GradeInfo(like=grade.like, low=grade.low, high=grade.high, decisions=grade.decisions, points=points)


def _so_far(reviewed: Iterable[Played]) -> list[tuple[int, float, float]]:
    """Before each match and after all: how many decisions counted, their losses added up, and the squares of these."""
    sums = [(0, 0.0, 0.0)]
    for one in reviewed:
        (count, losses, squares), lost = sums[-1], one.counted * one.loss
        sums.append((count + one.counted, losses + lost, squares + one.squares + lost * one.loss))
    return sums


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
