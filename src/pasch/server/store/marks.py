"""The database queries about ratings: the matches that count for them, and how far they were computed already."""

from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from pasch.server.people.rating import Ranked, Rating, Ratings, formula
from pasch.server.store.database import put
from pasch.server.store.schema import rating_marks, results


class Mark(NamedTuple):
    """The ratings of a pool after all matches that ended before then."""

    until: float
    ratings: Ratings


_decode = msgspec.json.Decoder(list[tuple[str, str, float, float, int]]).decode


def decoded(pool: str, body: str) -> Ratings:
    return {(pool, game, who): Rating(mu, sigma, matches) for game, who, mu, sigma, matches in _decode(body)}


def encoded(ratings: Ratings) -> str:
    """There may be ten thousands of them."""
    return msgspec.json.encode([(game, who, *one) for (_, game, who), one in ratings.items()]).decode()


def ranked_query(pool: str, after: tuple[float, str], limit: int) -> sa.Select[Any]:
    ended, match = results.c.ended, results.c.match
    columns = results.c["match", "ended", "circle", "game", "person", "bot", "rank"]
    return (
        sa.select(*columns)
        .where(
            results.c.circle == pool if pool else results.c.circle.is_(None),
            results.c.rank.is_not(None),
            ended >= after[0],
            sa.or_(ended > after[0], match > after[1]),
        )
        .order_by(ended, match)
        .limit(limit)
    )


class Marks:
    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def ranked(self, pool: str, after: tuple[float, str], limit: int) -> list[Ranked]:
        """The first matches of a circle, or of no circle, that count for ratings and ended after this one, whole and in
        order: about so many seats of them."""
        async with self._engine.connect() as connection:
            found = (await connection.execute(ranked_query(pool, after, limit))).all()
        rows = [Ranked(*row)._replace(pool=pool) for row in found]
        if len(rows) < limit:
            return rows
        return [row for row in rows if row.match != rows[-1].match]

    async def mark(self, pool: str) -> tuple[float, str] | None:
        """Until when, and what was encoded; None where there is none by this formula."""
        query = sa.select(rating_marks.c.until, rating_marks.c.body)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query.filter_by(pool=pool, formula=formula()))).first()
        return None if row is None else (row.until, row.body)

    async def keep(self, pool: str, until: float, body: str) -> None:
        await put(self._engine, rating_marks, {"pool": pool, "formula": formula(), "until": until, "body": body})
