"""Why a move of Karten-Kniffel is refused: the rule, and a sentence for players."""

from pasch.engine.errors import Refused
from pasch.engine.game import Seat
from pasch.engine.language import Text
from pasch.games.kniffel.hands import holds, points
from pasch.games.kniffel.model import (
    HAND,
    INDEX,
    MOST_DISCARDED,
    MOST_IN_HAND,
    Field,
    Hand,
    Move,
    Phase,
    Score,
    Sheet,
    State,
    Swap,
    Trim,
)

NOT_HELD = Text("Diese Karten hast du nicht alle auf der Hand.", "You do not hold all of these cards.")


def explain(state: State, seat: Seat, move: Move) -> Refused:
    hand = state.hands[seat]
    if state.phase is Phase.TRIM:
        return _bad_trim(hand)
    match move:
        case Trim():
            return Refused(
                "K16",
                "Überzählige Karten wirfst du nur nach dem Eintragen ab.",
                "Surplus cards are discarded only after scoring.",
            )
        case Swap():
            return _bad_swap(hand, move)
        case _:
            return _bad_score(hand, state.sheets[seat], move)


def _bad_trim(hand: Hand) -> Refused:
    surplus = len(hand) - HAND
    return Refused(
        "K16",
        f"Wirf genau {surplus} deiner Karten ab: Der nächste Zug beginnt mit {HAND}.",
        f"Discard exactly {surplus} of your cards: the next turn begins with {HAND}.",
    )


def _bad_swap(hand: Hand, swap: Swap) -> Refused:
    size = len(swap.discard)
    if not holds(hand, swap.discard):
        return Refused("K2", *NOT_HELD)
    if size > MOST_DISCARDED:
        return Refused(
            "K2",
            f"Höchstens {MOST_DISCARDED} Karten darfst du abwerfen.",
            f"You may discard {MOST_DISCARDED} cards at most.",
        )
    if swap.draw not in (size, size + 1):
        return Refused(
            "K2",
            f"Wer {size} abwirft, zieht {size} oder {size + 1}.",
            f"If you discard {size}, you draw {size} or {size + 1}.",
        )
    return Refused(
        "K2",
        f"Mehr als {MOST_IN_HAND} Karten darf niemand auf der Hand haben.",
        f"Nobody may hold more than {MOST_IN_HAND} cards.",
    )


def _bad_score(hand: Hand, sheet: Sheet, score: Score) -> Refused:
    if sheet[INDEX[score.field]] is not None:
        return Refused("K3", "In diesem Feld steht schon etwas.", "This field is filled already.")
    if not holds(hand, score.cards):
        return Refused("K3", *NOT_HELD)
    if points(score.field, score.cards) is None:
        return _not_met(score.field)
    return Refused(
        "K21",
        "Ansagen kannst du nur in dem Zug, in dem du dein vorletztes Feld füllst.",
        "You can announce only in the move that fills your last field but one.",
    )


NEEDS: dict[Field, tuple[str, str, str]] = {
    Field.THREE_OF_A_KIND: (
        "K5",
        "Für einen Dreierpasch brauchst du fünf Karten, mindestens drei davon gleich.",
        "Three of a kind needs five cards, at least three of them equal.",
    ),
    Field.FOUR_OF_A_KIND: (
        "K5",
        "Für einen Viererpasch brauchst du fünf Karten, mindestens vier davon gleich.",
        "Four of a kind needs five cards, at least four of them equal.",
    ),
    Field.FULL_HOUSE: (
        "K6",
        "Ein Full House besteht aus drei gleichen und zwei anderen gleichen Karten.",
        "A full house needs three cards of one value and two of another.",
    ),
    Field.SMALL_STRAIGHT: (
        "K7",
        "Eine Kleine Straße sind genau vier Karten hintereinander.",
        "A small straight is exactly four cards in sequence.",
    ),
    Field.LARGE_STRAIGHT: (
        "K7",
        "Eine Große Straße sind fünf Karten hintereinander.",
        "A large straight is five cards in sequence.",
    ),
    Field.KNIFFEL: ("K8", "Ein Kniffel sind fünf gleiche Karten.", "A kniffel is five equal cards."),
}
"""What each lower field asks for, by its rule."""


def _not_met(field: Field) -> Refused:
    if field in NEEDS:
        return Refused(*NEEDS[field])
    value = INDEX[field] + 1
    return Refused(
        "K4",
        f"In dieses Feld gehören eine bis fünf Karten, alle mit einer {value}.",
        f"This field takes one to five cards, all of value {value}.",
    )
