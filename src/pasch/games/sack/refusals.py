"""Why a move of Blöder Sack is refused: the rule, and a sentence for players."""

from pasch.engine.errors import Refused
from pasch.engine.game import Seat
from pasch.games.sack.model import Die, Move, Phase, Place, Replace, Score, State


def explain(state: State, seat: Seat, move: Move) -> Refused:
    match state.phase, move:
        case Phase.SHORT, _:
            return Refused(
                "S5",
                "Zu wenige Würfel: Wähle erst eine Karte, auf deren Brett mindestens zwei von dir liegen.",
                "Too few dice: first choose a card on whose board you have at least two.",
            )
        case Phase.SIXES, Score():
            return Refused("S8", "Auf diesem Brett liegt kein Würfel.", "There is no die on this board.")
        case Phase.SIXES, _:
            return Refused(
                "S8",
                "Sechserpasch: Sag erst, welche Karte gewertet wird, oder keine.",
                "Double six: first say which card is scored, or none.",
            )
        case _, Score():
            return Refused("S8", "Jetzt darfst du keine Karte werten lassen.", "You may not have a card scored now.")
        case _, Place(die) | Replace(die) if die not in state.hand:
            return Refused(
                "S10" if isinstance(move, Place) else "S12",
                f"Eine {die} hast du nicht in der Hand.",
                f"You have no {die} in hand.",
            )
        case _, Place():
            return Refused(
                "S22",
                "Über diesem Brett liegt keine Karte mehr: Es ist geschlossen.",
                "There is no card above this board any more: it is closed.",
            )
        case Phase.PLACE, _:
            return Refused(
                "S9",
                "Du hast schon einen Würfel gelegt: Also musst du auch den zweiten legen.",
                "You have placed one die already, so you must place the second, too.",
            )
        case _:
            return _no_such_die(state, seat, move)


def _no_such_die(state: State, seat: Seat, move: Replace) -> Refused:
    dice = state.boards[move.board - 1]
    if move.field <= len(dice) and dice[move.field - 1] == Die(seat, move.die):
        return Refused(
            "S12",
            "Das ist dein eigener Würfel. Austauschen darfst du nur fremde.",
            "That is your own die. You may only replace another player’s.",
        )
    return Refused("S12", "Hier liegt kein Würfel mit deiner Zahl.", "There is no die with your number here.")
