"""High or low: the smallest game with a hidden card, a choice made at once, and a die."""

from pasch.engine.game import Game
from pasch.engine.language import Text

from .model import SEATS, Move, Options, Outcome, State, View
from .rules import effect, explain, legal_moves, play, settle, start, turn
from .view import imagine, view

GAME: Game[State, Move, Outcome, View, Options] = Game(
    id="hilo",
    title=Text("Hoch oder tief", "High or low"),
    plain_title=Text("Hoch oder tief", "High or low"),
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
    news=lambda _: (),
    view=view,
    imagine=imagine,
)
