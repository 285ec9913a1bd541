"""Those who look at the open tables: they are told when the list has changed, here or at another node."""

from collections.abc import Sequence
from typing import Protocol

from pasch.server.live.messages import OpenChanged, encode
from pasch.server.live.notices import Notices
from pasch.server.table.log import Begun, Entry, SetupChosen
from pasch.server.table.table import Table

CHANGED = encode(OpenChanged())


class Looker(Protocol):
    def send(self, message: bytes) -> None:
        """Pass a message on without ever waiting."""


class Browsing:
    def __init__(self, notices: Notices) -> None:
        self._notices = notices
        self.lookers: set[Looker] = set()
        self.is_new = False
        """The list has changed since it was told."""

    def written(self, table: Table, entries: Sequence[Entry]) -> None:
        """Chairs have changed: perhaps somebody sat down, stood up or began at a listed table, or it was listed, or is
        no more."""
        is_before = table.match is None or any(isinstance(entry.what, Begun) for entry in entries)
        may_be_no_more = entries[0].n > 0 and any(isinstance(entry.what, SetupChosen) for entry in entries)
        if is_before and (table.setup.listed or may_be_no_more):
            self.is_new = True
            self._notices.notify(open=True)

    def tell(self) -> None:
        """From time to time: however much has changed, it is told once."""
        if self.is_new:
            self.is_new = False
            for looker in self.lookers:
                looker.send(CHANGED)
