"""A quiz in the terminal: positions from matches of bots in which the best move matters; the answer is hidden."""

from collections.abc import Iterator
from itertools import count

from pasch.bots.levels import USUAL, bot
from pasch.coach import Judgement, judge
from pasch.coach.practice import LOST, VERDICTS, verdict
from pasch.coach.rounding import steady
from pasch.coach.values import POINT, Candidate
from pasch.engine.draws import chance
from pasch.engine.errors import Malformed, PaschError
from pasch.engine.game import AnyGame, Chance, Decision
from pasch.engine.language import Text
from pasch.engine.match import Match, start
from pasch.engine.record import options_from_json
from pasch.games import GAMES
from pasch.games.palette import SEAT_NAMES
from pasch.games.parts import text_of
from pasch.games.weights import is_learned
from pasch.terminal.pages import title
from pasch.terminal.screen import Gone, Screen

YOURS = Text("Dein Versuch: {move} ({chance} %)", "Your try: {move} ({chance} %)")
BEST = Text("Am besten: {move} ({chance} %)", "Best: {move} ({chance} %)")
KEYS = Text("(? zeigt, was man tippen kann; q hört auf)", "(? shows what to type; q quits)")
NOT_LEARNED = Text(
    "Für {title} gibt es noch kein Quiz: Es hat noch kein Netz gelernt.",
    "There is no quiz for {title} yet: no network has learned it.",
)


class Question:
    """A position, and how its decision is judged."""

    def __init__(self, match: Match, judged: Judgement) -> None:
        self.game, self.state, self.seat, self.judged = match.game, match.state, judged.seat, judged
        self.view, self.moves, self.match = match.game.view(match.state, judged.seat), match.moves(judged.seat), match

    def answered(self, move: object) -> Judgement:
        return judge(self.game, self.view, self.seat, self.moves, move)


def questions(game: AnyGame, players: int, seed: str) -> Iterator[Question]:
    """Positions of matches between bots of the usual level, in which one lost a lot."""
    for number in count():
        falls, choices = chance(f"{seed}/{number}/chance"), chance(f"{seed}/{number}/choice")
        match = Match(game, players, options_from_json(game, {"first": falls(players)}))
        player = bot(game, USUAL)
        while isinstance(match.turn, Chance | Decision):
            if isinstance(match.turn, Chance):
                match.draw(falls)
                continue
            seat = match.turn.seats[0]
            view, moves = game.view(match.state, seat), match.moves(seat)
            move = player.choose(view, seat, moves, choices)
            if len(moves) > 1 and (judged := judge(game, view, seat, moves, move)).loss >= LOST:
                yield Question(match, judged)
            match.play(seat, move)


class Quiz:
    def __init__(self, game: str | None, players: int | None, seed: str, screen: Screen) -> None:
        games = [one for one in GAMES.values() if is_learned(one)]
        lots = chance(f"{seed}/game")
        self._game = GAMES[game] if game else games[lots(len(games))]
        if not is_learned(self._game):
            shown = self._game.title
            raise Malformed(NOT_LEARNED.de.format(title=shown.de), NOT_LEARNED.en.format(title=shown.en))
        self._players, self._seed, self._screen = players or self._game.seats[0], seed, screen
        start(self._game, self._players, self._game.options())
        self._text = text_of(self._game)
        self._names = [name.to(screen.lang) for name in SEAT_NAMES[: self._players]]

    def run(self) -> int:
        self._screen.say(title(self._game, self._screen.lang))
        self._screen.whisper(self._screen.words(KEYS))
        try:
            for question in questions(self._game, self._players, self._seed):
                if not self._ask(question):
                    break
        except Gone:
            pass
        return 0

    def _ask(self, question: Question) -> bool:
        self._screen.show(self._text, question.view, question.seat, self._names)
        asked = self._text.question(question.view, question.seat, self._names, self._screen.lang)
        while True:
            words = self._screen.ask(f"{self._names[question.seat]}: {asked} >")
            if words.lower() == "q":
                return False
            if words in ("", "?"):
                pairs = self._text.examples(question.view, question.seat, self._screen.lang)
                self._screen.say(*(f"  {example}  {says}" for example, says in pairs))
                continue
            try:
                move = self._text.read(words, question.view, question.seat, question.moves)
                question.match.check(question.seat, move)
            except PaschError as error:
                self._screen.refuse(error.reason.to(self._screen.lang))
                continue
            self._tell(question, question.answered(move))
            return True

    def _tell(self, question: Question, judged: Judgement) -> None:
        self._screen.say(self._screen.words(VERDICTS[verdict(judged.loss)]))
        self._screen.say(self._line(YOURS, question, judged.played))
        if judged.loss:
            self._screen.say(self._line(BEST, question, judged.best))
        if judged.why:
            self._screen.say(judged.why.to(self._screen.lang))
        self._screen.say("")

    def _line(self, text: Text, question: Question, candidate: Candidate) -> str:
        effect = self._game.effect(question.state, question.seat, candidate.move)
        words = self._text.describe(candidate.move, effect, question.view, self._names, self._screen.lang)
        return self._screen.words(text, move=words.rstrip("."), chance=round(steady(candidate.chance) / POINT))
