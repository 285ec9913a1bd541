"""Positions of real matches for the workbench, as JSON: `python web/workbench/make.py GAME PLAYERS SEED > FILE`."""

import random
import sys

import msgspec

from pasch.bots.levels import bot
from pasch.engine.game import Chance, Decision, Seat
from pasch.engine.match import Match
from pasch.games import GAMES


def positions(code: str, players: int, seed: int) -> list[dict[str, object]]:
    """Every position of one match, with what each seat sees and may do."""
    game = GAMES[code]
    match, below, player = Match(game, players), random.Random(seed).randrange, bot(game, "greedy")
    found = [_seen(match)]
    while True:
        turn = match.turn
        if isinstance(turn, Chance):
            match.draw(below)
        elif isinstance(turn, Decision):
            for seat in turn.seats:
                view = game.view(match.state, seat)
                match.play(seat, player.choose(view, seat, match.moves(seat), below))
        else:
            return found
        found.append(_seen(match))


def _seen(match: Match) -> dict[str, object]:
    game, turn = match.game, match.turn
    waiting = list(turn.seats) if isinstance(turn, Decision) else []
    seats = []
    for seat in map(Seat, range(match.players)):
        moves = list(match.moves(seat)) if seat in waiting else []
        effects = [game.effect(match.state, seat, move) for move in moves]
        seats.append({"view": game.view(match.state, seat), "moves": moves, "effects": effects})
    return {"waiting": waiting, "seats": seats}


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.encode(positions(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
