"""The hints that the seats of a match were given."""

from dataclasses import dataclass, field

from pasch.server.table.seats import HintKind
from pasch.server.table.steps import Change

Kinds = dict[HintKind, str | None]
"""The kinds of hints about one decision, each with the id that a client gave it."""


@dataclass(slots=True)
class Given:
    counts: dict[int, int] = field(default_factory=dict)
    """How many each seat was given, where it was any."""
    last: dict[int, tuple[int, Kinds]] = field(default_factory=dict)
    """For each seat, the decision about which it was given hints last, and these."""

    def about(self, seat: int, decision: int) -> Kinds:
        """What a seat was given about a decision, named by the lowest version at which it may be made."""
        found, kinds = self.last.get(seat, (None, {}))
        return kinds if found == decision else {}

    def add(self, seat: int, decision: int, kind: HintKind, key: str | None) -> Change | None:
        """Note a hint. All are told that a seat takes one, once for each decision; that it gets tips, once; of a
        question, nobody is: it would tell what the seat was about to do."""
        before, count = self.about(seat, decision), self.counts.get(seat, 0)
        self.counts[seat], self.last[seat] = count + 1, (decision, {**before, kind: key})
        if kind == "tip":
            return None if count else Change("tutored")
        return None if kind == "question" or {*before} - {"question", "tip"} else Change("hinted")
