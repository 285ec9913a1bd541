"""What each seat may see of Karten-Kniffel: its own hand, and all that lies open."""

from pasch.engine.draws import Below
from pasch.engine.game import Seat
from pasch.games.kniffel.hands import best_points
from pasch.games.kniffel.model import ALL_CARDS, Hand, Phase, Sheet, State, View, penalty_for_cards
from pasch.games.kniffel.rules import running_total

OPEN = ("first", "seat", "phase", "discards", "sheets", "penalties", "due", "news")
"""What everybody sees as it is."""


def view(state: State, seat: Seat | None) -> View:
    sees = state.hands[seat] if seat == state.seat and state.phase is Phase.ACT else ()
    return View(
        **{name: getattr(state, name) for name in OPEN},
        hands=tuple(hand if owner == seat else None for owner, hand in enumerate(state.hands)),
        hand_sizes=tuple(map(len, state.hands)),
        pile_size=len(state.pile),
        totals=tuple(running_total(state, owner) for owner in range(len(state.sheets))),
        best=_best(sees, state.sheets[state.seat]),
        penalty=penalty_for_cards(len(state.hands[state.seat])),
    )


def _best(hand: Hand, sheet: Sheet) -> tuple[int | None, ...]:
    brings = zip(sheet, best_points(hand), strict=True)
    return tuple([most if most and entered is None else None for entered, most in brings])


def imagine(view: View, below: Below) -> State:
    """The cards that the viewer does not see, dealt at random to the other hands and the pile."""
    unseen = list(ALL_CARDS)
    for card in (*view.discards, *(card for hand in view.hands for card in hand or ())):
        unseen.remove(card)
    for at in range(len(unseen) - 1, 0, -1):
        other = below(at + 1)
        unseen[at], unseen[other] = unseen[other], unseen[at]
    hands = []
    for hand, size in zip(view.hands, view.hand_sizes, strict=True):
        hands.append(tuple(sorted(unseen[:size])) if hand is None else hand)
        unseen = unseen[size:] if hand is None else unseen
    return State(**{name: getattr(view, name) for name in OPEN}, hands=tuple(hands), pile=tuple(sorted(unseen)))
