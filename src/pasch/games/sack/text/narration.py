"""What happened at the table of Blöder Sack, told in sentences."""

from collections.abc import Iterator, Sequence

from pasch.engine.game import Seat
from pasch.engine.language import Lang, Text
from pasch.engine.match import Event
from pasch.games.sack.model import (
    CARDS_TO_END,
    SIX,
    Card,
    Deal,
    Phase,
    Place,
    Refill,
    Replace,
    Roll,
    Score,
    Scoring,
    View,
)
from pasch.games.sack.rules import result
from pasch.games.sack.text.words import SACKS, is_about_the_last_die, quoted, spoken
from pasch.games.words import CARDS, SEVERAL, joined, listed


def tell(event: Event, before: View, after: View, names: Sequence[str], lang: Lang) -> list[str]:
    return [text.to(lang) for text in _story(event, before, after, names)]


def _story(event: Event, before: View, after: View, names: Sequence[str]) -> Iterator[Text]:
    yield from _deed(event, before, after, names)
    at_once = _scored_at_once(event, before)
    yield from (_scoring(scoring, names) for scoring in after.news[:at_once])
    yield from _what_changed(event, before, after, names)
    if after.phase is Phase.OVER:
        yield from _end(after, after.news[at_once:], names)


# What was done


def _deed(event: Event, before: View, after: View, names: Sequence[str]) -> Iterator[Text]:
    match event.what:
        case Deal(cards):
            yield _dealt(cards, names[after.first])
        case Roll(dice):
            yield from _rolled(dice, before, after, names[before.seat])
        case Refill(board, card):
            yield _turned_up(board, card, after.cards[board - 1])
        case Place(die, board):
            yield from _placed(die, board, before, names[before.seat])
        case Replace(_, board, field):
            yield _replaced(board, field, before, names)
        case Score(board):
            yield _chosen(board, before, names[before.seat])


def _dealt(cards: Sequence[str], first: str) -> Text:
    shown = joined(", ", map(quoted, cards))
    return Text(f"Aufgedeckt: {shown.de}. {first} fängt an.", f"Turned up: {shown.en}. {first} begins.")


def _rolled(dice: Sequence[int], before: View, after: View, who: str) -> Iterator[Text]:
    first, second = dice
    if first != second:
        yield Text(f"{who} würfelt {first} und {second}.", f"{who} rolls {first} and {second}.")
        return
    yield Text(f"Pasch! {who} würfelt zwei {SEVERAL[first].de}.", f"A pair! {who} rolls two {SEVERAL[first].en}.")
    if after.phase is Phase.SIXES:
        yield Text(f"{who} darf eine Karte werten lassen.", f"{who} may have a card scored.")
    elif first == SIX:
        yield Text(
            "Noch liegt nirgends ein Würfel: Es gibt nichts zu werten.", "No die lies on any board: nothing to score."
        )
    elif not before.boards[first - 1]:
        yield Text(f"Brett {first} ist leer: Es gibt nichts zu werten.", f"Board {first} is empty: nothing to score.")


def _turned_up(board: int, card: str, there: Card | None) -> Text:
    name, sacks = quoted(card), SACKS.count(there.sacks if there else 0)
    return Text(
        f"Neue Karte über Brett {board}: {name.de}, {sacks.de}.",
        f"New card above board {board}: {name.en}, {sacks.en}.",
    )


def _placed(die: int, board: int, before: View, who: str) -> Iterator[Text]:
    yield Text(f"{who} legt {die} auf Brett {board}.", f"{who} places {die} on board {board}.")
    if _fills(board, before):
        yield Text(f"Brett {board} ist voll.", f"Board {board} is full.")


def _fills(board: int, before: View) -> bool:
    return len(before.boards[board - 1]) + 1 == before.fields


def _replaced(board: int, field: int, before: View, names: Sequence[str]) -> Text:
    who, removed = names[before.seat], before.boards[board - 1][field - 1]
    owner = names[removed.seat]
    return Text(
        f"{who} tauscht die {removed.value} von {owner} auf Brett {board}, Feld {field} aus.",
        f"{who} replaces the {removed.value} of {owner} on board {board}, field {field}.",
    )


def _chosen(board: int | None, before: View, who: str) -> Text:
    card = before.cards[board - 1] if board else None
    if card is None:
        return Text(f"{who} lässt keine Karte werten.", f"{who} has no card scored.")
    name = quoted(card.id)
    return Text(f"{who} lässt {name.de} werten.", f"{who} has {name.en} scored.")


# What followed


def _scored_at_once(event: Event, before: View) -> int:
    """How many of the scorings the event itself caused: all others belong to the end of the match (S18)."""
    match event.what:
        case Roll((first, second)):
            return int(first == second != SIX and bool(before.boards[first - 1]))
        case Place(_, board):
            return int(_fills(board, before))
        case Score(board):
            return int(board is not None)
        case _:
            return 0


def _scoring(scoring: Scoring, names: Sequence[str]) -> Text:
    winner, name = scoring.verdict.winner, quoted(scoring.card.id)
    if winner is None:
        return Text(
            f"Niemand erfüllt {name.de}: Die Karte bleibt liegen, die Würfel gehen zurück.",
            f"Nobody meets {name.en}: the card stays, the dice go back.",
        )
    sacks, how = SACKS.count(scoring.card.sacks), _how(scoring, winner, names)
    return Text(
        f"{names[winner]} gewinnt {name.de} ({sacks.de}) mit {how.de}.",
        f"{names[winner]} wins {name.en} ({sacks.en}) with {how.en}.",
    )


def _how(scoring: Scoring, winner: Seat, names: Sequence[str]) -> Text:
    strengths = scoring.verdict.strengths
    best = spoken(strengths[winner])
    if is_about_the_last_die(scoring.card.id):
        return Text(f"dem Würfel auf Feld {strengths[winner]}", f"the die on field {strengths[winner]}")
    if scoring.verdict.by_last_die:
        return _by_last_die(best, strengths, winner, names)
    second = max(strength for seat, strength in enumerate(strengths) if seat != winner)
    against = spoken(second)
    return Text(f"{best.de} gegen {against.de}", f"{best.en} against {against.en}") if second else best


def _by_last_die(best: Text, strengths: Sequence[int], winner: Seat, names: Sequence[str]) -> Text:
    others = [names[seat] for seat, value in enumerate(strengths) if value == strengths[winner] and seat != winner]
    equals, have = listed(others), Text("hat", "has") if len(others) == 1 else Text("haben", "have")
    return Text(
        f"{best.de}; {equals.de} {have.de} auch {best.de}, aber nicht den letzten Würfel",
        f"{best.en}; {equals.en} {have.en} {best.en}, too, but not the last die",
    )


def _what_changed(event: Event, before: View, after: View, names: Sequence[str]) -> Iterator[Text]:
    if _dice_came_back(event, before, after):
        yield Text(
            "Kein Brett ist mehr offen: Die Würfel gehen zurück.", "No board is open any more: the dice go back."
        )
    if after.last_round and not before.last_round:
        yield _last_round(after, names)
    if after.phase is Phase.SHORT and (before.phase, before.seat) != (after.phase, after.seat):
        who = names[after.seat]
        yield Text(
            f"{who} hat zu wenige Würfel: Erst wird eine Karte gewertet.",
            f"{who} is short of dice: first a card is scored.",
        )


def _dice_came_back(event: Event, before: View, after: View) -> bool:
    """S22."""
    match event.what:
        case Roll():
            return not after.hand
        case Place():
            return len(before.hand) > 1 and not after.hand
        case Score():
            return bool(before.hand) and not after.hand
        case _:
            return False


def _last_round(view: View, names: Sequence[str]) -> Text:
    who = next(name for name, cards in zip(names, view.won, strict=True) if len(cards) >= CARDS_TO_END)
    return Text(
        f"{who} hat vier Karten: Die Runde wird zu Ende gespielt, dann zählen alle Bretter.",
        f"{who} has four cards: the round is played to its end, then every board counts.",
    )


# S18, S19 The end


def _end(view: View, scorings: Sequence[Scoring], names: Sequence[str]) -> Iterator[Text]:
    if scorings:
        yield Text(
            "Die letzte Runde ist gespielt: Jetzt werden alle Bretter gewertet, auf denen Würfel liegen.",
            "The last round is played: now every board with dice on it is scored.",
        )
    yield from (_scoring(scoring, names) for scoring in scorings)
    yield _winners(view, names)
    yield _standings(view, names)


def _winners(view: View, names: Sequence[str]) -> Text:
    winners = [name for name, place in zip(names, result(view).places, strict=True) if place == 1]
    best = listed(winners)
    if len(winners) > 1:
        return Text(f"{best.de} teilen sich den Sieg!", f"{best.en} share the win!")
    return Text(f"{best.de} gewinnt!", f"{best.en} wins!")


def _standings(view: View, names: Sequence[str]) -> Text:
    sacks, cards = map(SACKS.count, view.sacks), [CARDS.count(len(won)) for won in view.won]
    each = zip(names, sacks, cards, strict=True)
    score = joined("; ", [Text(f"{who}: {one.de}, {two.de}", f"{who}: {one.en}, {two.en}") for who, one, two in each])
    return Text(f"Endstand – {score.de}.", f"Final score – {score.en}.")
