"""A review in a terminal: the ribbon of chances in characters, the balance of every seat, its decisions."""

from collections.abc import Mapping

from msgspec.structs import astuple
from rich.text import Text as Styled

from pasch.bots.levels import NAMES
from pasch.coach import Exact, Judgement, Review, SeatReview
from pasch.coach.values import MARK_NAMES, POINT, Ungraded
from pasch.engine.errors import Malformed
from pasch.engine.game import Seat
from pasch.engine.language import Lang, Text
from pasch.engine.match import Match
from pasch.engine.record import Record, replay
from pasch.games import GAMES
from pasch.games.palette import SEAT_EMBLEMS, SEAT_NAMES, SEAT_STYLES
from pasch.games.parts import text_of
from pasch.games.words import figure
from pasch.terminal.pages import title
from pasch.terminal.screen import Screen

WIDE, HIGH = 72, 10
"""The ribbon, in characters."""
HEAD = Text("Wer lag wann vorn? Gewinnchance in %", "Who led when? Chance of winning in %")
STANDS = Text("{who}: {says}", "{who}: {says}")
ROWS = (
    Text("Start", "Start"),
    Text("Glück", "Luck"),
    Text("Eigene Züge", "Own moves"),
    Text("Züge der anderen", "Others’ moves"),
    Text("Rest", "Remainder"),
    Text("Ergebnis", "Result"),
)
BAD_LUCK = Text("Pech", "Bad luck")
TURNING = Text("Wendepunkte", "Turning points")
AT = Text("Ereignis {n}: {before} → {after} %", "Event {n}: {before} → {after} %")
NOTHING = Text("Nichts zu meckern: nichts liegen gelassen.", "Nothing to complain about: nothing was left lying.")
LOST = Text(
    "Ereignis {n}: {mark}, {loss}. Gespielt: {played} ({chance} %). Besser: {best} ({better} %).",
    "Event {n}: {mark}, {loss}. Played: {played} ({chance} %). Better: {best} ({better} %).",
)
CONFIRMED = Text("Nachgespielt, {times}-mal: {loss} ± {error}.", "Played on {times} times: {loss} ± {error}.")
BEST = Text(
    "Bester Zug, Ereignis {n}: {best}. Der zweitbeste war {lead} schwächer.",
    "Best move, event {n}: {best}. The second best was {lead} weaker.",
)
LIKE = Text(
    "Etwa wie der Bot {like}, zwischen {low} und {high}: je Entscheidung {loss} ± {error}, {count} gezählt{sure}.",
    "About like the {like} bot, between {low} and {high}: {loss} ± {error} per decision, {count} counted{sure}.",
)
PROVISIONAL = Text(" (vorläufig)", " (provisional)")

UNGRADED: dict[Ungraded, Text] = {
    "hints": Text(
        "Mit Tipps gespielt: Die Partie zählt nicht für die Einstufung.",
        "Played with hints: the match does not count for the grade.",
    ),
    "stand-in": Text(
        "Ein Bot hat ausgeholfen: Die Partie zählt nicht für die Einstufung.",
        "A bot stood in: the match does not count for the grade.",
    ),
}


def check_seat(seat: int | None, players: int) -> None:
    if seat is not None and seat not in range(players):
        last = players - 1
        raise Malformed(f"Platz {seat} gibt es nicht, nur 0 bis {last}.", f"There is no seat {seat}, only 0 to {last}.")


def in_points(share: float) -> str:
    return figure(round(share / POINT))


def in_tenths(share: float, lang: Lang) -> str:
    """Points with one decimal, and the comma where the language has one."""
    written = f"{share / POINT:.1f}".replace("-", "−")
    return written.replace(".", ",") if lang == "de" else written


def columns(review: Review, wide: int) -> list[tuple[float, ...]]:
    """The chances along the match, in so many columns at most: each is the last event that falls into it."""
    rows = [review.start, *(step.chances for step in review.steps)]
    wide = min(wide, len(rows))
    return [rows[(at + 1) * len(rows) // wide - 1] for at in range(wide)]


def ribbon(review: Review, bottom: Seat, wide: int = WIDE, high: int = HIGH) -> list[list[Seat]]:
    """Lines from the top down: whose band each character lies in; one's own is at the bottom."""
    order = [bottom, *(Seat(seat) for seat in range(review.players) if seat != bottom)]
    drawn = []
    for chances in columns(review, wide):
        edges = [sum(chances[seat] for seat in order[: at + 1]) for at in range(len(order))]
        heights = [(line + 0.5) / high for line in range(high)]
        drawn.append(
            [
                next(s for s, edge in zip(order, edges, strict=True) if edge > height or s == order[-1])
                for height in heights
            ]
        )
    return [[column[line] for column in drawn] for line in reversed(range(high))]


class Told:
    """One review, told."""

    def __init__(
        self, record: Record, review: Review, exact: Mapping[int, Exact], lang: Lang, *, plain: bool | None = None
    ) -> None:
        self._review, self._exact, self._lang, self._screen = review, exact, lang, Screen(lang, plain=plain)
        self._game = GAMES[record.game]
        self._names = [f"{SEAT_EMBLEMS[seat]} {SEAT_NAMES[seat].to(lang)}" for seat in range(record.players)]
        self._moves = self._described(record)

    def _described(self, record: Record) -> dict[int, tuple[str, str]]:
        """For each judged event the best move and the one played, in words."""
        matches, found = replay(record, GAMES), {}
        for step, match in zip(self._review.steps, matches, strict=False):
            if step.judgement:
                found[step.n] = self._both(match, step.judgement)
        return found

    def _both(self, match: Match, judged: Judgement) -> tuple[str, str]:
        view, names = self._game.view(match.state, judged.seat), [name.to(self._lang) for name in SEAT_NAMES]
        best, played = (
            text_of(self._game).describe(
                move, self._game.effect(match.state, judged.seat, move), view, names, self._lang
            )
            for move in (judged.best.move, judged.played.move)
        )
        return best.rstrip("."), played.rstrip(".")

    def show(self, seat: int | None) -> None:
        seats = self._review.seats if seat is None else [self._review.seats[seat]]
        winner = max(self._review.seats, key=lambda one: one.balance.exact.result).seat
        self._screen.say(title(self._game, self._lang), HEAD.to(self._lang))
        self._show_ribbon(winner if seat is None else Seat(seat))
        for one in seats:
            self._screen.say("")
            self._show_seat(one)

    def _show_ribbon(self, bottom: Seat) -> None:
        high = ribbon(self._review, bottom)
        for line, seats in enumerate(high):
            scale = {0: "100", HIGH // 2: " 50", HIGH - 1: "  0"}.get(line, "   ")
            drawn = Styled()
            for seat in seats:
                drawn.append(SEAT_EMBLEMS[seat], style="" if self._screen.plain else SEAT_STYLES[seat])
            self._screen.console.print(drawn, scale)
        self._screen.say(" ".join(self._names))

    def _show_seat(self, one: SeatReview) -> None:
        lang, say = self._lang, self._screen.say
        say(self._screen.words(STANDS, who=self._names[one.seat], says=one.balance.says.to(lang)))
        for at, (name, part) in enumerate(zip(ROWS, astuple(one.balance.points), strict=True)):
            label = BAD_LUCK if at == 1 and part < 0 else name
            say(f"  {label.to(lang):<18}{self._signed(int(part), at):>6}")
        self._show_turning(one)
        if not one.worst:
            say(f"  {NOTHING.to(lang)}")
        for n in one.worst:
            self._show_loss(n)
        if one.best is not None and (best := self._review.steps[one.best].judgement):
            words = self._moves[one.best][0]
            say("  " + self._screen.words(BEST, n=one.best, best=words, lead=in_points(best.lead)))
        if one.ungraded:
            say(f"  {UNGRADED[one.ungraded].to(lang)}")
        if one.grade:
            self._show_grade(one)

    def _signed(self, part: int, at: int) -> str:
        return f"{part} %" if at in (0, len(ROWS) - 1) else f"{'+' if part > 0 else ''}{figure(part)}"

    def _show_turning(self, one: SeatReview) -> None:
        shown = [self._review.percent, *(step.percent for step in self._review.steps)]
        points = [
            self._screen.words(AT, n=n, before=shown[n][one.seat], after=shown[n + 1][one.seat])
            for n in one.turning_points
        ]
        self._screen.say(f"  {TURNING.to(self._lang)}: {'; '.join(points)}")

    def _show_loss(self, n: int) -> None:
        judged = self._review.steps[n].judgement
        assert judged is not None and judged.mark is not None  # noqa: PT018
        best, played = self._moves[n]
        said = {
            "n": n,
            "mark": MARK_NAMES[judged.mark].to(self._lang),
            "loss": in_points(-judged.loss),
            "played": played,
            "best": best,
            "chance": in_points(judged.played.chance),
            "better": in_points(judged.best.chance),
        }
        self._screen.say("  " + self._screen.words(LOST, **said))
        if judged.why:
            self._screen.whisper("    " + judged.why.to(self._lang))
        if n in self._exact:
            found = self._exact[n]
            loss, error = in_tenths(-found.loss, self._lang), in_tenths(found.error, self._lang)
            self._screen.say("    " + self._screen.words(CONFIRMED, times=found.times, loss=loss, error=error))

    def _show_grade(self, one: SeatReview) -> None:
        grade, lang = one.grade, self._lang
        assert grade is not None
        like, low, high = (NAMES[level].to(lang) for level in (grade.like, grade.low, grade.high))
        loss, error = in_tenths(grade.mean_loss, lang), in_tenths(grade.error, lang)
        said = {"loss": loss, "error": error, "count": grade.decisions}
        sure = PROVISIONAL.to(lang) if grade.provisional else ""
        self._screen.say("  " + self._screen.words(LIKE, like=like, low=low, high=high, sure=sure, **said))
