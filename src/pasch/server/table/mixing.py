"""What the devices at a table add to the dice, between the tap that begins the match and its beginning."""

from dataclasses import dataclass, field
from typing import Literal

import msgspec

from pasch.engine.fair import Terms
from pasch.engine.record import Part
from pasch.server.table.log import Agreed, Committed, Revealed

Added = Literal["bot", "nothing", "committed", "revealed"]


@dataclass(slots=True)
class Mixing:
    """Devices commit until the list is frozen, then they reveal; `until` says how long the next step is waited for."""

    agreed: Agreed
    parts: list[Part]
    until: float
    pools: dict[str, tuple[str, ...]] = field(default_factory=dict)
    is_frozen: bool = False

    def freeze(self, at: float) -> None:
        self.is_frozen, self.until = True, at + self.agreed.wait

    def add(self, what: Committed | Revealed) -> None:
        given = {name: value for name, value in msgspec.structs.asdict(what).items() if name != "seat"}
        self.parts[what.seat] = msgspec.structs.replace(self.parts[what.seat], **given)

    def is_due(self, seat: int) -> bool:
        """Whether the device of a seat is expected to commit, or to reveal."""
        part = self.parts[seat]
        if self.is_frozen:
            return bool(part.commitment) and not part.random
        return not part.bot and not part.commitment

    def is_complete(self, now: float) -> bool:
        """Whether nothing is waited for any more: all have come, or the time is up."""
        return now >= self.until or not any(map(self.is_due, range(len(self.parts))))

    def added(self) -> list[Added]:
        return [
            "bot" if part.bot else "revealed" if part.random else "committed" if part.commitment else "nothing"
            for part in self.parts
        ]

    def terms(self, table: str, game: str, seal: str) -> Terms:
        return Terms(
            table=table,
            game=game,
            players=len(self.parts),
            options=self.agreed.options,
            lot=self.agreed.lot,
            lots=self.pools,
            seal=seal,
            commitments=tuple([part.commitment for part in self.parts]),
        )
