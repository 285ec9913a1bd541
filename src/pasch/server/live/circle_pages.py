"""The pages of circles, put together from their logs and the results of their matches."""

from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

import msgspec

from pasch.games import GAMES
from pasch.games.weights import is_learned
from pasch.server.clock import Clock
from pasch.server.live.circle_info import (
    CircleInfo,
    CircleSlip,
    CircleTable,
    ClubInfo,
    ClubRound,
    ClubTable,
    ComingInfo,
    DayInfo,
    DuelInfo,
    EveningInfo,
    HeldBy,
    InvitationInfo,
    LuckLine,
    MemberInfo,
    PlaceInfo,
    PlayedInfo,
    RatingLine,
    RecordInfo,
    SeasonInfo,
    SeatedInfo,
    SizesInfo,
    StandingLine,
)
from pasch.server.live.desk import Desk
from pasch.server.live.hooks import Hooks
from pasch.server.live.practice import Practice, judges
from pasch.server.live.ratings import Book
from pasch.server.people.circle import Circle, Club, Member
from pasch.server.people.circle_log import Seated
from pasch.server.people.club import NO_CLUB, is_over, plan, still_playing
from pasch.server.people.points import Match, by_match, duels, has_bots, luck_of, records, standings
from pasch.server.people.seasons import Season, begins, evening_of, season_of
from pasch.server.store.circles import Called, CircleStorage, Extent
from pasch.server.table.refusals import NotAllowed
from pasch.server.table.seats import COLOURS, ChairInfo, ColourName

MOST_TABLES = 30
MOST_KEPT = 50
"""Seasons whose matches a node remembers."""
MOST_SHOWN = 500
"""How many of the latest matches of a season are listed; all of them count."""

_chairs = msgspec.json.Decoder(list[ChairInfo]).decode


class Names:
    """What the members are called, and their numbers."""

    def __init__(self, circle: Circle, called: Mapping[str, Called], me: str) -> None:
        self._circle, self._called, self._me = circle, called, me

    def number(self, person: str | None) -> int | None:
        """None for somebody who never was in the circle."""
        found = self._circle.known.get(person or "")
        return None if found is None else found.number

    def of(self, person: str) -> int:
        return self._circle.known[person].number

    def infos(self, persons: Iterable[str]) -> list[MemberInfo]:
        known = self._circle.known
        return [self._info(known[person]) for person in dict.fromkeys(persons)]

    def _info(self, member: Member) -> MemberInfo:
        now, left = self._called.get(member.person, Called("", None)), member.left
        name, colour = now if left is None or not now.name else (left.name, left.colour)
        return MemberInfo(
            number=member.number,
            name=name,
            colour=colour_of(colour, member.number),
            here=left is None,
            me=member.person == self._me,
            host=member.person == self._circle.host,
        )


def colour_of(favourite: str | None, number: int) -> ColourName:
    """In which the circle shows a member."""
    return next((one for one in COLOURS if one == favourite), COLOURS[number % len(COLOURS)])


def _coaster(circle: Circle, called: Mapping[str, Called]) -> dict[str, Any]:
    """The dice have the colours of the two who have been in it for the longest."""
    first = [
        colour_of(called[person].colour if person in called else None, circle.known[person].number)
        for person in circle.members[:2]
    ]
    others = [colour for colour in COLOURS if colour not in first]
    return {"name": circle.customs.name, "felt": circle.customs.felt, "dice": [*first, *others][:2]}


def invitation(circle: Circle, called: Mapping[str, Called], person: str | None) -> InvitationInfo:
    names = [called[one].name for one in circle.members if one in called]
    return InvitationInfo(
        **_coaster(circle, called),
        host=names[0] if names else "",
        others=names[1:],
        circle=circle.id if person in circle.members else None,
    )


class Pages:
    """What adds up matches is computed at the desk: there may be thousands of them."""

    def __init__(
        self, storage: CircleStorage, practice: Practice, book: Book, hooks: Hooks, desk: Desk, clock: Clock
    ) -> None:
        self._storage, self._practice, self._book, self._desk, self._clock = storage, practice, book, desk, clock
        self._hooks = hooks
        self._kept: OrderedDict[tuple[str, float], tuple[Extent, list[Match]]] = OrderedDict()

    async def circle(self, circle: Circle, person: str, season: Season | None) -> tuple[CircleInfo, list[str]]:
        """A circle in one of its seasons; and which matches of it have no review yet, the latest first."""
        today = season_of(evening_of(self._clock(), circle.east))
        chosen = season or today
        matches = await self._matches(circle, chosen)
        counted = _counted(circle, matches, is_now=chosen == today)
        called = await self._storage.called({*circle.members, *counted})
        names, shown = Names(circle, called, person), matches[-MOST_SHOWN:]
        luck = await self._storage.luck(circle.id, *_begin_and_end(circle, chosen), judges())
        chairs = await self._storage.chairs([match[0].match for match in shown])
        is_on = await self._is_club_on(circle)
        unread = [one[0].match for one in reversed(matches) if one[0].match not in luck and self._may_be_read(one)]
        sums = await self._desk.write(lambda: _sums(matches, counted, luck, names))
        info = CircleInfo(
            **_coaster(circle, called),
            **sums,
            id=circle.id,
            link=circle.link,
            since=circle.created,
            bots=circle.customs.bots,
            rated=circle.customs.rated,
            me=circle.known[person].number,
            host=person == circle.host,
            club=is_on,
            last_club=circle.club.at if circle.club and circle.club.drawn and not is_on else None,
            members=names.infos([*circle.members, *counted]),
            season=_season_info(chosen),
            seasons=[str(one) for one in await self._seasons(circle, today)],
            next=self._evening(circle, names, person, matches if chosen == today else ()),
            tables=await self._tables(circle, person),
            unread=len(unread),
            days=_days(circle, shown, chairs, names),
            ratings=await self._ratings(circle, names) if circle.customs.rated else [],
            hooks=await self._hooks.infos(circle.id),
            hooks_to=list(self._hooks.services),
        )
        return info, unread

    async def slip(self, circle: Circle, person: str) -> CircleSlip:
        season = season_of(evening_of(self._clock(), circle.east))
        matches = await self._matches(circle, season)
        counted = _counted(circle, matches, is_now=True)
        called = await self._storage.called({*circle.members, *counted})
        names = Names(circle, called, person)
        return CircleSlip(
            **_coaster(circle, called),
            id=circle.id,
            club=await self._is_club_on(circle),
            me=circle.known[person].number,
            members=names.infos([*circle.members, *counted]),
            season=_season_info(season),
            standing=await self._desk.write(lambda: _standing(matches, counted, names)),
            next=self._evening(circle, names, person, matches),
            tables=await self._tables(circle, person),
        )

    async def club(self, circle: Circle, person: str) -> ClubInfo:
        evening = circle.club
        if evening is None:
            raise NotAllowed(NO_CLUB)
        seated = [who for drawn in evening.drawn for table in drawn.tables for who in table.people]
        everybody = list(dict.fromkeys([*circle.members, *seated]))
        called, matches = await self._storage.called(everybody), await self.matches_of(evening)
        names, done = Names(circle, called, person), await self._done(evening)
        played = {match[0].match: match for match in matches}
        return ClubInfo(
            **_coaster(circle, called),
            circle=circle.id,
            link=circle.link,
            at=evening.at,
            rounds=evening.rounds,
            drawn=[
                ClubRound(game=one.game, tables=[_club_table(table, played, done, names) for table in one.tables])
                for one in evening.drawn
            ],
            over=is_over(evening, done),
            runs=person in (evening.by, circle.host),
            playing=still_playing(evening, done),
            me=circle.known[person].number,
            members=names.infos(everybody),
            pausing=[names.of(who) for who in circle.members if who in evening.pausing],
            sizes=[
                SizesInfo(game=game.id, wanted=wanted, sizes=plan(circle, evening, wanted, game).sizes)
                for game in GAMES.values()
                for wanted in game.seats
                if wanted > 1
            ],
            standing=_standing(matches, [who for who in everybody if who in seated], names),
        )

    # What they are made of

    def _may_be_read(self, match: Match) -> bool:
        return is_learned(GAMES[match[0].game]) and not self._practice.is_left_out(match[0].match)

    async def _matches(self, circle: Circle, season: Season) -> list[Match]:
        """The matches of a season that count."""
        found = await self._all_matches(circle.id, *_begin_and_end(circle, season))
        return await self._desk.write(lambda: _of_members(circle, found))

    async def _all_matches(self, circle: str, begin: float, end: float) -> list[Match]:
        """They are kept until there is one more."""
        extent, key = await self._storage.extent(circle, begin, end), (circle, begin)
        before, found = self._kept.pop(key, (None, []))
        if before != extent:
            rows = await self._storage.played(circle, begin, end)
            found = await self._desk.write(lambda: by_match(rows))
        self._kept[key] = extent, found
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return found

    async def matches_of(self, evening: Club) -> list[Match]:
        return by_match(await self._storage.played_at(_codes(evening)))

    async def _done(self, evening: Club) -> dict[str, bool]:
        return await self._storage.done(_codes(evening))

    async def _is_club_on(self, circle: Circle) -> bool:
        return circle.club is not None and not is_over(circle.club, await self._done(circle.club))

    async def _seasons(self, circle: Circle, today: Season) -> list[Season]:
        """All from the first match on, the latest first."""
        first = await self._storage.first_match(circle.id)
        found = [season_of(evening_of(first, circle.east)) if first is not None else today]
        while found[-1] < today:
            found.append(found[-1].after)
        return found[::-1]

    def _evening(self, circle: Circle, names: Names, person: str, matches: Sequence[Match]) -> EveningInfo | None:
        evening = circle.next_evening(self._clock())
        if evening is None:
            return None
        played = {evening_of(match[0].ended, circle.east) for match in matches}
        return EveningInfo(
            number=evening.number,
            at=evening.at,
            coming=[ComingInfo(member=names.of(who), comes=evening.answers.get(who)) for who in circle.members],
            count=len(played | {evening_of(evening.at, circle.east)}),
            mine=person in (evening.by, circle.host),
        )

    async def _ratings(self, circle: Circle, names: Names) -> list[RatingLine]:
        """Of those who are in it, the strongest first."""
        found = sorted((await self._book.of(circle.id)).items(), key=lambda one: (one[0][1], -one[1].mu))
        here = set(circle.members)
        return [
            RatingLine(
                member=names.of(person),
                game=game,
                rating=one.shown,
                give=one.give,
                matches=one.matches,
                provisional=one.is_provisional,
            )
            for (_, game, person), one in found
            if person in here
        ]

    async def _tables(self, circle: Circle, person: str) -> list[CircleTable]:
        return [
            CircleTable(
                table=row.id, game=row.game, stage=row.stage, chairs=_chairs(row.chairs), mine=row.seats is not None
            )
            for row in await self._storage.open_tables(circle.id, person, MOST_TABLES)
        ]


def _begin_and_end(circle: Circle, season: Season) -> tuple[float, float]:
    return begins(season.first, circle.east), begins(season.after.first, circle.east)


def _of_members(circle: Circle, matches: Iterable[Match]) -> list[Match]:
    """Those in which somebody played who was in the circle; whoever was not any more is a stranger there."""
    ours = []
    for match in matches:
        is_in = [circle.counts_for(seat.person, seat.ended) for seat in match]
        if circle.takes(is_in, with_bots=has_bots(match)):
            seats = zip(match, is_in, strict=True)
            ours.append(match if all(is_in) else [one if here else one._replace(person=None) for one, here in seats])
    return ours


def _codes(evening: Club) -> list[str]:
    return [table.table for drawn in evening.drawn for table in drawn.tables]


def _counted(circle: Circle, matches: Iterable[Match], *, is_now: bool) -> list[str]:
    """Whose lines the table of a season has: those who played in it and are or were in the circle; now all members."""
    played = {seat.person for match in matches for seat in match}
    return [who for who, member in circle.known.items() if who in played or (is_now and member.left is None)]


def _season_info(season: Season) -> SeasonInfo:
    return SeasonInfo(
        year=season.year, quarter=season.quarter, first=season.first.isoformat(), last=season.last.isoformat()
    )


def _sums(
    matches: Sequence[Match], counted: Sequence[str], luck: Mapping[str, Sequence[float]], names: Names
) -> dict[str, Any]:
    """What the matches of a season add up to."""
    return {
        "standing": _standing(matches, counted, names),
        "duels": [
            DuelInfo(
                one=names.of(one.one),
                other=names.of(one.other),
                ahead=one.ahead,
                behind=one.behind,
                together=one.together,
            )
            for one in duels(matches, counted)
        ],
        "records": [
            RecordInfo(
                game=one.game,
                kind=one.kind,
                value=one.value,
                held=[HeldBy(member=names.of(who), at=at) for who, at in one.held],
            )
            for one in records(matches, counted)
        ],
        "luck": [
            LuckLine(member=names.number(who), points=value)
            for who, value in sorted(luck_of(matches, luck, counted).items(), key=lambda one: -one[1])
            if value or names.number(who) is not None
        ],
    }


def _standing(matches: Iterable[Match], counted: Iterable[str], names: Names) -> list[StandingLine]:
    return [
        StandingLine(
            member=names.of(one.person), place=one.place, matches=one.matches, wins=one.wins, points=one.points
        )
        for one in standings(matches, counted)
    ]


def _days(circle: Circle, matches: Sequence[Match], chairs: Mapping[str, str], names: Names) -> list[DayInfo]:
    days: defaultdict[date, list[PlayedInfo]] = defaultdict(list)
    for match in reversed(matches):
        code = match[0].match
        called = [chair.name for chair in _chairs(chairs[code])]
        days[evening_of(match[0].ended, circle.east)].append(
            PlayedInfo(
                table=code,
                game=match[0].game,
                places=[
                    PlaceInfo(member=names.number(one.person), name=called[one.seat], place=one.place, score=one.score)
                    for one in sorted(match, key=lambda one: (one.place, one.seat))
                ],
            )
        )
    return [DayInfo(day=day.isoformat(), matches=played) for day, played in days.items()]


def _club_table(table: Seated, played: Mapping[str, Match], done: Mapping[str, bool], names: Names) -> ClubTable:
    rows = {row.person: row for row in played.get(table.table, ())}
    seats = [
        SeatedInfo(
            member=names.of(who),
            score=rows[who].score if who in rows else None,
            place=rows[who].place if who in rows else None,
        )
        for who in table.people
    ]
    seats.sort(key=lambda one: one.place or 0)
    return ClubTable(table=table.table, done=done.get(table.table, True), seats=seats)
