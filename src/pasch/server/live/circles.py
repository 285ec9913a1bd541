"""The circles of a node: read from their logs, written into, and shown to those who are in them."""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from secrets import randbelow

from msgspec.structs import replace

from pasch.engine.game import AnyGame
from pasch.engine.language import Text
from pasch.engine.record import game_named
from pasch.games import GAMES
from pasch.server.clock import Clock
from pasch.server.live.circle_info import CircleInfo, CircleSlip, ClubInfo, InvitationInfo, OwnRating
from pasch.server.live.circle_pages import Pages, colour_of, invitation
from pasch.server.live.circle_word import CircleWord
from pasch.server.live.desk import Desk
from pasch.server.live.open_table import OpenTable
from pasch.server.live.open_tables import OpenTables, new_code
from pasch.server.live.practice import Practice
from pasch.server.live.ratings import SERVER, Book
from pasch.server.people import circle_permissions as may
from pasch.server.people import club
from pasch.server.people.circle import Circle, Evening
from pasch.server.people.circle_log import Customs, Entry, Seated
from pasch.server.people.circle_permissions import Proposal
from pasch.server.people.seasons import Season
from pasch.server.store.circles import Called, CircleStorage
from pasch.server.store.storage import Profile
from pasch.server.table import permissions
from pasch.server.table.refusals import Missing, NotAllowed, Unavailable
from pasch.server.table.results import SeatResult
from pasch.server.table.seats import COLOURS, Chair, ChairInfo, ColourName, Person, Setup
from pasch.server.table.table import Table

ATTEMPTS = 20
MOST_KEPT = 1000
MOST_CIRCLES = 30
"""In how many somebody may be."""
TOO_MANY = Text("Mehr als 30 Runden sind zu viele.", "More than 30 circles are too many.")
SOMEBODY = Called("", None)


class Circles:
    def __init__(
        self,
        storage: CircleStorage,
        tables: OpenTables,
        practice: Practice,
        word: CircleWord,
        book: Book,
        desk: Desk,
        clock: Clock,
    ) -> None:
        self._storage, self._tables, self._desk, self._clock = storage, tables, desk, clock
        self._word = word
        word.invitations.open = self.open
        self._book = book
        self._pages = Pages(storage, practice, book, word.hooks, desk, clock)
        self._kept: OrderedDict[str, Circle] = OrderedDict()
        tables.is_of_circle = self._plays_on
        tables.ended = self._ended

    # The log

    async def open(self, code: str) -> Circle:
        """The circle as its log is now; raise `Missing` where there is none."""
        if not code.isprintable():
            raise Missing(may.NO_CIRCLE)
        circle = self._kept.get(code) or Circle(code)
        async for entry in self._storage.entries(code, circle.version):
            if entry.n == circle.version:
                circle.fold(entry)
        if circle.version == 0:
            raise Missing(may.NO_CIRCLE)
        self._kept[code] = circle
        self._kept.move_to_end(code)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return circle

    async def for_member(self, code: str, person: str | None) -> Circle:
        circle = await self.open(code)
        may.must_be_member(circle, person)
        return circle

    async def write(self, code: str, propose: Proposal) -> Circle:
        """Write what is proposed, if permitted; where another node was quicker, ask the proposal again."""
        for _ in range(ATTEMPTS):
            circle, now = await self.open(code), self._clock()
            entries = [Entry(n, now, what) for n, what in enumerate(propose(circle, now), circle.version)]
            if not entries:
                return circle
            if await self._storage.append(code, entries):
                circle = await self.open(code)
                await self._word.written(circle, entries)
                return circle
        raise Unavailable

    # Founding, joining, leaving

    async def found(self, person: str, customs: Customs, east: int) -> Circle:
        await self._check_room(person)
        now = self._clock()
        while True:
            code, link = new_code(), new_code()
            whats = may.found(person, customs, link, east)
            if await self._storage.create(code, link, [Entry(n, now, what) for n, what in enumerate(whats)], now):
                return await self.open(code)

    async def _check_room(self, person: str) -> None:
        if len(await self._storage.of(person)) >= MOST_CIRCLES:
            raise NotAllowed(TOO_MANY)

    async def by_link(self, link: str) -> Circle:
        code = await self._storage.by_link(link) if link.isprintable() else None
        if code is None:
            raise Missing(may.OLD_LINK)
        return await self.open(code)

    async def invitation(self, link: str, person: str | None) -> InvitationInfo:
        circle = await self.by_link(link)
        return invitation(circle, await self._storage.called(circle.members), person)

    async def join(self, link: str, person: str) -> Circle:
        circle = await self.by_link(link)
        if person not in circle.members:
            await self._check_room(person)
        return await self.write(circle.id, lambda at, _: may.join(at, person, link))

    async def renew_link(self, code: str, person: str) -> Circle:
        link = new_code()
        return await self.write(code, lambda at, _: may.renew_link(at, person, link))

    async def remove(self, code: str, host: str, number: int) -> Circle:
        circle = await self.for_member(code, host)
        called, link = await self._storage.called(circle.members), new_code()
        return await self.write(
            code, lambda at, _: may.remove(at, host, number, link, lambda who: called.get(who, SOMEBODY))
        )

    async def erase(self, person: str) -> None:
        """Somebody is forgotten: they leave all circles, and their name goes out of the logs."""
        for code in await self._storage.of(person):
            with suppress(Missing):
                await self.write(code, lambda at, _: may.leave(at, person, "", None))
        await self._storage.forget(person)
        self._kept.clear()

    # What is shown

    async def page(self, code: str, person: str | None, season: Season | None) -> tuple[CircleInfo, list[str]]:
        """A circle; and which matches of the season have no review yet, the latest first."""
        return await self._pages.circle(await self.for_member(code, person), person or "", season)

    async def slips(self, person: str) -> list[CircleSlip]:
        return [await self._pages.slip(await self.open(code), person) for code in await self._storage.of(person)]

    async def club_page(self, code: str, person: str | None) -> ClubInfo:
        return await self._pages.club(await self.for_member(code, person), person or "")

    async def ratings(self, person: str) -> list[OwnRating]:
        """Of somebody at the tables of no circle, game by game."""
        found = await self._book.of(SERVER)
        return [
            OwnRating(game=game, rating=one.shown, give=one.give, matches=one.matches, provisional=one.is_provisional)
            for game in sorted(GAMES)
            if (one := found.get((SERVER, game, person))) is not None
        ]

    # Tables

    async def open_table(self, code: str, profile: Profile, setup: Setup, chairs: Sequence[Chair]) -> OpenTable:
        circle = await self.for_member(code, profile.id)
        return await self._tables.create(_of_circle(circle, setup), profile.id, chairs)

    def _ended(self, table: Table, results: Sequence[SeatResult]) -> None:
        if table.setup.circle:
            self._word.spawn(self._tell_of_match(table.setup.circle, table.game, table.chair_infos(), results))

    async def _tell_of_match(
        self, code: str, game: AnyGame, chairs: Sequence[ChairInfo], results: Sequence[SeatResult]
    ) -> None:
        await self._word.over(await self.open(code), game, chairs, results)

    async def _plays_on(self, code: str, joins: Mapping[str, bool]) -> bool:
        """Whether a rematch is still the circle's: those who have left play on for themselves."""
        members = (await self.open(code)).members
        return any(joins.get(person) for person in members)

    # Club evenings

    async def begin_club(self, code: str, person: str, rounds: int) -> Circle:
        circle = await self.for_member(code, person)
        done, evening = await self._done(circle), circle.next_evening(self._clock())
        coming = _coming(evening) if evening and evening.at - self._clock() < club.SOON else None
        return await self.write(code, lambda at, _: club.begin(at, person, rounds, coming, done))

    async def pause(self, code: str, person: str, number: int, *, pauses: bool) -> Circle:
        return await self.write(
            code, lambda at, _: club.pause(at, person, may.member_numbered(at, number), pauses=pauses)
        )

    async def draw(
        self, code: str, person: str, number: int, game_id: str, wanted: int, spend: Callable[[int], None]
    ) -> Circle:
        """Draw a round and open its tables; of two who do so at once, one succeeds. `spend`: raises where so many
        tables are too much."""
        circle, game = await self.for_member(code, person), game_named(game_id, GAMES)
        evening = club.check_draw(circle, person, number, await self._done(circle))
        matches = await self._pages.matches_of(evening)
        groups = await self._desk.do(lambda: club.seats(circle, evening, wanted, game, matches, randbelow))
        spend(len(groups))
        called = await self._storage.called(circle.members)
        opened = [await self._seat(circle, game.id, group, called) for group in groups]
        seated = [Seated(table.id, tuple(group)) for table, group in zip(opened, groups, strict=True)]
        try:
            return await self.write(code, lambda at, _: club.seated(at, number, game.id, seated))
        except Exception:
            for table in opened:
                await self._tables.write(table, lambda at, _: permissions.abandon(at))
            raise

    async def _seat(self, circle: Circle, game: str, group: Sequence[str], called: dict[str, Called]) -> OpenTable:
        """A table with these people on its chairs, in the colours in which they are listed: they begin when they sit
        there."""
        people = [
            (Person(who, called[who].name), colour_of(called[who].colour, circle.known[who].number)) for who in group
        ]
        setup = _of_circle(circle, Setup(game=game, seats=len(group)))
        return await self._tables.create(setup, group[0], _chairs(people))

    async def _done(self, circle: Circle) -> dict[str, bool]:
        drawn = circle.club.drawn if circle.club else []
        return await self._storage.done(one.table for some in drawn for one in some.tables)


def _coming(evening: Evening) -> list[str] | None:
    return [person for person, comes in evening.answers.items() if comes] or None


def _of_circle(circle: Circle, setup: Setup) -> Setup:
    return replace(setup, circle=circle.id, rated=circle.customs.rated)


def _chairs(people: Sequence[tuple[Person, ColourName]]) -> list[Chair]:
    """Everybody in their own colour, unless somebody before them has it."""
    free: list[ColourName] = list(COLOURS)
    chairs = []
    for person, own in people:
        wanted = {one for _, one in people}
        spare = next((one for one in free if one not in wanted), free[0])
        colour = own if own in free else spare
        free.remove(colour)
        chairs.append(Chair(colour, person))
    return chairs
