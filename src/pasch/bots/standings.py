"""How bots did in the arena, counted deal by deal."""

from collections.abc import Iterable, Sequence

import msgspec

from pasch.bots.arena import Batch, Deal, Played
from pasch.bots.confidence import Mean, half_width, share_interval
from pasch.bots.ratings import Rating, Ratings
from pasch.bots.times import Times
from pasch.engine.game import AnyGame


class Standing(msgspec.Struct, frozen=True):
    """How one bot did. A shared win counts its share; `low` and `high` are the 95 % interval of the rate.

    Where the rate is adjusted for luck, it may lie beyond 0 and 1; the wins are counted as they were.
    """

    bot: str
    win_rate: float
    low: float
    high: float
    mean_score: float
    ms_per_move: float
    median_ms: float
    worst_ms: float
    fair: float
    """The rate if all were equally strong: its share of the seats."""
    rating: Rating


class Entry(Standing, frozen=True):
    """The same with what the printed table shows beside it."""

    wins: int
    shared_wins: int
    mean_low: float
    mean_high: float
    squares: float
    """The sum of squared deviations of single deals' shares from the rate; it allows contests to be merged."""


class Table(msgspec.Struct, frozen=True):
    game: str
    players: int
    games: int
    deals: int
    weighs_luck: bool
    """Whether the rates are adjusted for luck (variance reduction)."""
    bots: list[Entry]

    def standings(self) -> dict[str, object]:
        """What is written as JSON."""
        shown = [{name: getattr(entry, name) for name in Standing.__struct_fields__} for entry in self.bots]
        return {**msgspec.structs.asdict(self), "bots": shown}


class Tally:
    """What is counted of one bot. Matches of a deal are alike, so only deals are independent of each other."""

    def __init__(self, bot: str) -> None:
        self.bot = bot
        self.shares = Mean()
        self.scores = Mean()
        self.wins = 0
        self.shared_wins = 0
        self.seats = 0
        self.times = Times()
        self.weighs_luck = False

    def add(self, entrant: int, deal: Deal) -> None:
        shares = [sum(match.result.share(seat) for seat in seats_of(entrant, match)) for match in deal]
        luck = sum(match.luck[seat] for match in deal for seat in seats_of(entrant, match) if match.luck)
        self.weighs_luck = any(match.luck for match in deal)
        scores = [match.result.scores[seat] for match in deal for seat in seats_of(entrant, match)]
        self.shares.add((sum(shares) - luck) / len(shares))
        self.scores.add(sum(scores) / len(scores))
        self.wins += sum(won == 1 for won in shares)
        self.shared_wins += sum(0 < won < 1 for won in shares)
        self.seats += len(scores)

    def entry(self, seats: int, rating: Rating) -> Entry:
        low, high = share_interval(self.shares, self.weighs_luck)
        mean, off = self.scores.value, half_width(self.scores)
        return Entry(
            bot=self.bot,
            win_rate=self.shares.value,
            low=low,
            high=high,
            mean_score=mean,
            ms_per_move=1000 * self.times.mean,
            median_ms=1000 * self.times.median,
            worst_ms=1000 * self.times.worst,
            fair=self.seats / seats,
            rating=rating,
            wins=self.wins,
            shared_wins=self.shared_wins,
            mean_low=mean - off,
            mean_high=mean + off,
            squares=self.shares.squares,
        )


def seats_of(entrant: int, match: Played) -> list[int]:
    return [seat for seat, sitting in enumerate(match.entrants) if sitting == entrant]


def summary(game: AnyGame, players: int, bots: Sequence[str], batches: Iterable[Batch]) -> Table:
    tallies, ratings, games, deals = [Tally(bot) for bot in bots], Ratings(len(bots)), 0, 0
    for batch in batches:
        for tally, times in zip(tallies, batch.times, strict=True):
            tally.times.join(times)
        for deal in batch.deals:
            games, deals = games + len(deal), deals + 1
            for entrant, tally in enumerate(tallies):
                tally.add(entrant, deal)
            for match in deal:
                ratings.rate(match.entrants, match.result.places)
    entries = [tally.entry(games * players, rating) for tally, rating in zip(tallies, ratings.now, strict=True)]
    return Table(game.id, players, games, deals, any(tally.weighs_luck for tally in tallies), entries)
