"""The database queries about webhooks: where a circle sends word to, and whether it arrives there."""

from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from pasch.engine.language import Lang
from pasch.server.store.schema import hooks


class Hook(NamedTuple):
    """Where a circle sends word to."""

    id: str
    circle: str
    person: str
    """Who has set it: it goes with them."""
    url: str
    """Whoever knows it can write there: it is told to nobody."""
    service: str
    origin: str
    lang: Lang
    zone: str
    failed: int
    """How often in a row nothing arrived there."""
    created: float


class Hooking:
    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def of(self, circle: str) -> list[Hook]:
        """The oldest first."""
        query = sa.select(hooks).where(hooks.c.circle == circle).order_by(hooks.c.created, hooks.c.id)
        async with self._engine.connect() as connection:
            return [Hook(*row) for row in (await connection.execute(query)).all()]

    async def add(self, hook: Hook) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(sa.insert(hooks).values(hook._asdict()))

    async def remove(self, circle: str, hook: str) -> bool:
        """Whether it was there."""
        one = sa.and_(hooks.c.circle == circle, hooks.c.id == hook)
        async with self._engine.begin() as connection:
            return (await connection.execute(sa.delete(hooks).where(one))).rowcount == 1

    async def count(self, hook: str, *, arrived: bool) -> None:
        """What arrives makes up for all that did not."""
        failed = 0 if arrived else hooks.c.failed + 1
        async with self._engine.begin() as connection:
            await connection.execute(sa.update(hooks).where(hooks.c.id == hook).values(failed=failed))
