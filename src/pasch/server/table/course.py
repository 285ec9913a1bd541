"""How a match went beside its events: who was stood in for, whose clock cost the seat, and when it ended."""

from collections import Counter
from dataclasses import dataclass, field

from pasch.engine.match import Match
from pasch.games.parts import facts_of
from pasch.server.table.seats import Person, Sitter


@dataclass(slots=True)
class Course:
    stood_in: Counter[int] = field(default_factory=Counter)
    """For each seat of a person, how many moves a bot made there."""
    forfeited: dict[int, float] = field(default_factory=dict)
    """The seats that a clock has cost, with how much of the match was behind then, from 0 to 1."""
    ended: float = 0.0
    """When the match was over, or the table was closed."""

    def played(self, seat: int, sitter: Sitter) -> None:
        if isinstance(sitter, Person) and sitter.presence != "here":
            self.stood_in[seat] += 1

    def sat(self, seat: int, sitter: Sitter, match: Match) -> None:
        """Somebody's presence, name or colour has changed."""
        if isinstance(sitter, Person) and sitter.presence == "lost" and seat not in self.forfeited:
            told = facts_of(match.game)
            self.forfeited[seat] = told.progress(match.state) if told else 0.0
