"""What a match of Karten-Kniffel leaves behind: the sheet added up, and what is on it."""

from pasch.engine.game import Seat
from pasch.games.kniffel.model import FIELDS, INDEX, KNIFFEL, Field, State
from pasch.games.kniffel.rules import total


def facts(state: State, seat: Seat) -> dict[str, int]:
    sheet = state.sheets[seat]
    return {
        "total": total(sheet, state.penalties[seat]).total,
        "kniffel": int(sheet[INDEX[Field.KNIFFEL]] == KNIFFEL),
        "fields": sum(1 for points in sheet if points),
    }


def progress(state: State) -> float:
    """K13"""
    return max(len(sheet) - sheet.count(None) for sheet in state.sheets) / len(FIELDS)
