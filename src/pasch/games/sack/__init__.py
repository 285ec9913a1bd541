"""Blöder Sack: dice on five boards, and the cards above them."""

from pasch.engine.game import Game
from pasch.engine.language import Text
from pasch.games.sack.model import SEATS, Move, Options, Outcome, State, View
from pasch.games.sack.refusals import explain
from pasch.games.sack.rules import effect, legal_moves, play, settle, start, turn
from pasch.games.sack.view import imagine, view

GAME: Game[State, Move, Outcome, View, Options] = Game(
    id="sack",
    title=Text("Blöder Sack", "Blöder Sack"),
    plain_title=Text("Sack", "Sack"),
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
    is_open=True,
)
