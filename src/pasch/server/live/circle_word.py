"""What happens in a circle is told to those who want it: by its webhooks, and by nudges."""

from collections.abc import Sequence

from pasch.engine.game import AnyGame
from pasch.engine.record import game_named
from pasch.games import GAMES
from pasch.server.live.hooks import Hooks
from pasch.server.live.inviting import Invitations
from pasch.server.people import circle_log as log
from pasch.server.people import telling
from pasch.server.people.circle import Circle
from pasch.server.people.circle_log import Entry
from pasch.server.store.circles import CircleStorage
from pasch.server.table.results import SeatResult
from pasch.server.table.seats import ChairInfo, called


class CircleWord:
    def __init__(self, storage: CircleStorage, hooks: Hooks, invitations: Invitations) -> None:
        self._storage, self.hooks, self.invitations = storage, hooks, invitations
        self.spawn = hooks.spawn

    async def written(self, circle: Circle, entries: Sequence[Entry]) -> None:
        """These were written into the log by this node."""
        for entry in entries:
            match entry.what:
                case log.Planned(at, by):
                    await self.invitations.entered(circle, circle.planned[entry.n])
                    self.spawn(self._entered(circle, at, by))
                case log.Drawn(game, tables):
                    self.spawn(self._drawn(circle, game, [one.people for one in tables]))
                case _:
                    pass

    async def _entered(self, circle: Circle, at: float, by: str) -> None:
        who = (await self._storage.called([by]))[by].name
        await self.hooks.tell(circle, lambda lang, zone: telling.entered(who, at, zone, lang))

    async def _drawn(self, circle: Circle, game: str, tables: Sequence[Sequence[str]]) -> None:
        names = await self._storage.called(who for table in tables for who in table)
        seated = [[names[who].name for who in table] for table in tables]
        number = len(circle.club.drawn) if circle.club else 0
        await self.hooks.tell(circle, lambda lang, _: telling.drawn(number, game_named(game, GAMES), seated, lang))

    async def over(
        self, circle: Circle, game: AnyGame, chairs: Sequence[ChairInfo], results: Sequence[SeatResult]
    ) -> None:
        """A match, if it counts in the circle."""
        are_in = (circle.counts_for(one.person, one.ended) for one in results)
        if circle.takes(are_in, with_bots=any(one.bot is not None for one in results)):
            await self.hooks.tell(circle, lambda lang, _: telling.over(game, called(chairs, lang), results, lang))
