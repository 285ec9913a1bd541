"""What is said of a circle outside of it: by webhooks, and to those who want to be told."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from pasch.engine.game import AnyGame
from pasch.engine.language import Lang, Text
from pasch.server.table.results import SeatResult
from pasch.server.table.seats import SOMEBODY

DAYS = (
    Text("Montag", "Monday"),
    Text("Dienstag", "Tuesday"),
    Text("Mittwoch", "Wednesday"),
    Text("Donnerstag", "Thursday"),
    Text("Freitag", "Friday"),
    Text("Samstag", "Saturday"),
    Text("Sonntag", "Sunday"),
)
WHEN = Text("{day}, {at:%d.%m.}, {at:%H:%M} Uhr", "{day} {at:%d/%m}, {at:%H:%M}")
ENTERED = Text("{who} hat einen Abend eingetragen: {when}.", "{who} has entered an evening: {when}.")
OVER = Text("{game} ist zu Ende: {places}.", "{game} is over: {places}.")
DRAWN = Text("Runde {round}, {game}.", "Round {round}, {game}.")
TABLE = Text("Tisch {number}: {people}.", "Table {number}: {people}.")
GREETING = Text(
    "Ab jetzt steht hier, wenn ein Abend eingetragen wird, eine Partie zu Ende ist oder eine Clubrunde ausgelost wird.",
    "From now on you read here when an evening is entered, a match is over or a round of a club evening is drawn.",
)


def when(at: float, zone: str, lang: Lang) -> str:
    there = datetime.fromtimestamp(at, ZoneInfo(zone))
    return WHEN.to(lang).format(day=DAYS[there.weekday()].to(lang), at=there)


def entered(who: str, at: float, zone: str, lang: Lang) -> str:
    return ENTERED.to(lang).format(who=who or SOMEBODY.to(lang), when=when(at, zone, lang))


def over(game: AnyGame, names: Sequence[str], played: Iterable[SeatResult], lang: Lang) -> str:
    """From the first place on."""
    placed = sorted(played, key=lambda one: (one.place, one.seat))
    scores = ["" if one.score is None else f" ({one.score})" for one in placed]
    places = ", ".join(f"{one.place}. {names[one.seat]}{score}" for one, score in zip(placed, scores, strict=True))
    return OVER.to(lang).format(game=game.title.to(lang), places=places)


def drawn(number: int, game: AnyGame, tables: Iterable[Iterable[str]], lang: Lang) -> str:
    people = [", ".join(name or SOMEBODY.to(lang) for name in table) for table in tables]
    rows = [TABLE.to(lang).format(number=at, people=some) for at, some in enumerate(people, 1)]
    return "\n".join([DRAWN.to(lang).format(round=number, game=game.title.to(lang)), *rows])
