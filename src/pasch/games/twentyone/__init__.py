"""twenty one: six coloured dice, and a sheet of five rows for everyone."""

from pasch.engine.game import Game
from pasch.engine.language import Text
from pasch.games.twentyone.model import SEATS, SHEETS, Move, Options, Outcome, State, View
from pasch.games.twentyone.refusals import explain
from pasch.games.twentyone.rules import effect, legal_moves, play, settle, start, turn
from pasch.games.twentyone.view import imagine, view

GAME: Game[State, Move, Outcome, View, Options] = Game(
    id="twentyone",
    title=Text("twenty one", "twenty one"),
    plain_title=Text("21 Reihen", "21 Rows"),
    seats=SEATS,
    options=Options,
    moves=Move,
    outcomes=Outcome,
    views=View,
    start=start,
    turn=turn,
    legal_moves=legal_moves,
    play=play,
    settle=settle,
    explain=explain,
    effect=effect,
    news=lambda state: state.news,
    view=view,
    imagine=imagine,
    lots={"sheets": tuple(SHEETS)},
)
