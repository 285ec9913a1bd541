"""What a match of Blöder Sack leaves behind: cards and sacks."""

from pasch.engine.game import Seat
from pasch.games.sack.model import CARDS_TO_END, State


def facts(state: State, seat: Seat) -> dict[str, int]:
    won = state.won[seat]
    return {"sacks": sum(card.sacks for card in won), "cards": len(won)}


def progress(state: State) -> float:
    """S18"""
    return min(1.0, max(map(len, state.won)) / CARDS_TO_END)
