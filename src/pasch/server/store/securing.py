"""The database queries about passkeys."""

from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from pasch.server.store.schema import passkeys


class Passkey(NamedTuple):
    id: str
    person: str
    name: str
    key: bytes
    uses: int
    created: float
    kind: str
    device: str


class Securing:
    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def keep(self, passkey: Passkey) -> None:
        async with self.engine.begin() as connection:
            await connection.execute(sa.insert(passkeys).values(passkey._asdict()))

    async def of(self, person: str) -> list[Passkey]:
        query = sa.select(passkeys).where(passkeys.c.person == person).order_by(passkeys.c.created)
        async with self.engine.connect() as connection:
            return [Passkey(*row) for row in (await connection.execute(query)).all()]

    async def find(self, name: str) -> Passkey | None:
        async with self.engine.connect() as connection:
            row = (await connection.execute(sa.select(passkeys).where(passkeys.c.id == name))).first()
        return None if row is None else Passkey(*row)

    async def used(self, passkey: Passkey, uses: int) -> None:
        async with self.engine.begin() as connection:
            await connection.execute(sa.update(passkeys).where(passkeys.c.id == passkey.id).values(uses=uses))

    async def remove(self, person: str, name: str) -> None:
        async with self.engine.begin() as connection:
            await connection.execute(sa.delete(passkeys).where(passkeys.c.person == person, passkeys.c.id == name))
