"""Why a move is better in Karten-Kniffel: points, penalties, bonus, what can be completed, what stays open."""

from collections import Counter
from typing import NamedTuple

from pasch.engine.game import Seat, put
from pasch.engine.language import Text
from pasch.games.kniffel.hands import is_silent, points, without
from pasch.games.kniffel.learning.odds import chances, fitting
from pasch.games.kniffel.model import (
    BONUS,
    BONUS_FROM,
    FIELDS,
    HAND,
    INDEX,
    LOWER,
    MALUS,
    MALUS_BELOW,
    UPPER,
    Field,
    Hand,
    Move,
    Score,
    Sheet,
    Swap,
    Trim,
    View,
    is_full,
)
from pasch.games.kniffel.text.words import SAID
from pasch.games.words import POINTS, SEVERAL, SURE, Noun, joined, times

CLEARLY = 0.1
"""A chance that is better by less does not explain a move."""
SELDOM = 1 / 3
"""A chance up to here is said with “only”."""
HARDLY = 0.01
"""Below it nobody would think of it."""
FEASIBLE = 4
"""So many cards of a value can be hoped for."""
FITTING_CARDS = Noun(Text("passende Karte ist", "fitting card is"), Text("passende Karten sind", "fitting cards are"))
STRAIGHTS = (Field.SMALL_STRAIGHT, Field.LARGE_STRAIGHT)


def why(view: View, seat: Seat, better: Move, other: Move) -> Text | None:
    hand = view.hands[seat]
    if hand is None:
        return None
    match better, other:
        case Score(), Score() if better.field == other.field:
            return _same_field(view, seat, better, other)
        case Score(), Score():
            gain = _bonus(view, seat, better, other) or _more_points(better, other)
            return joined("; ", [gain, _stays_open(other)])
        case Score(), _:
            gain = _bonus(view, seat, better, other) or _safe(better)
            return joined("; ", [gain, _instead_of_swapping(view, seat, hand, other)])
        case Swap(), Score():
            return joined("; ", [_swapped(view, seat, hand, better, other), _stays_open(other)])
        case Swap(), Swap():
            aim = _aim(view, seat, hand, better, other)
            return _aimed(view, hand, better, aim) if aim else _rearranged(hand, better, other)
        case Trim(), _:
            aim = _aim(view, seat, hand, better, other)
            gain = _completed(aim) if aim else _kept(hand, better.discard)
            return joined("; ", [gain, Text("damit geht es weiter.", "that is what to go on with.")])
    return None


def _same_field(view: View, seat: Seat, better: Score, other: Score) -> Text:
    if is_silent(view.sheets[seat], other) and not is_silent(view.sheets[seat], better):
        return Text(
            "Angesagt kostet das vorletzte Feld keine Strafe; sonst ändert sich nichts.",
            "Announced, the last field but one costs no penalty; nothing else changes.",
        )
    rest = Text("die anderen Felder bleiben offen.", "the other fields stay open.")
    if bonus := _bonus(view, seat, better, other):
        return joined("; ", [bonus, rest])
    if (points(better.field, better.cards) or 0) > (points(other.field, other.cards) or 0):
        return joined("; ", [Text("Mehr Punkte im selben Feld", "More points in the same field"), rest])
    return Text(
        "Die Karten, die bleiben, passen besser zusammen; das Feld ist so oder so gefüllt.",
        "The cards that stay go together better; the field is filled either way.",
    )


def _more_points(better: Score, other: Score) -> Text:
    field = SAID[better.field]
    if (points(better.field, better.cards) or 0) > (points(other.field, other.cards) or 0):
        return Text(f"„{field.de}“ bringt mehr Punkte", f"“{field.en}” brings more points")
    return Text(f"„{field.de}“ ist damit erledigt", f"“{field.en}” is settled")


def _safe(better: Score) -> Text:
    field = SAID[better.field]
    return Text(f"Die Punkte für „{field.de}“ sind sicher", f"The points for “{field.en}” are safe")


def _stays_open(other: Score) -> Text:
    field = SAID[other.field]
    return Text(f"„{field.de}“ bleibt offen.", f"“{field.en}” stays open.")


# K14 Bonus


def _bonus(view: View, seat: Seat, better: Move, other: Move) -> Text | None:
    """Where only the better move gets the upper part over one of its two marks, or leaves it within reach."""
    mine, theirs = [_filled(view.sheets[seat], move) for move in (better, other)]
    now, otherwise = _upper(mine), _upper(theirs)
    soon, ever = (now, otherwise) if _is_last_round(view) else (_upper(mine, FEASIBLE), _upper(theirs, HAND))
    brought, cost = POINTS.count(BONUS), POINTS.count(-MALUS)
    if now >= BONUS_FROM > otherwise:
        return Text(
            f"Oben sind es damit {now}, und der Bonus von {BONUS} ist sicher",
            f"That makes {now} in the upper part, and the bonus of {brought.en} is safe",
        )
    if soon >= BONUS_FROM > ever:
        lacking = POINTS.count(BONUS_FROM - now)
        return Text(
            f"Der Bonus bleibt erreichbar, oben fehlen dann noch {lacking.de}",
            f"The bonus stays within reach, {lacking.en} short in the upper part",
        )
    if now >= MALUS_BELOW > otherwise:
        return Text(
            f"Oben sind es damit {now}, und der Abzug von {-MALUS} droht nicht mehr",
            f"That makes {now} in the upper part, and losing {cost.en} no longer threatens",
        )
    if soon >= MALUS_BELOW > ever:
        return Text(
            f"Der Abzug von {-MALUS} lässt sich so noch abwenden", f"Losing {cost.en} can still be averted that way"
        )
    return None


def _filled(sheet: Sheet, move: Move) -> Sheet:
    if not isinstance(move, Score):
        return sheet
    return put(sheet, INDEX[move.field], points(move.field, move.cards))


def _upper(sheet: Sheet, each: int = 0) -> int:
    """The points of the upper part, with so many cards in each of its free fields."""
    return sum(each * value if entered is None else entered for value, entered in enumerate(sheet[: len(UPPER)], 1))


# What can be completed


class _Aim(NamedTuple):
    field: Field
    chance: float
    instead: float


def _is_last_round(view: View) -> bool:
    """K13"""
    return any(map(is_full, view.sheets))


def _aim(view: View, seat: Seat, hand: Hand, better: Move, other: Move) -> _Aim | None:
    """The lower field that can be filled more often after the better move, where there is a clear one."""
    sheet = _filled(view.sheets[seat], other)
    fields = [INDEX[field] for field in LOWER if sheet[INDEX[field]] is None]
    if not fields or _is_last_round(view):
        return None
    mine, theirs = chances(view, hand, better), chances(view, hand, other)
    more = (mine - theirs).round(9)
    at = max(fields, key=more.item)
    return _Aim(FIELDS[at], mine.item(at), theirs.item(at)) if more[at] >= CLEARLY else None


def _completed(aim: _Aim) -> Text:
    field = SAID[aim.field]
    if aim.chance >= SURE:
        return Text(f"„{field.de}“ ist dir so sicher", f"“{field.en}” is yours for sure")
    often = times(aim.chance, aim.instead)
    return Text(f"„{field.de}“ klappt so {often.de}", f"“{field.en}” works out {often.en}")


def _swapped(view: View, seat: Seat, hand: Hand, better: Swap, other: Score) -> Text:
    if bonus := _bonus(view, seat, better, other):
        return bonus
    aim = _aim(view, seat, hand, better, other)
    return _completed(aim) if aim else _kept(hand, better.discard)


def _aimed(view: View, hand: Hand, better: Swap, aim: _Aim) -> Text:
    """The chance to complete a field, and the cards for it: those that still fit, or those that are kept."""
    kept = without(hand, better.discard)
    if aim.chance < SURE and better.draw <= view.pile_size and (fit := fitting(view, hand, kept, aim.field)):
        cards = FITTING_CARDS.count(fit)
        return joined("; ", [_completed(aim), Text(f"{cards.de} noch verdeckt.", f"{cards.en} still hidden.")])
    completed = _completed(aim)
    said = Text(f"{completed.de}.", f"{completed.en}.")
    return joined("; ", [_kept(hand, better.discard, aim.field), said])


def _instead_of_swapping(view: View, seat: Seat, hand: Hand, other: Move) -> Text:
    if _is_last_round(view):
        return Text("mit dieser Runde ist Schluss.", "this round is the last.")
    if isinstance(other, Swap) and (seldom := _seldom(view, seat, hand, other)):
        return seldom
    return Text("getauscht werden kann auch später.", "there is time to swap later.")


def _seldom(view: View, seat: Seat, hand: Hand, swap: Swap) -> Text | None:
    """The likeliest of the lower fields that a swap may complete, where it does so seldom."""
    fields = [INDEX[field] for field in LOWER if view.sheets[seat][INDEX[field]] is None]
    found = chances(view, hand, swap).round(9)
    at = max((at for at in fields if view.best[at] is None), key=found.item, default=None)
    if at is None or not HARDLY <= found[at] <= SELDOM:
        return None
    field, often = SAID[FIELDS[at]], times(found.item(at))
    return Text(f"der Tausch bringt „{field.de}“ nur {often.de}.", f"the swap brings “{field.en}” only {often.en}.")


# Cards in hand


def _rearranged(hand: Hand, better: Swap, other: Swap) -> Text:
    return joined("; ", [_kept(hand, better.discard), _drawn(hand, better, other)])


def _kept(hand: Hand, discard: Hand, aim: Field | None = None) -> Text:
    """What stays in hand: a group, a run, or nothing to speak of; only what is good for the aim, if there is one."""
    left = without(hand, discard)
    groups = Counter(left).most_common(1)
    if groups and groups[0][1] > 1 and aim not in STRAIGHTS:
        name = SEVERAL[groups[0][0]]
        return Text(f"Die {name.de} bleiben zusammen", f"The {name.en} stay together")
    if len(set(left)) == len(left) > 1 and left[-1] - left[0] < HAND and aim in (None, *STRAIGHTS):
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
