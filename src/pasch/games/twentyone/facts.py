"""What a match of twenty one leaves behind: the sheet added up, its hits, and its rows of nothing but hits."""

from pasch.engine.game import Seat
from pasch.games.twentyone.model import COLOURS, ROWS, State
from pasch.games.twentyone.rules import scores, total


def facts(state: State, seat: Seat) -> dict[str, int]:
    page = state.pages[seat]
    hits = [score.hits for score in scores(page)]
    return {"sheet": total(page), "hits": sum(hits), "all_hits": hits.count(len(COLOURS))}


def progress(state: State) -> float:
    """By the rows of whoever has filled the most."""
    return max(page.at for page in state.pages) / ROWS
