"""What happened in a match of Karten-Kniffel, told in sentences."""

from collections.abc import Sequence

from pasch.engine.game import clockwise
from pasch.engine.language import Lang, Text
from pasch.engine.match import Event
from pasch.games.kniffel.model import (
    FACE_DOWN,
    HAND,
    PENALTY_FOR_SILENCE,
    Deal,
    Draw,
    Hand,
    Phase,
    Score,
    Scoring,
    Swap,
    Trim,
    View,
    is_full,
)
from pasch.games.kniffel.text.words import LAST_BUT_ONE, PENALTY_POINTS, SAID, victory
from pasch.games.words import CARDS, NOTHING, POINTS, figure, listed


def tell(event: Event, before: View, after: View, names: Sequence[str], lang: Lang) -> list[str]:
    said = [*_told(event, before, after, names), *_ending(after, names)]
    return [sentence.to(lang) for sentence in said]


def _told(event: Event, before: View, after: View, names: Sequence[str]) -> list[Text]:
    name = names[before.seat]
    match event.what:
        case Deal(hands=hands):
            return _dealt(hands, after, names)
        case Draw(cards=cards):
            return _drawn(cards, before, after, name)
        case Swap() as swap:
            return [_swapped(swap, name)]
        case Trim(discard=discard):
            thrown = listed(discard)
            return [Text(f"{name} wirft {thrown.de} ab.", f"{name} discards {thrown.en}.")]
        case what:
            assert isinstance(what, Score)
            return _scored(what, before, after, name)


def _dealt(hands: Sequence[Hand], after: View, names: Sequence[str]) -> list[Text]:
    first = names[after.seat]
    all_get = Text(f"Alle bekommen {HAND} Karten, {first} fängt an.", f"Everybody gets {HAND} cards, {first} begins.")
    seen = [(name, listed(hand)) for name, hand in zip(names, hands, strict=True) if FACE_DOWN not in hand]
    return [all_get, *(Text(f"{name} hat {hand.de}.", f"{name} holds {hand.en}.") for name, hand in seen)]


def _drawn(cards: Hand, before: View, after: View, name: str) -> list[Text]:
    got = _unseen(cards, before, after, name) if FACE_DOWN in cards else _seen(cards, name)
    return [RESHUFFLED, got] if len(cards) > before.pile_size else [got]


def _seen(cards: Hand, name: str) -> Text:
    shown = listed(cards)
    return Text(f"{name} bekommt {shown.de}.", f"{name} gets {shown.en}.")


def _unseen(cards: Hand, before: View, after: View, name: str) -> Text:
    """After a swap everybody knows already how many were drawn."""
    drawn, held = CARDS.count(len(cards)), CARDS.count(after.hand_sizes[before.seat])
    if before.news:
        return Text(f"{name} zieht {drawn.de} nach.", f"{name} draws {drawn.en}.")
    return Text(f"{name} hat jetzt {held.de}.", f"{name} holds {held.en} now.")


RESHUFFLED = Text(
    "Der Stapel ist leer: Die Ablage wird gemischt und zum neuen Stapel.",
    "The pile is empty: the discards are shuffled and become the new pile.",
)


def _swapped(swap: Swap, name: str) -> Text:
    if not swap.discard and not swap.draw:
        return Text(f"{name} tauscht nichts.", f"{name} swaps nothing.")
    thrown, drawn = listed(swap.discard) if swap.discard else NOTHING, CARDS.count(swap.draw)
    return Text(
        f"{name} wirft {thrown.de} ab und zieht {drawn.de}.",
        f"{name} discards {thrown.en}, then draws {drawn.en}.",
    )


def _scored(score: Score, before: View, after: View, name: str) -> list[Text]:
    scoring = after.news
    assert scoring is not None
    loud = Text(f"{name} sagt an: {LAST_BUT_ONE.de}", f"{name} announces: {LAST_BUT_ONE.en}")
    said, forgot = [loud] if score.announce else [], [_forgotten(name)] if scoring.silent else []
    return [*said, _entry(scoring, name), *forgot, *_full(before, after, name)]


def _entry(scoring: Scoring, name: str) -> Text:
    field, worth = SAID[scoring.field], POINTS.count(scoring.points)
    cards = " ".join(map(str, scoring.cards))
    paid = scoring.penalty - (PENALTY_FOR_SILENCE if scoring.silent else 0)
    penalty = PENALTY_POINTS.count(paid)
    also = Text(f", {penalty.de}", f", {penalty.en}") if paid else Text("", "")
    return Text(
        f"{name} trägt {field.de} ein ({cards}): {worth.de}{also.de}.",
        f"{name} scores {field.en} ({cards}): {worth.en}{also.en}.",
    )


def _forgotten(name: str) -> Text:
    penalty = PENALTY_POINTS.count(PENALTY_FOR_SILENCE)
    return Text(
        f"{name} hat das vorletzte Feld nicht angesagt: {penalty.de}.",
        f"{name} did not announce the last field but one: {penalty.en}.",
    )


def _full(before: View, after: View, name: str) -> list[Text]:
    """K13: the first full sheet, unless the round ends with it anyway."""
    filled = list(map(is_full, after.sheets))
    if not filled[before.seat] or sum(filled) > 1 or clockwise(before.seat, len(filled)) == before.first:
        return []
    return [
        Text(
            f"{name} hat alle Felder voll: Die Runde wird noch zu Ende gespielt.",
            f"{name} has filled every field: the round is played to its end.",
        )
    ]


def _ending(after: View, names: Sequence[str]) -> list[Text]:
    if after.phase is not Phase.OVER:
        return []
    totals = ", ".join(f"{name} {figure(total.total)}" for name, total in zip(names, after.totals, strict=True))
    return [Text(f"Die Partie ist zu Ende: {totals}.", f"The match is over: {totals}."), victory(after, names)]
