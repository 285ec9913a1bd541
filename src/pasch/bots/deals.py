"""Deals: the same chance for several matches, so that every bot can have the luck of every seat.

Two matches of a deal begin alike and part when bots decide differently. To stay as alike as the rules allow, every
stroke of chance has a source of its own, named by what it is for: the rule that calls for it, the seats that decide
next, and how often that was before. What one seat does then leaves the dice of the others as they are.
"""

from collections import Counter
from collections.abc import Sequence

from pasch.bots.levels import entrant
from pasch.bots.matches import OnChance, play_out
from pasch.bots.times import Times
from pasch.engine.draws import Below, chance
from pasch.engine.game import AnyGame, Chance, Decision, Seat
from pasch.engine.record import Match, options_from_json

FURTHEST = 8
"""So many strokes of chance in a row are looked through for who decides after them."""


class Fate:
    """All chance of one match of a deal. The same seed in another match is the same deal."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._before: Counter[str] = Counter()
        self._choices: dict[Seat, Below] = {}

    def falls(self, match: Match) -> Below:
        assert isinstance(match.turn, Chance)
        purpose = f"{match.turn.rule}/{deciders(match.game, match.state)}"
        self._before[purpose] += 1
        return chance(f"{self._seed}/chance/{purpose}/{self._before[purpose]}")

    def choices(self, seat: Seat) -> Below:
        """A seat's own source: whoever decides alike there then goes on deciding alike."""
        if seat not in self._choices:
            self._choices[seat] = chance(f"{self._seed}/choice/{seat}")
        return self._choices[seat]


def deciders(game: AnyGame, state: object) -> tuple[Seat, ...]:
    """The seats for which chance falls here: those that decide after it, were it to fall in the first of all ways."""
    for _ in range(FURTHEST):
        match game.turn(state):
            case Chance(draw=draw):
                state = game.settle(state, draw.fall(0))
            case Decision(seats=seats):
                return seats
            case _:
                break
    return ()


def play_in_deal(
    game: AnyGame, levels: Sequence[str], seed: str, on_chance: OnChance | None = None
) -> tuple[Match, list[Times]]:
    """A match between bots, one level per seat, that shares its chance with all others of this seed."""
    fate = Fate(seed)
    match = Match(game, len(levels), options_from_json(game, {"first": 0}))
    return match, play_out(match, [entrant(game, level) for level in levels], fate.falls, fate.choices, on_chance)


def seatings(players: int, entrants: int, seed: str) -> list[tuple[int, ...]]:
    """Who sits where in the matches of a deal: each entrant once in every seat.

    The order round the table is drawn by lot, so that nobody always follows the same one. Where there are more seats
    than entrants, these take several each.
    """
    lots = chance(f"{seed}/seats")
    order = sorted(range(entrants), key=lambda _: lots(2**32))
    return [tuple(order[(seat + turned) % entrants] for seat in range(players)) for turned in range(entrants)]
