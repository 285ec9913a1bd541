"""Deals: several matches with common random numbers, so that every bot gets the luck of every seat (as in duplicate).

Two matches of a deal begin alike and diverge when bots decide differently. To stay as alike as the rules allow, every
chance event has a random source of its own, named by what it is for: the rule that calls for it, the seats that decide
next, and how often that was before. So the choices of one seat do not change the dice of the others.
"""

from collections import Counter
from collections.abc import Sequence

from pasch.bots.levels import bot_from_spec
from pasch.bots.matches import OnChance, play_out
from pasch.bots.times import Times
from pasch.engine.draws import Below, chance
from pasch.engine.game import AnyGame, Chance, Decision, Seat
from pasch.engine.match import Match
from pasch.engine.record import options_from_json

FURTHEST = 8
"""So many chance events in a row are looked through for who decides after them."""


class CommonRandomNumbers:
    """The random sources of one match of a deal. The same seed in another match is the same deal."""

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
        """A random source for the choices of one seat: equal decisions then stay equal."""
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
    """A match between bots, one per seat, that shares its random numbers with all others of this seed."""
    random = CommonRandomNumbers(seed)
    match = Match(game, len(levels), options_from_json(game, {"first": 0}))
    return match, play_out(
        match, [bot_from_spec(game, level) for level in levels], random.falls, random.choices, on_chance
    )


def seatings(players: int, entrants: int, seed: str) -> list[tuple[int, ...]]:
    """Who sits where in the matches of a deal: each entrant once in every seat.

    The order round the table is drawn by lot, so that nobody always follows the same one. Where there are more seats
    than entrants, these take several each.
    """
    lots = chance(f"{seed}/seats")
    order = sorted(range(entrants), key=lambda _: lots(2**32))
    return [tuple(order[(seat + turned) % entrants] for seat in range(players)) for turned in range(entrants)]
