"""High or low in words."""

from collections.abc import Sequence

from rich.console import RenderableType

from pasch.engine.errors import Malformed
from pasch.engine.game import Seat
from pasch.engine.language import Lang, Text
from pasch.engine.match import Event
from pasch.games.narration import chosen

from .model import Effect, Move, Phase, Roll, Say, View

WORDS = {"high": Text("hoch", "high"), "low": Text("tief", "low")}


def lines(view: View, seat: Seat | None, names: Sequence[str], lang: Lang) -> list[str]:
    cards = [f"{name}: {card or '?'}" for name, card in zip(names, view.cards, strict=True)]
    return [", ".join(cards), f"{Text('Würfel', 'Die').to(lang)}: {view.die or '-'}"]


def picture(view: View, seat: Seat | None, names: Sequence[str], lang: Lang) -> RenderableType:
    return "\n".join(lines(view, seat, names, lang))


def question(view: View, seat: Seat, names: Sequence[str], lang: Lang) -> str:
    return Text("Hoch oder tief?", "High or low?").to(lang)


def examples(view: View, seat: Seat, lang: Lang) -> list[tuple[str, str]]:
    return [(word.to(lang), word.to(lang)) for word in WORDS.values()]


def write(move: Move, view: View, seat: Seat) -> str:
    return move.word


def read(words: str, view: View, seat: Seat, moves: Sequence[Move]) -> Move:
    for word, text in WORDS.items():
        if words.lower() in (word, *text):
            return Say("high") if word == "high" else Say("low")
    raise Malformed("Sag hoch oder tief.", "Say high or low.")


def describe(move: Move, effect: Effect, view: View, names: Sequence[str], lang: Lang) -> str:
    return WORDS[move.word].to(lang)


def reckoning(view: View, seat: Seat, lang: Lang) -> str:
    card, die = view.cards[seat], view.die
    sum_ = f"{card} + {die}" if view.said[seat] == "high" else f"{card} − {die}"
    score = card + die if view.said[seat] == "high" else card - die
    return Text(f"{score} Punkte ({sum_})", f"{score} points ({sum_})").to(lang)


def tell(event: Event, before: View, after: View, names: Sequence[str], lang: Lang) -> list[str]:
    if event.seat is not None:
        return [chosen(names[event.seat]).to(lang)]
    if isinstance(event.what, Roll):
        return [Text(f"Der Würfel zeigt {after.die}.", f"The die shows {after.die}.").to(lang)]
    return [Text("Jeder bekommt eine Karte.", "Everybody gets a card.").to(lang)] if after.phase is Phase.SAY else []
