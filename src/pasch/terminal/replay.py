"""Stepping through a match in the terminal, forward and back."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from pasch.engine.errors import Malformed
from pasch.engine.game import Chance, Decision, Over, Seat
from pasch.engine.language import Text
from pasch.engine.match import Match
from pasch.engine.record import Record, replay
from pasch.engine.witness import Witness
from pasch.games import GAMES
from pasch.games.narration import told
from pasch.games.palette import SEAT_NAMES
from pasch.games.parts import text_of
from pasch.terminal.pages import title
from pasch.terminal.play import standing
from pasch.terminal.screen import Gone, Screen

KEYS = Text(
    "→ vor · ← zurück · Pos1 Anfang · Ende Schluss · Zahl springt · q hört auf",
    "→ forward · ← back · Home start · End last · number jumps · q quits",
)
LINE_KEYS = Text(
    "Eingabetaste: vor · b: zurück · Zahl: springt dorthin · q: hört auf",
    "Enter: forward · b: back · number: jumps there · q: quits",
)
HEAD = Text("{title} · Ereignis {at} von {last}", "{title} · event {at} of {last}")

FORWARD = {"", "n", "v", " ", "\x1b[C", "\x1b[B", "\r", "\n"}
BACK = {"b", "p", "z", "\x1b[D", "\x1b[A"}
START = {"\x1b[H", "\x1b[1~", "\x1bOH", "g"}
END = {"\x1b[F", "\x1b[4~", "\x1bOF", "G"}
STOP = {"q", "\x1b", "\x03", "\x04"}


class Step(NamedTuple):
    """The table after an event, seen by one onlooker."""

    onlooker: Seat | None
    view: Any
    told: list[str]


class Replay:
    def __init__(self, record: Record, screen: Screen, seat: int | None = None) -> None:
        self.screen = screen
        matches = replay(record, GAMES)
        self.match = next(matches)
        self.text = text_of(self.match.game)
        self.names = [name.to(screen.lang) for name in SEAT_NAMES[: self.match.players]]
        eyes, witness = _eyes(seat, self.match.players), Witness(self.match)
        self.steps = [self._step(eyes, [])]
        self.steps += [self._step(eyes, self._told(witness, eyes)) for _ in matches]

    def _step(self, seat: Seat | None, told: list[str]) -> Step:
        onlooker = _acting(self.match) if seat is None else seat
        return Step(onlooker, self.match.game.view(self.match.state, onlooker), told)

    def _told(self, witness: Witness, seat: Seat | None) -> list[str]:
        """What happened last, as the chosen seat saw it, or whoever it happened to."""
        step = witness.look()
        acting = _acting(self.match) if step.event.seat is None else step.event.seat
        return told(witness, step, acting if seat is None else seat, self.names, self.screen.lang)

    def run(self) -> int:
        return self._by_line() if self.screen.plain else self._by_key()

    def _by_key(self) -> int:
        at, digits = 0, ""
        with _keys() as keys:
            self._show(at, KEYS)
            for key in keys:
                if key in STOP:
                    break
                if key.isascii() and key.isdigit():
                    digits = (digits + key)[-6:]
                    self.screen.say(digits)
                    continue
                at, digits = self._go(at, digits or key), ""
                self._show(at, KEYS)
        return 0

    def _by_line(self) -> int:
        at = 0
        try:
            while True:
                self._show(at, LINE_KEYS)
                words = self.screen.ask(">")
                if words in STOP:
                    return 0
                at = self._go(at, words)
        except Gone:
            return 0

    def _go(self, at: int, key: str) -> int:
        last = len(self.steps) - 1
        if key in FORWARD:
            return min(last, at + 1)
        if key in BACK:
            return max(0, at - 1)
        if key in START or key in END:
            return 0 if key in START else last
        return min(last, int(key)) if key.isascii() and key.isdigit() and len(key) < 8 else at

    def _show(self, at: int, keys: Text) -> None:
        step, lang, last = self.steps[at], self.screen.lang, len(self.steps) - 1
        self.screen.clear()
        self.screen.say(self.screen.words(HEAD, title=title(self.match.game, lang), at=at, last=last))
        self.screen.show(self.text, step.view, step.onlooker, self.names)
        self.screen.say(*step.told)
        if at == last and isinstance(self.match.turn, Over):
            self.screen.say(*standing(self.match.turn, self.text, step.view, self.names, self.screen))
        self.screen.whisper(self.screen.words(keys))


def _eyes(seat: int | None, players: int) -> Seat | None:
    if seat is not None and seat not in range(players):
        last = players - 1
        raise Malformed(f"Platz {seat} gibt es nicht, nur 0 bis {last}.", f"There is no seat {seat}, only 0 to {last}.")
    return None if seat is None else Seat(seat)


def _acting(match: Match) -> Seat | None:
    """Through whose eyes a step is seen when nobody was named: the seat that is about to decide."""
    match match.turn:
        case Decision(seats=(seat, *_)):
            return seat
        case Chance() if match.count:
            return match.last.seat
        case _:
            return None


@contextmanager
def _keys() -> Iterator[Iterator[str]]:
    """Single keys as they are pressed; whole lines where the system cannot do that."""
    try:
        import termios
        import tty
    except ImportError:
        yield iter(sys.stdin.readline, "")
        return
    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin)
        yield _pressed()
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


ONE_KEY = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO.|.", re.DOTALL)
"""A key as it arrives: a single character, or a short sequence for an arrow."""


def _pressed() -> Iterator[str]:
    while burst := os.read(sys.stdin.fileno(), 64):
        yield from ONE_KEY.findall(burst.decode(errors="replace"))
