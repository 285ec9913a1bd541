"""How a circle counts: points, who is in front of whom, and luck, which adds up to nothing."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from typing import NamedTuple


class Played(NamedTuple):
    """How a seat has come out of a match that is over."""

    match: str
    seat: int
    person: str | None
    """None for a bot, and for a guest on somebody's device."""
    bot: str | None
    """The level of a bot that had the seat from the beginning."""
    game: str
    place: int
    score: int | None
    """None where all others lost their seats before the end."""
    ended: float
    facts: Mapping[str, int] = {}
    """What the game itself tells of it."""


Match = Sequence[Played]
"""All seats of one match."""


def by_match(rows: Iterable[Played]) -> list[Match]:
    """The matches, in the order in which they ended."""
    ordered = sorted(rows, key=lambda row: (row.ended, row.match, row.seat))
    return [tuple(seats) for _, seats in groupby(ordered, key=lambda row: row.match)]


def has_bots(match: Match) -> bool:
    return any(seat.bot is not None for seat in match)


def points(places: Sequence[int], seat: int) -> float:
    """One for everyone who is left behind; a shared place gives half."""
    own = places[seat]
    return sum(1.0 if own < other else 0.5 if own == other else 0.0 for other in places) - 0.5


@dataclass(slots=True)
class Standing:
    """A line of the table."""

    person: str
    matches: int = 0
    wins: int = 0
    points: float = 0.0
    place: int = 0


def standings(matches: Iterable[Match], counted: Iterable[str]) -> list[Standing]:
    """The table of these people: by points, then by wins, then by fewer matches, whoever has none last; with equal
    points they share a place."""
    lines = {person: Standing(person) for person in counted}
    for match in matches:
        places = [seat.place for seat in match]
        for at, seat in enumerate(match):
            if seat.person in lines:
                line = lines[seat.person]
                line.matches += 1
                line.wins += seat.place == 1
                line.points += points(places, at)
    ordered = sorted(lines.values(), key=lambda line: (-line.points, -line.wins, not line.matches, line.matches))
    for line in ordered:
        line.place = 1 + sum(other.points > line.points for other in ordered)
    return ordered


class Duel(NamedTuple):
    """Two people in the matches that both of them played."""

    one: str
    other: str
    ahead: int
    """How often the one was in front."""
    behind: int
    together: int


def duels(matches: Iterable[Match], counted: Iterable[str]) -> list[Duel]:
    """All pairs who have met, those with the most matches first."""
    order = {person: at for at, person in enumerate(counted)}
    found: defaultdict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for match in matches:
        places = {seat.person: seat.place for seat in match if seat.person in order}
        for one, other in combinations(sorted(filter(None, places), key=order.__getitem__), 2):
            tally = found[one, other]
            tally[0] += places[one] < places[other]
            tally[1] += places[one] > places[other]
            tally[2] += 1
    return sorted((Duel(*pair, *tally) for pair, tally in found.items()), key=lambda duel: -duel.together)


class Best(NamedTuple):
    """A record: the most of something in one match, and who has it since when."""

    game: str
    kind: str
    value: int
    held: list[tuple[str, float]]


def records(matches: Iterable[Match], counted: Iterable[str]) -> list[Best]:
    """For each game and each fact that it tells, the most that anybody had; nothing is no record."""
    among, best = set(counted), dict[tuple[str, str], Best]()
    for match in matches:
        for seat in match:
            for kind, value in seat.facts.items() if seat.person in among else ():
                before = best.get((seat.game, kind))
                if value > (before.value if before else 0):
                    before = best[seat.game, kind] = Best(seat.game, kind, value, [])
                if before and value == before.value and seat.person and seat.person not in dict(before.held):
                    before.held.append((seat.person, seat.ended))
    return [best[key] for key in sorted(best)]


# Luck


def luck_of(
    matches: Iterable[Match], luck: Mapping[str, Sequence[float]], counted: Iterable[str]
) -> dict[str | None, int]:
    """What luck brought each of them in the matches that are reviewed, in hundredths of a win; under None what it
    brought others at their tables. Together nothing, also when rounded."""
    order: list[str | None] = [*counted, None]
    sums: dict[str | None, float] = dict.fromkeys(order, 0.0)
    for match in matches:
        brought = luck.get(match[0].match)
        if brought is not None:
            for seat, share in zip(match, _level(brought), strict=True):
                sums[seat.person if seat.person in sums else None] += 100 * share
    return _rounded(sums)


def _level(brought: Sequence[float]) -> list[float]:
    """What is left over by rounding errors is nobody's luck."""
    mean = sum(brought) / len(brought)
    return [share - mean for share in brought]


def _rounded(sums: Mapping[str | None, float]) -> dict[str | None, int]:
    """Whole numbers with the same sum, each as near as can be: those that lose most by it are rounded up."""
    whole = {who: int(value // 1) for who, value in sums.items()}
    missing = round(sum(sums.values())) - sum(whole.values())
    for who in sorted(whole, key=lambda who: whole[who] - sums[who])[:missing]:
        whole[who] += 1
    return whole
