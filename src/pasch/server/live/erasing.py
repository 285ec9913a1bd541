"""Erasing somebody: their seats go to bots, their name goes from every log, what they said goes from every chat."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

from pasch.server.live.notices import Notices
from pasch.server.live.open_tables import OpenTables
from pasch.server.store.belongings import Belongings
from pasch.server.table import seating


@dataclass
class Erasing:
    belongings: Belongings
    tables: OpenTables
    notices: Notices

    async def unname(self, person: str) -> AsyncIterator[str]:
        """Table by table; broken off, it can be begun anew. What is being mixed refuses it, before anything is done."""
        named = [one async for one in self.belongings.mentions(person)]
        live = [await self.tables.fresh(code) for code, stage in named if stage in ("lobby", "playing")]
        for opened in live:
            list(seating.leave_for_good(opened.table, person))
        for opened in live:
            await self.tables.write(opened, lambda table, _: seating.leave_for_good(table, person))
        for code, _ in named:
            await self.belongings.unname(code, person)
            await self.tables.reread(code)
            self.notices.notify(erased=code)
            yield code
