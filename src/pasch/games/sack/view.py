"""What each seat may see of Blöder Sack: everything, the table is open."""

from pasch.engine.draws import Below
from pasch.engine.game import Seat
from pasch.games.sack.model import BOARDS, State, View
from pasch.games.sack.rules import is_closed, is_last_round, standing


def view(state: State, seat: Seat | None) -> View:  # noqa: ARG001
    return View(
        **{name: getattr(state, name) for name in SHARED},
        sacks=tuple(sum(card.sacks for card in cards) for cards in state.won),
        standings=tuple(standing(state, board) for board in BOARDS),
        closed=tuple(is_closed(state, board) for board in BOARDS),
        last_round=is_last_round(state),
    )


def imagine(view: View, below: Below) -> State:  # noqa: ARG001
    return State(**{name: getattr(view, name) for name in SHARED})


SHARED = State.__struct_fields__
