"""The smallest game for two: the players take turns adding one to a counter, for ever."""

from msgspec.structs import replace

from pasch.engine.errors import Refused
from pasch.engine.game import CommonOptions, Decision, Game, Seat, Turn, Value
from pasch.engine.language import Text


class State(Value, frozen=True):
    count: int = 0
    seat: Seat = Seat(0)
    players: int = 2


class Add(Value, frozen=True, tag="add", forbid_unknown_fields=True):
    pass


class Nothing(Value, frozen=True, tag="nothing"):
    pass


ADD = (Add(),)


def start(players: int, options: CommonOptions) -> State:
    return State(seat=Seat(options.first), players=players)


def turn(state: State) -> Turn:
    return Decision((state.seat,), "C1")


def legal_moves(state: State, seat: Seat) -> tuple[Add, ...]:
    return ADD if seat == state.seat else ()


def play(state: State, seat: Seat, move: Add) -> State:  # noqa: ARG001 the contract's
    return replace(state, count=state.count + 1, seat=Seat((seat + 1) % state.players))


def settle(state: State, outcome: Nothing) -> State:  # noqa: ARG001 the contract's
    return state


def explain(state: State, seat: Seat, move: Add) -> Refused:  # noqa: ARG001 the contract's
    return Refused("C1", "Nicht du.", "Not you.")


def effect(state: State, seat: Seat, move: Add) -> Nothing:  # noqa: ARG001 the contract's
    return Nothing()


GAME: Game[State, Add, Nothing, State, CommonOptions] = Game(
    id="counter",
    title=Text("Zähler", "Counter"),
    plain_title=Text("Zähler", "Counter"),
    seats=range(2, 3),
    options=CommonOptions,
    moves=Add,
    outcomes=Nothing,
    views=State,
    start=start,
    turn=turn,
    legal_moves=legal_moves,
    play=play,
    settle=settle,
    explain=explain,
    effect=effect,
    news=lambda _: (),
    view=lambda state, _: state,
    imagine=lambda view, _: view,
    is_open=True,
)
