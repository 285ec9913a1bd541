"""Karten-Kniffel: number cards, hidden hands and a score sheet."""

from pasch.engine.game import Game
from pasch.engine.language import Text
from pasch.games.kniffel.model import SEATS, Move, Options, Outcome, State, View
from pasch.games.kniffel.refusals import explain
from pasch.games.kniffel.rules import effect, legal_moves, play, settle, start, turn
from pasch.games.kniffel.view import imagine, view

GAME: Game[State, Move, Outcome, View, Options] = Game(
    id="kniffel",
    title=Text("Karten-Kniffel", "Karten-Kniffel"),
    plain_title=Text("Kartenwürfeln", "Card Yahtzee"),
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
)
