"""What each seat may see of Blöder Sack: everything, the table is open."""

from pasch.engine.draws import Below
from pasch.engine.game import Seat
from pasch.games.sack.conditions import judge
from pasch.games.sack.model import State, Verdict, View


def view(state: State, seat: Seat | None) -> View:  # noqa: ARG001
    return View(
        **{name: getattr(state, name) for name in SHARED},
        sacks=tuple(sum(card.sacks for card in cards) for cards in state.won),
        standings=tuple(_standing(state, at) for at in range(len(state.boards))),
    )


def imagine(view: View, below: Below) -> State:  # noqa: ARG001
    return State(**{name: getattr(view, name) for name in SHARED})


SHARED = State.__struct_fields__


def _standing(state: State, at: int) -> Verdict | None:
    card, dice = state.cards[at], state.boards[at]
    return judge(card.id, dice, len(state.supply)) if card and dice else None
