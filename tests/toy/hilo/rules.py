"""The rules of High or low, in the order of its rulebook page."""

from collections.abc import Sequence

from msgspec.structs import replace

from pasch.engine.draws import Cards, Dice
from pasch.engine.errors import Refused
from pasch.engine.game import Chance, Decision, Over, Result, Seat, Turn, first_seat, places, put

from .model import (
    CARDS,
    FACE_DOWN,
    Deal,
    Effect,
    Move,
    Options,
    Outcome,
    Phase,
    Roll,
    Say,
    State,
)

# H1 A card each


def start(players: int, options: Options) -> State:
    first_seat(options.first, players, "H1")
    return State(phase=Phase.DEAL, cards=(FACE_DOWN,) * players, said=(None,) * players)


def _own_card(deal: Deal, seat: Seat | None) -> Deal:
    return Deal(tuple(card if owner == seat else FACE_DOWN for owner, card in enumerate(deal.cards)))


def turn(state: State) -> Turn:
    match state.phase:
        case Phase.DEAL:
            return Chance(Cards(CARDS, len(state.cards), Deal, Deal, lambda deal: deal.cards), "H1", _own_card)
        case Phase.SAY:
            return Decision(waiting(state), "H2")
        case Phase.ROLL:
            return Chance(Dice((0,), Roll, lambda dice: Roll(dice[0]), lambda roll: (roll.die,)), "H3")
        case _:
            return Over(result(state), "H4")


# H2 Everybody says high or low, at once


def waiting(state: State) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat, word in enumerate(state.said) if word is None)


def legal_moves(state: State, seat: Seat) -> Sequence[Move]:
    return (Say("high"), Say("low")) if state.phase is Phase.SAY and seat in waiting(state) else ()


def play(state: State, seat: Seat, move: Move) -> State:
    said = put(state.said, seat, move.word)
    return replace(state, said=said, phase=Phase.SAY if None in said else Phase.ROLL)


# H3 One die for all


def settle(state: State, outcome: Outcome) -> State:
    if isinstance(outcome, Deal):
        return replace(state, cards=outcome.cards, phase=Phase.SAY)
    return replace(state, die=outcome.die, phase=Phase.OVER)


# H4 High: card plus die; low: card minus die


def result(state: State) -> Result:
    pairs = zip(state.cards, state.said, strict=True)
    scores = tuple(card + state.die if word == "high" else card - state.die for card, word in pairs)
    return Result(scores, places(scores))


def effect(state: State, seat: Seat, move: Move) -> Effect:
    return Effect()


def explain(state: State, seat: Seat, move: Move) -> Refused:
    return Refused("H2", "Sag „high“ oder „low“.", "Say “high” or “low”.")
