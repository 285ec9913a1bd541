"""What an onlooker can work out. Nothing is hidden in this game, so the rules themselves answer."""

from collections.abc import Sequence

from pasch.engine.game import Seat
from pasch.games.sack.model import CARDS_TO_END, Move, Phase, State, View
from pasch.games.sack.rules import legal_moves, result
from pasch.games.sack.view import imagine


def options(view: View, seat: Seat | None) -> Sequence[Move]:
    """What a seat may do now."""
    return () if seat is None else legal_moves(_state(view), seat)


def places(view: View) -> tuple[int, ...]:
    return result(_state(view)).places


def is_last_round(view: View) -> bool:
    """S18."""
    return any(len(cards) >= CARDS_TO_END for cards in view.won)


def is_closed(view: View, board: int) -> bool:
    """S22; not while the card that belongs there is still to be turned up."""
    return view.phase is not Phase.DEAL and view.refill != board and view.cards[board - 1] is None


def _state(view: View) -> State:
    return imagine(view, lambda _: 0)
