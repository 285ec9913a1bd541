"""A whole match in the terminal: people and bots in any seats, several people on one keyboard."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from secrets import SystemRandom
from shutil import which
from typing import Any

from pasch.bots.levels import NAMES, bot
from pasch.engine.draws import Below, chance
from pasch.engine.errors import Malformed, PaschError
from pasch.engine.game import Chance, Decision, Over, Seat
from pasch.engine.language import Text
from pasch.engine.match import Match
from pasch.engine.witness import Witness
from pasch.games.narration import told
from pasch.games.palette import SEAT_EMBLEMS
from pasch.games.parts import GameText, text_of
from pasch.terminal.pages import rulebook, title
from pasch.terminal.save import Note, save
from pasch.terminal.screen import Gone, Screen
from pasch.terminal.seating import called

LATEST = 12
"""How much of what happened is shown above the question."""
MOST_LISTED = 60

HINT = Text(
    "? erklärt · liste · regeln · verlauf · ende (Strg-C) speichert",
    "? explains · list · rules · log · quit (Ctrl-C) saves",
)
BOTS = Text("Bots am Tisch: {bots}.", "Bots at the table: {bots}.")
PASS_ON = Text(
    "{name} ist dran. Drück die Eingabetaste, wenn nur {name} hinsieht.",
    "Hand over to {name}. Press Enter when only {name} is looking.",
)
SAVED = Text(
    "Gespeichert. Weiter geht es mit: {command} play --resume {path}",
    "Saved. Go on with: {command} play --resume {path}",
)
KEPT = Text("Das Protokoll liegt in {path}.", "The record is in {path}.")
NO_NUMBER = Text("Diese Nummer steht nicht in der Liste.", "This number is not on the list.")
MORE = Text("… und {count} weitere", "… and {count} more")
TO_TYPE = Text("Zum Tippen:", "To type:")
LISTED = Text("#Nummer spielt einen Zug aus der Liste.", "#number plays a move from the list.")
STANDS = Text("{place}. {name}: {reckoning}", "{place}. {name}: {reckoning}")

EXPLAIN = {"?", "h", "hilfe", "help"}
LIST = {"l", "liste", "list"}
RULES = {"regeln", "rules"}
LOG = {"verlauf", "log"}
QUIT = {"q", "ende", "quit", "exit"}


class Quit(Exception):
    """Somebody puts the match aside."""


class Session:
    """One match at one keyboard."""

    def __init__(self, match: Match, note: Note, screen: Screen, path: Path, *, keep: bool) -> None:
        self.match = match
        self.witness = Witness(match)
        self.note = note
        self.screen = screen
        self.path = path
        self.keep = keep
        """Whether a finished match is written too."""
        self.names = called(note.seats, screen.lang)
        self.text = text_of(match.game)
        self.bots = [bot(match.game, player.bot) if player.bot else None for player in note.seats]
        self.people = [Seat(seat) for seat, player in enumerate(note.seats) if player.bot is None]
        self.onlookers: list[Seat | None] = [*self.people] or [None]
        self.told: dict[Seat | None, list[str]] = {onlooker: [] for onlooker in self.onlookers}
        self.unread: dict[Seat | None, int] = dict.fromkeys(self.onlookers, 0)
        self.at_keyboard: Seat | None = None
        self.shown: list[str] = []
        """The table as it was last said in plain lines, to the seat that has moved since and nobody else."""

    def run(self) -> int:
        try:
            self._introduce()
            while not isinstance(self.match.turn, Over):
                self._step(self.match.turn)
        except (KeyboardInterrupt, Quit, Gone):
            save(self.path, self.match, self.note)
            self.screen.say("", self.screen.words(SAVED, command=_command(), path=self.path))
            return 0
        except OSError:
            save(self.path, self.match, self.note)
            raise
        self._show_end(self.match.turn)
        return 0

    # What happens next

    def _step(self, turn: Chance[Any] | Decision) -> None:
        if isinstance(turn, Chance):
            self.match.draw(self._below("chance"))
        else:
            seat = next((seat for seat in turn.seats if self.bots[seat]), turn.seats[0])
            if seat != self.at_keyboard:
                self.shown = []
            self.match.play(seat, self._bot_move(seat) or self._person_move(seat))
        step = self.witness.look()
        for onlooker in self.onlookers:
            self._tell(onlooker, told(self.witness, step, onlooker, self.names, self.screen.lang))

    def _below(self, what: str) -> Below:
        """Chance for the next event: from the seed and the event's number, so that a match can be resumed."""
        if self.note.seed is None:
            return SystemRandom().randrange
        return chance(f"{self.note.seed}/{self.match.count}/{what}")

    def _view(self, onlooker: Seat | None) -> Any:
        return self.match.game.view(self.match.state, onlooker)

    def _bot_move(self, seat: Seat) -> Any:
        player = self.bots[seat]
        return player and player.choose(self._view(seat), seat, self.match.moves(seat), self._below("choice"))

    # What each person is told

    def _introduce(self) -> None:
        """Who plays here without being a person, and how well."""
        bots = [
            f"{SEAT_EMBLEMS[seat]} {self.names[seat]} ({NAMES[player.bot].to(self.screen.lang)})"
            for seat, player in enumerate(self.note.seats)
            if player.bot is not None
        ]
        if bots:
            for onlooker in self.onlookers:
                self._tell(onlooker, [self.screen.words(BOTS, bots=", ".join(bots))])

    def _tell(self, onlooker: Seat | None, news: list[str]) -> None:
        self.told[onlooker] += news
        if onlooker is None:
            self.screen.say(*news)

    def _latest(self, seat: Seat) -> list[str]:
        news = self.told[seat][self.unread[seat] :]
        self.unread[seat] = len(self.told[seat])
        return news if self.screen.plain else self.told[seat][-max(LATEST, len(news)) :][-2 * LATEST :]

    # A person's move

    def _person_move(self, seat: Seat) -> Any:
        self._hand_over(seat)
        self._show(seat)
        while True:
            try:
                move = self._answer(seat, self.screen.ask(f"{self._question(seat)} >"))
            except PaschError as error:
                self.screen.refuse(
                    error.reason.to(self.screen.lang) + ("" if isinstance(error, Malformed) else f" ({error.rule})")
                )
                continue
            if move is not None:
                return move

    def _answer(self, seat: Seat, words: str) -> Any:
        """The move that was typed, if it was one and the rules allow it."""
        match words.lower().split():
            case [word] if word in EXPLAIN:
                self._explain(seat)
            case [word] if word in LIST:
                self._list(seat)
            case [word] if word in RULES:
                self.screen.page(rulebook(self.match.game, self.screen.lang))
            case [word] if word in LOG:
                self.screen.say(*self.told[seat])
            case [word] if word in QUIT:
                raise Quit
            case [number] if number.startswith("#"):
                return self._listed(seat, number[1:])
            case []:
                self.shown = []
                self._show(seat)
            case _:
                move = self.text.read(words, self._view(seat), seat, self.match.moves(seat))
                self.match.check(seat, move)
                return move
        return None

    def _listed(self, seat: Seat, number: str) -> Any:
        moves = self.match.moves(seat)
        if not (number.isascii() and number.isdigit() and len(number) < 6 and 1 <= int(number) <= len(moves)):
            raise Malformed(*NO_NUMBER)
        return moves[int(number) - 1]

    # What a person sees

    def _hand_over(self, seat: Seat) -> None:
        """Cover what one person may see before the next one looks."""
        last, self.at_keyboard = self.at_keyboard, seat
        if len(self.people) < 2 or last == seat:
            return
        open_to_all = self._view(None)
        if self._view(seat) == open_to_all and (last is None or self._view(last) == open_to_all):
            return
        self.screen.cover()
        self.screen.ask(self.screen.words(PASS_ON, name=self.names[seat]))
        self.screen.cover()

    def _show(self, seat: Seat) -> None:
        news = self._latest(seat)
        if not self.screen.plain:
            self.screen.clear()
            self.screen.whisper(*news)
        else:
            self.screen.say(*news)
        self._show_table(seat)
        self.screen.whisper(self.screen.words(HINT))

    def _show_table(self, seat: Seat) -> None:
        """Somebody who goes on, with a second die, hears in plain lines only what has changed."""
        if not self.screen.plain:
            self.screen.show(self.text, self._view(seat), seat, self.names)
            return
        before, self.shown = self.shown, self.text.lines(self._view(seat), seat, self.names, self.screen.lang)
        self.screen.say(*(line for line in self.shown if line not in before))

    def _question(self, seat: Seat) -> str:
        asked = self.text.question(self._view(seat), seat, self.names, self.screen.lang)
        return f"{SEAT_EMBLEMS[seat]} {self.names[seat]}: {asked}"

    def _explain(self, seat: Seat) -> None:
        pairs = self.text.examples(self._view(seat), seat, self.screen.lang)
        wide = max(len(example) for example, _ in pairs)
        self.screen.say(self.screen.words(TO_TYPE), *(f"  {example:<{wide}}  {says}" for example, says in pairs))
        self.screen.whisper(self.screen.words(HINT))

    def _list(self, seat: Seat) -> None:
        game, moves, view, lang = self.match.game, self.match.moves(seat), self._view(seat), self.screen.lang
        for number, move in enumerate(moves[:MOST_LISTED], start=1):
            effect = game.effect(self.match.state, seat, move)
            says = self.text.describe(move, effect, view, self.names, lang)
            self.screen.say(f"{f'#{number}':>5}  {self.text.write(move, view, seat):<12} {says}")
        if len(moves) > MOST_LISTED:
            self.screen.say("       " + self.screen.words(MORE, count=len(moves) - MOST_LISTED))
        self.screen.whisper(self.screen.words(LISTED))

    def _show_end(self, over: Over) -> None:
        last = self.people[0] if len(self.people) == 1 else None
        self.screen.clear()
        table = self.text.lines(self._view(last), last, self.names, self.screen.lang)
        for seat in self.people[:1]:
            self.screen.whisper(*(news for news in self._latest(seat) if news not in table))  # who wins is told once
        self.screen.show(self.text, self._view(last), last, self.names)
        places = standing(over, self.text, self._view(last), self.names, self.screen)
        self.screen.say("", title(self.match.game, self.screen.lang), *places)
        if self.keep:
            save(self.path, self.match, self.note)
            self.screen.say(self.screen.words(KEPT, path=self.path))


def _command() -> str:
    """How this program was called."""
    called = Path(sys.argv[0])
    if called.name != "pasch":
        return "python -m pasch"
    return "pasch" if which("pasch") else os.path.relpath(called)


def standing(over: Over, text: GameText, view: Any, names: Sequence[str], screen: Screen) -> list[str]:
    """The places, best first, each with its score and what that is made of."""
    seats = sorted(range(len(names)), key=lambda seat: over.result.places[seat])
    return [
        screen.words(
            STANDS,
            place=over.result.places[seat],
            name=f"{SEAT_EMBLEMS[seat]} {names[seat]}",
            reckoning=text.reckoning(view, Seat(seat), screen.lang),
        )
        for seat in seats
    ]
