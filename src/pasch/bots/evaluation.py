"""The fixed evaluation of a bot: every table, shared deals, luck weighed, and one score.

At every table the bot meets each reference: both hold half of the seats, and every deal is played twice, the other way
round too, so that 50 % of the wins is even. From each share is taken what was luck (`luck`).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from math import sqrt

import msgspec

from pasch.bots.arena import Batch, contest
from pasch.bots.confidence import Mean, share_interval, t95
from pasch.bots.standings import summary
from pasch.engine.game import AnyGame
from pasch.engine.language import Text
from pasch.games import GAMES
from pasch.games.parts import encoding_of
from pasch.games.weights import digest, is_learned

REFERENCES = ("random", "greedy", "strong")
"""One that nobody should lose to, one without training, and the best there is: so weak bots are told apart, too."""
DEALS = 50
DEFINITION = Text(
    "100 × der mittlere Anteil an den Siegen ohne das Glück, wenn der Bot und ein Gegner je die Hälfte der Plätze hat:"
    " gemittelt erst über die Gegner, dann über die Spielerzahlen eines Spiels, dann über die Spiele.",
    "100 × the mean share of the wins, adjusted for luck, when the bot and a reference hold half of the seats each:"
    " first over the references, then over the numbers of players of a game, then over the games.",
)


class Met(msgspec.Struct, frozen=True):
    """How the bot did against one reference at one table; `low` and `high` are the 95 % interval of the share."""

    game: str
    players: int
    encoding: int
    """The version of the game as an environment."""
    weights: str
    """Which weights weighed the luck, and played where the reference has learned: the beginning of their hash."""
    reference: str
    matches: int
    deals: int
    share: float
    low: float
    high: float
    squares: float
    """The sum of squared deviations of single deals' shares from the mean."""
    median_ms: float
    """Half of the bot's moves took no longer than this."""

    @property
    def mean(self) -> Mean:
        return Mean(self.deals, self.share, self.squares)


class Score(msgspec.Struct, frozen=True):
    """From 0 to 100, and its 95 % interval."""

    score: float
    low: float
    high: float


class Evaluation(msgspec.Struct, frozen=True):
    bot: str
    score: float
    low: float
    high: float
    definition: str
    references: Sequence[str]
    seed: str
    deals: int
    """At each table, against each reference."""
    matches: int
    games: dict[str, Score]
    """The score of each game alone."""
    tables: list[Met]


Tables = Sequence[tuple[AnyGame, int]]


def all_tables() -> Tables:
    return [(game, players) for game in GAMES.values() if is_learned(game) for players in game.seats]


def evaluate(
    bot: str,
    tables: Tables,
    deals: int,
    seed: str,
    jobs: int = 1,
    watched: Callable[[Iterator[Batch]], Iterable[Batch]] = iter,
) -> Evaluation:
    """Let a bot meet the references; `watched` is given all batches of deals on their way."""
    met = []
    for (game, players), reference in product(tables, REFERENCES):
        batches = contest(game, players, [bot, reference], deals, seed, jobs, weighs_luck=True)
        table = summary(game, players, [bot, reference], watched(batches))
        mine = table.bots[0]
        shares = Mean(table.deals, mine.win_rate, mine.squares)
        low, high = share_interval(shares, weighs_luck=True)
        met.append(
            Met(
                game=game.id,
                players=players,
                encoding=encoding_of(game).VERSION,
                weights=digest(game, players),
                reference=reference,
                matches=table.games,
                deals=table.deals,
                share=mine.win_rate,
                low=low,
                high=high,
                squares=mine.squares,
                median_ms=mine.median_ms,
            )
        )
    return evaluation(bot, seed, met)


def evaluation(bot: str, seed: str, met: Sequence[Met]) -> Evaluation:
    """What follows from all meetings."""
    overall = score(met)
    names = dict.fromkeys(one.game for one in met)
    return Evaluation(
        bot=bot,
        score=overall.score,
        low=overall.low,
        high=overall.high,
        definition=DEFINITION.en,
        references=list(dict.fromkeys(one.reference for one in met)),
        seed=seed,
        deals=min(one.deals for one in met),
        matches=sum(one.matches for one in met),
        games={name: score([one for one in met if one.game == name]) for name in names},
        tables=list(met),
    )


def score(met: Sequence[Met]) -> Score:
    """The mean over references, tables and games (`DEFINITION`): the meetings are independent, so variances add up."""
    games = {one.game for one in met}
    weights = [1 / (len(games) * sum(other.game == one.game for other in met)) for one in met]
    value = sum(weight * one.share for weight, one in zip(weights, met, strict=True))
    variances = [(weight * one.mean.error) ** 2 for weight, one in zip(weights, met, strict=True)]
    off = sqrt(sum(variances)) * t95(_freedom(variances, met))
    low, mean, high = (100 * min(1.0, max(0.0, share)) for share in (value - off, value, value + off))
    return Score(mean, low, high)


def _freedom(variances: Sequence[float], met: Sequence[Met]) -> int:
    """The degrees of freedom of a sum of estimated variances (Welch and Satterthwaite)."""
    single = sum(each**2 / max(1, one.deals - 1) for each, one in zip(variances, met, strict=True))
    return int(sum(variances) ** 2 / single) if single else 1
