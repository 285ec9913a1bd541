"""Why a move is better in Blöder Sack: who wins a card, who would lead it, whose die goes."""

from pasch.engine.game import Seat
from pasch.engine.language import Text
from pasch.games.sack.model import SACKS_OF_A_CARD, Effect, Move, Place, Replace, Score, View
from pasch.games.sack.rules import effect
from pasch.games.sack.text.words import quoted
from pasch.games.sack.view import imagine
from pasch.games.words import joined


def why(view: View, seat: Seat, better: Move, other: Move) -> Text | None:
    return joined("; ", [_gain(view, seat, better), _left(view, seat, better, other)])


def _effect(view: View, seat: Seat, move: Move) -> Effect:
    return effect(imagine(view, lambda _: 0), seat, move)


def _card(view: View, move: Move) -> Text:
    card = view.cards[move.board - 1] if move.board else None
    return quoted(card.id) if card else Text("das Brett", "the board")


def _leads(found: Effect, seat: Seat) -> bool:
    return found.standing is not None and found.standing.winner == seat


def _gain(view: View, seat: Seat, move: Move) -> Text:
    found, card = _effect(view, seat, move), _card(view, move)
    if isinstance(move, Score) and move.board is None:
        return Text("So gewinnt gerade niemand etwas", "Nobody wins anything just now")
    if found.scored:
        if found.scored.verdict.winner == seat:
            return Text(f"{card.de} ist gewonnen", f"{card.en} is won")
        return Text(f"{card.de} kommt weg, und die Würfel kommen zurück", f"{card.en} goes, and the dice come back")
    before = view.standings[move.board - 1] if move.board else None
    led = before is not None and before.winner == seat
    if isinstance(move, Replace):
        if _leads(found, seat) and not led:
            return Text(
                f"Der fremde Würfel geht, und du führst bei {card.de}", f"Their die goes, and you lead {card.en}"
            )
        return Text(f"Bei {card.de} verliert jemand anderes einen Würfel", f"Somebody else loses a die at {card.en}")
    if _leads(found, seat):
        if led:
            return Text(f"Deine Führung bei {card.de} wird fester", f"Your lead at {card.en} grows firmer")
        return Text(f"Das bringt dich bei {card.de} nach vorn", f"That puts you ahead at {card.en}")
    return Text(f"Bei {card.de} bist du damit im Rennen", f"That keeps you in the race for {card.en}")


def _left(view: View, seat: Seat, better: Move, other: Move) -> Text:
    if better.board != other.board and other.board is not None:
        lead, card = view.standings[other.board - 1], _card(view, other)
        if lead is not None and lead.winner == seat:
            return Text(f"bei {card.de} führst du auch so.", f"you lead {card.en} anyway.")
        if better.board and _worth(view, better) > _worth(view, other):
            return Text(f"diese Karte zählt mehr als {card.de}.", f"this card is worth more than {card.en}.")
        return Text(f"{card.de} bleibt offen.", f"{card.en} stays open.")
    if isinstance(better, Replace) and isinstance(other, Place):
        return Text("dein anderer Würfel kommt zurück.", "your other die comes back.")
    if isinstance(better, Place):
        return Text(
            "der zweite Würfel ist noch frei." if len(view.hand) > 1 else "der Rest bleibt, wie er liegt.",
            "the second die is still free." if len(view.hand) > 1 else "the rest stays as it lies.",
        )
    return Text("der Rest bleibt, wie er liegt.", "the rest stays as it lies.")


def _worth(view: View, move: Move) -> int:
    card = view.cards[move.board - 1] if move.board else None
    return card.sacks if card else SACKS_OF_A_CARD[0] - 1
