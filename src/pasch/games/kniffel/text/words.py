"""The words of Karten-Kniffel in both languages: its fields, what is counted, and how a match stands."""

from collections.abc import Sequence

from pasch.engine.language import Text
from pasch.games.kniffel.model import HAND, INDEX, UPPER, VALUES, Field, Hand, Phase, View
from pasch.games.words import CARDS, SEVERAL, WITH_POINTS, Noun, listed

FIELD_NAMES: dict[Field, Text] = {
    **{field: Text(name.de, name.en.capitalize()) for field, name in zip(UPPER, SEVERAL[1:], strict=True)},
    Field.THREE_OF_A_KIND: Text("Dreierpasch", "Three of a kind"),
    Field.FOUR_OF_A_KIND: Text("Viererpasch", "Four of a kind"),
    Field.FULL_HOUSE: Text("Full House", "Full house"),
    Field.SMALL_STRAIGHT: Text("Kleine Straße", "Small straight"),
    Field.LARGE_STRAIGHT: Text("Große Straße", "Large straight"),
    Field.KNIFFEL: Text("Kniffel", "Kniffel"),
}
FIELD_SIGNS: dict[Field, str] = {
    **dict.fromkeys(FIELD_NAMES, ""),
    Field.THREE_OF_A_KIND: "3×",
    Field.FOUR_OF_A_KIND: "4×",
    Field.FULL_HOUSE: "3+2",
    Field.KNIFFEL: "5×",
}
"""What a field asks for, in figures; empty where it is drawn."""


SINGLE = ("one", "two", "three", "four", "five", "six")
PENALTY_POINTS = Noun(Text("Strafpunkt", "penalty point"), Text("Strafpunkte", "penalty points"))
LAST_BUT_ONE = Text("Vorletztes Feld!", "Last but one!")
SAID = {field: Text(name.de, name.en.lower()) for field, name in FIELD_NAMES.items()}
"""The names of the fields in the middle of a sentence."""

VALUE_NOUNS = tuple(Noun(Text(many.de, one), many) for one, many in zip(SINGLE, SEVERAL[1:], strict=True))
"""Cards of one value that are counted, by value."""


def counted(cards: Sequence[int]) -> tuple[int, ...]:
    """How many there are of each value."""
    return tuple(cards.count(value) for value in VALUES)


def field_number(field: Field) -> int:
    """What one types for a field."""
    return INDEX[field] + 1


def digits(cards: Hand) -> str:
    """What one types for cards."""
    return "".join(map(str, cards))


def surplus(view: View) -> int:
    """How many cards the seat on turn has too many (K16)."""
    return max(0, view.hand_sizes[view.seat] - HAND)


def status(view: View, names: Sequence[str]) -> Text:
    """Whose turn it is, and for what."""
    name = names[view.seat]
    match view.phase:
        case Phase.DEAL:
            return Text("Die Karten werden ausgeteilt.", "The cards are being dealt.")
        case Phase.ACT:
            return Text(f"{name} ist dran.", f"{name} is on turn.")
        case Phase.DRAW:
            due = CARDS.count(view.due)
            return Text(f"{name} zieht {due.de}.", f"{name} draws {due.en}.")
        case Phase.TRIM:
            left = CARDS.count(surplus(view))
            return Text(f"{name} wirft noch {left.de} ab.", f"{name} still has to discard {left.en}.")
        case _:
            return victory(view, names)


def victory(view: View, names: Sequence[str]) -> Text:
    best = max(total.total for total in view.totals)
    won = listed(names[seat] for seat in winners(view))
    points = WITH_POINTS.count(best)
    if len(winners(view)) == 1:
        return Text(f"{won.de} gewinnt mit {points.de}!", f"{won.en} wins with {points.en}!")
    return Text(f"{won.de} teilen sich den Sieg mit {points.de}.", f"{won.en} share the win with {points.en}.")


def winners(view: View) -> list[int]:
    """K15, K19; nobody before the end."""
    best = max(total.total for total in view.totals)
    return [at for at, total in enumerate(view.totals) if total.total == best and view.phase is Phase.OVER]
