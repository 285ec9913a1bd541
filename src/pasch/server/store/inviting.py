"""The database queries about nudges when a circle enters an evening: who wants them, and who is to be told when."""

from collections.abc import Collection
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from pasch.server.store.database import put
from pasch.server.store.schema import invited, wishes
from pasch.server.store.wishing import COLUMNS, Wish, wish_of


class Invited(NamedTuple):
    """Somebody is to be told of an evening of a circle, the one entered last."""

    person: str
    circle: str
    evening: int
    due: float | None
    """None: they were told, or know it."""
    told: float
    """When they were told last."""


class Inviting:
    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def wishes(self, people: Collection[str]) -> dict[str, Wish]:
        """Of those among them who want to be told when their circle invites."""
        query = sa.select(wishes.c.person, *COLUMNS).where(wishes.c.person.in_(people), wishes.c.circle == 1)
        async with self._engine.connect() as connection:
            return {row.person: wish_of(row) for row in await connection.execute(query)}

    async def told(self, person: str, circle: str) -> float:
        """When the circle has nudged somebody last; never: long ago."""
        query = sa.select(invited.c.told).where(invited.c.person == person, invited.c.circle == circle)
        async with self._engine.connect() as connection:
            return (await connection.execute(query)).scalar_one_or_none() or 0.0

    async def keep(self, one: Invited) -> None:
        await put(self._engine, invited, one._asdict())

    async def due(self, now: float, limit: int) -> list[Invited]:
        query = sa.select(invited).where(invited.c.due <= now).order_by(invited.c.due).limit(limit)
        async with self._engine.connect() as connection:
            return [Invited(*row) for row in (await connection.execute(query)).all()]

    async def take(self, one: Invited, told: float) -> bool:
        """Of all nodes that do so at once, one succeeds."""
        same = sa.and_(invited.c.person == one.person, invited.c.circle == one.circle, invited.c.due == one.due)
        async with self._engine.begin() as connection:
            return (await connection.execute(sa.update(invited).where(same).values(due=None, told=told))).rowcount == 1
