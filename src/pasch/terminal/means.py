"""What several reviewed matches come to: how often each seat won, and how often it would have without its luck."""

from collections.abc import Iterable

from pasch.bots.confidence import Mean, share_interval
from pasch.coach import Review
from pasch.engine.language import Lang, Text
from pasch.games import GAMES
from pasch.games.palette import SEAT_EMBLEMS, SEAT_NAMES
from pasch.terminal.pages import title
from pasch.terminal.review import in_tenths
from pasch.terminal.screen import Screen

HEAD = Text("{title} zu {players}, {matches} Partien:", "{title} for {players}, {matches} matches:")
WON = Text(
    "  {who}: gewinnt {result}, ohne das Glück {adjusted}", "  {who}: wins {result}, without the luck {adjusted}"
)
INTERVAL = "{mean} % ({low} – {high})"


class Won:
    """One seat at one table: its results, and its results less the luck. Both means have the same expectation."""

    def __init__(self) -> None:
        self.results, self.adjusted = Mean(), Mean()

    def add(self, result: float, luck: float) -> None:
        self.results.add(result)
        self.adjusted.add(result - luck)


class Means:
    def __init__(self) -> None:
        self._tables: dict[tuple[str, int], list[Won]] = {}

    def add(self, review: Review) -> None:
        seats = self._tables.setdefault((review.game, review.players), [Won() for _ in review.seats])
        for one, won in zip(review.seats, seats, strict=True):
            parts = one.balance.exact
            won.add(parts.result, parts.luck)

    def show(self, seat: int | None, screen: Screen) -> None:
        """Of each table with more than one match: a single result less its luck means nothing."""
        for (game, players), seats in self._tables.items():
            if seats[0].results.count > 1:
                head = {"title": title(GAMES[game], screen.lang), "players": players}
                screen.say("", screen.words(HEAD, matches=seats[0].results.count, **head))
                screen.say(*_lines(enumerate(seats) if seat is None else [(seat, seats[seat])], screen))


def _lines(seats: Iterable[tuple[int, Won]], screen: Screen) -> list[str]:
    return [
        screen.words(
            WON,
            who=f"{SEAT_EMBLEMS[seat]} {SEAT_NAMES[seat].to(screen.lang)}",
            result=_told(won.results, share_interval(won.results), screen.lang),
            adjusted=_told(won.adjusted, share_interval(won.adjusted, weighs_luck=True), screen.lang),
        )
        for seat, won in seats
    ]


def _told(mean: Mean, interval: tuple[float, float], lang: Lang) -> str:
    """In per cent, with the 95 % interval."""
    said, low, high = (in_tenths(share, lang) for share in (mean.value, *interval))
    return INTERVAL.format(mean=said, low=low, high=high)
