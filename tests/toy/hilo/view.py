"""What each seat may see of High or low: its own card and word until the die has fallen."""

from pasch.engine.draws import Below
from pasch.engine.game import Seat

from .model import CARDS, FACE_DOWN, Phase, State, View
from .rules import waiting


def view(state: State, seat: Seat | None) -> View:
    is_over = state.phase is Phase.OVER
    return View(
        phase=state.phase,
        cards=tuple(card if is_over or owner == seat else FACE_DOWN for owner, card in enumerate(state.cards)),
        said=tuple(word if is_over or owner == seat else None for owner, word in enumerate(state.said)),
        waiting=waiting(state),
        die=state.die,
    )


def imagine(view: View, below: Below) -> State:
    left = list(CARDS)
    for card in view.cards:
        if card:
            left.remove(card)
    dealt = view.phase is not Phase.DEAL
    return State(
        phase=view.phase,
        cards=tuple(card or (left.pop(below(len(left))) if dealt else FACE_DOWN) for card in view.cards),
        said=tuple(
            None if seat in view.waiting else word or ("high", "low")[below(2)] for seat, word in enumerate(view.said)
        ),
        die=view.die,
    )
