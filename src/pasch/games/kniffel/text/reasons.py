"""Why a move is better in Karten-Kniffel: points, penalties, which fields stay open, which cards stay in hand."""

from collections import Counter

from pasch.engine.game import Seat
from pasch.engine.language import Text
from pasch.games.kniffel.hands import is_silent, points, without
from pasch.games.kniffel.model import HAND, Hand, Move, Score, Swap, Trim, View
from pasch.games.kniffel.text.words import SAID
from pasch.games.words import SEVERAL, joined


def why(view: View, seat: Seat, better: Move, other: Move) -> Text | None:
    hand = view.hands[seat]
    if hand is None:
        return None
    match better, other:
        case Score(), Score() if better.field == other.field:
            return _same_field(view, seat, better, other)
        case Score(), Score():
            return joined("; ", [_more_points(better, other), _stays_open(other)])
        case Score(), _:
            return Text(
                f"Die Punkte für „{SAID[better.field].de}“ sind sicher; getauscht werden kann auch später.",
                f"The points for “{SAID[better.field].en}” are safe; there is time to swap later.",
            )
        case Swap(), Score():
            return joined("; ", [_kept(hand, better.discard), _stays_open(other)])
        case Swap(), Swap():
            return joined("; ", [_kept(hand, better.discard), _drawn(hand, better, other)])
        case Trim(), _:
            return joined(
                "; ", [_kept(hand, better.discard), Text("damit geht es weiter.", "that is what to go on with.")]
            )
    return None


def _same_field(view: View, seat: Seat, better: Score, other: Score) -> Text:
    if is_silent(view.sheets[seat], other) and not is_silent(view.sheets[seat], better):
        return Text(
            "Angesagt kostet das vorletzte Feld keine Strafe; sonst ändert sich nichts.",
            "Announced, the last field but one costs no penalty; nothing else changes.",
        )
    if (points(better.field, better.cards) or 0) > (points(other.field, other.cards) or 0):
        return Text(
            "Mehr Punkte im selben Feld; die anderen Felder bleiben offen.",
            "More points in the same field; the other fields stay open.",
        )
    return Text(
        "Die Karten, die bleiben, passen besser zusammen; das Feld ist so oder so gefüllt.",
        "The cards that stay go together better; the field is filled either way.",
    )


def _more_points(better: Score, other: Score) -> Text:
    field = SAID[better.field]
    if (points(better.field, better.cards) or 0) > (points(other.field, other.cards) or 0):
        return Text(f"„{field.de}“ bringt mehr Punkte", f"“{field.en}” brings more points")
    return Text(f"„{field.de}“ ist damit erledigt", f"“{field.en}” is settled")


def _stays_open(other: Score) -> Text:
    field = SAID[other.field]
    return Text(f"„{field.de}“ bleibt offen.", f"“{field.en}” stays open.")


def _kept(hand: Hand, discard: Hand) -> Text:
    """What stays in hand: a group, a run, or nothing to speak of."""
    left = without(hand, discard)
    groups = Counter(left).most_common(1)
    if groups and groups[0][1] > 1:
        name = SEVERAL[groups[0][0]]
        return Text(f"Die {name.de} bleiben zusammen", f"The {name.en} stay together")
    if len(left) > 1 and left[-1] - left[0] < HAND:
        return Text("Die Folge bleibt auf der Hand", "The run stays in hand")
    if left:
        return Text("Das Beste bleibt auf der Hand", "The best of it stays in hand")
    return Text("Alles neu", "Everything new")


def _drawn(hand: Hand, better: Swap, other: Swap) -> Text:
    held = [len(hand) - len(swap.discard) + swap.draw for swap in (better, other)]
    if held[0] > held[1]:
        return Text("eine Karte mehr hilft beim Suchen.", "one more card helps the search.")
    if held[0] < held[1]:
        return Text(
            "so fallen keine Strafpunkte mehr an." if held[0] <= HAND else "so fallen weniger Strafpunkte an.",
            "no penalty points that way." if held[0] <= HAND else "fewer penalty points that way.",
        )
    if len(better.discard) > len(other.discard):
        return Text("mehr neue Karten suchen das, was fehlt.", "more new cards look for what is missing.")
    return Text("die neuen Karten können sie ergänzen.", "the new cards can complete them.")
