"""A match: the events so far, the state they lead to, and the JSON that keeps them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec

from pasch.engine.draws import Below
from pasch.engine.errors import Malformed, PaschError, Refused
from pasch.engine.game import AnyGame, Chance, CommonOptions, Decision, Over, Result, Seat, Turn, Value
from pasch.engine.language import Text


class Event(Value, frozen=True):
    """A move of a seat, or, where `seat` is None, an outcome of chance."""

    seat: Seat | None
    what: msgspec.Struct


class Proof(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What makes the chance of a match one that can be checked (see `fair.py`)."""

    scheme: Literal["pasch-dice-1"]
    seal: str
    """Published before the match: SHA-256 of the secret, as 64 hexadecimal digits."""
    words: tuple[str, ...]
    """What each seat added, in order; empty where it added nothing."""
    lot: bool
    """Whether the seat that begins was drawn too."""
    secret: str | msgspec.UnsetType = msgspec.UNSET
    """Published after the match: 32 bytes, as 64 hexadecimal digits."""

    @property
    def is_open(self) -> bool:
        return isinstance(self.secret, str)


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """One match as JSON. Unknown keys beside these are left alone, so that programs can add notes of their own."""

    pasch: Literal[1]
    game: str
    players: int
    options: dict[str, Any] = {}
    events: list[dict[str, Any]]
    result: Result | msgspec.UnsetType | None = msgspec.UNSET
    proof: Proof | msgspec.UnsetType = msgspec.UNSET


class Invalid(PaschError):
    """A record that does not replay: the index of the event at fault (from 0), and what is wrong with it."""

    def __init__(self, event: int, cause: PaschError) -> None:
        super().__init__(cause.rule, cause.reason)
        self.event = event


class Match:
    """One playing of a game. It changes only by events that pass the gate."""

    __slots__ = ("_moves", "events", "game", "options", "players", "state", "turn")

    game: AnyGame
    players: int
    options: CommonOptions
    events: list[Event]
    state: Any
    turn: Turn

    def __init__(self, game: AnyGame, players: int, options: CommonOptions | None = None) -> None:
        self.game = game
        self.players = players
        self.options = game.options() if options is None else options
        self.events = []
        self.state = start(game, players, self.options)
        self.turn = game.turn(self.state)
        self._moves: dict[Seat, Sequence[Any]] = {}

    def moves(self, seat: Seat) -> Sequence[Any]:
        """All that a seat may do now."""
        found = self._moves.get(seat)
        if found is None:
            found = self._moves[seat] = self.game.legal_moves(self.state, seat)
        return found

    def check(self, seat: Seat, move: msgspec.Struct) -> None:
        """Raise `Refused` where the rules do not allow a seat this move."""
        if not isinstance(self.turn, Decision) or move not in self.moves(seat):
            raise _refusal_of_move(self.game, self.state, self.turn, seat, move)

    def play(self, seat: Seat, move: msgspec.Struct) -> None:
        """Let a seat move; raise `Refused`, and change nothing, where the rules do not allow it."""
        self.check(seat, move)
        self._advance(Event(seat, move), self.game.play(self.state, seat, move))

    def settle(self, outcome: msgspec.Struct) -> None:
        """Let chance fall in a given way; raise `Refused`, and change nothing, where it cannot."""
        if not isinstance(self.turn, Chance) or not self.turn.draw.admits(outcome):
            raise _refusal_of_outcome(self.turn)
        self._advance(Event(None, outcome), self.game.settle(self.state, outcome))

    def draw(self, below: Below) -> msgspec.Struct:
        """Let chance fall at random."""
        if not isinstance(self.turn, Chance):
            raise _refusal_of_outcome(self.turn)
        draw = self.turn.draw
        outcome: msgspec.Struct = draw.fall(below(draw.ways))
        self._advance(Event(None, outcome), self.game.settle(self.state, outcome))
        return outcome

    def apply(self, event: Event) -> None:
        if event.seat is None:
            self.settle(event.what)
        else:
            self.play(event.seat, event.what)

    def record(self) -> Record:
        return Record(
            pasch=1,
            game=self.game.id,
            players=self.players,
            options=msgspec.to_builtins(self.options),
            events=[event_to_json(event) for event in self.events],
            result=self.turn.result if isinstance(self.turn, Over) else msgspec.UNSET,
        )

    def _advance(self, event: Event, state: msgspec.Struct) -> None:
        self.events.append(event)
        self.state = state
        self.turn = self.game.turn(state)
        self._moves = {}


def apply(game: AnyGame, state: Any, event: Event) -> Any:
    """The state after an event: the gate as a pure function."""
    turn = game.turn(state)
    if event.seat is None:
        if not isinstance(turn, Chance) or not turn.draw.admits(event.what):
            raise _refusal_of_outcome(turn)
        return game.settle(state, event.what)
    if not isinstance(turn, Decision) or event.what not in game.legal_moves(state, event.seat):
        raise _refusal_of_move(game, state, turn, event.seat, event.what)
    return game.play(state, event.seat, event.what)


def start(game: AnyGame, players: int, options: CommonOptions) -> Any:
    """The state before the first event; raise where the game cannot be played so."""
    if players not in game.seats:
        few, many = game.seats[0], game.seats[-1]
        raise Malformed(
            Text(
                f"{game.title.de} spielt man zu {few} bis {many}, nicht zu {players}.",
                f"{game.title.en} is for {few} to {many} players, not {players}.",
            )
        )
    return game.start(players, options)


# Why not


def _refusal_of_move(game: AnyGame, state: Any, turn: Turn, seat: Seat, move: msgspec.Struct) -> Refused:
    match turn:
        case Over(rule=rule):
            return Refused(rule, Text("Die Partie ist zu Ende.", "The match is over."))
        case Chance(rule=rule):
            return Refused(rule, Text("Erst fallen die Würfel oder Karten.", "First the dice or cards must fall."))
        case Decision(rule=rule, seats=seats) if seat not in seats:
            who = ", ".join(str(waiting) for waiting in seats)
            return Refused(
                rule,
                Text(
                    f"Jetzt entscheidet Platz {who}, nicht Platz {seat}.",
                    f"Seat {who} decides now, not seat {seat}.",
                ),
            )
        case _:
            return game.explain(state, seat, move)


def _refusal_of_outcome(turn: Turn) -> Refused:
    match turn:
        case Over():
            return Refused(turn.rule, Text("Die Partie ist zu Ende.", "The match is over."))
        case Decision(seats=seats):
            who = ", ".join(str(waiting) for waiting in seats)
            return Refused(
                turn.rule,
                Text(
                    f"Hier wird nichts gezogen: Platz {who} entscheidet.",
                    f"Nothing is drawn here: seat {who} decides.",
                ),
            )
        case _:
            return Refused(turn.rule, Text("So kann das hier nicht fallen.", "Chance cannot fall like this here."))


# JSON


LONGEST_REASON = 300
_record_decoder = msgspec.json.Decoder(Record)


def event_to_json(event: Event) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.to_builtins(event.what)
    return fields if event.seat is None else {"seat": event.seat, **fields}


def event_from_json(game: AnyGame, fields: Mapping[str, Any]) -> Event:
    if "type" not in fields:
        raise Malformed(Text("Ein Ereignis nennt seine Art („type“).", "An event names its kind (“type”)."))
    if "seat" not in fields:
        return Event(None, _convert(fields, game.outcomes))
    seat = fields["seat"]
    if not isinstance(seat, int) or isinstance(seat, bool):
        raise Malformed(
            Text(
                f"Ein Platz ist eine ganze Zahl, nicht {seat!r:.40}.",
                f"A seat is a whole number, not {seat!r:.40}.",
            )
        )
    return Event(Seat(seat), _convert({key: value for key, value in fields.items() if key != "seat"}, game.moves))


def options_from_json(game: AnyGame, fields: Mapping[str, Any]) -> CommonOptions:
    options: CommonOptions = _convert(fields, game.options)
    return options


def options_as_dict(text: bytes) -> dict[str, Any]:
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError) as error:
        raise _malformed(error) from error


def _convert(value: Any, to: Any) -> Any:
    try:
        return msgspec.convert(value, to)
    except (msgspec.ValidationError, RecursionError) as error:
        raise _malformed(error) from error


def _malformed(error: Exception) -> Malformed:
    said = one_line(str(error).rstrip(".") or type(error).__name__)
    return Malformed(Text(f"Falsch aufgeschrieben: {said}.", f"Badly written: {said}."))


def one_line(text: str) -> str:
    """Text from outside, fit to be printed: what could move the cursor or forge a line is taken out of it."""
    short = text if len(text) <= LONGEST_REASON else text[:LONGEST_REASON] + "…"
    return "".join([letter if letter.isprintable() else "�" for letter in short])


def encode(record: Record) -> bytes:
    """One line of JSON, without the line's end."""
    return msgspec.json.encode(record)


def decode(line: bytes | str) -> Record:
    try:
        return _record_decoder.decode(line if isinstance(line, str) else line.decode())
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise _malformed(error) from error


def game_named(name: str, games: Mapping[str, AnyGame]) -> AnyGame:
    game = games.get(name)
    if game is None:
        known = ", ".join(games)
        raise Malformed(
            Text(
                f"Das Spiel {name!r:.40} gibt es hier nicht, nur: {known}.",
                f"There is no game {name!r:.40} here, only: {known}.",
            )
        )
    return game


def begin(record: Record, games: Mapping[str, AnyGame]) -> Match:
    """The match of a record before its first event."""
    game = game_named(record.game, games)
    return Match(game, record.players, options_from_json(game, record.options))


def replay(record: Record, games: Mapping[str, AnyGame]) -> Iterator[Match]:
    """The match, one and the same object, before the first event and after each; raise `Invalid` at the first fault."""
    at = 0
    try:
        match = begin(record, games)
        yield match
        for at, fields in enumerate(record.events):  # noqa: B007
            match.apply(event_from_json(match.game, fields))
            yield match
        at = len(record.events)
        _check_result(match, record.result)
    except PaschError as error:
        raise Invalid(at, error) from error


def _check_result(match: Match, claimed: Result | msgspec.UnsetType | None) -> None:
    match (match.turn, claimed):
        case Over(result=result), Result() if result == claimed:
            return
        case Over(result=result, rule=rule), _:
            found = _result_words(result)
            told = _result_words(claimed) if isinstance(claimed, Result) else Text("gar nichts", "nothing")
            raise Refused(
                rule,
                Text(
                    f"Das Ergebnis ist {found.de}, im Protokoll steht {told.de}.",
                    f"The result is {found.en}, the record claims {told.en}.",
                ),
            )
        case turn, Result():
            raise Refused(
                turn.rule,
                Text(
                    "Das Protokoll nennt ein Ergebnis, aber die Partie ist nicht zu Ende.",
                    "The record claims a result, but the match is not over.",
                ),
            )


def _result_words(result: Result) -> Text:
    scores, ranks = list(result.scores), list(result.places)
    return Text(f"Punkte {scores}, Plätze {ranks}", f"scores {scores}, places {ranks}")


def verify(record: Record, games: Mapping[str, AnyGame]) -> Match:
    """Replay a record to its end by the rules; raise `Invalid` at the first fault."""
    match: Match | None = None
    for match in replay(record, games):  # noqa: B007
        pass
    assert match is not None
    return match
