"""Why a move of twenty one is refused: the rule, and a sentence for players."""

from pasch.engine.errors import Refused
from pasch.engine.game import Seat
from pasch.games.twentyone.model import FIELDS, Mark, Move, Phase, State


def explain(state: State, seat: Seat, move: Move) -> Refused:
    match state.phase, move:
        case Phase.KEEP, _:
            return Refused(
                "T4",
                "Sag erst, ob du den Wurf behältst oder nochmal würfelst.",
                "First say whether you keep the roll or roll again.",
            )
        case _, Mark():
            return _bad_mark(state, seat, move)
        case _:
            return Refused(
                "T4", "Der Wurf steht fest, jetzt wird eingetragen.", "The roll stands, now everyone enters."
            )


def _bad_mark(state: State, seat: Seat, mark: Mark) -> Refused:
    page = state.pages[seat]
    if len(set(mark.colours)) < len(mark.colours):
        return Refused("T5", "Jede Farbe gibt es nur einmal.", "Every colour is there only once.")
    fields = zip(page.rows[page.at], FIELDS[page.sheet][page.at], strict=True)
    if any(field.colour in mark.colours and entered is not None for entered, field in fields):
        return Refused("T6", "Dieses Feld ist nicht mehr frei.", "This field is not free any more.")
    return Refused("T6", "Die Zahl ist höher als die aufgedruckte.", "The number is higher than the printed one.")
