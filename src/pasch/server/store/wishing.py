"""The database queries about nudges: who wants them, where they go, and which were sent."""

from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from pasch.engine.language import Lang
from pasch.server.store.database import put
from pasch.server.store.schema import nudges, subscriptions, wishes


class Wish(NamedTuple):
    """What somebody has answered."""

    turn: bool
    quiet_from: int
    quiet_to: int
    """Minutes after midnight."""
    zone: str
    circle: bool = False
    """When a circle of theirs enters an evening."""


COLUMNS = wishes.c["turn", "quiet_from", "quiet_to", "zone", "circle"]


def wish_of(row: Any) -> Wish:
    return Wish(bool(row.turn), row.quiet_from, row.quiet_to, row.zone, bool(row.circle))


class Subscription(NamedTuple):
    """Where messages for one browser go, and what they are encrypted for."""

    device: str
    person: str
    endpoint: str
    key: str
    auth: str
    lang: Lang


class Nudged(NamedTuple):
    """What somebody was told about the turn for which they are asked since this entry of the log."""

    asked: int
    step: int
    poked: bool


class Wishing:
    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def _one(self, query: sa.Select[Any]) -> Any:
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).first()

    async def wish(self, person: str) -> Wish | None:
        """None: they were never asked."""
        row = await self._one(sa.select(*COLUMNS).filter_by(person=person))
        return None if row is None else wish_of(row)

    async def keep_wish(self, person: str, wish: Wish) -> None:
        row = {"person": person, **wish._asdict(), "turn": int(wish.turn), "circle": int(wish.circle)}
        await put(self.engine, wishes, row)

    async def subscribe(self, subscription: Subscription) -> None:
        """A browser has one address: whose device it was before gets nothing there any more."""
        same = subscriptions.c.endpoint == subscription.endpoint
        async with self.engine.begin() as connection:
            await connection.execute(sa.delete(subscriptions).where(same))
        await put(self.engine, subscriptions, subscription._asdict())

    async def unsubscribe(self, device: str) -> None:
        async with self.engine.begin() as connection:
            await connection.execute(sa.delete(subscriptions).where(subscriptions.c.device == device))

    async def subscriptions(self, person: str) -> list[Subscription]:
        query = sa.select(subscriptions).where(subscriptions.c.person == person)
        async with self.engine.connect() as connection:
            return [Subscription(*row) for row in (await connection.execute(query)).all()]

    async def nudged(self, person: str, match: str) -> Nudged | None:
        query = sa.select(*nudges.c["asked", "step", "poked"]).filter_by(person=person, match=match)
        row = await self._one(query)
        return None if row is None else Nudged(row.asked, row.step, bool(row.poked))

    async def keep_nudged(self, person: str, match: str, nudged: Nudged) -> None:
        await put(self.engine, nudges, _row(person, match, nudged))

    async def keep_poked(self, person: str, match: str, nudged: Nudged) -> bool:
        """Of all who do so at once, one succeeds."""
        is_first = sa.or_(nudges.c.asked != nudged.asked, nudges.c.poked == 0)
        return await put(self.engine, nudges, _row(person, match, nudged._replace(poked=True)), is_first)


def _row(person: str, match: str, nudged: Nudged) -> dict[str, Any]:
    return {"person": person, "match": match, **nudged._asdict(), "poked": int(nudged.poked)}
